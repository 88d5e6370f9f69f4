# Figure 3: learning curves of training runs with different seeds
# time: smoke 3 s, lab ~5 min, paper ~30 min
by_scale seeds "1 2" "1 2 3 4 5 6 7 8" "1 2 3 4 5 6 7 8"
learning_scale

for seed in $seeds; do curve "seed $seed" "seed=$seed"; done
rate rung-greedy "$rounds"
draw_curves "TD learning: different seeds"
