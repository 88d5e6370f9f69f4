# From paper.tsv (figure, series, x, y, low, high, note) and the picture's table NAME.tsv, "# key: value"
# lines and then points (series, x, y, low, high, games): prints the gnuplot script of the picture; with
# -v blocks=1 the points as blocks, one per series. If the table has "# panels", a series "PANEL: NAME"
# is drawn as NAME in the panel PANEL, and all panels have one range of y; if it has "# points", no lines
# join the points. "# counts" and "# bands" say what a point and its band stand for, if not its games and
# its 95 % interval.
FNR == 1 { file++ }
file == 1 {
    if (FNR > 1 && $1 == figure) add("paper: " $2, $3 " " $4 " " $5 " " $6)
    next
}
/^# / {
    key = $0
    sub(/^# /, "", key)
    value = key
    sub(/:.*/, "", key)
    sub(/^[^:]*: ?/, "", value)
    if (key == "set") commands = commands "set " value "\n"
    else meta[key] = value
    next
}
/^series\t/ { next }
{
    add($1, $2 " " $3 " " $4 " " $5)
    if (lowest == "" || $4 < lowest) lowest = $4
    if (highest == "" || $5 > highest) highest = $5
    if ($6 > most) most = $6
    if (!fewest || $6 < fewest) fewest = $6
}
function add(series, row) {
    if (!(series in points)) order[++count] = series
    points[series]++
    rows[series] = rows[series] row "\n"
}
function color(i) { return substr("#0072b2#d55e00#009e73#cc79a7#e69f00#56b4e9#7f3f00#000000#8a2be2#7f7f7f", 7 * ((i - 1) % 10) + 1, 7) }
function mark(i) { return substr("0705091113150406081012", 2 * ((i - 1) % 11) + 1, 2) + 0 }
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
# A paper's points have the colour of the series with the same name, what is in brackets aside.
function color_of_paper(series) {
    series = substr(series, 8)
    if (!(series in of)) sub(/ \(.*/, "", series)
    return series in of ? of[series] : "#000000"
}
# Crosses of several shapes tell the papers' points of one colour apart.
function cross(series) { return series ~ /^paper: long, / ? 3 : series ~ /^paper: short, / ? 1 : 2 }
function is_paper(series) { return substr(series, 1, 7) == "paper: " }
function panel(series) {
    sub(/^paper: /, "", series)
    if (!("panels" in meta)) return ""
    sub(/: .*/, "", series)
    return series
}
function label(series,    prefix) {
    if (!("panels" in meta)) return series
    prefix = is_paper(series) ? "paper: " : ""
    sub(/^paper: /, "", series)
    sub(/^[^:]*: /, "", series)
    return prefix series
}
# What one point stands on.
function caption(    text, bands) {
    bands = "bands" in meta ? meta["bands"] : "95 % intervals"
    text = meta["counts"]
    if (text == "" && most > 0) text = (fewest == most ? most : fewest " to " most) " games a point"
    if (text == "") text = "exact counts"
    else text = text ("points" in meta ? "; bars: " : "; bands: ") bands
    return text (has_paper ? "; crosses: the paper" : "")
}
function data(i) { return quoted(dat) " index " (i - 1) }
function plot(wanted,    i, s, at) {
    printf "plot 1/0 notitle"
    for (i = 1; i <= count; i++) {
        s = order[i]
        if (is_paper(s) || panel(s) != wanted || "points" in meta) continue
        if (points[s] > 1) printf ", \\\n  %s using 1:3:4 with filledcurves fillcolor rgb \"%s\" notitle", data(i), of[s]
        else printf ", \\\n  %s using 1:2:3:4 with yerrorbars linecolor rgb \"%s\" pointtype 0 notitle", data(i), of[s]
    }
    for (i = 1; i <= count; i++) {
        s = order[i]
        if (is_paper(s) || panel(s) != wanted) continue
        at = "using " ("points" in meta ? "1:2:3:4 with yerrorbars" : "1:2 with linespoints dashtype " dashes(s))
        printf ", \\\n  %s %s linewidth 2 pointtype %d pointsize 0.8 linecolor rgb \"%s\" title %s noenhanced", data(i), at, mark_of[s], of[s], quoted(label(s))
    }
    for (i = 1; i <= count; i++) {
        s = order[i]
        if (!is_paper(s) || panel(s) != wanted) continue
        printf ", \\\n  %s using 1:2:3:4 with yerrorbars pointtype %d pointsize 1.2 linewidth 2 linecolor rgb \"%s\" title %s noenhanced", data(i), cross(s), color_of_paper(s), quoted(label(s))
    }
    print ""
}
END {
    if (blocks) {
        for (i = 1; i <= count; i++) printf "%s%s", (i == 1 ? "" : "\n\n"), rows[order[i]]
        exit
    }
    for (i = 1; i <= count; i++) {
        if (is_paper(order[i])) {
            has_paper = 1
            continue
        }
        f = family(label(order[i]))
        if (!(f in of_family)) {
            of_family[f] = color(++own)
            mark_of_family[f] = mark(own)
        }
        of[order[i]] = of_family[f]
        mark_of[order[i]] = mark_of_family[f]
    }
    printf "%s", commands
    printf "set ylabel %s noenhanced\nset xlabel %s noenhanced\n", quoted(meta["y"]), quoted(meta["x"])
    title = "\"" meta["title"] "\\n{/*0.8 " caption() "}\""
    if (!("panels" in meta)) {
        print "set title " title
        plot("")
        exit
    }
    for (i = 1; i <= count; i++)
        if (!(panel(order[i]) in seen)) {
            seen[panel(order[i])] = 1
            panels[++columns] = panel(order[i])
        }
    print "set key inside bottom left vertical Left reverse samplen 2 noenhanced"
    printf "set yrange [%s:%s]\n", lowest, highest
    printf "set multiplot layout 1,%d title %s\n", columns, title
    for (p = 1; p <= columns; p++) {
        printf "set title %s noenhanced\n", quoted(panels[p])
        if (p == 2) print "set nokey\nset ylabel"
        plot(panels[p])
    }
    print "unset multiplot"
}
