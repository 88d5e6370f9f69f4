# Figure 5 (a): TD learning with shapes of one size
# time: smoke 2 s, lab ~2 min, paper ~10 min
learning_scale

curve "1x1" shapes=1
curve "2x2" shapes=2
curve "3x3" shapes=3
rate rung-greedy "$rounds"
draw_curves "TD learning: shapes of one size"
