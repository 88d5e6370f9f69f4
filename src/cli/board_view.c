/* The board in three forms: on a terminal (board_view_print and what follows), as a heat map of
 * numbers, and as SVG with a script for pages (board_svg_*, board_page_*).
 *
 * On the terminal board_draw makes the plain drawing, and everything here decorates it:
 *
 *      9 . . . . . . . . .  9     star points become +, the last move gets (X)
 *      8 . . . . . . X . .  8     in colours the wood is yellow, stones black and white */
#include "board_view.h"

#include "guzumi/base/system.h"
#include "guzumi/base/text.h"
#include "guzumi/go/game.h"

#include "console.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool board_view_has_colors(void) {
    const char *declined = getenv("NO_COLOR");
    if (declined && *declined) return false; /* https://no-color.org */
    return system_has_colors(STANDARD_OUTPUT);
}

/* Escape sequences of the eight basic colours, which every such terminal has. */
#define COLOR_OFF "\033[0m"
#define COLOR_WOOD "\033[30;43m"  /* black on yellow */
#define COLOR_BLACK "\033[30;1m"  /* bold */
#define COLOR_WHITE "\033[97;1m"  /* bright */
#define COLOR_MARK "\033[31;1m"   /* red */
#define COLOR_PLAIN "\033[22;30m" /* back to the wood's */

/* Colours are set for single characters and switched back, so that a row may be cut anywhere. */
static void print_wood(const char *row, int length) {
    printf(COLOR_WOOD);
    for (int i = 0; i < length; i++) {
        const char c = row[i];
        const char *color = c == 'X'               ? COLOR_BLACK
                            : c == 'O'             ? COLOR_WHITE
                            : c == '(' || c == ')' ? COLOR_MARK
                                                   : NULL;
        if (color)
            printf("%s%c%s", color, c, COLOR_PLAIN);
        else
            putchar(c);
    }
    printf(COLOR_OFF);
}

/* Writes the star points of a board of SIZE to POINTS; returns their number. They are the handicap
 * points, those on the sides only on boards of 15 lines or more. */
static int star_points(int size, int points[9]) {
    const int most = game_max_fixed_handicap(size);
    return game_handicap_points(size, size < 15 && most > 5 ? 5 : most, points);
}

/* The character of POINT in a drawing by board_draw: the rows are counted from the top, and each
 * begins with two columns for its number and a blank. */
static char *place_of(char *drawing, int size, int point) {
    for (int row = size - 1; row >= point_row(size, point); row--)
        drawing = strchr(drawing, '\n') + 1;
    return drawing + 3 + 2 * point_column(size, point);
}

static void draw_with_stars(const struct board *board, int last, char *drawing, int size) {
    int points[9];
    board_draw(board, last, drawing, size);
    for (int i = star_points(board->size, points); i-- > 0;) {
        char *place = place_of(drawing, board->size, points[i]);
        if (*place == '.') *place = '+';
    }
}

/* Prints a row: LABEL columns for its number, then WOOD for the points. */
static void print_row(const char *row, int label, int wood) {
    printf("%.*s", label, row);
    print_wood(row + label, wood);
}

/* Prints DRAWING but its last line, the letters, for the height of a terminal: 19x19 and the prompt
 * should fit into 24 lines. Its rows have two columns for their number, 2 size + 1 for the points,
 * and three for the number again, which is left out where the terminal is too narrow. */
static void print_drawing(const struct board *board, const char *drawing, bool colors) {
    const int label = 2, columns = console_columns(), all = label + 2 * board->size + 1;
    const int wood = (columns < all ? columns : all) - label;
    for (const char *line = drawing, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        const bool is_row = text_is_digit(line[1]);
        const int whole = (int)(end - line); /* of the letters, one column less than all */
        const int length = columns < all + 3 && label + wood < whole ? label + wood : whole;
        if (colors && is_row) {
            print_row(line, label, wood);
            printf("%.*s\n", length - label - wood, line + label + wood);
        } else {
            printf("%.*s\n", length, line);
        }
    }
}

/* Without the blank behind the last point. */
int board_view_columns(int size) {
    return 2 + 2 * size;
}

