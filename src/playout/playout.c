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

/* Whether the chain at ROOT, whose only liberty is POINT, gets two or more by playing there. */
static ALWAYS_INLINE bool extends(const struct board *b, int size, int point, enum color color) {
    const int words = size_words(size);
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
        if (extends(b, size, point, color)) bitset_add(&out, point);
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

static ALWAYS_INLINE int choose(const struct board *b, int size, enum color color, int last,
                                enum policy policy, const struct playout_patterns *patterns,
                                struct rng *rng) {
    const int words = size_words(size);
    int point = PASS;
    if (policy == POLICY_MOGO) {
        const struct bitset own_atari = set_load(b, words, SET_ATARI_BLACK + (int)color);
        if (last >= 0) {
            if (!bitset_is_empty(&own_atari, words))
                point = draw(b, size, saving_moves(b, size, last, color), color, rng);
            if (point == PASS)
                point = draw(b, size, pattern_moves(patterns, b, size, last, color), color, rng);
        }
        if (point == PASS) point = draw(b, size, kernel_captures(b, size, color), color, rng);
        if (point != PASS) return point;
    }
    return kernel_draw_candidate(b, size, color, rng);
}

static ALWAYS_INLINE int run(struct board *b, int size, struct playout_start start,
                             enum policy policy, const struct playout_patterns *patterns, int limit,
                             struct rng *rng) {
    enum color color = start.to_move;
    int last = start.last_point, passes = start.passes, moves = 0;
    for (; moves < limit && passes < 2; moves++) {
        const int point = choose(b, size, color, last, policy, patterns, rng);
        if (point == PASS) {
            kernel_pass(b);
            passes++;
        } else {
            kernel_play(b, size, point, color);
            passes = 0;
        }
        last = point;
        color = color_other(color);
    }
    return moves;
}

#define ARGUMENTS                                                                                  \
    struct board *b, struct playout_start start, const struct playout_patterns *patterns,          \
        int limit, struct rng *rng
#define STAMP_PLAYOUT(N)                                                                           \
    static int uniform_##N(ARGUMENTS) {                                                            \
        return run(b, N, start, POLICY_UNIFORM, patterns, limit, rng);                             \
    }                                                                                              \
    static int mogo_##N(ARGUMENTS) {                                                               \
        return run(b, N, start, POLICY_MOGO, patterns, limit, rng);                                \
    }
GO_SIZES(STAMP_PLAYOUT)
static int uniform_any(ARGUMENTS) {
    return run(b, b->size, start, POLICY_UNIFORM, patterns, limit, rng);
}
static int mogo_any(ARGUMENTS) {
    return run(b, b->size, start, POLICY_MOGO, patterns, limit, rng);
}

int playout_run(struct board *b, struct playout_start start, enum policy policy,
                const struct playout_patterns *patterns, int limit, struct rng *rng) {
    int moves = 0;
    assert(policy != POLICY_NONE);
    if (policy == POLICY_MOGO)
        GO_DISPATCH(b->size, moves = mogo, (b, start, patterns, limit, rng))
    else
        GO_DISPATCH(b->size, moves = uniform, (b, start, patterns, limit, rng))
    assert(board_verify(b));
    return moves;
}

int playout_choose(const struct board *b, struct playout_start start, enum policy policy,
                   const struct playout_patterns *patterns, struct rng *rng) {
    return choose(b, b->size, start.to_move, start.last_point, policy, patterns, rng);
}

bool playout_is_pattern(const struct playout_patterns *patterns, const struct board *b, int point,
                        enum color color) {
    return pattern_at(patterns, b, b->size, point, color);
}
