#!/bin/sh
# Submits a match in shards, a grid of trainings, or guzumi learn with shards, as a Slurm job array:
#   sh tools/cluster/slurm.sh match PLAN FOLDER SHARDS [options of sbatch]
#   sh tools/cluster/slurm.sh train GRID FOLDER [options of sbatch]
#   sh tools/cluster/slurm.sh learn OPTIONS FOLDER SHARDS [options of sbatch]
# Options such as --time=2:00:00 --partition=NAME are passed to sbatch. A second job with the same
# options merges the shards after the first. Submitting it again continues it. cell.sh says where
# the results go; GUZUMI is the executable (guzumi).

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
# shellcheck source=tools/cluster/jobs.sh
. "$here/jobs.sh"

command -v sbatch >/dev/null 2>&1 || fail "sbatch is missing; run this on a machine of a Slurm cluster"

read_job "$@"
shift "$job_words"
job=$(sbatch --parsable --job-name="guzumi-$what" --array="1-$count" --requeue --open-mode=append \
    --output="$folder/slurm-%a.log" "$@" \
    "$here/cell.sh" "$what" "$file" "$folder" ${shards:+"$shards"}) || exit 1
echo "job array $job: $count parts"
[ "$what" = match ] || exit 0
merge=$(sbatch --parsable "$@" --array=1 --job-name=guzumi-merge --dependency="afterany:${job%%;*}" \
    --output="$folder/slurm-merge.log" "$here/cell.sh" merge "$file" "$folder") || exit 1
echo "job $merge merges the shards into $folder/results.tsv"
