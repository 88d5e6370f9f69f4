/* Algorithm 2's episodes. Choosing a move and playing it are one always-inline kernel, stamped out
 * for the common board sizes and for how weights are read: both are constants in the inner loop.
 *
 * What learning needs is the log: for each state the regions whose code changed, with the new code.
 *
 *     start_code      the codes of state 0
 *     log.entries     r7:c r8:c r9:c | r8:c r20:c | ...
 *     log_end[t]                     3            5       for t = 1, 2, ...
 *
 * On 9x9 there are 194 regions, of which a move that captures nothing changes at most 14. */
#include "guzumi/shapes/episode.h"

#include "episode_kernel.h"

#include <stdlib.h>

enum status episode_init(struct episode *e, int size, struct failure *why) {
    memset(e, 0, sizeof *e);
    e->move_limit = trajectory_move_limit(size);
    e->log.capacity = episode_log_room(size);
    e->log.entries = malloc((size_t)e->log.capacity * sizeof *e->log.entries);
    return e->log.entries ? STATUS_OK : out_of_memory(why, "a simulated game");
}

void episode_free(struct episode *e) {
    free(e->log.entries);
    e->log.entries = NULL;
}

/* An exploratory move: one of the COUNT candidates, or the guide's choice if it is one. */
static int explore(const struct episode *e, const struct board *b,
                   const struct episode_policy *policy, const struct bitset *candidates, int count,
                   struct rng *rng) {
    if (policy->guided > 0 && rng_bernoulli(rng, policy->guided)) {
        const int point = playout_choose(b, e->now, policy->guide, rng);
        if (point != PASS && bitset_has(candidates, point)) return point;
    }
    return bitset_select(candidates, b->words, (int)rng_below(rng, (uint32_t)count));
}

/* One epsilon-greedy move: a candidate, or PASS when there is none. */
static ALWAYS_INLINE int choose(struct episode *e, const struct board *b, struct tracker *t,
                                int size, struct reading how, const struct episode_policy *policy,
                                struct rng *rng, bool *explored) {
    const enum color color = e->now.to_move;
    const int words = size_words(size);
    struct bitset candidates = {{0}};
    kernel_candidates(b, size, color, &candidates);
    if (e->trajectory.length == 0 && e->avoided) bitset_subtract(&candidates, e->avoided, words);
    const int count = bitset_count(&candidates, words);
    if (count == 0) return PASS;
    *explored = rng_bernoulli(rng, policy->epsilon);
    if (*explored) return explore(e, b, policy, &candidates, count, rng);
    e->candidates += (uint64_t)count;
    kernel_update_gains(t, b, size, how, color, &candidates);
    return kernel_best(t, size, color, &candidates, rng);
}

static ALWAYS_INLINE void play_kernel(struct episode *e, struct board *b, struct tracker *t,
                                      int size, struct reading how,
                                      const struct episode_policy *policy, int moves, bool record,
                                      struct rng *rng) {
    const int limit = moves > 0 && moves < e->move_limit ? moves : e->move_limit;
    while (e->trajectory.length < limit && !e->trajectory.finished) {
        bool explored = false;
        const int point = choose(e, b, t, size, how, policy, rng, &explored);
        kernel_append(e, b, t, size, how, point, explored, record);
    }
}

#define ARGUMENTS                                                                                  \
    struct episode *e, struct board *b, struct tracker *t, const struct episode_policy *policy,    \
        int moves, bool record, struct rng *rng
/* Atomic reads are correct whether or not other threads change the weights, but take a fifth more
 * instructions: a board size with kernels of its own has some without. */
#define STAMP_PLAY(TARGET, NAME, SIZE, LI, CONCURRENT)                                             \
    TARGET static void play_##NAME(ARGUMENTS) {                                                    \
        play_kernel(e, b, t, SIZE, (struct reading){.li = LI, .concurrent = CONCURRENT}, policy,   \
                    moves, record, rng);                                                           \
    }
