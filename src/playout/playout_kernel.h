/* The policies' always-inline kernels: one move, and a whole playout, with the size and the policy
 * as constants. */
#ifndef GUZUMI_PLAYOUT_KERNEL_H
#define GUZUMI_PLAYOUT_KERNEL_H

#include "guzumi/playout.h"

#include "playout_board.h"

/* A few points to draw from. */
struct draw_list {
    int count;
    int point[BOARD_MAX_POINTS];
};

static ALWAYS_INLINE void list_set(struct draw_list *list, const struct bitset *set, int words) {
    list->count = 0;
    BITSET_FOR_EACH(p, *set, words) list->point[list->count++] = p;
}

/* Whether the surroundings AROUND of an empty point make a pattern move for COLOR. */
static ALWAYS_INLINE bool is_pattern(const struct playout_patterns *patterns, unsigned around,
                                     enum color color) {
    return patterns->match[color][around / 64] >> (around % 64) & 1;
}

/* Whether an empty point may be played and is no eye; one beside another empty point always. */
static ALWAYS_INLINE bool is_playable(const struct playout_board *b, int size, int point,
                                      enum color color) {
    if (b->liberties[point + size + 2]) return true;
    return !(point == b->ko && color == b->ko_color) &&
           playout_is_no_suicide(b, size, point, color) &&
           !cell_is_eye(b->color + point + size + 2, size, color);
}

/* A playable point drawn from LIST, or PASS when none is. */
static ALWAYS_INLINE int draw(const struct playout_board *b, int size, struct draw_list *list,
                              enum color color, struct rng *rng) {
    while (list->count > 0) {
        const uint32_t i = rng_below(rng, (uint32_t)list->count);
        const int point = list->point[i];
        if (is_playable(b, size, point, color)) return point;
        list->point[i] = list->point[--list->count];
    }
    return PASS;
}

/* The sides of POINT (bits 0 to 3) on which a chain of COLOR is in atari, without branches. */
static ALWAYS_INLINE unsigned atari_sides(const struct playout_board *b, int size, int point,
                                          enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    unsigned out = 0;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset;
        out |= (unsigned)((b->color[near] == (int)color) & in_atari(b, size, b->root[near])) << i;
    }
    return out;
}

/* The roots of the chains of COLOR beside POINT, each once; returns their number. */
static ALWAYS_INLINE int list_friends(const struct playout_board *b, int size, int point,
                                      enum color color, int roots[4]) {
    const int offset = size + 2, side[4] = SIDES(size);
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset, root = b->root[near];
        bool again = b->color[near] != (int)color;
        for (int j = 0; j < count; j++) again |= roots[j] == root;
        if (!again) roots[count++] = root;
    }
    return count;
}

/* Whether a stone of COLOR at POINT would have two liberties or more, captures aside. */
static ALWAYS_INLINE bool breathes(const struct playout_board *b, int size, int point,
                                   enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    uint64_t liberties = b->liberties[point + offset];
    int roots[4];
    for (int i = list_friends(b, size, point, color, roots) - 1; i >= 0; i--)
        liberties += b->liberties[roots[i] + offset];
    for (int i = 0; i < 4; i++)
        if (b->color[point + side[i] + offset] == (int)color) liberties -= liberty(point);
    return liberties != 0 && !liberties_are_one(liberties);
}

/* Whether a stone of COLOR at POINT takes nothing and stands in atari with three others or more. */
static ALWAYS_INLINE bool is_self_atari(const struct playout_board *b, int size, int point,
                                        enum color color) {
    enum { MOST = 3 };
    const int offset = size + 2;
    int roots[4], stones = 1;
    if (breathes(b, size, point, color) || atari_sides(b, size, point, color_other(color)))
        return false;
    for (int i = list_friends(b, size, point, color, roots) - 1; i >= 0; i--) {
        int p = roots[i];
        do {
            stones++;
            p = b->next[p + offset];
        } while (p != roots[i] && stones <= MOST);
    }
    return stones > MOST;
}

/* Moves that save a chain next to the last move from atari: by its liberty, or by taking a chain
 * that touches it. */
