# Figure 8 (b): TD search with several values of lambda, by simulations
# time: smoke 1 s, lab ~4 min, paper ~7 h
search_scale
by_scale simulations "2 4" "30 100 300" "10 100 500 1000 2000 5000 10000"
by_scale rounds 6 30 100
by_scale lambdas "0 1" "0 0.4 0.8 1" "0 0.2 0.4 0.6 0.8 0.9 1"

for n in $simulations; do
    for lambda in $lambdas; do
        td_search "lambda $lambda" "$n" "simulations=$n" "search_lambda=$lambda"
    done
done
rate rung-30 "$rounds"
draw_search "TD search: lambda"
