/* Plain negamax over a linear value of local shapes, as alpha_beta.h describes its tree: no
 * table, no ordering, no cut. */
#ifndef GUZUMI_REFERENCE_SEARCH_H
#define GUZUMI_REFERENCE_SEARCH_H

#include "reference_board.h"
#include "reference_shapes.h"

struct reference_value_function {
    const struct reference_regions *regions;
    const struct shape_weights *weights;
    int half_komi;
    double win; /* the value of a won game */
};

/* The value of the game's position with COLOR to move, DEPTH plies deep, COLOR's view. PASSES in a
 * row led to it. */
double reference_negamax(const struct reference_value_function *function,
                         struct reference_game *game, enum color color, int passes, int depth);

/* That of COLOR's move POINT, searched DEPTH - 1 plies deeper. */
double reference_move_value(const struct reference_value_function *function,
                            struct reference_game *game, enum color color, int passes, int point,
                            int depth);

/* Whether the search tree considers the move: legal by the board, no filling of an own eye, and no
 * capture that brings an earlier position back. */
bool reference_is_candidate(const struct reference_game *game, int point, enum color color);

#endif
