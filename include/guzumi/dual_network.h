/* A convolutional network that foretells, at one glance, what a search of a position would find:
 * the moves that it would visit, who would win, and whose each point would be. Schraudolph's
 * network (1994) foretells the points alone; a policy and a value from one network are Silver's and
 * others' (2017). The tree opens its nodes with it (src/search/tree_prior.h).
 *
 * The planes of the position (dual_inputs.h) go through
 *
 *     x = f(K0 * planes)
 *     for each block:   h = f(Ka * x + G mean(x)),   x = f(Kb * h + x)
 *     y = f(H x)
 *
 * where * is a convolution with a 3x3 kernel, mean is that of all points, H acts on each point
 * alone, and f(u) = max(u, 0). Of each point, y gives the logit of a move there, on top of what the
 * linear policy (move_policy.h) says, and the owner, -1 to 1. The mean of y over all points, the
 * score by these owners and the komi go through one more hidden layer to the logit of the mover's
 * chance. All is the mover's view. Nothing in it depends on the board's size.
 *
 * Convolutions are computed by Winograd's minimal filtering F(3x3, 3x3): tiles of 3x3 points, a
 * third of the multiplications. Sums have a fixed order: results are the same on every machine. */
#ifndef GUZUMI_DUAL_NETWORK_H
#define GUZUMI_DUAL_NETWORK_H

#include "guzumi/point.h"
#include "guzumi/rng.h"
#include "guzumi/status.h"

#include <stddef.h>

/* The planes of the input, the mover's view: 1 where it is so, 0 elsewhere; dual_inputs.h fills
 * them in. The planes of the komi and the last two hold other numbers. */
enum dual_plane {
    DUAL_PLANE_OURS,
    DUAL_PLANE_THEIRS,
    DUAL_PLANE_OUR_LIBERTIES,                                  /* of a chain: 1, 2, 3 */
    DUAL_PLANE_THEIR_LIBERTIES = DUAL_PLANE_OUR_LIBERTIES + 3, /* likewise */
    DUAL_PLANE_LAST = DUAL_PLANE_THEIR_LIBERTIES + 3,          /* the last move */
    DUAL_PLANE_OWN,                                            /* the mover's own last one */
    DUAL_PLANE_KO,                                             /* the point that a ko bars */
    DUAL_PLANE_BOARD,                                          /* every point */
    DUAL_PLANE_KOMI,       /* every point: points in tens, -4 to 4, the mover's view */
    DUAL_PLANE_CANDIDATE,  /* moves that fill no eye */
    DUAL_PLANE_LIKELIHOOD, /* of these, by the linear policy: 2 + log(pi) / 4, from 0 */
    DUAL_PLANE_GAIN,       /* of these: what local shapes gain, a logit, -3 to 3 */
    DUAL_PLANES
};

/* Maps are kept by point and come in multiples of DUAL_LANE. */
enum {
    DUAL_LANE = 16,
    DUAL_HIDDEN = 32, /* units of the layer before the value */
    DUAL_MOST_MAPS = 96,
    DUAL_MOST_BLOCKS = 8,
    /* Convolutions, the first one and two for each block. */
    DUAL_MOST_CONVOLUTIONS = 2 * DUAL_MOST_BLOCKS + 1,
    /* Cells of the largest square, and those that a kernel may read beyond it. */
    DUAL_MOST_CELLS = 23 * 23 + 16
};

/* Where the parts are among the weights. A kernel's are by row, column, input map, output map; a
 * matrix's by input, output. */
struct dual_layout {
    int inputs[DUAL_MOST_CONVOLUTIONS]; /* maps that each convolution reads */
    int kernel[DUAL_MOST_CONVOLUTIONS], bias[DUAL_MOST_CONVOLUTIONS];
    int pool[DUAL_MOST_BLOCKS];                 /* G */
    int head, head_bias;                        /* H */
    int policy, owner, owner_bias;              /* one for each map; a number */
    int hidden, hidden_bias, value, value_bias; /* hidden: 2 maps + 2 inputs */
    int count;
    size_t unfolded[DUAL_MOST_CONVOLUTIONS + 1]; /* where each convolution's transform is */
};

