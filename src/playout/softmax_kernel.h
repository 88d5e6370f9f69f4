/* The softmax policy's always-inline kernels. A move costs three steps:
 *
 *     1. Patterns. The weight of each point's pattern is kept for both colours, with sums by row. A
 *        move changes only those of its eight neighbours and of the points around captured stones.
 *     2. Marks. The other features belong to few points, around the last two moves and at the
 *        liberties of chains in atari. They are listed anew for each move.
 *     3. The draw. A point is drawn by row, then within the row. Self-atari is too expensive to
 *        test at every point, but its weights are never positive, so rejection sampling is exact: a
 *        point drawn with weight w is accepted with probability w'/w, where w' <= w is its weight
 *        with the self-atari feature, or 0 if it is not playable. A rejected point stays in the
 *        draw at w', so each point is examined at most once. */
#ifndef GUZUMI_SOFTMAX_KERNEL_H
#define GUZUMI_SOFTMAX_KERNEL_H

#include "guzumi/playout/softmax.h"

#include "playout_kernel.h"

enum {
    SOFTMAX_ROWS = BOARD_MAX_SIZE + 3,
    /* At most 6 marks for each of 8 points around the last moves, and 3 for each chain in atari. */
    SOFTMAX_MARKS = 8 * 6 + 3 * BOARD_MAX_SIZE * BOARD_MAX_SIZE
};

/* Weights by colour and cell, 0 on stones and off the board, and their sums by row; rows count from
 * 1, as softmax_row does. */
struct softmax_sums {
    uint32_t weight[2][BOARD_MAX_CELLS];
    uint32_t row[2][SOFTMAX_ROWS];
};

/* Which points have which features, by index in theta. */
struct softmax_marks {
    int count;
    int16_t point[SOFTMAX_MARKS];
    uint16_t index[SOFTMAX_MARKS];
};

static ALWAYS_INLINE int softmax_row(int size, int point) {
    return (point + size + 2) / (size + 1);
}

/* --- weights of patterns --- */

static ALWAYS_INLINE void softmax_refresh(struct softmax_sums *sums, const struct softmax *softmax,
                                          const struct playout_board *b, int size, int point) {
    const int cell = point + size + 2, row = softmax_row(size, point);
    const uint32_t empty = -(uint32_t)(b->color[cell] == EMPTY);
    for (int color = 0; color < 2; color++) {
        const uint32_t weight = softmax->weight[color][b->around[cell]] & empty;
        sums->row[color][row] += weight - sums->weight[color][cell];
        sums->weight[color][cell] = weight;
    }
}

static ALWAYS_INLINE void softmax_refresh_around(struct softmax_sums *sums,
                                                 const struct softmax *softmax,
                                                 const struct playout_board *b, int size,
                                                 int point) {
    const int around[8] = AROUND(size);
    softmax_refresh(sums, softmax, b, size, point);
    for (int i = 0; i < 8; i++) softmax_refresh(sums, softmax, b, size, point + around[i]);
}

/* Updates the sums after POINT was played. */
static ALWAYS_INLINE void softmax_follow(struct softmax_sums *sums, const struct softmax *softmax,
                                         const struct playout_board *b, int size, int point) {
    softmax_refresh_around(sums, softmax, b, size, point);
    for (int i = 0; i < b->captured_count; i++)
        softmax_refresh_around(sums, softmax, b, size, b->empty[b->empty_count - 1 - i]);
}

static ALWAYS_INLINE void softmax_load(struct softmax_sums *sums, const struct softmax *softmax,
                                       const struct playout_board *b, int size) {
    memset(sums, 0, sizeof *sums);
    for (int i = 0; i < b->empty_count; i++) softmax_refresh(sums, softmax, b, size, b->empty[i]);
}

/* --- features --- */

static ALWAYS_INLINE void softmax_mark(struct softmax_marks *marks, int point, int index) {
    marks->point[marks->count] = (int16_t)point;
    marks->index[marks->count++] = (uint16_t)index;
}

static ALWAYS_INLINE void mark_feature(struct softmax_marks *marks, int point,
                                       enum softmax_feature feature) {
    softmax_mark(marks, point, SOFTMAX_FEATURE + (int)feature);
}

/* The sides of the empty POINT (bits 0 to 3) with a chain of two liberties, POINT and another: the
 * chain's packed sums (playout_board.h) without the pairs of POINT have one liberty left. */
