/* The board on standard output, in colours or plain. What a narrow terminal has no room for is left
 * out: the numbers on the right, or the heat map, for which a list stands. */
#ifndef GUZUMI_BOARD_VIEW_H
#define GUZUMI_BOARD_VIEW_H

#include "guzumi/go/game.h"

/* Whether standard output is a terminal with colours, and NO_COLOR is unset. */
bool board_view_has_colors(void);

/* Prints the position with coordinates; marks LAST (a point, or negative). */
void board_view_print(const struct board *board, int last, bool colors);

/* Prints the position as it is counted: DEAD stones as x and o, territory by OWNER
 * (engine_final_score) as b and w; with a legend. */
void board_view_print_score(const struct board *board, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead);

/* Prints the sums of both sides, White's with its compensation: stones and territory or, by
 * territory scoring, prisoners and territory. */
void board_view_print_count(const struct game *game, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead);

/* Prints a heat map of VALUES by point, 0 to 1, as percentages; negative values mean none. The
 * colours span the range on the board. */
void board_view_print_values(const struct board *board, const double values[BOARD_MAX_POINTS],
                             bool colors);

/* Writes the star points of a board of SIZE to POINTS; returns their number. */
int board_view_stars(int size, int points[9]);

#endif
