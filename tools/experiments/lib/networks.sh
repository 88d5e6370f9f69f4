# Shared by the experiments with classic networks (Schraudolph 1994, Ekker 2004).

# The trained networks and the tables of their trials.
networks=$shared/networks
mkdir -p "$networks"

# network_curve SERIES KIND OPTION...: trains a network for $games games on boards of $size with each
# of $seeds, unless an experiment did so before, and adds the win rates of their trials at each
# checkpoint. Sets weights: the files are $networks/$weights-SEED. If $start is set, each network
# starts from $networks/$start-SEED.
network_curve() {
    label=$1 kind=$2
    shift 2
    settings="--size $size --games $games --trials $trials $*"
    weights=$kind-$size-$(echo "--kind $kind $settings $start" | cksum | cut -d ' ' -f 1)
    echo "--kind $kind $settings${start:+, from $start}" >"$networks/$weights.settings"
    for seed in $seeds; do train_network; done
    enter_trials "$label" .tsv -v "least=$least"
}

train_network() {
    file=$networks/$weights-$seed
    echo "$seed" >>"$dir/seeds"
    set -- --kind "$kind" --seed "$seed" ${start:+--start-from "$networks/$start-$seed"}
    [ ! -f "$file" ] || set -- --resume "$file"
    # Word splitting is intended.
    # shellcheck disable=SC2086
    once "$file.done" "training: $label, seed $seed" "$engine" train "$@" $settings \
        --trials-out "$file.tsv" --out "$file"
    touch "$file.done"
}

# enter_trials SERIES SUFFIX AWK_OPTION...: adds the tables of trials with SUFFIX, of all seeds.
enter_trials() {
    series=$1 tables=''
    for seed in $seeds; do tables="$tables $weights-$seed$2"; done
    shift 2
    # shellcheck disable=SC2086
    (cd "$networks" && awk -F '\t' -v "series=$series" "$@" -f "$here/lib/trials.awk" $tables) >>"$dir/data.tsv"
}

# network_level NAME OPPONENT: adds the win rate of the networks $weights against the program OPPONENT
# (NAME for short), without learning, and the fraction of final positions that they score correctly, at
# $x.
network_level() {
    for seed in $seeds; do
        file=$networks/$weights-$seed
        [ -f "$file-$1.tsv" ] || timed "games: seed $seed against $1" "$engine" train \
            --resume "$file" --games "$games" --trials "$level_trials" --trial-opponent "$2" \
            --trials-out "$file-$1.tsv" --out "$dir/unchanged"
    done
    enter_trials "games won" "-$1.tsv" -v "at=$x"
    enter_trials "final positions scored correctly" "-$1.tsv" -v "at=$x" -v column=6
}

# Schraudolph's networks. $least: the first checkpoint that is drawn.
territory_scale() {
    by_scale size 4 9 9
    by_scale games 20 3000 3000
    by_scale trials 10 100 1000
    by_scale seeds "1 2" "1 2 3" "1 2 3 4 5"
    by_scale least 5 100 100
    by_scale annealing 10 1000 1000
    gentle="--temperature 1 --final-temperature 0.2 --annealing-games $annealing --alpha 0.0001"
}

# TD(mu) needs a larger step size, because its errors pass a sigmoid.
ekker_scale() {
    mu='--td mu --alpha 0.1'
    by_scale size 4 5 5
    by_scale games 20 20000 20000
    by_scale trials 10 200 1000
    by_scale level_trials 4 100 400
    by_scale seeds "1 2" "1 2 3" "1 2 3 4 5 6 7 8 9 10"
    by_scale least 5 100 100
}
draw_trials() {
    counts="$(echo "$seeds" | wc -w | tr -d ' ') training runs, $trials trial games each"
    draw "$1" "training games" "% won against $2" "set logscale x" "set yrange [0:100]"
}