static ALWAYS_INLINE unsigned two_liberty_sides(const struct playout_board *b, int size,
                                                int point) {
    const int offset = size + 2, side[4] = SIDES(size);
    unsigned out = 0;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset, root = b->root[near];
        if (b->color[near] > WHITE) continue;
        uint64_t pairs = 0;
        for (int j = 0; j < 4; j++) pairs += b->root[point + side[j] + offset] == root;
        const uint64_t rest = b->liberties[root + offset] - pairs * liberty(point);
        out |= (unsigned)((rest != 0) & liberties_are_one(rest)) << i;
    }
    return out;
}

/* Marks what a move at the empty POINT, around the LAST one, does to such chains. */
static ALWAYS_INLINE void mark_two_liberties(const struct playout_board *b, int size,
                                             enum color color, int last, int point,
                                             struct softmax_marks *marks) {
    const int offset = size + 2, side[4] = SIDES(size), moved = b->root[last + offset];
    bool atari_last = false, atari_other = false, escape = false;
    for (unsigned two = two_liberty_sides(b, size, point); two; two &= two - 1) {
        const int near = point + side[word_first(two)] + offset;
        const bool own = b->color[near] == (int)color, is_last = b->root[near] == moved;
        atari_last |= !own & is_last;
        atari_other |= !own & !is_last;
        escape |= own;
    }
    if (atari_last) mark_feature(marks, point, SOFTMAX_ATARI_LAST);
    if (atari_other) mark_feature(marks, point, SOFTMAX_ATARI_OTHER);
    if (escape && empty_beside(b->liberties[point + offset]) >= 2)
        mark_feature(marks, point, SOFTMAX_ESCAPE);
}

/* Whether neighbour I of AROUND is adjacent, not diagonal. */
static ALWAYS_INLINE bool is_beside(int i) {
    return i == 1 || i == 3 || i == 4 || i == 6;
}

static ALWAYS_INLINE void mark_around_last(const struct softmax *softmax,
                                           const struct playout_board *b, int size,
                                           enum color color, int last,
                                           struct softmax_marks *marks) {
    const int around[8] = AROUND(size);
    for (int i = 0; i < 8; i++) {
        const int p = last + around[i], cell = p + size + 2;
        if (b->color[cell] != EMPTY) continue;
        softmax_mark(marks, p, SOFTMAX_NEAR + softmax->pattern[color][b->around[cell]]);
        mark_feature(marks, p, is_beside(i) ? SOFTMAX_BESIDE_LAST : SOFTMAX_DIAGONAL_LAST);
        mark_two_liberties(b, size, color, last, p, marks);
    }
}

static ALWAYS_INLINE void mark_around_own(const struct playout_board *b, int size, int own,
                                          struct softmax_marks *marks) {
    const int around[8] = AROUND(size);
    for (int i = 0; i < 8; i++)
        if (b->color[own + around[i] + size + 2] == EMPTY)
            mark_feature(marks, own + around[i],
                         is_beside(i) ? SOFTMAX_BESIDE_OWN : SOFTMAX_DIAGONAL_OWN);
}

/* Whether the chain rooted at ROOT touches a chain in atari of COLOR. */
static ALWAYS_INLINE bool touches_weak(const struct playout_board *b, int size, int root,
                                       enum color color) {
    int p = root;
    do {
        if (atari_sides(b, size, p, color)) return true;
        p = b->next[p + size + 2];
    } while (p != root);
    return false;
}

/* Whether POINT is beside the chain of COLOR rooted at ROOT. */
static ALWAYS_INLINE bool is_beside_chain(const struct playout_board *b, int size, int point,
                                          int root, enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    bool out = false;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset;
        out |= (b->color[near] == (int)color) & (b->root[near] == root);
    }
    return out;
}

/* The roots of the chains of COLOR in atari. Removes stale entries of WEAK. */
static ALWAYS_INLINE struct bitset roots_in_atari(struct playout_board *b, int size,
                                                  enum color color) {
    const int offset = size + 2;
    BITSET_FOR_EACH(r, b->weak[color], size_words(size)) {
        if (b->color[r + offset] != (int)color || b->root[r + offset] != r || !in_atari(b, size, r))
            bitset_remove(&b->weak[color], r);
    }
    return b->weak[color];
}

