# 2011, Figure 6: heuristic MC-RAVE by heuristic and equivalent experience M, against GNU Go
# time: smoke 5 s, lab 50 min, paper ~150 h
tree_scale
by_scale experiences "10" "10 50 200" "10 25 50 75 100 150 200"

# M is the confidence C~ in RAVE's value, as in the paper (section 5.1); C, of the simulations, is 0.
for m in $experiences; do
    for heuristic in even grandfather rules local-shape; do
        player "$heuristic" "$m" preset heuristic-mc-rave "heuristic=$heuristic" \
            heuristic_visits=0 "heuristic_rave=$m" "simulations=$simulations"
    done
done
# With M = 0 all heuristics are the same program: a level line.
level_line "none" "$experiences" preset heuristic-mc-rave heuristic=none "simulations=$simulations"
win_rates "$match_games" "$level"
draw "Heuristic MC-RAVE, $simulations simulations per move, against GNU Go level $level" \
    "equivalent experience M" "% won" "set yrange [0:100]"