void board_view_print(const struct board *board, int last, bool colors) {
    char drawing[2048];
    draw_with_stars(board, last, drawing, sizeof drawing);
    print_drawing(board, drawing, colors);
}

/* --- the count --- */

/* For example, Black's dead stone at D4:
 *
 *      4 w w w x w  4
 *      3 w w O w w  3 */
void board_view_print_score(const struct board *b, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead) {
    char drawing[2048];
    draw_with_stars(b, NO_POINT, drawing, sizeof drawing);
    POINT_FOR_EACH(p, b->size) {
        char *place = place_of(drawing, b->size, p);
        if (board_color(b, p) == EMPTY && owner[p] != EMPTY)
            *place = "bw"[owner[p]];
        else if (bitset_has(dead, p))
            *place = "xo"[board_color(b, p)];
    }
    print_drawing(b, drawing, false);
    printf("%.*s\n\n", console_columns(), strrchr(drawing, '\n') + 1); /* the letters below */
    say("b, w: territory; x, o: dead stones of Black (X) and White (O).\n");
}

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

void board_view_print_count(const struct game *game, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead) {
    const struct board *b = &game->board;
    int stones[2] = {0, 0}, territory[2] = {0, 0};
    /* The game counts prisoners by their own colour. */
    int prisoners[2] = {game->prisoners[WHITE], game->prisoners[BLACK]}; /* by their captor */
    POINT_FOR_EACH(p, b->size) {
        const enum color color = board_color(b, p);
        const bool is_dead = color != EMPTY && bitset_has(dead, p);
        /* By territory a dead stone is a prisoner, and its point is territory: two points, as
         * on a real board. */
        if (is_dead) prisoners[!color]++;
        if (color != EMPTY && !is_dead)
            stones[color]++;
        else if (owner[p] != EMPTY)
            territory[owner[p]]++;
    }
    const int *pieces = game->territory ? prisoners : stones;
    const char *what = game->territory ? "prisoner" : "stone";
    const double all = game_half_compensation(game) / 2.0, bonus = all - game_komi(game);
    char handicap[40] = "";
    if (bonus != 0) snprintf(handicap, sizeof handicap, ", %g for the handicap", bonus);
    say("Black: %d %s%s and %d point%s of territory, %d.\n", pieces[BLACK], what,
        plural(pieces[BLACK]), territory[BLACK], plural(territory[BLACK]),
        pieces[BLACK] + territory[BLACK]);
    say("White: %d %s%s, %d point%s of territory%s and %g for the komi, %g.\n", pieces[WHITE], what,
        plural(pieces[WHITE]), territory[WHITE], plural(territory[WHITE]), handicap,
        game_komi(game), pieces[WHITE] + territory[WHITE] + all);
}

/* --- heat map --- */

struct range {
    double lowest, highest;
};

/* The range of the values on the board: colours are spread over it, since win rates of all moves
 * often lie within a few per cent. */
static struct range range_of(const struct board *b, const double values[BOARD_MAX_POINTS]) {
    struct range range = {1, 0};
    POINT_FOR_EACH(p, b->size) {
        if (values[p] < 0) continue;
        range.lowest = fmin(range.lowest, values[p]);
        range.highest = fmax(range.highest, values[p]);
    }
    return range;
}

/* From cold to hot. */
static const char *heat(double value, struct range range) {
    static const char *const colors[] = {"\033[97;44m", "\033[30;46m", "\033[30;42m", "\033[30;43m",
                                         "\033[97;41m"};
    enum { LEVELS = sizeof colors / sizeof colors[0] };
    const double width = range.highest - range.lowest;
    const int level = width > 0 ? (int)(LEVELS * (value - range.lowest) / width) : 0;
    return colors[level < LEVELS ? level : LEVELS - 1];
}

/* Four columns a point in any case, so that the map keeps its columns. */
static void print_value(const struct board *b, int point, double value, struct range range,
                        bool colors) {
    const enum color color = board_color(b, point);
    if (color != EMPTY || value < 0)
        printf("  %c ", color == BLACK ? 'X' : color == WHITE ? 'O' : '.');
    else if (colors)
        printf("%s%3.0f %s", heat(value, range), 100 * value, COLOR_OFF);
    else
        printf("%3.0f ", 100 * value);
}

