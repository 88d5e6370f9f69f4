# 2011, Figure 5: MC-RAVE by the equivalence parameter k, against GNU Go
# time: smoke 5 s, lab 15 min, paper ~40 h
tree_scale
by_scale equivalences "1 1000" "1 10 100 1000 10000" "1 3 10 30 100 300 1000 3000 10000"

for k in $equivalences; do
    player "MC-RAVE" "$k" preset mc-rave "rave_equivalence=$k" "simulations=$simulations"
done
# UCT has no k: a level line.
level_line "UCT" "$equivalences" preset uct "simulations=$simulations"
win_rates "$match_games" "$level"
draw "MC-RAVE, $simulations simulations per move, against GNU Go level $level" "k" "% won" \
    "set logscale x" "set yrange [0:100]"
