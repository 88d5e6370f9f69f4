# A table of trials as points: series, x (the games, or AT), percentage won (or of COLUMN), a draw
# being half a win, its 95 % Wilson interval, games. Checkpoints before LEAST games are left out.
NR == 1 || $1 < least { next }
{
    z = 1.959964
    n = $2
    rate = column ? $column / n : ($3 + $4 / 2) / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = middle - half < rate ? middle - half : rate
    high = middle + half > rate ? middle + half : rate
    printf "%s\t%s\t%.1f\t%.1f\t%.1f\t%d\n", series, at ? at : $1, 100 * rate, 100 * low, 100 * high, n
}
