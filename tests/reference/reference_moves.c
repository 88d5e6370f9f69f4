#include "reference_moves.h"

#include "reference_life.h"
#include "reference_softmax.h"

#include <stdlib.h>
#include <string.h>

struct near_chain {
    int point; /* of a stone of the chain */
    int stones, liberties;
    bool ours, moved, touched;
};

static int least(int a, int b) {
    return a < b ? a : b;
}

static int far(int size, int a, int b) {
    const int x = abs(point_column(size, a) - point_column(size, b));
    const int y = abs(point_row(size, a) - point_row(size, b));
    return least(x + y + (x > y ? x : y), 20) - 2;
}

static const int *sides(int size) {
    static int out[4];
    out[0] = -1;
    out[1] = 1;
    out[2] = -(size + 1);
    out[3] = size + 1;
    return out;
}

static bool touches(const struct reference_board *b, const struct reference_set *stones,
                    int point) {
    for (int i = 0; i < 4; i++) {
        const int near = point + sides(b->size)[i];
        if (reference_color(b, near) < EMPTY && stones->has[near]) return true;
    }
    return false;
}

/* The chains next to POINT, each once. */
static int near_chains(const struct reference_board *b, enum color color, int last, int point,
                       struct near_chain out[4]) {
    struct reference_set seen = {{0}, 0};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int near = point + sides(b->size)[i];
        struct reference_set stones, liberties;
        if (reference_color(b, near) >= EMPTY || seen.has[near]) continue;
        reference_chain(b, near, &stones, &liberties);
        for (int p = 0; p < point_limit(b->size); p++) seen.has[p] |= stones.has[p];
        out[count++] = (struct near_chain){.point = near,
                                           .stones = stones.count,
                                           .liberties = liberties.count,
                                           .ours = reference_color(b, near) == color,
                                           .moved = last >= 0 && stones.has[last],
                                           .touched = last >= 0 && touches(b, &stones, last)};
    }
    return count;
}

static int kind_of(const struct near_chain *chain) {
    return 3 * (least(chain->liberties, 5) - 1) + least(chain->stones, 3) - 1;
}

static int size_of(const struct near_chain *chain) {
    return least(chain->stones, 3) - 1;
}

/* Whether the chain is next to a chain of COLOR in atari. */
static bool touches_weak(const struct reference_board *b, int point, enum color color) {
    struct reference_set stones, liberties, its, its_liberties;
    reference_chain(b, point, &stones, &liberties);
    for (int p = 0; p < point_limit(b->size); p++) {
        if (reference_color(b, p) != color || !touches(b, &stones, p)) continue;
        reference_chain(b, p, &its, &its_liberties);
        if (its_liberties.count == 1) return true;
    }
    return false;
}

static int most(int a, int b) {
    return a > b ? a : b;
}

static bool is_caught(const struct reference_board *b, int point, int *longest) {
    int positions = 0;
    const bool out = reference_ladder_catches(b, point, &positions);
    *longest = most(*longest, positions);
    return out;
}

static bool is_lost(const struct reference_board *b, int point, int *longest) {
    int positions = 0;
    const bool out = !reference_ladder_escapes(b, point, &positions);
    *longest = most(*longest, positions);
    return out;
}

static int liberties_of(const struct reference_board *b, int point) {
    struct reference_set stones, liberties;
    reference_chain(b, point, &stones, &liberties);
    return liberties.count;
}

