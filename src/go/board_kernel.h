/* The board's always-inline kernels.
 *
 * Each takes the size (and follows from it the stride and the number of words) as an argument. Hot
 * loops call them with constants, through wrappers stamped by GO_SIZES, so that the compiler
 * unrolls every set operation; other sizes run the same code with run-time values. A function
 * pointer in the innermost loop would prevent that inlining, hence one switch at the top of each
 * hot loop. */
#ifndef GUZUMI_BOARD_KERNEL_H
#define GUZUMI_BOARD_KERNEL_H

#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"
#include "guzumi/go/point.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The sizes with their own instances, and the switch over the instances of NAME:
 * GO_DISPATCH(size, name, (arguments)). On x86-64 only processors since 2013 have them, which
 * halves the time of a build. Tests build without any (GUZUMI_NO_STAMPS). */
#ifdef GUZUMI_NO_STAMPS
#define GO_SIZES(STAMP)
#define GO_SMALL_SIZES(STAMP)
#define GO_DISPATCH(size, name, arguments) name##_any arguments;
#define GO_DISPATCH_SMALL GO_DISPATCH
#else
#define GO_SIZES(STAMP) STAMP(9) STAMP(13) STAMP(19)
#define GO_DISPATCH(size, name, arguments)                                                         \
    switch (STAMPS_RUN ? (size) : 0) {                                                             \
    case 9:                                                                                        \
        name##_9 arguments;                                                                        \
        break;                                                                                     \
    case 13:                                                                                       \
        name##_13 arguments;                                                                       \
        break;                                                                                     \
    case 19:                                                                                       \
        name##_19 arguments;                                                                       \
        break;                                                                                     \
    default:                                                                                       \
        name##_any arguments;                                                                      \
        break;                                                                                     \
    }
/* The same for what is used for research alone, mostly on 9x9. */
#define GO_SMALL_SIZES(STAMP) STAMP(9)
#define GO_DISPATCH_SMALL(size, name, arguments)                                                   \
    if (STAMPS_RUN && (size) == 9) {                                                               \
        name##_9 arguments;                                                                        \
    } else {                                                                                       \
        name##_any arguments;                                                                      \
    }
#endif

static ALWAYS_INLINE int size_words(int size) {
    return (size * (size + 1) + 63) >> 6;
}

/* The sets in a board's store, by number. Those of the whole board come first, then two for each
 * point: the stones and the liberties of the chain rooted there. */
enum { SET_BLACK, SET_WHITE, SET_EMPTY, SET_ATARI_BLACK, SET_ATARI_WHITE, SET_EDGE, SET_CHAINS };

static ALWAYS_INLINE uint64_t *set_at(struct board *b, int words, int set) {
    return b->store + set * words;
}

static ALWAYS_INLINE struct bitset set_load(const struct board *b, int words, int set) {
    struct bitset out = {{0}};
    for (int i = 0; i < words; i++) out.word[i] = b->store[set * words + i];
    return out;
}

static ALWAYS_INLINE void set_store(struct board *b, int words, int set, const struct bitset *v) {
    for (int i = 0; i < words; i++) b->store[set * words + i] = v->word[i];
}

static ALWAYS_INLINE void set_add(struct board *b, int words, int set, int point) {
    set_at(b, words, set)[point >> 6] |= UINT64_C(1) << (point & 63);
}

static ALWAYS_INLINE void set_remove(struct board *b, int words, int set, int point) {
    set_at(b, words, set)[point >> 6] &= ~(UINT64_C(1) << (point & 63));
}

static ALWAYS_INLINE int chain_stones(int root) {
    return SET_CHAINS + 2 * root;
}
static ALWAYS_INLINE int chain_liberties(int root) {
    return SET_CHAINS + 2 * root + 1;
}

/* The mailbox cell of a point, and its neighbours. */
static ALWAYS_INLINE const uint8_t *cell(const struct board *b, int size, int point) {
    return b->color + size + 2 + point;
}

/* Copies the parts that boards of this size use; on large boards only the sets of existing chains.
 */
