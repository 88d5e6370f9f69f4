# Sourced by run.sh for each experiment: the vocabulary of the figures' scripts. The caller sets here,
# root, name, scale, out, jobs, engine and command.
#
# An experiment works in $out/$name: players.tsv maps players to points of the figure, data.tsv has
# the points (series, x, y, 95 % interval, games), manifest.json describes the run. $out/shared has
# what several experiments need: trained weights and the ladder of ratings.

set -e
dir=$out/$name
shared=$out/shared

say() { printf '%s: %s\n' "$name" "$*" >&2; }

give_up() {
    say "$*"
    exit 1
}

# by_scale VARIABLE SMOKE LAB PAPER: sets it to the value of the chosen scale.
by_scale() {
    case $scale in
    smoke) eval "$1=\$2" ;;
    lab) eval "$1=\$3" ;;
    *) eval "$1=\$4" ;;
    esac
}

begin() {
    started=$(date +%s)
    mkdir -p "$dir" "$shared"
    same_engine "$dir" || give_up "$dir has results of another executable; remove it or choose another --out"
    # Weights and ratings of another executable are recomputed.
    same_engine "$shared" || {
        rm -rf "$shared"
        mkdir -p "$shared"
        same_engine "$shared"
    }
    [ -s "$shared/signatures" ] ||
        "$engine" bench --signatures | awk '{ print $2 }' >"$shared/signatures"
    rm -f "$dir/players.tsv" "$dir/players" "$dir/notes" "$dir/seeds"
    touch "$dir/durations.tsv" "$dir/players.tsv" "$dir/players" "$dir/notes"
    echo 1 >"$dir/seeds"
    printf 'series\tx\ty\tlow\thigh\tgames\n' >"$dir/data.tsv"
    size=9
    by_scale size 5 9 9
}

# Whether the folder belongs to this executable; claims a new one.
same_engine() {
    sum=$(cksum <"$engine")
    [ -f "$1/engine" ] || printf '%s\n' "$sum" >"$1/engine"
    [ "$(cat "$1/engine")" = "$sum" ]
}

# Adds a sentence to the manifest and shows it.
note() {
    say "$*"
    printf '%s\n' "$*" >>"$dir/notes"
}

# vanilla_uct [SETTING...]: UCT with each of $simulations: the papers' vanilla UCT, with c = 1 and
# first-play urgency 1, and the preset, with c = 0.4, that tries each action once.
vanilla_uct() {
    for n in $simulations; do
        player "vanilla UCT (c 1)" "$n" preset uct exploration=1 fpu=1 "simulations=$n" "$@"
        player "tuned UCT (c 0.4)" "$n" preset uct "simulations=$n" "$@"
    done
}

# timed STEP COMMAND...: runs COMMAND and adds its seconds to those of earlier runs.
timed() {
    say "$1"
    attempt "$@" || give_up_step
}

# once FILE STEP COMMAND...: the same, unless FILE exists, which several experiments need. The engine
# locks the files that it writes; if another experiment is making FILE, wait for it.
once() {
    made=$1
    shift
    [ -f "$made" ] || say "$1"
    until [ -f "$made" ] || attempt "$@"; do
        if [ "$may_diverge" = yes ] && grep -q 'has diverged' "$dir/log"; then
            note "$1: the learning diverged"
            return
        fi
        grep -q 'another process is writing it' "$dir/log" || give_up_step
        sleep 2
    done
}

attempt() {
    step=$1
    shift
    begun=$(date +%s)
    code=0
    "$@" 2>"$dir/log" </dev/null || code=$?
    end_step
    return $code
}

end_step() {
    [ -z "$begun" ] || printf '%s\t%d\n' "$step" $(($(date +%s) - begun)) >>"$dir/durations.tsv"
    begun=''
}
begun=''

interrupted() {
    end_step
    say "stopped; the same command continues"
    exit 130
}

give_up_step() {
    tail -n 3 "$dir/log" >&2
    give_up "$step failed, see $dir/log; the same command continues"
}

# --- training -------------------------------------------------------------------------------------

