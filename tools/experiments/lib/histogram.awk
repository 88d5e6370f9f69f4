# Reads the table of train --occurrences. Prints a histogram of the weights by their occurrences, in
# tenths of a decade, for each sharing and size of shapes: series, occurrences, weights, and the
# weights twice more, because there is no interval.
NR == 1 || $4 == 0 { next }
{
    series = $2 " " toupper($1)
    bin = int(10 * log($4) / log(10))
    if (!((series, bin) in count)) {
        if (!(series in first)) {
            order[++n] = series
            first[series] = last[series] = bin
        }
        if (bin < first[series]) first[series] = bin
        if (bin > last[series]) last[series] = bin
    }
    count[series, bin]++
}
END {
    for (i = 1; i <= n; i++)
        for (bin = first[order[i]]; bin <= last[order[i]]; bin++)
            if ((order[i], bin) in count) {
                c = count[order[i], bin]
                printf "%s\t%.4g\t%d\t%d\t%d\t0\n", order[i], 10 ^ ((bin + 0.5) / 10), c, c, c
            }
}
