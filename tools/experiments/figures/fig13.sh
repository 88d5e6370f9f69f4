# Figure 13: Dyna-2 with one memory or both against GNU Go level 0, by simulations and shapes
# time: smoke 2 s, lab ~70 min, paper ~65 h
dyna_scale
memories dyna2 "Dyna-2 against GNU Go level 0"
