# From verdicts.tsv and today.tsv: prints the gallery, one HTML page without references to other files.
FNR == 1 {
    if (++file == 1) head()
    else decades()
    next
}
file == 1 {
    if ($2 != source) printf "%s<h2>%s</h2>\n<div class=\"grid\">\n", (source ? "</div>\n" : ""), text($2)
    source = $2
    card($1, $3, $4, $5)
    next
}
{ printf "<tr><th>%s</th><td>%s</td><td>%s</td><td>%s</td></tr>\n", text($1), text($2), text($3), text($4) }
END { print "</table>\n</main>\n</body>\n</html>" }

function text(s) {
    gsub(/&/, "\\&amp;", s)
    gsub(/</, "\\&lt;", s)
    return s
}

function head() {
    print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
    print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    print "<title>The papers' experiments</title>\n<style>"
    while ((getline line <(here "/lib/gallery.css")) > 0) print line
    print "</style>\n</head>\n<body>\n<main>\n<h1>The papers' experiments</h1>"
    print "<p>What five papers on computer Go say, and what Guzumi's rebuilt programs do. A picture opens"
    print "when it is clicked. Lines and bands are ours, with 95 % intervals; crosses are numbers from the"
    print "papers' text. Games are on 9×9 unless a picture says otherwise. <a href=\"#today\">What two decades"
    print "have changed</a> is at the end.</p>"
}

function card(name, paper, ours, verdict,    kind) {
    kind = verdict ~ /^yes/ ? "yes" : verdict ~ /^not / ? "open" : verdict ~ /^no[ ;,:]|^no$/ ? "no" : "partly"
    printf "<article id=\"%s\">\n<h3>%s</h3>\n", name, name
    if (!picture(name)) print "<p class=\"none\">no picture yet</p>"
    printf "<dl>\n<dt>Paper</dt><dd>%s</dd>\n<dt>Ours</dt><dd>%s</dd>\n", text(paper), text(ours)
    printf "<dt>Reproduced</dt><dd class=\"%s\">%s</dd>\n</dl>\n", kind, text(verdict)
    printf "<code>sh tools/experiments/run.sh %s</code>\n", name
    numbers(name)
    print "</article>"
}

# The points of the picture as a table that opens.
function numbers(name,    file, line, cell, i, n) {
    file = here "/results/" name ".tsv"
    while ((getline line <file) > 0) {
        if (line ~ /^#/) continue
        n = split(text(line), cell, "\t")
        if (line ~ /^series\t/) print "<details><summary>numbers</summary>\n<table>"
        printf "<tr>"
        for (i = 1; i <= n; i++) printf i == 1 ? "<th>%s</th>" : "<td>%s</td>", cell[i]
        print "</tr>"
    }
    close(file)
    if (n) print "</table></details>"
}

# Inlines the picture of an experiment. Its ids get the experiment's name, for they are alike in all; its
# names of plots, which browsers show as tooltips, stay out.
function picture(name,    file, line, inside) {
    file = here "/results/" name ".svg"
    while ((getline line <file) > 0) {
        if (line ~ /<svg/) {
            printf "<a href=\"#%s\">", name
            sub(/<svg/, "<svg role=\"img\" aria-label=\"" name "\"", line)
            inside = 1
        }
        if (!inside) continue
        gsub(/<title>[^<]*<\/title>|<desc>[^<]*<\/desc>/, "", line)
        gsub(/ id=['"]/, "&" name "-", line)
        gsub(/href=['"]#/, "&" name "-", line)
        gsub(/url\(#/, "&" name "-", line)
        if (line ~ /[^ \t]/) print line
    }
    close(file)
    if (inside) print "</a><a class=\"close\" href=\"#close\">close</a>"
    return inside
}

function decades() {
    print "</div>\n<h2 id=\"today\">What two decades have changed</h2>"
    print "<p>The papers' settings beside those that play best today, and what the change is worth: games won by"
    print "today's setting at equal numbers of simulations, unless the row says otherwise.</p>"
    print "<table>\n<tr><th>what</th><th>the papers</th><th>today</th><th>gain</th></tr>"
}
