/* Always-inline kernels of the fixed policies: one move, with the size and the policy as constants.
 */
#ifndef GUZUMI_PLAYOUT_KERNEL_H
#define GUZUMI_PLAYOUT_KERNEL_H

#include "guzumi/playout/playout.h"

#include "eye_space.h"

/* Stones that are never put into atari to no purpose. */
enum { SELF_ATARI_MANY = 4 };

/* A few points to draw from. */
struct draw_list {
    int count;
    int point[BOARD_MAX_POINTS];
};

static ALWAYS_INLINE void list_set(struct draw_list *list, const struct bitset *set, int words) {
    struct bitset rest = *set;
    unsigned used = words_used(&rest, words);
    list->count = 0;
    while (used) list->point[list->count++] = take_point(&rest, &used);
}

/* Bits 4 and 5 of struct playout_patterns. */
static ALWAYS_INLINE bool may_be_inside(const struct playout_patterns *patterns, unsigned around,
                                        enum color color) {
    return patterns->rules[around] >> (4 + (unsigned)color) & 1;
}

/* Bits 0 and 1 of struct playout_patterns. */
static ALWAYS_INLINE bool is_pattern(const struct playout_patterns *patterns, unsigned around,
                                     enum color color) {
    return patterns->rules[around] >> (unsigned)color & 1;
}

/* Whether an empty point may be played and is no eye. Beside another empty point it always is:
 * no suicide, no eye, and a ko point has no empty neighbour. */
static ALWAYS_INLINE bool is_playable(const struct playout_board *b, int size, int point,
                                      enum color color) {
    if (b->liberties[point + size + 2]) return true;
    return !(point == b->ko && color == b->ko_color) &&
           playout_is_no_suicide(b, size, point, color) &&
           !cell_is_eye(b->color + point + size + 2, size, color);
}

/* A playable point drawn from LIST, or PASS if there is none. */
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

/* The sides of POINT (bits 0 to 3) with a chain of COLOR in atari, without branches. */
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

/* The packed sums of the chain that a stone of COLOR at POINT makes, captures aside. A chain on k
 * sides is counted k times, which changes neither whether there are liberties nor whether there is
 * only one. */
static ALWAYS_INLINE uint64_t liberties_after(const struct playout_board *b, int size, int point,
                                              enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    uint64_t liberties = b->liberties[point + offset], met = 0;
    int root[4]; /* of the own chain on that side, or a number unique to the side */
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i] + offset, its = b->root[near];
        const uint64_t own = b->color[near] == (int)color;
        root[i] = own ? its : -1 - i;
        liberties += b->liberties[its + offset] & (0 - own);
        met += own;
    }
    /* Such a chain has k pairs with POINT and was added k times, so k^2 pairs must go: k of them
     * are in MET, and two for each of its k (k - 1) / 2 pairs of sides follow. */
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) met += 2 * (uint64_t)(root[i] == root[j]);
    return liberties - met * liberty(point);
}

/* Whether that chain has two liberties or more. */
static ALWAYS_INLINE bool has_two_liberties(const struct playout_board *b, int size, int point,
                                            enum color color) {
    const uint64_t liberties = liberties_after(b, size, point, color);
    return liberties != 0 && !liberties_are_one(liberties);
}

/* Whether POINT, which is empty, has an empty neighbour other than BUT. */
static ALWAYS_INLINE bool is_open(const struct playout_board *b, int size, int point, int but) {
    const int offset = size + 2, side[4] = SIDES(size);
    bool open = false;
    for (int i = 0; i < 4; i++) {
        const int near = point + side[i];
        open |= (b->color[near + offset] == EMPTY) & (near != but);
    }
    return open;
}

/* Stones of the chain rooted at ROOT, at most MOST. */
static ALWAYS_INLINE int count_stones(const struct playout_board *b, int size, int root, int most) {
    int count = 0, p = root;
    do {
        count++;
        p = b->next[p + size + 2];
    } while (p != root && count < most);
    return count;
}

/* The stones of the chain that a stone of COLOR at POINT would be in, if it captures nothing and
 * has one liberty, *LAST; else 0. Of SELF_ATARI_MANY or more it may count fewer, but as many. */
