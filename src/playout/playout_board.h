/* The board of the playouts, made for speed alone.
 *
 * It has the same stones, chains, captures and simple ko as struct board, but of a chain's
 * liberties only three sums over all pairs of a stone and an empty point p beside it, packed in one
 * 64-bit number:
 *
 *     bit 63        52 51            32 31             0
 *         |  number  |    sum of p     |  sum of p^2   |
 *
 * A new stone takes a liberty from the chains on its four sides by four subtractions, and chains
 * are joined by an addition. A chain is captured when its sums are zero. It is in atari when all
 * pairs have the same p, which is when number * (sum of p^2) = (sum of p)^2, the equality case of
 * Cauchy-Schwarz; p is then sum / number. Other liberties are not known.
 *
 * Every cell belongs to a chain, so that hot loops need no unpredictable branch: an empty point is
 * a chain of its own, whose sums are over the empty points beside it, and all cells off the board
 * are one chain, whose sums mean nothing. */
#ifndef GUZUMI_PLAYOUT_BOARD_H
#define GUZUMI_PLAYOUT_BOARD_H

#include "guzumi/go/point.h"

#include "board_kernel.h"

struct playout_board {
    int ko; /* where ko_color may not play now, or NO_POINT */
    enum color ko_color;
    int captured_count;      /* by the last move; their points are the last ones of EMPTY */
    unsigned weakened;       /* sides of the last move (bits 0 to 3) with an enemy chain in atari */
    struct bitset stones[2]; /* by colour */
    /* A superset of the roots of the chains in atari, by colour: entries that have become stale are
     * removed when the set is read, which is cheaper than at each move. */
    struct bitset weak[2];
    struct bitset points, edge; /* of the board */
    int empty_count;
    int16_t empty[BOARD_MAX_POINTS]; /* the empty points, in no order */
    /* By cell: point + size + 2, as in struct board. */
    int16_t place[BOARD_MAX_CELLS]; /* index of an empty point in EMPTY */
    uint8_t color[BOARD_MAX_CELLS]; /* enum color */
    /* The surroundings (point.h), undefined off the board; one spare entry at the end. */
    uint16_t around[BOARD_MAX_CELLS + 1];
    int16_t root[BOARD_MAX_CELLS];       /* of its chain, a point */
    int16_t next[BOARD_MAX_CELLS];       /* point of the same chain, in a ring */
    uint64_t liberties[BOARD_MAX_CELLS]; /* packed sums of the chain rooted there */
    bool atari[BOARD_MAX_CELLS];         /* whether the chain rooted there is in atari */
};

/* Offsets of a point's neighbours. */
#define SIDES(size)                                                                                \
    { -1, 1, -((size) + 1), (size) + 1 }
#define AROUND(size)                                                                               \
    { -(size)-2, -(size)-1, -(size), -1, 1, (size), (size) + 1, (size) + 2 }

/* What an empty POINT adds to the sums of a stone beside it. No sum overflows its field: a chain
 * has at most 4 x 361 pairs, and a point is below 2^9. */
static ALWAYS_INLINE uint64_t liberty(int point) {
    const uint64_t p = (uint64_t)point;
    return UINT64_C(1) << 52 | p << 32 | p * p;
}

/* Number of empty neighbours of an empty point with these sums. */
static ALWAYS_INLINE int empty_beside(uint64_t liberties) {
    return (int)(liberties >> 52);
}

static ALWAYS_INLINE bool liberties_are_one(uint64_t liberties) {
    const uint64_t number = liberties >> 52, sum = liberties >> 32 & 0xfffff;
    return number * (liberties & 0xffffffff) == sum * sum;
}

/* The single liberty. At most 16 pairs: the liberty has at most four stones beside it, and
 * liberties_after counts a chain up to four times. */
static ALWAYS_INLINE int only_liberty(uint64_t liberties) {
    const unsigned number = (unsigned)(liberties >> 52), sum = liberties >> 32 & 0xfffff;
    assert(number >= 1 && number <= 16);
    return (int)(sum / number);
}

