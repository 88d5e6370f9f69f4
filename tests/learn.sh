#!/bin/sh
# guzumi learn: generations in a folder, killed at any moment and continued.
#   sh learn.sh ENGINE FOLDER

engine=$1 folder=$2
failed=0
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1

fail() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

options='--size 6 --games 6 --simulations 24 --fast-simulations 6 --passes 1 --network-batch 16
    --match-games 4 --match-time 0.002 --seed 7'

# learn FOLDER OPTION...
learn() {
    # shellcheck disable=SC2086 # several words, here and below
    "$engine" learn "$@" $options
}

learn whole --generations 2 >whole.out 2>whole.log || { fail 'two generations'; cat whole.log; }
[ "$(wc -l <whole/history.tsv)" -eq 3 ] || fail 'the history of two generations'
[ "$(cut -f2 whole/history.tsv | tr '\n' ' ')" = 'games 6 12 ' ] || fail 'the games of the history'
awk -F'\t' 'NR > 1 && ($12 + $13 + $14 < 4 || $5 < 2 || $16 > $1) { exit 1 }' whole/history.tsv ||
    fail 'the rows of the history'
"$engine" weights info whole/best.weights >info.out 2>&1 || { fail 'best.weights'; cat info.out; }
best=$(printf 'whole/networks/%03d.weights' "$(tail -n1 whole/history.tsv | cut -f16)")
cmp -s whole/best.weights "$best" || fail 'best.weights is not the current network'
for text in '<h2>Curves' '<h2>First moves' 'generation 0<' 'var size=6,stars' '<h2>Generations'; do
    grep -q "$text" whole/report.html || fail "the report lacks $text"
done

# A beginning that fails fixes nothing: the advice that it gives is followed.
short='--games 2 --simulations 8 --fast-simulations 4 --generations 1 --match-games 2 --match-time 0.002'
"$engine" learn unborn --size 3 2>unborn.log && fail 'a network for 3x3'
grep -q 'use --from-scratch' unborn.log || { fail 'the advice'; cat unborn.log; }
# shellcheck disable=SC2086
"$engine" learn unborn --size 3 --from-scratch $short >unborn.out 2>unborn.log ||
    { fail 'another beginning'; cat unborn.log; }

# A size whose weight leaves it no games plays one pair in the match.
# shellcheck disable=SC2086
"$engine" learn small --size 6:100,7:1 $short >small.out 2>small.log ||
    { fail 'a small weight'; cat small.log; }
[ "$(grep -c . small/matches/001-7.tsv)" -eq 3 ] || fail 'the pair of a small weight'

# Nothing is left to do.
learn whole --generations 2 >again.out 2>again.log || { fail 'a complete folder'; cat again.log; }
[ "$(wc -l <whole/history.tsv)" -eq 3 ] || fail 'a complete folder has another generation'

# Killed repeatedly, each time a bit later: no more games than wanted, and the same ones.
i=0
while [ $i -lt 40 ]; do
    i=$((i + 1))
    # Not by the function: its shell would be killed, and not the engine.
    # shellcheck disable=SC2086
    "$engine" learn killed --generations 1 $options >killed.out 2>killed.log &
    process=$!
    sleep $(((i + 1) / 10)).$(((i + 1) % 10))
    kill -KILL $process 2>killed.err
    wait $process 2>killed.err
    [ "$(grep -c . killed/history.tsv 2>killed.err)" = 2 ] && break
done
learn killed --generations 1 >killed.out 2>killed.log || { fail 'after kills'; cat killed.log; }
cmp -s whole/games/001-6-1.samples killed/games/001-6-1.samples || fail 'the games after kills'
cmp -s whole/networks/001.weights killed/networks/001.weights || fail 'the network after kills'
measures() {
    sed -n 2p $1/history.tsv | cut -f2-5,7-11
}
[ "$(measures whole)" = "$(measures killed)" ] || fail 'what the training measured, after kills'

# Games of another machine are learnt from.
"$engine" selfplay --size 6 --games 2 --simulations 40 --weights whole/best.weights --seed 99 \
    --out whole/games/other.samples >other.log 2>&1 || { fail 'selfplay'; cat other.log; }
learn whole --generations 3 >more.out 2>more.log || { fail 'a third generation'; cat more.log; }
[ "$(tail -n1 whole/history.tsv | cut -f2)" = 20 ] || fail 'the games of another machine'

# Games that arrive for the current generation count towards its games: two are left to play.
mkdir -p joined/games
"$engine" selfplay --size 6 --games 4 --simulations 24 --seed 98 --out joined/games/001x.samples \
    >other.log 2>&1 || { fail 'games that come in'; cat other.log; }
