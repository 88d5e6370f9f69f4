# 2008, Figure 2: Dyna-2-Shape with several values of lambda against GNU Go level 0
# time: smoke 1 s, lab ~9 min, paper ~10 h
dyna_scale
by_scale n 10 1000 1000
by_scale match_games 2 40 1000
by_scale lambdas "0 1" "0 0.4 0.8 1" "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1"

train "$games" shapes=123
for lambda in $lambdas; do
    player "both memories, $n simulations" "$lambda" preset dyna2-2008 "simulations=$n" \
        "search_lambda=$lambda" "weights=$weights.$games"
done
win_rates "$match_games"
draw "Dyna-2-Shape (2008) against GNU Go level 0" "lambda" "% won" "set yrange [0:100]"
