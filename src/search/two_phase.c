#include "two_phase.h"

#include "guzumi/base/clock.h"

#include <stdlib.h>
#include <string.h>

/* --- what the methods differ in -----------------------------------------------------------------
 */

static bool simulates(const struct search *s) {
    return s->method == search_methods[SEARCH_TWO_PHASE] || s->method == search_methods[SEARCH_TD];
}

/* Whether simulations change the values: there is a short-term memory. */
static bool learns(const struct search *s) {
    return simulates(s) && s->setting.params->memory != MEMORY_LONG;
}

/* One ply is the greedy move. */
static bool looks_ahead(const struct search *s) {
    const struct search_method *m = s->method;
    return s->setting.params->depth != 1 &&
           (m == search_methods[SEARCH_TWO_PHASE] || m == search_methods[SEARCH_ALPHA_BETA]);
}

/* --- making and starting --- */

static void free_two_phase(struct search *search) {
    struct two_phase *s = two_phase_of(search);
    td_search_free(s->td);
    alpha_beta_free(s->alpha_beta);
    evaluator_free(s->long_term);
    free(s);
}

static enum status make(struct search **out, const struct search_setting *setting,
                        struct failure *why) {
    struct two_phase *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "the search");
    enum status status = td_search_new(&s->td, setting->patterns, why);
    if (status == STATUS_OK) status = alpha_beta_new(&s->alpha_beta, why);
    if (status != STATUS_OK) {
        free_two_phase(&s->base);
        return status;
    }
    *out = &s->base;
    return STATUS_OK;
}

static enum status start(struct search *search, int size, const struct memory *memory,
                         struct failure *why) {
    struct two_phase *s = two_phase_of(search);
    struct params params = *search->setting.params;
    if (!simulates(search)) params.memory = MEMORY_LONG; /* a short-term one would stay empty */
    s->has_run = false;
    evaluator_free(s->long_term);
    s->long_term = NULL;
    const enum status status = local_shapes_new(&s->long_term, size, memory, why);
    return status == STATUS_OK ? td_search_start(s->td, size, &params, memory, why) : status;
}

struct evaluator *two_phase_evaluator(const struct two_phase *s, struct local_shapes *out) {
    const struct shape_weights weights = td_search_choice_weights(s->td);
    local_shapes_init(out, &weights, s->td->value);
    return &out->base;
}

static struct evaluator *evaluator(struct search *search) {
    struct two_phase *s = two_phase_of(search);
    return two_phase_evaluator(s, &s->evaluator);
}

int two_phase_greedy(const struct two_phase *s, const struct board *board, enum color to_move,
                     const struct bitset *candidates) {
    struct local_shapes shapes;
    struct evaluator *e = two_phase_evaluator(s, &shapes);
    float gain;
    e->method->set(e, board, to_move);
    return evaluator_best(e, board, to_move, candidates, &gain);
}

/* --- the phases ---------------------------------------------------------------------------------
 */

/* What both phases of a run are given. */
struct task {
    struct two_phase *search;
    const struct search_position *position;
    const struct bitset *candidates;
    const struct search_limit *limit;
    struct rng *rng;
};

/* The first phase: simulates until DEADLINE, from where the last one ended if it CONTINUES. Where
 * there is nothing to learn into it only counts. */
static void run_td_search(const struct task *task, double deadline, bool continues) {
    struct two_phase *s = task->search;
    struct params params = *s->base.setting.params;
    if (!learns(&s->base)) params.search_alpha = 0;
    struct search_limit limit = *task->limit;
    limit.target = deadline;
    s->simulated = true;
    td_search_run(s->td, &params, task->position, task->candidates, &limit, continues, task->rng);
}

/* The second phase: looks ahead until DEADLINE with those values at the leaves. */
static enum status look_ahead(const struct task *task, double deadline,
                              struct alpha_beta_result *result, struct failure *why) {
    struct two_phase *s = task->search;
    const struct params *params = s->base.setting.params;
    const enum status status = alpha_beta_prepare(s->alpha_beta, params, evaluator(&s->base), why);
    if (status != STATUS_OK) return status;
    struct search_limit limit = *task->limit;
    limit.target = deadline;
    alpha_beta_run(s->alpha_beta, task->position, task->candidates, (int)params->depth, &limit,
                   result);
    return STATUS_OK;
}

/* --- rounds of both -----------------------------------------------------------------------------
 */