struct dual_network {
    int maps, blocks;
    const struct dual_kernels *kernels; /* the loops for this processor (dual_kernel.h) */
    struct dual_layout layout;
    float *weights;  /* owned; after a change dual_network_unfold must follow */
    void *allocated; /* owned; in it, on a cache line of their own: */
    float *unfolded; /* the kernels' transforms */
};

/* A network with all weights zero, which leaves the linear policy as it is. MAPS is a multiple of
 * DUAL_LANE up to DUAL_MOST_MAPS, BLOCKS 1 to DUAL_MOST_BLOCKS. Free with dual_network_free. */
enum status dual_network_new(struct dual_network **out, int maps, int blocks, struct failure *why);
void dual_network_free(struct dual_network *network);

/* Sets small random weights. */
void dual_network_randomise(struct dual_network *network, struct rng *rng);

/* Brings the transforms up to date with the weights. */
void dual_network_unfold(struct dual_network *network);

/* Room for COUNT floats, all zero, that begins with a cache line in *ALLOCATED, which the caller
 * frees; NULL without memory. */
float *dual_floats_new(size_t count, void **allocated);

/* The points of a board of SIZE as cells of a square with an empty border, which tiles of 3x3
 * points cover. */
struct dual_grid {
    int size, tiles;  /* of the board; of a row of tiles */
    int side, padded; /* of the square; tiles in all, rounded up for the kernels */
};
struct dual_grid dual_grid_of(int size);
static inline size_t dual_cell(const struct dual_grid *grid, int point) {
    return (size_t)(point_row(grid->size, point) + 1) * (size_t)grid->side +
           (size_t)point_column(grid->size, point) + 1;
}

/* The logit that the plane of likelihoods stands for, and the other way round. */
static inline float dual_linear_logit(float plane) {
    return 4 * (plane - 2);
}
static inline float dual_likelihood_plane(float log_probability) {
    const float plane = 2 + log_probability / 4;
    return plane > 0 ? plane : 0;
}

/* What the score by the owners is divided by before the hidden layer reads it; areas, by which it
 * reads the means of y once more, are divided by AREA_UNIT. */
#define DUAL_SCORE_UNIT 10.0f
#define DUAL_AREA_UNIT 81.0f

/* Where one thread computes: for one network's maps and blocks, boards of any size. */
struct dual_workspace {
    struct dual_grid grid;
    int maps, blocks;
    void *allocated;                              /* owned; in it, on cache lines of their own: */
    float *planes;                                /* by cell, DUAL_PLANES each: the input */
    float *map[DUAL_MOST_CONVOLUTIONS + 1];       /* by cell: each convolution's output; then y */
    float *tiles, *sums;                          /* the transforms of input and output */
    float mean[DUAL_MOST_BLOCKS][DUAL_MOST_MAPS]; /* of x before each block */
    float pooled[2 * DUAL_MOST_MAPS + 2], hidden[DUAL_HIDDEN];
    /* The output, the mover's view, by point; the logits of candidates alone mean something. */
    float logit[BOARD_MAX_POINTS], owner[BOARD_MAX_POINTS];
    float value; /* the logit of the chance of winning */
};

/* Free with dual_workspace_free, which is fine for NULL. */
enum status dual_workspace_new(struct dual_workspace **out, const struct dual_network *network,
                               struct failure *why);
void dual_workspace_free(struct dual_workspace *workspace);

/* Whether WORKSPACE was made for a network with as many maps and blocks. */
static inline bool dual_workspace_fits(const struct dual_workspace *workspace,
                                       const struct dual_network *network) {
    return workspace->maps == network->maps && workspace->blocks == network->blocks;
}

/* Clears the planes, for a board of SIZE. */
void dual_workspace_clear(struct dual_workspace *workspace, int size);

/* Computes the output from the planes. */
void dual_network_forward(const struct dual_network *network, struct dual_workspace *workspace);

#endif
