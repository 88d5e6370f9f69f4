# Figure 14: two-phase search, Dyna-2 followed by alpha-beta, against GNU Go level 0
# time: smoke 2 s, lab ~35 min, paper ~80 h
dyna_scale
two_phases two-phase "Dyna-2 and alpha-beta against GNU Go level 0"
