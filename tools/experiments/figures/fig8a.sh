# Figure 8 (a): TD search with several step sizes, by simulations
# time: smoke 1 s, lab ~5 min, paper ~6 h
search_scale
by_scale simulations "2 4" "30 100 300" "10 100 500 1000 2000 5000 10000"
by_scale rounds 6 30 100
by_scale alphas "0.1 1" "0.01 0.03 0.1 0.3 1" "0.01 0.03 0.1 0.3 1 3"

for n in $simulations; do
    for alpha in $alphas; do td_search "alpha $alpha" "$n" "simulations=$n" "search_alpha=$alpha"; done
done
rate rung-30 "$rounds"
draw_search "TD search: step sizes"
