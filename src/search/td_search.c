/* Linear TD search, Algorithm 2 of the 2012 paper, and Dyna-2, Algorithm 3, where the table of
 * weights starts from the long-term memory. A turn of the algorithms' loop is
 *
 *     s = s_0; until s is terminal:  a = epsilon-greedy(s), s = s after a        simulate
 *     theta = theta + alpha phi(s_t) / ||phi(s_t)||^2 G_t  for all t             td_learn_flat
 *
 * The papers learn after each move by eligibility traces. Here the weights stay fixed during a
 * simulation, so that its values are exact and are computed once; the returns G_t add up the same
 * errors when it ends (td.h). The move is chosen by the values (two_phase.c). */
#include "guzumi/search/td_search.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/threads.h"

#include <stdlib.h>
#include <string.h>

struct td_worker {
    struct tracker tracker;
    struct episode episode;
    struct td_work work;
    struct rng rng;
};

enum status td_search_new(struct td_search **out, const struct playout_patterns *patterns,
                          struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return out_of_memory(why, "the search");
    (*out)->patterns = patterns;
    return STATUS_OK;
}

static void free_workers(struct td_search *s) {
    for (int i = 0; i < s->worker_count; i++) {
        episode_free(&s->worker[i].episode);
        td_work_free(&s->worker[i].work);
    }
    free(s->worker);
    s->worker = NULL;
    s->worker_count = 0;
}

static void release(struct td_search *s) {
    free_workers(s);
    free(s->shapes);
    free(s->flat);
    free(s->past);
    free(s->delayed);
    free(s->mean);
    s->shapes = NULL;
    s->flat = s->past = s->delayed = s->mean = NULL;
    s->past_room = 0;
}

void td_search_free(struct td_search *s) {
    if (!s) return;
    release(s);
    free(s);
}

enum status td_search_threads(struct td_search *s, int threads, struct failure *why) {
    enum status status = STATUS_OK;
    if (s->worker_count == threads) return status;
    free_workers(s);
    s->worker = calloc((size_t)threads, sizeof *s->worker);
    if (!s->worker) return out_of_memory(why, "the threads of the search");
    for (; s->worker_count < threads && status == STATUS_OK; s->worker_count++) {
        struct td_worker *w = &s->worker[s->worker_count];
        status = episode_init(&w->episode, s->shapes->size, why);
        if (status == STATUS_OK)
            status = td_work_init(&w->work, s->shapes->size, episode_log_room(s->shapes->size),
                                  NULL, why);
    }
    if (status != STATUS_OK) free_workers(s);
    return status;
}

/* Allocates for boards of SIZE and the shape sizes of MASK, unless that is already so. */
static enum status prepare(struct td_search *s, int size, int mask, struct failure *why) {
    if (s->shapes && s->shapes->size == size && s->shapes->mask == mask) return STATUS_OK;
    release(s);
    enum status status = shapes_new(&s->shapes, size, mask, why);
    if (status == STATUS_OK) status = td_search_threads(s, 1, why);
    if (status == STATUS_OK) {
        s->flat = calloc((size_t)s->shapes->flat_count + 1, sizeof *s->flat);
        if (!s->flat) status = out_of_memory(why, "the short-term memory on %dx%d", size, size);
    }
    if (status != STATUS_OK) release(s);
    return status;
}

/* With the entry at the end, always 0, that regions which are not there read (shapes.h). */
static size_t flat_bytes(const struct td_search *s) {
    return ((size_t)s->shapes->flat_count + 1) * sizeof *s->flat;
}

/* Allocates the past tables to choose by one that is AGE searches old. */
static enum status prepare_past(struct td_search *s, int age, struct failure *why) {
    const int room = age > 0 ? age + 1 : 0;
    s->past_count = 0;
    if (room == s->past_room) return STATUS_OK;
    free(s->past);
    s->past_room = 0;
    s->past = room ? malloc((size_t)room * flat_bytes(s)) : NULL;
    if (room && !s->past) return out_of_memory(why, "%d copies of the short-term memory", room);
    s->past_room = room;
    return STATUS_OK;
}