static int count_ladders(const struct reference_board *b, enum color color, int point,
                         const struct near_chain *chains, int count, int counts[MOVE_WEIGHTS]) {
    struct reference_board after = *b;
    struct reference_set taken;
    int catches = -1, threatens = -1, rescues = -1, escapes = -1, longest = 0;
    bool joins = false;
    reference_play(&after, point, color, &taken);
    const int liberties = liberties_of(&after, point);
    const bool caught = liberties == 2 && is_caught(&after, point, &longest);
    for (int i = 0; i < count; i++) {
        const struct near_chain *c = &chains[i];
        const int size = size_of(c);
        if (c->ours) {
            joins = true;
            if (c->liberties == 1 && size > escapes) escapes = size;
            if (c->liberties == 2 && size > rescues && is_caught(b, c->point, &longest))
                rescues = size;
        } else if (c->liberties > 1) {
            const int left = liberties_of(&after, c->point);
            if (left == 1 && size > catches && is_lost(&after, c->point, &longest)) catches = size;
            if (left == 2 && size > threatens && is_caught(&after, c->point, &longest))
                threatens = size;
        }
    }
    if (catches >= 0) counts[MOVE_CATCHES + catches]++;
    if (threatens >= 0) counts[MOVE_THREATENS + threatens]++;
    if (caught) counts[MOVE_CAUGHT + joins]++;
    if (liberties < 2 || caught) return longest;
    if (rescues >= 0) counts[MOVE_RESCUES + rescues]++;
    if (escapes >= 0) counts[MOVE_ESCAPES + escapes]++;
    return longest;
}

static void count_place(const struct reference_board *b, const uint16_t numbers[SURROUNDINGS],
                        enum color color, int last, int own, int point, int counts[MOVE_WEIGHTS]) {
    const int size = b->size, column = point_column(size, point), row = point_row(size, point);
    const int pattern = numbers[surroundings_of_code(reference_softmax_code(b, point, color))];
    const int x = least(column, size - 1 - column), y = least(row, size - 1 - row);
    int stones = 0;
    for (int p = 0; p < point_limit(size); p++) stones += reference_color(b, p) < EMPTY;
    const double taken = stones / (double)(size * size);
    const int stage = taken < 0.1 ? 0 : taken < 0.25 ? 1 : taken < 0.5 ? 2 : 3;
    counts[MOVE_PATTERN + pattern]++;
    counts[MOVE_LINE + 5 * stage + least(least(x, y), 4)]++;
    if (reference_softmax_near(b, point, last) && last != point)
        counts[MOVE_PATTERN_NEAR + pattern]++;
    if (last >= 0 && last != point) counts[MOVE_DISTANCE + far(size, point, last)]++;
    if (own >= 0 && own != point) counts[MOVE_DISTANCE_OWN + far(size, point, own)]++;
}

int reference_move_features(const struct reference_board *b, const uint16_t numbers[SURROUNDINGS],
                            enum color color, int last, int own, int point,
                            int counts[MOVE_WEIGHTS]) {
    struct near_chain chains[4];
    const int count = near_chains(b, color, last, point, chains);
    const int liberties = reference_liberties_after(b, point, color);
    int ours = 0, stones = 1;
    bool takes = false;
    memset(counts, 0, MOVE_WEIGHTS * sizeof *counts);
    count_place(b, numbers, color, last, own, point, counts);
    for (int i = 0; i < count; i++) {
        const struct near_chain *c = &chains[i];
        counts[(c->ours ? MOVE_OURS : MOVE_THEIRS) + kind_of(c)]++;
        if (c->ours) {
            ours++;
            stones += c->stones;
            if (c->touched) counts[MOVE_OURS_TOUCHED + kind_of(c)]++;
            if (c->liberties == 1 && liberties >= 2) counts[MOVE_SAVES + size_of(c)]++;
        } else {
            takes |= c->liberties == 1;
            if (c->moved) counts[MOVE_THEIRS_MOVED + kind_of(c)]++;
            if (c->liberties == 1 && touches_weak(b, c->point, color))
                counts[MOVE_TAKES_SAVES + size_of(c)]++;
        }
    }
    counts[MOVE_JOINS + ours]++;
    counts[MOVE_LIBERTIES + 6 * (2 * takes + (ours > 0)) +
           (liberties < 1 ? 0 : least(liberties, 6) - 1)]++;
    if (!takes && liberties == 1)
        counts[MOVE_SELF_ATARI + (stones == 1 ? 0 : stones < 4 ? 1 : 2)]++;
    return count_ladders(b, color, point, chains, count, counts);
}
