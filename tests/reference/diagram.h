/* Boards from diagrams. */
#ifndef GUZUMI_DIAGRAM_H
#define GUZUMI_DIAGRAM_H

#include "guzumi/go/board.h"

#include <stdlib.h>

/* Reads SIZE rows from the top: X is black, O is white, . and * are empty; blanks are ignored.
 * Returns the point of * or NO_POINT. Aborts if ROWS is malformed. */
static inline int diagram_read(struct board *board, int size, const char *rows) {
    int mark = NO_POINT, count = 0;
    board_init(board, size);
    for (; *rows; rows++) {
        if (*rows == ' ' || *rows == '\n') continue;
        const int point = point_at(size, count % size, size - 1 - count / size);
        if (*rows == '*') mark = point;
        if (*rows != '.' && *rows != '*' &&
            !board_place(board, point, *rows == 'X' ? BLACK : WHITE))
            abort();
        count++;
    }
    if (count != size * size) abort();
    return mark;
}

/* The board transformed by a SYMMETRY (point_transform) and, if EXCHANGE, with swapped colours. */
static inline struct board diagram_turned(const struct board *from, int symmetry, bool exchange) {
    struct board out;
    board_init(&out, from->size);
    for (int p = 0; p < point_limit(from->size); p++) {
        const enum color color = board_color(from, p);
        if (color != BLACK && color != WHITE) continue;
        if (!board_place(&out, point_transform(from->size, symmetry, p),
                         exchange ? color_other(color) : color))
            abort();
    }
    return out;
}

#endif
