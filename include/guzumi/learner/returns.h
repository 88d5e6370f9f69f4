/* Returns: what the states of a trajectory were worth, judging by what came after them.
 *
 * V are the values of the states, r the rewards of the moves, and z is the result, which stands for
 * V beyond the last state (2012 paper, section 2.3; rewards as in Ekker et al. 2004, equation 1):
 *
 *     delta_t = r_{t+1} + ... + r_{t+n} + V(s_{t+n}) - V(s_t)    n-ply TD error
 *     G_t     = delta_t + lambda G_{t+n}                         lambda-return less V(s_t)
 *
 * Updates are made elsewhere (td.h): they move V(s_t) by a step in the direction of G_t. */
#ifndef GUZUMI_RETURNS_H
#define GUZUMI_RETURNS_H

#include "guzumi/playout/trajectory.h"

struct return_rule {
    double lambda;    /* 0..1 */
    int plies;        /* n: 1 or 2 */
    bool clear_trace; /* an exploratory move among the n drops the lambda term (2008 paper) */
};

/* Writes G_t of the states t = 1 .. trajectory_last_state into ERROR. VALUE has V(s_t) of the same
 * states, Black's view as the result and the rewards are. */
void returns_lambda(const struct return_rule *rule, const struct trajectory *trajectory,
                    const double *value, double result, double *error);

#endif
