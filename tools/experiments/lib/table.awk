# From verdicts.tsv and today.tsv: prints the README's tables, between its markers "<!-- results -->" and
# "<!-- today -->". Reads README.md last and prints it with them.
FNR == 1 { file++ }
file == 1 {
    if (FNR == 1) next
    if ($2 != source) results = results "| **" $2 "** | | | | |\n"
    source = $2
    results = results "| `" $1 "` | " $3 " | " $4 " | " $5 " | " thumbnail($1) " |\n"
    next
}
file == 2 {
    if (FNR > 1) today = today "| " $1 " | " $2 " | " $3 " | " $4 " |\n"
    next
}
function thumbnail(name,    picture, line) {
    picture = "results/" name ".svg"
    if ((getline line <(here "/" picture)) <= 0) return ""
    close(here "/" picture)
    return "<a href=\"" picture "\"><img src=\"" picture "\" width=\"160\" alt=\"" name "\"></a>"
}
/^<!-- end -->$/ { skipping = 0 }
!skipping
/^<!-- results/ {
    skipping = 1
    printf "| experiment | the paper | ours | reproduced | picture |\n| --- | --- | --- | --- | --- |\n%s", results
}
/^<!-- today/ {
    skipping = 1
    printf "| what | the papers | today | gain |\n| --- | --- | --- | --- |\n%s", today
}