/* Allocates, or frees, the two tables of the average of the weights: D and the mean (delay_of). */
static enum status prepare_average(struct td_search *s, bool wanted, struct failure *why) {
    if (wanted == (s->mean != NULL)) return STATUS_OK;
    free(s->delayed);
    free(s->mean);
    s->delayed = wanted ? malloc(flat_bytes(s)) : NULL;
    s->mean = wanted ? malloc(flat_bytes(s)) : NULL;
    if (!wanted || (s->delayed && s->mean)) return STATUS_OK;
    free(s->delayed);
    free(s->mean);
    s->delayed = s->mean = NULL;
    return out_of_memory(why, "the average of the short-term memory");
}

/* The table after search INDEX, one of the last past_room. */
static float *past_table(const struct td_search *s, int index) {
    return s->past + (size_t)(index % s->past_room) * ((size_t)s->shapes->flat_count + 1);
}

/* Before the threads of a run start: no atomics are needed in between. */
static void clear_statistics(struct td_search *s) {
    s->simulations = s->black_wins = s->squares = 0;
    s->half_scores = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        s->visits[p] = s->visit_squares[p] = 0;
        s->visit_half_scores[p] = 0;
    }
    memset(&s->ownership, 0, sizeof s->ownership);
}

enum status td_search_start(struct td_search *s, int size, const struct params *params,
                            const struct memory *memory, struct failure *why) {
    const bool use_long = params->memory != MEMORY_SHORT && memory;
    const int mask = shapes_mask(params->search_shapes) | (use_long ? memory->shapes->mask : 0);
    enum status status = prepare(s, size, mask, why);
    if (status == STATUS_OK) status = prepare_past(s, (int)params->search_age, why);
    if (status == STATUS_OK)
        status = prepare_average(
            s, params->search_mean && params->search_age == 0 && params->memory != MEMORY_LONG,
            why);
    if (status != STATUS_OK) return status;
    s->value = value_kind_of(use_long ? memory : NULL, params->value);
    if (use_long)
        memory_expand(memory, s->shapes, false, s->flat);
    else
        memset(s->flat, 0, flat_bytes(s));
    clear_statistics(s);
    return STATUS_OK;
}

struct shape_weights td_search_weights(const struct td_search *s) {
    return (struct shape_weights){.shapes = s->shapes,
                                  .base = s->shapes->flat_base,
                                  .table = s->flat,
                                  .concurrent = s->worker_count > 1};
}

struct shape_weights td_search_choice_weights(const struct td_search *s) {
    struct shape_weights out = td_search_weights(s);
    if (s->mean && s->simulations > 0) out.table = s->mean;
    if (s->past_count == 0) return out;
    const int index = s->past_count - s->past_room; /* of the search search_age searches ago */
    out.table = past_table(s, index > 0 ? index : 0);
    return out;
}

/* Returns the tracker to the root under the current weights: codes are copied, sums computed
 * anew, because each simulation changes the weights. */
static void restart_tracker(const struct td_search *s, struct tracker *t) {
    memcpy(t->code, s->root.code, (size_t)s->shapes->region_count * sizeof t->code[0]);
    tracker_refresh(t);
}

/* What the threads of a run share. */
struct td_search_task {
    struct td_search *search;
    const struct params *params;
    const struct search_position *position;
    const struct search_limit *limit;
    struct playout_start start;
    struct playout_policy default_policy;
    struct episode_policy policy; /* of the first moves */
    struct td_rule rule;
    int mask;               /* sizes of the shapes that learn; bit k - 1 for k x k */
    _Atomic uint64_t begun; /* simulations */
};