static void print_letters(int size) {
    printf("  ");
    for (int column = 0; column < size; column++) printf("  %c ", point_column_letter(column));
    putchar('\n');
}

/* The point with the highest value below LIMIT, or NO_POINT. Of equal values one is shown. */
static int next_best(const struct board *b, const double values[BOARD_MAX_POINTS], double limit) {
    int best = NO_POINT;
    POINT_FOR_EACH(p, b->size) {
        if (values[p] < 0 || values[p] >= limit) continue;
        if (best == NO_POINT || values[p] > values[best]) best = p;
    }
    return best;
}

/* The best twelve moves, where the map does not fit. */
static void print_best(const struct board *b, const double values[BOARD_MAX_POINTS]) {
    char text[200] = "", name[5];
    double limit = INFINITY;
    for (int i = 0; i < 12; i++) {
        const int p = next_best(b, values, limit);
        if (p == NO_POINT) break;
        limit = values[p];
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s %.0f", i ? ", " : "",
                 point_format(b->size, p, name), 100 * limit);
    }
    say("%s\n", *text ? text : "none");
}

/* No numbers on the right: 19 x 4 + 2 columns fill the terminal. */
static void print_map(const struct board *b, const double values[BOARD_MAX_POINTS], bool colors) {
    const struct range range = range_of(b, values);
    print_letters(b->size);
    for (int row = b->size - 1; row >= 0; row--) {
        printf("%2d", row + 1);
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            print_value(b, p, values[p], range, colors);
        }
        putchar('\n');
    }
    print_letters(b->size);
}

void board_view_print_values(const struct board *b, const double values[BOARD_MAX_POINTS],
                             bool colors) {
    if (console_columns() < 4 * b->size + 2)
        print_best(b, values);
    else
        print_map(b, values, colors);
}

/* --- pages --- */

/* The distance of two lines, and of the outer ones from the edges, where the coordinates stand. The
 * script below has the same numbers. */
enum { CELL = 20, MARGIN = 26 };

int board_svg_place(int line) {
    return CELL * line + MARGIN;
}

int board_svg_width(int size) {
    return CELL * size + 2 * MARGIN - CELL;
}

static void add_label(int x, int y, const char *text, struct buffer *out) {
    buffer_print(out, "<text x=\"%d\" y=\"%d\">%s</text>", x, y + 3, text);
}

static void add_labels(int size, int i, struct buffer *out) {
    const int at = board_svg_place(i), near = 9, far = board_svg_place(size - 1) + 17;
    const char letter[2] = {point_column_letter(i), 0};
    char number[12];
    snprintf(number, sizeof number, "%d", size - i);
    add_label(at, near, letter, out);
    add_label(at, far, letter, out);
    add_label(near, at, number, out);
    add_label(far, at, number, out);
}

void board_svg_lines(int size, struct buffer *out) {
    const int whole = board_svg_width(size), end = board_svg_place(size - 1);
    int stars[9];
    buffer_print(out, "<rect class=\"wood\" width=\"%d\" height=\"%d\"/>\n<path d=\"", whole,
                 whole);
    for (int i = 0; i < size; i++) {
        const int at = board_svg_place(i);
        buffer_print(out, "M%d %dH%dM%d %dV%d", MARGIN, at, end, at, MARGIN, end);
    }
    buffer_print(out, "\" stroke=\"#543\" stroke-width=\".7\"/>\n"
                      "<g font-size=\"9\" text-anchor=\"middle\" fill=\"#432\">");
    for (int i = 0; i < size; i++) add_labels(size, i, out);
    buffer_print(out, "</g>\n");
    for (int i = star_points(size, stars); i-- > 0;)
        buffer_print(out, "<circle cx=\"%d\" cy=\"%d\" r=\"2\" fill=\"#543\"/>\n",
                     board_svg_place(point_column(size, stars[i])),
                     board_svg_place(size - 1 - point_row(size, stars[i])));
}

/* A stone's radius of 9.4 leaves a gap between neighbours. */
void board_svg_stone(int size, int point, enum color color, const char *text, const char *ink,
                     struct buffer *out) {
    const int x = board_svg_place(point_column(size, point));
    const int y = board_svg_place(size - 1 - point_row(size, point));
    buffer_print(out, "<circle cx=\"%d\" cy=\"%d\" r=\"9.4\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
                 color == BLACK ? "#111" : "#fff", ink ? ink : "#111");
    if (text)
        buffer_print(out,
                     "<text x=\"%d\" y=\"%d\" font-size=\"12\" font-weight=\"bold\" fill=\"%s\" "
                     "text-anchor=\"middle\">%s</text>\n",
                     x, y + 4, ink, text);
}

