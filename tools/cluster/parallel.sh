#!/bin/sh
# Runs a match in shards or a grid of trainings by GNU parallel, on this machine or on others by ssh:
#   sh tools/cluster/parallel.sh match PLAN FOLDER SHARDS [options of parallel]
#   sh tools/cluster/parallel.sh train GRID FOLDER [options of parallel]
# Options such as -j 4 or --sshloginfile HOSTS are passed to parallel. Other machines need this
# folder under the same path (a shared file system) and the executable GUZUMI (guzumi). Running it
# again continues it. cell.sh says where the results go.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
# shellcheck source=tools/cluster/jobs.sh
. "$here/jobs.sh"

command -v parallel >/dev/null 2>&1 || fail "GNU parallel is missing (Debian: parallel)"

read_job "$@"
shift "$job_words"
numbers "$count" |
    parallel --will-cite --quote --retries 3 --workdir "$PWD" --env GUZUMI "$@" \
        sh "$here/cell.sh" "$what" "$file" "$folder" ${shards:+"$shards"} || {
    failed=yes
    [ "$what" = match ] || echo "parallel.sh: trainings failed; see the train.log of each" >&2
}
[ "$what" = match ] && { sh "$here/cell.sh" merge "$file" "$folder" || failed=yes; }
[ -z "$failed" ]