static ALWAYS_INLINE int self_atari_stones(const struct playout_board *b, int size, int point,
                                           enum color color, int *last) {
    int roots[4], stones = 1;
    const uint64_t liberties = liberties_after(b, size, point, color);
    *last = 0;
    if (liberties == 0 || !liberties_are_one(liberties) ||
        atari_sides(b, size, point, color_other(color)))
        return 0;
    *last = only_liberty(liberties);
    for (int i = list_friends(b, size, point, color, roots) - 1; i >= 0; i--)
        stones += count_stones(b, size, roots[i], SELF_ATARI_MANY);
    return stones;
}

/* Whether a stone of COLOR at POINT captures nothing and is in atari to no purpose: in a chain of
 * SELF_ATARI_MANY stones or more, or of LEAST (at least 1) or more with an open last liberty, so
 * that the stones are not inside an eye space. */
static ALWAYS_INLINE bool is_self_atari(const struct playout_board *b, int size, int point,
                                        enum color color, int least) {
    int last;
    if (empty_beside(b->liberties[point + size + 2]) >= 2) return false;
    const int stones = self_atari_stones(b, size, point, color, &last);
    return stones >= SELF_ATARI_MANY || (stones >= least && is_open(b, size, last, point));
}

/* Removes such self-ataris from LIST. */
static ALWAYS_INLINE void drop_self_ataris(const struct playout_board *b, int size,
                                           enum color color, int least, struct draw_list *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (!is_self_atari(b, size, list->point[i], color, least))
            list->point[kept++] = list->point[i];
    list->count = kept;
}

/* Moves that save a chain next to the last move from atari: by its liberty, or by capturing a chain
 * that touches it. The board's WEAKENED is up to date. */
