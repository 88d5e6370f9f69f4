# Figure 11: simulations per second of TD search on boards of several sizes
# time: smoke 1 s, lab 4 min, paper 10 min
by_scale sizes "5 9" "5 7 9 11 13 15" "5 7 9 11 13 15"
by_scale runs "1 2" "1 2 3 4 5" "1 2 3 4 5 6 7 8 9 10"
by_scale seconds 0.02 0.5 2

rm -f "$dir/speeds.tsv"
for size in $sizes; do
    for run in $runs; do
        timed "speed on $size, run $run" "$engine" bench --size "$size" --seconds "$seconds" >"$dir/table"
        sed -n -e "s/^td_search_T6_${size}x$size /TD search $size /p" \
            -e "s/^td_search_T6_learning_6_${size}x$size /TD search, learning from six moves $size /p" \
            -e "s/^td_search_no_default_policy_${size}x$size /TD search without default policy $size /p" \
            -e "s/^uct_${size}x$size /UCT $size /p" \
            "$dir/table" | sed 's/ \([0-9]*\) \([0-9]*\) simulations.*/	\1	\2/' >>"$dir/speeds.tsv"
    done
done
awk -F '\t' -f "$here/lib/mean.awk" "$dir/speeds.tsv" >>"$dir/data.tsv"
counts="the mean of $(echo "$runs" | wc -w | tr -d ' ') runs"
draw "Speed of TD search" "board size" "simulations per second" "set logscale y"
