#!/bin/sh
# Builds Guzumi and runs its tests, warnings being errors. Installs what they need where it may.
#   sh tools/test.sh            Debug with sanitizers, Release, musl and Windows; ten minutes on two cores
#   sh tools/test.sh --quick    one fast build and its unit tests; three minutes, for work in progress
#   sh tools/test.sh --long     all builds with all tests and experiments, the thread sanitizer,
#                               clang-tidy, fuzzing and mutants; an hour, or a night if the mutants have
#                               not been tried yet; before a release; after an interruption it goes on
#                               behind the steps that this very source passed
#   sh tools/test.sh --fuzz     each fuzz target for a minute (GUZUMI_FUZZ_SECONDS=60); an input that
#                               breaks one is left in build/fuzz, to be fixed and kept in tests/fuzz/corpus
#   sh tools/test.sh --mutants  breaks the source on purpose (tools/mutants.sh)
# Every step keeps its output in build/*.log and shows it when the step fails.
# GUZUMI_TEST_COMPILERS="gcc" restricts it to one compiler.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
. "$root/tools/install.sh"
. "$root/tools/progress.sh"
cd "$root" || exit 1

format_version=14 # clang-format's layouts differ from version to version
failed=
jobs=$(jobs_here)

start=$(date +%s)
elapsed() {
    seconds=$(($(date +%s) - start))
    printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
}

# Starts the next one of $steps steps.
step=0 steps=0
heading() {
    step=$((step + 1))
    printf '\n== %s/%s  %s  %s\n' "$step" "$steps" "$(elapsed)" "$*"
}
failure() {
    failed="$failed
  $*"
    printf 'FAILED: %s\n' "$*"
}

# In the long run, a step that has passed with this very source is not repeated: build/long.passed
# has the source's checksum and the names of such steps.
passed=/dev/null
remember_steps() {
    passed=build/long.passed
    source=$(find CMakeLists.txt README.md include src tests tools weights .clang-* .github -type f |
        LC_ALL=C sort | xargs cksum | cksum)
    [ "$(head -n 1 $passed 2>/dev/null)" = "$source" ] || echo "$source" >$passed
}
passed_before() {
    grep -qx "$1" $passed || return
    heading "$1: passed before"
}
note_passed() { echo "$1" >>$passed; }

# Runs a command with its output in LOG, which is shown when it fails; meanwhile its progress is.
quietly() {
    log=$1
    shift
    rm -f "$log.status"
    { "$@" 2>&1 </dev/null || echo $? >"$log.status"; } | tee "$log" | show_progress '    '
    [ ! -f "$log.status" ] && return 0
    rm -f "$log.status"
    cat "$log"
    echo "(kept in $log)"
    return 1
}

# Whether COMPILER can build and run a program with the sanitizers.
sanitizers_work() {
    printf 'int main(void) { return 0; }\n' >build/probe.c
    "$1" -fsanitize=address,undefined build/probe.c -o build/probe >build/probe.log 2>&1 &&
        build/probe >>build/probe.log 2>&1
}

# What runs the engine of a build: the script by which Wine or QEMU runs it, or its executable.
engine_of() {
    for engine in "build/$1/tests/guzumi" "build/$1/guzumi"; do
        [ -x "$engine" ] && echo "$engine" && return
    done
}

built=''   # with an executable
closing='' # ctest's closing lines
note_built() { [ -z "$(engine_of "$name")" ] || built="$built $name"; }
note_closing() {
    closing="$closing
$name
$(grep 'tests passed' "build/$name-tests.log")"
}

# build_and_test NAME COMPILER CMAKE_OPTION... with $build_options and $test_options beside
build_options=
test_options=
build_and_test() {
    name=$1 compiler=$2
    shift 2
    if passed_before "$name"; then
        note_built
        note_closing
        return
    fi
    heading "$name: build"
    quietly "build/$name-configure.log" cmake -S . -B "build/$name" \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DGUZUMI_WERROR=ON \
        -DBUILD_TESTING=ON "$@" || { failure "$name: configure"; return; }
    # shellcheck disable=SC2086 # several words, or none
    quietly "build/$name-build.log" cmake --build "build/$name" -j "$jobs" $build_options ||
        { failure "$name: build"; return; }
    note_built
    echo "$(elapsed)  $name: tests"
    # In a subshell: ctest's --test-dir is younger than CMake 3.20.
    # shellcheck disable=SC2086
    if (cd "build/$name" &&
        quietly "$root/build/$name-tests.log" ctest --output-on-failure -j "$jobs" $test_options); then
        grep -E 'tests passed|Skipped|Total Test time' "build/$name-tests.log"
        note_closing
        note_passed "$name"
    else
        echo "(the build's output is in build/$name-build.log)"
        failure "$name: tests"
    fi
}

