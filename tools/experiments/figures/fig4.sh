# Figure 4: histogram of how often each weight's shapes occur in training
# time: smoke 1 s, lab ~1 min, paper ~3 min
by_scale games 100 100000 1000000

[ -f "$dir/occurrences.tsv" ] || timed "training with counting" "$engine" train --size "$size" --games "$games" \
    --out "$dir/weights" --occurrences "$dir/occurrences.tsv"
awk -F '\t' -f "$here/lib/histogram.awk" "$dir/occurrences.tsv" >>"$dir/data.tsv"
awk -F '\t' 'NR > 1 && $4 == 0 { never[$1 " " $2]++; n++ }
    END { for (i in never) printf "%s: %d weights\n", i, never[i] }' "$dir/occurrences.tsv" |
    sort | while IFS= read -r line; do note "never seen: $line"; done
draw "Occurrences of shapes in $games training games" "occurrences of a weight's shapes" \
    "weights per tenth of a decade" "set logscale xy" "set format '10^{%T}'"
