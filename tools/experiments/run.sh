#!/bin/sh
# Runs experiments of the papers:  sh tools/experiments/run.sh NAME... [--scale smoke|lab|paper]
# --help lists them. A run that was stopped continues where it was.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
root=$(CDPATH='' cd -- "$here/../.." && pwd) || exit 1
PATH=$PATH:/usr/games:/usr/local/games
LC_ALL=C # numbers with points, whatever the user's language
export PATH LC_ALL

usage() {
    cat <<'EOF'
Usage: sh tools/experiments/run.sh NAME... [options]
Runs experiments of the papers and draws their figures.

Options:
  --scale SCALE   smoke (seconds, small boards, meaningless numbers), lab (16 h for all)
                  or paper (the papers' numbers of games and simulations); lab unless told otherwise.
  --out DIR       Where results go, a folder each (build/experiments/SCALE).
  --jobs N        Games at a time (1).
  --engine FILE   The executable (built by tools/run.sh when it isn't given).

Experiments, and the time that each scale took on one core (~: estimated):
EOF
    for file in "$here"/figures/*.sh; do
        describe "$(basename "$file" .sh)"
    done
    cat <<'EOF'

'all' runs them all. Results: data.tsv, manifest.json, and pictures when gnuplot is there.
EOF
}

# The first two comment lines of a figure's script: what it is, and how long each scale took.
describe() {
    sed -n -e '1s/^# //p' -e '2s/^# time: //p' "$here/figures/$1.sh" |
        awk -v name="$1" 'NR == 1 { what = $0 } NR == 2 { printf "  %-11s %s\n  %-11s   (%s)\n", name, what, "", $0 }'
}

complain() {
    printf 'experiments: %s\n' "$*" >&2
    exit 2
}

names='' scale=lab out='' jobs=1 engine='' command="sh tools/experiments/run.sh $*"
while [ $# -gt 0 ]; do
    case $1 in
    --help | -h)
        usage
        exit 0
        ;;
    --scale | --out | --jobs | --engine)
        [ $# -ge 2 ] || complain "$1 needs a value"
        case $1 in
        --scale) scale=$2 ;;
        --out) out=$2 ;;
        --jobs) jobs=$2 ;;
        --engine) engine=$2 ;;
        esac
        shift
        ;;
    -*) complain "no option $1; --help lists them" ;;
    all) for file in "$here"/figures/*.sh; do names="$names $(basename "$file" .sh)"; done ;;
    *)
        [ -f "$here/figures/$1.sh" ] || complain "no experiment '$1'; --help lists them"
        names="$names $1"
        ;;
    esac
    shift
done
[ -n "$names" ] || {
    usage
    exit 2
}
case $scale in smoke | lab | paper) ;; *) complain "--scale is smoke, lab or paper, not '$scale'" ;; esac
case $jobs in '' | 0 | *[!0-9]*) complain "--jobs wants a number of games, not '$jobs'" ;; esac

if [ -z "$engine" ]; then
    sh "$root/tools/run.sh" --version >/dev/null || exit 1
    engine=$root/build/release/guzumi
fi
[ -x "$engine" ] || complain "$engine is no executable"
engine=$(CDPATH='' cd -- "$(dirname -- "$engine")" && pwd)/$(basename "$engine")
[ -n "$out" ] || out=$root/build/experiments/$scale
mkdir -p "$out" || exit 1
out=$(CDPATH='' cd -- "$out" && pwd) || exit 1
case $out in *[[:space:]]*)
    complain "'$out' has blanks in it, which plans of matches can't have; choose another --out"
    ;;
esac
# A shell that waits for a program takes Ctrl-C for the program's alone, unless it is told.
trap 'exit 130' INT

failed=''
for name in $names; do
    (
        . "$here/lib/common.sh"
        trap interrupted INT
        begin
        . "$here/figures/$name.sh"
        finish
    ) # not in a list with ||, which would switch set -e off
    # shellcheck disable=SC2181
    [ $? -eq 0 ] || failed="$failed $name"
done
[ -z "$failed" ] || {
    printf 'experiments: failed:%s\n' "$failed" >&2
    exit 1
}