/* One simulation: search_moves moves by value (T of the papers; all without a default policy), the
 * rest by the default policy. The tracker follows the second part afterwards: playouts use a faster
 * board that knows no shapes. Returns the score in half points, Black's view. OWNER as in
 * board_score_area. */
static int simulate(const struct td_search_task *a, struct td_worker *w,
                    uint8_t owner[BOARD_MAX_POINTS]) {
    struct board b;
    const struct params *params = a->params;
    struct episode *e = &w->episode;
    const bool has_default = a->default_policy.kind != POLICY_NONE;
    board_copy(&b, a->position->board);
    restart_tracker(a->search, &w->tracker);
    episode_play(e, &b, &w->tracker, a->start, &a->policy,
                 has_default ? (int)params->search_moves : 0, true, &w->rng);
    if (has_default && !e->trajectory.finished) {
        const int64_t learnt = params->search_learnt_moves;
        playout_run(&b, e->now, &a->default_policy, e->move_limit - e->trajectory.length, &w->rng,
                    &e->trajectory);
        episode_follow(e, &w->tracker, learnt > 0 ? (int)learnt : e->move_limit);
    }
    return 2 * board_score_stones(b.size, e->trajectory.stones, owner) - a->position->half_komi;
}

/* The mean of the weights, without touching all weights after every simulation. Let theta_n be the
 * weights after n simulations and d_k the change by simulation k. With weight k for theta_k,
 *
 *     mean = sum of k theta_k / sum of k,   k = 1..n,   sum of k = n (n + 1) / 2
 *
 * and theta_k = theta_n - (d_(k+1) + ... + d_n). Change d_k is missing from theta_1 to theta_(k-1),
 * whose weights sum to k (k - 1) / 2, so
 *
 *     mean = theta_n - D / (n (n + 1)),   D = sum of k (k - 1) d_k
 *
 * Learning adds to D only where it changes theta. This is the factor of d_k. */
static float delay_of(uint64_t k) {
    return (float)k * (float)(k - 1);
}

static ALWAYS_INLINE void update_mean_by(struct td_search *s, float factor, bool concurrent) {
    for (int i = 0; i <= s->shapes->flat_count; i++)
        s->mean[i] =
            weight_read(&s->flat[i], concurrent) - factor * weight_read(&s->delayed[i], concurrent);
}

/* Relaxed loads keep the compiler from vectorising, so a single thread has a loop of its own. */
static void update_mean(struct td_search *s) {
    if (!s->mean) return;
    const double n = (double)s->simulations;
    const float factor = n > 0 ? (float)(1 / (n * (n + 1))) : 0;
    if (s->worker_count > 1)
        update_mean_by(s, factor, true);
    else
        update_mean_by(s, factor, false);
}

/* Returns the number of this simulation, from 1. */
static uint64_t count_simulation(struct td_search *s, const struct trajectory *game,
                                 int half_score) {
    const memory_order order = memory_order_relaxed;
    const uint64_t wins = (uint64_t)(2 * score_reward(half_score));
    const uint64_t square = (uint64_t)(half_score * half_score);
    const uint64_t count = 1 + atomic_fetch_add_explicit(&s->simulations, 1, order);
    atomic_fetch_add_explicit(&s->black_wins, wins, order);
    atomic_fetch_add_explicit(&s->half_scores, half_score, order);
    atomic_fetch_add_explicit(&s->squares, square, order);
    const int first = game->length > 0 ? game->point[1] : PASS;
    if (first == PASS) return count;
    atomic_fetch_add_explicit(&s->visits[first], 1, order);
    atomic_fetch_add_explicit(&s->visit_half_scores[first], half_score, order);
    atomic_fetch_add_explicit(&s->visit_squares[first], square, order);
    return count;
}

/* Whether another simulation may begin; counts it. A thread that is refused has counted one too
 * many, which nobody reads. */
