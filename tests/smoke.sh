#!/bin/sh
# Tests that need only the executable and a shell, for builds that can't link the unit tests. Every
# kind of thread searches as deeply as possible, because some C libraries give threads small stacks.
# Files, names, line ends, clocks and programs are those of the system.
#   sh smoke.sh ENGINE FOLDER

engine=$1 folder=$2
failed=0
mkdir -p "$folder" && cd "$folder" || exit 1

# check NAME PATTERN COMMAND...: the command must succeed, and its output must match PATTERN.
check() {
    name=$1 pattern=$2
    shift 2
    "$@" >"$name.out" 2>&1 </dev/null
    status=$?
    [ "$status" -eq 0 ] && grep -q "$pattern" "$name.out" && return
    printf 'FAILED: %s: exit status %s\n' "$name" "$status"
    cat "$name.out"
    failed=1
}

# On a small board, a search of unlimited depth uses all of its plies.
deep='--set simulations=300 --set depth=0 --set hash_megabytes=1'

gtp() {
    printf '%s\n' 'boardsize 4' 'genmove b' 'genmove w' 'boardsize 9' '5 genmove b' quit |
        "$engine" gtp --threads 2 $deep
}
play() { # a hint is searched on its own thread
    printf '%s\n' hint D4 quit | "$engine" play --size 4 $deep
}
match() {
    printf '%s\n' 'size 4' 'games 2' 'player one engine simulations=100 threads=2' \
        'player two engine simulations=100' >smoke.plan
    rm -f smoke.tsv
    "$engine" match smoke.plan --out smoke.tsv -j2
}

selfplay() {
    rm -f smoke.samples
    "$engine" selfplay --size 4 --games 2 --simulations 20 --out smoke.samples
}
clock() { # one second for all moves
    printf '%s\n' 'boardsize 5' 'time_settings 1 0 0' 'genmove b' 'genmove w' quit | "$engine" gtp
}
line_ends() { # input with CRLF, output with LF
    printf 'boardsize 5\r\n7 play b C3\r\nquit\r\n' | "$engine" gtp | tr '\r' R
}
records() { # a path beyond ASCII, a record in another character set
    mkdir -p 'gróß/碁'
    printf '(;SZ[5]KM[7.5]CA[Shift_JIS]PB[\214\351]\r\n;B[cc])\r\n' >'gróß/碁/a b.sgf'
    printf '%s\n' 'loadsgf gróß/碁/a b.sgf' quit | "$engine" gtp &&
        "$engine" analyze 'gróß/碁/a b.sgf' --simulations 20 --format sgf --out 'gróß/碁/out.sgf' &&
        cat 'gróß/碁/out.sgf'
}
resumed() { # replaces its file
    "$engine" train --resume smoke.weights --games 30 --out smoke.weights &&
        "$engine" weights info smoke.weights
}
queries() {
    printf '%s\r\n' '{"id":"a","moves":[["B","C3"]],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":20}' |
        "$engine" analysis
}
programs() { # found by PATH
    printf '%s\n' 'size 4' 'games 2' 'player one engine simulations=20' \
        'player two command guzumi gtp --simulations 20' >programs.plan
    rm -f programs.tsv
    PATH=$(dirname "$engine"):$PATH "$engine" match programs.plan --out programs.tsv
}

check version '^Guzumi [0-9]' "$engine" --version
check gtp '^=5 [A-J][1-9]' gtp
check play 'win rate' play
check match '2 games' match
check train 'games' "$engine" train --size 5 --games 20 --out smoke.weights
check resumed '30 games' resumed
check selfplay '2 of 2 games' selfplay
check doctor 'training is reproducible' "$engine" doctor --weights smoke.weights
check clock '^= [A-E][1-5]' clock
check line_ends '^=7 $' line_ends
check records 'PB\[碁\]' records
check queries '"scoreLead"' queries
check programs '2 games' programs
exit $failed
