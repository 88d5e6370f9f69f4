# Schraudolph 1994, Figure 2: the kernels of a small network, grown by one hidden channel at a time
# time: smoke 1 s, lab ~1 min, paper ~2 min
. "$here/lib/networks.sh"
territory_scale
by_scale grow 5 500 500
seeds=1

# Word splitting is intended.
# shellcheck disable=SC2086
network_curve "grown" territory $gentle --opponent novice --opponent-random 1 --opponent-step 0.01 --grow-games "$grow"
"$engine" weights kernels "$networks/$weights-1" >"$dir/kernels.txt"
awk -v discs="$dir/discs.dat" -v labels="$dir/labels.dat" -v widest=80 -f "$here/lib/kernels.awk" \
    "$dir/kernels.txt" >"$dir/size.gp"
title="The kernels of a network that learned to play ${size}x$size Go"
cat >"$dir/$name.gp" <<END
set title "$title, after $games games" noenhanced
set size ratio -1
unset key
unset border
unset tics
unset grid
load "size.gp"
set object 1 rectangle from graph 0, graph 0 to graph 1, graph 1 fillcolor rgb "#b8b8b8" fillstyle solid behind
plot "discs.dat" using (\$4 > 0 ? \$1 : NaN):2:(disc * \$3) with points pointtype 7 pointsize variable linecolor rgb "black", \\
     "discs.dat" using (\$4 < 0 ? \$1 : NaN):2:(disc * \$3) with points pointtype 7 pointsize variable linecolor rgb "white", \\
     "labels.dat" using 1:2:3 with labels font ",11" noenhanced
END
if command -v gnuplot >/dev/null 2>&1; then
    (cd "$dir" && gnuplot -e "png=1; picture='$name'" "$here/lib/style.gp" 2>"$dir/log") ||
        give_up "gnuplot failed, see $dir/log"
else
    note "no picture: gnuplot is missing"
fi