# train GAMES SETTING...: trains with the settings (name=value) unless that was done before. Sets
# weights to the file; $weights.N has the weights after N = 1, 2, 5, 10, ... games. The norm of
# equation 10 counts each active shape once, the reading by which Figure 6 (b) diverges where the
# paper's does.
train() {
    goal=$1
    shift
    key=size=$size options=' --set normalise=shapes'
    for setting in "$@"; do
        case $setting in
        # Defaults are left out of the key, so that experiments share trainings.
        seed=1 | alpha=0.1 | lambda=0 | plies=2 | shapes=123 | sharing=both) continue ;;
        seed=*) echo "${setting#seed=}" >>"$dir/seeds" ;;
        esac
        key=${key}_$setting
        options="$options --set $setting"
    done
    mkdir -p "$shared/trained/$key"
    weights=$shared/trained/$key/weights
    [ -f "$weights.$goal" ] && return
    if [ -f "$weights" ]; then options="--resume $weights"; else options="--size $size$options"; fi
    # Word splitting is intended.
    # shellcheck disable=SC2086
    once "$weights.$goal" "training: $key" "$engine" train $options --games "$goal" --keep-checkpoints --out "$weights"
}

need_gnugo() {
    have_gnugo && return
    note "skipped: the opponent GNU Go is missing"
    finish
    exit 0
}

# --- players and their games ----------------------------------------------------------------------

# player SERIES X SPECIFICATION...: adds a player to the plan, whose result is the point X of SERIES.
player() {
    series=$1 x=$2
    shift 2
    id=$(echo "$series $x" | tr -c 'A-Za-z0-9.+=\n' '-')
    point "$series" "$x" "$id"
    echo "player $id $*" >>"$dir/players"
}

# point SERIES X NAME: adds a point for the player NAME.
point() { printf '%s\t%s\t%s\n' "$3" "$1" "$2" >>"$dir/players.tsv"; }

# level_line SERIES XS SPECIFICATION...: adds one player for all points XS of SERIES, a level line.
level_line() {
    line=$1 points=$2
    shift 2
    at=${points%% *}
    player "$line" "$at" "$@"
    for at in ${points#"$at"}; do point "$line" "$at" "$id"; done
}

# curve SERIES SETTING...: trains, and adds a greedy player for each of $checkpoints; with
# may_diverge=yes for those before the learning diverged.
may_diverge=no
curve() {
    label=$1
    shift
    train "$games" "$@"
    for after in $checkpoints; do
        [ "$may_diverge" = no ] || [ -f "$weights.$after" ] || continue
        player "$label" "$after" preset td-learning pass_when=filled "weights=$weights.$after"
    done
}

# long_term SERIES WEIGHTS [SETTING...]: adds a player with these weights and without simulations, as
# a level line over $simulations.
long_term() {
    label=$1 file=$2
    shift 2
    level_line "$label" "$simulations" preset td-learning "$@" "weights=$file"
}

gnugo_command() { echo "command gnugo --mode gtp --level $1 --chinese-rules"; }

have_gnugo() { command -v gnugo >/dev/null 2>&1; }

# Removes the number of games, which may grow without changing the games played so far.
cut_lengths() { sed -e '/^games /d' -e 's/^pairing swiss .*/pairing swiss/'; }

# play PLAN RESULTS: plays the missing games. If the plan has changed, starts again.
play() {
    if [ -f "$2.complete" ] && cmp -s "$1" "$2.complete"; then return; fi
    cut_lengths <"$1" >"$1.same.$$"
    if [ -f "$1.begun" ] && ! cmp -s "$1.same.$$" "$1.begun"; then rm -f "$2"; fi
    mv "$1.same.$$" "$1.begun"
    until [ -f "$2.complete" ] && cmp -s "$1" "$2.complete"; do
        rm -f "$2.complete" # of another length
        once "$2.complete" "games: $(basename "$2" .tsv)" \
            "$engine" match "$1" --out "$2" -j "$jobs" --quiet >"$dir/table"
        [ -f "$2.complete" ] || cp "$1" "$2.complete" # unless another experiment did
    done
}

# Rungs are players between GNU Go and the weaker players, whose ratings would otherwise depend on the
# few games that they win against it.
rungs='rung-300 rung-30 rung-greedy'
rung() {
    case $1 in
    rung-300) echo "player $1 engine search=two-phase simulations=300" ;;
    rung-30) echo "player $1 engine search=two-phase simulations=30" ;;
    rung-greedy) echo "player $1 preset td-learning" ;;
    esac
}

