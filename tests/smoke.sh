#!/bin/sh
# What needs the executable and a shell alone, for builds that the unit tests cannot be linked with:
# every kind of thread searches as deep as it can. Threads' stacks are small in some C libraries.
#   sh smoke.sh ENGINE FOLDER

engine=$1 folder=$2
failed=0
mkdir -p "$folder" && cd "$folder" || exit 1

# check NAME PATTERN COMMAND...: the command succeeds and what it says has PATTERN.
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

# On a small board the search with open depth goes through all of its plies.
deep='--set simulations=300 --set depth=0 --set hash_megabytes=1'

gtp() {
    printf '%s\n' 'boardsize 4' 'genmove b' 'genmove w' 'boardsize 9' '5 genmove b' quit |
        "$engine" gtp --threads 2 $deep
}
play() { # a hint is searched on a thread of its own
    printf '%s\n' hint D4 quit | "$engine" play --size 4 $deep
}
match() {
    printf '%s\n' 'size 4' 'games 2' 'player one engine simulations=100 threads=2' \
        'player two engine simulations=100' >smoke.plan
    rm -f smoke.tsv
    "$engine" match smoke.plan --out smoke.tsv -j2
}

check version '^Guzumi [0-9]' "$engine" --version
check gtp '^=5 [A-J][1-9]' gtp
check play 'chance of winning' play
check match '2 games' match
check train 'games' "$engine" train --size 5 --games 20 --out smoke.weights
exit $failed
