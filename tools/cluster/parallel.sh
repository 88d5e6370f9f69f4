#!/bin/sh
# A match in shards, or a grid of trainings, by GNU parallel on this machine or on others by ssh:
#   sh tools/cluster/parallel.sh match PLAN FOLDER SHARDS [options of parallel]
#   sh tools/cluster/parallel.sh train GRID FOLDER [options of parallel]
# Options of parallel, as -j 4 or --sshloginfile HOSTS, go to it as they are. Other machines need
# this folder under the same path (a shared file system) and the executable GUZUMI (guzumi).
# Run again it continues where it stopped. cell.sh says what ends up where.

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
    [ "$what" = match ] || echo "parallel.sh: trainings failed; the train.log of each says why" >&2
}
[ "$what" = match ] && { sh "$here/cell.sh" merge "$file" "$folder" || failed=yes; }
[ -z "$failed" ]
