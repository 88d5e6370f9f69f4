#include "guzumi/policy_trainer.h"

#include "guzumi/policy_games.h"
#include "guzumi/policy_gradient.h"

#include <stdlib.h>
#include <string.h>

/* Positions whose gradients make one step. */
enum { BATCH = 16 };

struct policy_trainer {
    struct trained_policy *policy;     /* borrowed */
    struct policy_games *games;        /* owned */
    struct policy_position *positions; /* owned; those that a search has judged */
    size_t count, room, read;          /* positions; lessons that they come from */
    struct policy_steps steps[POLICY_OBJECTIVES];
    struct policy_trainer_statistics statistics;
};

/* --- positions ----------------------------------------------------------------------------------
 */

static enum status add_position(struct policy_trainer *t, const struct policy_position *position,
                                struct failure *why) {
    if (t->count == t->room) {
        const size_t room = 2 * t->room + 256;
        struct policy_position *more = realloc(t->positions, room * sizeof *more);
        if (!more) return fail_memory(why, "the positions that the policy learns from");
        t->positions = more;
        t->room = room;
    }
    t->positions[t->count++] = *position;
    return STATUS_OK;
}

static void step_over(struct policy_position *at, int point) {
    at->passes = point == PASS ? at->passes + 1 : 0;
    board_play(&at->board, point, at->to_move);
    at->history = (struct softmax_history){.last = point, .own = at->history.last};
    at->to_move = color_other(at->to_move);
}

/* The values of a game's positions, from FIRST on, by those that came after. */
static void look_ahead(struct policy_trainer *t, size_t first) {
    const double lambda = t->policy->origin.params.lambda;
    for (size_t i = t->count; i-- > first + 1;) {
        const struct policy_position *next = &t->positions[i];
        struct policy_position *now = &t->positions[i - 1];
        if (next->history.last == now->best)
            now->value = (1 - lambda) * now->value + lambda * next->value;
    }
}

/* Plays the lessons that have not been read through; every move of them must be legal. */
static enum status read_lessons(struct policy_trainer *t, struct failure *why) {
    const struct policy_lessons *l = &t->policy->lessons;
    const double komi = t->policy->origin.params.train_komi;
    struct policy_position at = {.half_komi = (int)(2 * komi)};
    size_t first = t->count;
    enum status status = STATUS_OK;
    for (; t->read < l->count && status == STATUS_OK; t->read++) {
        const int point = (int)l->played[t->read];
        if (point == LESSON_BEGIN) {
            look_ahead(t, first);
            first = t->count;
            board_init(&at.board, t->policy->size);
            at.to_move = BLACK;
            at.history = (struct softmax_history){NO_POINT, NO_POINT};
            at.passes = 0;
            continue;
        }
        if (point != PASS && !board_is_legal(&at.board, point, at.to_move))
            return fail(why, STATUS_INVALID, "row %zu of the policy's games is no legal move",
                        t->read);
        at.best = (int)l->best[t->read];
        at.value = (double)l->value[t->read];
        if (l->value[t->read] != LESSON_UNJUDGED) status = add_position(t, &at, why);
        step_over(&at, point);
    }
    look_ahead(t, first);
    return status;
}

/* --- life ---------------------------------------------------------------------------------------
 */

enum status policy_trainer_new(struct policy_trainer **out, struct trained_policy *policy,
                               struct memory_store *memories, struct failure *why) {
    struct policy_trainer *t = calloc(1, sizeof *t);
    if (!t) return fail_memory(why, "training");
    t->policy = policy;
    trained_policy_unfold(policy);
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        memcpy(t->steps[i].squares, policy->squares[i], sizeof policy->squares[i]);
    enum status status =
        policy_games_new(&t->games, policy->size, &policy->origin.params, memories, why);
    if (status == STATUS_OK) status = read_lessons(t, why);
    if (status == STATUS_OK)
        *out = t;
    else
        policy_trainer_free(t);
    return status;
}

void policy_trainer_free(struct policy_trainer *t) {
    if (!t) return;
    policy_games_free(t->games);
    free(t->positions);
    free(t);
}

/* --- learning -----------------------------------------------------------------------------------
 */

static const struct policy_position *draw_position(struct policy_trainer *t) {
    return &t->positions[rng_below(&t->policy->origin.rng, (uint32_t)t->count)];
}

static void climb_likelihood(struct policy_trainer *t, int64_t positions) {
    double gradient[SOFTMAX_WEIGHTS] = {0};
    struct softmax *softmax = &t->policy->softmax;
    t->steps[POLICY_LIKELIHOOD].alpha = provenance_alpha(&t->policy->origin);
    for (int64_t i = 1; i <= positions; i++) {
        t->statistics.log_likelihood += policy_likelihood(softmax, draw_position(t), gradient);
        t->statistics.followed++;
        if (i % BATCH == 0 || i == positions)
            policy_step(softmax, &t->steps[POLICY_LIKELIHOOD], gradient);
    }
}

static void balance_simulations(struct policy_trainer *t, int64_t positions) {
    double gradient[SOFTMAX_WEIGHTS] = {0};
    const struct params *params = &t->policy->origin.params;
    struct softmax *softmax = &t->policy->softmax;
    const struct policy_balance balance = {.values = (int)params->policy_values,
                                           .gradients = (int)params->policy_gradients};
    t->steps[POLICY_BALANCE].alpha = params->policy_balance_alpha;
    for (int64_t i = 1; i <= positions; i++) {
        const double error = policy_balance_step(softmax, draw_position(t), balance,
                                                 &t->policy->origin.rng, gradient);
        t->statistics.square_error += error * error;
        t->statistics.balanced++;
        if (i % BATCH == 0 || i == positions)
            policy_step(softmax, &t->steps[POLICY_BALANCE], gradient);
    }
}

enum status policy_trainer_play(struct policy_trainer *t, struct failure *why) {
    struct trained_policy *policy = t->policy;
    const struct params *params = &policy->origin.params;
    const size_t before = t->count;
    enum status status = STATUS_OK;
    if (policy->origin.games < (uint64_t)params->policy_games) {
        const size_t begin = policy->lessons.count;
        status = policy_games_play(t->games, policy->origin.games, &policy->lessons, why);
        if (status == STATUS_OK) status = read_lessons(t, why);
        if (status != STATUS_OK) policy->lessons.count = begin;
    }
    if (status != STATUS_OK) return status;
    t->statistics.positions += t->count - before;
    t->statistics.games++;
    policy->origin.games++;
    if (t->count == 0) return STATUS_OK;
    climb_likelihood(t, params->policy_likelihood);
    balance_simulations(t, params->policy_balance);
    for (int i = 0; i < POLICY_OBJECTIVES; i++)
        memcpy(policy->squares[i], t->steps[i].squares, sizeof policy->squares[i]);
    return STATUS_OK;
}

struct policy_trainer_statistics policy_trainer_take_statistics(struct policy_trainer *t) {
    const struct policy_trainer_statistics out = t->statistics;
    t->statistics = (struct policy_trainer_statistics){0};
    return out;
}
