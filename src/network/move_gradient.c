#include "move_gradient.h"

#include <math.h>

/* CHANCE gets pi of each action. */
static void find_chances(const struct move_policy *policy, const struct move_action *actions,
                         int count, double chance[BOARD_MAX_POINTS]) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        chance[i] = (double)move_policy_preference(policy, &actions[i]);
        most = fmax(most, chance[i]);
    }
    for (int i = 0; i < count; i++) sum += chance[i] = exp(chance[i] - most);
    for (int i = 0; i < count; i++) chance[i] /= sum;
}

/* Adds SCALE times phi of the action. */
static void add_features(const struct move_action *action, double scale,
                         double gradient[MOVE_WEIGHTS]) {
    for (int i = 0; i < action->count; i++) gradient[action->index[i]] += scale;
    gradient[action->gain_index] += scale * (double)action->gain;
    gradient[MOVE_BEHIND] += scale * (double)action->behind;
}

double move_likelihood(const struct move_policy *policy, const struct board *board,
                       const struct move_situation *situation, const struct bitset *candidates,
                       const float share[BOARD_MAX_POINTS], double gradient[MOVE_WEIGHTS]) {
    struct move_action actions[BOARD_MAX_POINTS];
    double chance[BOARD_MAX_POINTS], sum = 0;
    const int count = move_policy_actions(policy, board, situation, candidates, actions);
    find_chances(policy, actions, count, chance);
    for (int i = 0; i < count; i++) {
        const double p = (double)share[actions[i].point];
        add_features(&actions[i], p - chance[i], gradient);
        if (p > 0) sum += p * log(chance[i]);
    }
    return sum;
}

void move_step(struct move_policy *policy, double alpha, float squares[MOVE_WEIGHTS],
               double gradient[MOVE_WEIGHTS]) {
    for (int i = 0; i < MOVE_WEIGHTS; i++) {
        if (gradient[i] == 0) continue;
        squares[i] += (float)(gradient[i] * gradient[i]);
        policy->theta[i] += (float)(alpha * gradient[i] / sqrt((double)squares[i]));
        gradient[i] = 0;
    }
}