# Compiled objects are kept from one run to the next, and shared by clones in different folders.
use_ccache() {
    launcher=
    want ccache || return
    launcher=ccache
    CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=time_macros
    export CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_SLOPPINESS
}

check_format() {
    heading "clang-format"
    want clang-format
    for formatter in "clang-format-$format_version" clang-format; do
        have "$formatter" || continue
        "$formatter" --version | grep -q "version $format_version\." || continue
        find include src tests -name '*.[ch]' -exec "$formatter" --dry-run -Werror {} + ||
            failure "clang-format: run $formatter -i on the files above"
        return
    done
    echo "skipped: there is no clang-format $format_version"
}

# fuzz TARGET OPTION...: runs it on the kept corpus and on what earlier runs found.
fuzz() {
    target=$1 found=$root/build/fuzz/$1
    shift
    passed_before "fuzzing $target" && return
    heading "fuzzing $target"
    mkdir -p "$found"
    # From a folder of its own, where it may write files: many a second, so in memory where it may.
    here=$(mktemp -d /dev/shm/guzumi.XXXXXX 2>/dev/null) || here=$(mktemp -d "$found.XXXXXX")
    if (cd "$here" && quietly "$found.log" "$root/build/test-fuzz/tests/fuzz_$target" \
        -max_total_time="${GUZUMI_FUZZ_SECONDS:-60}" -timeout=60 -artifact_prefix="$found-" "$@" \
        "$found" "$root/tests/fuzz/corpus/$target"); then
        note_passed "fuzzing $target"
    else
        failure "fuzz_$target"
    fi
    rm -rf "$here"
    tail -n 1 "$found.log"
}

fuzz_all() {
    want clang
    sanitizers_work clang || { want sanitizers; sanitizers_work clang; } || {
        failure "fuzzing needs clang with its sanitizers"
        return
    }
    heading "building the fuzz targets"
    targets=
    for target in tests/fuzz/fuzz_*.c; do targets="$targets $(basename "$target" .c)"; done
    # shellcheck disable=SC2086 # several words
    quietly build/test-fuzz.log cmake -S . -B build/test-fuzz -DCMAKE_C_COMPILER=clang \
        -DCMAKE_BUILD_TYPE=Debug -DGUZUMI_FUZZ=ON \
        '-DGUZUMI_SANITIZE=address;undefined;fuzzer-no-link' &&
        quietly build/test-fuzz.log cmake --build build/test-fuzz -j "$jobs" \
            --target guzumi $targets || { failure "the build of the fuzz targets"; return; }
    mkdir -p build/fuzz
    # The words of GTP are what its table says.
    echo list_commands | build/test-fuzz/guzumi gtp | sed -n 's/^[= ]*\(.*[a-z].*\)/"\1"/p' \
        >build/fuzz/gtp.dict
    for target in $targets; do
        case $target in
        # Short conversations, soon over.
        fuzz_gtp) fuzz gtp -max_len=300 -dict="$root/build/fuzz/gtp.dict" ;;
        *) fuzz "${target#fuzz_}" ;;
        esac
    done
}

# The debug build of COMPILER, with sanitizers where they work.
test_debug() {
    compiler=$1
    shift
    sanitize='-DGUZUMI_SANITIZE=address;undefined'
    sanitizers_work "$compiler" || { want sanitizers; sanitizers_work "$compiler"; } || {
        sanitize='-DGUZUMI_SANITIZE='
        say "$compiler has no working sanitizers here; Debug is built without them"
    }
    build_and_test "test-$compiler-debug" "$compiler" -DCMAKE_BUILD_TYPE=Debug "$sanitize" "$@"
}

# The same in the short run: one board size a kernel, fewer random games, and without what runs whole
# programs, which the Release build does.
test_debug_short() {
    test_options='-LE once'
    test_debug "$1" -DGUZUMI_STAMPS=OFF -DGUZUMI_TEST_SHARE=5
    test_options=
}

