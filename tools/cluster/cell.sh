#!/bin/sh
# Runs one part of a large job. If it was stopped or killed, running it again continues it.
#   sh cell.sh match PLAN FOLDER SHARDS [I]    plays shard I into FOLDER/shard-I.tsv
#   sh cell.sh merge PLAN FOLDER               merges the shards into FOLDER/results.tsv
#   sh cell.sh train GRID FOLDER [I]           trains the cell of line I into FOLDER/NAME/
#   sh cell.sh learn OPTIONS FOLDER SHARDS [I] runs guzumi learn (I = 1), or plays games for it
# I defaults to the task number of a Slurm job array. A grid is a text file with one line per cell:
# 'NAME options of guzumi train'; OPTIONS is a text file with the options of guzumi learn. The
# environment variable GUZUMI names the executable (guzumi).

guzumi=${GUZUMI:-guzumi}

fail() {
    printf 'cell.sh: %s\n' "$*" >&2
    exit 2
}

command -v "$guzumi" >/dev/null 2>&1 ||
    fail "there is no executable $guzumi; set GUZUMI to the path of guzumi"

play_shard() {
    plan=$1 folder=$2 shards=$3 i=$4
    [ -n "$i" ] || fail "missing number of the shard"
    mkdir -p "$folder" || exit 1
    exec "$guzumi" match "$plan" --quiet --shard "$i/$shards" --out "$folder/shard-$i.tsv"
}

merge_shards() {
    exec "$guzumi" merge "$1" "$2"/shard-*.tsv --out "$2/results.tsv"
}

# All parts have the same options; those after the first play as shards.
learn_part() {
    options=$1 folder=$2 i=$4
    [ -n "$i" ] || fail "missing number of the part"
    [ -r "$options" ] || fail "can't read $options"
    mkdir -p "$folder" || exit 1
    set -f
    # shellcheck disable=SC2046
    set -- $(sed -e 's/#.*//' "$options")
    [ "$i" -eq 1 ] || set -- "$@" --shard "$i"
    exec "$guzumi" learn "$folder" "$@" 2>>"$folder/learn-$i.log"
}

# Prints the I-th line that is neither empty nor a comment.
cell_line() {
    sed -e 's/^[[:blank:]]*//' -e '/^#/d' -e '/^$/d' "$1" | sed -n "${2}p"
}

# Identifies a training: its line with single blanks, without the options that may change when it
# continues.
training_of() {
    tr -s '[:blank:]' ' ' <"$1" |
        sed -e 's/ --games[ =][^ ]*//g' -e 's/ --steps[ =][^ ]*//g' -e 's/ --minutes[ =][^ ]*//g' \
            -e 's/ --keep-every[ =][^ ]*//g' -e 's/ $//'
}

# The options of a cell for continuing from its weights, which determine kind and start already.
resumed_words() {
    while [ $# -gt 0 ]; do
        case $1 in
        --kind | --start-from) shift ;;
        --kind=* | --start-from=*) ;;
        *) printf '%s ' "$1" ;;
        esac
        shift
    done
}

train_cell() {
    grid=$1 folder=$2 i=$3
    [ -n "$i" ] || fail "missing number of the cell"
    line=$(cell_line "$grid" "$i")
    [ -n "$line" ] || fail "$grid has no cell $i"
    # Word splitting is intended: the line is a command line without quotes.
    set -f
    # shellcheck disable=SC2086
    set -- $line
    cell=$folder/$1
    shift
    mkdir -p "$cell" || exit 1
    printf '%s\n' "$line" >"$cell/cell.new"
    if [ -f "$cell/final.weights" ]; then
        [ "$(training_of "$cell/cell.new")" = "$(training_of "$cell/cell.txt")" ] ||
            fail "$cell holds a different training, see its cell.txt; give the cell another name"
        # shellcheck disable=SC2046
        set -- $(resumed_words "$@") --resume "$cell/final.weights"
    fi
    mv "$cell/cell.new" "$cell/cell.txt"
    exec "$guzumi" train "$@" --keep-checkpoints --out "$cell/final.weights" 2>>"$cell/train.log"
}

what=$1
[ $# -ge 3 ] || fail "missing arguments; see the head of this file"
shift
case $what in
match) play_shard "$1" "$2" "$3" "${4:-$SLURM_ARRAY_TASK_ID}" ;;
merge) merge_shards "$1" "$2" ;;
train) train_cell "$1" "$2" "${3:-$SLURM_ARRAY_TASK_ID}" ;;
learn) learn_part "$1" "$2" "$3" "${4:-$SLURM_ARRAY_TASK_ID}" ;;
*) fail "unknown job '$what'; expected match, merge, train or learn" ;;
esac
