/* Local shapes the slow way: a shape is its place and its cells, and its class is found by trying
 * the eight symmetries and the exchange of colours one after the other. Shares nothing with src but
 * types; what a code means is read off the covers that shapes.h lays open. */
#ifndef GUZUMI_REFERENCE_SHAPES_H
#define GUZUMI_REFERENCE_SHAPES_H

#include "guzumi/shapes/tracker.h"

#include "reference_board.h"

struct reference_shape {
    int k, column, row; /* the lower left corner */
    int cell[9];        /* 0 empty, 1 black, 2 white; row by row from the lower left corner */
};

/* Number of fillings of k x k cells, and the shape's cells set to one of them. */
int reference_fillings(int k);
void reference_fill(struct reference_shape *shape, int filling);

/* Cells as they are on BOARD; k, column and row are set already. */
void reference_fill_from(struct reference_shape *shape, const struct reference_board *board);

/* The class of a shape: equal keys share a weight, with the product of the signs; a neutral shape
 * has sign 0. */
struct reference_class {
    uint64_t key;
    int sign;
    bool is_smallest; /* the shape that stands for its class */
};

/* Location dependent on a board of SIZE: board symmetries and the exchange of colours. */
struct reference_class reference_class_ld(int size, const struct reference_shape *shape);

/* Location independent. */
struct reference_class reference_class_li(const struct reference_shape *shape);

/* A weight for each key, between -1 and 1 and a multiple of 2^-10: sums of a few thousand of them
 * are exact in single precision, in any order. */
double reference_weight(uint64_t key);

/* What a region's code means: what each cell adds to it. */
struct reference_region {
    int k, column, row;
    int add[9];
};

struct reference_regions {
    int count;
    struct reference_region region[SHAPE_MAX_REGIONS];
};

/* Reads the regions off the covers. False when these contradict each other: cells that are missing
 * or no square, additions that are not the first powers of three. */
bool reference_regions_init(struct reference_regions *regions, const struct shapes *shapes);

int reference_code_of(const struct reference_region *region, const struct reference_shape *shape);

/* The code of the region's filling on BOARD. */
int reference_code(const struct reference_region *region, const struct reference_board *board);

/* The linear value of BOARD: the sum of the weights of all regions. */
double reference_value(const struct reference_regions *regions, const struct shape_weights *weights,
                       const struct reference_board *board);

/* That of the position after COLOR plays a legal POINT or PASS. */
double reference_value_after(const struct reference_regions *regions,
                             const struct shape_weights *weights,
                             const struct reference_board *board, int point, enum color color);

/* The board on which the regions have these codes; false when they contradict each other or leave
 * a point open. BOARD has its size and no ko. */
bool reference_decode(const struct reference_regions *regions, const int32_t *codes,
                      struct reference_board *board);

#endif