test_release() {
    compiler=$1
    shift
    build_and_test "test-$compiler-release" "$compiler" -DCMAKE_BUILD_TYPE=Release "$@"
}

# What runs several threads, under the thread sanitizer.
test_threads() {
    printf 'int main(void) { return 0; }\n' >build/probe.c
    if ! { cc -fsanitize=thread build/probe.c -o build/probe >build/probe.log 2>&1 &&
        build/probe >>build/probe.log 2>&1; }; then
        heading "test-threads"
        echo "skipped: there is no thread sanitizer"
        return
    fi
    test_options='-R ^(test_alpha_beta|test_engine|test_td_search|test_trainer|threaded_games)$'
    build_options='--target guzumi test_alpha_beta test_engine test_td_search test_trainer'
    build_and_test test-threads cc -DCMAKE_BUILD_TYPE=Debug -DGUZUMI_SANITIZE=thread
    build_options='' test_options=''
}

# Another C library: smaller stacks of threads, other headers. Its executable is static. The unit
# tests are left out, because cmocka is linked with the system's library.
test_musl() {
    want musl || {
        heading "test-musl"
        echo "skipped: there is no musl-gcc"
        return
    }
    build_and_test test-musl musl-gcc -DCMAKE_BUILD_TYPE=Release -DGUZUMI_STATIC=ON "$@"
}

# The executable for Windows. With Wine its smoke test runs.
test_windows() {
    want mingw || {
        heading "test-windows"
        echo "skipped: there is no MinGW-w64"
        return
    }
    build_options='--target guzumi' test_options='-R ^smoke$'
    build_and_test test-windows x86_64-w64-mingw32-gcc -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE=tools/windows.cmake "$@"
    build_options='' test_options=''
}

# Linux on ARM: NEON's registers, and a compiler whose char has no sign. QEMU runs what was found by
# fuzzing, and its signatures are compared with the others'. The smoke test is left out: a static
# executable converts character sets only with the files of a whole system.
test_aarch64() {
    want aarch64 || {
        heading "test-aarch64"
        echo "skipped: there is no cross compiler for aarch64, or no QEMU"
        return
    }
    build_options='--target guzumi fuzz_gtp fuzz_json fuzz_samples fuzz_weights'
    test_options='-R ^(threaded_games|fuzz_(gtp|json|samples|weights))$'
    build_and_test test-aarch64 aarch64-linux-gnu-gcc -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE=tools/aarch64.cmake
    build_options='' test_options=''
}

# The conversations of another build's test, with the executable for Windows.
test_windows_conversations() {
    conversations=
    for build in $built; do
        [ -x "build/$build/tests/test_conversations" ] &&
            conversations=build/$build/tests/test_conversations
    done
    heading "conversations with guzumi.exe"
    engine=$(engine_of test-windows)
    if [ -z "$engine" ]; then
        echo "skipped, as its smoke test: there is no Wine"
    elif [ -z "$conversations" ]; then
        echo "skipped: there is no build of them"
    elif GUZUMI_ENGINE=$root/$engine quietly build/conversations.log "$conversations"; then
        grep PASSED build/conversations.log
    else
        failure "conversations with guzumi.exe"
    fi
}

# The executables alone, compiled fast: whether the code builds there, and the smoke test.
test_systems_short() {
    set -- -DGUZUMI_STAMPS=OFF '-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG'
    build_options='--target guzumi' test_options='-R ^smoke$'
    test_musl "$@"
    build_options='' test_options=''
    test_windows "$@"
}

# clang-tidy's checks, as .clang-tidy lists them.
check_lint() {
    passed_before clang-tidy && return
    heading clang-tidy
    want clang-tidy || { echo "skipped: there is no clang-tidy"; return; }
    quietly build/test-lint-configure.log cmake -S . -B build/test-lint -DCMAKE_C_COMPILER=clang \
        -DCMAKE_BUILD_TYPE=Debug -DGUZUMI_STAMPS=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ||
        { failure "clang-tidy: configure"; return; }
    quietly build/test-lint.log sh -c "find src -name '*.c' ! -name 'windows_*' |
        xargs -P $jobs -n 4 clang-tidy --quiet --warnings-as-errors='*' -p build/test-lint" ||
        { failure clang-tidy; return; }
    note_passed clang-tidy
}

