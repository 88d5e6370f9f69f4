/* The features of the linear policy (move_features.def). What all moves of a position share, its
 * chains above all, is computed first; each move then looks up the chains around it. Ladders, the
 * only features that play moves, are read only where one is possible. */
#include "guzumi/network/move_policy.h"

#include "guzumi/go/life.h"

#include "board_kernel.h"

#include <math.h>
#include <stdlib.h>

void move_policy_init(struct move_policy *policy) {
    memset(policy->theta, 0, sizeof policy->theta);
    for (int color = 0; color < 2; color++)
        softmax_number_patterns((enum color)color, policy->pattern[color]);
}

/* --- what all moves of a position share --- */

/* The feature "behind", gain - best gain, has this lower bound: local shapes can hate a move by far
 * more than the difference matters. */
#define FURTHEST_BEHIND (-3.0f)

enum { CHAIN_LIBERTIES = 5, CHAIN_STONES = 3, STAGES = 4, LINES = 5, FAR = 20, SEEN_LIBERTIES = 6 };

struct chain {
    uint8_t kind;      /* of the features of chains */
    uint8_t stones;    /* class of their number, 0 to 2 */
    uint8_t liberties; /* up to CHAIN_LIBERTIES */
    bool atari;
    bool moved;   /* it has just moved */
    bool touched; /* the last move touches it */
    bool saver;   /* the opponent's in atari, beside a chain in atari of the mover's */
    bool doomed;  /* the mover's: it has two liberties and would be caught */
};

struct place {
    int column, row;
};

struct position {
    const struct board *board;
    const struct move_situation *situation;
    enum color color;
    int stage;
    struct place last, own; /* of the moves before, if any */
    float best_gain;
    struct chain chain[BOARD_MAX_POINTS]; /* by root */
};

static int at_most(int n, int most) {
    return n < most ? n : most;
}

/* The stage of the game by how full the board is: below 10 %, 25 %, 50 % of the points, or more. */
static int stage_of(int stones, int points) {
    return stones * 10 < points ? 0 : stones * 4 < points ? 1 : stones * 2 < points ? 2 : 3;
}

/* Whether the chain of OTHER rooted at ROOT touches one in atari of COLOR. */
static ALWAYS_INLINE bool touches_weak(const struct board *b, int size, int root,
                                       enum color color) {
    const int words = size_words(size);
    const struct bitset stones = set_load(b, words, chain_stones(root));
    const struct bitset around = kernel_neighbours(&stones, size);
    const struct bitset weak = set_load(b, words, SET_ATARI_BLACK + (int)color);
    BITSET_FOR_EACH(r, weak, words) {
        const struct bitset its = set_load(b, words, chain_stones(r));
        for (int i = 0; i < words; i++)
            if (its.word[i] & around.word[i]) return true;
    }
    return false;
}

/* A chain's features depend on the position alone, so they are found once and not by each move
 * beside it; the ladder above all. */
static ALWAYS_INLINE void describe_chain(struct position *at, int size, int root) {
    const struct board *b = at->board;
    const int words = size_words(size);
    const struct bitset stones = set_load(b, words, chain_stones(root));
    const struct bitset liberties = set_load(b, words, chain_liberties(root));
    const int count = bitset_count(&liberties, words);
    const bool theirs = *cell(b, size, root) != (uint8_t)at->color;
    struct chain *chain = &at->chain[root];
    chain->stones = (uint8_t)(at_most(bitset_count(&stones, words), CHAIN_STONES) - 1);
    chain->kind = (uint8_t)((at_most(count, CHAIN_LIBERTIES) - 1) * CHAIN_STONES + chain->stones);
    chain->atari = count == 1;
    chain->liberties = (uint8_t)at_most(count, CHAIN_LIBERTIES);
    chain->doomed = !theirs && count == 2 && ladder_catches(b, root);
    chain->moved = chain->touched = false;
    chain->saver = theirs && chain->atari && touches_weak(b, size, root, at->color);
}

