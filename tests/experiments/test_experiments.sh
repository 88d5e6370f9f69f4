#!/bin/sh
# Runs every experiment at smoke scale and checks that its results exist and are plausible:
#   sh test_experiments.sh ROOT ENGINE FOLDER [NAME...]
# Exit status 77: skipped.

root=$1 engine=$2 folder=$3
shift 3
run() { sh "$root/tools/experiments/run.sh" "$@"; }
PATH=$PATH:/usr/games:/usr/local/games
failed=0

fail() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

command -v gnuplot >/dev/null 2>&1 || {
    echo 'skipped: gnuplot is missing'
    exit 77
}

# The points in $1 are numbers within their intervals.
check_points() {
    awk -F '\t' '
        function number(text) { return text ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ }
        NR == 1 {
            if ($0 != "series\tx\ty\tlow\thigh\tgames") { print "header: " $0; bad = 1 }
            next
        }
        NF != 6 || $1 == "" { print "line " NR ": " $0; bad = 1; next }
        !number($2) || !number($3) || !number($4) || !number($5) { print "not a number: " $0; bad = 1 }
        $4 > $3 || $3 > $5 { print "outside its interval: " $0; bad = 1 }
        { points++; series[$1] }
        END {
            for (s in series) n++
            if (points < 2) { print points + 0 " points"; bad = 1 }
            exit bad
        }' "$1"
}

check_win_rates() {
    awk -F '\t' 'NR > 1 && ($3 < 0 || $5 > 100.05 || $6 < 1) { print; bad = 1 } END { exit bad }' "$1"
}

check_ratings() {
    awk -F '\t' 'NR > 1 && ($3 < -20000 || $3 > 20000 || $6 < 1) { print; bad = 1 } END { exit bad }' "$1"
}

