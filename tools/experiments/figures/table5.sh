# Table 5: MC-RAVE whose new nodes start with a given value, against GNU Go
# time: smoke 5 s, lab 15 min, paper ~100 h
tree_scale
by_scale games 100 100000 100000
by_scale experiences "10" "50" "10 25 50 100 200"

train "$games" seed=1
# confident SERIES SETTING...: a player whose prior counts as $m simulations, and as many of RAVE.
confident() {
    series=$1
    shift
    player "$series" "$m" "$@" "heuristic_visits=$m" "heuristic_rave=$m" "simulations=$simulations"
}
for m in $experiences; do
    confident "handcrafted" preset heuristic-mc-rave heuristic=rules
    player "handcrafted, for RAVE alone" "$m" preset heuristic-mc-rave heuristic=rules \
        heuristic_visits=0 "heuristic_rave=$m" "simulations=$simulations"
    confident "long-term value" preset heuristic-mc-rave "weights=$weights.$games"
    confident "short-term value" preset two-phase-tree "weights=$weights.$games"
done
# "Zero value, zero count" has no M: a level line.
level_line "zero" "$experiences" preset mc-rave "simulations=$simulations"
win_rates "$match_games" "$level"
draw "MC-RAVE, $simulations simulations per move, by the initial value of new nodes" \
    "equivalent experience M" "% won against GNU Go level $level" "set yrange [0:100]" \
    "set offsets 10, 10, 0, 0"
