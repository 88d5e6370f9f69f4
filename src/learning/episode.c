#include "guzumi/episode.h"

#include "episode_kernel.h"

#include <stdlib.h>

enum status episode_init(struct episode *e, int size, struct failure *why) {
    memset(e, 0, sizeof *e);
    e->step_capacity = episode_move_limit(size);
    e->steps = calloc((size_t)e->step_capacity + 1, sizeof *e->steps);
    e->log.capacity = episode_log_room(size);
    e->log.entries = malloc((size_t)e->log.capacity * sizeof *e->log.entries);
    if (!e->steps || !e->log.entries) {
        episode_free(e);
        return fail_memory(why, "a simulated game");
    }
    return STATUS_OK;
}

void episode_free(struct episode *e) {
    free(e->steps);
    free(e->log.entries);
    e->steps = NULL;
    e->log.entries = NULL;
}

/* An exploratory move: one of the COUNT candidates. */
static int explore(const struct episode *e, const struct board *b,
                   const struct episode_policy *policy, const struct bitset *candidates, int count,
                   struct rng *rng) {
    if (policy->guided > 0 && rng_chance(rng, policy->guided)) {
        const struct playout_start here = {
            .to_move = e->next, .last_point = e->last_point, .passes = e->last_passes};
        const int point = playout_choose(b, here, policy->guide, rng);
        if (point != PASS && bitset_has(candidates, point)) return point;
    }
    return bitset_select(candidates, b->words, (int)rng_below(rng, (uint32_t)count));
}

/* One epsilon-greedy move: a candidate, or PASS when there is none. */
static ALWAYS_INLINE int choose(struct episode *e, const struct board *b, struct tracker *t,
                                int size, bool shared, const struct episode_policy *policy,
                                struct rng *rng, bool *explored) {
    const enum color color = e->next;
    const int words = size_words(size);
    struct bitset candidates = {{0}};
    kernel_candidates(b, size, color, &candidates);
    if (e->length == 0 && e->avoided) bitset_subtract(&candidates, e->avoided, words);
    const int count = bitset_count(&candidates, words);
    if (count == 0) return PASS;
    *explored = rng_chance(rng, policy->epsilon);
    if (*explored) return explore(e, b, policy, &candidates, count, rng);
    e->candidates += (uint64_t)count;
    kernel_update_gains(t, b, size, shared, color, &candidates);
    return kernel_best(t, size, color, &candidates, rng);
}

static ALWAYS_INLINE void play_kernel(struct episode *e, struct board *b, struct tracker *t,
                                      int size, bool shared, const struct episode_policy *policy,
                                      int moves, bool record, struct rng *rng) {
    const int limit = moves > 0 && moves < e->step_capacity ? moves : e->step_capacity;
    while (e->length < limit && !e->finished) {
        bool explored = false;
        const int point = choose(e, b, t, size, shared, policy, rng, &explored);
        kernel_append(e, b, t, size, shared, point, explored, record);
    }
}

#define ARGUMENTS                                                                                  \
    struct episode *e, struct board *b, struct tracker *t, const struct episode_policy *policy,    \
        int moves, bool record, struct rng *rng
#define STAMP_EPISODE(N)                                                                           \
    static void play_flat_##N(ARGUMENTS) {                                                         \
        play_kernel(e, b, t, N, false, policy, moves, record, rng);                                \
    }                                                                                              \
    static void play_shared_##N(ARGUMENTS) {                                                       \
        play_kernel(e, b, t, N, true, policy, moves, record, rng);                                 \
    }
GO_SIZES(STAMP_EPISODE)
static void play_flat_any(ARGUMENTS) {
    play_kernel(e, b, t, b->size, false, policy, moves, record, rng);
}
static void play_shared_any(ARGUMENTS) {
    play_kernel(e, b, t, b->size, true, policy, moves, record, rng);
}

void episode_play(struct episode *e, struct board *b, struct tracker *t, struct playout_start start,
                  const struct episode_policy *policy, int moves, bool record, struct rng *rng) {
    e->log.count = 0;
    e->length = 0;
    e->next = start.to_move;
    e->finished = start.passes >= 2;
    e->last_passes = start.passes;
    e->last_point = start.last_point;
    e->steps[0] = (struct episode_step){.value = tracker_value(t)};
    if (record)
        memcpy(e->start_code, t->code, (size_t)t->weights.shapes->region_count * sizeof t->code[0]);
    if (t->weights.li)
        GO_DISPATCH(b->size, play_shared, (e, b, t, policy, moves, record, rng))
    else
        GO_DISPATCH(b->size, play_flat, (e, b, t, policy, moves, record, rng))
    assert(board_verify(b));
}

/* Enters a stone that comes (TIMES 1) or goes (-1) into the codes and the log, and asks for the
 * weights, which are far apart in a table larger than the caches, well before they are wanted. */
static void log_stone(struct episode *e, struct tracker *t, int point, enum color color,
                      int times) {
    const struct shapes *s = t->weights.shapes;
    const int32_t digit = stone_digit(color) * times;
    for (int i = 0; i < s->cover_count; i++) {
        const struct shape_cover cover = s->cover[point][i];
        const int32_t code = t->code[cover.region] += cover.add * digit;
        e->log.entries[e->log.count++] = (struct shape_change){cover.region, code};
        PREFETCH(&t->weights.table[t->weights.base[cover.region] + code]);
    }
}

void episode_append(struct episode *e, struct tracker *t, int point, const int16_t *taken,
                    int taken_count) {
    if (point != PASS) {
        log_stone(e, t, point, e->next, 1);
        for (int i = 0; i < taken_count; i++) log_stone(e, t, taken[i], color_other(e->next), -1);
    }
    kernel_step(e, point, 0, false);
}

void episode_evaluate(struct episode *e, struct tracker *t, int from) {
    const bool shared = t->weights.li != NULL;
    for (int step = from; step <= e->length; step++) {
        float gain = 0;
        for (int i = e->steps[step - 1].log_end; i < e->steps[step].log_end; i++) {
            const struct shape_change change = e->log.entries[i];
            const float weight = kernel_weight(&t->weights, shared, change.region, change.code);
            gain += weight - t->weight[change.region];
            t->weight[change.region] = weight;
        }
        e->steps[step].value = e->steps[step - 1].value + gain;
    }
    kernel_spoil_gains(t, t->weights.shapes->size);
}
