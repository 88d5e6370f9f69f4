# Figure 6 (c): TD learning with one-ply and two-ply updates
# time: smoke 1 s, lab ~1 min, paper ~5 min
learning_scale

curve "one ply" plies=1
curve "two plies" plies=2
rate rung-greedy "$rounds"
draw_curves "TD learning: one-ply and two-ply updates"