check_manifest() {
    for key in experiment title scale command seeds commit engine signatures machine started \
        finished seconds forfeits notes files; do
        grep -q "^  \"$key\": ." "$1" || fail "$1: no $key"
    done
    grep -q '"signatures": \["' "$1" || fail "$1: empty signatures"
    grep -q '"forfeits": 0,' "$1" || fail "$1: forfeited games"
    # Brackets and quotes are balanced.
    awk '{ text = text $0 }
        END {
            gsub(/\\./, "", text)
            bad = gsub(/"/, "", text) % 2 || gsub(/[{[]/, "", text) != gsub(/[]}]/, "", text)
            exit bad
        }' "$1" || fail "$1: unbalanced"
    if command -v python3 >/dev/null 2>&1; then
        python3 -m json.tool "$1" >/dev/null || fail "$1: not JSON"
    fi
}

check_pictures() {
    head -c 5 "$1.svg" | grep -q '<?xml' || fail "$1.svg: not XML"
    tail -n 2 "$1.svg" | grep -q '</svg>' || fail "$1.svg: incomplete"
    [ "$(head -c 4 "$1.png" | tail -c 3)" = PNG ] || fail "$1.png: not PNG"
}

check_experiment() {
    dir=$folder/$1
    if grep -q '"notes": .*skipped' "$dir/manifest.json" 2>/dev/null; then
        echo "$1: skipped, GNU Go is missing"
        return
    fi
    check_points "$dir/data.tsv" || fail "$1: data.tsv"
    if [ -f "$dir/ratings.tsv" ]; then
        check_ratings "$dir/data.tsv" || fail "$1: ratings"
    elif [ -f "$dir/games-5.tsv" ]; then
        check_win_rates "$dir/data.tsv" || fail "$1: win rates"
    fi
    check_manifest "$dir/manifest.json"
    check_pictures "$dir/$1"
}

# A number from the paper's Table 1.
check_table1() {
    grep -q "^3x3 LD + LI	9	62935	" "$folder/table1/data.tsv" || fail "table1: 3x3 on 9x9"
}

# A finished experiment plays no game again; with another executable it stops with a message.
check_again() {
    cp "$folder/$1/data.tsv" "$folder/before.tsv"
    run "$1" --scale smoke --out "$folder" --engine "$engine" 2>"$folder/log" || fail "$1 again"
    grep -q 'games:' "$folder/log" && fail "$1: played again"
    cmp -s "$folder/before.tsv" "$folder/$1/data.tsv" || fail "$1: other data the second time"
    echo other >"$folder/$1/engine"
    run "$1" --scale smoke --out "$folder" --engine "$engine" 2>"$folder/log" &&
        fail "$1: mixed the results of two executables"
    grep -q 'another executable' "$folder/log" || fail "$1: no message about the executable"
}

check_command_line() {
    run --help >"$folder/help" || fail "--help"
    for file in "$root"/tools/experiments/figures/*.sh; do
        name=$(basename "$file" .sh)
        grep -q "^  $name " "$folder/help" || fail "--help: no $name"
        # shellcheck disable=SC2016
        sed -n 2p "$file" | grep -Eq '^# time: smoke .*, lab .*, paper ' || fail "$name: no times"
        grep -q "^| \`$name\` |" "$root/tools/experiments/README.md" || fail "README: no row for $name"
    done
    for mistake in nonsense "gallery fig3" "fig3 --scale huge" "fig3 --jobs 0" "fig3 --nonsense" "fig3 --out"; do
        # Word splitting is intended.
        # shellcheck disable=SC2086
        run $mistake --engine "$engine" >"$folder/log" 2>&1
        [ $? -eq 2 ] || fail "$mistake: exit status"
    done
    run fig3 --out "$folder/a b" --engine "$engine" 2>"$folder/log" && fail "blanks in --out"
    grep -q 'choose another --out' "$folder/log" || fail "blanks in --out: no way out"
}

# The gallery, in a copy, because it writes the README's tables.
check_gallery() {
    mkdir -p "$folder/tools"
    cp -r "$root/tools/experiments" "$folder/tools"
    copy=$folder/tools/experiments
    sh "$copy/run.sh" redraw --out "$folder/redrawn" >"$folder/log" 2>&1 || fail "redraw: $(cat "$folder/log")"
    sh "$copy/run.sh" gallery --out "$folder" >"$folder/log" 2>&1 || fail "gallery: $(cat "$folder/log")"
    cmp -s "$copy/README.md" "$root/tools/experiments/README.md" ||
        fail "README: the tables are not those of run.sh gallery"
    page=$folder/gallery.html
    for file in "$root"/tools/experiments/figures/*.sh; do
        name=$(basename "$file" .sh)
        [ "$(grep -c "^<article id=\"$name\">" "$page")" = 1 ] || fail "gallery: no card for $name"
    done
    # Each verdict has the mark of its first word.
    for verdict in yes no not; do
        class=$(case $verdict in not) echo open ;; *) echo $verdict ;; esac)
        [ "$(cut -f 5 "$copy/verdicts.tsv" | grep -cw "^$verdict")" = "$(grep -c "<dd class=\"$class\">" "$page")" ] ||
            fail "gallery: marks of '$verdict'"
    done
    set -- "$copy"/results/*.svg
    [ "$(grep -c '<svg' "$page")" = $# ] || fail "gallery: not $# pictures"
    grep -Eq 'src=|href="[^#]|<\?xml|url\([^#]' "$page" && fail "gallery: refers to another file"
    tr ' ' '\n' <"$page" | sed -n "s/^id=['\"]\\([^'\"]*\\)['\"].*/\\1/p" | sort | uniq -d >"$folder/twice"
    [ ! -s "$folder/twice" ] || fail "gallery: ids given twice: $(head -n 3 "$folder/twice")"
    command -v rsvg-convert >/dev/null 2>&1 || return 0
    for file in "$copy"/results/*.svg; do
        rsvg-convert -o "$folder/picture.png" "$file" 2>"$folder/log" || fail "$file: $(cat "$folder/log")"
    done
}

# made_game FIRST SECOND RESULT: a line of a match's results.
made_game() {
    made=$((made + 1))
    printf '0000000000000001\t%d\t%s\t%s\t%s\t9\tscore\t-\t1\t2\t0\t0\t0\t0\ta\tb\t-\n' "$made" "$1" "$2" "$3"
}

# An anchor that wins all its games doesn't change the ratings of the others, 191 Elo apart for 6 wins of
# 8, and the caption says that the scale is a guess; with one defeat it is known.
check_scale() {
    mkdir -p "$folder/scale"
    made=0
    {
        printf 'plan\tgame\tblack\twhite\tresult\tmoves\tend\topening\tseed_black\tseed_white\tseconds_black'
        printf '\tseconds_white\tprocessor_black\tprocessor_white\tversion_black\tversion_white\terror\n'
        for result in B+1 B+1 B+1 W+1; do made_game better worse "$result"; done
        for result in W+1 W+1 W+1 B+1; do made_game worse better "$result"; done
        for player in better worse; do
            made_game anchor "$player" B+1
            made_game "$player" anchor W+1
        done
    } >"$folder/all.tsv"
    { cat "$folder/all.tsv" && made_game better anchor B+1; } >"$folder/some.tsv"
    printf 'better\tours\t2\nworse\tours\t1\n' >"$folder/scale/players.tsv"
    for games in all some; do
        : >"$folder/scale/data.tsv"
        (
            here=$root/tools/experiments name=scale out=$folder anchored=anchor=2000
            . "$here/lib/common.sh"
            elo "$folder/$games.tsv"
            echo "$bands" >"$folder/bands"
        ) 2>"$folder/log" || fail "elo: $(cat "$folder/log")"
        [ $games = some ] || awk -F '\t' '{ y[$2] = $3 } END { d = y[2] - y[1]; exit !(d >= 190 && d <= 192) }' \
            "$folder/scale/data.tsv" || fail "elo: $(cat "$folder/scale/data.tsv")"
        grep -q 'a guess$' "$folder/bands" && known=no || known=yes
        [ $known = "$([ $games = all ] && echo no || echo yes)" ] || fail "scale of $games: $(cat "$folder/bands")"
    done
}

rm -rf "$folder"
mkdir -p "$folder" || exit 1
check_command_line
check_scale
check_gallery
if [ $# -eq 0 ]; then
    for file in "$root"/tools/experiments/figures/*.sh; do set -- "$@" "$(basename "$file" .sh)"; done
fi
for name in "$@"; do
    run "$name" --scale smoke --out "$folder" --engine "$engine" 2>"$folder/log" || {
        cat "$folder/log"
        fail "$name"
        continue
    }
    check_experiment "$name"
done
case " $* " in *' table1 '*) check_table1 ;; esac
case " $* " in *' fig5a '*) check_again fig5a ;; esac
[ $failed -eq 0 ] && rm -rf "$folder"
exit $failed
