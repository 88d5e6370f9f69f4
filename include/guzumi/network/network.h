/* The policy-value network: a small convolutional network that predicts what a search of a position
 * would find, its moves, its result and the ownership of every point. One network for policy and
 * value is Silver's and others' (2017), ownership Schraudolph's (1994); global pooling, which lets
 * one network serve every board size, is Wu's (2019). The tree asks it about new nodes
 * (src/search/tree_state.h).
 *
 *     input planes                                   size x size x I
 *     x = relu(K0 * planes + b0)                     size x size x C
 *     for each block:
 *         h = relu(Ka * x + G mean(x) + ba)          size x size x C
 *         x = relu(Kb * h + bb + x)                  size x size x C, with the skip connection
 *     y = relu(H x + bh)                             size x size x C, a 1x1 convolution
 *     policy logit = P y + the linear policy's       size x size
 *     ownership = tanh(O y + bo)                     size x size, -1 to 1
 *     score = sum of ownership / 10 + komi
 *     pooled = mean(y), mean(y) area / 81, score, komi        2 C + 2
 *     value logit = V relu(W pooled + bw) + bv       of the mover's win rate
 *
 * where * is a 3x3 convolution, mean(x) that over all points, C the number of channels, and
 * area = size * size. Everything is the mover's view. The linear policy is move_policy.h.
 *
 * Convolutions are computed by Winograd's minimal filtering F(3x3, 3x3) (network_kernel.h), with a
 * third of the multiplications. Sums have a fixed order: results are the same on every machine. */
#ifndef GUZUMI_NETWORK_H
#define GUZUMI_NETWORK_H

#include "guzumi/base/rng.h"
#include "guzumi/base/status.h"
#include "guzumi/go/board.h"
#include "guzumi/go/point.h"
#include "guzumi/learner/evaluator.h"
#include "guzumi/learner/learner.h"
#include "guzumi/network/move_policy.h"

#include <math.h>
#include <stddef.h>

/* The input planes, the mover's view: 1 where the statement holds, 0 elsewhere, except the komi,
 * the likelihood and the gain. network_inputs_set fills them in. A network reads all of them, or
 * those up to the gain alone. From SELF_ATARI to ESCAPES they are features of the linear policy for
 * each candidate (move_features.def), including ladders. */
enum network_plane {
    NETWORK_PLANE_OURS,
    NETWORK_PLANE_THEIRS,
    NETWORK_PLANE_OUR_LIBERTIES,                                     /* of a chain: 1, 2, 3 */
    NETWORK_PLANE_THEIR_LIBERTIES = NETWORK_PLANE_OUR_LIBERTIES + 3, /* likewise */
    NETWORK_PLANE_LAST = NETWORK_PLANE_THEIR_LIBERTIES + 3,          /* the last move */
    NETWORK_PLANE_OWN,                                               /* the mover's own last one */
    NETWORK_PLANE_KO,                                                /* the point that a ko bars */
    NETWORK_PLANE_BOARD,                                             /* every point */
    NETWORK_PLANE_KOMI,            /* every point: points in tens, -4 to 4, the mover's view */
    NETWORK_PLANE_CANDIDATE,       /* moves that fill no eye */
    NETWORK_PLANE_LIKELIHOOD,      /* of these, by the linear policy: 2 + log(pi) / 4, from 0 */
    NETWORK_PLANE_GAIN,            /* of these: what local shapes gain, a logit, -3 to 3 */
    NETWORK_PLANE_LIBERTIES_AFTER, /* of these: 1, 2, 3 after the move, captures aside */
    NETWORK_PLANE_SELF_ATARI = NETWORK_PLANE_LIBERTIES_AFTER + 3,
    NETWORK_PLANE_CAPTURES,    /* takes stones */
    NETWORK_PLANE_SAVES,       /* gives a chain in atari two liberties */
    NETWORK_PLANE_TAKES_SAVES, /* takes a chain that has one in atari */
    NETWORK_PLANE_CAUGHT,      /* its own chain is then caught in a ladder */
    NETWORK_PLANE_CATCHES,     /* an atari that a chain cannot escape */
    NETWORK_PLANE_THREATENS,   /* leaves a chain two liberties, to catch it next */
    NETWORK_PLANE_RESCUES,     /* rescues a chain that would be caught */
    NETWORK_PLANE_ESCAPES,     /* rescues a chain in atari */
    NETWORK_PLANE_PASSED,      /* every point: the last move was a pass */
    NETWORK_PLANES_USED,
    NETWORK_PLANES = 32,      /* a multiple of NETWORK_LANE; the rest is 0 */
    NETWORK_FIRST_PLANES = 16 /* up to the gain */
};

