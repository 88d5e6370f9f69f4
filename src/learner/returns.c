/* Returns in the forward view. With two plies and six states, whose last ones end in the result z:
 *
 *     G_6 = z - V_6                      G_5 = z - V_5
 *     G_4 = V_6 - V_4 + lambda G_6       G_3 = V_5 - V_3 + lambda G_5       ...
 *
 * The states of the two sides form two chains that never mix. From the last state back, G_(t+n) is
 * known when G_t needs it. */
#include "guzumi/learner/returns.h"

#include "guzumi/learner/evaluator.h"

#include <assert.h>

/* r_(T+1) + ... + r_END: the rewards of the moves after state T up to state END, or to the last. */
static double sum_rewards(const struct trajectory *trajectory, int t, int end) {
    double sum = 0;
    if (!trajectory->rewarded) return 0;
    for (int i = t + 1; i <= end && i <= trajectory->length; i++)
        sum += (double)trajectory->reward[i];
    return sum;
}

static bool explored_between(const struct trajectory *trajectory, int from, int to) {
    for (int t = from + 1; t <= to; t++)
        if (trajectory->explored[t]) return true;
    return false;
}

/* delta_t, and lambda G_(t+n) unless an exploratory move lies between: what came of that move says
 * nothing about the policy's value of state t. */
void returns_lambda(const struct return_rule *rule, const struct trajectory *trajectory,
                    const double *value, double result, double *error) {
    const int last = trajectory_last_state(trajectory);
    for (int t = last; t >= 1; t--) {
        const int next = t + rule->plies;
        const bool bootstraps = next <= last;
        error[t] = (bootstraps ? value[next] : result) - value[t];
        error[t] += sum_rewards(trajectory, t, bootstraps ? next : trajectory->length);
        if (bootstraps && !(rule->clear_trace && explored_between(trajectory, t, next)))
            error[t] += rule->lambda * error[next];
    }
}

/* --- TD(mu) and residual gradients --- */

/* V of state I, or the result at the end. */
static double value_at(const struct trajectory *game, const double *value, double result, int i) {
    return i <= trajectory_last_state(game) ? value[i] : result;
}

static double reward_at(const struct trajectory *game, int i) {
    return game->rewarded && i <= game->length ? (double)game->reward[i] : 0;
}

/* e_i of equation 4: what the side whose move led to state I lost by it, according to the values. A
 * perfect player loses nothing, so a loss is taken for a mistake, not for a correction of the state
 * before. */
static double mistake(const struct mu_rule *rule, const struct trajectory *game,
                      const double *value, double result, int i) {
    const double d =
        value_at(game, value, result, i) - value[i - 1] + (rule->rewarded ? reward_at(game, i) : 0);
    const enum color mover = trajectory_color(game, rule->leaves ? i - 1 : i);
    const bool loss = mover == BLACK ? d < 0 : d > 0;
    return loss ? d : 0;
}

/* P of equation 7. */
static double sigma(const struct mu_rule *rule, double a) {
    if (rule->gain > 0) return logistic(rule->gain * a);
    return a < 0 ? 0 : a > 1 ? 1 : a;
}

void returns_mu(const struct mu_rule *rule, const struct trajectory *game, const double *value,
                double result, double *error) {
    const int end = trajectory_last_state(game) + 1;
    double sum[TRAJECTORY_STATES + 1]; /* of r_i - e_i: a_i^t = V(s_i) + sum[i] - sum[t] */
    assert(end <= TRAJECTORY_STATES && rule->plies > 0 && rule->plies <= TRAJECTORY_STATES);
    sum[0] = sum[1] = 0;
    for (int i = 2; i <= end; i++)
        sum[i] = sum[i - 1] + reward_at(game, i) - mistake(rule, game, value, result, i);
    for (int t = 1; t < end; t++) {
        /* Equation 8. REST is the weight of the terms to come, lambda^(k-t-1); what is left of it
         * at the end falls to the result, and 1e-12 of it changes nothing. */
        double target = 0, rest = 1;
        for (int k = t + rule->plies; k < end && rest > 1e-12;
             k += rule->plies, rest *= rule->lambda)
            target += (1 - rule->lambda) * rest * sigma(rule, value[k] + sum[k] - sum[t]);
        target += rest * sigma(rule, result + sum[end] - sum[t]);
        error[t] = target - sigma(rule, value[t]);
        if (rule->gain > 0) error[t] /= rule->gain;
    }
}

void returns_residual(double lambda, int plies, double phi, const struct trajectory *game,
                      double *error) {
    double earlier[2] = {0}; /* sum over t < k of lambda^(k-t-1) e_t, of states PLIES apart */
    for (int k = 1; k <= trajectory_last_state(game); k++) {
        double *sum = &earlier[k % plies];
        const double now = error[k];
        error[k] -= phi * (1 - lambda) * *sum;
        *sum = now + lambda * *sum;
    }
}
