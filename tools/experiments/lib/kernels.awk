# Draws the kernels of a network side by side as discs for gnuplot: x, y, radius, sign. The area of a
# disc is proportional to the weight's magnitude, relative to the largest in its kernel, which stands
# in its label. Prints gnuplot commands for the size of the picture. -v widest=COLUMNS limits a row.
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
END {
    flush_block()
    bottom = top - deepest - 1
    printf "set xrange [0:%d]\nset yrange [%d:4]\n", right, bottom - 4
    # A point of size 1 has a radius of up to 5 pixels, the picture 800 or so between its borders.
    printf "disc = %.3g\n", 800 / 5 / (right > 2 * (3 - bottom) ? right : 2 * (3 - bottom))
    key = "black: positive weights; white: negative\\narea: magnitude, relative to the largest, which is in brackets"
    printf "set label 1 \"%s\" at %g,%g center noenhanced\n", key, right / 2, bottom - 0.7
}
function flush_block(    i, j, w, radius) {
    if (rows) {
        if (left && left + columns > widest) {
            left = 0
            top -= deepest + 4
            deepest = 0
        }
        for (j = 1; j <= rows; j++)
            for (i = 1; i <= columns; i++) {
                w = weight[j, i]
                radius = largest > 0 ? 0.5 * sqrt((w < 0 ? -w : w) / largest) : 0
                # A disc of no size makes a singular matrix in the SVG.
                if (radius >= 0.02) printf "%g %g %g %d\n", left + i, top - j, radius, w < 0 ? -1 : 1 >discs
            }
        # The name, and below it the size and the largest weight.
        i = match(name, / [0-9]+x[0-9]+$/)
        printf "%g %g \"%s\"\n", left + columns / 2 + 0.5, top + 1.9, substr(name, 1, i - 1) >labels
        printf "%g %g \"%s (%.2g)\"\n", left + columns / 2 + 0.5, top + 0.7, substr(name, i + 1), largest >labels
        left += columns < 7 ? 10 : columns + 3
        if (left > right) right = left
        if (rows > deepest) deepest = rows
    }
    rows = largest = 0
}