static ALWAYS_INLINE struct place place_of(int size, int point) {
    return (struct place){point_column(size, point), point_row(size, point)};
}

static ALWAYS_INLINE void find_touched(struct position *at, int size, int last) {
    const struct board *b = at->board;
    if (*cell(b, size, last) < EMPTY) at->chain[b->root[last]].moved = true;
    FOR_EACH_NEIGHBOUR(near, last, size) {
        if (*cell(b, size, near) < EMPTY) at->chain[b->root[near]].touched = true;
    }
}

static ALWAYS_INLINE void describe_position(struct position *at, const struct board *b, int size,
                                            const struct move_situation *situation,
                                            const struct bitset *candidates) {
    const int words = size_words(size), last = situation->last, own = situation->own;
    int stones = 0;
    at->board = b;
    at->situation = situation;
    at->color = situation->to_move;
    for (int color = 0; color < 2; color++) {
        const struct bitset set = set_load(b, words, SET_BLACK + color);
        stones += bitset_count(&set, words);
        BITSET_FOR_EACH(p, set, words) {
            if (b->root[p] == p) describe_chain(at, size, p);
        }
    }
    at->stage = stage_of(stones, size * size);
    at->last = place_of(size, last >= 0 ? last : 0);
    at->own = place_of(size, own >= 0 ? own : 0);
    if (last >= 0) find_touched(at, size, last);
    at->best_gain = 0;
    if (!situation->gain) return;
    bool first = true;
    BITSET_FOR_EACH(p, *candidates, words) {
        if (first || situation->gain[p] > at->best_gain) at->best_gain = situation->gain[p];
        first = false;
    }
}

/* --- a move --- */

static ALWAYS_INLINE void add(struct move_action *action, int group, int which) {
    assert(action->count < MOVE_MOST_FEATURES);
    action->index[action->count++] = (uint16_t)(group + which);
}

/* dx + dy + max(dx, dy) - 2, the common measure of pattern learners (Coulom 2007):
 *
 *     4 3 2 3 4
 *     3 1 0 1 3        -2 for the point itself
 *     2 0 x 0 2
 *     3 1 0 1 3
 *     4 3 2 3 4 */
static ALWAYS_INLINE int distance(struct place a, struct place b) {
    const int x = abs(a.column - b.column), y = abs(a.row - b.row);
    return at_most(x + y + (x > y ? x : y), FAR) - 2;
}

static ALWAYS_INLINE void add_place(const struct position *at, const struct move_policy *policy,
                                    int size, int point, struct move_action *out) {
    const struct place place = place_of(size, point);
    const int pattern = policy->pattern[at->color][kernel_surroundings(at->board, size, point)];
    const int x = at_most(place.column, size - 1 - place.column);
    const int y = at_most(place.row, size - 1 - place.row);
    add(out, MOVE_PATTERN, pattern);
    add(out, MOVE_LINE, LINES * at->stage + at_most(at_most(x, y), LINES - 1));
    if (at->situation->last >= 0) {
        const int far = distance(place, at->last);
        if (far >= 0) add(out, MOVE_DISTANCE, far); /* less where that stone was captured */
        if (far == 0 || far == 1) add(out, MOVE_PATTERN_NEAR, pattern);
    }
    if (at->situation->own >= 0) {
        const int far = distance(place, at->own);
        if (far >= 0) add(out, MOVE_DISTANCE_OWN, far);
    }
}

/* The roots of the chains beside POINT, each once. */
static ALWAYS_INLINE int list_chains(const struct board *b, int size, int point, int roots[4]) {
    int count = 0;
    FOR_EACH_NEIGHBOUR(near, point, size) {
        if (*cell(b, size, near) >= EMPTY) continue;
        const int root = b->root[near];
        bool known = false;
        for (int i = 0; i < count; i++) known |= roots[i] == root;
        roots[count] = root;
        count += !known;
    }
    return count;
}