static ALWAYS_INLINE void mark_takes(struct playout_board *b, int size, enum color color, int last,
                                     bool any_weak, struct softmax_marks *marks) {
    const int offset = size + 2, words = size_words(size);
    const enum color other = color_other(color);
    const struct bitset theirs = roots_in_atari(b, size, other);
    BITSET_FOR_EACH(r, theirs, words) {
        const int point = only_liberty(b->liberties[r + offset]);
        const int stones = count_stones(b, size, r, 3);
        mark_feature(marks, point,
                     stones == 1   ? SOFTMAX_TAKE_ONE
                     : stones == 2 ? SOFTMAX_TAKE_TWO
                                   : SOFTMAX_TAKE_MANY);
        if (last >= 0 && b->root[last + offset] == r) mark_feature(marks, point, SOFTMAX_TAKE_LAST);
        if (any_weak && touches_weak(b, size, r, color))
            mark_feature(marks, point, SOFTMAX_TAKE_SAVES);
    }
}

static ALWAYS_INLINE void mark_saves(const struct playout_board *b, int size, enum color color,
                                     int last, const struct bitset *weak,
                                     struct softmax_marks *marks) {
    const int offset = size + 2, words = size_words(size);
    BITSET_FOR_EACH(r, *weak, words) {
        const int point = only_liberty(b->liberties[r + offset]);
        if (!has_two_liberties(b, size, point, color)) continue;
        mark_feature(marks, point,
                     count_stones(b, size, r, 2) == 1 ? SOFTMAX_SAVE_ONE : SOFTMAX_SAVE_MANY);
        if (last >= 0 && is_beside_chain(b, size, last, r, color))
            mark_feature(marks, point, SOFTMAX_SAVE_ANSWER);
    }
}

/* Marks all features of COLOR's moves but patterns and self-atari. LAST and OWN are the last move
 * and the one before; or PASS, NO_POINT. */
static ALWAYS_INLINE void softmax_find_marks(const struct softmax *softmax, struct playout_board *b,
                                             int size, enum color color, int last, int own,
                                             struct softmax_marks *marks) {
    marks->count = 0;
    const struct bitset weak = roots_in_atari(b, size, color);
    const bool any_weak = !bitset_is_empty(&weak, size_words(size));
    mark_takes(b, size, color, last, any_weak, marks);
    if (any_weak) mark_saves(b, size, color, last, &weak, marks);
    if (own >= 0) mark_around_own(b, size, own, marks);
    if (last < 0) return;
    mark_around_last(softmax, b, size, color, last, marks);
}

/* The self-atari feature of COLOR's move at POINT, or SOFTMAX_FEATURES if it has none. */
static ALWAYS_INLINE enum softmax_feature
softmax_self_atari(const struct playout_board *b, int size, int point, enum color color) {
    int last;
    const int stones = self_atari_stones(b, size, point, color, &last);
    if (stones == 0) return SOFTMAX_FEATURES;
    const bool open = is_open(b, size, last, point);
    if (stones >= SELF_ATARI_MANY) return SOFTMAX_ATARI_SELF_MANY;
    if (stones == 1) return open ? SOFTMAX_ATARI_SELF_ONE : SOFTMAX_ATARI_SELF_SHUT;
    return open ? SOFTMAX_ATARI_SELF_FEW : SOFTMAX_ATARI_SELF_FEW_SHUT;
}

/* --- the draw --- */

/* The weight of a move: WEIGHT is its pattern's, LOGARITHM the sum over its other features. A legal
 * move keeps at least 1: no feature makes it impossible. */
static ALWAYS_INLINE uint32_t softmax_weigh(const struct softmax *softmax, uint32_t weight,
                                            int logarithm) {
    const int most = SOFTMAX_LOG_MAX;
    const int cut = logarithm > most ? most : logarithm < -most ? -most : logarithm;
    const uint64_t out = (uint64_t)weight * softmax->power[cut + most] / SOFTMAX_POWER;
    if (weight == 0) return 0;
    return out > SOFTMAX_WEIGHT_MAX ? SOFTMAX_WEIGHT_MAX : out < 1 ? 1 : (uint32_t)out;
}

/* The state of one draw: the mover's weights with all features known so far. */
struct softmax_draw {
    uint32_t weight[BOARD_MAX_CELLS], row[SOFTMAX_ROWS];
    int16_t log[BOARD_MAX_CELLS]; /* sum over the marked features, by cell */
};