/* Updates and returns whether the chain with that ROOT is in atari. */
static ALWAYS_INLINE bool update_atari(struct playout_board *b, int size, int root) {
    return b->atari[root + size + 2] = liberties_are_one(b->liberties[root + size + 2]);
}

static ALWAYS_INLINE bool in_atari(const struct playout_board *b, int size, int root) {
    return b->atari[root + size + 2];
}

/* Adds to, or subtracts from, three consecutive entries of AROUND as one word with the next entry,
 * which does not change. No entry leaves its range, so nothing carries over. */
static ALWAYS_INLINE void change_row(uint16_t *row, const uint16_t change[4], bool adds) {
    uint64_t by, entries;
    memcpy(&by, change, sizeof by);
    memcpy(&entries, row, sizeof entries);
    entries = adds ? entries + by : entries - by;
    memcpy(row, &entries, sizeof entries);
}

/* Updates AROUND for a stone of COLOR on POINT that comes (ADDS) or goes. */
static ALWAYS_INLINE void change_around(struct playout_board *b, int size, int point,
                                        enum color color, bool adds) {
    /* Neighbour i sees the point as its number 7 - i: 3^7 and so on, by colour and row. */
    static const uint16_t stone[2][3][4] = {{{2187, 729, 243}, {81, 0, 27}, {9, 3, 1}},
                                            {{4374, 1458, 486}, {162, 0, 54}, {18, 6, 2}}};
    uint16_t *at = b->around + point + size + 2;
    change_row(at - size - 2, stone[color][0], adds);
    change_row(at - 1, stone[color][1], adds);
    change_row(at + size, stone[color][2], adds);
}

/* Removes the chain rooted at ROOT. All its points become empty chains of their own before any of
 * them becomes a liberty: in a single pass a neighbour's root could still be the removed one. */
static ALWAYS_INLINE void playout_capture(struct playout_board *b, int size, int root,
                                          enum color color, bool rules) {
    const int offset = size + 2, side[4] = SIDES(size);
    int p = root;
    do {
        b->color[p + offset] = EMPTY;
        b->root[p + offset] = (int16_t)p;
        b->liberties[p + offset] = 0;
        b->place[p + offset] = (int16_t)b->empty_count;
        b->empty[b->empty_count++] = (int16_t)p;
        bitset_remove(&b->stones[color], p);
        if (rules) change_around(b, size, p, color, false);
        b->captured_count++;
        p = b->next[p + offset];
    } while (p != root);
    do {
        const int after = b->next[p + offset];
        b->next[p + offset] = (int16_t)p;
        for (int i = 0; i < 4; i++) {
            const int its = b->root[p + side[i] + offset] + offset;
            b->liberties[its] += liberty(p);
            /* P is not its only liberty. The chain of the capturing stone may be an exception:
             * playout_play updates it last. */
            b->atari[its] = false;
        }
        p = after;
    } while (p != root);
}

static ALWAYS_INLINE void swap_next(struct playout_board *b, int a, int c) {
    const int16_t next = b->next[a];
    b->next[a] = b->next[c];
    b->next[c] = next;
}

/* Joins the chain rooted at FROM to that at INTO. */
static ALWAYS_INLINE void playout_join(struct playout_board *b, int size, int into, int from) {
    const int offset = size + 2;
    b->liberties[into + offset] += b->liberties[from + offset];
    int p = from;
    do {
        b->root[p + offset] = (int16_t)into;
        p = b->next[p + offset];
    } while (p != from);
    swap_next(b, into + offset, from + offset);
}

