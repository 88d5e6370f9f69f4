/* Schraudolph's evaluation of a position (1994, section 2): a network that reads the stones and
 * predicts the fate of every point, and the sum of those fates.
 *
 * Stones are 1 (Black's) and -1 on the input map; the bias input is 1 when Black is to move and -1
 * when White is. A fate is between 1, Black's at the end of the game, and -1. The paper's Figure 2:
 *
 *     board -> h0, board -> h1, board -> reinf     kernels of the board's width
 *     h0 -> reinf, h1 -> reinf                     kernels of twice the board's width less one
 *     turn -> h0, h1, reinf                        a bias for each point
 *
 * and its undifferentiated network of the introduction, 82-40-1, whose one output is the score as a
 * part of the board. The sum is an expected score: points, Black's view, without komi.
 *
 * A reader keeps what candidate moves have in common. A stone changes one input: the first layer's
 * sums change by a row of weights, and what follows by the changes of those units. */
#ifndef GUZUMI_TERRITORY_H
#define GUZUMI_TERRITORY_H

#include "guzumi/board.h"
#include "guzumi/network.h"

/* The structured network with MAPS hidden maps, 0 to 8. */
struct network_shape territory_shape(int size, int maps, int near_kernel, int wide_kernel,
                                     bool symmetric);

/* 82-40-1: size * size inputs and the turn, HIDDEN units, one output. */
struct network_shape territory_plain_shape(int size, int hidden);

/* Whether a network evaluates boards of SIZE: its input is their points, its output one value or
 * one for each point, and hidden layers read the board alone. */
bool territory_fits(const struct network_shape *shape, int size);

/* The input of BOARD, in order of rows: out[0] is A1. */
void territory_input(const struct board *board, float *out);

struct territory {
    const struct network *network; /* borrowed */
    int size;
    float *values;             /* owned; of all layers at the position */
    float *after_sums;         /* owned; the layers' sums with the other side to move */
    float *after;              /* owned; the values of those sums */
    float *work;               /* owned */
    const struct board *board; /* borrowed; the position */
    enum color to_move;
};

enum status territory_init(struct territory *territory, const struct network *network, int size,
                           struct failure *why);
void territory_free(struct territory *territory);

/* Evaluates BOARD, which must stay as it is until the next call, with TO_MOVE to move. */
void territory_set(struct territory *territory, const struct board *board, enum color to_move);

/* The expected score at the position: points, Black's view, without komi. */
double territory_score(const struct territory *territory);

/* The fate of each point of the board, or one value for all of them: a row-by-row array. */
const float *territory_fates(const struct territory *territory);
int territory_fate_count(const struct territory *territory);

/* The same by point, Black's 1 to White's -1. A network with one output says it of all points. */
void territory_owners(const struct territory *territory, double out[BOARD_MAX_POINTS]);

/* The expected score after each of CANDIDATES, legal moves of the side to move, by point; other
 * entries are left alone. */
void territory_scores_after(struct territory *territory, const struct bitset *candidates,
                            float scores[BOARD_MAX_POINTS]);

#endif
