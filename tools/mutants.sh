#!/bin/sh
# Breaks the program on purpose, one small change at a time, and shows which changes the tests miss:
#   sh tools/test.sh --mutants [--again] [--rest] [--trust] [--list] [NAME...]
# The changes are in tests/mutants/ROOM.txt. Each is made in a scratch copy, build/mutants/tree; the
# tests concerned are built and run there, and one that fails, crashes or hangs kills the mutant.
#   --again  forget earlier results; without it killed mutants are not tried again
#   --rest   run the other tests too for mutants that survive their own
#   --trust  do not run the tests without changes first: they have just passed
#   --list   only check that each change still applies
#   NAME...  only mutants whose room or name contains one of these
# The exit code is 1 when a mutant survives that is not expected to.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
. "$root/tools/install.sh"
cd "$root" || exit 1

work=$root/build/mutants
tree=$work/tree
build=$work/build
results=$work/results # KEY VERDICT, separated by a tab
times=$work/times     # TEST CHECKSUM SECONDS, unchanged
list=$work/list       # KEY, then the fields of read_lists
tab=$(printf '\t')

usage() {
    echo "usage: sh tools/test.sh --mutants [--again] [--rest] [--trust] [--list] [NAME...]" >&2
    exit 2
}
again='' rest='' trust='' list_only='' filter=''
for argument; do
    case $argument in
    --again) again=yes ;;
    --rest) rest=yes ;;
    --trust) trust=yes ;;
    --list) list_only=yes ;;
    -*) usage ;;
    *) filter="$filter $argument" ;;
    esac
done

# The lists as lines: NAME ROOM FILE TESTS TEXT REPLACEMENT SURVIVES, separated by tabs.
read_lists() {
    awk -v filter="$filter" '
        function flush(    room, i, n, wanted, words) {
            if (name == "") return
            room = path
            sub(/.*\//, "", room)
            sub(/\.txt$/, "", room)
            if (file == "" || tests == "" || text == "" || text == replacement) {
                print path ": " name ": needs file, -, + and tests" >"/dev/stderr"
                exit 1
            }
            n = split(filter, words, " ")
            wanted = n == 0
            for (i = 1; i <= n; i++)
                if (index(room "/" name, words[i])) wanted = 1
            if (wanted)
                print name "\t" room "\t" file "\t" tests "\t" text "\t" replacement "\t" survives
            name = ""
        }
        FNR == 1 { flush(); path = FILENAME; file = tests = "" }
        /^#/ || /^[ ]*$/ { next }
        {
            rest = $0
            sub(/^[^ ]+ ?/, "", rest)
        }
        $1 == "mutant" { flush(); name = $2; sub(/:$/, "", name); text = replacement = survives = "" }
        $1 == "file" { flush(); file = rest }
        $1 == "tests" { flush(); tests = rest }
        $1 == "-" { text = rest }
        $1 == "+" { replacement = rest }
        $1 == "survives" { survives = rest }
        END { flush() }' tests/mutants/*.txt
}

# change FILE TEXT REPLACEMENT: prints the file with TEXT, which it has once, replaced. White space in
# TEXT stands for any. Fails unless FILE has TEXT exactly once.
change() {
    TEXT=$2 REPLACEMENT=$3 awk '
        { all = all $0 "\n" }
        END {
            text = ENVIRON["TEXT"]
            for (i = 1; i <= length(text); i++) {
                c = substr(text, i, 1)
                if (c == "\\" || c == "^") pattern = pattern "\\" c
                else if (c != " ") pattern = pattern (c ~ /[A-Za-z0-9_]/ ? c : "[" c "]")
                else if (substr(text, i + 1, 1) != " ") pattern = pattern "[ \t\n]+"
            }
            if (!match(all, pattern)) exit 1
            before = substr(all, 1, RSTART - 1)
            after = substr(all, RSTART + RLENGTH)
            if (match(after, pattern)) exit 1
            printf "%s%s%s", before, ENVIRON["REPLACEMENT"], after
        }' "$1"
}

# place ROOM FILE TEXT: the file that has TEXT once: FILE, or the only other one of the room.
place() {
    if [ -f "$2" ] && change "$2" "$3" x >/dev/null; then
        echo "$2"
        return
    fi
    found=
    for other in $(find "src/$1" "include/guzumi/$1" -name '*.[chd]*' 2>/dev/null); do
        change "$other" "$3" x >/dev/null || continue
        [ -z "$found" ] || return 1
        found=$other
    done
    [ -n "$found" ] && echo "$found"
}

# Makes the scratch copy the same as this folder. Files that stay the same keep their time.
copy_tree() {
    mkdir -p "$tree"
    find CMakeLists.txt README.md LICENSE .github include src tests tools weights -type f \
        2>/dev/null | sort >"$work/files"
    while IFS= read -r file; do
        cmp -s "$file" "$tree/$file" && continue
        mkdir -p "$tree/$(dirname "$file")"
        cp "$file" "$tree/$file"
    done <"$work/files"
    (cd "$tree" && find . -type f | sed 's,^\./,,' | sort) | comm -13 "$work/files" - |
        while IFS= read -r file; do rm -f "$tree/$file"; done
}

# Mutants cost the time to build and to test them. Hence little optimization, no kernels compiled for
# sizes or processors, no assertions except those of the tests, and fewer positions in tests, as in
# Debug builds.
configure() {
    grep -q NDEBUG "$tree/tests/CMakeLists.txt" ||
        printf 'add_compile_options(-UNDEBUG)\n%s\n' "$(cat tests/CMakeLists.txt)" \
            >"$tree/tests/CMakeLists.txt"
    launcher='' generator=''
    have ccache && launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
    [ -f "$build/CMakeCache.txt" ] || ! have ninja || generator='-G Ninja'
    # shellcheck disable=SC2086 # two words, or none
    cmake -S "$tree" -B "$build" -DCMAKE_BUILD_TYPE=Release '-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG' \
        -DGUZUMI_STAMPS=OFF -DGUZUMI_TEST_SHARE=5 -DBUILD_TESTING=ON \
        $generator $launcher >"$work/build.log" 2>&1
}

# make_tests TEST...: those that are scripts need the executable alone.
make_tests() {
    targets=guzumi
    for test; do
        case $test in
        smoke | documented | faults | learn | experiments | check_* | test_sabaki) ;;
        *) targets="$targets $test" ;;
        esac
    done
    # shellcheck disable=SC2086 # several words
    cmake --build "$build" -j "$(jobs_here)" --target $targets >"$work/build.log" 2>&1 </dev/null
}

