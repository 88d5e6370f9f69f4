# Figure 9 (b): TD search that keeps its weights from move to move, or resets them
# time: smoke 1 s, lab ~10 min, paper ~2 h
search_scale

for n in $simulations; do
    td_search "weights kept" "$n" "simulations=$n"
    td_search "weights reset" "$n" "simulations=$n" search_keep=off
done
rate rung-30 "$rounds"
draw_search "TD search: weights kept or reset at each move"
