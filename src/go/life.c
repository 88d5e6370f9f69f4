/* Benson's proof of life, and ladders; life.h defines what is proved. Both work on sets of points,
 * so that a region or a chain costs a few operations, however large it is. */
#include "guzumi/go/life.h"

#include "board_kernel.h"

/* --- unconditional life --- */

/* A region of a colour. */
struct region {
    struct bitset points, empty;
    struct bitset border; /* the colour's stones beside it */
};

struct regions {
    struct region region[BOARD_MAX_POINTS];
    int count;
};

static bool is_subset(const struct bitset *part, const struct bitset *whole, int words) {
    uint64_t outside = 0;
    for (int i = 0; i < words; i++) outside |= part->word[i] & ~whole->word[i];
    return outside == 0;
}

/* By flooding: a seed spreads over the points without the colour's stones, which are taken off the
 * rest, until no rest is left. */
static void find_regions(struct regions *out, const struct board *b, enum color color) {
    const int size = b->size, words = b->words;
    const struct bitset own = set_load(b, words, SET_BLACK + (int)color);
    const struct bitset empty = set_load(b, words, SET_EMPTY);
    struct bitset others = kernel_board_points(size), rest;
    bitset_subtract(&others, &own, words);
    rest = others;
    for (out->count = 0; !bitset_is_empty(&rest, words); out->count++) {
        struct region *r = &out->region[out->count];
        struct bitset seed = {{0}};
        bitset_add(&seed, bitset_first(&rest, words));
        r->points = kernel_reach(size, &seed, &others);
        bitset_subtract(&rest, &r->points, words);
        r->empty = bitset_common(&r->points, &empty, words);
        const struct bitset near = kernel_neighbours(&r->points, size);
        r->border = bitset_common(&near, &own, words);
    }
}

/* Whether the chain with these LIBERTIES has two vital regions that ALIVE alone encloses. */
static bool has_two_regions(const struct regions *regions, const struct bitset *liberties,
                            const struct bitset *alive, int words) {
    int vital = 0;
    for (int i = 0; i < regions->count && vital < 2; i++) {
        const struct region *r = &regions->region[i];
        vital += is_subset(&r->empty, liberties, words) && is_subset(&r->border, alive, words);
    }
    return vital == 2;
}

/* Benson's algorithm: takes chains away until those that are left keep each other alive. */
static struct bitset find_alive(const struct board *b, enum color color,
                                const struct regions *regions) {
    const int words = b->words;
    struct bitset alive = set_load(b, words, SET_BLACK + (int)color);
    for (bool changed = true; changed;) {
        changed = false;
        BITSET_FOR_EACH(p, alive, words) {
            if (b->root[p] != p) continue;
            const struct bitset liberties = set_load(b, words, chain_liberties(p));
            if (has_two_regions(regions, &liberties, &alive, words)) continue;
            const struct bitset stones = set_load(b, words, chain_stones(p));
            bitset_subtract(&alive, &stones, words);
            changed = true;
        }
    }
    return alive;
}

/* Whether POINTS are too few for two eyes: at most one, or two adjacent ones. */
static bool holds_one_eye(const struct bitset *points, int size, int words) {
    const int count = bitset_count(points, words);
    if (count < 2) return true;
    const struct bitset near = kernel_neighbours(points, size);
    return count == 2 && is_subset(points, &near, words);
}

/* An example for Black, whose chain is alive by its two eyes a and b. White's stone is inside
 * region b, which has no point that is not next to the chain, so it can't become two eyes: the
 * stone is dead and b is territory.
 *
 *     a X b O X .
 *     X X X X X . */
static struct bitset find_territory(const struct regions *regions, const struct bitset *alive,
                                    int size, int words) {
    struct bitset out = {{0}};
    const struct bitset beside = kernel_neighbours(alive, size);
    for (int i = 0; i < regions->count; i++) {
        const struct region *r = &regions->region[i];
        struct bitset inside = r->points;
        bitset_subtract(&inside, &beside, words);
        if (!bitset_is_empty(&r->border, words) && is_subset(&r->border, alive, words) &&
            holds_one_eye(&inside, size, words))
            bitset_unite(&out, &r->points, words);
    }
    return out;
}

void life_find(struct life *out, const struct board *b) {
    for (int color = BLACK; color <= WHITE; color++) {
        struct regions regions;
        find_regions(&regions, b, (enum color)color);
        out->alive[color] = find_alive(b, (enum color)color, &regions);
        out->territory[color] = find_territory(&regions, &out->alive[color], b->size, b->words);
    }
}

/* --- ladders --- */

/* A reading in progress: positions visited, and the moves to the current one. */
struct reading {
    int positions, depth;
};

/* The recursive question about the position after a move: `catches` or `escapes` of the same size.
 */
typedef bool read_chain(struct reading *r, const struct board *b, int point);

/* Counts a position; false if the limits are exceeded. */
static ALWAYS_INLINE bool goes_on(struct reading *r) {
    return ++r->positions <= LADDER_POSITIONS && r->depth <= LADDER_DEPTH;
}

/* Asks QUESTION one move deeper. */
static ALWAYS_INLINE bool read_on(struct reading *r, const struct board *b, int point,
                                  read_chain *question) {
    r->depth++;
    const bool out = question(r, b, point);
    r->depth--;
    return out;
}

/* The liberties of the opponent's chains in atari that touch the chain at ROOT: captures that save
 * it. */
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

/* The liberties of COLOR's chain after a stone on POINT, without captures, and without TAKEN (or
 * NO_POINT), the opponent's next point. */
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
    board_play(&next, move, color);
    const struct bitset liberties = set_load(&next, words, chain_liberties(next.root[point]));
    const int count = bitset_count(&liberties, words);
    return count >= 3 || (count == 2 && !read_on(r, &next, point, catches));
}

/* Whether COLOR captures by a stone on POINT. */
static ALWAYS_INLINE bool takes(const struct board *b, int size, int point, enum color color) {
    const enum color other = color_other(color);
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) == (uint8_t)other &&
            kernel_in_atari(b, size_words(size), b->root[near], other))
            return true;
    }
    return false;
}

/* The owner can extend to the last liberty, or capture a chain in atari next to its own. Three
 * liberties after an extension are safe without reading: the opponent's next move leaves two of
 * them. */
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

/* The attacker plays one of the two liberties; the owner, in atari, answers in kernel_escapes. Most
 * candidates are decided without playing: the chain has three liberties left after its extension,
 * or the extension is hopeless. */
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
        /* Shortcut without playing: the owner has nothing to capture, extending gains nothing, and
         * the attacking stone is not in atari itself. */
        if (!taking && !counters && left <= 1 && !takes(b, size, extension, color) &&
            liberties_after(b, size, move, other, NO_POINT) >= 2)
            return true;
        struct board next;
        kernel_copy_board(&next, b, size);
        board_play(&next, move, other);
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