#define STAMP_EPISODE(N)                                                                           \
    STAMP_PLAY(STAMPED, flat_##N, N, false, false)                                                 \
    STAMP_PLAY(STAMPED, flat_concurrent_##N, N, false, true)                                       \
    STAMP_PLAY(STAMPED, li_##N, N, true, false)                                                    \
    STAMP_PLAY(STAMPED, li_concurrent_##N, N, true, true)
GO_SIZES(STAMP_EPISODE)
STAMP_PLAY(, flat_any, b->size, false, true)
STAMP_PLAY(, li_any, b->size, true, true)
#define play_flat_concurrent_any play_flat_any
#define play_li_concurrent_any play_li_any

static void play(ARGUMENTS) {
    const struct reading how = reading_of(&t->weights);
    if (how.li && how.concurrent)
        GO_DISPATCH(b->size, play_li_concurrent, (e, b, t, policy, moves, record, rng))
    else if (how.li)
        GO_DISPATCH(b->size, play_li, (e, b, t, policy, moves, record, rng))
    else if (how.concurrent)
        GO_DISPATCH(b->size, play_flat_concurrent, (e, b, t, policy, moves, record, rng))
    else
        GO_DISPATCH(b->size, play_flat, (e, b, t, policy, moves, record, rng))
}

/* The codes of state 0 are kept: learning replays the log from there. */
void episode_play(struct episode *e, struct board *b, struct tracker *t, struct playout_start start,
                  const struct episode_policy *policy, int moves, bool record, struct rng *rng) {
    struct trajectory *trajectory = &e->trajectory;
    trajectory_begin(trajectory, start.to_move);
    trajectory->finished = start.passes >= 2;
    trajectory->value[0] = tracker_value(t);
    e->now = start;
    e->log.count = e->log_end[0] = 0;
    if (record)
        memcpy(e->start_code, t->code, (size_t)t->weights.shapes->region_count * sizeof t->code[0]);
    play(e, b, t, policy, moves, record, rng);
    for (int color = 0; color < 2; color++)
        board_stones(b, (enum color)color, &trajectory->stones[color]);
    assert(board_verify(b));
}

/* Enters a stone that comes (TIMES 1) or goes (-1) into the codes and the log. Prefetches the
 * weights, which are far apart in a table larger than the caches: read_gain reads them after all
 * moves have been logged. */
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

static void log_move(struct episode *e, struct tracker *tracker, int t) {
    const struct trajectory *trajectory = &e->trajectory;
    const enum color color = trajectory_color(trajectory, t);
    if (trajectory->point[t] != PASS) log_stone(e, tracker, trajectory->point[t], color, 1);
    for (int i = trajectory->taken_end[t - 1]; i < trajectory->taken_end[t]; i++)
        log_stone(e, tracker, trajectory->taken[i], color_other(color), -1);
    e->log_end[t] = e->log.count;
}

/* What the changes logged for state STATE add to the value. If the move captures, a region may
 * change more than once; the differences to t->weight add up all the same. */
static float read_gain(const struct episode *e, struct tracker *t, int state) {
    const struct reading how = reading_of(&t->weights);
    float gain = 0;
    for (int i = e->log_end[state - 1]; i < e->log_end[state]; i++) {
        const struct shape_change change = e->log.entries[i];
        const float weight = kernel_weight(&t->weights, how, change.region, change.code);
        gain += weight - t->weight[change.region];
        t->weight[change.region] = weight;
    }
    return gain;
}

void episode_follow(struct episode *e, struct tracker *tracker, int states) {
    struct trajectory *trajectory = &e->trajectory;
    const int from = trajectory->valued + 1;
    const int last = states < trajectory->length ? states : trajectory->length;
    for (int t = from; t <= last; t++) log_move(e, tracker, t);
    for (int t = from; t <= last; t++)
        trajectory->value[t] = trajectory->value[t - 1] + read_gain(e, tracker, t);
    if (last >= from) trajectory->valued = last;
    kernel_spoil_gains(tracker, tracker->weights.shapes->size);
}