static ALWAYS_INLINE struct bitset saving_moves(const struct playout_board *b, int size, int last,
                                                enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    struct bitset out = {{0}};
    for (unsigned own = atari_sides(b, size, last, color); own; own &= own - 1) {
        const int root = b->root[last + side[word_first(own)] + offset];
        const int point = only_liberty(b->liberties[root + offset]);
        if (breathes(b, size, point, color)) bitset_add(&out, point);
        int p = root;
        do {
            for (unsigned its = atari_sides(b, size, p, color_other(color)); its; its &= its - 1) {
                const int taken = b->root[p + side[word_first(its)] + offset];
                bitset_add(&out, only_liberty(b->liberties[taken + offset]));
            }
            p = b->next[p + offset];
        } while (p != root);
    }
    return out;
}

/* Pattern moves among the eight points around the last move. */
static ALWAYS_INLINE void list_pattern_moves(const struct playout_patterns *patterns,
                                             const struct playout_board *b, int size, int last,
                                             enum color color, struct draw_list *list) {
    const int around[8] = AROUND(size);
    list->count = 0;
    for (int i = 0; i < 8; i++) {
        const int p = last + around[i], cell = p + size + 2;
        list->point[list->count] = p;
        list->count += (b->color[cell] == EMPTY) & is_pattern(patterns, b->around[cell], color);
    }
}

/* The middle of the empty space of three points that holds POINT, if its walls have one colour;
 * else NO_POINT. */
static ALWAYS_INLINE int middle_of_three(const struct playout_board *b, int size, int point) {
    const int offset = size + 2, side[4] = SIDES(size);
    const uint64_t beside = b->liberties[point + offset];
    int middle = point;
    if (empty_beside(beside) == 1) middle = only_liberty(beside);
    if (empty_beside(b->liberties[middle + offset]) != 2) return NO_POINT;
    unsigned walls = 0;
    for (int i = 0; i < 4; i++) {
        const int near = middle + side[i] + offset;
        walls |= 1u << b->color[near];
        if (b->color[near] != EMPTY) continue;
        if (empty_beside(b->liberties[near]) != 1) return NO_POINT;
        for (int j = 0; j < 4; j++) walls |= 1u << b->color[near + side[j]];
    }
    return (walls & 1u << BLACK) && (walls & 1u << WHITE) ? NO_POINT : middle;
}

/* Such points beside the last move. */
static ALWAYS_INLINE void list_middles(const struct playout_board *b, int size, int last,
                                       struct draw_list *list) {
    const int side[4] = SIDES(size);
    list->count = 0;
    for (int i = 0; i < 4; i++) {
        const int near = last + side[i];
        if (b->color[near + size + 2] != EMPTY) continue;
        const int middle = middle_of_three(b, size, near);
        bool again = middle == NO_POINT;
        for (int j = 0; j < list->count; j++) again |= list->point[j] == middle;
        if (!again) list->point[list->count++] = middle;
    }
}

/* Our own tactics, which come before MoGo's rules: a point, or PASS when none applies. */
static ALWAYS_INLINE int choose_by_tactics(const struct playout_board *b, int size,
                                           enum color color, int last, struct rng *rng) {
    const int offset = size + 2, root = b->root[last + offset];
    struct draw_list list;
    if (b->color[last + offset] == (int)color_other(color) && in_atari(b, size, root)) {
        const int taking = only_liberty(b->liberties[root + offset]);
        if (is_playable(b, size, taking, color)) return taking;
    }
    list_middles(b, size, last, &list);
    return draw(b, size, &list, color, rng);
}

/* MoGo's rules before the random move: a point, or PASS when none applies. */
static ALWAYS_INLINE int choose_by_rules(struct playout_board *b, int size, enum color color,
                                         int last, const struct playout_policy *policy,
                                         struct rng *rng) {
    const int words = size_words(size);
    struct draw_list list;
    if (last >= 0) {
        if (policy->tactics) {
            const int point = choose_by_tactics(b, size, color, last, rng);
            if (point != PASS) return point;
        }
        const struct bitset saving = saving_moves(b, size, last, color);
        list_set(&list, &saving, words);
        const int save = draw(b, size, &list, color, rng);
        if (save != PASS) return save;
        list_pattern_moves(policy->patterns, b, size, last, color, &list);
        const int pattern = draw(b, size, &list, color, rng);
        if (pattern != PASS) return pattern;
    }
    const struct bitset captures = playout_captures(b, size, color);
    list_set(&list, &captures, words);
    return draw(b, size, &list, color, rng);
}

