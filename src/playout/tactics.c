/* Tactics by set arithmetic on bitboards: each class of moves is a few operations on sets of
 * points, and only what they leave open is tested move by move. */
#include "guzumi/playout/tactics.h"

#include "board_kernel.h"
#include "eye_space.h"

#include <stdlib.h>

/* Whether the chain that a stone of COLOR on POINT makes has two liberties or more, captures aside.
 */
static bool has_two_liberties(const struct board *b, int point, enum color color) {
    const struct bitset liberties = kernel_liberties_after(b, b->size, point, color);
    return !bitset_is_empty(&liberties, b->words) && !bitset_is_single(&liberties, b->words);
}

/* The empty points with two empty neighbours or more: a stone there has two liberties. */
static struct bitset roomy(const struct board *b) {
    const int words = b->words;
    const struct bitset empty = set_load(b, words, SET_EMPTY);
    const struct bitset east = bitset_shift_up(&empty, words, 1);
    const struct bitset west = bitset_shift_down(&empty, words, 1);
    const struct bitset north = bitset_shift_up(&empty, words, b->size + 1);
    const struct bitset south = bitset_shift_down(&empty, words, b->size + 1);
    struct bitset out = {{0}};
    for (int i = 0; i < words; i++) {
        const uint64_t e = east.word[i], w = west.word[i], n = north.word[i], s = south.word[i];
        out.word[i] = empty.word[i] & ((e & w) | (n & s) | ((e | w) & (n | s)));
    }
    return out;
}

/* SET and the points around it, diagonals included. */
static struct bitset grown(const struct bitset *set, int size) {
    const int words = size_words(size);
    struct bitset rows = *set;
    const struct bitset east = bitset_shift_up(set, words, 1);
    const struct bitset west = bitset_shift_down(set, words, 1);
    bitset_unite(&rows, &east, words);
    bitset_unite(&rows, &west, words);
    struct bitset out = rows;
    const struct bitset north = bitset_shift_up(&rows, words, size + 1);
    const struct bitset south = bitset_shift_down(&rows, words, size + 1);
    const struct bitset points = kernel_board_points(size); /* or it would grow over the padding */
    bitset_unite(&out, &north, words);
    bitset_unite(&out, &south, words);
    return bitset_common(&out, &points, words);
}

/* Whether the chain with a ROOT of COLOR touches POINT. */
static bool touches(const struct board *b, int root, enum color color, int point) {
    bool out = false;
    if (point < 0) return false;
    FOR_EACH_NEIGHBOUR(near, point, b->size) {
        out |= *cell(b, b->size, near) == (uint8_t)color && b->root[near] == root;
    }
    return out;
}

static void find_saves(struct tactics *out, const struct board *b, enum color color, int last,
                       const struct bitset *candidates) {
    const struct bitset weak = set_load(b, b->words, SET_ATARI_BLACK + (int)color);
    BITSET_FOR_EACH(root, weak, b->words) {
        const struct bitset liberty = set_load(b, b->words, chain_liberties(root));
        const int point = bitset_first(&liberty, b->words);
        if (!bitset_has(candidates, point) || !has_two_liberties(b, point, color)) continue;
        bitset_add(&out->saves, point);
        if (touches(b, root, color, last)) bitset_add(&out->answers, point);
    }
}

/* dx + dy + max(dx, dy), the usual distance of move features: 2 adjacent, 3 diagonal, 4 a one-point
 * jump, 5 a knight's move (Coulom 2007). */
static int distance(int size, int a, int b) {
    const int x = abs(point_column(size, a) - point_column(size, b));
    const int y = abs(point_row(size, a) - point_row(size, b));
    return x + y + (x > y ? x : y);
}

static void find_near(struct tactics *out, int size, int last, const struct bitset *candidates) {
    static const int farthest[TACTICS_NEAR] = {3, 5, 7};
    if (last < 0) return;
    BITSET_FOR_EACH(p, *candidates, size_words(size)) {
        const int d = distance(size, p, last);
        int i = 0;
        while (i < TACTICS_NEAR && d > farthest[i]) i++;
        if (i < TACTICS_NEAR) bitset_add(&out->near[i], p);
    }
}

static struct bitset find_stones(const struct board *b) {
    struct bitset out = set_load(b, b->words, SET_BLACK);
    const struct bitset white = set_load(b, b->words, SET_WHITE);
    bitset_unite(&out, &white, b->words);
    return out;
}

