#include "policy_trainer.h"

#include "guzumi/learner/evaluator.h"
#include "guzumi/shapes/local_shapes.h"

#include "policy_gradient.h"
#include "policy_positions.h"

#include <stdlib.h>
#include <string.h>

/* Positions whose gradients make one step. */
enum { BATCH = 16 };

struct policy_trainer {
    struct trained_policy *policy;     /* borrowed */
    struct policy_games *games;        /* borrowed */
    struct evaluator *shapes;          /* owned; whose gains the tree's policy sees */
    struct policy_positions positions; /* owned */
    struct policy_steps steps[POLICY_OBJECTIVES];
    struct policy_trainer_statistics statistics;
};

/* --- life ---------------------------------------------------------------------------------------
 */

enum status policy_trainer_new(struct policy_trainer **out, struct trained_policy *policy,
                               struct policy_games *games, struct weight_store *store,
                               struct failure *why) {
    const struct params *params = &policy->learnt.origin.params;
    const struct memory *memory = NULL;
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
    enum status status = memory_find(store, policy->learnt.size, &memory, why);
    if (status == STATUS_OK)
        status = local_shapes_new(&t->shapes, policy->learnt.size, memory, why);
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

/* --- learning -----------------------------------------------------------------------------------
 */

static size_t draw_position(struct policy_trainer *t, struct policy_position *out) {
    const size_t index = rng_below(&t->policy->learnt.origin.rng, (uint32_t)t->positions.count);
    policy_positions_get(&t->positions, index, out);
    return index;
}

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
    const float sign = (float)color_sign(at->to_move);
    board_candidates(&at->board, at->to_move, &candidates);
    t->shapes->method->set(t->shapes, &at->board, at->to_move);
    t->shapes->method->gains(t->shapes, &at->board, at->to_move, &candidates, gain);
    BITSET_FOR_EACH(p, candidates, at->board.words) {
        gain[p] *= sign;
    }
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
