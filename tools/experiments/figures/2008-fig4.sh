# 2008, Figure 4: Dyna-2-Shape followed by alpha-beta against GNU Go level 0
# time: smoke 2 s, lab ~25 min, paper ~80 h
dyna_scale
by_scale simulations "2 4" "100 300 1000" "10 100 200 500 1000 2000 5000 10000 20000"
by_scale match_games 2 40 1000
two_phases dyna2-2008 "Dyna-2-Shape (2008) and alpha-beta against GNU Go level 0"
