# Figure 7 (b): TD search that switches to the default policy after T moves
# time: smoke 1 s, lab ~10 min, paper ~12 h
search_scale
by_scale simulations "2 4" "100 300" "10 100 500 1000 2000 5000 10000"
by_scale rounds 6 30 100
by_scale switches "1 6" "1 2 4 6 8 16 64" "1 2 3 4 6 8 12 16 24 32 64"

for n in $simulations; do
    for t in $switches; do td_search "$n simulations" "$t" "simulations=$n" "search_moves=$t"; done
done
rate rung-30 "$rounds"
draw "TD search: moves before the default policy" "T, moves chosen by value" "Elo" "set logscale x 2"
