# Figure 9 (a): TD search that chooses its move by an outdated value function
# time: smoke 1 s, lab ~6 min, paper ~10 h
search_scale
by_scale simulations "2 4" "100 300" "10 100 500 1000 2000 5000 10000"
by_scale rounds 6 30 100
by_scale ages "0 1" "0 1 2 3 4 6" "0 1 2 3 4 5 6 7 8 10"

# The parameter counts the player's moves, the figure moves of the game.
for n in $simulations; do
    for age in $ages; do
        td_search "$n simulations" $((2 * age)) "simulations=$n" "search_age=$age"
    done
done
rate rung-30 "$rounds"
draw "TD search: moves chosen by an outdated value function" "moves since the search" "Elo"
