# Figure 5 (c): TD learning with shapes from a minimum size
# time: smoke 2 s, lab ~2 min, paper ~10 min
learning_scale

curve "3x3" shapes=3
curve "2x2 and 3x3" shapes=23
curve "1x1 to 3x3" shapes=123
rate rung-greedy "$rounds"
draw_curves "TD learning: shapes from a minimum size"