static ALWAYS_INLINE void kernel_copy_board(struct board *to, const struct board *from, int size) {
    const int words = size_words(size);
    const size_t cells = (size_t)((size + 2) * (size + 1) + 1), points = (size_t)point_limit(size);
    const size_t set = (size_t)words * sizeof to->store[0];
    const bool is_large = words > 2;
    memcpy(to, from, offsetof(struct board, color));
    memcpy(to->color, from->color, cells);
    memcpy(to->root, from->root, points * sizeof to->root[0]);
    memcpy(to->store, from->store, (SET_CHAINS + (is_large ? 0 : 2 * points)) * set);
    for (int color = SET_BLACK; is_large && color <= SET_WHITE; color++) {
        const struct bitset stones = set_load(from, words, color);
        BITSET_FOR_EACH(p, stones, words) {
            const int chain = chain_stones(p) * words;
            if (from->root[p] == p) memcpy(to->store + chain, from->store + chain, 2 * set);
        }
    }
}

static ALWAYS_INLINE uint64_t zobrist_key(int point, enum color color) {
    return mix64((uint64_t)point * 2 + (uint64_t)color + 0x5bd1e995u);
}

/* All points of the board. */
static ALWAYS_INLINE struct bitset kernel_board_points(int size) {
    struct bitset all = {{0}};
    for (int row = 0; row < size; row++) {
        const int start = row * (size + 1);
        const uint64_t line = (UINT64_C(1) << size) - 1;
        all.word[start >> 6] |= line << (start & 63);
        if ((start & 63) + size > 64) all.word[(start >> 6) + 1] |= line >> (64 - (start & 63));
    }
    return all;
}

/* All neighbours of points of SET, which may include points of SET and padding. */
static ALWAYS_INLINE struct bitset kernel_neighbours(const struct bitset *set, int size) {
    const int words = size_words(size);
    struct bitset out = bitset_shift_up(set, words, 1);
    const struct bitset down = bitset_shift_down(set, words, 1);
    const struct bitset north = bitset_shift_up(set, words, size + 1);
    const struct bitset south = bitset_shift_down(set, words, size + 1);
    for (int i = 0; i < words; i++) out.word[i] |= down.word[i] | north.word[i] | south.word[i];
    return out;
}

/* STONES and the EMPTY points that can be reached from them through empty points. */
static ALWAYS_INLINE struct bitset kernel_reach(int size, const struct bitset *stones,
                                                const struct bitset *empty) {
    const int words = size_words(size);
    struct bitset area = *stones;
    for (bool grown = true; grown;) {
        const struct bitset near = kernel_neighbours(&area, size);
        uint64_t added = 0;
        for (int i = 0; i < words; i++) {
            const uint64_t add = near.word[i] & empty->word[i] & ~area.word[i];
            added |= add;
            area.word[i] |= add;
        }
        grown = added != 0;
    }
    return area;
}

#define FOR_EACH_NEIGHBOUR(near, point, size)                                                      \
    for (int near, side_##near = 0;                                                                \
         side_##near < 4 && (near = (point) + (side_##near == 0   ? -1                             \
                                               : side_##near == 1 ? 1                              \
                                               : side_##near == 2 ? -((size) + 1)                  \
                                                                  : (size) + 1),                   \
                            true);                                                                 \
         side_##near++)

/* Whether the empty cell at C of a mailbox is an eye of COLOR. */
static ALWAYS_INLINE bool cell_is_eye(const uint8_t *c, int size, enum color color) {
    const int stride = size + 1;
    /* A cell belongs to the wall around the eye if it is COLOR or off the board, that is neither
     * the enemy nor empty. */
    const int enemy = (int)color ^ 1;
    if (c[-1] == enemy || c[1] == enemy || c[-stride] == enemy || c[stride] == enemy) return false;
    if (c[-1] == EMPTY || c[1] == EMPTY || c[-stride] == EMPTY || c[stride] == EMPTY) return false;
    const int diagonals[4] = {-stride - 1, -stride + 1, stride - 1, stride + 1};
    int enemies = 0, edge = 0;
    for (int i = 0; i < 4; i++) {
        enemies += c[diagonals[i]] == enemy;
        edge |= c[diagonals[i]] == OFF_BOARD;
    }
    return enemies + edge < 2;
}

/* The surroundings of POINT (point.h). */
static ALWAYS_INLINE unsigned kernel_surroundings(const struct board *b, int size, int point) {
    const int around[8] = {-size - 2, -size - 1, -size, -1, 1, size, size + 1, size + 2};
    const uint8_t *c = cell(b, size, point);
    unsigned out = 0;
    for (int i = 0; i < 8; i++) out += surroundings_part(i, (enum color)c[around[i]]);
    return out;
}

