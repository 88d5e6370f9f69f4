# Figure 14: two-phase search, Dyna-2 and then alpha-beta, against GNU Go level 0
# time: smoke 2 s, lab ~35 min, paper ~80 h
dyna_scale
by_scale depths "1 2" "1 3 5" "1 3 5 6"

train "$games" shapes=123
for depth in $depths; do
    long_term "long, $depth ply" "$weights.$games" "depth=$depth"
    for n in $simulations; do
        player "both, $depth ply" "$n" preset two-phase "simulations=$n" "depth=$depth" "weights=$weights.$games"
    done
done
win_rates "$match_games"
draw_wins "Dyna-2 and alpha-beta against GNU Go level 0"
