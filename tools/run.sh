#!/bin/sh
# Builds Guzumi where needed and starts it:  sh tools/run.sh [gtp | play | other arguments]
# Without arguments it speaks GTP, or plays in the terminal when stdin is one. Nothing but the
# engine itself writes to stdout or reads stdin.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 1
build=$root/build/release
engine=$build/guzumi
stamp=$build/.built # as old as the start of the last build that succeeded
started=$build.started
log=$build.log
built=$build.ok # there while a build that succeeded is not yet seen to be one
lock=$root/build/release.lock

. "$root/tools/install.sh"
. "$root/tools/progress.sh"

# Whether nothing of the source has changed (folders tell of files that came or went).
up_to_date() {
    [ -x "$engine" ] && [ -f "$stamp" ] &&
        [ -z "$(find "$root/CMakeLists.txt" "$root/tools/embed_weights.cmake" "$root/include" \
            "$root/src" "$root/weights" -newer "$stamp" 2>/dev/null | head -n 1)" ]
}

refuse() {
    say "can't write to $1"
    exit 1
}

configure() {
    cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF
}

build_engine() {
    : >"$started"
    # What CMake remembers of a machine where the build never succeeded may be wrong by now.
    [ -f "$stamp" ] || rm -rf "$build"
    # A folder that was moved, or made by another CMake, is built anew.
    { configure || { rm -rf "$build" && configure; }; } &&
        cmake --build "$build" --target guzumi -j "$(jobs_here)" &&
        mv "$started" "$stamp"
}

# Whether the lock was left by a build that was killed: its process has ended, or it has not
# written its process number within ten seconds.
left_behind() {
    if [ -n "$owner" ]; then ! kill -0 "$owner" 2>/dev/null; else [ $nameless -ge 10 ]; fi
}

# A match starts two engines at once; one of them builds and the other waits.
take_lock() {
    waited=0 nameless=0
    until mkdir "$lock" 2>/dev/null; do
        owner=$(cat "$lock/pid" 2>/dev/null)
        if left_behind; then
            # One of those who wait takes it over. It stays where it is: who removed it could
            # remove the next one's.
            if mkdir "$lock/taken" 2>/dev/null; then
                [ "$(cat "$lock/pid" 2>/dev/null)" != "$owner" ] || break
                rmdir "$lock/taken"
            fi
            [ ! -d "$lock" ] || [ -w "$lock" ] || refuse "$lock"
            nameless=0
        fi
        [ -w "$root/build" ] || refuse "$root/build"
        waited=$((waited + 1))
        if [ -n "$owner" ]; then nameless=0; else nameless=$((nameless + 1)); fi
        [ $waited -ne 3 ] || say "another build is at work; if there is none, remove $lock"
        sleep 1
    done
    trap 'rm -rf "$lock"' EXIT
    trap 'exit 1' HUP INT TERM
    echo $$ >"$lock/pid"
    rmdir "$lock/taken" 2>/dev/null || :
}

if ! up_to_date; then
    mkdir -p "$root/build" || refuse "$root"
    take_lock
    if ! up_to_date; then
        need compiler make cmake
        if [ -f "$stamp" ]; then
            say "building what has changed"
        else
            say "building, which takes about a minute on two cores; later starts skip it"
        fi
        rm -f "$built"
        { build_engine 2>&1 </dev/null && : >"$built"; } | tee "$log" |
            show_progress 'guzumi: building, ' >&2
        if ! rm "$built" 2>/dev/null; then
            cat "$log" >&2
            say "the build failed; its output is above and in $log"
            exit 1
        fi
    fi
    rm -rf "$lock"
    trap - EXIT HUP INT TERM
fi

if [ $# -eq 0 ]; then
    if [ -t 0 ]; then set -- play; else set -- gtp; fi
fi
exec "$engine" "$@"
