# 2008, Figure 3: Dyna-2-Shape with one memory or both against GNU Go level 0
# time: smoke 2 s, lab 27 min, paper ~65 h
dyna_scale
memories dyna2-2008 "Dyna-2-Shape (2008) against GNU Go level 0"
