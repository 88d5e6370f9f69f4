# 2011, Table 1: heuristic MC-RAVE by simulations, against GNU Go
# time: smoke 3 s, lab 13 min, paper ~200 h
tree_scale
by_scale simulations "4 8" "300 1000 3000 10000" "3000 10000 30000"

for n in $simulations; do
    player "heuristic MC-RAVE" "$n" preset heuristic-mc-rave "simulations=$n"
done
win_rates "$match_games" "$level"
draw "Heuristic MC-RAVE against GNU Go level $level" "simulations per move" "% won" \
    "set logscale x" "set yrange [0:100]"