# ladder RUNG: rates RUNG, once for all experiments, by games against GNU Go level 0, and sets
# anchored to the result. GNU Go level 0 counts as 1650: 150 Elo below level 10, which has 1800 in the
# paper (footnote 10). Rating a rung by stronger rungs fails: a search beats its own greedy player far
# more often than GNU Go does, which put the lowest rung 500 Elo too low.
ladder() {
    have_gnugo || {
        anchored=$1=1200
        note "GNU Go is missing: ratings are relative to $1 at 1200"
        return
    }
    by_scale ladder_games 2 60 1000
    ladder=$shared/ladder-$1
    {
        echo "size $size"
        echo "games $ladder_games"
        echo "referee gnugo"
        echo "player gnugo-0 $(gnugo_command 0)"
        rung "$1"
    } >"$ladder.plan"
    play "$ladder.plan" "$ladder.tsv"
    timed "rating of $1" "$engine" elo "$ladder.tsv" --anchor gnugo-0=1650 --tsv "$ladder.rating" >"$dir/table"
    rated=$(awk -F '\t' -v rung="$1" '$1 == rung { printf "%.0f (%.0f to %.0f)", $2, $3, $4 }' "$ladder.rating")
    anchored=$1=${rated%% *}
    note "ratings are relative to $1, rated $rated by games against GNU Go"
}

# rate RUNG ROUNDS: rates the players by a Swiss tournament with two games per round, and adds the
# ratings to data.tsv. RUNG, which should have similar strength, takes part and fixes the scale.
rate() {
    ladder "$1"
    {
        echo "size $size"
        echo "pairing swiss $2"
        cat "$dir/players"
        rung "$1"
    } >"$dir/plan"
    play "$dir/plan" "$dir/games.tsv"
    elo "$dir/games.tsv"
}

# rate_with_gnugo ROUNDS: the same on any board size, with GNU Go in the tournament as the anchor:
# level 10, or level 0, which needs a fifth of the time and is 150 Elo weaker.
rate_with_gnugo() {
    need_gnugo
    by_scale level 0 0 10
    by_scale rating 1650 1650 1800
    anchored=gnugo-$level=$rating
    {
        echo "size $size"
        echo "pairing swiss $1"
        echo "referee gnugo"
        echo "player gnugo-$level $(gnugo_command $level)"
        cat "$dir/players"
        for i in $rungs; do rung "$i"; done
    } >"$dir/plan-$size"
    play "$dir/plan-$size" "$dir/games-$size.tsv"
    elo "$dir/games-$size.tsv"
}

# elo RESULTS...: rates the players by these games. Intervals are relative to the players' mean: what a
# figure compares are its own players, and an anchor far from them would widen all of their intervals.
# The anchor only shifts the scale. If it won or lost all its games, they tell nothing of the others, but
# would make guzumi elo add drawn games (ratings.h): then it rates the others without them.
scale_doubt=0 scale_known=yes
elo() {
    anchor=${anchored%=*}
    timed ratings "$engine" elo "$@" --bootstrap 0 --tsv "$dir/scale.tsv" >"$dir/table"
    if anchor_is_informative; then
        cp "$dir/scale.tsv" "$dir/ratings.tsv"
    else
        scale_known=no
        awk -F '\t' -v anchor="$anchor" 'FNR == 1 && NR > 1 { next } $3 != anchor && $4 != anchor' "$@" \
            >"$dir/others"
        timed ratings "$engine" elo "$dir/others" --bootstrap 0 --tsv "$dir/ratings.tsv" >"$dir/table"
        rm "$dir/others"
    fi
    awk -F '\t' -v anchor="$anchor" -v elo="${anchored##*=}" \
        -f "$here/lib/ratings.awk" "$dir/players.tsv" "$dir/scale.tsv" "$dir/ratings.tsv" >>"$dir/data.tsv"
    doubt=$(awk -F '\t' -v anchor="$anchor" '$1 == anchor { printf "%.0f", ($4 - $3) / 2 }' "$dir/scale.tsv")
    [ "$doubt" -le "$scale_doubt" ] || scale_doubt=$doubt
    bands="95 % intervals relative to the mean; the scale as a whole ±$scale_doubt"
    [ $scale_known = yes ] || bands="95 % intervals relative to the mean; the scale as a whole is a guess"
}
anchor_is_informative() {
    awk -F '\t' -v anchor="$anchor" '$1 == anchor && $8 > 0 && $8 < 1 { yes = 1 } END { exit !yes }' "$dir/scale.tsv"
}