static bool may_begin(struct td_search_task *a) {
    if (atomic_load_explicit(a->limit->stop, memory_order_relaxed)) return false;
    const uint64_t begun = atomic_fetch_add_explicit(&a->begun, 1, memory_order_relaxed);
    return !a->limit->simulations || begun < a->limit->simulations;
}

/* Simulations of one thread between two samples of ownership, and between two reads of the clock.
 */
enum { SAMPLE_INTERVAL = 8, CLOCK_INTERVAL = 16 };

/* The first thread samples and reports for all. */
static void simulate_on_thread(void *context, int index) {
    struct td_search_task *a = context;
    struct td_search *s = a->search;
    struct td_worker *w = &s->worker[index];
    const struct search_watch *watch = index == 0 ? a->limit->watch : NULL;
    double next_notify = watch ? clock_read(a->limit->clock) + watch->interval : 0;
    uint8_t owner[BOARD_MAX_POINTS];
    for (uint64_t i = 0; may_begin(a); i++) {
        if (i % CLOCK_INTERVAL == 0) {
            const double now = clock_read(a->limit->clock);
            if (now >= a->limit->target) break;
            if (watch && now >= next_notify) {
                update_mean(s);
                watch->notify(watch->context);
                next_notify = now + watch->interval;
            }
        }
        const bool samples = watch && watch->ownership && i % SAMPLE_INTERVAL == 0;
        const int half_score = simulate(a, w, samples ? owner : NULL);
        const double result = score_reward(half_score);
        const uint64_t count = count_simulation(s, &w->episode.trajectory, half_score);
        const struct td_flat flat = {.shapes = s->shapes,
                                     .mask = a->mask,
                                     .table = s->flat,
                                     .delayed = s->delayed,
                                     .delay = delay_of(count),
                                     .concurrent = s->worker_count > 1};
        td_learn_flat(&w->work, &a->rule, &w->episode, result, &flat);
        if (samples) ownership_sums_add(&s->ownership, a->position->board->size, owner);
    }
}

void td_search_run(struct td_search *s, const struct params *params,
                   const struct search_position *position, const struct bitset *candidates,
                   const struct search_limit *limit, bool continues, struct rng *rng) {
    const struct shape_weights weights = td_search_weights(s);
    /* The first moves of simulations are candidates only: exploring moves that cannot be chosen
     * would teach the search nothing that it needs. */
    struct bitset others = {{0}};
    if (candidates) others = board_other_points(position->board->size, candidates);
    struct td_search_task a = {.search = s,
                               .params = params,
                               .position = position,
                               .limit = limit,
                               .start = {.to_move = position->to_move,
                                         .last_point = position->last_point,
                                         .passes = position->passes},
                               .default_policy = playout_default_policy(params, s->patterns),
                               .policy = {.epsilon = params->search_epsilon},
                               .rule = td_short_term_rule(params),
                               .mask = shapes_mask(params->search_shapes)};
    if (a.default_policy.kind != POLICY_NONE) {
        a.policy.guided = params->search_guided;
        a.policy.guide = &a.default_policy;
    }
    a.rule.value = s->value;
    tracker_init(&s->root, &weights, position->board);
    if (!continues) {
        clear_statistics(s);
        if (s->delayed) memset(s->delayed, 0, flat_bytes(s));
    }
    /* The first worker continues the caller's generator and returns it: with one thread the
     * search is a function of its state. */
    for (int i = 0; i < s->worker_count; i++) {
        struct td_worker *w = &s->worker[i];
        w->tracker = s->root;
        w->episode.avoided = &others;
        if (i > 0) rng_seed(&w->rng, rng_next(rng), (uint64_t)i);
    }
    s->worker[0].rng = *rng;
    threads_run(s->worker_count, simulate_on_thread, &a);
    *rng = s->worker[0].rng;
    update_mean(s);
    if (s->past) memcpy(past_table(s, s->past_count++), s->flat, flat_bytes(s));
}
