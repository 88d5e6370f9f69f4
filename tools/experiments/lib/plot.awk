# From paper.tsv (figure, series, x, y, note) and data.tsv (series, x, y, low, high, games):
# with -v blocks=1 prints the points as blocks for gnuplot, one per series; otherwise the plot command.
FNR == 1 { file++; next } # the headers
file == 1 {
    if ($1 == figure) add("paper: " $2, $3 " " $4 " " $4 " " $4)
    next
}
{ add($1, $2 " " $3 " " $4 " " $5) }
function add(series, row) {
    if (!(series in points)) order[++count] = series
    points[series]++
    rows[series] = rows[series] row "\n"
}
function color(i) { return substr("#0072b2#d55e00#009e73#cc79a7#e69f00#56b4e9#7f3f00#000000", 7 * ((i - 1) % 8) + 1, 7) }
function quoted(text) {
    gsub(/"/, "", text)
    return "\"" text "\""
}
# Series that differ only in the memories share a colour and differ by dashes, as in the papers.
function dashes(series) { return series ~ /^long, / ? 3 : series ~ /^short, / ? 2 : 1 }
function family(series) {
    sub(/^(long|short|both), /, "", series)
    return series
}
function is_paper(series) { return substr(series, 1, 7) == "paper: " }
END {
    if (blocks) {
        for (i = 1; i <= count; i++) printf "%s%s", (i == 1 ? "" : "\n\n"), rows[order[i]]
        exit
    }
    # A paper's points have the colour of the series with the same name.
    for (i = 1; i <= count; i++)
        if (!is_paper(order[i])) {
            f = family(order[i])
            if (!(f in of_family)) of_family[f] = color(++own)
            of[order[i]] = of_family[f]
        }
    printf "plot 1/0 notitle"
    for (i = 1; i <= count; i++) {
        s = order[i]
        if (is_paper(s)) continue
        at = quoted(dat) " index " (i - 1)
        if (points[s] > 1) printf ", \\\n  %s using 1:3:4 with filledcurves fillcolor rgb \"%s\" notitle", at, of[s]
        else printf ", \\\n  %s using 1:2:3:4 with yerrorbars linecolor rgb \"%s\" pointtype 0 notitle", at, of[s]
    }
    for (i = 1; i <= count; i++) {
        s = order[i]
        at = quoted(dat) " index " (i - 1) " using 1:2"
        if (!is_paper(s)) printf ", \\\n  %s with linespoints linewidth 2 dashtype %d pointtype 7 pointsize 0.6 linecolor rgb \"%s\" title %s noenhanced", at, dashes(s), of[s], quoted(s)
        else printf ", \\\n  %s with points pointtype 4 pointsize 1.4 linewidth 2 linecolor rgb \"%s\" title %s noenhanced", at, (substr(s, 8) in of ? of[substr(s, 8)] : "#000000"), quoted(s)
    }
    print ""
}