# A mutant may allocate or write without end: 8 GB of memory and files of 1 GB are enough. The first
# failed assertion ends a test.
limit() {
    CMOCKA_TEST_ABORT=1
    export CMOCKA_TEST_ABORT
    ulimit -c 0
    ulimit -f 2097152
    ulimit -v 8388608 2>/dev/null || true # not everywhere
}

# passes TEST SECONDS: whether it passes in time.
passes() {
    if [ -x "$build/tests/$1" ]; then
        (cd "$build/tests" && limit && timeout "$2" "./$1" >"$work/test.log" 2>&1 </dev/null)
    else
        (cd "$build" && limit && timeout "$2" ctest -R "^$1\$" >"$work/test.log" 2>&1 </dev/null)
    fi 2>/dev/null # the shell's words about a signal
}

# Ten times what the test takes unchanged, or five minutes: the machine may be busy.
limit_of() {
    awk -v test="$1" '$1 == test { seconds = 30 + 10 * $3 } END { print seconds ? seconds : 300 }' "$times"
}

# The tests given, the quickest first.
by_time() {
    for test; do grep "^$test " "$times" || echo "$test none 9"; done | sort -n -k 3 | cut -d ' ' -f 1
}

# Times each test of the unchanged program that has changed since.
time_tests() {
    for test; do
        sum=none
        [ -x "$build/tests/$test" ] && sum=$(cksum <"$build/tests/$test" | tr ' ' -)
        grep -q "^$test $sum " "$times" && continue
        start=$(date +%s)
        if passes "$test" 600; then
            seconds=$(($(date +%s) - start))
        else
            say "$test fails without any change: it kills nothing"
            sum=failed seconds=0
        fi
        grep -v "^$test " "$times" >"$times.new"
        echo "$test $sum $seconds" >>"$times.new"
        mv "$times.new" "$times"
    done
}

all_tests() {
    (cd "$build" && ctest -N) | sed -n 's/.*Test *#[0-9]*: *\([^ ]*\).*/\1/p' |
        grep '^test_\|^smoke$\|^fuzz_'
}

# first_failure TEST...: one that fails.
first_failure() {
    for test in $(by_time "$@"); do
        grep -q "^$test failed" "$times" && continue
        passes "$test" "$(limit_of "$test")" || { echo "$test"; return; }
    done
}

