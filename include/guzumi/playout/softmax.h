/* A learnt default policy: a softmax over features of moves (Silver and Tesauro 2009; Coulom 2007;
 * Huang, Coulom and Lin 2010).
 *
 * The probability of a legal move that fills no eye of its own is
 *
 *     pi(s, a) = exp(phi(s, a) . theta / tau) / sum over b of exp(phi(s, b) . theta / tau)
 *
 * where tau is the temperature. The features phi are binary, or counts:
 *
 *     3x3 patterns    one of SOFTMAX_PATTERNS: the colours of the eight neighbours, the edge of the
 *                     board among them, as the mover sees them, up to the eight symmetries; for
 *                     points around the last move the same once more, with weights of their own
 *     nearness        to the last move and to the one before
 *     tactics         what the move captures, saves, puts into atari; self-atari
 *
 * softmax_features.def lists all but the patterns. None depends on the place on the board, so the
 * same weights serve all sizes. Simulations draw by weights in fixed point, which softmax_expand
 * computes from theta: integer sums are exact, whatever order incremental updates add them in. */
#ifndef GUZUMI_SOFTMAX_H
#define GUZUMI_SOFTMAX_H

#include "guzumi/go/board.h"
#include "guzumi/go/point.h"

/* SOFTMAX_BESIDE_LAST and so on, the rows of softmax_features.def. */
enum softmax_feature {
#define SOFTMAX_FEATURE_ROW(name, word) SOFTMAX_##name,
#include "guzumi/playout/softmax_features.def"
    SOFTMAX_FEATURES,
    SOFTMAX_FIRST_SELF_ATARI = SOFTMAX_ATARI_SELF_ONE
};

enum {
    SOFTMAX_PATTERNS = 1107,
    /* Theta: patterns, patterns around the last move, features. */
    SOFTMAX_NEAR = SOFTMAX_PATTERNS,
    SOFTMAX_FEATURE = 2 * SOFTMAX_PATTERNS,
    SOFTMAX_WEIGHTS = SOFTMAX_FEATURE + SOFTMAX_FEATURES
};

/* Fixed point: weights of patterns in units of 1/SOFTMAX_UNIT; logarithms in units of
 * 1/SOFTMAX_LOG, clamped to SOFTMAX_LOG_MAX; powers in units of 1/SOFTMAX_POWER. */
enum {
    SOFTMAX_UNIT = 512,
    SOFTMAX_LOG = 32,
    SOFTMAX_LOG_MAX = 10 * SOFTMAX_LOG,
    SOFTMAX_POWER = 4096,
    SOFTMAX_WEIGHT_MAX = 1 << 22 /* the largest weight of a move */
};

struct softmax {
    float theta[SOFTMAX_WEIGHTS];
    float temperature; /* tau */
    /* By the mover and the surroundings (point.h): */
    uint16_t pattern[2][SURROUNDINGS]; /* as softmax_number_patterns */
    uint16_t weight[2][SURROUNDINGS];  /* exp(theta / tau); 0 for eyes, which are never played */
    int16_t log[SOFTMAX_WEIGHTS];      /* theta / tau */
    uint32_t power[2 * SOFTMAX_LOG_MAX + 1]; /* exp, by logarithm + SOFTMAX_LOG_MAX */
};

/* All weights are zero: the policy is uniform. */
void softmax_init(struct softmax *softmax);

/* The number of the pattern that MOVER sees in each surroundings, 0 to SOFTMAX_PATTERNS - 1; 0 for
 * surroundings that occur on no board. */
void softmax_number_patterns(enum color mover, uint16_t pattern[SURROUNDINGS]);

/* Computes the tables from theta and tau. */
void softmax_expand(struct softmax *softmax);

/* The last move and the one before, which was the mover's own; or PASS, NO_POINT. */
struct softmax_history {
    int last, own;
};

/* A move with its features. */
enum { SOFTMAX_MOVE_FEATURES = 40 };
struct softmax_action {
    int point, count;
    uint16_t index[SOFTMAX_MOVE_FEATURES]; /* in theta; a count of two is listed twice */
};

/* The moves of COLOR on BOARD that the policy draws from, with their features. Slow: for learning.
 * Returns their number. */
int softmax_actions(const struct softmax *softmax, const struct board *board, enum color color,
                    struct softmax_history history, struct softmax_action out[BOARD_MAX_POINTS]);

#endif
