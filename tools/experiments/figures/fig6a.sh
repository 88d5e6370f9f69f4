# Figure 6 (a): logistic TD learning with several step sizes
# time: smoke 2 s, lab ~2 min, paper ~15 min
learning_scale
by_scale alphas "0.1 1" "0.001 0.01 0.1 1" "0.0001 0.001 0.01 0.1 1 10"

for alpha in $alphas; do curve "alpha $alpha" "alpha=$alpha"; done
rate rung-greedy "$rounds"
draw_curves "Logistic TD learning: step sizes"