# try ROOM FILE TESTS TEXT REPLACEMENT: sets $verdict.
try() {
    verdict="not applicable"
    file=$(cd "$tree" && place "$1" "$2" "$4") || return
    [ -n "$list_only" ] && verdict=applies && return
    change "$tree/$file" "$4" "$5" >"$work/changed" || return
    cp "$tree/$file" "$work/original"
    restore=$tree/$file
    cp "$work/changed" "$restore"
    verdict="does not compile"
    # shellcheck disable=SC2086 # several words, here and below
    if make_tests $3; then
        killer=$(first_failure $3)
        if [ -z "$killer" ] && [ -n "$rest" ]; then
            others=$(all_tests | grep -vxF "$(printf '%s\n' $3)")
            make_tests $others && killer=$(first_failure $others)
        fi
        verdict="survived"
        [ -n "$killer" ] && verdict="killed by $killer"
    fi
    put_back
}

restore=
put_back() {
    [ -n "$restore" ] && cp "$work/original" "$restore"
    restore=
}

summary() {
    awk -F "$tab" '
        NR == FNR { verdict[$1] = $2; next }
        {
            v = verdict[$1]
            if (!all[$3]++) order[++rooms] = $3
            if (v ~ /^killed/) killed[$3]++
            else if (v == "survived" && $8 == "") survivors = survivors "\n  " $3 "/" $2
            else if (v == "survived") expected = expected "\n  " $3 "/" $2 ": " $8
            else others = others "\n  " $3 "/" $2 ": " (v == "" ? "not tried" : v)
        }
        END {
            printf "\n%-10s %6s %6s\n", "", "tried", "killed"
            for (i = 1; i <= rooms; i++) {
                printf "%-10s %6d %6d\n", order[i], all[order[i]], killed[order[i]]
                a += all[order[i]]
                k += killed[order[i]]
            }
            printf "%-10s %6d %6d  %.1f %%\n", "all", a, k, a ? 100 * k / a : 0
            if (survivors) print "\nSurvived:" survivors
            if (expected) print "\nSurvived, as expected:" expected
            if (others) print "\nNot counted as killed:" others
            exit survivors != ""
        }' "$results" "$list"
}

need compiler make cmake cmocka
have timeout || { say "missing: timeout (of coreutils or busybox)"; exit 1; }
mkdir -p "$work" || exit 1
[ -n "$again" ] && rm -f "$results" "$times"
touch "$results" "$times"
trap put_back EXIT
trap 'exit 130' INT TERM

# The list with a checksum of each change before it.
[ -n "$list_only" ] && list=$list.only
read_lists >"$list.new" || exit 1
while IFS= read -r line; do
    key=$(printf '%s\n' "$line" | cut -f 3,5,6 | cksum | tr ' ' -)
    printf '%s\t%s\n' "$key" "$line"
done <"$list.new" >"$list"

if [ -n "$list_only" ]; then
    tree=$root
else
    copy_tree
    configure || { cat "$work/build.log"; exit 1; }
    if [ -z "$trust" ]; then
        say "building and timing the tests without changes"
        tests=$(cut -f 5 "$list" | tr ' ' '\n' | sort -u)
        [ -n "$rest" ] && tests=$(all_tests)
        # shellcheck disable=SC2086 # several words
        make_tests $tests || { cat "$work/build.log"; exit 1; }
        # shellcheck disable=SC2086
        time_tests $tests
    fi
fi

count=$(($(wc -l <"$list")))
number=0
# Each field on a line of its own: a tab is white space to read, which would drop empty fields.
while IFS= read -r line; do
    number=$((number + 1))
    field() { printf '%s\n' "$line" | cut -f "$1"; }
    key=$(field 1)
    if [ -z "$list_only" ] && grep -q "^$key${tab}killed" "$results"; then continue; fi
    try "$(field 3)" "$(field 4)" "$(field 5)" "$(field 6)" "$(field 7)"
    printf '%3d/%d %s/%s: %s\n' "$number" "$count" "$(field 3)" "$(field 2)" "$verdict"
    [ -n "$list_only" ] && continue
    grep -v "^$key$tab" "$results" >"$results.new"
    printf '%s\t%s\n' "$key" "$verdict" >>"$results.new"
    mv "$results.new" "$results"
done <"$list"
[ -n "$list_only" ] || summary
