# Elo of the default by doublings of its simulations, each against half of them: the README's picture
# time: smoke 2 s, lab ~25 min, paper ~6 h
by_scale simulations "4 8 16" "1000 2000 4000 8000 16000" "1000 2000 4000 8000 16000 32000 64000"
by_scale match_games 2 60 200

half=
for n in $simulations; do
    player "the default" "$n" engine "simulations=$n" pass_when=filled
    if [ "$half" ]; then
        {
            echo "size $size"
            echo "games $match_games"
            tail -n 2 "$dir/players"
        } >"$dir/plan-$n"
        play "$dir/plan-$n" "$dir/part-$n.tsv"
    fi
    half=$n
done
# One file after another, so that the ratings come from all games together.
set --
for n in ${simulations#* }; do set -- "$@" "$dir/part-$n.tsv"; done
anchored=the-default-${simulations%% *}=0
elo "$@"
draw "The default by simulations, against itself" "simulations a move" \
    "Elo (${simulations%% *} simulations: 0)" "set logscale x 2"
