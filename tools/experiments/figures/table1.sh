# Table 1: numbers of features and of shared weights on boards from 5x5 to 19x19
# time: smoke 1 s, lab 1 s, paper 1 s
by_scale sizes "5 9" "5 7 9 11 13 15 17 19" "5 7 9 11 13 15 17 19"

for size in $sizes; do
    timed "counting $size" "$engine" weights count "$size" >"$dir/count-$size.tsv"
done
for shape in 3x3 2x2 1x1; do
    for size in $sizes; do
        # Counts are exact, so the interval is empty.
        awk -F '\t' -v shape=$shape -v size="$size" '
            $2 == shape && ($1 == "ld" || $1 == "li") { weights += $4 }
            END { printf "%s LD + LI\t%d\t%d\t%d\t%d\t0\n", shape, size, weights, weights, weights }
        ' "$dir/count-$size.tsv" >>"$dir/data.tsv"
    done
done
draw "Unique weights of the local shapes" "board size" "weights" "set logscale y" "set format y '10^{%T}'"