# What the log says that the signatures are: "BOARD/VALUE/PLAY" of the last commit with a line
# "Bench: ...". Empty when there is no history of this very folder.
signatures_said() {
    [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$root" ] || return
    git log -n 1 -E --grep='^Bench: ' --format=%B |
        sed -n 's/^Bench: *\([0-9a-f]*\(\/[0-9a-f]*\)*\).*/\1/p' | tail -n 1
}

# Every build has the same signatures, those that the log says.
check_signatures() {
    heading "signatures"
    signatures=
    for build in $built; do
        here=$("$(engine_of "$build")" bench --signatures | awk '{ printf "%s%s", n++ ? "/" : "", $2 }')
        echo "$here $build"
        [ -n "$here" ] || failure "signatures: $build printed none"
        [ "$here" = "${signatures:=$here}" ] || failure "signatures: $build differs from the first"
    done
    said=$(signatures_said)
    if [ -z "$said" ]; then
        echo "not compared with earlier ones: there is no history with a line 'Bench: ...'"
        return
    fi
    case $signatures/ in
    "$said"/*) ;;
    *)
        failure "signatures: the log says $said." \
            "If that is meant, the commit's last line is 'Bench: $signatures'"
        ;;
    esac
}

finish() {
    if [ -n "$failed" ]; then
        printf '\nFAILED:%s\n' "$failed"
        exit 1
    fi
    printf '\nAll passed in %s; processor time of user and system:\n' "$(elapsed)"
    times >build/times.log # in a pipe it would be the subshell's
    tail -n 1 build/times.log
    printf '%s\n' "$closing"
    exit 0
}

prepare() {
    need compiler make cmake cmocka
    want gcc
    want clang || say "without clang only gcc's builds are tested"
    use_ccache
    mkdir -p build || exit 1
    compilers=$GUZUMI_TEST_COMPILERS
    if [ -z "$compilers" ]; then
        for compiler in gcc clang; do
            have "$compiler" && compilers="$compilers $compiler"
        done
    fi
    first='' last=''
    for compiler in ${compilers:-cc}; do
        first=${first:-$compiler} last=$compiler
    done
}

# For tests that are skipped without these.
prepare_programs() {
    want gnugo || say "without gnugo the games against it are skipped"
    want parallel || say "without GNU parallel its launcher is not tested"
    want gnuplot || say "without gnuplot the experiments are not tested"
}

test_quick() {
    prepare
    steps=1
    test_options='-LE once'
    # Optimized a little, with assertions, without what a debugger needs.
    build_and_test test-quick "$first" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 \
        -DGUZUMI_STAMPS=OFF -DGUZUMI_TEST_SHARE=5
}

# The last compiler's warnings and sanitizers, the first one's optimization.
test_short() {
    prepare
    prepare_programs
    steps=6
    check_format
    test_systems_short
    test_debug_short "$last"
    test_release "$first"
    check_signatures
}

test_long() {
    prepare
    prepare_programs
    for compiler in ${compilers:-cc}; do steps=$((steps + 2)); done
    for target in tests/fuzz/fuzz_*.c; do steps=$((steps + 1)); done
    steps=$((steps + 10))
    remember_steps
    check_format
    check_lint
    test_threads
    test_options='-R ^(smoke|check_.*|fuzz_.*)$'
    test_musl
    test_windows
    test_aarch64
    for compiler in ${compilers:-cc}; do
        test_debug "$compiler"
        test_release "$compiler" -DGUZUMI_EXPERIMENTS=all
    done
    test_windows_conversations
    check_signatures
    fuzz_all
    heading "mutants"
    sh tools/mutants.sh || failure "mutants"
}

usage() {
    echo "usage: sh tools/test.sh [--quick | --long | --fuzz | --mutants ...]" >&2
    exit 2
}

mode=${1:---short}
[ "$mode" = --mutants ] || [ $# -le 1 ] || usage
case $mode in
--short) test_short ;;
--quick) test_quick ;;
--long) test_long ;;
--fuzz)
    need compiler make cmake
    mkdir -p build || exit 1
    for target in tests/fuzz/fuzz_*.c; do steps=$((steps + 1)); done
    steps=$((steps + 1))
    fuzz_all
    ;;
--mutants)
    shift
    exec sh tools/mutants.sh "$@"
    ;;
*) usage ;;
esac
finish
