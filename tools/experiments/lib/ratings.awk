# Reads players.tsv (name, series, x), then two tables of guzumi elo, of all players and of the figure's
# own, which may be the same. Prints series, x, rating, low, high, games by the second, shifted so that
# their mean has the distance from ANCHOR, rated ELO, that it has in the first. A player without a
# rating is a failure.
FNR == 1 { file++ }
file == 1 {
    order[++count] = $1 # a player may have several points
    point[count] = $2 "\t" $3
    own[$1]
    next
}
$1 == anchor && file == 2 { of_anchor = $2 }
$1 in own {
    sum[file] += $2
    rated[file]++
    rating[$1] = $2
    low[$1] = $3
    high[$1] = $4
    games[$1] = $7
}
END {
    for (p in own)
        if (!(p in games)) { print "no rating of " p > "/dev/stderr"; missing = 1 }
    if (missing || !rated[3]) exit 1
    shift = elo - of_anchor + sum[2] / rated[2] - sum[3] / rated[3]
    for (i = 1; i <= count; i++) {
        p = order[i]
        printf "%s\t%.0f\t%.0f\t%.0f\t%d\n", point[i], rating[p] + shift, low[p] + shift, high[p] + shift, games[p]
    }
}