void tactics_find(struct tactics *out, const struct board *b, enum color color, int last,
                  const struct playout_patterns *patterns, const struct bitset *candidates) {
    const int words = b->words, size = b->size;
    memset(out, 0, sizeof *out);
    const struct bitset captures = kernel_captures(b, size, color), room = roomy(b);
    out->captures = bitset_common(&captures, candidates, words);
    find_saves(out, b, color, last, candidates);
    find_near(out, size, last, candidates);

    /* A stone that captures or has two empty neighbours is no self-atari; few candidates are left
     * for the exact test. */
    struct bitset tight = *candidates;
    bitset_subtract(&tight, &room, words);
    bitset_subtract(&tight, &out->captures, words);
    BITSET_FOR_EACH(p, tight, words) {
        if (!has_two_liberties(b, p, color)) bitset_add(&out->self_ataris, p);
    }

    const struct bitset stones = find_stones(b), rim = set_load(b, words, SET_EDGE);
    const struct bitset beside = grown(&stones, size), around = grown(&beside, size);
    const struct bitset close = bitset_common(&beside, candidates, words);
    BITSET_FOR_EACH(q, close, words) {
        if (playout_is_pattern(patterns, b, q, color)) bitset_add(&out->patterns, q);
    }
    out->edge = bitset_common(&rim, candidates, words);
    bitset_subtract(&out->edge, &around, words);
}

/* The points on lines FROM to TO, counted from 0, from both edges of a corner. */
static struct bitset square_in_corner(int size, int corner, int from, int to) {
    struct bitset out = {{0}};
    for (int i = from; i <= to; i++)
        for (int j = from; j <= to; j++)
            bitset_add(
                &out, point_at(size, corner & 1 ? size - 1 - i : i, corner & 2 ? size - 1 - j : j));
    return out;
}

static void find_corners(struct opening *out, int size, const struct bitset *stones,
                         const struct bitset *candidates) {
    const int words = size_words(size);
    for (int corner = 0; corner < 4; corner++) {
        const struct bitset whole = square_in_corner(size, corner, 0, TACTICS_CORNER - 1);
        const struct bitset taken = bitset_common(&whole, stones, words);
        const struct bitset first_moves = square_in_corner(size, corner, 2, 3);
        if (bitset_is_empty(&taken, words)) bitset_unite(&out->corners, &first_moves, words);
    }
    out->corners = bitset_common(&out->corners, candidates, words);
}

void tactics_find_opening(struct opening *out, const struct board *b,
                          const struct bitset *candidates) {
    const int words = b->words, size = b->size;
    memset(out, 0, sizeof *out);
    if (size < TACTICS_LARGE) return;
    const struct bitset stones = find_stones(b);
    const struct bitset beside = grown(&stones, size), around = grown(&beside, size);
    struct bitset open = *candidates;
    bitset_subtract(&open, &around, words);

    /* Each of these is the lines from the edge to that one: growing the edge adds a line. */
    const struct bitset first = set_load(b, words, SET_EDGE), second = grown(&first, size);
    const struct bitset third = grown(&second, size), fourth = grown(&third, size);
    const struct bitset fifth = grown(&fourth, size), low = bitset_common(&second, &open, words);
    out->frame = bitset_common(&fourth, &open, words);
    bitset_subtract(&out->frame, &second, words);
    out->misplaced = open;
    bitset_subtract(&out->misplaced, &fifth, words);
    bitset_unite(&out->misplaced, &low, words);
    find_corners(out, size, &stones, candidates);
}

/* --- bad self-atari --- */

/* The stones of the chain that a stone of COLOR on POINT makes. */
static struct bitset joined_stones(const struct board *b, int point, enum color color) {
    struct bitset out = {{0}};
    bitset_add(&out, point);
    FOR_EACH_NEIGHBOUR(near, point, b->size) {
        if (*cell(b, b->size, near) != (uint8_t)color) continue;
        const struct bitset stones = set_load(b, b->words, chain_stones(b->root[near]));
        bitset_unite(&out, &stones, b->words);
    }
    return out;
}

bool tactics_is_bad_self_atari(const struct board *b, int point, enum color color) {
    const struct bitset liberties = kernel_liberties_after(b, b->size, point, color);
    if (!bitset_is_single(&liberties, b->words)) return false;
    const struct bitset captures = kernel_captures(b, b->size, color);
    if (bitset_has(&captures, point)) return false;
    const struct bitset stones = joined_stones(b, point, color);
    const int count = bitset_count(&stones, b->words);
    if (count > 1 && kernel_is_eye(b, b->size, bitset_first(&liberties, b->words), color))
        return true;
    return !eye_space_kills(&stones, count, b->size);
}