/* The part of its target with which a choice begins, when what it leaves of it is worth something.
 * It continues to the whole where the two phases disagree, and to the most where they still do. */
#define FIRST_PART 0.6

/* The part of a round's time that simulations get: beyond some plies they find more than a deeper
 * look at the same values. */
#define SIMULATION_SHARE 0.8

/* Round INDEX of the phases, which share the time until END. *AGREE tells whether both would choose
 * the same move. */
static enum status search_round(const struct task *task, int index, double end,
                                struct alpha_beta_result *ahead, bool *agree, struct failure *why) {
    const struct search *s = &task->search->base;
    const struct search_position *at = task->position;
    const double now = clock_read(task->limit->clock);
    *agree = false;
    if (learns(s))
        run_td_search(task, looks_ahead(s) ? now + SIMULATION_SHARE * (end - now) : end, index > 0);
    if (!looks_ahead(s) || (learns(s) && atomic_load(task->limit->stop))) return STATUS_OK;
    const enum status status = look_ahead(task, end, ahead, why);
    if (status != STATUS_OK) return status;
    *agree = ahead->length > 0 && ahead->pv[0] == two_phase_greedy(task->search, at->board,
                                                                   at->to_move, task->candidates);
    return STATUS_OK;
}

/* Searches as long as it is worth it. */
static enum status choose(const struct task *task, struct failure *why) {
    struct two_phase *s = task->search;
    const struct search_limit *l = task->limit;
    const bool in_rounds =
        l->saves && l->simulations == 0 && learns(&s->base) && looks_ahead(&s->base);
    const double now = in_rounds ? clock_read(l->clock) : l->begin; /* judging took the rest */
    const double first = in_rounds ? now + FIRST_PART * (l->target - now) : l->target;
    const double ends[] = {first, l->target, l->most};
    struct alpha_beta_result ahead = {.length = 0};
    for (int i = 0; i < (in_rounds ? 3 : 1); i++) {
        bool agree;
        if (i > 0 && ends[i] <= ends[i - 1]) continue;
        s->until = ends[i];
        const enum status status = search_round(task, i, ends[i], &ahead, &agree, why);
        if (status != STATUS_OK) return status;
        if (agree || atomic_load(l->stop)) break;
    }
    s->ahead = ahead;
    return STATUS_OK;
}

static void begin_run(struct two_phase *s, const struct search_position *position,
                      const struct bitset *candidates, const struct search_limit *limit) {
    s->has_run = true;
    s->simulated = false;
    s->has_ownership = limit->watch && limit->watch->ownership;
    board_copy(&s->board, position->board);
    s->to_move = position->to_move;
    s->candidates = *candidates;
    s->until = limit->begin;
    s->ahead.length = 0;
}

static enum status run(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why) {
    struct two_phase *s = two_phase_of(search);
    const struct task task = {
        .search = s, .position = position, .candidates = candidates, .limit = limit, .rng = rng};
    if (limit->purpose == SEARCH_TO_LEARN && !learns(search)) return STATUS_OK;
    const enum status status = td_search_threads(s->td, (int)search->setting.params->threads, why);
    if (status != STATUS_OK) return status;
    begin_run(s, position, candidates, limit);
    if (limit->most <= limit->begin) return STATUS_OK;
    if (limit->purpose == SEARCH_TO_CHOOSE)
        return bitset_is_empty(candidates, position->board->words) ? STATUS_OK : choose(&task, why);
    s->until = limit->target;
    run_td_search(&task, limit->target, false);
    return STATUS_OK;
}

/* --- the methods --- */

#define TWO_PHASE_METHOD(METHOD, NAME)                                                             \
    extern const struct search_method METHOD;                                                      \
    const struct search_method METHOD = {.name = NAME,                                             \
                                         .make = make,                                             \
                                         .free = free_two_phase,                                   \
                                         .start = start,                                           \
                                         .run = run,                                               \
                                         .statistics = two_phase_statistics,                       \
                                         .values = two_phase_values,                               \
                                         .pv = two_phase_pv,                                       \
                                         .evaluator = evaluator};
TWO_PHASE_METHOD(two_phase_method, "two-phase")
TWO_PHASE_METHOD(td_method, "td")
TWO_PHASE_METHOD(alpha_beta_method, "alpha-beta")
TWO_PHASE_METHOD(greedy_method, "greedy")
