# Figure 7 (a): TD search with and without a default policy, by simulations
# time: smoke 1 s, lab 30 min, paper ~4 h
search_scale
vanilla_uct pass_when=filled

for n in $simulations; do
    td_search "with default policy" "$n" "simulations=$n"
    td_search "without default policy" "$n" "simulations=$n" default_policy=none
done
rate rung-30 "$rounds"
draw_search "TD search with and without a default policy"
