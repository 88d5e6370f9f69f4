# Sourced by run.sh and test.sh: finds what is missing and installs it with the system's package
# manager where that is allowed. Messages go to stderr and nothing is read from stdin,
# because run.sh's stdin and stdout belong to GTP.

say() { printf '%s\n' "guzumi: $*" >&2; }

have() { command -v "$1" >/dev/null 2>&1; }

find_manager() {
    for manager in apt-get dnf pacman apk zypper brew; do
        have "$manager" && return 0
    done
    manager=
    return 1
}

# The packages of the found manager that bring TOOL.
packages_of() {
    case "$manager:$1" in
    apt-get:compiler) echo gcc libc6-dev ;;
    apk:compiler) echo gcc musl-dev ;;
    brew:compiler) echo gcc ;;
    *:compiler) echo gcc ;;
    apt-get:cmocka) echo libcmocka-dev ;;
    apt-get:gnuplot) echo gnuplot-nox ;;
    dnf:cmocka | zypper:cmocka) echo libcmocka-devel ;;
    apk:cmocka) echo cmocka-dev ;;
    brew:gnugo) echo gnu-go ;;
    brew:clang) echo llvm ;;
    apt-get:musl) echo musl-tools ;;
    dnf:musl) echo musl-gcc ;;
    dnf:clang-tidy | dnf:clang-format) echo clang-tools-extra ;;
    apk:clang-tidy | apk:clang-format) echo clang-extra-tools ;;
    pacman:clang-tidy | pacman:clang-format) echo clang ;;
    brew:clang-tidy) echo llvm ;;
    apt-get:mingw) echo gcc-mingw-w64-x86-64 ;;
    dnf:mingw) echo mingw64-gcc mingw64-winpthreads-static ;;
    pacman:mingw | apk:mingw) echo mingw-w64-gcc ;;
    brew:mingw) echo mingw-w64 ;;
    apt-get:aarch64) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ;;
    pacman:aarch64) echo aarch64-linux-gnu-gcc qemu-user ;;
    apt-get:sanitizers) echo libclang-rt-dev ;;
    dnf:sanitizers) echo libasan libubsan compiler-rt ;;
    *:sanitizers) echo compiler-rt ;;
    *) echo "$1" ;;
    esac
}

# Whether packages can be installed without asking for a password.
may_install() {
    find_manager || return 1
    [ "$manager" = brew ] && return 0
    [ "$(id -u)" -eq 0 ] || { have sudo && sudo -n true 2>/dev/null; }
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

# The packages that installing PACKAGE... brings, ": 21 packages, 62.3 MB" to download; nothing where
# the manager does not say so beforehand.
size_of_packages() {
    [ "$manager" = apt-get ] || return 0
    apt-get -q -y --print-uris install --no-install-recommends "$@" 2>/dev/null </dev/null |
        awk '/^\047/ { n++; size += $3 }
            END { if (n) printf ": %d package%s, %.1f MB", n, n == 1 ? "" : "s", size / 1e6 + 0.05 }'
}

update_packages() {
    [ "$manager" = apt-get ] && [ -z "$apt_updated" ] || return 0
    # A fresh container has no lists; when a mirror is away the old ones may still do.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 update
    apt_updated=yes
}

# Runs a command, whose output is shown if it fails.
silently() {
    output=$(mktemp "${TMPDIR:-/tmp}/guzumi-install.XXXXXX") || return 1
    "$@" >"$output" 2>&1 </dev/null
    code=$?
    [ $code -eq 0 ] || cat "$output" >&2
    rm -f "$output"
    return $code
}

install_packages() {
    case $manager in
    apt-get)
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
        ;;
    dnf) as_root dnf -q -y install "$@" ;;
    pacman) as_root pacman -Sy --noconfirm --needed "$@" ;;
    apk) as_root apk add -q "$@" ;;
    zypper) as_root zypper -n -q install "$@" ;;
    brew) brew install -q "$@" ;; # refuses to run as root
    *) return 1 ;;
    esac
}
apt_updated=

# Whether TOOL is installed.
present() {
    case $1 in
    compiler) [ -n "$CC" ] || have cc || have gcc || have clang ;;
    cmocka) cmocka_present ;;
    musl) have musl-gcc ;;
    mingw) have x86_64-w64-mingw32-gcc ;;
    aarch64) # with its libc, which the compiler comes without
        have qemu-aarch64 && [ -f "$(aarch64-linux-gnu-gcc -print-file-name=libc.a 2>/dev/null)" ]
        ;;
    gnugo) have gnugo || [ -x /usr/games/gnugo ] || [ -x /usr/local/games/gnugo ] ;;
    *) have "$1" ;;
    esac
}

cmocka_present() {
    for compiler in "$CC" cc gcc clang; do
        have "${compiler:-none}" || continue
        printf '%s\n' '#include <stdarg.h>' '#include <stddef.h>' '#include <setjmp.h>' \
            '#include <stdint.h>' '#include <cmocka.h>' |
            "$compiler" -x c -fsyntax-only - 2>/dev/null
        return
    done
    return 1
}

# want TOOL...: installs those that are missing. Fails if some are still missing; $missing lists
# them.
want() {
    missing=
    for tool in "$@"; do
        present "$tool" || missing="$missing $tool"
    done
    [ -z "$missing" ] && return 0
    if may_install; then
        for tool in $missing; do
            packages=$(packages_of "$tool")
            silently update_packages
            # Word splitting is meant: a tool may need several packages.
            # shellcheck disable=SC2086
            say "installing $packages$(size_of_packages $packages)"
            # shellcheck disable=SC2086
            silently install_packages $packages || say "$manager could not install: $packages"
        done
    fi
    missing=
    for tool in "$@"; do
        present "$tool" || missing="$missing $tool"
    done
    [ -z "$missing" ]
}

# need TOOL...: the same for tools that are indispensable.
need() {
    want "$@" && return 0
    if find_manager; then
        packages=$(for tool in $missing; do packages_of "$tool"; done | tr '\n' ' ')
        case $manager in
        pacman) how='pacman -S' ;;
        apk) how='apk add' ;;
        *) how="$manager install" ;;
        esac
        [ "$manager" = brew ] || how="(as root) $how"
        say "missing:$missing. Please install them: $how ${packages% }"
    else
        say "missing:$missing. Please install a C compiler, make and CMake 3.20 or newer"
    fi
    exit 1
}

# The number of jobs to run at a time.
jobs_here() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}
