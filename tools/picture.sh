#!/bin/sh
# Draws the pictures of README.md as SVG:
#   sh tools/picture.sh position GAME.sgf MOVE >out.svg   the position before MOVE: what the network
#                                                         expects, and the best line of a search
#   sh tools/picture.sh terminal <typescript >out.svg     what a terminal of 80 columns shows after
#                                                         the output of 'guzumi play --style color'
# README.md has .github/position.sgf before move 27. GUZUMI is the executable (build/release/guzumi),
# GUZUMI_SIMULATIONS the length of the search (3000).

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 1
engine=${GUZUMI:-$root/build/release/guzumi}

usage() {
    sed -n '3,6s/^# *//p' "$0" >&2
    exit 2
}

# Answers of GTP: the board, the line, the policy.
ask() {
    printf '%s\n' "loadsgf $1 $2" showboard "reg_genmove $3" guzumi-line "guzumi-network policy $3" |
        "$engine" gtp --seed 1 --simulations "${GUZUMI_SIMULATIONS:-3000}"
}

# Points are at (CELL column, CELL row) from the top left, counted from 1.
draw_position() {
    awk -v color="$1" '
        function text(x, y, fill, size, what) {
            printf "<text x=\"%d\" y=\"%.1f\" fill=\"%s\" font-size=\"%d\">%s</text>\n",
                x, y + size * 0.36, fill, size, what
        }
        function stone(x, y, black, number) {
            printf "<circle cx=\"%d\" cy=\"%d\" r=\"13.5\" fill=\"%s\" stroke=\"#222\"/>\n",
                x, y, black ? "#222" : "#fff"
            if (number) text(x, y, black ? "#fff" : "#222", 13, number)
        }
        function star(i) {
            edge = size < 13 ? 3 : 4
            return i == edge || i == size + 1 - edge || 2 * i == size + 1
        }
        /^=/ { answer++ }
        answer == 2 && $1 ~ /^[0-9]+$/ {
            size = size ? size : $1
            gsub(/[()]/, " ")
            for (i = 1; i <= size; i++) board[i, size + 1 - $1] = $(i + 1)
        }
        answer == 4 && /^=/ { for (i = 2; i <= NF && i <= 8; i++) line[i - 1] = $i; length_of = i - 2 }
        answer == 5 && NF {
            sub(/^= */, "")
            row++
            for (i = 1; i <= NF; i++) policy[i, row] = $i
        }
        END {
            cell = 30; end = cell * size; all = end + cell
            printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" " \
                "height=\"%d\" font-family=\"sans-serif\" text-anchor=\"middle\">\n", all, all, all, all
            printf "<rect width=\"%d\" height=\"%d\" fill=\"#e8c37a\"/>\n<path d=\"", all, all
            for (i = 1; i <= size; i++)
                printf "M%d %dH%dM%d %dV%d", cell, cell * i, end, cell * i, cell, end
            print "\" stroke=\"#543\" fill=\"none\"/>"
            for (y = 1; y <= size; y++) for (x = 1; x <= size; x++)
                if (size > 8 && star(x) && star(y) && (size > 9 || (x == 5) == (y == 5)))
                    printf "<circle cx=\"%d\" cy=\"%d\" r=\"3\" fill=\"#543\"/>\n", cell * x, cell * y
            letters = "ABCDEFGHJKLMNOPQRST"
            for (i = 1; i <= size; i++) {
                text(cell * i, 10, "#543", 11, substr(letters, i, 1))
                text(cell * i, all - 10, "#543", 11, substr(letters, i, 1))
                text(9, cell * i, "#543", 11, size + 1 - i)
                text(all - 9, cell * i, "#543", 11, size + 1 - i)
            }
            for (i = 1; i <= length_of; i++) {
                x = index(letters, substr(line[i], 1, 1)); y = size + 1 - substr(line[i], 2)
                if (line[i] != "pass") number[x, y] = i
            }
            for (y = 1; y <= size; y++) for (x = 1; x <= size; x++) {
                if ((p = policy[x, y]) >= 0.01)
                    printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#0a6\" " \
                        "opacity=\"%.2f\"/>\n", cell * (x - 0.5), cell * (y - 0.5), cell, cell,
                        0.25 + 0.65 * sqrt(p)
                if (board[x, y] ~ /[XO]/) stone(cell * x, cell * y, board[x, y] == "X", 0)
                else if (n = number[x, y]) stone(cell * x, cell * y, n % 2 == (color == "b"), n)
                else if (p >= 0.02) text(cell * x, cell * y, "#000", 12, sprintf("%.0f", 100 * p))
            }
            print "</svg>"
        }'
}

# Columns are 8.4 wide, rows 18 high; cursor movements within a row only move to its start.
draw_terminal() {
    awk '
        function flush_text() {
            if (run == "") return
            gsub(/&/, "\\&amp;", run); gsub(/</, "\\&lt;", run); gsub(/>/, "\\&gt;", run)
            gsub(/ /, "\\&#160;", run) # blanks would be joined
            if (back != "") rows = rows sprintf("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" " \
                "height=\"18.5\" fill=\"%s\"/>", 12 + 8.4 * from, 18 * row + 6, 8.4 * (at - from), back)
            rows = rows sprintf("<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" fill=\"%s\"%s>%s</text>\n",
                12 + 8.4 * from, 18 * row + 20, 8.4 * (at - from), fore, bold ? " font-weight=\"bold\"" : "", run)
            run = ""
        }
        function style(codes,    n, part, i, c) {
            flush_text()
            n = split(codes, part, ";")
            for (i = 1; i <= n; i++) {
                c = part[i]
                if (c == 0) { fore = "#ddd"; back = ""; bold = 0 }
                else if (c == 1) bold = 1
                else if (c == 22) bold = 0
                else if (c == 30) fore = "#111"
                else if (c == 31) fore = "#b00"
                else if (c == 97) fore = "#fff"
                else if (c == 43) back = "#c39a48"
            }
        }
        BEGIN { fore = "#ddd" }
        /^Script (started|done)/ { next }
        {
            gsub(/\033\[K/, ""); gsub(/\033\[[0-9]*C/, ""); sub(/\r+$/, "")
            sub(/^.*\r/, "")
            at = 0; run = ""
            for (rest = $0; rest != "";) {
                if (match(rest, /^\033\[[0-9;]*m/)) {
                    style(substr(rest, 3, RLENGTH - 3)); rest = substr(rest, RLENGTH + 1)
                } else {
                    if (run == "") from = at
                    run = run substr(rest, 1, 1); rest = substr(rest, 2); at++
                }
            }
            flush_text(); row++
        }
        END {
            width = 80 * 8.4 + 24; height = 18 * row + 18
            printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" " \
                "height=\"%d\" font-family=\"monospace\" font-size=\"14\">\n" \
                "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#1b1b1b\"/>\n%s</svg>\n",
                width, height, width, height, width, height, rows
        }'
}

case $1 in
position)
    [ $# -eq 3 ] || usage
    turn=$(printf '%s\n' "loadsgf $2 $3" showboard | "$engine" gtp |
        sed -n 's/^Black.*to move.*/b/p;s/^White.*to move.*/w/p')
    ask "$2" "$3" "${turn:-b}" | draw_position "${turn:-b}"
    ;;
terminal) draw_terminal ;;
*) usage ;;
esac