/* Plays a legal POINT (not PASS). */
static ALWAYS_INLINE void playout_play(struct playout_board *b, int size, int point,
                                       enum color color, bool rules) {
    const int offset = size + 2, side[4] = SIDES(size);
    const int other = (int)color_other(color);
    const uint64_t lost = liberty(point);
    unsigned friends = 0, weakened = 0, taken = 0;
    assert(b->color[point + offset] == EMPTY && b->empty_count > 0);
    const int last = b->empty[--b->empty_count];
    b->empty[b->place[point + offset]] = (int16_t)last;
    b->place[last + offset] = b->place[point + offset];
    b->color[point + offset] = (uint8_t)color;
    bitset_add(&b->stones[color], point);
    if (rules) change_around(b, size, point, color, true);
    for (int i = 0; i < 4; i++) b->liberties[b->root[point + side[i] + offset] + offset] -= lost;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset, its = b->root[near];
        const bool enemy = b->color[near] == other;
        friends |= (unsigned)(b->color[near] == (int)color) << i;
        weakened |= (unsigned)(enemy & update_atari(b, size, its)) << i; /* or with no liberty */
    }
    const bool alone = friends == 0;
    int root = point;
    if (friends) {
        root = b->root[point + side[word_first(friends)] + offset];
        b->root[point + offset] = (int16_t)root;
        b->liberties[root + offset] += b->liberties[point + offset];
        swap_next(b, point + offset, root + offset);
        while (friends &= friends - 1) {
            const int from = b->root[point + side[word_first(friends)] + offset];
            if (from != root) playout_join(b, size, root, from);
        }
    }
    for (unsigned rest = weakened; rest; rest &= rest - 1) {
        const int its = b->root[point + side[word_first(rest)] + offset];
        if (!b->liberties[its + offset])
            taken |= rest & (0 - rest);
        else if (rules)
            bitset_add(&b->weak[other], its);
    }
    b->weakened = weakened & ~taken;
    b->ko = NO_POINT;
    b->captured_count = 0;
    if (taken) {
        for (unsigned rest = taken; rest; rest &= rest - 1) {
            const int near = point + side[word_first(rest)] + offset;
            /* A chain on two sides is gone the second time. */
            if (b->color[near] == other)
                playout_capture(b, size, b->root[near], (enum color)other, rules);
        }
        if (alone && b->captured_count == 1) {
            const int p = b->empty[b->empty_count - 1];
            if (b->liberties[point + offset] == liberty(p)) {
                b->ko = p;
                b->ko_color = (enum color)other;
            }
        }
    }
    const uint64_t own = update_atari(b, size, root);
    if (rules) b->weak[color].word[root >> 6] |= own << (root & 63);
}

static ALWAYS_INLINE void playout_pass(struct playout_board *b) {
    b->ko = NO_POINT;
    b->captured_count = 0;
    b->weakened = 0;
}

/* Whether an empty POINT that is no ko may be played: it has an empty neighbour, takes a chain, or
 * joins a chain with another liberty. */
static ALWAYS_INLINE bool playout_is_no_suicide(const struct playout_board *b, int size, int point,
                                                enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    const int other = (int)color_other(color);
    bool good = b->liberties[point + offset] != 0;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset, near_color = b->color[near];
        const bool atari = in_atari(b, size, b->root[near]);
        good |= (near_color == (int)color) & !atari;
        good |= (near_color == other) & atari;
    }
    return good;
}

/* The words of SET that are not empty, a bit each. */
static ALWAYS_INLINE unsigned words_used(const struct bitset *set, int words) {
    unsigned used = 0;
    for (int i = 0; i < words; i++) used |= (unsigned)(set->word[i] != 0) << i;
    return used;
}

/* Takes the lowest point from a SET with these words USED. Sets of few points in many words are
 * read so: one loop with one end, where a loop for each word has as many ends to predict. */
static ALWAYS_INLINE int take_point(struct bitset *set, unsigned *used) {
    const int i = word_first(*used);
    const uint64_t word = set->word[i], rest = word & (word - 1);
    set->word[i] = rest;
    *used &= ~((unsigned)(rest == 0) << i);
    return 64 * i + word_first(word);
}

/* Points where COLOR captures. Removes stale entries of WEAK; which ones are stale cannot be
 * predicted, so there is no branch. */
