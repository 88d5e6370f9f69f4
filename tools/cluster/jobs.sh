# shellcheck shell=sh disable=SC2034
# Sourced by parallel.sh and slurm.sh: reads their common arguments.

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 2
}

# read_job match PLAN FOLDER SHARDS ... | learn OPTIONS FOLDER SHARDS ... | train GRID FOLDER ...: sets what, file, folder, shards
# (empty for trainings), count (of parts) and job_words (arguments used), and creates the folder.
read_job() {
    what=$1 file=$2 folder=$3 shards=
    case $what in
    match | learn)
        [ $# -ge 4 ] || fail "usage: $what FILE FOLDER SHARDS [options]"
        shards=$4 count=$4 job_words=4
        ;;
    train)
        [ $# -ge 3 ] || fail "usage: train GRID FOLDER [options]"
        [ -r "$file" ] || fail "can't read $file"
        count=$(grep -c '^[[:blank:]]*[^#[:blank:]]' "$file") job_words=3
        twice=$(awk '$1 != "" && $1 !~ /^#/ && seen[$1]++ { print $1; exit }' "$file")
        [ -z "$twice" ] || fail "$file: two cells are named $twice; rename one"
        ;;
    *) fail "unknown job '$what'; expected match, train or learn" ;;
    esac
    [ -r "$file" ] || fail "can't read $file"
    [ "$count" -gt 0 ] 2>/dev/null || fail "invalid number of parts '$count'; expected 1 or more"
    mkdir -p "$folder" || exit 1
}

# Prints 1 to N, one per line.
numbers() {
    i=1
    while [ "$i" -le "$1" ]; do
        echo "$i"
        i=$((i + 1))
    done
}
