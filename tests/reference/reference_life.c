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

/* Adds what is connected with POINT through points that are COLOR's (WANTED) or are not. */
static void spread(const struct reference_board *b, int point, enum color color, bool wanted,
                   struct reference_set *out) {
    add(out, point);
    for (int step = 0; step < 4; step++) {
        const int near = neighbour(b->size, point, step);
        if (near != NO_POINT && !out->has[near] && (reference_color(b, near) == color) == wanted)
            spread(b, near, color, wanted, out);
    }
}

/* Cuts the points that are COLOR's (WANTED), or the others, into connected sets. */
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

/* Whether all chains beside REGION are still LEFT. */
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
