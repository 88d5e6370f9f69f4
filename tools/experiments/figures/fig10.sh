# Figure 10: TD search on boards of several sizes
# time: smoke 5 s, lab ~35 min, paper ~24 h
search_scale
by_scale simulations "2" "100 300 1000" "100 1000 10000"
by_scale sizes "4 5" "5 7 9 11 13" "5 7 9 11 13 15"
by_scale rounds 3 30 100

# GNU Go is a different player on each size: one tournament per size.
for size in $sizes; do
    rm -f "$dir/players" "$dir/players.tsv"
    for n in $simulations; do td_search "$n simulations: TD search" "$size" "simulations=$n"; done
    for n in $simulations; do
        player "$n simulations: tuned UCT (c 0.4)" "$size" preset uct "simulations=$n"
        player "$n simulations: vanilla UCT (c 1)" "$size" preset uct exploration=1 fpu=1 "simulations=$n"
    done
    rate_with_gnugo "$rounds"
done
draw "TD search by board size" "board size" "Elo (GNU Go level $level: $rating on each size)" panels
