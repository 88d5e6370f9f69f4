# Win rate of the default player against GNU Go level 10 on 9×9, 13×13 and 19×19, by simulations
# time: smoke 5 s, lab ~3 h, paper ~50 h
by_scale sizes "5 6" "9 13 19" "9 13 19"
by_scale simulations "4" "500 2000 8000" "1000 4000 16000 64000"
by_scale match_games 2 20 60
by_scale level 0 10 10

# One match per size.
for size in $sizes; do
    rm -f "$dir/players"
    for n in $simulations; do player "$size×$size" "$n" engine "simulations=$n"; done
    win_rates "$match_games" "$level"
done
draw_wins "The default player against GNU Go level $level"
