#!/bin/sh
# Plays games by tight clocks on a busy machine:  sh tools/load.sh [ENGINE [FOLDER]]
# 2,000 games on 9x9 and 50 on 19x19, two at a time (GUZUMI_LOAD_JOBS), beside four processes that
# keep the processors busy; and 1,000 games by each of two processes, whose memory must not grow. A
# game that is lost on time, by an illegal move or by a crash is a failure. The same command
# continues after an interruption. It takes a night on two cores.
# GUZUMI_LOAD_ROUNDS=1 plays the first tenth. GUZUMI_LOAD_PROCESSES=0 leaves out
# the four, for a machine that is busy anyway; if programs wait much longer for a processor there,
# GUZUMI_LOAD_SLOWNESS=5 gives them five times the seconds.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
engine=${1:-$root/build/guzumi}
folder=${2:-$root/build/load}
rounds=${GUZUMI_LOAD_ROUNDS:-10}
spinning=${GUZUMI_LOAD_PROCESSES:-4}
jobs=${GUZUMI_LOAD_JOBS:-2}
[ -x "$engine" ] || { echo "usage: sh tools/load.sh [ENGINE [FOLDER]]: no engine at $engine" >&2; exit 2; }
engine=$(CDPATH='' cd -- "$(dirname -- "$engine")" && pwd -P)/$(basename -- "$engine")
mkdir -p "$folder" && cd "$folder" || exit 1

processes= # to be ended with this one
match=
# shellcheck disable=SC2086 # several numbers
stop() { [ -z "$processes$match" ] || kill $processes $match 2>/dev/null; }
trap stop EXIT
trap 'exit 1' HUP INT TERM
memory_games=1000
failed=

# plan NAME SIZE GAMES CLOCK: a program against programs and players in process, GAMES with each.
plan() {
    cat >"$1.plan" <<END
size $2
games $3
time $4
pairing anchor default
player default command '$engine' gtp
player pondering command '$engine' gtp --ponder on
player threads command '$engine' gtp --threads 2
player two-phase command '$engine' gtp --preset two-phase
player inside engine
player td-search preset td-search
END
}

# play NAME SIZE GAMES CLOCK
play() {
    plan "$@"
    # In the background, for a shell takes no signal while it waits in the foreground.
    "$engine" match "$1.plan" --out "$1.tsv" --jobs "$jobs" --quiet >"$1.log" 2>&1 &
    match=$!
    wait $match || { cat "$1.log"; failed=yes; }
    match=
}

# SECONDS times GUZUMI_LOAD_SLOWNESS.
s() { awk "BEGIN { print $1 * ${GUZUMI_LOAD_SLOWNESS:-1} }"; }

# One round: the same part of all games, so that an interrupted run has seen every clock.
play_round() {
    play 9-sudden-2 9 $((8 * $1)) "$(s 2)"
    play 9-sudden-3 9 $((8 * $1)) "$(s 3)"
    play 9-sudden-5 9 $((6 * $1)) "$(s 5)"
    play 9-canadian 9 $((8 * $1)) "$(s 1) $(s 2) 10"
    play 9-canadian-0 9 $((4 * $1)) "0 $(s 1) 5"
    play 9-second 9 $((2 * $1)) "0 $(s 1) 1"
    play 9-byo-yomi 9 $((2 * $1)) "byo-yomi $(s 1) $(s 1) 3"
    play 9-fischer 9 $((2 * $1)) "fischer $(s 1) $(s 0.2)"
    case $1 in
    1) play 19-sudden-5 19 2 "$(s 5)" ;;
    3) play 19-canadian 19 2 "$(s 2) $(s 5) 25" ;;
    5) play 19-fischer 19 2 "fischer $(s 3) $(s 0.1)" ;;
    7) play 19-second 19 2 "0 $(s 1) 1" ;;
    9) play 19-byo-yomi 19 2 "byo-yomi $(s 2) $(s 1) 3" ;;
    esac
}

# --- memory --------------------------------------------------------------------------------------

# The commands of ten games of equal length, and a last one whose answer marks their end.
ten_games() {
    awk "BEGIN {
        for (g = 0; g < 10; g++) {
            print \"boardsize 9\\nclear_board\"
            for (i = 0; i < 30; i++) print \"genmove b\\ngenmove w\"
            print \"final_score\"
        }
        print \"name\"
    }"
}

# Waits for $1 answers to the name in file $3, or for the end of process $2.
wait_for_names() {
    while [ "$(grep -c '^= Guzumi$' "$3")" -lt "$1" ] && kill -0 "$2" 2>/dev/null; do sleep 1; done
}

resident() { ps -o rss= -p "$1"; }

# Writes "GAMES KILOBYTES GAMES KILOBYTES" to NAME.memory: what the process needs after 10 games and
# after $memory_games. It lives through all of them, so an interrupted run starts again.
play_for_memory() {
    name=$1
    shift
    [ -s "$name.memory" ] && return
    rm -f "$name.fifo" "$name.out"
    mkfifo "$name.fifo"
    "$engine" gtp --simulations 20 "$@" <"$name.fifo" >"$name.out" &
    process=$!
    processes=$process
    exec 3>"$name.fifo"
    tens=0 first=
    while [ $((10 * tens)) -lt "$memory_games" ]; do # commands that wait need memory, too
        ten_games >&3
        tens=$((tens + 1))
        wait_for_names $tens $process "$name.out"
        first=${first:-$(resident $process)}
    done
    echo "10 $first $memory_games $(resident $process)" >"$name.memory"
    exec 3>&-
    wait $process
}

play_all_for_memory() {
    trap stop EXIT # again: this is a shell of its own
    trap 'exit 1' HUP INT TERM
    play_for_memory tree
    play_for_memory two-phase --preset two-phase
}

# --- the report ----------------------------------------------------------------------------------

report_games() {
    awk -F '\t' '
        function show(name) {
            printf "%-14s %5d games  time %d  illegal %d  refused %d  crash %d  hang %d\n", name,
                games, ends["time"], ends["illegal"], ends["refused"], ends["crash"], ends["hang"]
            for (e in ends) if (e ~ /^(time|illegal|refused|crash|hang)$/) lost += ends[e]
            split("", ends)
            games = 0
        }
        FNR == 1 { if (name) show(name); name = FILENAME; gsub(/^\.\/|\.tsv$/, "", name); next }
        { games++; all++; ends[$7]++ }
        END { if (name) show(name); printf "%d games, %d lost\n", all, lost; exit lost > 0 }' \
        ./*.tsv
}

report_memory() {
    awk '{ printf "%s: %d kB after %d games, %d kB after %d\n", FILENAME, $2, $1, $4, $3 }
        !$4 || $4 > 1.05 * $2 + 2048 { grown = 1 }
        END { exit grown || NR != 2 }' ./*.memory
}

play_all_for_memory &
memory=$!
processes=$memory
while [ "$spinning" -gt 0 ]; do
    sh -c 'while :; do :; done' &
    processes="$processes $!"
    spinning=$((spinning - 1))
done
round=1
while [ "$round" -le "$rounds" ]; do
    play_round "$round"
    round=$((round + 1))
done
wait $memory
report_games || failed=yes
report_memory || failed=yes
[ -z "$failed" ] || { echo FAILED; exit 1; }
echo 'All games ended well.'
