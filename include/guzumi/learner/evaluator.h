/* The contract of evaluators, which value positions for greedy players, searches and reports.
 *
 * An evaluator follows one board move by move. It gives the linear value of the position and, for
 * all candidate moves in one call, their gains: the linear value of the afterstate minus that of
 * the present position. Linear values are Black's view and comparable among themselves; their
 * meaning is the evaluator's OUTPUT, which belongs to the weights that it reads:
 *
 *     V(s) = sigma(linear) for VALUE_LOGISTIC, 0.5 + linear for VALUE_LINEAR
 *
 * is Black's win rate. The former is equation 9 of the 2012 paper, whose linear learner (section
 * 3.3.2) lacks the 0.5: there weights of zero expect a loss. A new evaluator is a method and a
 * function that makes one. There is no table of them: local shapes (local_shapes.h) are the only
 * one so far, and its maker knows which weights it reads. The classic networks predict points,
 * without the komi and the game's captures that a win rate depends on, so they are searches instead
 * (classic_search.c). TD search, alpha-beta and the tree's priors use the tracker of local shapes
 * (tracker.h) itself; all others use this contract. */
#ifndef GUZUMI_EVALUATOR_H
#define GUZUMI_EVALUATOR_H

#include "guzumi/base/params.h"
#include "guzumi/go/board.h"

struct shape_weights; /* tracker.h */

/* An evaluator; a method's own struct begins with this one. */
struct evaluator {
    const struct evaluator_method *method;
    enum value_kind output; /* the meaning of its linear values */
};

/* How a kind of evaluator works. No call can fail. */
struct evaluator_method {
    const char *name;

    /* Frees one that its maker allocated. */
    void (*free)(struct evaluator *evaluator);

    /* Follows BOARD, with TO_MOVE to move, from now on; rereads weights that have changed. */
    void (*set)(struct evaluator *evaluator, const struct board *board, enum color to_move);

    /* Follows a stone of COLOR at POINT (or PASS) that took CAPTURED stones, CAPTURED_COUNT of
     * them. */
    void (*play)(struct evaluator *evaluator, int point, enum color color,
                 const struct bitset *captured, int captured_count);

    /* The linear value of the position. */
    float (*value)(const struct evaluator *evaluator);

    /* The gains of COLOR's legal moves CANDIDATES on BOARD, which is the one it follows, into GAINS
     * by point; other entries are left alone. */
    void (*gains)(struct evaluator *evaluator, const struct board *board, enum color color,
                  const struct bitset *candidates, float gains[BOARD_MAX_POINTS]);

    /* The weights of local shapes whose sum is the linear value, for searches with kernels of their
     * own; NULL if there are none. The function may be NULL, too. */
    const struct shape_weights *(*shapes)(const struct evaluator *evaluator);
};

/* Accepts NULL. */
void evaluator_free(struct evaluator *evaluator);

/* V of a linear value: Black's win rate, unbounded for VALUE_LINEAR. The same on every machine. */
double value_win_rate(enum value_kind kind, double linear);
double logistic(double x);

/* The win rate whose log-odds are SLOPE times those of P: 0, 1/2 and 1 stay. */
double win_rate_steeper(double p, double slope);

/* COLOR's win rate by V, within 0 and 1. */
double color_win_rate(enum value_kind kind, double linear, enum color color);

/* Sets EVALUATOR to BOARD with COLOR to move, and writes the gains of CANDIDATES, COLOR's view;
 * other entries are left alone. */
void evaluator_own_gains(struct evaluator *evaluator, const struct board *board, enum color color,
                         const struct bitset *candidates, float gains[BOARD_MAX_POINTS]);

/* The greedy choice: the first of CANDIDATES on BOARD, which EVALUATOR follows, with the best
 * afterstate for COLOR, and its gain; PASS and 0 without candidates. */
int evaluator_best(struct evaluator *evaluator, const struct board *board, enum color color,
                   const struct bitset *candidates, float *gain);

/* COLOR's win rate after each of CANDIDATES, by point, -1 elsewhere. */
void evaluator_values(struct evaluator *evaluator, const struct board *board, enum color color,
                      const struct bitset *candidates, double values[BOARD_MAX_POINTS]);

/* The softmax over the linear values after CANDIDATES, taken as logits, COLOR's view; 0 elsewhere.
 */
void evaluator_priors(struct evaluator *evaluator, const struct board *board, enum color color,
                      const struct bitset *candidates, double priors[BOARD_MAX_POINTS]);

/* The moves that follow when COLOR begins with POINT (legal, or PASS) on BOARD and both sides play
 * greedily, filling no eye, until one has no move; POINT first. Returns their number, 1..ROOM.
 * EVALUATOR follows the end of the line afterwards. */
int evaluator_pv(struct evaluator *evaluator, const struct board *board, enum color color,
                 int point, int line[], int room);

/* --- activation functions of networks ---
 *
 * Plain arithmetic in single precision, so that no mathematics library decides about the last bit
 * of an output. */

enum activation { ACTIVATION_LINEAR, ACTIVATION_TANH, ACTIVATION_LOGISTIC };

/* tanh by the ninth convergent of Lambert's continued fraction, x/(1 + xx/(3 + xx/(5 + ...))):
 * within 6e-6, and without a branch, so that it is vectorised. */
static inline float activation_tanh(float x) {
    const float limit = 6.1F;
    x = x < -limit ? -limit : x;
    x = x > limit ? limit : x;
    const float y = x * x;
    const float above = 34459425.0F + y * (4729725.0F + y * (135135.0F + y * (990.0F + y)));
    const float below =
        34459425.0F + y * (16216200.0F + y * (945945.0F + y * (13860.0F + 45.0F * y)));
    return x * above / below;
}

/* Applies ACTIVATION to COUNT sums in place. */
static inline void activation_apply(enum activation activation, float *sums, int count) {
    if (activation == ACTIVATION_TANH)
        for (int i = 0; i < count; i++) sums[i] = activation_tanh(sums[i]);
    if (activation == ACTIVATION_LOGISTIC)
        for (int i = 0; i < count; i++) sums[i] = 0.5F + 0.5F * activation_tanh(0.5F * sums[i]);
}

#endif
