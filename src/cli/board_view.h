/* The board on a terminal, in colours or plain. */
#ifndef GUZUMI_BOARD_VIEW_H
#define GUZUMI_BOARD_VIEW_H

#include "guzumi/go/game.h"

#include <stdio.h>

/* Whether standard output is a terminal with colours, and the user hasn't declined them (NO_COLOR).
 */
bool board_view_has_colors(void);

/* The position with coordinates, LAST (a point, or negative) marked. */
void board_view_print(const struct board *board, int last, bool colors, FILE *out);

/* The position as it is counted: DEAD stones as x and o, the points of each side's territory by
 * OWNER (engine_final_score) as b and w; with a line that says so. */
void board_view_print_score(const struct board *board, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead, FILE *out);

/* The two sums of that position of GAME, White's with its compensation: stones and territory, or
 * prisoners and territory where it is scored so. */
void board_view_print_count(const struct game *game, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead, FILE *out);

/* A heat map: VALUES, 0 to 1 by point, as percentages; negative where there is none. The colours go
 * from the lowest to the highest value on the board. */
void board_view_print_values(const struct board *board, const double values[BOARD_MAX_POINTS],
                             bool colors, FILE *out);

/* The star points of a board of SIZE into POINTS; returns their number. */
int board_view_stars(int size, int points[9]);

#endif
