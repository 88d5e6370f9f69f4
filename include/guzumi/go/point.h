/* Colours, points and their names.
 *
 * A point of a board of size N is row * (N + 1) + column, both from 0, A1 being 0: rows are N + 1
 * apart, so the column after the last is never on the board and neighbours never wrap around. PASS
 * is a move but not a point. */
#ifndef GUZUMI_POINT_H
#define GUZUMI_POINT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BOARD_MIN_SIZE = 2,
    BOARD_MAX_SIZE = 19,
    BOARD_MAX_POINTS = BOARD_MAX_SIZE * (BOARD_MAX_SIZE + 1),
    PASS = -1,    /* the move that places no stone */
    NO_POINT = -2 /* no move and no point */
};

enum color { BLACK = 0, WHITE = 1, EMPTY = 2, OFF_BOARD = 3 };

static inline enum color color_other(enum color color) {
    return (enum color)(color ^ 1);
}

/* The sign that turns Black's view into COLOR's: 1 for BLACK, -1 for WHITE, 0 for EMPTY. */
static inline int color_sign(enum color color) {
    return (color == BLACK) - (color == WHITE);
}

/* "black" or "white". */
const char *color_name(enum color color);

/* Parses b, w, black or white in any case. */
bool color_parse(const char *text, enum color *out);

static inline int point_at(int size, int column, int row) {
    return row * (size + 1) + column;
}
static inline int point_column(int size, int point) {
    return point % (size + 1);
}
static inline int point_row(int size, int point) {
    return point / (size + 1);
}

/* All points are below this number. */
static inline int point_limit(int size) {
    return size * (size + 1);
}

/* Runs the block that follows for each point P, row by row from A1. */
#define POINT_FOR_EACH(p, size)                                                                    \
    for (int p = 0; p < point_limit(size); p += 1 + (point_column(size, p + 1) == (size)))

/* The letter of a column in the names of its points. */
char point_column_letter(int column);

/* Writes "D4", "pass" or "none" into TEXT, which holds at least 5 characters; returns TEXT. */
const char *point_format(int size, int point, char *text);

/* Parses a vertex (D4, q16, PASS) of a board of SIZE. False if TEXT is invalid. */
bool point_parse(int size, const char *text, int *out);

/* One of the board's eight symmetries, 0..7 (0 is the identity), applied to a point or PASS. */
int point_transform(int size, int symmetry, int point);

/* --- surroundings ---
 *
 * The eight neighbours of a point as one number below SURROUNDINGS, by which tables of 3x3 patterns
 * are looked up.
 *
 * Neighbours are in the order of their points: three in the row below, two beside, three above. A
 * black stone on neighbour i adds 3^i, a white one twice as much, an empty point nothing. The four
 * nearest say where the board ends: off the board the one below adds 3 times 3^8, the left one 3^8,
 * the right one 2 times 3^8, the one above 6 times 3^8.
 *
 * So a stone changes a neighbour's number by a constant, and points inside the board have the
 * smallest numbers, which keeps their part of a table in the cache. */

enum { SURROUNDINGS_INSIDE = 6561 /* 3^8 */, SURROUNDINGS = 9 * SURROUNDINGS_INSIDE };

/* The summand of neighbour I if it has this colour. */
static inline unsigned surroundings_part(int i, enum color color) {
    static const uint16_t black[8] = {1, 3, 9, 27, 81, 243, 729, 2187},
                          side[8] = {0, 3, 0, 1, 2, 0, 6, 0};
    if (color == OFF_BOARD) return side[i] * (unsigned)SURROUNDINGS_INSIDE;
    return color == EMPTY ? 0 : black[i] * ((unsigned)color + 1);
}

/* Codes, used to build tables: the neighbours' colours, two bits each (enum color), the first one
 * lowest. */
enum { SURROUNDINGS_CODES = 65536 };

/* The number for a CODE, or -1 if no board has such neighbours. */
int surroundings_of_code(unsigned code);

/* The neighbour that neighbour I becomes by a SYMMETRY (point_transform). */
int surroundings_transform(int symmetry, int i);

#endif
