#!/bin/sh
# Whole games and training on four threads, and the samples for it, for the thread sanitizer.
#   sh threaded_games.sh ENGINE FOLDER

engine=$1 folder=$2
failed=0
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1

fail() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

# game NAME SIZE MOVES OPTION...: the engine plays the moves of both sides.
game() {
    name=$1 size=$2 moves=$3
    shift 3
    awk -v size="$size" -v moves="$moves" 'BEGIN {
        print "boardsize " size
        for (i = 0; i < moves; i++) print "genmove " (i % 2 ? "w" : "b")
        print "final_score\nquit"
    }' | "$engine" gtp --threads 4 --seed 1 "$@" >"$name.out" 2>"$name.log" ||
        { fail "$name"; cat "$name.log"; return; }
    grep -q '^?' "$name.out" && { fail "$name: a command failed"; cat "$name.out"; }
    [ "$(grep -c '^=' "$name.out")" -eq $((moves + 3)) ] || fail "$name: answers are missing"
}

# run NAME COMMAND...
run() {
    name=$1
    shift
    "$@" >"$name.log" 2>&1 || { fail "$name"; cat "$name.log"; }
}

game tree 7 30 --simulations 200
game tree-rave 5 20 --simulations 200 --tree-policy mogo --heuristic combined
game tree-ponder 9 6 --simulations 300 --ponder on --search-keep on
game td-search 5 20 --search td --simulations 100
game two-phase 5 12 --search two-phase --simulations 100 --search-moves 6
game dyna2 5 12 --preset dyna2 --simulations 100
run train "$engine" train --size 5 --games 400 --threads 4 --seed 1 --out shapes.weights
run selfplay "$engine" selfplay --size 6 --games 2 --simulations 40 --seed 1 \
    --out samples.bin
run train-network "$engine" train --kind network --samples samples.bin --steps 4 --threads 4 \
    --seed 1 --out network.weights

[ $failed -eq 0 ] && cd .. && rm -rf "$folder"
exit $failed