/* Channels are kept by point, C floats each, and C is a multiple of NETWORK_LANE. */
enum {
    NETWORK_LANE = 16,
    NETWORK_HIDDEN = 32, /* units of W */
    NETWORK_MAX_CHANNELS = 96,
    NETWORK_MAX_BLOCKS = 8,
    /* 3x3 convolutions: K0, then Ka and Kb of each block. */
    NETWORK_MAX_CONVOLUTIONS = 2 * NETWORK_MAX_BLOCKS + 1,
    /* Cells of the largest grid, and those that a kernel may read beyond it. */
    NETWORK_MAX_CELLS = 23 * 23 + 16
};

/* Where each tensor begins among the weights, with its dimensions; the last one varies fastest.
 * Each begins at a multiple of NETWORK_LANE. */
struct network_layout {
    int inputs[NETWORK_MAX_CONVOLUTIONS]; /* I: channels read, the planes by K0, else C */
    int kernel[NETWORK_MAX_CONVOLUTIONS]; /* K: 3 x 3 x I x C: row, column, input, output */
    int bias[NETWORK_MAX_CONVOLUTIONS];   /* b: C */
    int pool[NETWORK_MAX_BLOCKS];         /* G: C x C: input, output */
    int head, head_bias;                  /* H: C x C; bh: C */
    int policy;                           /* P: C */
    int ownership, ownership_bias;        /* O: C; bo: 1 */
    int hidden, hidden_bias;              /* W: (2 C + 2) x NETWORK_HIDDEN; bw: NETWORK_HIDDEN */
    int value, value_bias;                /* V: NETWORK_HIDDEN; bv: 1 */
    int count;                            /* of all weights */
    /* Where each kernel's Winograd transform begins: 5 x 5 x I x C. */
    size_t transformed[NETWORK_MAX_CONVOLUTIONS + 1];
};

struct network {
    int channels, blocks;
    int planes; /* of the input: NETWORK_FIRST_PLANES or NETWORK_PLANES */
    const struct network_kernels *kernels; /* the loops for this processor */
    struct network_layout layout;
    float *weights;     /* owned; after a change network_transform must follow */
    void *allocated;    /* owned; holds, aligned to a cache line: */
    float *transformed; /* the kernels' transforms */
    int16_t *integers;  /* the same, rounded; where each begins is as in transformed */
    float *units;       /* of these: 25 x C of each convolution */
};

/* A network with all weights zero, which leaves the linear policy as it is. CHANNELS is a multiple
 * of NETWORK_LANE up to NETWORK_MAX_CHANNELS, BLOCKS 1 to NETWORK_MAX_BLOCKS, PLANES
 * NETWORK_FIRST_PLANES or NETWORK_PLANES. Free with network_free. */
enum status network_new(struct network **out, int channels, int blocks, int planes,
                        struct failure *why);
void network_free(struct network *network);

/* Sets the weights of TO, which are random, to those of FROM, which has at most as many channels,
 * blocks and planes. What FROM lacks keeps its random weights, but for those by which it would
 * reach FROM's channels and the outputs: these are 0, so that the outputs are FROM's and what is
 * new can learn. The caller must call network_transform. */
void network_grow(const struct network *from, struct network *to);

/* Sets small random weights. */
void network_randomise(struct network *network, struct rng *rng);

/* Recomputes the kernels' transforms, in both kinds of numbers, after the weights have changed. */
void network_transform(struct network *network);

/* In floats alone: for a network that learns and does not predict. */
void network_transform_floats(struct network *network);

/* Room for COUNT floats, all zero, aligned to a cache line within *ALLOCATED, which the caller
 * frees; NULL when memory runs out. */
float *network_floats_new(size_t count, void **allocated);

/* A board of SIZE within a square of cells that tiles of 3x3 points cover, with an empty border, so
 * that convolutions need no case for the edge. 9x9: 3 tiles a row, 11 cells a side:
 *
 *     . . . . . . . . . . .      . border, always 0
 *     . o o o|o o o|o o o .      | tiles
 *     . o o o|o o o|o o o .
 *     ...                        */
