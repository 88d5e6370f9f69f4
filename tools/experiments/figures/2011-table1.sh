# 2011, Table 1: heuristic MC-RAVE by simulations and RAVE's weight, against GNU Go level 10
# time: smoke 3 s, lab ~40 min, paper ~200 h
tree_scale
by_scale simulations "4 8" "3000 10000" "3000 10000 30000"
by_scale level 0 10 10

for n in $simulations; do
    player "hand-selected weight" "$n" preset heuristic-mc-rave "simulations=$n"
    player "minimum MSE" "$n" preset heuristic-mc-rave rave=minimum-mse rave_bias=0.05 \
        "simulations=$n"
done
win_rates "$match_games" "$level"
draw "Heuristic MC-RAVE against GNU Go level $level" "simulations per move" "% won" \
    "set logscale x" "set yrange [0:100]"
