/* The eight neighbours of a point as one number below SURROUNDINGS, by which tables of 3x3 patterns
 * are looked up.
 *
 * Neighbours are in the order of their points: three in the row below, two beside, three above. A
 * black stone on neighbour i adds 3^i, a white one twice as much, an empty point nothing. Where the
 * board ends is told by the four nearest: off the board the one below adds 3 times 3^8, the left
 * one 3^8, the right one 2 times 3^8, the one above 6 times 3^8.
 *
 * A stone that comes or goes thus changes a neighbour's number by what does not depend on the rest,
 * and the numbers of points inside the board are the smallest, so that their tables stay in the
 * cache. */
#ifndef GUZUMI_SURROUNDINGS_H
#define GUZUMI_SURROUNDINGS_H

#include "guzumi/go/point.h"

#include <stdint.h>

enum { SURROUNDINGS_INSIDE = 6561 /* 3^8 */, SURROUNDINGS = 9 * SURROUNDINGS_INSIDE };

/* What neighbour I adds that has this colour. */
static inline unsigned surroundings_part(int i, enum color color) {
    static const uint16_t black[8] = {1, 3, 9, 27, 81, 243, 729, 2187},
                          side[8] = {0, 3, 0, 1, 2, 0, 6, 0};
    if (color == OFF_BOARD) return side[i] * (unsigned)SURROUNDINGS_INSIDE;
    return color == EMPTY ? 0 : black[i] * ((unsigned)color + 1);
}

/* Codes, by which tables are built: the neighbours' colours, two bits each (enum color), the first
 * one lowest. */
enum { SURROUNDINGS_CODES = 65536 };

/* The number for the neighbours of a CODE, or -1 when no board has them. */
int surroundings_of_code(unsigned code);

#endif
