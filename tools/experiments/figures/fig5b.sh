# Figure 5 (b): TD learning with shapes up to a maximum size
# time: smoke 2 s, lab ~2 min, paper ~10 min
learning_scale

curve "1x1" shapes=1
curve "1x1 and 2x2" shapes=12
curve "1x1 to 3x3" shapes=123
rate rung-greedy "$rounds"
draw_curves "TD learning: shapes up to a maximum size"
