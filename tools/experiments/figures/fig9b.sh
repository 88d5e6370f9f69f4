# Figure 9 (b): TD search that keeps its weights from move to move, or resets them
# time: smoke 1 s, lab ~3 min, paper ~2 h
search_scale
by_scale simulations "2 4" "30 100 300" "10 100 500 1000 2000 5000 10000"
by_scale rounds 6 30 100

for n in $simulations; do
    td_search "weights kept" "$n" "simulations=$n"
    td_search "weights reset" "$n" "simulations=$n" search_keep=off
done
rate rung-30 "$rounds"
draw_search "TD search: weights kept or reset at each move"
