# MC-RAVE by exploration constant, k, and what the bonus counts, against GNU Go level 10
# time: smoke 5 s, lab ~2 h, paper ~60 h
tree_scale
by_scale constants "0.2" "0.1 0.2" "0.05 0.1 0.2 0.4 0.8"
by_scale equivalences "1000" "1000 10000" "1000 3000 10000"
by_scale confidences "50" "0 50" "0 5 20 50"
by_scale level 0 10 10

# Lost games end early, because GNU Go at level 10 takes most of the time.
settings="simulations=$simulations resign_threshold=0.05"

# UCT-RAVE with c = 0 is MC-RAVE.
for c in 0 $constants; do
    for k in $equivalences; do
        player "k $k" "$c" preset uct-rave "$settings" "exploration=$c" "rave_equivalence=$k"
    done
    [ "$c" = 0 ] || player "k 1000, RAVE's visits in the bonus" "$c" preset uct-rave "$settings" \
        "exploration=$c" exploration_rave=on
done
for m in $confidences; do
    player "k 1000, local shapes, C~ 50, C $m" 0 preset heuristic-mc-rave "$settings" "heuristic_visits=$m"
done
win_rates "$match_games" "$level"
draw "MC-RAVE, $simulations simulations per move, against GNU Go level $level" \
    "exploration constant c" "% won" "set yrange [0:100]" "set offsets 0.05, 0.05, 0, 0"
