# Draws the kernels of a network side by side as discs for gnuplot: x, y, radius, sign. The area of a
# disc is proportional to the weight's magnitude, relative to the largest in its kernel.
/->/ {
    flush_block()
    name = $0
    next
}
NF > 1 {
    rows++
    columns = NF
    for (i = 1; i <= NF; i++) {
        weight[rows, i] = $i
        if ($i > largest) largest = $i
        if (-$i > largest) largest = -$i
    }
}
END { flush_block() }
function flush_block(i, j, w) {
    if (rows) {
        for (j = 1; j <= rows; j++)
            for (i = 1; i <= columns; i++) {
                w = weight[j, i]
                printf "%g %g %g %d\n", left + i, top - j, 0.5 * sqrt((w < 0 ? -w : w) / largest), w < 0 ? -1 : 1 >discs
            }
        printf "%g %g %s\n", left + columns / 2, top + 0.4, name >labels
        left += columns + 2
        if (left > 44) {
            left = 0
            top -= 20
        }
    }
    rows = largest = 0
}
