# Figure 13: Dyna-2 with either memory or both against GNU Go level 0, by simulations and shapes
# time: smoke 2 s, lab ~70 min, paper ~65 h
dyna_scale
without_uct

for shapes in $shape_sets; do
    train "$games" "shapes=$shapes"
    long_term "long, $(shape_name "$shapes")" "$weights.$games"
    for n in $simulations; do
        dyna="preset dyna2 simulations=$n search_shapes=$shapes"
        player "short, $(shape_name "$shapes")" "$n" "$dyna" memory=short
        player "both, $(shape_name "$shapes")" "$n" "$dyna" "weights=$weights.$games"
    done
done
win_rates "$match_games"
draw_wins "Dyna-2 against GNU Go level 0"
