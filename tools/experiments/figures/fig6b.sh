# Figure 6 (b): linear TD learning with several step sizes, by two readings of equation 10's norm
# time: smoke 1 s, lab ~4 min, paper ~30 min
learning_scale
by_scale alphas "0.01 0.1" "0.0001 0.001 0.01 0.03 0.1" "0.0001 0.001 0.01 0.03 0.1 1"

may_diverge=yes
for alpha in $alphas; do
    curve "alpha $alpha" value=linear "alpha=$alpha"
done
curve "alpha 0.1, LD and LI counted" value=linear normalise=active alpha=0.1
rate rung-greedy "$rounds"
draw_curves "Linear TD learning: step sizes"
