# The ratings of the players of players.tsv (name, series, x) from the table of guzumi elo: series,
# x, rating, low, high, games.
FNR == NR {
    order[++count] = $1 # a player may be several points
    point[count] = $2 "\t" $3
    next
}
{ rating[$1] = sprintf("%.0f\t%.0f\t%.0f\t%d", $2, $3, $4, $7) }
END {
    for (i = 1; i <= count; i++)
        if (order[i] in rating) printf "%s\t%s\n", point[i], rating[order[i]]
}
