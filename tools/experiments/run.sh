#!/bin/sh
# Runs experiments of the papers: sh tools/experiments/run.sh NAME... [--scale smoke|lab|paper]
# --help lists them. The same command continues a run that was stopped.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
root=$(CDPATH='' cd -- "$here/../.." && pwd) || exit 1
PATH=$PATH:/usr/games:/usr/local/games
LC_ALL=C # decimal points in every locale
export PATH LC_ALL

usage() {
    cat <<'EOF'
Usage: sh tools/experiments/run.sh NAME... [options]
       sh tools/experiments/run.sh gallery [--out DIR]
       sh tools/experiments/run.sh redraw
Runs experiments of the papers and draws their figures. 'gallery' writes gallery.html, one page with
all pictures and verdicts, and the tables of the README. 'redraw' draws the pictures in 'results'
again from their tables.

Options:
  --scale SCALE   smoke (seconds, small boards, meaningless numbers), lab (16 h for all)
                  or paper (the papers' numbers of games and simulations); default: lab
  --out DIR       Write the results into subfolders of DIR; default: build/experiments/SCALE
  --jobs N        Play N games at a time; default: 1
  --engine FILE   The executable; default: build it by tools/run.sh

Experiments, with the time of each scale on one core (~: estimated):
EOF
    for file in "$here"/figures/*.sh; do
        describe "$(basename "$file" .sh)"
    done
    cat <<'EOF'

'all' runs all of them. Results: data.tsv, manifest.json, and figures if gnuplot is installed.
EOF
}

# Prints the first two comment lines of a figure's script: its subject, and the time of each scale.
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
    -*) complain "unknown option $1; see --help" ;;
    gallery | redraw) names="$names $1" ;;
    all) for file in "$here"/figures/*.sh; do names="$names $(basename "$file" .sh)"; done ;;
    *)
        [ -f "$here/figures/$1.sh" ] || complain "unknown experiment '$1'; see --help"
        names="$names $1"
        ;;
    esac
    shift
done
[ -n "$names" ] || {
    usage
    exit 2
}
case $scale in smoke | lab | paper) ;; *) complain "unknown scale '$scale'; expected smoke, lab or paper" ;; esac
case $jobs in '' | 0 | *[!0-9]*) complain "--jobs wants a number of games, not '$jobs'" ;; esac

# Writes the gallery into $out, and the README's tables from verdicts.tsv and today.tsv.
gallery() {
    awk -F '\t' -v here="$here" -f "$here/lib/gallery.awk" "$here/verdicts.tsv" "$here/today.tsv" >"$out/gallery.html" &&
        awk -F '\t' -v here="$here" -f "$here/lib/table.awk" "$here/verdicts.tsv" "$here/today.tsv" \
            "$here/README.md" >"$out/README.new" || exit 1
    if cmp -s "$out/README.new" "$here/README.md"; then rm "$out/README.new"; else mv "$out/README.new" "$here/README.md"; fi
    printf 'experiments: %s\n' "$out/gallery.html"
}

# Draws each picture in results from its table; their gnuplot scripts go into $out.
redraw() (
    . "$here/lib/common.sh"
    mkdir -p "$dir"
    for table in "$here"/results/*.tsv; do
        figure=$(basename "$table" .tsv)
        render "$table" "$dir/$figure" || give_up "gnuplot failed, see $dir/log"
        mv "$dir/$figure.svg" "$here/results"
    done
)

case $names in
' gallery' | ' redraw')
    out=${out:-$root/build/experiments}
    mkdir -p "$out" && out=$(CDPATH='' cd -- "$out" && pwd) || exit 1
    name=${names# }
    $name
    exit
    ;;
*' gallery'* | *' redraw'*) complain "'gallery' and 'redraw' stand alone" ;;
esac

if [ -z "$engine" ]; then
    sh "$root/tools/run.sh" --version >/dev/null || exit 1
    engine=$root/build/release/guzumi
fi
[ -x "$engine" ] || complain "$engine is not an executable"
engine=$(CDPATH='' cd -- "$(dirname -- "$engine")" && pwd)/$(basename "$engine")
[ -n "$out" ] || out=$root/build/experiments/$scale
case $out in /*) ;; *) out=$PWD/$out ;; esac
case $out in *[[:space:]]*)
    complain "'$out': the name contains a blank, and plans of matches have none in names; choose another --out"
    ;;
esac
mkdir -p "$out" && out=$(CDPATH='' cd -- "$out" && pwd) || exit 1
# Without a trap, a shell that waits for a program leaves Ctrl-C to the program and continues.
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
