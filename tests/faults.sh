#!/bin/sh
# Faults around the program: full disks, outputs that nobody reads, a process that is stopped and
# continued, many threads.
#   sh faults.sh ENGINE FOLDER

engine=$1 folder=$2
failed=0
mkdir -p "$folder" && cd "$folder" && rm -rf ./* || exit 1

fail() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

# --- full disks ----------------------------------------------------------------------------------

# full FILE WORDS...: the command can't write FILE, and reports that in one line; FILE is unchanged,
# and no other file is left.
full() {
    file=$1
    shift
    printf 'old\n' >"$file"
    # A limit on the size of files is as a full disk is.
    (ulimit -f 0 && exec "$engine" "$@") 2>&1 </dev/null | cat >full.out
    expect_full "$*"
}

expect_complaint() {
    [ "$(grep '^guzumi: ' full.out)" = "guzumi: can't write $file: File too large" ] ||
        fail "full disk: $*: $(cat full.out)"
}

expect_full() {
    expect_complaint "$*"
    [ "$(cat "$file")" = old ] || fail "full disk: $*: changed $file"
    for other in "$file".*; do
        [ ! -e "$other" ] || fail "full disk: $*: left $other"
    done
    rm -f "$file" "$file".*
}

printf '(;SZ[5]KM[7.5];B[cc];W[bb];B[dd])\n' >game.sgf
printf '%s\n' 'size 4' 'games 2' 'player a engine simulations=10' \
    'player b engine simulations=10' >small.plan
"$engine" match small.plan --out small.tsv --quiet >/dev/null || fail "match"
"$engine" train --size 4 --games 2 --out small.weights 2>/dev/null || fail "train"

full out.weights weights pack small.weights out.weights
full out.weights weights average small.weights small.weights --out out.weights
full out.tsv merge small.plan small.tsv --out out.tsv
full out.tsv elo small.tsv --bootstrap 0 --tsv out.tsv
full out.pgn elo small.tsv --bootstrap 0 --pgn out.pgn
for format in text json html svg sgf; do
    full "out.$format" analyze game.sgf --simulations 5 --format "$format" --out "out.$format"
done
rm -f ./*.old

# A file that grows must not exist before.
full_at_first() {
    file=$1
    shift
    (ulimit -f 0 && exec "$engine" "$@") 2>&1 </dev/null | cat >full.out
    expect_complaint "$*"
    [ ! -s "$file" ] || fail "full disk: $*: left a part of $file"
    rm -f "$file" "$file".*
}
full_at_first out.samples selfplay --size 4 --games 2 --simulations 5 --out out.samples
full_at_first out.tsv match small.plan --out out.tsv --quiet
full_at_first out.weights train --size 4 --games 2 --out out.weights

# A training replaces its own file, and sets others aside.
cp small.weights own.weights
(ulimit -f 0 && exec "$engine" train --resume own.weights --games 4 --out own.weights) \
    >full.out 2>&1 </dev/null && fail 'full disk: train is a success'
cmp -s small.weights own.weights || fail 'full disk: train: changed own.weights'

full_record() { # by GTP, which goes on
    printf 'old\n' >out.sgf
    printf 'play b D4\nprintsgf out.sgf\nname\n' |
        (ulimit -f 0 && exec "$engine" gtp) 2>&1 | cat >full.out
    grep -q "^? .*can't write out.sgf: File too large$" full.out && grep -q '^= Guzumi$' full.out ||
        fail "full disk: printsgf: $(cat full.out)"
    [ "$(cat out.sgf)" = old ] || fail 'full disk: printsgf: changed out.sgf'
    rm -f out.sgf
}
full_record

# --- outputs that nobody reads -------------------------------------------------------------------

mkfifo broken
# unread WORDS...: with a pipe for its output that nobody reads, the command ends with an error, and
# is not killed.
unread() {
    { sleep 0.3; } <broken & # opens the pipe, and leaves it
    {
        sleep 0.6
        "$engine" "$@" 2>unread.out
        echo $? >unread.status
    } >broken </dev/null
    wait
    [ "$(cat unread.status)" = 1 ] || fail "unread: $*: exit status $(cat unread.status)"
    tail -n 1 unread.out | grep -q "^guzumi: can't write .*: Broken pipe$" ||
        fail "unread: $*: $(cat unread.out)"
}
unread --version
unread weights info small.weights
unread analyze game.sgf --simulations 5
rm -f unread.sgf
unread play --size 5 --simulations 5 --save unread.sgf # which writes again and again
unread match small.plan --out unread.tsv
[ "$(grep -c . unread.tsv)" = 3 ] || fail 'unread: match: not all games are there'

# endless LINE WORDS...: the same for a command that gets LINE again and again: it ends.
endless() {
    line=$1
    shift
    { sleep 0.3; } <broken &
    {
        sleep 0.6
        while echo "$line"; do :; done 2>/dev/null | "$engine" "$@" 2>unread.out
    } >broken
    wait
    grep -q "^guzumi: can't write .*$" unread.out || fail "endless: $*: $(cat unread.out)"
}
endless name gtp
endless '{"id":"a","action":"query_version"}' analysis

# The reason is still known at the end, when nothing is left to write.
no_space="guzumi: can't write to standard output: No space left on device"
if [ -c /dev/full ]; then
    rm -f device.sgf
    printf 'C3\nquit\n' | "$engine" play --size 5 --simulations 5 --save device.sgf \
        >/dev/full 2>device.out &&
        fail 'full device: play is a success'
    [ "$(cat device.out)" = "$no_space" ] || fail "full device: play: $(cat device.out)"
    "$engine" doctor --weights missing.weights >/dev/full 2>device.out &&
        fail 'full device: doctor is a success'
    [ "$(cat device.out)" = "$no_space" ] || fail "full device: doctor: $(cat device.out)"
fi

"$engine" doctor >&- 2>closed.out && fail 'closed: doctor finds nothing'
grep -q '^WRONG  standard output cannot be written$' closed.out ||
    fail "closed: doctor: $(cat closed.out)"

# Files are written even if standard output is closed.
"$engine" train --size 4 --games 4 --out closed.weights >&- 2>&- || fail 'closed: train'
"$engine" weights info closed.weights >/dev/null || fail 'closed: no weights'
"$engine" match small.plan --out closed.tsv >&- 2>&- && fail 'closed: match is a success'
[ "$(grep -c . closed.tsv)" = 3 ] || fail 'closed: match: not all games are there'

# --- stopped and continued -----------------------------------------------------------------------

mkfifo to_engine
# stopped SETTINGS: a process that is stopped during a search continues, though its time has passed.
stopped() {
    "$engine" gtp --seed 1 <to_engine >stopped.out 2>&1 &
    process=$!
    exec 3>to_engine
    printf '%s\n' 'boardsize 7' "$1" 'genmove b' >&3
    sleep 0.5
    kill -STOP $process
    sleep 2
    kill -CONT $process
    printf '%s\n' 'genmove w' 'genmove b' 'genmove w' name quit >&3
    exec 3>&-
    wait $process || fail "stopped: $1: exit status"
    [ "$(grep -c '^=' stopped.out)" = 8 ] && [ "$(grep -c '^= [A-G][1-7]$' stopped.out)" = 4 ] ||
        fail "stopped: $1: $(cat stopped.out)"
}
stopped 'time_settings 30 0 0'
stopped 'time_settings 1 0 0'
stopped 'time_settings 0 1 1'
stopped 'kgs-time_settings byoyomi 1 1 3'

# --- many threads --------------------------------------------------------------------------------

many() {
    printf '%s\n' 'boardsize 5' 'genmove b' 'genmove w' final_score quit |
        "$engine" gtp --threads 64 --simulations 500 "$@" >many.out 2>&1
    [ "$(grep -c '^=' many.out)" = 5 ] || fail "64 threads: $*: $(cat many.out)"
}
many
many --preset td-search
many --preset two-phase
many --preset uct
"$engine" train --size 4 --games 200 --threads 64 --out many.weights 2>/dev/null ||
    fail '64 threads: train'
"$engine" match small.plan --out many.tsv --quiet -j 64 >/dev/null || fail '64 threads: match'
i=0
while [ $i -lt 100 ]; do
    echo "{\"id\":\"$i\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5}"
    i=$((i + 1))
done | "$engine" analysis --analysis-threads 64 --simulations 20 >many.out 2>&1
[ "$(grep -c '"rootInfo"' many.out)" = 100 ] || fail '64 threads: analysis'

exit $failed