learn joined --generations 1 >joined.out 2>joined.log || { fail 'with other games'; cat joined.log; }
[ "$(tail -n1 joined/history.tsv | cut -f2)" = 6 ] || fail 'games that came in do not count'

# The newest games first: those of the largest number, not of the last name; those from elsewhere,
# whose names may begin with a board's size, come last, so that they never take the place of the
# generation's own. One game of number NEWEST, four of OTHER: which of them did it learn from?
for names in '1000 999' '13 002'; do
    newest=${names% *} other=${names#* }
    mkdir -p order$newest/games
    for of in "4 $other" "1 $newest"; do
        "$engine" selfplay --size 6 --games "${of% *}" --simulations 24 --seed 97 \
            --out "order$newest/games/${of#* }-6-1.samples" >other.log 2>&1 ||
            { fail 'games'; cat other.log; }
    done
    learn order$newest --generations 1 --window 1 >order.out 2>order.log ||
        { fail "a window before $newest"; cat order.log; }
    awk -F'\t' -v few=$((newest == 1000)) 'NR > 1 && (5 * $4 <= $3) != few { exit 1 }' \
        order$newest/history.tsv ||
        { fail "the newest games, $newest"; cat order$newest/history.tsv; }
done

# A damaged file that only the page is made of costs a part of the page.
printf 'no game\n' >joined/matches/001-6/0000000.sgf
learn joined --generations 1 >joined.out 2>joined.log || { fail 'a damaged game'; cat joined.log; }
grep -q 'part of this page is missing:.*0000000.sgf' joined/report.html ||
    fail 'the page does not name the damaged game'

# A machine that has just begun its file, or was stopped there, stops nobody else.
printf 'GUZUMI sam' >joined/games/002y.samples
: >joined/games/empty.samples
learn joined --generations 2 >joined.out 2>joined.log || { fail 'empty files'; cat joined.log; }

# Sizes have a gate and win rates each; a history from before these columns is read.
# shellcheck disable=SC2086
"$engine" learn sizes $options --size 6:1,7:1 --games 20 --generations 1 >sizes.out 2>sizes.log ||
    { fail 'two sizes'; cat sizes.log; }
for text in '<h2>Win rates' '6×6: .* % of' '<br>7×7: .* % of' 'expected error'; do
    grep -q "$text" sizes/report.html || fail "the report of two sizes lacks $text"
done
# Their games are one test: two pairs decide nothing, but the new network plays if it won more.
awk -F'\t' 'function sign(x) { return (x > 0) - (x < 0) }
    NR > 1 && (sign($15) != sign($12 - $14) || ($16 == 1) != ($15 > 0)) { exit 1 }' \
    sizes/history.tsv ||
    { fail 'the gate of two sizes'; cat sizes/history.tsv; }
awk -F'\t' -v OFS='\t' 'NR > 1 { $9 = 1 } { NF = 16; print }' sizes/history.tsv >sizes/older &&
    mv sizes/older sizes/history.tsv
# shellcheck disable=SC2086
"$engine" learn sizes $options --size 6:1,7:1 --games 20 --generations 1 >sizes.out 2>sizes.log ||
    { fail 'an older history'; cat sizes.log; }
grep -q nan sizes/report.html && fail 'a curve of a measure that is 100 %'

# A shard plays for a loop, and ends with it.
# shellcheck disable=SC2086
"$engine" learn shared $options --generations 1 --shard 2 >shard.out 2>shard.log &
shard=$!
learn shared --generations 1 >shared.out 2>shared.log || { fail 'beside a shard'; cat shared.log; }
wait $shard || { fail 'a shard'; cat shard.log; }

# Refusals, each in one line.
refuse() {
    text=$1
    shift
    "$engine" learn "$@" >refused.out 2>refused.log && fail "accepted: $*"
    [ "$(wc -l <refused.log)" -eq 1 ] && grep -q -- "$text" refused.log ||
        { fail "the message about $*"; cat refused.log; }
}
refuse 'was begun with size=6:1, not with size=9:1; repeat that' whole --size 9
refuse 'is not a board size' other --size 9,9
refuse 'use two folders' other --size 9,19
refuse 'FOLDER' 
printf 'number\tgames\nx\ty\n' >whole/history.tsv
refuse 'history.tsv:2' whole --size 6 --seed 7

[ $failed -eq 0 ] && cd .. && rm -rf "$folder"
exit $failed