# win_rates GAMES [LEVEL]: adds the percentage of games on boards of $size that each player wins
# against GNU Go level 0, or LEVEL.
win_rates() {
    need_gnugo
    level=${2:-0}
    {
        echo "size $size"
        echo "games $1"
        echo "referee gnugo"
        echo "pairing anchor gnugo-$level"
        echo "player gnugo-$level $(gnugo_command "$level")"
        cat "$dir/players"
    } >"$dir/plan-$size"
    play "$dir/plan-$size" "$dir/games-$size.tsv"
    awk -F '\t' -f "$here/lib/wilson.awk" "$dir/players.tsv" "$dir/games-$size.tsv" >>"$dir/data.tsv"
}

# --- figures --------------------------------------------------------------------------------------

# draw TITLE X_LABEL Y_LABEL [GNUPLOT_COMMAND...]: writes the picture's table, $name.tsv, and draws it.
# A command is "set ...", "panels" or "points" (plot.awk). counts says what a point stands on, if not its
# number of games; bands says what its band is, if not simply its 95 % interval.
counts='' bands=''
draw() {
    title=$1
    {
        printf '# title: %s\n# x: %s\n# y: %s\n' "$1" "$2" "$3"
        [ -z "$counts" ] || printf '# counts: %s\n' "$counts"
        [ -z "$bands" ] || printf '# bands: %s\n' "$bands"
        shift 3
        for line in "$@"; do echo "# $line" | sed 's/^# set /# set: /'; done
        cat "$dir/data.tsv"
    } >"$dir/$name.tsv"
    if command -v gnuplot >/dev/null 2>&1; then
        render "$dir/$name.tsv" "$dir/$name" "png=1;" || give_up "gnuplot failed, see $dir/log"
    else
        note "no figure: gnuplot is missing"
    fi
}

# render TABLE PICTURE [GNUPLOT_COMMAND]: draws TABLE, and the paper's points from paper.tsv, as
# PICTURE.svg, and with "png=1;" as PICTURE.png. Leaves the gnuplot script beside it.
render() {
    figure=$(basename "$2")
    awk -F '\t' -v figure="$figure" -v dat="$figure.dat" -f "$here/lib/plot.awk" "$here/paper.tsv" "$1" >"$2.gp" &&
        awk -F '\t' -v figure="$figure" -v blocks=1 -f "$here/lib/plot.awk" "$here/paper.tsv" "$1" >"$2.dat" &&
        (cd "$(dirname "$2")" && gnuplot -e "$3 picture='$figure'" "$here/lib/style.gp" 2>"$dir/log")
}

# --- the manifest ---------------------------------------------------------------------------------

json_string() {
    printf '"%s"' "$(printf '%s\n' "$*" | tr '\t' ' ' | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g')"
}

# Prints the lines of stdin as a list of strings.
json_lines() {
    separator=''
    printf '['
    while IFS= read -r line; do
        printf '%s' "$separator"
        json_string "$line"
        separator=', '
    done
    printf ']'
}

processor() {
    sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1 | grep . ||
        sysctl -n machdep.cpu.brand_string 2>/dev/null || uname -p
}

# Prints the seconds of each step, summed over interrupted runs.
json_durations() {
    awk -F '\t' '{ if (!($1 in sum)) order[++n] = $1; sum[$1] += $2; total += $2 }
        END {
            printf "{"
            for (i = 1; i <= n; i++) printf "\"%s\": %d, ", order[i], sum[order[i]]
            printf "\"total\": %d}", total
        }' "$dir/durations.tsv"
}

commit_here() { git -C "$root" rev-parse HEAD 2>/dev/null || echo unknown; }
modified_here() { [ -z "$(git -C "$root" status --porcelain --untracked-files=no 2>/dev/null)" ] && echo false || echo true; }

