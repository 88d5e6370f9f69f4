/* The board on a terminal, in colours or plain. */
#ifndef GUZUMI_BOARD_VIEW_H
#define GUZUMI_BOARD_VIEW_H

#include "guzumi/board.h"

#include <stdio.h>

/* Whether OUT is a terminal with colours, and the user hasn't declined them (NO_COLOR). */
bool board_view_has_colors(FILE *out);

/* The position with coordinates, LAST (a point, or negative) marked. */
void board_view_print(const struct board *board, int last, bool colors, FILE *out);

/* A heat map: VALUES, 0 to 1 by point, as percentages; negative where there is none. The colours go
 * from the lowest to the highest value on the board. */
void board_view_print_values(const struct board *board, const double values[BOARD_MAX_POINTS],
                             bool colors, FILE *out);

#endif
