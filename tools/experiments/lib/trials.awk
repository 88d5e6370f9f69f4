# Reads tables of trials, one for each seed. Prints points: series, x (the games, or AT), percentage
# won (or of COLUMN), a draw as half a win, its 95 % interval, games. For several seeds the interval
# of their mean, by Student's t, which covers the variation between trainings; for one seed Wilson's,
# of its games. Checkpoints before LEAST games are left out.
BEGIN { split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262", student, " ") }
FNR == 1 || $1 < least { next }
{
    x = at ? at : $1
    rate = column ? $column / $2 : ($3 + $4 / 2) / $2
    if (!(x in seeds)) order[++count] = x
    seeds[x]++
    sum[x] += rate
    square[x] += rate * rate
    games[x] += $2
}
function wilson(x,    z, n, middle, half) {
    z = 1.959964
    n = games[x]
    middle = (sum[x] + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(sum[x] * (1 - sum[x]) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = middle - half < sum[x] ? middle - half : sum[x]
    high = middle + half > sum[x] ? middle + half : sum[x]
}
function interval_of_mean(x,    n, mean, variance, half) {
    n = seeds[x]
    mean = sum[x] / n
    variance = (square[x] - n * mean * mean) / (n - 1)
    half = variance > 0 ? student[n < 10 ? n - 1 : 9] * sqrt(variance / n) : 0
    low = mean > half ? mean - half : 0
    high = mean + half < 1 ? mean + half : 1
}
END {
    for (i = 1; i <= count; i++) {
        x = order[i]
        if (seeds[x] > 1) interval_of_mean(x)
        else wilson(x)
        printf "%s\t%s\t%.1f\t%.1f\t%.1f\t%d\n", series, x, 100 * sum[x] / seeds[x], 100 * low,
            100 * high, games[x]
    }
}
