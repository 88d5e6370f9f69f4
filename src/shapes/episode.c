/* Algorithm 2's episodes.
 *
 * What learning needs is the log: for each state the regions whose code changed, with the new code.
 *
 *     start_code      the codes of state 0
 *     log.entries     r7:c r8:c r9:c | r8:c r20:c | ...
 *     log_end[t]                     3            5       for t = 1, 2, ...
 *
 * On 9x9 there are 194 regions, of which a move that captures nothing changes at most 14. */
#include "guzumi/shapes/episode.h"

#include "reading.h"

#include <math.h>
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

/* The candidate whose afterstate is best for COLOR, ties broken at random. CANDIDATES has at least
 * one point and the gains are up to date. It is one of them even where learning has diverged and no
 * gain is a number. */
static ALWAYS_INLINE int best_move(const struct tracker *t, int size, enum color color,
                                   const struct bitset *candidates, struct rng *rng) {
    const float sign = (float)color_sign(color);
    const float *gain = t->gain[color];
    float best = -INFINITY;
    int best_point = bitset_first(candidates, size_words(size));
    uint32_t ties = 1;
    BITSET_FOR_EACH(p, *candidates, size_words(size)) {
        const float value = sign * gain[p];
        if (value < best) continue;
        if (value > best) {
            best = value;
            best_point = p;
            ties = 1;
        } else if (rng_below(rng, ++ties) == 0) {
            best_point = p;
        }
    }
    return best_point;
}

/* One epsilon-greedy move: a candidate, or PASS when there is none. */
static ALWAYS_INLINE int choose(struct episode *e, const struct board *b, struct tracker *t,
                                int size, const struct episode_policy *policy, struct rng *rng,
                                bool *explored) {
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
    tracker_update_gains(t, b, color, &candidates);
    return best_move(t, size, color, &candidates, rng);
}

/* Plays POINT (or PASS) on the board and enters its afterstate. */
static void append(struct episode *e, struct board *b, struct tracker *t, int point, bool explored,
                   bool record) {
    struct trajectory *trajectory = &e->trajectory;
    float value = trajectory->value[trajectory->length];
    board_play(b, point, e->now.to_move);
    value += tracker_play(t, point, e->now.to_move, &b->captured, b->last_captured,
                          record ? &e->log : NULL);
    trajectory_append(trajectory, b, point);
    const int state = trajectory->valued = trajectory->length;
    trajectory->explored[state] = explored;
    trajectory->value[state] = value;
    e->log_end[state] = e->log.count;
    e->now = (struct playout_start){.to_move = color_other(e->now.to_move),
                                    .last_point = point,
                                    .passes = point == PASS ? e->now.passes + 1 : 0};
    trajectory->finished = e->now.passes >= 2;
}

static ALWAYS_INLINE void play_kernel(struct episode *e, struct board *b, struct tracker *t,
                                      int size, const struct episode_policy *policy, int moves,
                                      bool record, struct rng *rng) {
    const int limit = moves > 0 && moves < e->move_limit ? moves : e->move_limit;
    while (e->trajectory.length < limit && !e->trajectory.finished) {
        bool explored = false;
        const int point = choose(e, b, t, size, policy, rng, &explored);
        append(e, b, t, point, explored, record);
    }
}

#define STAMP_PLAY_SIZE(TARGET, SUFFIX, SIZE)                                                      \
    TARGET static void play_##SUFFIX(struct episode *e, struct board *b, struct tracker *t,        \
                                     const struct episode_policy *policy, int moves, bool record,  \
                                     struct rng *rng) {                                            \
        play_kernel(e, b, t, SIZE, policy, moves, record, rng);                                    \
    }
#define STAMP_PLAY(N) STAMP_PLAY_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_PLAY)
STAMP_PLAY_SIZE(, any, b->size)

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
    GO_DISPATCH(b->size, play, (e, b, t, policy, moves, record, rng))
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
        const float weight = read_weight(&t->weights, how, change.region, change.code);
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
    spoil_gains(tracker);
}
