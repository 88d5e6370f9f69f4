# Means of repeated measurements (series, x, y), with 95 % intervals by Student's t.
BEGIN { split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228", student, " ") }
{
    key = $1 "\t" $2
    if (!(key in n)) order[++count] = key
    n[key]++
    sum[key] += $3
    square[key] += $3 * $3
}
END {
    for (i = 1; i <= count; i++) {
        k = order[i]
        mean = sum[k] / n[k]
        variance = n[k] > 1 ? (square[k] - n[k] * mean * mean) / (n[k] - 1) : 0
        t = n[k] > 11 ? 2.2 : student[n[k] - 1]
        half = variance > 0 ? t * sqrt(variance / n[k]) : 0
        low = mean - half
        printf "%s\t%.0f\t%.0f\t%.0f\t%d\n", k, mean, (low < 1 ? 1 : low), mean + half, n[k]
    }
}
