/* Training of the linear policies: the gradients of their objectives, then the loop over games.
 *
 *     objective      policy      gradient at a position
 *     likelihood     playouts    psi of the search's move
 *     balance        playouts    (V* - V) mean over simulations of (z - V) sum over t of psi_t
 *     visits         tree        sum over candidates of (p - pi) phi
 *
 * with psi = (phi(a) - sum over b of pi(b) phi(b)) / tau, the gradient of log pi(a). AdaGrad
 * maximises all three, each with sums of squares of its own, because their gradients differ in
 * size. */
#include "policy_trainer.h"

#include "guzumi/learner/evaluator.h"
#include "guzumi/shapes/local_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- steps of the playouts' policy --- */

/* phi(s, a) . theta / tau. */
static double logit(const struct softmax *s, const struct softmax_action *action) {
    double sum = 0;
    for (int i = 0; i < action->count; i++) sum += (double)s->theta[action->index[i]];
    return sum / (double)s->temperature;
}

/* COUNT logits in PI become probabilities: the softmax. The largest is subtracted first, so that no
 * exponential overflows. */
static void normalise(double *pi, int count) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) most = fmax(most, pi[i]);
    for (int i = 0; i < count; i++) sum += pi[i] = exp(pi[i] - most);
    for (int i = 0; i < count; i++) pi[i] /= sum;
}

/* A step of AdaGrad with step size ALPHA: each weight's is divided by the root of its SQUARES so
 * far. Sets GRADIENT to zero. Most features are not at any position of a batch, and a gradient of 0
 * changes nothing: these are passed over. */
static void climb(float *theta, float *squares, double *gradient, int count, double alpha) {
    for (int i = 0; i < count; i++) {
        if (gradient[i] == 0) continue;
        squares[i] += (float)(gradient[i] * gradient[i]);
        theta[i] += (float)(alpha * gradient[i] / sqrt((double)squares[i]));
        gradient[i] = 0;
    }
}

/* PI gets pi(s, a) of each action. */
static void find_probabilities(const struct softmax *s, const struct softmax_action *actions,
                               int count, double pi[BOARD_MAX_POINTS]) {
    for (int i = 0; i < count; i++) pi[i] = logit(s, &actions[i]);
    normalise(pi, count);
}

static void add_features(const struct softmax_action *action, double scale,
                         double gradient[SOFTMAX_WEIGHTS]) {
    for (int i = 0; i < action->count; i++) gradient[action->index[i]] += scale;
}

/* Adds SCALE psi of the CHOICE-th action, psi = (phi(a) - sum over b of pi(b) phi(b)) / tau. */
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

/* --- simulation balancing --- */

/* Draws from pi; rounding may leave a rest, which goes to the last action. */
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

/* Plays a simulation from POSITION and adds psi of each of its moves to PSI. Returns Black's
 * result. It plays on a board with full features, many times slower than playout_run, since a
 * playout does not keep the features of moves that were not chosen. */
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

/* (V* - V) mean of (z - V) psi: values come from fast playouts, gradients from a few slow ones. The
 * two use different simulations, or the product of their errors would be biased. */
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

/* Weights of self-atari stay at or below 0, since the playouts read larger ones as 0
 * (softmax_expand). */
void policy_step(struct softmax *s, struct policy_steps *steps, double gradient[SOFTMAX_WEIGHTS]) {
    climb(s->theta, steps->squares, gradient, SOFTMAX_WEIGHTS, steps->alpha);
    for (int i = SOFTMAX_FEATURE + SOFTMAX_FIRST_SELF_ATARI; i < SOFTMAX_WEIGHTS; i++)
        s->theta[i] = fminf(s->theta[i], 0);
    softmax_expand(s);
}

/* --- the tree's policy --- */