static ALWAYS_INLINE struct bitset saving_moves(const struct playout_board *b, int size, int last,
                                                enum color color) {
    const int offset = size + 2, side[4] = SIDES(size);
    struct bitset out = {{0}};
    for (unsigned own = b->weakened; own; own &= own - 1) {
        const int root = b->root[last + side[word_first(own)] + offset];
        const int point = only_liberty(b->liberties[root + offset]);
        if (has_two_liberties(b, size, point, color)) bitset_add(&out, point);
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

/* The vital points of the spaces beside the opponent's last move, which walled them in or captured
 * stones in them. */
static ALWAYS_INLINE void list_vital_points(const struct playout_policy *policy,
                                            const struct playout_board *b, int size, int last,
                                            enum color color, struct draw_list *list) {
    const int side[4] = SIDES(size);
    unsigned walled = 0; /* sides that may have such a space: one load each, no branches */
    for (int i = 0; i < 4; i++) {
        const int cell = last + side[i] + size + 2;
        walled |= (unsigned)((b->color[cell] == EMPTY) &
                             may_be_nakade(policy->patterns, b->around[cell], color))
                  << i;
    }
    list->count = 0;
    for (; walled; walled &= walled - 1) {
        const int near = last + side[word_first(walled)];
        const int vital = eye_space_vital(b, size, near, color_other(color), policy);
        bool again = vital == NO_POINT;
        for (int j = 0; j < list->count; j++) again |= list->point[j] == vital;
        if (!again) list->point[list->count++] = vital;
    }
}

/* The answers to the opponent's last move if it is in a small space of COLOR's. */
static ALWAYS_INLINE void list_answers_inside(const struct playout_board *b, int size, int last,
                                              enum color color, const struct playout_policy *policy,
                                              struct draw_list *list) {
    list->count = 0;
    if (may_be_inside(policy->patterns, b->around[last + size + 2], color))
        list->count = eye_space_answers(b, size, last, color, policy, list->point);
}

/* Whether COLOR would fill a small space of its own at POINT, where another point makes two eyes of
 * it. */
static ALWAYS_INLINE bool spoils_space(const struct playout_board *b, int size, int point,
                                       enum color color, const struct playout_policy *policy) {
    return may_be_inside(policy->patterns, b->around[point + size + 2], color) &&
           eye_space_spoils(b, size, point, color, policy);
}

/* Our own tactics, which come before MoGo's rules: a point, or PASS if none applies. */
static ALWAYS_INLINE int choose_by_tactics(const struct playout_board *b, int size,
                                           enum color color, int last,
                                           const struct playout_policy *policy, struct rng *rng) {
    const int offset = size + 2, root = b->root[last + offset];
    struct draw_list list;
    if (b->color[last + offset] == (int)color_other(color) && in_atari(b, size, root)) {
        const int taking = only_liberty(b->liberties[root + offset]);
        if (is_playable(b, size, taking, color)) return taking;
    }
    list_answers_inside(b, size, last, color, policy, &list);
    const int dividing = draw(b, size, &list, color, rng);
    if (dividing != PASS) return dividing;
    list_vital_points(policy, b, size, last, color, &list);
    return draw(b, size, &list, color, rng);
}

/* MoGo's rules but the last: a point, or PASS if none applies. */
static ALWAYS_INLINE int choose_by_rules(struct playout_board *b, int size, enum color color,
                                         int last, const struct playout_policy *policy,
                                         struct rng *rng) {
    const int words = size_words(size);
    struct draw_list list;
    if (last >= 0) {
        if (b->weakened) {
            const struct bitset saving = saving_moves(b, size, last, color);
            list_set(&list, &saving, words);
            const int save = draw(b, size, &list, color, rng);
            if (save != PASS) return save;
        }
        list_pattern_moves(policy->patterns, b, size, last, color, &list);
        if (policy->tactics && policy->self_atari < SELF_ATARI_MANY)
            drop_self_ataris(b, size, color, policy->self_atari, &list);
        const int pattern = draw(b, size, &list, color, rng);
        if (pattern != PASS) return pattern;
    }
    const struct bitset captures = playout_captures(b, size, color);
    list_set(&list, &captures, words);
    return draw(b, size, &list, color, rng);
}

/* The empty points except the eyes of COLOR and the ko. */
static ALWAYS_INLINE struct bitset no_eyes(const struct playout_board *b, int size,
                                           enum color color) {
    const int words = size_words(size);
    struct bitset empty = playout_empty_points(b, size), closed = {{0}};
    const struct bitset beside_empty = kernel_neighbours(&empty, size);
    for (int i = 0; i < words; i++) closed.word[i] = empty.word[i] & ~beside_empty.word[i];
    const struct bitset eyes = kernel_eyes(&b->stones[color_other(color)], &b->edge, size, &closed);
    bitset_subtract(&empty, &eyes, words);
    if (b->ko >= 0 && b->ko_color == color) bitset_remove(&empty, b->ko);
    return empty;
}

/* Whether our own tactics leave POINT out: a pointless self-atari, or a waste of own eye space. */
static ALWAYS_INLINE bool is_careless(const struct playout_board *b, int size, int point,
                                      enum color color, const struct playout_policy *policy) {
    return is_self_atari(b, size, point, color, policy->self_atari) ||
           spoils_space(b, size, point, color, policy);
}

/* A uniformly drawn candidate, or PASS if there is none. With a POLICY (or else NULL) one that its
 * tactics do not leave out. */
static ALWAYS_INLINE int draw_candidate(const struct playout_board *b, int size, enum color color,
                                        const struct playout_policy *policy, struct rng *rng) {
    const int words = size_words(size);
    if (b->empty_count == 0) return PASS;
    /* Rejection sampling: most empty points have an empty neighbour and are candidates, so one draw
     * usually does. Only then are the candidates worth listing. */
    const int point = b->empty[rng_below(rng, (uint32_t)b->empty_count)];
    if (is_playable(b, size, point, color) &&
        !(policy && is_careless(b, size, point, color, policy)))
        return point;
    struct bitset rest = no_eyes(b, size, color);
    bitset_remove(&rest, point);
    for (int count = bitset_count(&rest, words); count > 0; count--) {
        const int p = bitset_select(&rest, words, (int)rng_below(rng, (uint32_t)count));
        if (playout_is_no_suicide(b, size, p, color) &&
            !(policy && is_careless(b, size, p, color, policy)))
            return p;
        bitset_remove(&rest, p);
    }
    return PASS;
}

/* One move of the policy, which is of that KIND: a point, or PASS if there is none. */
static ALWAYS_INLINE int kernel_choose(struct playout_board *b, int size, enum color color,
                                       int last, enum policy kind,
                                       const struct playout_policy *policy, struct rng *rng) {
    if (kind != POLICY_MOGO) return draw_candidate(b, size, color, NULL, rng);
    const bool rules = policy->epsilon == 0 || !rng_bernoulli(rng, policy->epsilon);
    if (policy->tactics && last >= 0 && (rules || policy->tactics_always)) {
        const int p = choose_by_tactics(b, size, color, last, policy, rng);
        if (p != PASS) return p;
    }
    if (rules) {
        const int p = choose_by_rules(b, size, color, last, policy, rng);
        if (p != PASS) return p;
    }
    return draw_candidate(b, size, color, policy->tactics ? policy : NULL, rng);
}

#endif
