/* Local shapes the slow way: a shape is a place and cells; its class is found by trying the eight
 * symmetries and the swap of colours one after another. Shares nothing with src but types; the
 * meaning of codes is derived from the covers in shapes.h. */
#ifndef GUZUMI_REFERENCE_SHAPES_H
#define GUZUMI_REFERENCE_SHAPES_H

#include "guzumi/shapes/tracker.h"

#include "reference_board.h"

struct reference_shape {
    int k, column, row; /* the lower left corner */
    int cell[9];        /* 0 empty, 1 black, 2 white; row by row from the lower left corner */
};

/* The number of fillings of k x k cells; and setting the shape's cells to one of them. */
int reference_fillings(int k);
void reference_fill(struct reference_shape *shape, int filling);

/* Sets the cells from BOARD; k, column and row must be set. */
void reference_fill_from(struct reference_shape *shape, const struct reference_board *board);

/* The class of a shape: shapes with equal keys share a weight, up to the product of their signs; a
 * neutral shape has sign 0. */
struct reference_class {
    uint64_t key;
    int sign;
    bool is_smallest; /* it represents its class */
};

/* Location dependent on a board of SIZE: symmetries of the board and the swap of colours. */
struct reference_class reference_class_ld(int size, const struct reference_shape *shape);

/* Location independent. */
struct reference_class reference_class_li(const struct reference_shape *shape);

/* A weight for each key: a multiple of 2^-10 in -1..1, so that sums of a few thousand are exact in
 * single precision, in any order. */
double reference_weight(uint64_t key);

/* A region and what each cell adds to its code. */
struct reference_region {
    int k, column, row;
    int add[9];
};

struct reference_regions {
    int count;
    struct reference_region region[SHAPE_MAX_REGIONS];
};

/* Derives the regions from the covers. False if these are inconsistent: cells that are missing or
 * don't form a square, additions that are not the first powers of three. */
bool reference_regions_init(struct reference_regions *regions, const struct shapes *shapes);

int reference_code_of(const struct reference_region *region, const struct reference_shape *shape);

/* The code of the region's filling on BOARD. */
int reference_code(const struct reference_region *region, const struct reference_board *board);

/* The linear value of BOARD: the sum of the weights of all regions. */
double reference_value(const struct reference_regions *regions, const struct shape_weights *weights,
                       const struct reference_board *board);

/* The linear value after COLOR plays a legal POINT or PASS. */
double reference_value_after(const struct reference_regions *regions,
                             const struct shape_weights *weights,
                             const struct reference_board *board, int point, enum color color);

/* The board on which the regions have CODES; false if they are inconsistent or leave a point open.
 * BOARD must have its size and no ko. */
bool reference_decode(const struct reference_regions *regions, const int32_t *codes,
                      struct reference_board *board);

/* --- plain negamax over the linear value, with the tree of alpha_beta.h: no table, no ordering, no
 * cutoffs --- */

struct reference_value_function {
    const struct reference_regions *regions;
    const struct shape_weights *weights;
    int half_komi;
    double win; /* the value of a won game */
};

/* The value of the game's position with COLOR to move after PASSES passes in a row, DEPTH plies
 * deep, COLOR's view. */
double reference_negamax(const struct reference_value_function *function,
                         struct reference_game *game, enum color color, int passes, int depth);

/* The value of COLOR's move POINT, searched DEPTH - 1 plies deeper. */
double reference_move_value(const struct reference_value_function *function,
                            struct reference_game *game, enum color color, int passes, int point,
                            int depth);

/* Whether the search considers the move: legal on the board, not an own eye, and not a capture that
 * repeats an earlier position. */
bool reference_is_candidate(const struct reference_game *game, int point, enum color color);

#endif
