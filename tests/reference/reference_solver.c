#include "reference_solver.h"

#include "reference_life.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 18, NO_KO = -1 };

struct state {
    uint32_t stones[2];
    int ko; /* index of the point barred by ko */
    int to_move, passes;
    int cost;  /* points: what Black has paid for stones, less what White has */
    int ended; /* two passes have ended the game, and stones cost nothing any more */
};

/* What is proved about a position for one side: it wins within WON plies, but not within FAILED. */
struct solver_entry {
    uint32_t stones[2];
    int8_t ko, cost;
    uint8_t to_move, passes, side, ended;
    uint8_t used, won, failed;
    int8_t best;
};

static uint32_t bit(int index) {
    return UINT32_C(1) << index;
}

static int count_bits(uint32_t set) {
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static int first_of(uint32_t set) {
    int i = 0;
    while (!(set >> i & 0xff)) i += 8;
    while (!(set >> i & 1)) i++;
    return i;
}

/* The neighbours of SET. */
static uint32_t around(const struct solver *s, uint32_t set) {
    uint32_t out = 0;
    for (; set; set &= set - 1) out |= s->near[first_of(set)];
    return out;
}

/* The points of ALL connected to SET. */
static uint32_t flood(const struct solver *s, uint32_t set, uint32_t all) {
    for (uint32_t before = 0; before != set;) {
        before = set;
        set |= around(s, set) & all;
    }
    return set;
}

/* --- the rules --- */

static uint32_t all_points(const struct solver *s) {
    return s->count == 32 ? UINT32_MAX : bit(s->count) - 1;
}

static uint32_t empty_points(const struct solver *s, const struct state *state) {
    return all_points(s) & ~state->stones[BLACK] & ~state->stones[WHITE];
}

/* Whether CHAIN of COLOR has a liberty; always if it touches living stones of its colour. */
static bool has_liberty(const struct solver *s, const struct state *state, uint32_t chain,
                        int color) {
    return (chain & s->beside[color]) || (around(s, chain) & empty_points(s, state));
}

/* Plays an empty point; false, with STATE undefined, if it is suicide. */
static bool place(const struct solver *s, struct state *state, int index) {
    const int own = state->to_move, other = 1 - own;
    uint32_t taken = 0;
    state->stones[own] |= bit(index);
    for (uint32_t left = s->near[index] & state->stones[other]; left; left &= left - 1) {
        const uint32_t chain = flood(s, left & (~left + 1), state->stones[other]);
        if (!has_liberty(s, state, chain, other)) taken |= chain;
    }
    state->stones[other] &= ~taken;
    const uint32_t chain = flood(s, bit(index), state->stones[own]);
    if (!has_liberty(s, state, chain, own)) return false;
    const bool ko = count_bits(taken) == 1 && chain == bit(index) && !(chain & s->beside[own]) &&
                    (around(s, chain) & empty_points(s, state)) == taken;
    state->ko = ko ? first_of(taken) : NO_KO;
    state->to_move = other;
    state->passes = 0;
    return true;
}

/* Plays a move (an index, or PASS); false if it is illegal. */
static bool play(const struct solver *s, struct state *state, int move) {
    if (move != PASS) {
        if (s->by_territory && !state->ended) state->cost += state->to_move == BLACK ? 1 : -1;
        return move != state->ko && (empty_points(s, state) & bit(move)) && place(s, state, move);
    }
    if (state->ko == NO_KO) state->passes++;
    state->ko = NO_KO;
    state->to_move = 1 - state->to_move;
    if (s->by_territory && !state->ended && state->passes == 2) {
        state->ended = 1;
        state->passes = 0;
    }
    return true;
}

/* COLOR's area if the game ends here. */
static int area(const struct solver *s, const struct state *state, int color) {
    const int other = 1 - color;
    const uint32_t empty = empty_points(s, state);
    int points = s->outside[color] + count_bits(state->stones[color]);
    for (uint32_t left = empty; left;) {
        const uint32_t space = flood(s, left & (~left + 1), empty), border = around(s, space);
        const bool own = (space & s->beside[color]) || (border & state->stones[color]);
        const bool theirs = (space & s->beside[other]) || (border & state->stones[other]);
        if (own && !theirs) points += count_bits(space);
        left &= ~space;
    }
    return points;
}

/* Whether COLOR wins with OWN and OTHERS points. */
static bool enough(const struct solver *s, const struct state *state, int color, int own,
                   int theirs) {
    const int black = s->half_komi + 2 * state->cost, komi = color == BLACK ? black : -black;
    return 2 * (own - theirs) > komi;
}

/* What COLOR can't lose any more: points connected to living stones, and spaces between these in
 * which at most one point is not next to them, so that the other side can't have two eyes there. */
static uint32_t certain(const struct solver *s, const struct state *state, int color) {
    const uint32_t stones = state->stones[color], all = all_points(s);
    const uint32_t safe = flood(s, stones & s->beside[color], stones);
    const uint32_t beside = s->beside[color] | around(s, safe);
    uint32_t out = safe;
    for (uint32_t left = all & ~safe; left;) {
        const uint32_t space = flood(s, left & (~left + 1), all & ~safe);
        if (!(space & s->beside[1 - color]) && count_bits(space & ~beside) <= 1) out |= space;
        left &= ~space;
    }
    return out;
}

/* Whether COLOR wins even if it gets only what it can't lose, for which it may pass as long as
 * stones have a cost. */
static bool has_won(const struct solver *s, const struct state *state, int color) {
    const int total = s->outside[BLACK] + s->outside[WHITE] + s->count;
    const int own = s->outside[color] + count_bits(certain(s, state, color));
    return enough(s, state, color, own, total - own);
}

/* --- proofs --- */

static struct solver_entry *find(const struct solver *s, const struct state *state, int side) {
    uint64_t hash = state->stones[BLACK] | (uint64_t)state->stones[WHITE] << 32;
    hash ^= (uint64_t)(state->ko + 1) * UINT64_C(0x9e3779b97f4a7c15);
    hash += (uint64_t)(state->to_move * 4 + state->passes * 2 + side) << 56;
    hash += (uint64_t)(2 * state->cost + state->ended) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    struct solver_entry *e = &s->table[hash >> (64 - TABLE_BITS)];
    const bool same = e->used && e->stones[0] == state->stones[0] &&
                      e->stones[1] == state->stones[1] && e->ko == state->ko &&
                      e->to_move == state->to_move && e->passes == state->passes &&
                      e->cost == state->cost && e->ended == state->ended && e->side == side;
    if (!same)
        *e = (struct solver_entry){.stones = {state->stones[0], state->stones[1]},
                                   .ko = (int8_t)state->ko,
                                   .cost = (int8_t)state->cost,
                                   .to_move = (uint8_t)state->to_move,
                                   .passes = (uint8_t)state->passes,
                                   .side = (uint8_t)side,
                                   .ended = (uint8_t)state->ended,
                                   .used = 1,
                                   .won = UINT8_MAX,
                                   .best = PASS};
    return e;
}

static bool wins(struct solver *s, const struct state *state, int side, int plies);

/* Whether SIDE wins within PLIES after the move; *LEGAL is false if it is illegal. */
static bool wins_after(struct solver *s, const struct state *state, int move, int side, int plies,
                       bool *legal) {
    struct state after = *state;
    *legal = play(s, &after, move);
    return *legal && wins(s, &after, side, plies - 1);
}

/* Finds a deciding move: one that wins if SIDE is to move, one that SIDE can't answer if the other
 * is. False if there is none. FIRST is tried first. */
static bool find_decision(struct solver *s, const struct state *state, int side, int plies,
                          int first, int *out) {
    const bool wanted = state->to_move == side;
    for (int i = -2; i < s->count; i++) {
        const int move = i == -2 ? first : i;
        bool legal;
        if (i != -2 && move == first) continue;
        if (wins_after(s, state, move, side, plies, &legal) != wanted || !legal) continue;
        *out = move;
        return true;
    }
    return false;
}

/* Whether SIDE wins within PLIES against any play. */
static bool wins(struct solver *s, const struct state *state, int side, int plies) {
    if (state->passes == 2)
        return enough(s, state, side, area(s, state, side), area(s, state, 1 - side));
    if (has_won(s, state, side)) return true;
    if (plies == 0 || s->nodes >= s->node_limit || has_won(s, state, 1 - side)) return false;
    struct solver_entry *entry = find(s, state, side);
    if (entry->won <= plies) return true;
    if (entry->failed >= plies) return false;
    s->nodes++;
    int best = entry->best;
    const bool decided = find_decision(s, state, side, plies, best, &best);
    const bool won = decided == (state->to_move == side);
    if (s->nodes >= s->node_limit) return won;
    entry = find(s, state, side); /* the search may have replaced it */
    entry->best = (int8_t)best;
    if (won && plies < entry->won) entry->won = (uint8_t)plies;
    if (!won && plies > entry->failed) entry->failed = (uint8_t)plies;
    return won;
}

/* --- the region --- */

/* Adds the points connected to POINT that are not ALIVE to OUT. */
static void spread(const struct reference_board *b, int point, const struct reference_set alive[2],
                   struct reference_set *out) {
    const int steps[4] = {1, -1, b->size + 1, -b->size - 1};
    out->has[point] = true;
    out->count++;
    for (int i = 0; i < 4; i++) {
        const int near = point + steps[i];
        if (reference_color(b, near) == OFF_BOARD || out->has[near]) continue;
        if (!alive[BLACK].has[near] && !alive[WHITE].has[near]) spread(b, near, alive, out);
    }
}

static bool touches(const struct reference_board *b, int point, const struct reference_set *set) {
    const int steps[4] = {1, -1, b->size + 1, -b->size - 1};
    for (int i = 0; i < 4; i++) {
        const int near = point + steps[i];
        if (reference_color(b, near) != OFF_BOARD && set->has[near]) return true;
    }
    return false;
}

/* The owner of the connected SPACE between living stones: the colour that alone touches it, if at
 * most one point is not next to it, so that the other side can't have two eyes there; else EMPTY.
 */
static enum color owner_of(const struct reference_board *b, const struct reference_set *space,
                           const struct reference_set alive[2]) {
    int beside[2] = {0, 0};
    for (int p = 0; p < point_limit(b->size); p++)
        for (int color = 0; color < 2; color++)
            beside[color] += space->has[p] && touches(b, p, &alive[color]);
    for (int color = 0; color < 2; color++)
        if (beside[1 - color] == 0 && beside[color] >= space->count - 1) return (enum color)color;
    return EMPTY;
}

/* Adds SPACE to the region; false if that gets too large. */
static bool add_space(struct solver *s, const struct reference_board *b,
                      const struct reference_set *space, const struct reference_set alive[2]) {
    if (s->count + space->count > SOLVER_MAX_REGION) return false;
    for (int p = 0; p < point_limit(b->size); p++) {
        if (!space->has[p]) continue;
        for (int color = 0; color < 2; color++) {
            if (touches(b, p, &alive[color])) s->beside[color] |= bit(s->count);
            if (reference_color(b, p) == (enum color)color) s->stones[color] |= bit(s->count);
        }
        s->point[s->count++] = p;
    }
    return true;
}

static bool find_region(struct solver *s, const struct reference_board *b) {
    static struct reference_set alive[2], seen; /* too large for the stack */
    memset(&seen, 0, sizeof seen);
    for (int color = 0; color < 2; color++) reference_alive(b, (enum color)color, &alive[color]);
    for (int color = 0; color < 2; color++) s->outside[color] = alive[color].count;
    for (int p = 0; p < point_limit(b->size); p++) {
        struct reference_set space = {.count = 0};
        if (reference_color(b, p) == OFF_BOARD || seen.has[p]) continue;
        if (alive[BLACK].has[p] || alive[WHITE].has[p]) continue;
        spread(b, p, alive, &space);
        for (int q = 0; q < point_limit(b->size); q++) seen.has[q] |= space.has[q];
        const enum color owner = owner_of(b, &space, alive);
        if (owner != EMPTY)
            s->outside[owner] += space.count;
        else if (!add_space(s, b, &space, alive))
            return false;
    }
    return true;
}

bool solver_open(struct solver *s, const struct reference_board *b, int half_komi,
                 uint64_t node_limit) {
    memset(s, 0, sizeof *s);
    s->half_komi = half_komi;
    s->node_limit = node_limit;
    if (!find_region(s, b)) return false;
    s->ko = b->ko >= 0 ? solver_index(s, b->ko) : NO_KO;
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < s->count; j++) {
            const int apart = abs(s->point[i] - s->point[j]);
            if (apart == 1 || apart == b->size + 1) s->near[i] |= bit(j);
        }
    s->table = calloc((size_t)1 << TABLE_BITS, sizeof *s->table);
    return s->table != NULL;
}

void solver_close(struct solver *s) {
    free(s->table);
}

int solver_index(const struct solver *s, int point) {
    for (int i = 0; i < s->count; i++)
        if (s->point[i] == point) return i;
    return -1;
}

static struct state start(const struct solver *s, enum color color) {
    return (struct state){
        .stones = {s->stones[BLACK], s->stones[WHITE]}, .ko = s->ko, .to_move = (int)color};
}

bool solver_is_legal(const struct solver *s, int index, enum color color) {
    struct state state = start(s, color);
    return play(s, &state, index);
}

enum solver_answer solver_try(struct solver *s, int index, enum color color) {
    struct state after = start(s, color);
    if (!play(s, &after, index)) return SOLVER_LOSES;
    for (int plies = 1; plies <= SOLVER_MAX_PLIES; plies++) {
        if (wins(s, &after, (int)color, plies)) return SOLVER_WINS;
        if (wins(s, &after, 1 - (int)color, plies)) return SOLVER_LOSES;
        if (s->nodes >= s->node_limit) return SOLVER_UNKNOWN;
    }
    return SOLVER_UNKNOWN;
}
