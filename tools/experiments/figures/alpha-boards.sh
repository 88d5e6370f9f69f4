# Step size in proportion to the active shapes against a constant one, in training, by board size
# time: smoke 2 s, lab ~15 min, paper ~5 h
by_scale sizes "4 5" "13 19" "5 7 11 13 15 17 19"
by_scale games 50 20000 1000000
by_scale match_games 2 100 1000
by_scale simulations 2 100 1000

# versus SERIES SPECIFICATION...: the two trainings play each other with these settings.
versus() {
    series=$1
    shift
    {
        echo "size $size"
        echo "games $match_games"
        echo "player in-proportion $* pass_when=filled weights=$proportional.$games"
        echo "player constant $* pass_when=filled weights=$constant.$games"
    } >"$dir/plan-$size-$series"
    play "$dir/plan-$size-$series" "$dir/part-$size-$series.tsv"
    printf 'in-proportion\t%s\t%s\n' "$series" "$size" >"$dir/one"
    awk -F '\t' -f "$here/lib/wilson.awk" "$dir/one" "$dir/part-$size-$series.tsv" >>"$dir/data.tsv"
}

for size in $sizes; do
    train "$games" seed=1
    constant=$weights
    # There are 194 active shapes on 9×9, where alpha is 0.1.
    train "$games" "alpha=$(awk "BEGIN {
        n = $size
        printf \"%.3f\", 0.1 * (n ^ 2 + (n - 1) ^ 2 + (n - 2) ^ 2) / 194
    }")"
    proportional=$weights
    versus greedy preset td-learning
    versus Dyna-2 preset dyna2 "simulations=$simulations"
done
rm -f "$dir/one"
draw "Training with alpha in proportion to the active shapes, against alpha = 0.1" "board size" \
    "% won by alpha in proportion" points "set yrange [0:100]" "set offsets 1, 1, 0, 0"
