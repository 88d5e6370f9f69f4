# Reads players.tsv (name, series, x) and the results of a match. Prints the percentage that each
# player won, a draw as half a win, with its 95 % Wilson interval: series, x, percentage, low, high,
# games.
FNR == NR {
    order[++count] = $1 # a player may have several points
    point[count] = $2 "\t" $3
    next
}
FNR == 1 { next } # the header
{
    games[$3]++
    games[$4]++
    if ($5 ~ /^B/) won[$3]++
    else if ($5 ~ /^W/) won[$4]++
    else {
        won[$3] += 0.5
        won[$4] += 0.5
    }
}
END {
    z = 1.959964
    for (i = 1; i <= count; i++) {
        p = order[i]
        n = games[p]
        if (n == 0) continue
        rate = won[p] / n
        middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        printf "%s\t%.1f\t%.1f\t%.1f\t%d\n", point[i], 100 * rate,
            100 * (middle - half), 100 * (middle + half), n
    }
}
