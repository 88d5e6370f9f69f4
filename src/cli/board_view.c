#include "board_view.h"

#include "guzumi/base/system.h"
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

/* The handicap points, but those on the sides only on boards of 15 lines and more. */
int board_view_stars(int size, int points[9]) {
    const int most = game_max_fixed_handicap(size);
    return game_handicap_points(size, size < 15 && most > 5 ? 5 : most, points);
}

/* The character of POINT in a drawing by board_draw. */
static char *place_of(char *drawing, int size, int point) {
    for (int row = size - 1; row >= point_row(size, point); row--)
        drawing = strchr(drawing, '\n') + 1;
    return drawing + 3 + 2 * point_column(size, point);
}

static void draw_with_stars(const struct board *board, int last, char *drawing, int size) {
    int points[9];
    board_draw(board, last, drawing, size);
    for (int i = board_view_stars(board->size, points); i-- > 0;) {
        char *place = place_of(drawing, board->size, points[i]);
        if (*place == '.') *place = '+';
    }
}

/* Prints a row: LABEL columns for its number, then WOOD for the points. */
static void print_row(const char *row, int label, int wood) {
    printf("%.*s", label, row);
    print_wood(row + label, wood);
}

/* Prints DRAWING but its last line, the letters, for the height of a terminal. Its rows have
 * two columns for their number, 2 size + 1 for the points, and three for the number again. */
static void print_drawing(const struct board *board, const char *drawing, bool colors) {
    const int label = 2, columns = console_columns(), all = label + 2 * board->size + 1;
    const int wood = (columns < all ? columns : all) - label;
    for (const char *line = drawing, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        const bool is_row = line[1] >= '0' && line[1] <= '9';
        const int length = columns < all + 3 ? label + wood : (int)(end - line);
        if (colors && is_row) {
            print_row(line, label, wood);
            printf("%.*s\n", length - label - wood, line + label + wood);
        } else {
            printf("%.*s\n", length, line);
        }
    }
}

void board_view_print(const struct board *board, int last, bool colors) {
    char drawing[2048];
    draw_with_stars(board, last, drawing, sizeof drawing);
    print_drawing(board, drawing, colors);
}

/* --- the count --- */

void board_view_print_score(const struct board *b, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead) {
    char drawing[2048];
    draw_with_stars(b, NO_POINT, drawing, sizeof drawing);
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            char *place = place_of(drawing, b->size, p);
            if (board_color(b, p) == EMPTY && owner[p] != EMPTY)
                *place = "bw"[owner[p]];
            else if (bitset_has(dead, p))
                *place = "xo"[board_color(b, p)];
        }
    print_drawing(b, drawing, false);
    printf("%s\n\n", strrchr(drawing, '\n') + 1); /* the letters below */
    say("b, w: territory; x, o: dead stones of Black (X) and White (O).\n");
}

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

void board_view_print_count(const struct game *game, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead) {
    const struct board *b = &game->board;
    int stones[2] = {0, 0}, territory[2] = {0, 0};
    int prisoners[2] = {game->prisoners[WHITE], game->prisoners[BLACK]}; /* by their captor */
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            const enum color color = board_color(b, p);
            const bool is_dead = color != EMPTY && bitset_has(dead, p);
            if (is_dead) prisoners[!color]++;
            if (color != EMPTY && !is_dead)
                stones[color]++;
            else if (owner[p] != EMPTY)
                territory[owner[p]]++;
        }
    const int *pieces = game->territory ? prisoners : stones;
    const char *what = game->territory ? "prisoner" : "stone";
    const double komi = game_half_compensation(game) / 2.0;
    say("Black: %d %s%s and %d point%s of territory, %d.\n", pieces[BLACK], what,
        plural(pieces[BLACK]), territory[BLACK], plural(territory[BLACK]),
        pieces[BLACK] + territory[BLACK]);
    say("White: %d %s%s, %d point%s of territory and %g for the komi, %g.\n", pieces[WHITE], what,
        plural(pieces[WHITE]), territory[WHITE], plural(territory[WHITE]), komi,
        pieces[WHITE] + territory[WHITE] + komi);
}

/* --- heat map --- */

struct range {
    double lowest, highest;
};

static struct range range_of(const struct board *b, const double values[BOARD_MAX_POINTS]) {
    struct range range = {1, 0};
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const double value = values[point_at(b->size, column, row)];
            if (value < 0) continue;
            if (value < range.lowest) range.lowest = value;
            if (value > range.highest) range.highest = value;
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
    for (int column = 0; column < size; column++) printf("  %c ", "ABCDEFGHJKLMNOPQRST"[column]);
    putchar('\n');
}

/* The point with the highest value below LIMIT, or NO_POINT. */
static int next_best(const struct board *b, const double values[BOARD_MAX_POINTS], double limit) {
    int best = NO_POINT;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            if (values[p] < 0 || values[p] >= limit) continue;
            if (best == NO_POINT || values[p] > values[best]) best = p;
        }
    return best;
}

/* Twelve moves in place of the map. */
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
