/* Returns: what the states of a trajectory were worth, by what came after them.
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

/* --- TD(mu) and the residual algorithms (Ekker 2004, sections 4 and 5.1) --- */

/* TD(mu) subtracts from the returns what looks like a mistake of the player who moved (equations 3
 * to 8):
 *
 *     d_i = V(s_i) - V(s_{i-1})                                                        (3)
 *     e_i = min(d_i, 0) if Black moved, max(d_i, 0) if White did                       (4)
 *     a_i^t = V(s_i) + sum of r - sum of e, both over t+1..i                           (5, 6)
 *     P_i^t = sigma(gain a_i^t)                                                        (7)
 *     error_t = (1 - lambda) sum over k of lambda^(k-t-1) P_k^t + lambda^(T-t-1) P_T^t - P_t^t (8)
 *
 * The paper has (4) for an agent and its opponent; in Black's view it is the same for either side.
 * With n plies k runs over t + n, t + 2n, ..., as above: these are states after moves of the same
 * side, which can be compared even if values do not know whose turn it is. The paper's n is 1, and
 * so is its gain. Values that are small fractions of the board need a larger gain to use the
 * sigmoid's range. The errors are divided by the gain, which brings them back to the units of V. */
struct mu_rule {
    double lambda;
    int plies;   /* n: 1 or 2 */
    double gain; /* 0: V is a probability already; a_i^t takes the place of P_i^t, kept within 0 to
                    1 */
    bool rewarded; /* d_i counts the reward r_i, too. Without it, as in (3), a capture looks like a
                      mistake of the player who made it, because less is left to expect. */
    bool leaves;   /* the states are leaves (episode.h): number i is the one before move i, so that
                      the difference to the last one is due to move i - 1 */
};
void returns_mu(const struct mu_rule *rule, const struct trajectory *trajectory,
                const double *value, double result, double *error);

/* Baird's residual algorithm (1995) for returns with any lambda: it follows, in part, the gradient
 * of the targets as well. With the errors e_t of R_t^lambda, the update
 *
 *     sum over t of e_t (grad V(s_t) - PHI grad R_t^lambda)
 *
 * is sum over k of c_k grad V(s_k), c_k = e_k - PHI (1 - lambda) sum over t < k of lambda^(k-t-1)
 * e_t. PHI is 0 for direct and 1 for residual gradients. ERROR, of returns whose states are PLIES
 * (1 or 2) apart, becomes c. For errors of TD(mu) this is an approximation: it leaves out the slope
 * of equation 7, and takes the mistakes as given. */
void returns_residual(double lambda, int plies, double phi, const struct trajectory *trajectory,
                      double *error);

#endif