void board_page_text(const char *text, struct buffer *out) {
    for (; *text; text++) {
        if (*text == '&')
            buffer_print(out, "&amp;");
        else if (*text == '<')
            buffer_print(out, "&lt;");
        else if (*text == '>')
            buffer_print(out, "&gt;");
        else
            buffer_append(out, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

/* The number of POINT in reading order; the script needs no points of ours, but an index into the
 * string of stones. */
int board_page_index(int size, int point) {
    return point < 0 ? -1 : size * (size - 1 - point_row(size, point)) + point_column(size, point);
}

void board_page_stones(const struct board *b, struct buffer *out) {
    buffer_print(out, "\"b\":\"");
    for (int row = b->size - 1; row >= 0; row--)
        for (int column = 0; column < b->size; column++)
            buffer_print(out, "%c", "XO."[board_color(b, point_at(b->size, column, row))]);
    buffer_print(out, "\"");
}

void board_page_begin(int size, struct buffer *out) {
    int stars[9];
    buffer_print(out, "var size=%d,stars=[", size);
    for (int i = star_points(size, stars); i-- > 0;)
        buffer_print(out, "%d%s", board_page_index(size, stars[i]), i ? "," : "");
    buffer_print(out, "],");
}

/* The same board as board_svg_lines, drawn by the browser: the game's board changes, so only its
 * empty SVG is in the page. k is an index in reading order, `stones` a string or an array of X, O
 * and '.'. */
const char board_page_script[] =
    "var ns='http://www.w3.org/2000/svg',board=document.getElementById('board'),\n"
    " letters='ABCDEFGHJKLMNOPQRST';\n"
    "function place(k){return 20*k+26}\n"
    "function x(k){return place(k%size)}\n"
    "function y(k){return place(Math.floor(k/size))}\n"
    "function name(k){return k<0?'pass':letters[k%size]+(size-Math.floor(k/size))}\n"
    "function add(tag,attributes,inner){var e=document.createElementNS(ns,tag);\n"
    " for(var k in attributes)e.setAttribute(k,attributes[k]);\n"
    " if(inner)e.textContent=inner;board.appendChild(e)}\n"
    "function label(cx,cy,inner){\n"
    " add('text',{x:cx,y:cy+2.8,'font-size':size<13?7:9,'text-anchor':'middle',fill:'#432'},inner)}"
    "\n"
    "function stone(k,color,number){var black=color=='X';\n"
    " add('circle',{cx:x(k),cy:y(k),r:9.4,fill:black?'#111':'#fff',stroke:'#111'});\n"
    " if(number)add('text',{x:x(k),y:y(k)+3.6,'font-size':10,'text-anchor':'middle',\n"
    "  fill:black?'#fff':'#111'},number)}\n"
    "function ring(k,color){\n"
    " if(k>=0)add('circle',{cx:x(k),cy:y(k),r:4.5,fill:'none',stroke:color,'stroke-width':2.5})}\n"
    "function drawBoard(){var end=place(size-1);\n"
    " board.textContent='';board.setAttribute('viewBox','0 0 '+(20*size+32)+' '+(20*size+32));\n"
    " add('rect',{width:20*size+32,height:20*size+32,'class':'wood'});\n"
    " for(var k=0;k<size;k++){var c=place(k);\n"
    "  add('path',{d:'M26 '+c+'H'+end+'M'+c+' 26V'+end,stroke:'#543','stroke-width':.7});\n"
    "  label(c,9,letters[k]);label(c,end+17,letters[k]);label(9,c,size-k);label(end+17,c,size-k)}\n"
    " stars.forEach(function(p){add('circle',{cx:x(p),cy:y(p),r:2,fill:'#543'})})}\n"
    "function drawStones(stones,numbers){\n"
    " for(var k=0;k<size*size;k++)if(stones[k]!='.')stone(k,stones[k],numbers[k])}\n";