static ALWAYS_INLINE bool kernel_is_eye(const struct board *b, int size, int point,
                                        enum color color) {
    return cell_is_eye(cell(b, size, point), size, color);
}

static ALWAYS_INLINE bool kernel_in_atari(const struct board *b, int words, int root,
                                          enum color color) {
    return (b->store[(SET_ATARI_BLACK + (int)color) * words + (root >> 6)] >> (root & 63)) & 1;
}

/* The stones that COLOR takes by playing the empty POINT: those of the adjacent enemy chains in
 * atari, for which POINT is the last liberty. */
static ALWAYS_INLINE struct bitset kernel_taken(const struct board *b, int size, int point,
                                                enum color color) {
    const int words = size_words(size);
    const enum color other = color_other(color);
    struct bitset out = {{0}};
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) != (uint8_t)other) continue;
        if (!kernel_in_atari(b, words, b->root[near], other)) continue;
        const struct bitset stones = set_load(b, words, chain_stones(b->root[near]));
        bitset_unite(&out, &stones, words);
    }
    return out;
}

/* The liberties of the chain that a stone of COLOR on the empty POINT forms, without captures. */
static ALWAYS_INLINE struct bitset kernel_liberties_after(const struct board *b, int size,
                                                          int point, enum color color) {
    const int words = size_words(size);
    struct bitset stone = {{0}};
    bitset_add(&stone, point);
    struct bitset out = kernel_neighbours(&stone, size);
    for (int i = 0; i < words; i++) out.word[i] &= b->store[SET_EMPTY * words + i];
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) != (uint8_t)color) continue;
        const struct bitset more = set_load(b, words, chain_liberties(b->root[near]));
        bitset_unite(&out, &more, words);
    }
    bitset_remove(&out, point);
    return out;
}

/* Whether a stone on the empty POINT has a liberty: an empty neighbour, a captured chain, or a
 * friendly chain with another liberty. */
static ALWAYS_INLINE bool kernel_is_no_suicide(const struct board *b, int size, int point,
                                               enum color color) {
    const int words = size_words(size);
    const uint8_t *c = cell(b, size, point);
    const int stride = size + 1;
    if (c[-1] == EMPTY || c[1] == EMPTY || c[-stride] == EMPTY || c[stride] == EMPTY) return true;
    FOR_EACH_NEIGHBOUR(near, point, size) {
        const int near_color = *cell(b, size, near);
        if (near_color == OFF_BOARD) continue;
        const bool atari = kernel_in_atari(b, words, b->root[near], (enum color)near_color);
        if ((near_color == (int)color) != atari) return true;
    }
    return false;
}

static ALWAYS_INLINE bool kernel_is_legal(const struct board *b, int size, int point,
                                          enum color color) {
    return *cell(b, size, point) == EMPTY && !(point == b->ko && color == b->ko_color) &&
           kernel_is_no_suicide(b, size, point, color);
}

/* Updates the set of chains in atari after the liberties of the chain at ROOT changed. */
static ALWAYS_INLINE void chain_note_atari(struct board *b, int words, int root, enum color color) {
    const uint64_t *liberties = set_at(b, words, chain_liberties(root));
    uint64_t seen = 0, twice = 0;
    for (int i = 0; i < words; i++) {
        twice |= (liberties[i] & (liberties[i] - 1)) | (seen ? liberties[i] : 0);
        seen |= liberties[i];
    }
    uint64_t *word = set_at(b, words, SET_ATARI_BLACK + (int)color) + (root >> 6);
    const uint64_t bit = UINT64_C(1) << (root & 63);
    *word = twice ? *word & ~bit : *word | bit;
}

/* Removes the chain at ROOT from the board; returns its number of stones. */
static ALWAYS_INLINE int chain_capture(struct board *b, int size, int root, enum color color) {
    const int words = size_words(size);
    const struct bitset stones = set_load(b, words, chain_stones(root));
    const enum color other = color_other(color);
    int count = 0;
    set_remove(b, words, SET_ATARI_BLACK + (int)color, root);
    for (int i = 0; i < words; i++) {
        set_at(b, words, SET_BLACK + (int)color)[i] &= ~stones.word[i];
        set_at(b, words, SET_EMPTY)[i] |= stones.word[i];
        b->captured.word[i] |= stones.word[i];
    }
    BITSET_FOR_EACH(p, stones, words) {
        b->color[size + 2 + p] = EMPTY;
        b->hash ^= zobrist_key(p, color);
        count++;
        FOR_EACH_NEIGHBOUR(near, p, size) {
            if (*cell(b, size, near) != (uint8_t)other) continue;
            const int r = b->root[near];
            set_add(b, words, chain_liberties(r), p);
            chain_note_atari(b, words, r, other);
        }
    }
    return count;
}

