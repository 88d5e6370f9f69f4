# What the experiments with networks share (Schraudolph 1994, Ekker 2004).

# network_curve SERIES KIND OPTION...: trains a network to $games games on boards of $size and enters
# how many of its trial games it wins at each checkpoint. $weights is its file.
network_curve() {
    label=$1 kind=$2
    shift 2
    id=$(echo "$label" | tr -c 'A-Za-z0-9.+=\n' '-')
    weights=$dir/$id.weights
    if [ ! -f "$weights.done" ]; then
        timed "training: $label" "$engine" train --kind "$kind" --size "$size" --games "$games" \
            --trials "$trials" --trials-out "$dir/$id-trials.tsv" --out "$weights" "$@"
        touch "$weights.done"
    fi
    awk -F '\t' -v series="$label" -v least="$least" -f "$here/lib/trials.awk" \
        "$dir/$id-trials.tsv" >>"$dir/data.tsv"
}

# network_level SERIES FILE OPPONENT: how often the network in FILE wins against a program, without
# learning, as the point at $x of SERIES; the share of end positions that it scores right goes to
# $dir/SERIES-trials.tsv.
network_level() {
    label=$1 file=$2 opponent=$3
    id=$(echo "$label against $4" | tr -c 'A-Za-z0-9.+=\n' '-')
    timed "games: $label against $4" "$engine" train --resume "$file" --games "$games" \
        --trials "$trials" --trial-opponent "$opponent" --trials-out "$dir/$id-trials.tsv" \
        --out "$file"
    awk -F '\t' -v series="$label" -v least=0 -v at="$x" -f "$here/lib/trials.awk" \
        "$dir/$id-trials.tsv" >>"$dir/data.tsv"
    awk -F '\t' -v series="$label, end positions scored right" -v least=0 -v at="$x" -v column=6 \
        -f "$here/lib/trials.awk" "$dir/$id-trials.tsv" >>"$dir/data.tsv"
}

# Schraudolph's networks: games, trial games, and the first checkpoint that is drawn.
territory_scale() {
    by_scale size 4 9 9
    by_scale games 20 3000 3000
    by_scale trials 10 200 1000
    by_scale least 5 100 100
    by_scale annealing 10 1000 1000
    gentle="--temperature 1 --last-temperature 0.2 --annealing $annealing --alpha 0.0001"
}
ekker_scale() {
    by_scale size 4 5 5
    by_scale games 20 20000 20000
    by_scale trials 10 400 1000
    by_scale least 5 100 100
}
draw_trials() { draw "$1" "training games" "% won against $2" "set logscale x" "set yrange [0:100]"; }
