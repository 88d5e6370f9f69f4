# Sourced by run.sh and test.sh: shows how far a build or a run of tests is.

# The time, in per cent, that a build has taken when PERCENT of its files are begun: the first ones
# take longest, because they are compiled for several board sizes and processors.
time_of_files() {
    if [ "$1" -lt 13 ]; then echo $(($1 / 2)); else echo $(($1 * (200 - $1) / 100)); fi
}

# Sets $percent from LINE of cmake's or ctest's output; fails on other lines.
read_percent() {
    case $1 in
    '['*'%]'*)
        percent=${1%%\%*}
        percent=$(time_of_files "${percent##*[[ ]}")
        ;;
    '['[0-9]*/*[0-9]']'*) # Ninja's
        count=${1%%/*} total=${1#*/}
        percent=$(time_of_files $((100 * ${count#[} / ${total%%]*})))
        ;;
    *[0-9]/*[0-9]' Test '*)
        count=${1%%/*} total=${1#*/}
        percent=$((100 * ${count##* } / ${total%% *}))
        ;;
    *) return 1 ;;
    esac
}

# "42 %", with the time left once it can be estimated.
how_far() {
    seconds=$(($(date +%s) - began))
    printf '%s %%' "$percent"
    if [ "$percent" -gt 4 ] && [ "$percent" -lt 100 ] && [ $seconds -gt 4 ]; then
        printf ', about %s s left' $((seconds * (100 - percent) / percent))
    fi
}

# Reads the output of a build or of tests and shows its progress after LABEL: on a terminal in a line
# that is overwritten, with the last line of the output; elsewhere in a line at each quarter.
show_progress() {
    began=$(date +%s) percent=0 quarter=0 far=
    while IFS= read -r line; do
        if read_percent "$line"; then far="$(how_far)  "; fi
        if [ -t 1 ]; then
            case $line in '['*) line=${line##*/} ;; esac # the file alone
            printf '\r\033[K%.79s' "$1$far$line"
        elif [ $((percent / 25)) -gt $quarter ]; then
            quarter=$((percent / 25))
            printf '%s%s\n' "$1" "${far%  }"
        fi
    done
    [ ! -t 1 ] || printf '\r\033[K'
}
