#include "guzumi/go/ladder.h"

#include "board_kernel.h"

/* A reading in progress: positions looked at, and moves that led to the present one. */
struct reading {
    int positions, depth;
};

/* What a kernel asks of the position after a move: `catches` or `escapes` of its size. */
typedef bool read_chain(struct reading *r, const struct board *b, int point);

/* Looks at one more position; false when that is too many. */
static ALWAYS_INLINE bool goes_on(struct reading *r) {
    return ++r->positions <= LADDER_POSITIONS && r->depth <= LADDER_DEPTH;
}

/* What a move leads to. */
static ALWAYS_INLINE bool read_on(struct reading *r, const struct board *b, int point,
                                  read_chain *question) {
    r->depth++;
    const bool out = question(r, b, point);
    r->depth--;
    return out;
}

/* The chains of the opponent's in atari that touch the chain at ROOT: their liberties. */
static ALWAYS_INLINE struct bitset captures_beside(const struct board *b, int size, int root,
                                                   enum color color) {
    const int words = size_words(size);
    const struct bitset stones = set_load(b, words, chain_stones(root));
    const struct bitset around = kernel_neighbours(&stones, size);
    const struct bitset weak = set_load(b, words, SET_ATARI_BLACK + (int)color_other(color));
    struct bitset out = {{0}};
    BITSET_FOR_EACH(other, weak, words) {
        const struct bitset its = set_load(b, words, chain_stones(other));
        uint64_t touching = 0;
        for (int i = 0; i < words; i++) touching |= its.word[i] & around.word[i];
        if (!touching) continue;
        const struct bitset liberty = set_load(b, words, chain_liberties(other));
        bitset_unite(&out, &liberty, words);
    }
    return out;
}

/* How many liberties COLOR's chain has after a stone on POINT, without TAKEN (or NO_POINT), where
 * the opponent will be; captures aside. */
static ALWAYS_INLINE int liberties_after(const struct board *b, int size, int point,
                                         enum color color, int taken) {
    struct bitset liberties = kernel_liberties_after(b, size, point, color);
    if (taken != NO_POINT) bitset_remove(&liberties, taken);
    return bitset_count(&liberties, size_words(size));
}

/* Whether the chain at POINT is safe after its owner's move MOVE. */
static ALWAYS_INLINE bool is_safe_after(struct reading *r, const struct board *b, int size,
                                        int point, int move, enum color color,
                                        read_chain *catches) {
    const int words = size_words(size);
    struct board next;
    kernel_copy_board(&next, b, size);
    kernel_play(&next, size, move, color);
    const struct bitset liberties = set_load(&next, words, chain_liberties(next.root[point]));
    const int count = bitset_count(&liberties, words);
    return count >= 3 || (count == 2 && !read_on(r, &next, point, catches));
}

/* Whether COLOR's stone on POINT takes something. */
static ALWAYS_INLINE bool takes(const struct board *b, int size, int point, enum color color) {
    const enum color other = color_other(color);
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) == (uint8_t)other &&
            kernel_in_atari(b, size_words(size), b->root[near], other))
            return true;
    }
    return false;
}

static ALWAYS_INLINE bool kernel_escapes(struct reading *r, const struct board *b, int size,
                                         int point, read_chain *catches) {
    const enum color color = (enum color) * cell(b, size, point);
    const int words = size_words(size), root = b->root[point];
    if (!goes_on(r)) return true;
    const struct bitset liberty = set_load(b, words, chain_liberties(root));
    const int extension = bitset_first(&liberty, words);
    const int liberties = liberties_after(b, size, extension, color, NO_POINT);
    if (liberties >= 3 && kernel_is_legal(b, size, extension, color)) return true;
    struct bitset moves = captures_beside(b, size, root, color);
    if (liberties >= 2 || takes(b, size, extension, color)) bitset_add(&moves, extension);
    BITSET_FOR_EACH(move, moves, words) {
        if (kernel_is_legal(b, size, move, color) &&
            is_safe_after(r, b, size, point, move, color, catches))
            return true;
    }
    return false;
}

static ALWAYS_INLINE bool kernel_catches(struct reading *r, const struct board *b, int size,
                                         int point, read_chain *escapes) {
    const enum color color = (enum color) * cell(b, size, point), other = color_other(color);
    const int words = size_words(size), root = b->root[point];
    const struct bitset counter = captures_beside(b, size, root, color);
    const bool counters = !bitset_is_empty(&counter, words);
    const struct bitset liberties = set_load(b, words, chain_liberties(root));
    if (!goes_on(r)) return false;
    BITSET_FOR_EACH(move, liberties, words) {
        struct bitset rest = liberties;
        bitset_remove(&rest, move);
        const int extension = bitset_first(&rest, words);
        const int left = liberties_after(b, size, extension, color, move);
        const bool taking = takes(b, size, move, other);
        if ((!taking && left >= 3) || !kernel_is_legal(b, size, move, other)) continue;
        /* Nothing to take for the owner, no room to extend, and the stone is not in atari. */
        if (!taking && !counters && left <= 1 && !takes(b, size, extension, color) &&
            liberties_after(b, size, move, other, NO_POINT) >= 2)
            return true;
        struct board next;
        kernel_copy_board(&next, b, size);
        kernel_play(&next, size, move, other);
        if (!read_on(r, &next, point, escapes)) return true;
    }
    return false;
}

#define STAMP_LADDER_SIZE(TARGET, SUFFIX, SIZE)                                                    \
    TARGET static bool catches_##SUFFIX(struct reading *r, const struct board *b, int point);      \
    TARGET static bool escapes_##SUFFIX(struct reading *r, const struct board *b, int point) {     \
        return kernel_escapes(r, b, SIZE, point, catches_##SUFFIX);                                \
    }                                                                                              \
    TARGET static bool catches_##SUFFIX(struct reading *r, const struct board *b, int point) {     \
        return kernel_catches(r, b, SIZE, point, escapes_##SUFFIX);                                \
    }
#define STAMP_LADDER(N) STAMP_LADDER_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_LADDER)
STAMP_LADDER_SIZE(CLONED, any, b->size)

bool ladder_catches(const struct board *b, int point) {
    struct reading reading = {0};
    bool out = false;
    GO_DISPATCH(b->size, out = catches, (&reading, b, point))
    return out;
}

bool ladder_escapes(const struct board *b, int point) {
    struct reading reading = {0};
    bool out = false;
    GO_DISPATCH(b->size, out = escapes, (&reading, b, point))
    return out;
}
