/* A convolutional network that foretells, at one glance, what a search of a position would find:
 * the moves that it would visit, who would win, and whose each point would be. Schraudolph's
 * network (1994) foretells the points alone; a policy and a value from one network are Silver's and
 * others' (2017). The tree opens its nodes with it (src/search/tree_prior.h).
 *
 * The planes of the position (network_inputs.h) go through
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
#ifndef GUZUMI_NETWORK_H
#define GUZUMI_NETWORK_H

#include "guzumi/base/rng.h"
#include "guzumi/base/status.h"
#include "guzumi/go/point.h"
#include "guzumi/network/move_policy.h"

#include <stddef.h>

/* The planes of the input, the mover's view: 1 where it is so, 0 elsewhere; network_inputs.h fills
 * them in. The planes of the komi and the last two hold other numbers. */
enum network_plane {
    NETWORK_PLANE_OURS,
    NETWORK_PLANE_THEIRS,
    NETWORK_PLANE_OUR_LIBERTIES,                                     /* of a chain: 1, 2, 3 */
    NETWORK_PLANE_THEIR_LIBERTIES = NETWORK_PLANE_OUR_LIBERTIES + 3, /* likewise */
    NETWORK_PLANE_LAST = NETWORK_PLANE_THEIR_LIBERTIES + 3,          /* the last move */
    NETWORK_PLANE_OWN,                                               /* the mover's own last one */
    NETWORK_PLANE_KO,                                                /* the point that a ko bars */
    NETWORK_PLANE_BOARD,                                             /* every point */
    NETWORK_PLANE_KOMI,       /* every point: points in tens, -4 to 4, the mover's view */
    NETWORK_PLANE_CANDIDATE,  /* moves that fill no eye */
    NETWORK_PLANE_LIKELIHOOD, /* of these, by the linear policy: 2 + log(pi) / 4, from 0 */
    NETWORK_PLANE_GAIN,       /* of these: what local shapes gain, a logit, -3 to 3 */
    NETWORK_PLANES
};

/* Maps are kept by point and come in multiples of NETWORK_LANE. */
enum {
    NETWORK_LANE = 16,
    NETWORK_HIDDEN = 32, /* units of the layer before the value */
    NETWORK_MAX_CHANNELS = 96,
    NETWORK_MAX_BLOCKS = 8,
    /* Convolutions, the first one and two for each block. */
    NETWORK_MAX_CONVOLUTIONS = 2 * NETWORK_MAX_BLOCKS + 1,
    /* Cells of the largest square, and those that a kernel may read beyond it. */
    NETWORK_MAX_CELLS = 23 * 23 + 16
};

/* Where the parts are among the weights. A kernel's are by row, column, input channel, output
 * channel; a matrix's by input, output. */
struct network_layout {
    int inputs[NETWORK_MAX_CONVOLUTIONS]; /* channels that each convolution reads */
    int kernel[NETWORK_MAX_CONVOLUTIONS], bias[NETWORK_MAX_CONVOLUTIONS];
    int pool[NETWORK_MAX_BLOCKS];               /* G */
    int head, head_bias;                        /* H */
    int policy, owner, owner_bias;              /* one for each channel; a number */
    int hidden, hidden_bias, value, value_bias; /* hidden: 2 channels + 2 inputs */
    int count;
    size_t transformed[NETWORK_MAX_CONVOLUTIONS + 1]; /* where each convolution's transform is */
};

struct network {
    int channels, blocks;
    const struct network_kernels *kernels; /* the loops for this processor (network_kernel.h) */
    struct network_layout layout;
    float *weights;     /* owned; after a change network_transform must follow */
    void *allocated;    /* owned; in it, on a cache line of their own: */
    float *transformed; /* the kernels' transforms */
};

/* A network with all weights zero, which leaves the linear policy as it is. CHANNELS is a multiple
 * of NETWORK_LANE up to NETWORK_MAX_CHANNELS, BLOCKS 1 to NETWORK_MAX_BLOCKS. Free with
 * network_free.
 */
