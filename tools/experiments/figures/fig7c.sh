# Figure 7 (c): TD search with shapes of several sizes, by simulations
# time: smoke 1 s, lab ~5 min, paper ~3 h
search_scale
by_scale simulations "2 4" "30 100 300" "10 100 500 1000 2000 5000 10000"
by_scale rounds 6 30 100
vanilla_uct pass_when=filled

for n in $simulations; do
    td_search "1x1" "$n" "simulations=$n" search_shapes=1
    td_search "1x1 and 2x2" "$n" "simulations=$n" search_shapes=12
    td_search "1x1 to 3x3" "$n" "simulations=$n" search_shapes=123
done
rate rung-30 "$rounds"
draw_search "TD search: sizes of shapes"
