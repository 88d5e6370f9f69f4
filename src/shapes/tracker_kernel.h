/* The tracker's always-inline kernels. SIZE and HOW weights are read are constants in hot loops. */
#ifndef GUZUMI_TRACKER_KERNEL_H
#define GUZUMI_TRACKER_KERNEL_H

#include "guzumi/shapes/tracker.h"

#include "board_kernel.h"

#include <math.h>

/* What a stone of COLOR adds to a code, in units of its cover's. */
static ALWAYS_INLINE int32_t stone_digit(enum color color) {
    return color == BLACK ? 1 : 2;
}

struct reading {
    bool li;         /* the LI table as well */
    bool concurrent; /* while other threads may be changing the weights */
};

static ALWAYS_INLINE struct reading reading_of(const struct shape_weights *w) {
    return (struct reading){.li = w->li != NULL, .concurrent = w->concurrent};
}

static ALWAYS_INLINE float kernel_weight(const struct shape_weights *w, struct reading how,
                                         int region, int32_t code) {
    const float weight = weight_read(&w->table[w->base[region] + code], how.concurrent);
    if (!how.li) return weight;
    return weight + weight_read(&w->li[w->shapes->li_base[region] + code], how.concurrent);
}

/* Adds TIMES the stone's digit to the codes of the regions over POINT: 1 puts a stone there, -1
 * takes it away. Returns what that adds to the linear value. */
static ALWAYS_INLINE float kernel_change(struct tracker *t, int size, struct reading how, int point,
                                         enum color color, int times, struct shape_log *log) {
    const struct shapes *s = t->weights.shapes;
    const int32_t digit = stone_digit(color) * times;
    const int covers = s->cover_count;
    float gain = 0;
    for (int i = 0; i < covers; i++) {
        const struct shape_cover cover = s->cover[point][i];
        const int32_t code = t->code[cover.region] += cover.add * digit;
        const float weight = kernel_weight(&t->weights, how, cover.region, code);
        gain += weight - t->weight[cover.region];
        t->weight[cover.region] = weight;
        if (log) log->entries[log->count++] = (struct shape_change){cover.region, code};
    }
    const int words = size_words(size);
    bitset_unite(&t->stale[BLACK], &s->near[point], words);
    bitset_unite(&t->stale[WHITE], &s->near[point], words);
    return gain;
}

/* Follows a move on the board just played; CAPTURED as the board has it. Returns what the move adds
 * to the linear value. */
static ALWAYS_INLINE float kernel_follow(struct tracker *t, int size, struct reading how, int point,
                                         enum color color, const struct bitset *captured,
                                         int captured_count, struct shape_log *log) {
    float gain = kernel_change(t, size, how, point, color, 1, log);
    if (captured_count == 0) return gain;
    const struct bitset stones = *captured;
    BITSET_FOR_EACH(p, stones, size_words(size)) {
        gain += kernel_change(t, size, how, p, color_other(color), -1, log);
    }
    return gain;
}