enum status network_new(struct network **out, int channels, int blocks, struct failure *why);
void network_free(struct network *network);

/* Sets small random weights. */
void network_randomise(struct network *network, struct rng *rng);

/* Brings the transforms up to date with the weights. */
void network_transform(struct network *network);

/* Room for COUNT floats, all zero, that begins with a cache line in *ALLOCATED, which the caller
 * frees; NULL without memory. */
float *network_floats_new(size_t count, void **allocated);

/* The points of a board of SIZE as cells of a square with an empty border, which tiles of 3x3
 * points cover. */
struct network_grid {
    int size, tiles;  /* of the board; of a row of tiles */
    int side, padded; /* of the square; tiles in all, rounded up for the kernels */
};
struct network_grid network_grid_of(int size);
static inline size_t network_cell(const struct network_grid *grid, int point) {
    return (size_t)(point_row(grid->size, point) + 1) * (size_t)grid->side +
           (size_t)point_column(grid->size, point) + 1;
}

/* The logit that the plane of likelihoods stands for, and the other way round. */
static inline float network_linear_logit(float plane) {
    return 4 * (plane - 2);
}
static inline float network_likelihood_plane(float log_probability) {
    const float plane = 2 + log_probability / 4;
    return plane > 0 ? plane : 0;
}

/* What the score by the owners is divided by before the hidden layer reads it; areas, by which it
 * reads the means of y once more, are divided by AREA_UNIT. */
#define NETWORK_SCORE_UNIT 10.0f
#define NETWORK_AREA_UNIT 81.0f

/* Where one thread computes: for one network's channels and blocks, boards of any size. */
struct network_workspace {
    struct network_grid grid;
    int channels, blocks;
    void *allocated;                             /* owned; in it, on cache lines of their own: */
    float *planes;                               /* by cell, NETWORK_PLANES each: the input */
    float *output[NETWORK_MAX_CONVOLUTIONS + 1]; /* by cell: each convolution's output; then y */
    float *tiles, *sums;                         /* the transforms of input and output */
    float mean[NETWORK_MAX_BLOCKS][NETWORK_MAX_CHANNELS]; /* of x before each block */
    float pooled[2 * NETWORK_MAX_CHANNELS + 2], hidden[NETWORK_HIDDEN];
    /* The output, the mover's view, by point; the logits of candidates alone mean something. */
    float logit[BOARD_MAX_POINTS], owner[BOARD_MAX_POINTS];
    float value; /* the logit of the chance of winning */
};

/* Free with network_workspace_free, which is fine for NULL. */
enum status network_workspace_new(struct network_workspace **out, const struct network *network,
                                  struct failure *why);
void network_workspace_free(struct network_workspace *workspace);

/* Whether WORKSPACE was made for a network with as many channels and blocks. */
static inline bool network_workspace_fits(const struct network_workspace *workspace,
                                          const struct network *network) {
    return workspace->channels == network->channels && workspace->blocks == network->blocks;
}

/* Clears the planes, for a board of SIZE. */
void network_workspace_clear(struct network_workspace *workspace, int size);

/* Computes the output from the planes. */
void network_forward(const struct network *network, struct network_workspace *workspace);

/* --- the input planes of a position -------------------------------------------------------------
 */

/* The planes of a position that the policy-value network reads (network.h). */

/* Half points of komi, of either sign, which the planes tell apart; what is beyond looks like them.
 */
#define NETWORK_MAX_HALF_KOMI 80

struct network_position {
    const struct board *board;
    enum color to_move;
    int last, own; /* the last move, and the mover's own last one; or PASS, NO_POINT */
    int half_komi;
};

/* Clears WORKSPACE and sets its planes. ACTIONS, COUNT of them, are the candidates of board.h with
 * the features of the linear policy, PREFERENCE what that says of each (move_policy_logit). */
void network_inputs_set(struct network_workspace *workspace,
                        const struct network_position *position, const struct move_action *actions,
                        const float *logit, int count);

#endif
