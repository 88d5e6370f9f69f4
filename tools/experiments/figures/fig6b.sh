# Figure 6 (b): linear TD learning with several step sizes
# time: smoke 1 s, lab ~2 min, paper ~15 min
learning_scale
by_scale alphas "0.01 0.1" "0.0001 0.001 0.01 0.1" "0.0001 0.001 0.01 0.03 0.1 1"

for alpha in $alphas; do curve "alpha $alpha" value=linear "alpha=$alpha"; done
rate rung-greedy "$rounds"
draw_curves "Linear TD learning: step sizes"