/* Adds SCALE times phi of the action. */
static void add_move_features(const struct move_action *action, double scale,
                              double gradient[MOVE_WEIGHTS]) {
    for (int i = 0; i < action->count; i++) gradient[action->index[i]] += scale;
    gradient[action->gain_index] += scale * (double)action->gain;
    gradient[MOVE_BEHIND] += scale * (double)action->behind;
}

/* The gradient of sum of p log pi by theta is the sum of (p - pi) phi. */
double move_likelihood(const struct move_policy *policy, const struct board *board,
                       const struct move_situation *situation, const struct bitset *candidates,
                       const float target[BOARD_MAX_POINTS], double gradient[MOVE_WEIGHTS]) {
    struct move_action actions[BOARD_MAX_POINTS];
    double pi[BOARD_MAX_POINTS], sum = 0;
    const int count = move_policy_actions(policy, board, situation, candidates, actions);
    for (int i = 0; i < count; i++) pi[i] = (double)move_policy_logit(policy, &actions[i]);
    normalise(pi, count);
    for (int i = 0; i < count; i++) {
        const double p = (double)target[actions[i].point];
        add_move_features(&actions[i], p - pi[i], gradient);
        if (p > 0) sum += p * log(pi[i]);
    }
    return sum;
}

void move_step(struct move_policy *policy, double alpha, float squares[MOVE_WEIGHTS],
               double gradient[MOVE_WEIGHTS]) {
    climb(policy->theta, squares, gradient, MOVE_WEIGHTS, alpha);
}

/* --- the trainer --- */

/* Positions whose gradients are summed for one step. */
enum { BATCH = 16 };

struct policy_trainer {
    struct trained_policy *policy;     /* borrowed */
    struct policy_games *games;        /* borrowed */
    struct evaluator *shapes;          /* owned; whose gains the tree's policy sees */
    struct policy_positions positions; /* owned */
    struct policy_steps steps[POLICY_OBJECTIVES];
    struct policy_trainer_statistics statistics;
};

enum status policy_trainer_new(struct policy_trainer **out, struct trained_policy *policy,
                               struct policy_games *games, struct weight_store *store,
                               struct failure *why) {
    const struct params *params = &policy->learnt.origin.params;
    struct policy_trainer *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->policy = policy;
    t->games = games;
    t->positions.size = policy->learnt.size;
    t->positions.half_komi = (int)(2 * params->train_komi);
    t->positions.lambda = params->lambda;
    trained_policy_expand(policy);
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        memcpy(t->steps[i].squares, policy->squares[i], sizeof policy->squares[i]);
    enum status status = local_shapes_find(&t->shapes, store, policy->learnt.size, why);
    if (status == STATUS_OK) status = policy_positions_read(&t->positions, &policy->samples, why);
    if (status == STATUS_OK)
        *out = t;
    else
        policy_trainer_free(t);
    return status;
}

void policy_trainer_free(struct policy_trainer *t) {
    if (!t) return;
    evaluator_free(t->shapes);
    policy_positions_free(&t->positions);
    free(t);
}

static size_t draw_position(struct policy_trainer *t, struct policy_position *out) {
    const size_t index = rng_below(&t->policy->learnt.origin.rng, (uint32_t)t->positions.count);
    policy_positions_get(&t->positions, index, out);
    return index;
}

/* Gradients are summed over BATCH positions; the last batch may be smaller. */
static void climb_likelihood(struct policy_trainer *t, int64_t positions) {
    double gradient[SOFTMAX_WEIGHTS] = {0};
    struct softmax *softmax = &t->policy->softmax;
    t->steps[POLICY_LIKELIHOOD].alpha = provenance_alpha(&t->policy->learnt.origin);
    for (int64_t i = 1; i <= positions; i++) {
        struct policy_position at;
        draw_position(t, &at);
        t->statistics.log_likelihood += policy_likelihood(softmax, &at, gradient);
        t->statistics.followed++;
        if (i % BATCH == 0 || i == positions)
            policy_step(softmax, &t->steps[POLICY_LIKELIHOOD], gradient);
    }
}