static ALWAYS_INLINE void draw_set(struct softmax_draw *d, int size, int point, uint32_t weight) {
    const int cell = point + size + 2;
    d->row[softmax_row(size, point)] += weight - d->weight[cell];
    d->weight[cell] = weight;
}

static ALWAYS_INLINE void draw_begin(struct softmax_draw *d, const struct softmax *softmax,
                                     const struct softmax_sums *sums, int size, enum color color,
                                     const struct softmax_marks *marks) {
    const size_t cells = (size_t)((size + 2) * (size + 1) + 1), rows = (size_t)size + 3;
    memcpy(d->weight, sums->weight[color], cells * sizeof d->weight[0]);
    memcpy(d->row, sums->row[color], rows * sizeof d->row[0]);
    memset(d->log, 0, cells * sizeof d->log[0]);
    for (int i = 0; i < marks->count; i++)
        d->log[marks->point[i] + size + 2] =
            (int16_t)(d->log[marks->point[i] + size + 2] + softmax->log[marks->index[i]]);
    for (int i = 0; i < marks->count; i++) {
        const int point = marks->point[i], cell = point + size + 2;
        draw_set(d, size, point, softmax_weigh(softmax, sums->weight[color][cell], d->log[cell]));
    }
}

/* Draws a point by the weights; PASS if all are 0. *REST is what remains of the random number:
 * uniform below the point's weight, it decides about acceptance without a second draw. */
static ALWAYS_INLINE int draw_point(const struct softmax_draw *d, int size, struct rng *rng,
                                    uint32_t *rest) {
    uint64_t total = 0;
    for (int row = 1; row <= size; row++) total += d->row[row];
    if (total == 0) return PASS;
    uint64_t left = ((rng_next(rng) >> 32) * total) >> 32;
    int row = 1;
    while (left >= d->row[row]) left -= d->row[row++];
    int point = (row - 1) * (size + 1);
    while (left >= d->weight[point + size + 2]) left -= d->weight[point++ + size + 2];
    *rest = (uint32_t)left;
    return point;
}

/* The weight of a drawn POINT with all of its features; 0 if it is not playable. */
static ALWAYS_INLINE uint32_t draw_full_weight(const struct softmax_draw *d,
                                               const struct softmax *softmax,
                                               const struct softmax_sums *sums,
                                               const struct playout_board *b, int size, int point,
                                               enum color color) {
    const int cell = point + size + 2;
    if (!is_playable(b, size, point, color)) return 0;
    const enum softmax_feature bad = softmax_self_atari(b, size, point, color);
    if (bad == SOFTMAX_FEATURES) return d->weight[cell];
    return softmax_weigh(softmax, sums->weight[color][cell],
                         d->log[cell] + softmax->log[SOFTMAX_FEATURE + bad]);
}

/* One move of COLOR by the softmax: a point, or PASS if there is none. */
static ALWAYS_INLINE int softmax_choose(const struct softmax *softmax,
                                        const struct softmax_sums *sums, struct playout_board *b,
                                        int size, enum color color, int last, int own,
                                        struct rng *rng) {
    struct softmax_marks marks;
    struct softmax_draw d;
    struct bitset examined = {{0}};
    uint32_t rest = 0;
    softmax_find_marks(softmax, b, size, color, last, own, &marks);
    draw_begin(&d, softmax, sums, size, color, &marks);
    for (;;) {
        const int point = draw_point(&d, size, rng, &rest);
        if (point == PASS || bitset_has(&examined, point)) return point;
        const uint32_t weight = draw_full_weight(&d, softmax, sums, b, size, point, color);
        if (rest < weight) return point;
        draw_set(&d, size, point, weight);
        bitset_add(&examined, point);
    }
}

/* The same after the tactics of POLICY. */
static ALWAYS_INLINE int softmax_move(const struct playout_policy *policy,
                                      const struct softmax_sums *sums, struct playout_board *b,
                                      int size, enum color color, int last, int own,
                                      struct rng *rng) {
    if (policy->tactics && last >= 0) {
        const int p = choose_by_tactics(b, size, color, last, policy, rng);
        if (p != PASS) return p;
    }
    return softmax_choose(policy->softmax, sums, b, size, color, last, own, rng);
}

#endif