/* Joins the chain at FROM into the one at INTO (same colour, different roots); returns the root. */
static ALWAYS_INLINE int chain_join(struct board *b, int size, int into, int from,
                                    enum color color) {
    const int words = size_words(size);
    const struct bitset joined = set_load(b, words, chain_stones(from));
    for (int i = 0; i < words; i++) {
        set_at(b, words, chain_stones(into))[i] |= joined.word[i];
        set_at(b, words, chain_liberties(into))[i] |= b->store[chain_liberties(from) * words + i];
    }
    BITSET_FOR_EACH(p, joined, words) b->root[p] = (uint16_t)into;
    set_remove(b, words, SET_ATARI_BLACK + (int)color, from);
    return into;
}

/* Captures the COUNT chains of COLOR with ROOTS, among which a chain that touches the new stone on
 * two sides stands twice. Returns how many stones they had; they are in b->captured. */
static ALWAYS_INLINE int kernel_capture(struct board *b, int size, const int roots[4], int count,
                                        enum color color) {
    int stones = 0;
    bitset_clear(&b->captured, size_words(size));
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int j = 0; j < i; j++) again |= roots[j] == roots[i];
        if (!again) stones += chain_capture(b, size, roots[i], color);
    }
    return stones;
}

/* Plays a legal POINT (not PASS). Sets last_captured and captured. */
static ALWAYS_INLINE void kernel_play(struct board *b, int size, int point, enum color color) {
    const int words = size_words(size);
    const enum color other = color_other(color);
    assert(*cell(b, size, point) == EMPTY);

    b->hash ^= zobrist_key(point, color);
    b->color[size + 2 + point] = (uint8_t)color;
    set_add(b, words, SET_BLACK + (int)color, point);
    set_remove(b, words, SET_EMPTY, point);
    b->ko = NO_POINT;
    b->last_captured = 0;

    /* A chain of one stone, with the empty neighbours as liberties. The sides with friends and
     * enemies are collected without branches, which would be unpredictable. */
    struct bitset stones = {{0}};
    bitset_add(&stones, point);
    struct bitset liberties = kernel_neighbours(&stones, size);
    unsigned friend_sides = 0, enemy_sides = 0;
    for (int i = 0; i < words; i++) liberties.word[i] &= b->store[SET_EMPTY * words + i];
    const int step[4] = {-1, 1, -(size + 1), size + 1};
    for (int side = 0; side < 4; side++) {
        const int near_color = *cell(b, size, point + step[side]);
        friend_sides |= (unsigned)(near_color == (int)color) << side;
        enemy_sides |= (unsigned)(near_color == (int)other) << side;
    }
    int friends = 0, friend_roots[4];
    int taken = 0, taken_roots[4];
    for (; enemy_sides; enemy_sides &= enemy_sides - 1) {
        const int r = b->root[point + step[word_first(enemy_sides)]];
        uint64_t *its = set_at(b, words, chain_liberties(r));
        its[point >> 6] &= ~(UINT64_C(1) << (point & 63));
        uint64_t left = 0;
        for (int i = 0; i < words; i++) left |= its[i];
        if (left)
            chain_note_atari(b, words, r, other);
        else
            taken_roots[taken++] = r;
    }
    for (; friend_sides; friend_sides &= friend_sides - 1)
        friend_roots[friends++] = b->root[point + step[word_first(friend_sides)]];

    int root = point;
    if (friends == 0) {
        set_store(b, words, chain_stones(point), &stones);
        set_store(b, words, chain_liberties(point), &liberties);
        b->root[point] = (uint16_t)point;
    } else {
        root = friend_roots[0];
        b->root[point] = (uint16_t)root;
        for (int i = 0; i < words; i++) {
            set_at(b, words, chain_stones(root))[i] |= stones.word[i];
            set_at(b, words, chain_liberties(root))[i] |= liberties.word[i];
        }
        for (int i = 1; i < friends; i++) {
            /* A chain that touches two sides has already been joined. */
            const int from = friend_roots[i];
            bool again = false;
            for (int j = 0; j < i; j++) again |= friend_roots[j] == from;
            if (!again) root = chain_join(b, size, root, from, color);
        }
        set_remove(b, words, chain_liberties(root), point);
    }

    if (taken) {
        const int count = kernel_capture(b, size, taken_roots, taken, other);
        b->last_captured = (int16_t)count;
        if (count == 1 && friends == 0) {
            const struct bitset now = set_load(b, words, chain_liberties(point));
            if (bitset_is_single(&now, words)) {
                b->ko = (int16_t)bitset_first(&b->captured, words);
                b->ko_color = (uint8_t)other;
            }
        }
    }
    chain_note_atari(b, words, root, color);
}

