# 2008, Figure 4: Dyna-2-Shape followed by alpha-beta against GNU Go level 0
# time: smoke 2 s, lab ~35 min, paper ~80 h
dyna_scale
two_phases dyna2-2008 "Dyna-2-Shape (2008) and alpha-beta against GNU Go level 0"
