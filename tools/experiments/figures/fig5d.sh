# Figure 5 (d): TD learning with different weight sharing
# time: smoke 2 s, lab ~2 min, paper ~10 min
learning_scale

curve "no sharing" sharing=none
curve "LD" sharing=ld
curve "LI" sharing=li
curve "LI and LD" sharing=both
rate rung-greedy "$rounds"
draw_curves "TD learning: sharing of weights"