struct network_grid {
    int size, tiles;  /* of the board; of a row of tiles */
    int side, padded; /* of the square; tiles in all, rounded up for the kernels */
};
static inline size_t network_cell(const struct network_grid *grid, int point) {
    return (size_t)(point_row(grid->size, point) + 1) * (size_t)grid->side +
           (size_t)point_column(grid->size, point) + 1;
}

/* X clamped to [-MOST, MOST]; NaN becomes a bound. */
static inline float network_within(float x, float most) {
    return fminf(fmaxf(x, -most), most);
}

/* The logit that a value of NETWORK_PLANE_LIKELIHOOD stands for, and the inverse. */
static inline float network_linear_logit(float plane) {
    return 4 * (plane - 2);
}
static inline float network_likelihood_plane(float log_probability) {
    const float plane = 2 + log_probability / 4;
    return plane > 0 ? plane : 0;
}

/* The units of the score and of the area in the pooled input of W. */
#define NETWORK_SCORE_UNIT 10.0f
#define NETWORK_AREA_UNIT 81.0f

/* The memory in which one thread computes, for any network with these numbers of channels, blocks
 * and planes and for any board size. */
struct network_workspace {
    struct network_grid grid;
    int symmetry; /* of point_transform, by which the board lies in the grid */
    uint16_t cell[8][BOARD_MAX_POINTS]; /* where each point of the board lies, by symmetry */
    int channels, blocks, plane_count;
    void *allocated;                             /* owned; holds, aligned to cache lines: */
    float *planes;                               /* cells x plane_count: the input */
    float *output[NETWORK_MAX_CONVOLUTIONS + 1]; /* cells x C: of each convolution; then y */
    float *tiles, *sums;                         /* 25 x tiles x channels: transforms */
    int16_t *rounded;                            /* cells x channels: the input of a convolution */
    float mean[NETWORK_MAX_BLOCKS][NETWORK_MAX_CHANNELS]; /* mean(x) before each block */
    float pooled[2 * NETWORK_MAX_CHANNELS + 2], hidden[NETWORK_HIDDEN];
    /* The output by point of the board; only the logits of candidates mean anything. */
    float logit[BOARD_MAX_POINTS], ownership[BOARD_MAX_POINTS];
    float value; /* logit of the win rate */
};

/* Free with network_workspace_free, which accepts NULL. */
enum status network_workspace_new(struct network_workspace **out, const struct network *network,
                                  struct failure *why);
void network_workspace_free(struct network_workspace *workspace);

/* Where POINT of the board lies in the grid. */
static inline size_t network_cell_of(const struct network_workspace *workspace, int point) {
    return workspace->cell[workspace->symmetry][point];
}

/* The planes of POINT of the board. */
static inline float *network_planes_at(const struct network_workspace *workspace, int point) {
    return workspace->planes + network_cell_of(workspace, point) * (size_t)workspace->plane_count;
}

/* Whether WORKSPACE was made for a network with as many channels, blocks and planes. */
static inline bool network_workspace_fits(const struct network_workspace *workspace,
                                          const struct network *network) {
    return workspace->channels == network->channels && workspace->blocks == network->blocks &&
           workspace->plane_count == network->planes;
}

/* Clears the input planes for a board of SIZE, which lies in the grid turned by SYMMETRY, 0 to 7
 * (point_transform). A network is not symmetric: its output, which is always by point of the
 * board, differs from symmetry to symmetry by about as much as it errs. */
void network_workspace_clear(struct network_workspace *workspace, int size, int symmetry);

/* Computes the output from the input planes, in floats, as learning does. */
void network_forward(const struct network *network, struct network_workspace *workspace);

/* The same for COUNT workspaces, which takes less time than one after another. */
void network_forward_all(const struct network *network, struct network_workspace *const all[],
                         int count);

/* The same with convolutions in 16-bit integers (network_kernel.h), which takes two thirds of the
 * time and differs by some 0.001: what play asks. */
void network_predict(const struct network *network, struct network_workspace *workspace);

/* --- the input planes of a position --- */

/* A larger komi, of either sign, is clamped to this many half points. */
#define NETWORK_MAX_HALF_KOMI 80

