# UCT against TD search with the same default policy: at equal simulations, and at equal processor time
# time: smoke 2 s, lab ~1 h, paper ~40 h
by_scale simulations "4 8" "100 300 1000" "100 300 1000 3000"
by_scale longer "12" "3000" "10000 30000"
by_scale match_games 2 60 200
by_scale exploration "0.4" "0.2 0.4 0.8" "0.1 0.2 0.4 0.6 0.8"
by_scale urgency "1000" "1 1000" "0.5 0.8 1 1.1 1000"

# versus SERIES X SPECIFICATION OPPONENT [LINE...]: plays a match and adds the first player's point.
versus() {
    series=$1 x=$2 us=$3 them=$4
    shift 4
    id=$(echo "$series $x" | tr -c 'A-Za-z0-9.+=\n' '-')
    {
        echo "size $size"
        echo "games $match_games"
        for line in "$@"; do echo "$line"; done
        echo "player $id $us pass_when=filled"
        echo "player td-search $them pass_when=filled"
    } >"$dir/plan-$id"
    play "$dir/plan-$id" "$dir/part-$id.tsv"
    printf '%s\t%s\t%s\n' "$id" "$series" "$x" >"$dir/one"
    awk -F '\t' -f "$here/lib/wilson.awk" "$dir/one" "$dir/part-$id.tsv" >>"$dir/data.tsv"
}

# uct C URGENCY N: vanilla UCT with N simulations against as many of TD search.
uct() {
    versus "UCT, c $1, first play $2" "$3" \
        "preset uct simulations=$3 exploration=$1 fpu=$2" "preset td-search simulations=$3"
}

# equal_time N: both get N/10,000 s, in which TD search makes about 7 N simulations, UCT twice as many.
equal_time() {
    seconds=$(awk "BEGIN { print ($1 < 20 ? 20 : $1) / 10000 }")
    versus "UCT, equal processor time" "$1" "preset uct move_time=$seconds" \
        "preset td-search move_time=$seconds" "clock processor"
}

for n in $simulations; do
    for c in $exploration; do
        for first in $urgency; do uct "$c" "$first" "$n"; done
    done
    equal_time "$n"
done
# The best c and urgency at the largest number of simulations so far are used for the rest.
best=$(awk -F '\t' -v n="${simulations##* }" '$1 ~ /^UCT, c / && $2 == n && $3 >= most {
        most = $3
        split($1, word, /[ ,]+/)
    }
    END { print word[3], word[6] }' "$dir/data.tsv")
note "with ${simulations##* } simulations c ${best% *} and first-play urgency ${best#* } did best"
for n in $longer; do
    uct "${best% *}" "${best#* }" "$n"
done
rm -f "$dir/one"
draw "UCT by c and first-play urgency, against TD search" "simulations per move" "% won by UCT" \
    "set logscale x" "set yrange [0:100]"