/* The likelihood of the search's visits at the position number INDEX, and its gradient. */
static void follow_visits(struct policy_trainer *t, size_t index, const struct policy_position *at,
                          double gradient[MOVE_WEIGHTS]) {
    float target[BOARD_MAX_POINTS], gain[BOARD_MAX_POINTS];
    struct bitset candidates = {{0}};
    if (!policy_positions_target(&t->positions, &t->policy->samples, index, target)) return;
    board_candidates(&at->board, at->to_move, &candidates);
    evaluator_own_gains(t->shapes, &at->board, at->to_move, &candidates, gain);
    const struct move_situation situation = {
        .to_move = at->to_move, .last = at->history.last, .own = at->history.own, .gain = gain};
    t->statistics.visits_likelihood +=
        move_likelihood(&t->policy->moves, &at->board, &situation, &candidates, target, gradient);
    t->statistics.visited++;
}

static void climb_visits(struct policy_trainer *t, int64_t positions) {
    double gradient[MOVE_WEIGHTS] = {0};
    const double alpha = provenance_alpha(&t->policy->learnt.origin);
    for (int64_t i = 1; i <= positions; i++) {
        struct policy_position at;
        const size_t index = draw_position(t, &at);
        follow_visits(t, index, &at, gradient);
        if (i % BATCH == 0 || i == positions)
            move_step(&t->policy->moves, alpha, t->policy->move_squares, gradient);
    }
}

/* Every position costs dozens of playouts, so balancing gets the fewest positions. */
static void balance_simulations(struct policy_trainer *t, int64_t positions) {
    double gradient[SOFTMAX_WEIGHTS] = {0};
    const struct params *params = &t->policy->learnt.origin.params;
    struct softmax *softmax = &t->policy->softmax;
    const struct policy_balance balance = {.values = (int)params->policy_values,
                                           .gradients = (int)params->policy_gradients};
    t->steps[POLICY_BALANCE].alpha = params->policy_balance_alpha;
    for (int64_t i = 1; i <= positions; i++) {
        struct policy_position at;
        draw_position(t, &at);
        const double error =
            policy_balance_step(softmax, &at, balance, &t->policy->learnt.origin.rng, gradient);
        t->statistics.square_error += error * error;
        t->statistics.balanced++;
        if (i % BATCH == 0 || i == positions)
            policy_step(softmax, &t->steps[POLICY_BALANCE], gradient);
    }
}

/* One game, then a fixed number of positions for each objective, drawn from all games so far: what
 * was learnt from old games is not forgotten. */
enum status policy_trainer_play(struct policy_trainer *t, struct failure *why) {
    struct trained_policy *policy = t->policy;
    const struct params *params = &policy->learnt.origin.params;
    const size_t before = t->positions.count;
    enum status status = STATUS_OK;
    if (policy->learnt.origin.games < (uint64_t)params->policy_games) {
        const size_t begin = policy->samples.count;
        status = t->games->play(t->games, policy->learnt.origin.games, &policy->samples, why);
        if (status == STATUS_OK)
            status = policy_positions_read(&t->positions, &policy->samples, why);
        if (status != STATUS_OK) policy_samples_cut(&policy->samples, begin);
    }
    if (status != STATUS_OK) return status;
    t->statistics.positions += t->positions.count - before;
    t->statistics.games++;
    policy->learnt.origin.games++;
    if (t->positions.count == 0) return STATUS_OK;
    climb_likelihood(t, params->policy_likelihood);
    balance_simulations(t, params->policy_balance);
    climb_visits(t, params->policy_visits);
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        memcpy(policy->squares[i], t->steps[i].squares, sizeof policy->squares[i]);
    return STATUS_OK;
}

struct policy_trainer_statistics policy_trainer_take_statistics(struct policy_trainer *t) {
    const struct policy_trainer_statistics out = t->statistics;
    t->statistics = (struct policy_trainer_statistics){0};
    return out;
}
