/* Learning of the tree's policy (move_policy.h) from a search's visits: theta climbs
 *
 *     sum over a of p(s, a) log pi(s, a),    p(s, a) = visits of a / visits of all
 *
 * whose gradient is the sum over a of (p(s, a) - pi(s, a)) phi(s, a). Each weight's step is divided
 * by the root of its gradients' squares so far (AdaGrad), as in policy_gradient.h. */
#ifndef GUZUMI_MOVE_GRADIENT_H
#define GUZUMI_MOVE_GRADIENT_H

#include "guzumi/network/move_policy.h"

/* That sum at one position, and its gradient added to GRADIENT. SHARE is p by point, of
 * CANDIDATES, and sums to 1. */
double move_likelihood(const struct move_policy *policy, const struct board *board,
                       const struct move_situation *situation, const struct bitset *candidates,
                       const float share[BOARD_MAX_POINTS], double gradient[MOVE_WEIGHTS]);

/* Moves theta along GRADIENT with step size ALPHA and sets that to zero. SQUARES are the gradients'
 * so far. */
void move_step(struct move_policy *policy, double alpha, float squares[MOVE_WEIGHTS],
               double gradient[MOVE_WEIGHTS]);

#endif
