# MC-RAVE by exploration constant, k, and what the bonus counts, against GNU Go level 10
# time: smoke 5 s, lab ~2 h, paper ~60 h
tree_scale
by_scale constants "0 0.2" "0 0.1 0.2" "0 0.05 0.1 0.2 0.4 0.8"
by_scale equivalences "1000" "1000 10000" "1000 3000 10000"
by_scale confidences "5" "5 50" "5 20 50"
by_scale level 0 10 10

# UCT-RAVE with c = 0 is MC-RAVE.
for c in $constants; do
    for k in $equivalences; do
        rave="preset uct-rave simulations=$simulations exploration=$c rave_equivalence=$k"
        player "k $k" "$c" "$rave"
        [ "$c" = 0 ] || player "k $k, RAVE's visits in the bonus" "$c" "$rave" exploration_rave=on
    done
    for m in $confidences; do
        player "k 1000, local shapes, C and C~ $m" "$c" preset heuristic-mc-rave "exploration=$c" \
            "heuristic_visits=$m" "heuristic_rave=$m" "simulations=$simulations"
    done
done
win_rates "$match_games" "$level"
draw "MC-RAVE, $simulations simulations per move, against GNU Go level $level" \
    "exploration constant c" "% won" "set yrange [0:100]" "set offsets 0.05, 0.05, 0, 0"
