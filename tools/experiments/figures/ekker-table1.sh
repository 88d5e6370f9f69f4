# Ekker 2004, Table 1: after training, wins against GNU Go and final positions scored correctly
# time: smoke 10 s, lab ~10 min, paper ~30 min
need_gnugo
. "$here/lib/networks.sh"
ekker_scale
by_scale seeds "1 2" 1 "1 2 3 4 5 6 7 8 9 10"

x=0
for td in directed leaf mu; do
    network_curve "trained by $td" liberties --td "$td" --update rprop --batch 20
    x=$((x + 1))
    network_level gnugo "gnugo --mode gtp --level 0 --chinese-rules"
done
grep -v '^trained by' "$dir/data.tsv" >"$dir/data.kept" && mv "$dir/data.kept" "$dir/data.tsv"
counts="$(echo "$seeds" | wc -w | tr -d ' ') training runs, $level_trials games each"
draw "After training: games against GNU Go level 0, final positions" "algorithm of the training" "%" points \
    "set xrange [0.5:3.5]" "set yrange [0:100]" "set xtics ('TD-directed' 1, 'TD-leaf' 2, 'TD(mu)' 3)"
