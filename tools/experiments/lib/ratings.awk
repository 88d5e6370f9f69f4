# Reads players.tsv (name, series, x) and the table of guzumi elo. Prints series, x, rating, low, high,
# games.
FNR == NR {
    order[++count] = $1 # a player may have several points
    point[count] = $2 "\t" $3
    next
}
{ rating[$1] = sprintf("%.0f\t%.0f\t%.0f\t%d", $2, $3, $4, $7) }
END {
    for (i = 1; i <= count; i++)
        if (order[i] in rating) printf "%s\t%s\n", point[i], rating[order[i]]
}