/* Eight partial sums in a fixed order: the same on every machine, and fit for vector units. */
static ALWAYS_INLINE float kernel_value(const struct tracker *t) {
    float sum[8] = {0};
    const int count = t->weights.shapes->region_count;
    for (int i = 0; i < count; i += 8)
        for (int lane = 0; lane < 8; lane++) sum[lane] += t->weight[i + lane];
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

static ALWAYS_INLINE float sum_gain(const struct tracker *t, struct reading how, int point,
                                    int32_t digit, int covers) {
    const struct shape_cover *cover = t->weights.shapes->cover[point];
    float gain = 0;
    for (int i = 0; i < covers; i++) {
        const int region = cover[i].region;
        const int32_t code = t->code[region] + cover[i].add * digit;
        gain += kernel_weight(&t->weights, how, region, code) - t->weight[region];
    }
    return gain;
}

/* The gain of a move that takes nothing. The usual number of covers is a constant to the compiler,
 * which then unrolls the loop. */
static ALWAYS_INLINE float kernel_plain_gain(const struct tracker *t, struct reading how, int point,
                                             enum color color) {
    const int covers = t->weights.shapes->cover_count;
    const int32_t digit = stone_digit(color);
    return LIKELY(covers == SHAPE_COVERS) ? sum_gain(t, how, point, digit, SHAPE_COVERS)
                                          : sum_gain(t, how, point, digit, covers);
}

/* Adds DIGIT to the codes of the regions over POINT, without reading weights. */
static ALWAYS_INLINE void shift_codes(struct tracker *t, int point, int32_t digit) {
    const struct shape_cover *cover = t->weights.shapes->cover[point];
    const int covers = t->weights.shapes->cover_count;
    for (int i = 0; i < covers; i++) t->code[cover[i].region] += cover[i].add * digit;
}

/* The gain of a move that takes stones. Not inlined: copies of it for each kernel would take most
 * of the time of a build. It has its own for each size, as one of five instructions of a TD search
 * without a default policy is here. */
float tracker_capture_gain(struct tracker *t, const struct board *b, int point, enum color color);

/* Brings the gains of COLOR's moves among CANDIDATES up to date; those that capture included. */
static ALWAYS_INLINE void kernel_update_gains(struct tracker *t, const struct board *b, int size,
                                              struct reading how, enum color color,
                                              const struct bitset *candidates) {
    const int words = size_words(size);
    const struct bitset captures = kernel_captures(b, size, color);
    struct bitset todo = {{0}}, special = {{0}};
    for (int i = 0; i < words; i++) {
        const uint64_t candidate = candidates->word[i];
        todo.word[i] = candidate & t->stale[color].word[i] & ~captures.word[i];
        special.word[i] = candidate & captures.word[i];
        /* A capture's gain depends on more than its own regions: it stays stale. */
        t->stale[color].word[i] = (t->stale[color].word[i] & ~candidate) | special.word[i];
    }
    BITSET_FOR_EACH(p, todo, words) t->gain[color][p] = kernel_plain_gain(t, how, p, color);
    BITSET_FOR_EACH(q, special, words) {
        t->gain[color][q] = tracker_capture_gain(t, b, q, color);
    }
}

/* The candidate whose afterstate is best for COLOR, ties broken at random. CANDIDATES has at least
 * one point and the gains are up to date. It is one of them even where learning has diverged and no
 * gain is a number. */
static ALWAYS_INLINE int kernel_best(const struct tracker *t, int size, enum color color,
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

/* Makes TO a copy of FROM: of what a board of SIZE has, which is less than the whole struct. */
static ALWAYS_INLINE void kernel_copy(struct tracker *to, const struct tracker *from, int size) {
    const size_t points = (size_t)(size * (size + 1));
    const size_t regions = (size_t)((from->weights.shapes->region_count + 8) / 8 * 8);
    to->weights = from->weights;
    memcpy(to->code, from->code, regions * sizeof to->code[0]);
    memcpy(to->weight, from->weight, regions * sizeof to->weight[0]);
    for (int color = 0; color < 2; color++) {
        memcpy(to->gain[color], from->gain[color], points * sizeof(float));
        to->stale[color] = from->stale[color];
    }
}

/* Moves with a number to order them by, the largest first. A cut-off often leaves most moves
 * unsearched, so one selection at a time beats sorting. */
struct ranked_moves {
    int count;
    int16_t point[BOARD_MAX_POINTS];
    float rank[BOARD_MAX_POINTS];
};

static inline void ranked_add(struct ranked_moves *m, int point, float rank) {
    m->point[m->count] = (int16_t)point;
    m->rank[m->count++] = rank;
}

/* Moves the entry with the largest number to the end, removes it and returns its index, where it
 * can still be read. */
static inline int ranked_take(struct ranked_moves *m) {
    int best = 0;
    for (int i = 1; i < m->count; i++)
        if (m->rank[i] > m->rank[best]) best = i;
    const int last = --m->count;
    const int16_t point = m->point[best];
    const float rank = m->rank[best];
    m->point[best] = m->point[last];
    m->rank[best] = m->rank[last];
    m->point[last] = point;
    m->rank[last] = rank;
    return last;
}

static ALWAYS_INLINE void kernel_spoil_gains(struct tracker *t, int size) {
    const int words = size_words(size);
    for (int color = 0; color < 2; color++)
        for (int i = 0; i < words; i++) t->stale[color].word[i] = ~UINT64_C(0);
}

static ALWAYS_INLINE void kernel_refresh(struct tracker *t, int size, struct reading how) {
    const struct shapes *s = t->weights.shapes;
    for (int r = 0; r < s->region_count; r++)
        t->weight[r] = kernel_weight(&t->weights, how, r, t->code[r]);
    kernel_spoil_gains(t, size);
}

#endif
