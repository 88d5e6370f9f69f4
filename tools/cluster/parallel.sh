#!/bin/sh
# Runs a match in shards, a grid of trainings, or guzumi learn with shards that play for it, by GNU
# parallel, on this machine or on others by ssh:
#   sh tools/cluster/parallel.sh match PLAN FOLDER SHARDS [options of parallel]
#   sh tools/cluster/parallel.sh train GRID FOLDER [options of parallel]
#   sh tools/cluster/parallel.sh learn OPTIONS FOLDER SHARDS [options of parallel]
# Options such as -j 4 or --sshloginfile HOSTS are passed to parallel. Other machines need this
# folder under the same path (a shared file system) and the executable GUZUMI (guzumi). Running it
# again continues it. cell.sh says where the results go.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
# shellcheck source=tools/cluster/jobs.sh
. "$here/jobs.sh"

command -v parallel >/dev/null 2>&1 || fail "GNU parallel is missing (Debian: parallel)"

failed=
read_job "$@"
shift "$job_words"
# Shards would wait forever for a loop that has failed three times.
[ "$what" = learn ] && set -- --halt now,fail=1 "$@"
numbers "$count" |
    parallel --will-cite --quote --retries 3 --workdir "$PWD" --env GUZUMI "$@" \
        sh "$here/cell.sh" "$what" "$file" "$folder" ${shards:+"$shards"} || {
    failed=yes
    [ "$what" = train ] && echo "parallel.sh: trainings failed; see the train.log of each" >&2
    [ "$what" = learn ] && echo "parallel.sh: see the last lines of $folder/learn-*.log" >&2
}
[ "$what" = match ] && { sh "$here/cell.sh" merge "$file" "$folder" || failed=yes; }
[ -z "$failed" ]