static ALWAYS_INLINE struct bitset playout_captures(struct playout_board *b, int size,
                                                    enum color color) {
    const int offset = size + 2, other = (int)color_other(color);
    struct bitset out = {{0}}, rest = b->weak[other];
    unsigned used = words_used(&rest, size_words(size));
    while (used) {
        const int r = take_point(&rest, &used);
        const uint64_t good =
            (b->color[r + offset] == other) & (b->root[r + offset] == r) & in_atari(b, size, r);
        /* One pair of point 0 in the place of a stale entry's. */
        const uint64_t liberties =
            (b->liberties[r + offset] & (0 - good)) | (liberty(0) & (good - 1));
        const int point = only_liberty(liberties);
        out.word[point >> 6] |= good << (point & 63);
        b->weak[other].word[r >> 6] &= ~((good ^ 1) << (r & 63));
    }
    return out;
}

/* Fills AROUND, stone by stone. */
static ALWAYS_INLINE void load_around(struct playout_board *b, int size, int cells) {
    const int first = size + 2, row = size + 1;
    memset(b->around, 0, (size_t)(cells + 1) * sizeof b->around[0]);
    for (int i = 0; i < size; i++) {
        b->around[first + i] += (uint16_t)surroundings_part(1, OFF_BOARD);
        b->around[first + i * row] += (uint16_t)surroundings_part(3, OFF_BOARD);
        b->around[first + i * row + size - 1] += (uint16_t)surroundings_part(4, OFF_BOARD);
        b->around[first + (size - 1) * row + i] += (uint16_t)surroundings_part(6, OFF_BOARD);
    }
    for (int color = BLACK; color <= WHITE; color++)
        BITSET_FOR_EACH(p, b->stones[color], size_words(size)) {
            change_around(b, size, p, (enum color)color, true);
        }
}

/* Copies the position of FROM. */
static ALWAYS_INLINE void playout_load(struct playout_board *b, int size, const struct board *from,
                                       bool rules) {
    const int words = size_words(size), offset = size + 2, side[4] = SIDES(size);
    const int cells = (size + 2) * (size + 1) + 1;
    const struct bitset empty = set_load(from, words, SET_EMPTY);
    b->ko = from->ko;
    b->ko_color = (enum color)from->ko_color;
    b->captured_count = 0;
    b->weakened = 0;
    b->empty_count = 0;
    b->points = kernel_board_points(size);
    b->edge = set_load(from, words, SET_EDGE);
    memcpy(b->color, from->color, (size_t)cells);
    memset(b->liberties, 0, (size_t)cells * sizeof b->liberties[0]);
    memset(b->atari, 0, (size_t)cells * sizeof b->atari[0]);
    for (int c = 0; c < cells; c++) {
        /* The chain of all cells off the board is rooted at one of them that a point can number:
         * the padding column of the first row. */
        b->root[c] = (int16_t)(from->color[c] == OFF_BOARD ? size : c - offset);
        b->next[c] = (int16_t)(c - offset);
    }
    for (int c = BLACK; c <= WHITE; c++) {
        b->stones[c] = set_load(from, words, SET_BLACK + c);
        b->weak[c] = set_load(from, words, SET_ATARI_BLACK + c);
        BITSET_FOR_EACH(p, b->stones[c], words) {
            const int root = from->root[p];
            b->root[p + offset] = (int16_t)root;
            if (p != root) swap_next(b, p + offset, root + offset);
        }
        BITSET_FOR_EACH(r, b->weak[c], words) b->atari[r + offset] = true;
    }
    BITSET_FOR_EACH(p, empty, words) {
        b->place[p + offset] = (int16_t)b->empty_count;
        b->empty[b->empty_count++] = (int16_t)p;
        for (int i = 0; i < 4; i++)
            b->liberties[b->root[p + side[i] + offset] + offset] += liberty(p);
    }
    if (rules) load_around(b, size, cells);
}

static ALWAYS_INLINE struct bitset playout_empty_points(const struct playout_board *b, int size) {
    const int words = size_words(size);
    struct bitset out = b->points;
    bitset_subtract(&out, &b->stones[BLACK], words);
    bitset_subtract(&out, &b->stones[WHITE], words);
    return out;
}

#endif
