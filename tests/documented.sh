#!/bin/sh
# The documents against the program: every line of a code block that begins with "guzumi" must have
# options that exist, and every `... guzumi gtp ...` or `... analysis ...` must start.
#   sh documented.sh ENGINE FOLDER

engine=$1 folder=$2 documents=$(cd "$(dirname "$0")/.." && pwd)
failed=0 count=0
mkdir -p "$folder" && cd "$folder" || exit 1

# Files that lines of a training continue.
"$engine" train --size 13 --games 1 --out first.weights >documented.out 2>&1 </dev/null
cp "$documents/weights/network-9x9.weights" .

# accept LINE EXTRA: the program must take the line, without its comment, with EXTRA behind it.
accept() {
    words=$(printf '%s\n' "$1" | sed 's/^.*guzumi //; s/ #.*//; s/\\$//; s/"//g')
    count=$((count + 1))
    "$engine" $words $2 </dev/null >documented.out 2>&1 && return
    printf 'FAILED: guzumi %s %s\n' "$words" "$2"
    cat documented.out
    failed=1
}

# --help comes last, so the options before it have been read.
for document in "$documents"/README.md "$documents"/.github/*.md "$documents"/src/README.md \
    "$documents"/tools/*/README.md; do
    case $document in */NOTEBOOK.md | */CHANGELOG.md) continue ;; esac
    sed -n '/^```/,/^```/s/^\(guzumi .*\)/\1/p' "$document" >documented.lines
    while IFS= read -r line; do accept "$line" --help; done <documented.lines
    grep -o '[^`"]*guzumi \(gtp\|analysis\)\( [^`"]*\)\{0,1\}' "$document" >documented.lines
    while IFS= read -r line; do
        case $line in *--weights*) ;; *) accept "$line" ;; esac
    done <documented.lines
done
[ "$count" -gt 40 ] || { echo "FAILED: only $count lines were found"; failed=1; }
exit $failed
