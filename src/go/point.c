/* Names of colours and points, the board's symmetries, and which surroundings exist. These are the
 * functions that are called once a move or less; what hot loops need of a point is in point.h. */
#include "guzumi/go/point.h"

#include "guzumi/base/text.h"

#include <stdio.h>

const char *color_name(enum color color) {
    return color == BLACK ? "black" : "white";
}

bool color_parse(const char *text, enum color *out) {
    if (text_equal_nocase(text, "b") || text_equal_nocase(text, "black"))
        *out = BLACK;
    else if (text_equal_nocase(text, "w") || text_equal_nocase(text, "white"))
        *out = WHITE;
    else
        return false;
    return true;
}

/* The letter I is left out. */
char point_column_letter(int column) {
    return "ABCDEFGHJKLMNOPQRST"[column];
}

/* The remainder, which changes no row of a board, shows the compiler that two digits suffice. */
const char *point_format(int size, int point, char *text) {
    if (point == PASS)
        snprintf(text, 5, "pass");
    else if (point < 0)
        snprintf(text, 5, "none");
    else
        snprintf(text, 5, "%c%d", point_column_letter(point_column(size, point)),
                 (point_row(size, point) + 1) % 100);
    return text;
}

/* The first digit is tested because text_to_int also accepts signs and leading zeros. */
bool point_parse(int size, const char *text, int *out) {
    if (text_equal_nocase(text, "pass")) {
        *out = PASS;
        return true;
    }
    int64_t row;
    for (int column = 0; column < size; column++) {
        const char letter = point_column_letter(column);
        if (*text != letter && *text != letter + ('a' - 'A')) continue;
        if (text[1] < '1' || text[1] > '9' || !text_to_int(text + 1, 1, size, &row)) return false;
        *out = point_at(size, column, (int)row - 1);
        return true;
    }
    return false;
}

/* Bit 0 mirrors the columns, bit 1 the rows, bit 2 then exchanges the two. */
int point_transform(int size, int symmetry, int point) {
    if (point < 0) return point;
    int column = point_column(size, point), row = point_row(size, point);
    if (symmetry & 1) column = size - 1 - column;
    if (symmetry & 2) row = size - 1 - row;
    return symmetry & 4 ? point_at(size, row, column) : point_at(size, column, row);
}

/* --- surroundings --- */

/* Whether the neighbours off the board are none, one side, or two sides of a corner. The masks have
 * a bit 2 i for each neighbour i of a side:
 *
 *     5 6 7      ABOVE: 5, 6, 7
 *     3 . 4      LEFT: 0, 3, 5    RIGHT: 2, 4, 7
 *     0 1 2      BELOW: 0, 1, 2 */
static bool is_code(unsigned code) {
    enum { BELOW = 0x0015, ABOVE = 0x5400, LEFT = 0x0441, RIGHT = 0x4110 };
    const unsigned off = code & code >> 1 & 0x5555; /* OFF_BOARD is 3 */
    const unsigned row[3] = {0, BELOW, ABOVE}, column[3] = {0, LEFT, RIGHT};
    for (int corner = 0; corner < 9; corner++)
        if (off == (row[corner / 3] | column[corner % 3])) return true;
    return false;
}

int surroundings_of_code(unsigned code) {
    unsigned out = 0;
    if (!is_code(code)) return -1;
    for (int i = 0; i < 8; i++) out += surroundings_part(i, (enum color)(code >> (2 * i) & 3));
    return (int)out;
}

/* In three rows of three, whose middle is the point itself. */
int surroundings_transform(int symmetry, int i) {
    const int place = i < 4 ? i : i + 1;
    const int image = point_transform(3, symmetry, point_at(3, place % 3, place / 3));
    const int to = point_row(3, image) * 3 + point_column(3, image);
    return to < 4 ? to : to - 1;
}
