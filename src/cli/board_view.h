/* The board on standard output, in colours or plain, and in web pages. A narrow terminal shows no
 * numbers on the right, and a list in place of the heat map. */
#ifndef GUZUMI_BOARD_VIEW_H
#define GUZUMI_BOARD_VIEW_H

#include "guzumi/base/file.h"
#include "guzumi/go/game.h"

/* Whether standard output is a terminal with colours, and NO_COLOR is unset. */
bool board_view_has_colors(void);

/* The columns without which points of a board of SIZE are left out on the right. */
int board_view_columns(int size);

/* Prints the position with coordinates; marks LAST (a point, or negative). */
void board_view_print(const struct board *board, int last, bool colors);

/* Prints the position as it is counted: DEAD stones as x and o, territory by OWNER
 * (engine_final_score) as b and w; with a legend. */
void board_view_print_score(const struct board *board, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead);

/* Prints the score of each side, White's with its compensation: stones and territory or, by
 * territory scoring, prisoners and territory. */
void board_view_print_count(const struct game *game, const uint8_t owner[BOARD_MAX_POINTS],
                            const struct bitset *dead);

/* Prints a heat map of VALUES by point, 0 to 1, as percentages; negative values mean none. The
 * colours span the range on the board. */
void board_view_print_values(const struct board *board, const double values[BOARD_MAX_POINTS],
                             bool colors);

/* --- web pages ---
 *
 * A drawing is an SVG of board_svg_width(SIZE) units; its rectangle has the class "wood". */

int board_svg_width(int size);

/* The coordinate of a line, counted from 0, left to right or top to bottom. */
int board_svg_place(int line);

/* Appends the empty board: lines, coordinates, star points. */
void board_svg_lines(int size, struct buffer *out);

/* Appends a stone of COLOR at POINT, with TEXT on it in INK unless they are NULL. */
void board_svg_stone(int size, int point, enum color color, const char *text, const char *ink,
                     struct buffer *out);

/* Appends TEXT as HTML; control characters become blanks. */
void board_page_text(const char *text, struct buffer *out);

/* The number of POINT in reading order, as the script counts points; -1 for a pass. */
int board_page_index(int size, int point);

/* Appends the member "b" of a frame: the stones as a string of X, O and . in reading order. */
void board_page_stones(const struct board *board, struct buffer *out);

/* Appends the beginning of the script: "var size=9,stars=[...],", without a newline. */
void board_page_begin(int size, struct buffer *out);

/* Functions that draw a position on the SVG with the id "board": drawBoard(), drawStones(stones,
 * numbers), ring(point, colour), name(point). */
extern const char board_page_script[];

#endif
