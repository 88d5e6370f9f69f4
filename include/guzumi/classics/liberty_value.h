/* Ekker's evaluation of a position (2004, section 5.1): a fully connected network over the features
 * below, 32-75-1 on 5x5.
 *
 * V(s) is the sum of the rewards that one side, the agent, may still expect. It is rewarded for
 * stones that it captures and punished for stones that it loses when that happens, and at the end
 * it gets the score less what captures have brought so far. Values and rewards are shares of the
 * board: points divided by size * size. V does not know whose turn it is.
 *
 * A struct liberty_value keeps the hidden layer's sums at one position, from which other positions
 * differ in a few inputs. */
#ifndef GUZUMI_LIBERTY_VALUE_H
#define GUZUMI_LIBERTY_VALUE_H

#include "guzumi/classics/classic.h"
#include "guzumi/go/board.h"

/* --- features --- */

/* The inputs of Ekker's network (2004, section 5.1), from one side's point of view: 32 of them on
 * 5x5, size * size + 7 on other boards.
 *
 *     of each point    liberties of the stone there, 5 at most; negative for the other side's
 *     own, other       the sum over stones of those liberties
 *     difference       own stones less the other side's
 *     own, other       stones on the edge
 *     own, other       1 when a chain of that side is in atari
 *
 * The paper lists "the number of stones on the edge" as one feature but has 32 inputs in all; one
 * for each side gives 32. Each input is scaled to about -1..1: liberties are divided by 5, sums by
 * 5 for each point of the board, the difference by the points of the board, edge stones by the
 * points of the edge. */

enum { LIBERTY_FEATURES_EXTRA = 7, LIBERTY_FEATURES_MAX = BOARD_MAX_SIZE * BOARD_MAX_SIZE + 7 };

static inline int liberty_feature_count(int size) {
    return size * size + LIBERTY_FEATURES_EXTRA;
}

/* Fills OUT with the features of BOARD from SIDE's point of view; points come row by row from A1.
 */
void liberty_features(const struct board *board, enum color side, float *out);

/* --- the network --- */

/* Inputs for boards of SIZE, HIDDEN units, one linear output. */
struct classic_shape liberty_shape(int size, int hidden);

struct liberty_value {
    const struct classic *network; /* borrowed */
    enum color side;               /* the agent */
    float *values; /* of all layers at the position; owned, one block with the next */
    float *sums, *work;
    float features[LIBERTY_FEATURES_MAX];
};

enum status liberty_value_init(struct liberty_value *value, const struct classic *network,
                               struct failure *why);
void liberty_value_free(struct liberty_value *value);

/* Evaluates BOARD for SIDE, and makes it the position that others are compared with. */
float liberty_value_set(struct liberty_value *value, const struct board *board, enum color side);

/* The value for the same side of another position, a few moves away. */
float liberty_value_of(struct liberty_value *value, const struct board *board);

/* --- choices --- */

/* Two-ply minimax over rewards and values (Ekker 2004, sections 3 and 5.2): each move of the agent
 * with the other side's best answer.
 *
 *     Q(m) = r(m) + min over answers a of (r(a) + V(s after m and a))
 *
 * Rewards are captured stones as shares of the board, and V is what the network expects beyond
 * them. Candidates fill no eye; a side without any passes. Answers that cannot change the choice
 * are skipped. */
struct liberty_choice {
    int point;         /* the best move, or PASS */
    double value;      /* its Q */
    struct board leaf; /* after it and the answer */
    double to_leaf;    /* the rewards up to there */
    uint64_t leaves;   /* positions evaluated */
};

/* The reward of a move that captured CAPTURED stones, for the side that played it. */
static inline double capture_reward(const struct board *board, int captured) {
    return (double)captured / (double)(board->size * board->size);
}

/* AGENT's choice on BOARD among CANDIDATES, by two PLIES, or by one: Q(m) = r(m) + V(s after m).
 * QS, unless NULL, gets the Q of every candidate by point; then all answers are searched. */
void liberty_choose(int plies, struct liberty_value *value, const struct board *board,
                    enum color agent, const struct bitset *candidates, double *qs,
                    struct liberty_choice *out);

/* The plies by which a network trained by PARAMS chooses. */
static inline int liberty_plies(const struct params *params) {
    return params->td == TD_ONE_PLY ? 1 : 2;
}

#endif
