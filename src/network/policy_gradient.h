/* Learning of the softmax policy's weights (softmax.h), by gradients of
 *
 *     psi(s, a) = grad log pi(s, a) = (phi(s, a) - sum over b of pi(s, b) phi(s, b)) / tau
 *
 * Likelihood: theta climbs log pi(s, a) of the moves a that a search chose.
 *
 * Simulation balancing (Silver and Tesauro 2009, by policy gradient): theta descends the squared
 * error of the mean result V of simulations against the value V* that a search gave the position,
 *
 *     (V* - V) x mean over other simulations of z sum over t of psi(s_t, a_t)
 *
 * in which V is subtracted from z: that leaves the mean as it is and reduces the noise.
 *
 * Each weight's step is divided by the root of its gradients' squares so far (AdaGrad): a rare
 * pattern learns as much from its few occurrences as a frequent one from each of many. */
#ifndef GUZUMI_POLICY_GRADIENT_H
#define GUZUMI_POLICY_GRADIENT_H

#include "guzumi/network/move_policy.h"
#include "guzumi/playout/playout.h"

/* Of one objective. */
struct policy_steps {
    double alpha;
    float squares[SOFTMAX_WEIGHTS];
};

/* A position, and what a search found. */
struct policy_position {
    struct board board;
    enum color to_move;
    struct softmax_history history;
    int passes, half_komi;
    int best;     /* move, or PASS */
    double value; /* Black's win rate */
};

/* Log pi of the search's move at POSITION, and its gradient added to GRADIENT; 0 when the policy
 * never plays that move. */
double policy_likelihood(const struct softmax *softmax, const struct policy_position *position,
                         double gradient[SOFTMAX_WEIGHTS]);

/* Numbers of playouts for a step of simulation balancing: for V, and for the gradient. */
struct policy_balance {
    int values, gradients;
};

/* The step of simulation balancing at POSITION, added to GRADIENT; returns V* - V, Black's view. */
double policy_balance_step(const struct softmax *softmax, const struct policy_position *position,
                           struct policy_balance balance, struct rng *rng,
                           double gradient[SOFTMAX_WEIGHTS]);

/* Moves theta along GRADIENT, sets GRADIENT to zero, and recomputes the tables. */
void policy_step(struct softmax *softmax, struct policy_steps *steps,
                 double gradient[SOFTMAX_WEIGHTS]);

/* --- the tree's policy --------------------------------------------------------------------------
 */

/* Learning of the tree's policy (move_policy.h) from a search's visits: theta climbs
 *
 *     sum over a of p(s, a) log pi(s, a),    p(s, a) = visits of a / visits of all
 *
 * whose gradient is the sum over a of (p(s, a) - pi(s, a)) phi(s, a). Each weight's step is divided
 * by the root of its gradients' squares so far (AdaGrad), as above. */

/* That sum at one position, and its gradient added to GRADIENT. TARGET is p by point, of
 * CANDIDATES, and sums to 1. */
double move_likelihood(const struct move_policy *policy, const struct board *board,
                       const struct move_situation *situation, const struct bitset *candidates,
                       const float target[BOARD_MAX_POINTS], double gradient[MOVE_WEIGHTS]);

/* Moves theta along GRADIENT with step size ALPHA and sets GRADIENT to zero. SQUARES are the sums
 * of squared gradients so far. */
void move_step(struct move_policy *policy, double alpha, float squares[MOVE_WEIGHTS],
               double gradient[MOVE_WEIGHTS]);

#endif
