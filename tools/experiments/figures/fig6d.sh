# Figure 6 (d): TD learning with several values of lambda
# time: smoke 1 s, lab ~2 min, paper ~15 min
learning_scale
by_scale lambdas "0 1" "0 0.4 0.8 1" "0 0.2 0.4 0.6 0.8 0.9 1"

for lambda in $lambdas; do curve "lambda $lambda" "lambda=$lambda"; done
rate rung-greedy "$rounds"
draw_curves "TD learning: lambda"
