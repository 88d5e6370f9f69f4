#include "policy_gradient.h"

#include <math.h>
#include <string.h>

static double logit(const struct softmax *s, const struct softmax_action *action) {
    double sum = 0;
    for (int i = 0; i < action->count; i++) sum += (double)s->theta[action->index[i]];
    return sum / (double)s->temperature;
}

/* CHANCE gets pi of each action. */
static void find_probabilities(const struct softmax *s, const struct softmax_action *actions,
                               int count, double pi[BOARD_MAX_POINTS]) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        pi[i] = logit(s, &actions[i]);
        if (pi[i] > most) most = pi[i];
    }
    for (int i = 0; i < count; i++) sum += pi[i] = exp(pi[i] - most);
    for (int i = 0; i < count; i++) pi[i] /= sum;
}

static void add_features(const struct softmax_action *action, double scale,
                         double gradient[SOFTMAX_WEIGHTS]) {
    for (int i = 0; i < action->count; i++) gradient[action->index[i]] += scale;
}

/* Adds SCALE times psi of the CHOICE-th action. */
static void add_psi(const struct softmax *s, const struct softmax_action *actions, int count,
                    int choice, double scale, const double pi[BOARD_MAX_POINTS],
                    double gradient[SOFTMAX_WEIGHTS]) {
    const double step = scale / (double)s->temperature;
    add_features(&actions[choice], step, gradient);
    for (int i = 0; i < count; i++) add_features(&actions[i], -step * pi[i], gradient);
}

double policy_likelihood(const struct softmax *s, const struct policy_position *position,
                         double gradient[SOFTMAX_WEIGHTS]) {
    struct softmax_action actions[BOARD_MAX_POINTS];
    double pi[BOARD_MAX_POINTS];
    const int count =
        softmax_actions(s, &position->board, position->to_move, position->history, actions);
    for (int i = 0; i < count; i++) {
        if (actions[i].point != position->best) continue;
        find_probabilities(s, actions, count, pi);
        add_psi(s, actions, count, i, 1, pi, gradient);
        return log(pi[i]);
    }
    return 0;
}

/* --- simulation balancing -----------------------------------------------------------------------
 */

static int draw(const double pi[BOARD_MAX_POINTS], int count, struct rng *rng) {
    double left = rng_real(rng);
    for (int i = 0; i < count - 1; i++) {
        if (left < pi[i]) return i;
        left -= pi[i];
    }
    return count - 1;
}

/* Black's result: 1 for a win. */
static double result_of(int size, const struct bitset stones[2], int half_komi) {
    return score_reward(2 * board_score_stones(size, stones, NULL) - half_komi);
}

/* Plays a simulation from POSITION; PSI gets the sum over its moves. Returns Black's result. */
static double simulate(const struct softmax *s, const struct policy_position *position,
                       struct rng *rng, double psi[SOFTMAX_WEIGHTS]) {
    struct softmax_action actions[BOARD_MAX_POINTS];
    double pi[BOARD_MAX_POINTS];
    struct softmax_history history = position->history;
    struct board b;
    struct bitset stones[2];
    enum color color = position->to_move;
    int passes = position->passes;
    board_copy(&b, &position->board);
    for (int moves = 0; moves < trajectory_move_limit(b.size) && passes < 2; moves++) {
        const int count = softmax_actions(s, &b, color, history, actions);
        int point = PASS;
        if (count > 0) {
            find_probabilities(s, actions, count, pi);
            const int choice = draw(pi, count, rng);
            add_psi(s, actions, count, choice, 1, pi, psi);
            point = actions[choice].point;
        }
        passes = point == PASS ? passes + 1 : 0;
        board_play(&b, point, color);
        history = (struct softmax_history){.last = point, .own = history.last};
        color = color_other(color);
    }
    for (int c = 0; c < 2; c++) board_stones(&b, (enum color)c, &stones[c]);
    return result_of(b.size, stones, position->half_komi);
}

/* The mean result of COUNT simulations. */
static double mean_result(const struct softmax *s, const struct policy_position *position,
                          int count, struct rng *rng) {
    const struct playout_policy policy = {.kind = POLICY_SOFTMAX, .softmax = s};
    const struct playout_start start = {.to_move = position->to_move,
                                        .last_point = position->history.last,
                                        .passes = position->passes};
    const int size = position->board.size, limit = trajectory_move_limit(size);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const struct playout_end end =
            playout_run(&position->board, start, &policy, limit, rng, NULL);
        sum += result_of(size, end.stones, position->half_komi);
    }
    return sum / count;
}

double policy_balance_step(const struct softmax *s, const struct policy_position *position,
                           struct policy_balance balance, struct rng *rng,
                           double gradient[SOFTMAX_WEIGHTS]) {
    const double mean = mean_result(s, position, balance.values, rng);
    const double error = position->value - mean;
    for (int i = 0; i < balance.gradients; i++) {
        double psi[SOFTMAX_WEIGHTS] = {0};
        const double result = simulate(s, position, rng, psi);
        const double scale = error * (result - mean) / balance.gradients;
        for (int j = 0; j < SOFTMAX_WEIGHTS; j++) gradient[j] += scale * psi[j];
    }
    return error;
}

void policy_step(struct softmax *s, struct policy_steps *steps, double gradient[SOFTMAX_WEIGHTS]) {
    for (int i = 0; i < SOFTMAX_WEIGHTS; i++) {
        if (gradient[i] == 0) continue;
        steps->squares[i] += (float)(gradient[i] * gradient[i]);
        s->theta[i] += (float)(steps->alpha * gradient[i] / sqrt((double)steps->squares[i]));
        if (i >= SOFTMAX_FEATURE + SOFTMAX_FIRST_SELF_ATARI && s->theta[i] > 0) s->theta[i] = 0;
        gradient[i] = 0;
    }
    softmax_expand(s);
}

/* --- the tree's policy --------------------------------------------------------------------------
 */

/* CHANCE gets pi of each action. */
static void find_move_probabilities(const struct move_policy *policy,
                                    const struct move_action *actions, int count,
                                    double pi[BOARD_MAX_POINTS]) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        pi[i] = (double)move_policy_logit(policy, &actions[i]);
        most = fmax(most, pi[i]);
    }
    for (int i = 0; i < count; i++) sum += pi[i] = exp(pi[i] - most);
    for (int i = 0; i < count; i++) pi[i] /= sum;
}

/* Adds SCALE times phi of the action. */
static void add_move_features(const struct move_action *action, double scale,
                              double gradient[MOVE_WEIGHTS]) {
    for (int i = 0; i < action->count; i++) gradient[action->index[i]] += scale;
    gradient[action->gain_index] += scale * (double)action->gain;
    gradient[MOVE_BEHIND] += scale * (double)action->behind;
}

double move_likelihood(const struct move_policy *policy, const struct board *board,
                       const struct move_situation *situation, const struct bitset *candidates,
                       const float target[BOARD_MAX_POINTS], double gradient[MOVE_WEIGHTS]) {
    struct move_action actions[BOARD_MAX_POINTS];
    double pi[BOARD_MAX_POINTS], sum = 0;
    const int count = move_policy_actions(policy, board, situation, candidates, actions);
    find_move_probabilities(policy, actions, count, pi);
    for (int i = 0; i < count; i++) {
        const double p = (double)target[actions[i].point];
        add_move_features(&actions[i], p - pi[i], gradient);
        if (p > 0) sum += p * log(pi[i]);
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
