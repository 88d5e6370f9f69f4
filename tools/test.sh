#!/bin/sh
# Installs what the tests need, builds Debug with sanitizers and Release with gcc and clang,
# warnings being errors, and runs every test of each build, then what threads do with the thread
# sanitizer, what needs no cmocka with musl, and guzumi.exe under Wine:  sh tools/test.sh
# sh tools/test.sh --fuzz  runs each fuzz target for a minute instead (GUZUMI_FUZZ_SECONDS=60); what
# breaks one is left in build/fuzz, to be mended and kept in tests/fuzz/corpus.
# GUZUMI_TEST_COMPILERS="gcc" restricts it to one compiler.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
. "$root/tools/install.sh"
cd "$root" || exit 1

format_version=14 # clang-format's layouts differ from version to version
failed=
jobs=$(jobs_here)

heading() { printf '\n== %s\n' "$*"; }
failure() {
    failed="$failed
  $*"
    printf 'FAILED: %s\n' "$*"
}

# Runs a command with its output in LOG, shown only when it fails.
quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 </dev/null && return 0
    cat "$log"
    return 1
}

# Whether COMPILER can build and run a program with the sanitizers.
sanitizers_work() {
    printf 'int main(void) { return 0; }\n' >build/probe.c
    "$1" -fsanitize=address,undefined build/probe.c -o build/probe >build/probe.log 2>&1 &&
        build/probe >>build/probe.log 2>&1
}

# What runs the engine of a build: its executable, or the script by which Wine runs it.
engine_of() {
    for engine in "build/$1/guzumi" "build/$1/tests/guzumi"; do
        [ -x "$engine" ] && echo "$engine" && return
    done
}

# build_and_test NAME COMPILER CMAKE_OPTION... with $build_options and $test_options beside
build_options=
test_options=
built= # with an executable
build_and_test() {
    name=$1 compiler=$2
    shift 2
    heading "$name"
    quietly "build/$name.log" cmake -S . -B "build/$name" -DCMAKE_C_COMPILER="$compiler" \
        -DGUZUMI_WERROR=ON -DBUILD_TESTING=ON "$@" || { failure "$name: configure"; return; }
    # shellcheck disable=SC2086 # several words, or none
    quietly "build/$name.log" cmake --build "build/$name" -j "$jobs" $build_options ||
        { failure "$name: build"; return; }
    [ -n "$(engine_of "$name")" ] && built="$built $name"
    # In a subshell: ctest's --test-dir is younger than CMake 3.20.
    if (cd "build/$name" && quietly ../"$name.log" ctest --output-on-failure -j "$jobs" $test_options); then
        grep -E 'tests passed|tests failed|Skipped|Total Test time' "build/$name.log"
    else
        failure "$name: tests"
    fi
}

check_format() {
    heading "clang-format"
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
    target=$1
    shift
    heading "fuzzing $target"
    mkdir -p "build/fuzz/$target"
    # From a folder of its own, where a target may leave files.
    (cd build/fuzz && quietly "$target.log" "../test-fuzz/tests/fuzz_$target" \
        -max_total_time="${GUZUMI_FUZZ_SECONDS:-60}" -timeout=60 -artifact_prefix="$target-" "$@" \
        "$target" "$root/tests/fuzz/corpus/$target") || { failure "fuzz_$target"; return; }
    tail -n 1 "build/fuzz/$target.log"
}

fuzz_all() {
    want clang
    sanitizers_work clang || { want sanitizers; sanitizers_work clang; } || {
        failure "fuzzing needs clang with its sanitizers"
        return
    }
    heading "building the fuzz targets"
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
        fuzz_gtp) fuzz gtp -max_len=300 -dict=gtp.dict ;; # short conversations, soon over
        *) fuzz "${target#fuzz_}" ;;
        esac
    done
}

# The tests that search and train on several threads, under the thread sanitizer.
test_threads() {
    printf 'int main(void) { return 0; }\n' >build/probe.c
    if ! { cc -fsanitize=thread build/probe.c -o build/probe >build/probe.log 2>&1 &&
        build/probe >>build/probe.log 2>&1; }; then
        heading "test-threads"
        echo "skipped: there is no thread sanitizer"
        return
    fi
    threaded='test_alpha_beta test_engine test_td_search test_trainer'
    test_options='-R ^(test_alpha_beta|test_engine|test_td_search|test_trainer)$'
    build_options="--target $threaded"
    build_and_test test-threads cc -DCMAKE_BUILD_TYPE=Debug -DGUZUMI_SANITIZE=thread
}

# Another C library: smaller stacks of threads, other headers. Its executable is static. The unit
# tests are left out, for cmocka is linked with the system's library.
test_musl() {
    want musl || {
        heading "test-musl"
        echo "skipped: there is no musl-gcc"
        return
    }
    build_options= test_options='-R ^(smoke|check_.*|fuzz_.*)$'
    build_and_test test-musl musl-gcc -DCMAKE_BUILD_TYPE=Release -DGUZUMI_STATIC=ON
}

# The executable for Windows. With Wine its smoke test runs, and the conversations of another build's
# test with it.
test_windows() {
    want mingw || {
        heading "test-windows"
        echo "skipped: there is no MinGW-w64"
        return
    }
    conversations=
    for build in $built; do
        [ -x "build/$build/tests/test_conversations" ] &&
            conversations=build/$build/tests/test_conversations
    done
    build_options='--target guzumi' test_options='-R ^smoke$'
    build_and_test test-windows x86_64-w64-mingw32-gcc -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE=tools/windows.cmake
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
    printf '\nAll passed.\n'
    exit 0
}

case $* in
'' | --fuzz) ;;
*)
    echo "usage: sh tools/test.sh [--fuzz]" >&2
    exit 2
    ;;
esac
if [ "$1" = --fuzz ]; then
    need compiler make cmake
    mkdir -p build || exit 1
    fuzz_all
    finish
fi

need compiler make cmake cmocka
want gnugo || say "without gnugo the games against it are skipped"
want parallel || say "without GNU parallel its launcher is not tested"
want gnuplot || say "without gnuplot the experiments are not tested"
want gcc
want clang || say "without clang only gcc's builds are tested"
want clang-format
mkdir -p build || exit 1

compilers=$GUZUMI_TEST_COMPILERS
if [ -z "$compilers" ]; then
    for compiler in gcc clang; do
        have "$compiler" && compilers="$compilers $compiler"
    done
fi

check_format
for compiler in ${compilers:-cc}; do
    sanitize='-DGUZUMI_SANITIZE=address;undefined'
    sanitizers_work "$compiler" || { want sanitizers; sanitizers_work "$compiler"; } || {
        sanitize='-DGUZUMI_SANITIZE='
        say "$compiler has no working sanitizers here; Debug is built without them"
    }
    build_and_test "test-$compiler-debug" "$compiler" -DCMAKE_BUILD_TYPE=Debug "$sanitize"
    build_and_test "test-$compiler-release" "$compiler" -DCMAKE_BUILD_TYPE=Release
done

test_threads
test_musl
test_windows
check_signatures
finish