/* The stones of the chain that one on POINT makes. */
static ALWAYS_INLINE int stones_after(const struct position *at, int size, const int roots[4],
                                      int count) {
    const int words = size_words(size);
    int out = 1;
    for (int i = 0; i < count; i++) {
        if (*cell(at->board, size, roots[i]) != (uint8_t)at->color) continue;
        const struct bitset its = set_load(at->board, words, chain_stones(roots[i]));
        out += bitset_count(&its, words);
    }
    return out;
}

/* Whether the move can decide a ladder: a chain is left with two liberties or fewer, or was in
 * danger. Reading is the expensive part, and most moves need none. */
static ALWAYS_INLINE bool needs_reading(const struct position *at, int size, const int roots[4],
                                        int count, int liberties) {
    bool out = liberties <= 2;
    for (int i = 0; i < count; i++) {
        const struct chain *chain = &at->chain[roots[i]];
        const bool ours = *cell(at->board, size, roots[i]) == (uint8_t)at->color;
        out |= ours ? chain->atari || chain->doomed : chain->liberties <= 3;
    }
    return out;
}

/* Features of the opponent's chains beside the move, after which the board is NEXT: it catches one
 * in a ladder, or threatens to. Of several such chains the largest counts. */
static void add_attacks(const struct position *at, const struct board *next, const int roots[4],
                        int count, struct move_action *out) {
    int catches = -1, threatens = -1;
    for (int i = 0; i < count; i++) {
        const struct chain *chain = &at->chain[roots[i]];
        if (board_color(next, roots[i]) != color_other(at->color)) continue;
        const int liberties = board_liberty_count(next, roots[i]);
        if (liberties == 1 && !ladder_escapes(next, roots[i]) && chain->stones > catches)
            catches = chain->stones;
        if (liberties == 2 && chain->stones > threatens && ladder_catches(next, roots[i]))
            threatens = chain->stones;
    }
    if (catches >= 0) add(out, MOVE_CATCHES, catches);
    if (threatens >= 0) add(out, MOVE_THREATENS, threatens);
}

/* Features of the mover's own chains, which the move has joined: it rescues one from a ladder,
 * extends one out of atari, or is caught itself. */
static void add_defences(const struct position *at, const struct board *next, int point,
                         const int roots[4], int count, struct move_action *out) {
    const int liberties = board_liberty_count(next, point);
    const bool caught = liberties == 2 && ladder_catches(next, point);
    int rescues = -1, escapes = -1;
    bool joins = false;
    for (int i = 0; i < count; i++) {
        const struct chain *chain = &at->chain[roots[i]];
        if (board_color(next, roots[i]) != at->color) continue;
        joins = true;
        if (chain->doomed && chain->stones > rescues) rescues = chain->stones;
        if (chain->atari && chain->stones > escapes) escapes = chain->stones;
    }
    if (caught) add(out, MOVE_CAUGHT, joins);
    if (liberties < 2 || caught) return;
    if (rescues >= 0) add(out, MOVE_RESCUES, rescues);
    if (escapes >= 0) add(out, MOVE_ESCAPES, escapes);
}

static void add_ladders(const struct position *at, int point, const int roots[4], int count,
                        struct move_action *out) {
    struct board next;
    board_copy(&next, at->board);
    board_play(&next, point, at->color);
    add_attacks(at, &next, roots, count, out);
    add_defences(at, &next, point, roots, count, out);
}

/* LIBERTIES is a table of three dimensions: captures or not, joins or not, liberties. Chains of
 * both sides around a point, for a black move at x:
 *
 *     . O O .      ours: 1 chain, of 2 stones       -> OURS, JOINS 1
 *     X x O .      theirs: 1 chain, of 3 stones     -> THEIRS
 *     X . . .
 *
 * OURS and THEIRS are about the chains before the move, LIBERTIES about the new chain after it. */