/* The empty points but for the eyes of COLOR and the ko. */
static ALWAYS_INLINE struct bitset no_eyes(const struct playout_board *b, int size,
                                           enum color color) {
    const int words = size_words(size);
    struct bitset empty = kernel_board_points(size), closed = {{0}};
    bitset_subtract(&empty, &b->stones[BLACK], words);
    bitset_subtract(&empty, &b->stones[WHITE], words);
    const struct bitset beside_empty = kernel_neighbours(&empty, size);
    for (int i = 0; i < words; i++) closed.word[i] = empty.word[i] & ~beside_empty.word[i];
    const struct bitset eyes = kernel_eyes(&b->stones[color_other(color)], &b->edge, size, &closed);
    bitset_subtract(&empty, &eyes, words);
    if (b->ko >= 0 && b->ko_color == color) bitset_remove(&empty, b->ko);
    return empty;
}

/* One of the candidates, each as likely as the others, or PASS when there is none; no self-atari
 * when CAREFUL. */
static ALWAYS_INLINE int draw_candidate(const struct playout_board *b, int size, enum color color,
                                        bool careful, struct rng *rng) {
    const int words = size_words(size);
    if (b->empty_count == 0) return PASS;
    /* Most empty points are candidates as they have an empty neighbour. */
    const int point = b->empty[rng_below(rng, (uint32_t)b->empty_count)];
    if (is_playable(b, size, point, color) && !(careful && is_self_atari(b, size, point, color)))
        return point;
    struct bitset rest = no_eyes(b, size, color);
    bitset_remove(&rest, point);
    for (int count = bitset_count(&rest, words); count > 0; count--) {
        const int p = bitset_select(&rest, words, (int)rng_below(rng, (uint32_t)count));
        if (playout_is_no_suicide(b, size, p, color) &&
            !(careful && is_self_atari(b, size, p, color)))
            return p;
        bitset_remove(&rest, p);
    }
    return PASS;
}

/* One move of the policy, which is of that KIND: a point, or PASS when there is none. */
static ALWAYS_INLINE int kernel_choose(struct playout_board *b, int size, enum color color,
                                       int last, enum policy kind,
                                       const struct playout_policy *policy, struct rng *rng) {
    if (kind == POLICY_MOGO && (policy->epsilon == 0 || !rng_chance(rng, policy->epsilon))) {
        const int p = choose_by_rules(b, size, color, last, policy, rng);
        if (p != PASS) return p;
    }
    return draw_candidate(b, size, color, kind == POLICY_MOGO && policy->tactics, rng);
}

/* Writes down move T, which was just played. */
static ALWAYS_INLINE void note_move(struct trajectory *trajectory, const struct playout_board *b,
                                    int t, int point) {
    const int16_t *taken = b->empty + b->empty_count - b->captured_count;
    int end = trajectory->taken_end[t - 1];
    for (int i = 0; i < b->captured_count; i++) trajectory->taken[end++] = taken[i];
    trajectory->taken_end[t] = (int16_t)end;
    trajectory->point[t] = (int16_t)point;
    trajectory->explored[t] = false;
}

/* Writes down how the game ended after MOVES more. */
static ALWAYS_INLINE void note_end(struct trajectory *trajectory, const struct playout_board *b,
                                   int moves, bool finished) {
    trajectory->length += moves;
    trajectory->finished = finished;
    for (int color = 0; color < 2; color++) trajectory->stones[color] = b->stones[color];
}

/* Plays to the end by the policy, which is of that KIND, for at most LIMIT moves; returns the
 * number of moves. */
static ALWAYS_INLINE int kernel_playout(struct playout_board *b, int size,
                                        struct playout_start start, enum policy kind,
                                        const struct playout_policy *policy, int limit,
                                        struct rng *rng, struct trajectory *trajectory) {
    enum color color = start.to_move;
    const int before = trajectory ? trajectory->length : 0;
    int last = start.last_point, passes = start.passes, moves = 0;
    for (; moves < limit && passes < 2; moves++) {
        const int point = kernel_choose(b, size, color, last, kind, policy, rng);
        if (point == PASS) {
            playout_pass(b);
            passes++;
        } else {
            playout_play(b, size, point, color, kind == POLICY_MOGO);
            passes = 0;
        }
        if (trajectory) note_move(trajectory, b, before + moves + 1, point);
        last = point;
        color = color_other(color);
    }
    if (trajectory) note_end(trajectory, b, moves, passes >= 2);
    return moves;
}

#endif
