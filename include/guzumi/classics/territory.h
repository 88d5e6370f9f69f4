/* Schraudolph's evaluation of a position (1994, section 2): a network reads the stones and predicts
 * the fate of every point; the sum of the fates is the expected score.
 *
 * In the input channel Black's stones are 1 and White's -1. The bias input is 1 if Black is to move
 * and -1 if White is. A fate is between 1 (Black's at the end of the game) and -1 (White's). The
 * paper's Figure 2:
 *
 *     board -> h0, board -> h1, board -> reinf     kernels of the board's width
 *     h0 -> reinf, h1 -> reinf                     kernels of twice the board's width less one
 *     turn -> h0, h1, reinf                        a bias for each point
 *
 * The paper's undifferentiated network of its introduction, 82-40-1, has one output, the score as a
 * fraction of the board. The expected score is in points, Black's view, without komi.
 *
 * A struct territory keeps what candidate moves have in common. A stone changes one input: the sums
 * of the first layers change by a row of weights, and later sums by the changes of those units. */
#ifndef GUZUMI_TERRITORY_H
#define GUZUMI_TERRITORY_H

#include "guzumi/classics/classic.h"
#include "guzumi/go/board.h"

/* The structured network with CHANNELS hidden channels, 0 to 8. */
struct classic_shape territory_shape(int size, int channels, int near_kernel, int output_kernel,
                                     bool symmetric);

/* 82-40-1: size * size inputs and the turn, HIDDEN units, one output. */
struct classic_shape territory_plain_shape(int size, int hidden);

/* Whether a network of SHAPE can evaluate boards of SIZE: its input is their points, its output is
 * one value or one for each point, and hidden layers read the board alone. */
bool territory_fits(const struct classic_shape *shape, int size);

/* Writes the input for BOARD, row by row: out[0] is A1. */
void territory_input(const struct board *board, float *out);

struct territory {
    const struct classic *network; /* borrowed */
    int size;
    float *values;     /* of all layers at the position; owned, one block with the next */
    float *after_sums; /* the layers' sums with the other side to move */
    float *after;      /* the values of those sums */
    float *work;
    const struct board *board; /* borrowed; the position */
    enum color to_move;
};

enum status territory_init(struct territory *territory, const struct classic *network, int size,
                           struct failure *why);
void territory_free(struct territory *territory);

/* Evaluates BOARD with TO_MOVE to move. BOARD must not change until the next call. */
void territory_set(struct territory *territory, const struct board *board, enum color to_move);

/* The expected score at the position: points, Black's view, without komi. */
double territory_score(const struct territory *territory);

/* The fates, row by row: one for each point of the board, or a single one for all of them. */
const float *territory_fates(const struct territory *territory);
int territory_fate_count(const struct territory *territory);

/* The same by point; a network with a single output has the same fate for all points. */
void territory_ownership(const struct territory *territory, double out[BOARD_MAX_POINTS]);

/* The expected score after each of CANDIDATES, legal moves of the side to move, by point; other
 * entries are left alone. */
void territory_scores_after(struct territory *territory, const struct bitset *candidates,
                            float scores[BOARD_MAX_POINTS]);

#endif