static ALWAYS_INLINE void add_chains(const struct position *at, int size, int point,
                                     struct move_action *out) {
    const struct board *b = at->board;
    int roots[4], friends = 0;
    const int count = list_chains(b, size, point, roots);
    const struct bitset set = kernel_liberties_after(b, size, point, at->color);
    const int liberties = bitset_count(&set, size_words(size));
    bool takes = false;
    for (int i = 0; i < count; i++) {
        const struct chain *chain = &at->chain[roots[i]];
        if (*cell(b, size, roots[i]) == (uint8_t)at->color) {
            friends++;
            add(out, MOVE_OURS, chain->kind);
            if (chain->touched) add(out, MOVE_OURS_TOUCHED, chain->kind);
            if (chain->atari && liberties >= 2) add(out, MOVE_SAVES, chain->stones);
        } else {
            takes |= chain->atari;
            add(out, MOVE_THEIRS, chain->kind);
            if (chain->moved) add(out, MOVE_THEIRS_MOVED, chain->kind);
            if (chain->saver) add(out, MOVE_TAKES_SAVES, chain->stones);
        }
    }
    const int class = liberties < 1 ? 0 : at_most(liberties, SEEN_LIBERTIES) - 1;
    add(out, MOVE_JOINS, friends);
    add(out, MOVE_LIBERTIES, SEEN_LIBERTIES * (2 * takes + (friends > 0)) + class);
    if (!takes && liberties == 1) {
        const int stones = stones_after(at, size, roots, count);
        add(out, MOVE_SELF_ATARI, stones == 1 ? 0 : stones < 4 ? 1 : 2);
    }
    if (needs_reading(at, size, roots, count, liberties)) add_ladders(at, point, roots, count, out);
}

/* All features of all candidates, as lists of indices: learning, the linear policy and the network
 * read the same ones. */
static ALWAYS_INLINE int find_actions(const struct move_policy *policy, const struct board *b,
                                      int size, const struct move_situation *situation,
                                      const struct bitset *candidates, struct move_action *out) {
    struct position at;
    int count = 0;
    describe_position(&at, b, size, situation, candidates);
    BITSET_FOR_EACH(p, *candidates, size_words(size)) {
        struct move_action *action = &out[count++];
        action->point = (int16_t)p;
        action->count = 0;
        add_place(&at, policy, size, p, action);
        add_chains(&at, size, p, action);
        action->gain_index = (uint16_t)(MOVE_GAIN + at.stage);
        action->gain = situation->gain ? situation->gain[p] : 0;
        action->behind = fmaxf(action->gain - at.best_gain, FURTHEST_BEHIND);
    }
    return count;
}

#define STAMP_FIND_SIZE(TARGET, SUFFIX, SIZE)                                                      \
    TARGET static int find_##SUFFIX(const struct move_policy *policy, const struct board *b,       \
                                    const struct move_situation *situation,                        \
                                    const struct bitset *candidates, struct move_action *out) {    \
        return find_actions(policy, b, SIZE, situation, candidates, out);                          \
    }
#define STAMP_FIND(N) STAMP_FIND_SIZE(STAMPED, N, N)
GO_SIZES(STAMP_FIND)
STAMP_FIND_SIZE(CLONED, any, b->size)

int move_policy_actions(const struct move_policy *policy, const struct board *board,
                        const struct move_situation *situation, const struct bitset *candidates,
                        struct move_action out[BOARD_MAX_POINTS]) {
    int count = 0;
    GO_DISPATCH(board->size, count = find, (policy, board, situation, candidates, out))
    return count;
}

float move_policy_logit(const struct move_policy *policy, const struct move_action *action) {
    float sum = action->gain * policy->theta[action->gain_index] +
                action->behind * policy->theta[MOVE_BEHIND];
    for (int i = 0; i < action->count; i++) sum += policy->theta[action->index[i]];
    return sum;
}
