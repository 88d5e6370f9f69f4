#include "guzumi/td_search.h"

#include "guzumi/clock.h"

#include <stdlib.h>
#include <string.h>

enum status td_search_new(struct td_search **out, const struct playout_patterns *patterns,
                          struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return fail_memory(why, "the search");
    (*out)->patterns = patterns;
    return STATUS_OK;
}

static void release(struct td_search *s) {
    free(s->shapes);
    free(s->flat);
    s->shapes = NULL;
    s->flat = NULL;
    episode_free(&s->episode);
    td_work_free(&s->work);
}

void td_search_free(struct td_search *s) {
    if (!s) return;
    release(s);
    free(s);
}

/* Memory for boards of SIZE with the shapes of MASK, unless that is at hand already. */
static enum status prepare(struct td_search *s, int size, int mask, struct failure *why) {
    if (s->shapes && s->shapes->size == size && s->shapes->mask == mask) return STATUS_OK;
    release(s);
    enum status status = shapes_new(&s->shapes, size, mask, why);
    if (status == STATUS_OK) status = episode_init(&s->episode, size, why);
    if (status == STATUS_OK) status = td_work_init(&s->work, size, why);
    if (status == STATUS_OK) {
        s->flat = calloc((size_t)s->shapes->flat_count + 1, sizeof *s->flat);
        if (!s->flat) status = fail_memory(why, "the short-term memory");
    }
    if (status != STATUS_OK) release(s);
    return status;
}

enum status td_search_start(struct td_search *s, int size, const struct params *params,
                            const struct memory *memory, struct failure *why) {
    const bool use_long = params->memory != MEMORY_SHORT && memory;
    const int mask = shapes_mask(params->search_shapes) | (use_long ? memory->shapes->mask : 0);
    const enum status status = prepare(s, size, mask, why);
    if (status != STATUS_OK) return status;
    if (use_long)
        memory_unfold(memory, s->shapes, s->flat);
    else
        memset(s->flat, 0, ((size_t)s->shapes->flat_count + 1) * sizeof *s->flat);
    s->simulations = s->black_wins = 0;
    return STATUS_OK;
}

struct shape_weights td_search_weights(const struct td_search *s) {
    return (struct shape_weights){
        .shapes = s->shapes, .base = s->shapes->flat_base, .table = s->flat};
}

/* Brings the tracker back to the root under the present weights. */
static void restart_tracker(struct td_search *s) {
    memcpy(s->tracker.code, s->root.code, (size_t)s->shapes->region_count * sizeof s->root.code[0]);
    tracker_refresh(&s->tracker);
}

/* One simulation; returns twice the result, Black's view. */
static int simulate(struct td_search *s, const struct params *params,
                    const struct search_position *position, struct rng *rng) {
    struct board b;
    board_copy(&b, position->board);
    restart_tracker(s);
    struct episode *e = &s->episode;
    const bool has_default = params->default_policy != POLICY_NONE;
    const int moves = has_default ? (int)params->search_moves : 0;
    e->last_point = position->last_point;
    episode_play(e, &b, &s->tracker, position->to_move, position->passes, moves,
                 params->search_epsilon, true, rng);
    if (has_default && !e->finished) {
        const struct playout_start start = {
            .to_move = e->next, .last_point = e->last_point, .passes = e->last_passes};
        playout_run(&b, start, (enum policy)params->default_policy, s->patterns,
                    episode_move_limit(b.size), rng);
    }
    const int half_score = 2 * board_score_area(&b, NULL) - position->half_komi;
    return 1 + (half_score > 0) - (half_score < 0);
}

void td_search_run(struct td_search *s, const struct params *params,
                   const struct search_position *position, const struct search_limit *limit,
                   struct rng *rng) {
    const struct td_rule rule = td_short_term_rule(params);
    const struct shape_weights weights = td_search_weights(s);
    const int mask = shapes_mask(params->search_shapes);
    tracker_init(&s->root, &weights, position->board);
    s->tracker = s->root;
    s->simulations = s->black_wins = 0;
    while (!atomic_load_explicit(limit->stop, memory_order_relaxed)) {
        if (limit->simulations && s->simulations >= limit->simulations) break;
        if (s->simulations % 16 == 0 && clock_now() >= limit->deadline) break;
        const int twice = simulate(s, params, position, rng);
        td_learn_flat(&s->work, &rule, &s->episode, twice / 2.0, s->shapes, mask, s->flat);
        s->simulations++;
        s->black_wins += (uint64_t)twice;
    }
}