static ALWAYS_INLINE void kernel_pass(struct board *b) {
    b->ko = NO_POINT;
    b->last_captured = 0;
}

/* Points where COLOR captures: the liberties of the opponent's chains in atari. */
static ALWAYS_INLINE struct bitset kernel_captures(const struct board *b, int size,
                                                   enum color color) {
    const int words = size_words(size);
    const struct bitset roots = set_load(b, words, SET_ATARI_BLACK + (int)color_other(color));
    struct bitset out = {{0}};
    BITSET_FOR_EACH(r, roots, words) {
        const struct bitset liberty = set_load(b, words, chain_liberties(r));
        bitset_unite(&out, &liberty, words);
    }
    return out;
}

/* The single-point eyes of the player against ENEMY stones, all at once (see cell_is_eye). CLOSED
 * are the empty points without an empty neighbour. */
static ALWAYS_INLINE struct bitset kernel_eyes(const struct bitset *enemy,
                                               const struct bitset *edge, int size,
                                               const struct bitset *closed) {
    const int words = size_words(size);
    const struct bitset touched = kernel_neighbours(enemy, size);
    const struct bitset a = bitset_shift_up(enemy, words, size);
    const struct bitset c = bitset_shift_up(enemy, words, size + 2);
    const struct bitset d = bitset_shift_down(enemy, words, size);
    const struct bitset e = bitset_shift_down(enemy, words, size + 2);
    struct bitset eyes = {{0}};
    for (int i = 0; i < words; i++) {
        const uint64_t up = a.word[i] | c.word[i], down = d.word[i] | e.word[i];
        const uint64_t two = (a.word[i] & c.word[i]) | (d.word[i] & e.word[i]) | (up & down);
        const uint64_t spoiled = two | (edge->word[i] & (up | down));
        eyes.word[i] = closed->word[i] & ~touched.word[i] & ~spoiled;
    }
    return eyes;
}

/* The moves that simulations consider. Empty points next to another empty point are legal, except
 * for a ko. Of the others, the closed ones, eyes of COLOR are excluded, and so are points that
 * touch neither a stone of COLOR nor a chain in atari, which would be suicide. The rest is checked
 * one by one. */
static ALWAYS_INLINE void kernel_candidates(const struct board *b, int size, enum color color,
                                            struct bitset *out) {
    const int words = size_words(size);
    const struct bitset empty = set_load(b, words, SET_EMPTY);
    const struct bitset own = set_load(b, words, SET_BLACK + (int)color);
    const struct bitset enemy = set_load(b, words, SET_BLACK + (int)color_other(color));
    const struct bitset edge = set_load(b, words, SET_EDGE);
    const struct bitset beside_empty = kernel_neighbours(&empty, size);
    const struct bitset beside_own = kernel_neighbours(&own, size);
    const struct bitset captures = kernel_captures(b, size, color);
    struct bitset closed = {{0}}, doubtful = {{0}};
    for (int i = 0; i < words; i++) {
        out->word[i] = empty.word[i] & beside_empty.word[i];
        closed.word[i] = empty.word[i] & ~beside_empty.word[i];
    }
    const struct bitset eyes = kernel_eyes(&enemy, &edge, size, &closed);
    for (int i = 0; i < words; i++)
        doubtful.word[i] = closed.word[i] & ~eyes.word[i] & (beside_own.word[i] | captures.word[i]);
    BITSET_FOR_EACH(p, doubtful, words) {
        if (kernel_is_no_suicide(b, size, p, color)) bitset_add(out, p);
    }
    if (b->ko >= 0 && b->ko_color == color) bitset_remove(out, b->ko);
}

#endif
