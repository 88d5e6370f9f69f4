/* The policies' always-inline kernels: one move, with the size and the policy as constants. */
#ifndef GUZUMI_PLAYOUT_KERNEL_H
#define GUZUMI_PLAYOUT_KERNEL_H

#include "guzumi/playout.h"

#include "board_kernel.h"

/* The eight neighbours' colours, two bits each, the row below first. */
static ALWAYS_INLINE unsigned surroundings(const struct board *b, int size, int point) {
    const uint8_t *c = cell(b, size, point);
    const int stride = size + 1;
    const uint8_t *low = c - stride, *high = c + stride;
    return (unsigned)(low[-1] | low[0] << 2 | low[1] << 4 | c[-1] << 6 | c[1] << 8 |
                      high[-1] << 10 | high[0] << 12 | high[1] << 14);
}

static ALWAYS_INLINE bool pattern_at(const struct playout_patterns *patterns, const struct board *b,
                                     int size, int point, enum color color) {
    const unsigned code = surroundings(b, size, point);
    return patterns->match[color][code / 64] >> (code % 64) & 1;
}

/* Whether an empty point may be played and is no eye. */
static ALWAYS_INLINE bool is_playable(const struct board *b, int size, int point,
                                      enum color color) {
    return !(point == b->ko && color == b->ko_color) &&
           kernel_is_no_suicide(b, size, point, color) && !kernel_is_eye(b, size, point, color);
}

/* Whether the chain of a stone of COLOR at POINT has two liberties or more, captures aside. */
static ALWAYS_INLINE bool breathes(const struct board *b, int size, int point, enum color color) {
    const int words = size_words(size);
    const uint8_t *c = cell(b, size, point);
    const int stride = size + 1;
    if ((c[-1] == EMPTY) + (c[1] == EMPTY) + (c[-stride] == EMPTY) + (c[stride] == EMPTY) > 1)
        return true;
    struct bitset liberties = {{0}};
    FOR_EACH_NEIGHBOUR(near, point, size) {
        const int near_color = *cell(b, size, near);
        if (near_color == EMPTY) {
            bitset_add(&liberties, near);
        } else if (near_color == (int)color) {
            const struct bitset its = set_load(b, words, chain_liberties(b->root[near]));
            bitset_unite(&liberties, &its, words);
        }
    }
    bitset_remove(&liberties, point);
    return !bitset_is_empty(&liberties, words) && !bitset_is_single(&liberties, words);
}

/* A playable point drawn from FROM (empty points), or PASS when none is. */
static ALWAYS_INLINE int draw(const struct board *b, int size, struct bitset from, enum color color,
                              struct rng *rng) {
    const int words = size_words(size);
    for (int count = bitset_count(&from, words); count > 0; count--) {
        const int p = bitset_select(&from, words, (int)rng_below(rng, (uint32_t)count));
        if (is_playable(b, size, p, color)) return p;
        bitset_remove(&from, p);
    }
    return PASS;
}

/* The liberties of the opponent's chains in atari that touch the chain at ROOT. */
static ALWAYS_INLINE struct bitset rescues_by_capture(const struct board *b, int size, int root,
                                                      enum color color) {
    const int words = size_words(size);
    const enum color other = color_other(color);
    const struct bitset stones = set_load(b, words, chain_stones(root));
    const struct bitset around = kernel_neighbours(&stones, size);
    const struct bitset roots = set_load(b, words, SET_ATARI_BLACK + (int)other);
    struct bitset out = {{0}};
    BITSET_FOR_EACH(r, roots, words) {
        const struct bitset chain = set_load(b, words, chain_stones(r));
        uint64_t touching = 0;
        for (int i = 0; i < words; i++) touching |= chain.word[i] & around.word[i];
        if (touching) {
            const struct bitset liberty = set_load(b, words, chain_liberties(r));
            bitset_unite(&out, &liberty, words);
        }
    }
    return out;
}

/* Moves that save a chain next to the last move from atari. */
static ALWAYS_INLINE struct bitset saving_moves(const struct board *b, int size, int last,
                                                enum color color) {
    const int words = size_words(size);
    struct bitset out = {{0}};
    FOR_EACH_NEIGHBOUR(near, last, size) {
        if (*cell(b, size, near) != (uint8_t)color) continue;
        const int root = b->root[near];
        if (!kernel_in_atari(b, words, root, color)) continue;
        const struct bitset liberty = set_load(b, words, chain_liberties(root));
        const int point = bitset_first(&liberty, words);
        if (breathes(b, size, point, color)) bitset_add(&out, point);
        const struct bitset captures = rescues_by_capture(b, size, root, color);
        bitset_unite(&out, &captures, words);
    }
    return out;
}

/* Pattern moves among the eight points around the last move. */
static ALWAYS_INLINE struct bitset pattern_moves(const struct playout_patterns *patterns,
                                                 const struct board *b, int size, int last,
                                                 enum color color) {
    const int around[8] = {-size - 2, -size - 1, -size, -1, 1, size, size + 1, size + 2};
    struct bitset out = {{0}};
    for (int i = 0; i < 8; i++) {
        const int p = last + around[i];
        if (*cell(b, size, p) == EMPTY && pattern_at(patterns, b, size, p, color))
            bitset_add(&out, p);
    }
    return out;
}

/* MoGo's rules before the random move: a point, or PASS when none applies. */
static ALWAYS_INLINE int choose_by_rules(const struct board *b, int size, enum color color,
                                         int last, const struct playout_patterns *patterns,
                                         struct rng *rng) {
    const int words = size_words(size);
    if (last >= 0) {
        const struct bitset own_atari = set_load(b, words, SET_ATARI_BLACK + (int)color);
        if (!bitset_is_empty(&own_atari, words)) {
            const int p = draw(b, size, saving_moves(b, size, last, color), color, rng);
            if (p != PASS) return p;
        }
        const int p = draw(b, size, pattern_moves(patterns, b, size, last, color), color, rng);
        if (p != PASS) return p;
    }
    return draw(b, size, kernel_captures(b, size, color), color, rng);
}

/* One move of the policy: a point, or PASS when there is none. */
static ALWAYS_INLINE int kernel_choose(const struct board *b, int size, enum color color, int last,
                                       enum policy policy, const struct playout_patterns *patterns,
                                       struct rng *rng) {
    if (policy == POLICY_MOGO) {
        const int p = choose_by_rules(b, size, color, last, patterns, rng);
        if (p != PASS) return p;
    }
    return kernel_draw_candidate(b, size, color, rng);
}

#endif
