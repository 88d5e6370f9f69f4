#include "reference_life.h"

#include <string.h>

enum { MAX_SETS = BOARD_MAX_POINTS };

struct sets {
    struct reference_set set[MAX_SETS];
    int count;
};

static const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};

/* The neighbour of POINT in direction STEP, or NO_POINT. */
static int neighbour(int size, int point, int step) {
    const int row = point_row(size, point) + steps[step][0];
    const int column = point_column(size, point) + steps[step][1];
    return row < 0 || column < 0 || row >= size || column >= size ? NO_POINT
                                                                  : point_at(size, column, row);
}

static void add(struct reference_set *set, int point) {
    set->count += !set->has[point];
    set->has[point] = true;
}

/* Adds the points connected to POINT whose being of COLOR is WANTED. */
static void spread(const struct reference_board *b, int point, enum color color, bool wanted,
                   struct reference_set *out) {
    add(out, point);
    for (int step = 0; step < 4; step++) {
        const int near = neighbour(b->size, point, step);
        if (near != NO_POINT && !out->has[near] && (reference_color(b, near) == color) == wanted)
            spread(b, near, color, wanted, out);
    }
}

/* Divides the points of COLOR (WANTED), or the others, into connected sets. */
static void cut(const struct reference_board *b, enum color color, bool wanted, struct sets *out) {
    struct reference_set seen = {.count = 0};
    out->count = 0;
    for (int p = 0; p < point_limit(b->size); p++) {
        if (reference_color(b, p) == OFF_BOARD || seen.has[p] ||
            (reference_color(b, p) == color) != wanted)
            continue;
        struct reference_set *set = &out->set[out->count++];
        memset(set, 0, sizeof *set);
        spread(b, p, color, wanted, set);
        for (int q = 0; q < point_limit(b->size); q++)
            if (set->has[q]) add(&seen, q);
    }
}

static bool touches(int size, int point, const struct reference_set *set) {
    for (int step = 0; step < 4; step++) {
        const int near = neighbour(size, point, step);
        if (near != NO_POINT && set->has[near]) return true;
    }
    return false;
}

static bool is_vital(const struct reference_board *b, const struct reference_set *region,
                     const struct reference_set *chain) {
    for (int p = 0; p < point_limit(b->size); p++)
        if (region->has[p] && reference_color(b, p) == EMPTY && !touches(b->size, p, chain))
            return false;
    return true;
}

/* Whether all chains next to REGION are still LEFT. */
static bool is_enclosed(const struct reference_board *b, const struct reference_set *region,
                        const struct sets *chains, const bool *left) {
    for (int i = 0; i < chains->count; i++)
        for (int p = 0; p < point_limit(b->size) && !left[i]; p++)
            if (chains->set[i].has[p] && touches(b->size, p, region)) return false;
    return true;
}

void reference_alive(const struct reference_board *b, enum color color, struct reference_set *out) {
    static struct sets chains, regions; /* too large for the stack */
    bool left[MAX_SETS];
    cut(b, color, true, &chains);
    cut(b, color, false, &regions);
    for (int i = 0; i < chains.count; i++) left[i] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < chains.count; i++) {
            int vital = 0;
            for (int r = 0; r < regions.count && left[i]; r++)
                vital += is_vital(b, &regions.set[r], &chains.set[i]) &&
                         is_enclosed(b, &regions.set[r], &chains, left);
            if (!left[i] || vital >= 2) continue;
            left[i] = false;
            changed = true;
        }
    }
    memset(out, 0, sizeof *out);
    for (int i = 0; i < chains.count; i++)
        for (int p = 0; p < point_limit(b->size); p++)
            if (left[i] && chains.set[i].has[p]) add(out, p);
}

/* --- ladders --- */

static int liberties_of(const struct reference_board *b, int point) {
    struct reference_set stones, liberties;
    reference_chain(b, point, &stones, &liberties);
    return liberties.count;
}

/* Whether COLOR's MOVE captures a chain next to the chain at POINT. */
static bool takes_beside(const struct reference_board *b, int move, enum color color, int point) {
    const int side[4] = {-1, 1, -(b->size + 1), b->size + 1};
    struct reference_set stones, ignored, taken;
    struct reference_board after = *b;
    reference_chain(b, point, &stones, &ignored);
    reference_play(&after, move, color, &taken);
    for (int p = 0; p < point_limit(b->size); p++)
        for (int i = 0; i < 4 && stones.has[p]; i++) {
            const int near = p + side[i];
            if (near >= 0 && near < point_limit(b->size) && taken.has[near]) return true;
        }
    return false;
}

bool reference_ladder_escapes(const struct reference_board *b, int point, int *positions) {
    const enum color color = reference_color(b, point);
    struct reference_set stones, liberties, taken;
    ++*positions;
    reference_chain(b, point, &stones, &liberties);
    for (int move = 0; move < point_limit(b->size); move++) {
        if (!reference_is_legal(b, move, color)) continue;
        if (!liberties.has[move] && !takes_beside(b, move, color, point)) continue;
        struct reference_board after = *b;
        reference_play(&after, move, color, &taken);
        const int left = liberties_of(&after, point);
        if (left >= 3 || (left == 2 && !reference_ladder_catches(&after, point, positions)))
            return true;
    }
    return false;
}

bool reference_ladder_catches(const struct reference_board *b, int point, int *positions) {
    const enum color other = color_other(reference_color(b, point));
    struct reference_set stones, liberties, taken;
    ++*positions;
    reference_chain(b, point, &stones, &liberties);
    for (int move = 0; move < point_limit(b->size); move++) {
        if (!liberties.has[move] || !reference_is_legal(b, move, other)) continue;
        struct reference_board after = *b;
        reference_play(&after, move, other, &taken);
        if (!reference_ladder_escapes(&after, point, positions)) return true;
    }
    return false;
}
