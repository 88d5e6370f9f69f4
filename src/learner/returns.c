#include "guzumi/learner/returns.h"

/* The rewards of the moves after state T up to state END, or to the last move. */
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
