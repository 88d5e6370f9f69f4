# What the experiments with networks share (Schraudolph 1994, Ekker 2004).

# Networks that experiments share, and tables of their trials.
networks=$shared/networks
mkdir -p "$networks"

# network_curve SERIES KIND OPTION...: trains a network to $games games on boards of $size with each of
# $seeds, and enters how many of their trial games these win at each checkpoint. Afterwards $weights
# names the files, $weights-SEED in $networks; what any experiment has trained already is taken. If
# $start is set, each starts from the one with its seed among those.
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
    [ ! -f "$file" ] || set -- --resume "$file" # it was stopped
    # Word splitting is meant.
    # shellcheck disable=SC2086
    once "$file.done" "training: $label, seed $seed" "$engine" train "$@" $settings \
        --trials-out "$file.tsv" --out "$file"
    touch "$file.done"
}

# enter_trials SERIES ENDING AWK_OPTION...: the tables of trials whose names end so, of all seeds.
enter_trials() {
    series=$1 tables=''
    for seed in $seeds; do tables="$tables $weights-$seed$2"; done
    shift 2
    # shellcheck disable=SC2086
    (cd "$networks" && awk -F '\t' -v "series=$series" "$@" -f "$here/lib/trials.awk" $tables) >>"$dir/data.tsv"
}

# network_level SERIES NAME OPPONENT: how often the networks $weights win against a program, NAME for
# short, without learning, as the point at $x of SERIES, and which share of the end positions they
# score right.
network_level() {
    for seed in $seeds; do
        file=$networks/$weights-$seed
        [ -f "$file-$2.tsv" ] || timed "games: $1, seed $seed, against $2" "$engine" train \
            --resume "$file" --games "$games" --trials "$level_trials" --trial-opponent "$3" \
            --trials-out "$file-$2.tsv" --out "$dir/unchanged"
    done
    enter_trials "$1" "-$2.tsv" -v "at=$x"
    enter_trials "$1, end positions scored right" "-$2.tsv" -v "at=$x" -v column=6
}

# Schraudolph's networks: games, trial games, and the first checkpoint that is drawn.
territory_scale() {
    by_scale size 4 9 9
    by_scale games 20 3000 3000
    by_scale trials 10 100 1000
    by_scale seeds "1 2" "1 2 3" "1 2 3 4 5"
    by_scale least 5 100 100
    by_scale annealing 10 1000 1000
    gentle="--temperature 1 --last-temperature 0.2 --annealing $annealing --alpha 0.0001"
}

# The step of backpropagation is larger for TD(mu), whose errors pass a sigmoid.
ekker_scale() {
    mu='--td mu --alpha 0.1'
    by_scale size 4 5 5
    by_scale games 20 20000 20000
    by_scale trials 10 200 1000
    by_scale level_trials 4 100 400
    by_scale seeds "1 2" "1 2 3" "1 2 3 4 5 6 7 8 9 10"
    by_scale least 5 100 100
}
draw_trials() { draw "$1" "training games" "% won against $2" "set logscale x" "set yrange [0:100]"; }