/* Half points that count as 1 in the komi's plane, as in the score, and its largest value. */
#define NETWORK_KOMI_UNIT (2 * NETWORK_SCORE_UNIT)
#define NETWORK_MAX_KOMI (NETWORK_MAX_HALF_KOMI / NETWORK_KOMI_UNIT)

/* The komi for the evaluation of a state in which TO_MOVE is to move and Black has put PUT more
 * stones on the board than White since HALF_KOMI was valid. The network counts by area; by
 * territory each stone costs its player STONE_COST half points. If the sides alternate to the end,
 * the mover puts one stone more in half of the games, which costs half a stone on average. With
 * this correction the result stays the same while the sides alternate. */
static inline int network_half_komi(int half_komi, int stone_cost, int put, enum color to_move) {
    return half_komi + stone_cost * put + stone_cost / 2 * color_sign(to_move);
}

/* A symmetry (0 to 7) that depends on the stones: what a network errs by in one symmetry averages
 * out over the positions of a search. */
static inline int network_symmetry(const struct board *board) {
    return (int)(board->hash >> 61);
}

struct network_position {
    const struct board *board;
    enum color to_move;
    int last, own; /* the last move, and the mover's own last one; or PASS, NO_POINT */
    int half_komi; /* network_half_komi */
    bool turned;   /* seen by the symmetry network_symmetry, else as it is */
};

/* Clears WORKSPACE and sets its input planes. ACTIONS, COUNT of them, are the candidates of board.h
 * with their features, LOGIT what the linear policy says of each (move_policy_logit). */
void network_inputs_set(struct network_workspace *workspace,
                        const struct network_position *position, const struct move_action *actions,
                        const float *logit, int count);

/* The same for a position with its CANDIDATES, which this finds: the moves that fill no eye. SHAPES
 * and the linear POLICY predict them. */
void network_inputs_find(struct network_workspace *workspace,
                         const struct network_position *position, const struct move_policy *policy,
                         struct evaluator *shapes, struct bitset *candidates);

/* --- as it is trained and played --- */

/* A learnt thing (learner.h). A training changes its weights at each step and keeps their
 * exponential average, too. The network here is that average: it plays, and a file of either sort
 * has it as its weights. The weights that the next step changes are kept besides, with the moments
 * of their gradients (network_gradient.h).
 *
 * Weight files have the kind "network", the section weights and, to continue, the sections current,
 * first_moments and second_moments. */
struct trained_network {
    struct learnt learnt;    /* its games are the steps of learning */
    struct network *network; /* owned; expanded, to be played by */
    /* For more training, by weight; NULL in one for playing alone: */
    float *current; /* owned: what the next step changes */
    float *m, *v;   /* owned: first and second moment of its gradient */
};

/* The network for boards of SIZE in STORE (weight_store_find): its own or one at most
 * NETWORK_REACH lines larger or smaller; one for 16x16 that has learnt from 13x13 and 19x19 serves
 * all from the one to the other. *OUT is NULL if there is none. */
enum { NETWORK_REACH = 3 };
enum status trained_network_find(struct weight_store *store, int size,
                                 const struct trained_network **out, struct failure *why);

/* --- calibration ---
 *
 * Compares win rates with results: of the positions in which one side has 70 %, seven in ten should
 * be won. */

/* Win rates are divided into parts of equal width. */
enum { CALIBRATION_PARTS = 20 };

/* Sums over the positions of each part: how many, their win rates, and the results, 0 to 1. */
struct calibration {
    double count[CALIBRATION_PARTS], expected[CALIBRATION_PARTS], happened[CALIBRATION_PARTS];
};

void calibration_add(struct calibration *calibration, double win_rate, double result);
void calibration_merge(struct calibration *into, const struct calibration *from);

/* The number of positions. */
double calibration_count(const struct calibration *calibration);

/* The expected error of a win rate: the mean over positions of the distance between the mean win
 * rate of their part and the mean result there. 0 without positions. */
double calibration_error(const struct calibration *calibration);

/* The calibration of the network in TRAINING on the held-out positions of games on boards of SIZE,
 * measured at the last checkpoint. The win rate that a game's last search found, made steeper by
 * value_slope, counts as its result. */
const struct calibration *network_calibration(const struct training *training, int size);

#endif