finish() {
    {
        printf '{\n  "experiment": %s,\n' "$(json_string "$name")"
        printf '  "title": %s,\n' "$(json_string "${title:-$name}")"
        printf '  "scale": %s,\n' "$(json_string "$scale")"
        printf '  "command": %s,\n' "$(json_string "$command")"
        printf '  "seeds": [%s],\n' "$(sort -nu "$dir/seeds" | tr '\n' ',' | sed 's/,$//')"
        printf '  "commit": %s,\n' "$(json_string "$(commit_here)")"
        printf '  "modified": %s,\n' "$(modified_here)"
        printf '  "engine": %s,\n' "$(json_string "$("$engine" --version)")"
        printf '  "signatures": %s,\n' "$(json_lines <"$shared/signatures")"
        printf '  "opponent": %s,\n' "$(json_string "$(gnugo --version 2>/dev/null | head -n 1)")"
        printf '  "machine": {"system": %s, "processor": %s, "cores": %s},\n' \
            "$(json_string "$(uname -srm)")" "$(json_string "$(processor)")" \
            "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 0)"
        printf '  "started": %d,\n  "finished": %d,\n' "$started" "$(date +%s)"
        printf '  "seconds": %s,\n' "$(json_durations)"
        printf '  "forfeits": %s,\n' "$(forfeits)"
        printf '  "notes": %s,\n' "$(json_lines <"$dir/notes")"
        printf '  "files": %s\n}\n' "$(cd "$dir" && ls -- *.tsv *.svg *.png plan* 2>/dev/null | sed "/begun$/d" | json_lines)"
    } >"$dir/manifest.json"
    say "done: $dir"
}

# Counts the games that ended by a crash, a hang or an illegal move.
forfeits() {
    cat "$dir"/games*.tsv "$dir"/part-*.tsv 2>/dev/null |
        awk -F '\t' '$7 ~ /^(crash|hang|illegal|refused)$/ { n++ } END { print n + 0 }'
}

# --- shared by the figures of a kind --------------------------------------------------------------

# TD learning (2012, section 3): training games, and the checkpoints that are rated.
learning_scale() {
    by_scale games 100 100000 1000000
    by_scale checkpoints "10 100" "10 100 200 500 1000 2000 5000 10000 20000 50000 100000" \
        "1 10 100 200 500 1000 2000 5000 10000 20000 50000 100000 200000 500000 1000000"
    by_scale rounds 6 250 500
}
draw_curves() { draw "$1" "training games" "Elo" "set logscale x" "set format x '10^{%T}'"; }

# TD search (2012, section 4).
search_scale() {
    by_scale simulations "2 4" "10 30 100 300 1000" "10 100 500 1000 2000 5000 10000"
    by_scale rounds 6 100 100
}
td_search() {
    label=$1 at=$2
    shift 2
    player "$label" "$at" preset td-search pass_when=filled "$@"
}
draw_search() { draw "$1" "simulations per move" "Elo" "set logscale x"; }

# Tree search (2011): against GNU Go level 10, or level 0, which needs a fifth of the time.
tree_scale() {
    by_scale simulations "8" "3000" "3000"
    by_scale match_games 2 60 1000
    by_scale level 0 0 10
}

# Dyna-2 (2012, section 5; 2008, section 5).
dyna_scale() {
    by_scale games 100 100000 100000
    by_scale shape_sets "12" "123" "1 12 123"
    by_scale simulations "2 4" "30 100 300 1000 2000" "10 100 200 500 1000 2000 5000 10000 20000"
    by_scale match_games 2 60 1000
}
shape_name() {
    case $1 in
    1) echo 1x1 ;;
    12) echo 1x1 and 2x2 ;;
    123) echo 1x1 to 3x3 ;;
    esac
}
draw_wins() {
    draw "$1" "simulations per move" "% won" "set logscale x" "set yrange [0:100]"
}

# memories PRESET TITLE: the long-term memory, the short-term memory, and both, by shapes and
# simulations.
memories() {
    vanilla_uct
    for shapes in $shape_sets; do
        train "$games" "shapes=$shapes"
        long_term "long, $(shape_name "$shapes")" "$weights.$games"
        for n in $simulations; do
            dyna="preset $1 simulations=$n search_shapes=$shapes"
            player "short, $(shape_name "$shapes")" "$n" "$dyna" memory=short
            player "both, $(shape_name "$shapes")" "$n" "$dyna" "weights=$weights.$games"
        done
    done
    win_rates "$match_games"
    draw_wins "$2"
}

# two_phases PRESET TITLE: alpha-beta of several depths, after the search and without it.
two_phases() {
    by_scale depths "1 2" "1 3 5" "1 3 5 6"
    train "$games" shapes=123
    for depth in $depths; do
        long_term "long, $depth ply" "$weights.$games" search=alpha-beta "depth=$depth"
        for n in $simulations; do
            player "both, $depth ply" "$n" preset "$1" search=two-phase "depth=$depth" \
                "simulations=$n" "weights=$weights.$games"
        done
    done
    win_rates "$match_games"
    draw_wins "$2"
}
