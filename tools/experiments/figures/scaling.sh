# Elo of the tree search without its network by doublings of simulations, each against half as many
# time: smoke 2 s, lab ~2 h, paper ~6 h
by_scale simulations "4 8 16" "1000 2000 4000 8000 16000 32000 64000" "1000 2000 4000 8000 16000 32000 64000"
by_scale match_games 2 60 200

first=
set -- # collects the files of results, which are rated together
for n in $simulations; do
    player "without the network" "$n" engine heuristic=learnt "simulations=$n" pass_when=filled
    if [ "$first" ]; then
        {
            echo "size $size"
            echo "games $match_games"
            tail -n 2 "$dir/players"
        } >"$dir/plan-$n"
        play "$dir/plan-$n" "$dir/part-$n.tsv"
        set -- "$@" "$dir/part-$n.tsv"
    fi
    first=${first:-$id}
done
anchored=$first=0
elo "$@"
draw "Tree search without its network, against itself" "simulations per move" \
    "Elo (${simulations%% *} simulations: 0)" "set logscale x 2"
