#include "reference_playout.h"

#include <stdlib.h>

enum { NAKADE_POINTS = 6 };

static void add(struct reference_set *set, int point) {
    if (!set->has[point]) set->count++;
    set->has[point] = true;
}

struct reference_set reference_candidates(const struct reference_board *board, enum color color) {
    struct reference_set out = {.count = 0};
    for (int p = 0; p < point_limit(board->size); p++)
        if (reference_is_legal(board, p, color) && !reference_is_eye(board, p, color)) add(&out, p);
    return out;
}

static int neighbours_of(const struct reference_board *board, int point, int out[4]) {
    const int size = board->size, steps[4] = {1, -1, size + 1, -size - 1};
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (reference_color(board, point + steps[i]) != OFF_BOARD) out[count++] = point + steps[i];
    return count;
}

static int first_of(const struct reference_set *set) {
    int p = 0;
    while (!set->has[p]) p++;
    return p;
}

static bool touch(const struct reference_board *board, const struct reference_set *a,
                  const struct reference_set *b) {
    for (int p = 0; p < point_limit(board->size); p++) {
        int near[4];
        if (!a->has[p]) continue;
        for (int i = neighbours_of(board, p, near) - 1; i >= 0; i--)
            if (b->has[near[i]]) return true;
    }
    return false;
}

/* Adds the moves that save one chain in atari. */
static void add_rescues(const struct reference_board *board, const struct reference_set *chain,
                        int liberty, enum color color, struct reference_set *out) {
    if (reference_liberties_after(board, liberty, color) >= 2) add(out, liberty);
    for (int p = 0; p < point_limit(board->size); p++) {
        struct reference_set stones, liberties;
        if (reference_color(board, p) != color_other(color)) continue;
        reference_chain(board, p, &stones, &liberties);
        if (liberties.count == 1 && touch(board, &stones, chain)) add(out, first_of(&liberties));
    }
}

static struct reference_set intersection(const struct reference_set *a,
                                         const struct reference_set *b) {
    struct reference_set out = {.count = 0};
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        if (a->has[p] && b->has[p]) add(&out, p);
    return out;
}

struct reference_set reference_saving_moves(const struct reference_board *board, int last,
                                            enum color color) {
    struct reference_set out = {.count = 0}, stones, liberties;
    const struct reference_set candidates = reference_candidates(board, color);
    int near[4];
    for (int i = last < 0 ? -1 : neighbours_of(board, last, near) - 1; i >= 0; i--) {
        if (reference_color(board, near[i]) != color) continue;
        reference_chain(board, near[i], &stones, &liberties);
        if (liberties.count == 1) add_rescues(board, &stones, first_of(&liberties), color, &out);
    }
    return intersection(&out, &candidates);
}

struct reference_set reference_pattern_moves(const struct reference_board *board, int last,
                                             enum color color,
                                             const struct reference_set *pattern) {
    struct reference_set out = {.count = 0};
    const struct reference_set candidates = reference_candidates(board, color);
    for (int p = 0; p < point_limit(board->size) && last >= 0; p++) {
        const int x = abs(point_column(board->size, p) - point_column(board->size, last));
        const int y = abs(point_row(board->size, p) - point_row(board->size, last));
        if (x <= 1 && y <= 1 && pattern->has[p] && candidates.has[p]) add(&out, p);
    }
    return out;
}

struct reference_set reference_capturing_moves(const struct reference_board *board,
                                               enum color color) {
    struct reference_set out = {.count = 0};
    const struct reference_set candidates = reference_candidates(board, color);
    for (int p = 0; p < point_limit(board->size); p++) {
        struct reference_board after = *board;
        struct reference_set captured;
        if (!candidates.has[p]) continue;
        reference_play(&after, p, color, &captured);
        if (captured.count > 0) add(&out, p);
    }
    return out;
}

struct reference_set reference_taking_moves(const struct reference_board *board, int last,
                                            enum color color) {
    struct reference_set out = {.count = 0}, stones, liberties;
    const struct reference_set candidates = reference_candidates(board, color);
    if (last < 0 || reference_color(board, last) != color_other(color)) return out;
    reference_chain(board, last, &stones, &liberties);
    if (liberties.count == 1) add(&out, first_of(&liberties));
    return intersection(&out, &candidates);
}

/* The empty points connected to POINT; *WALLED: stones of one colour alone surround them. */
static struct reference_set space_of(const struct reference_board *board, int point, bool *walled) {
    struct reference_set out = {.count = 0};
    bool seen[2] = {false, false}, grew = true;
    add(&out, point);
    while (grew) {
        grew = false;
        for (int p = 0; p < point_limit(board->size); p++) {
            int near[4];
            if (!out.has[p]) continue;
            for (int i = neighbours_of(board, p, near) - 1; i >= 0; i--) {
                const enum color color = reference_color(board, near[i]);
                if (color != EMPTY) seen[color] = true;
                if (color != EMPTY || out.has[near[i]]) continue;
                add(&out, near[i]);
                grew = true;
            }
        }
    }
    *walled = !(seen[BLACK] && seen[WHITE]);
    return out;
}

/* The shapes with a vital point, marked *: whoever plays there decides between one eye and two. */
static const char *const killing_shapes[] = {
    "O*O", "*O/O.", "O*O/.O.", "OO/*O/O.", ".O./O*O/.O.", ".O./O*O/OO.",
};

/* A shape's points and vital point under a symmetry of the square. */
struct shape {
    int count, x[NAKADE_POINTS], y[NAKADE_POINTS], vital;
};

static struct shape shape_of(const char *rows, int symmetry) {
    struct shape out = {.count = 0};
    int x = 0, y = 0;
    for (; *rows; rows++) {
        if (*rows == '*') out.vital = out.count;
        if (*rows == '*' || *rows == 'O') {
            const int a = symmetry & 1 ? -x : x, c = symmetry & 2 ? -y : y;
            out.x[out.count] = symmetry & 4 ? c : a;
            out.y[out.count++] = symmetry & 4 ? a : c;
        }
        x = *rows == '/' ? 0 : x + 1;
        y += *rows == '/';
    }
    return out;
}

/* Whether SHAPE with its vital point on POINT covers SPACE. */
static bool covers(const struct reference_board *board, const struct shape *shape,
                   const struct reference_set *space, int point) {
    const int size = board->size;
    if (shape->count != space->count) return false;
    for (int i = 0; i < shape->count; i++) {
        const int column = point_column(size, point) + shape->x[i] - shape->x[shape->vital];
        const int row = point_row(size, point) + shape->y[i] - shape->y[shape->vital];
        if (column < 0 || row < 0 || column >= size || row >= size) return false;
        if (!space->has[point_at(size, column, row)]) return false;
    }
    return true;
}

static bool is_vital(const struct reference_board *board, const struct reference_set *space,
                     int point) {
    for (size_t i = 0; i < sizeof killing_shapes / sizeof killing_shapes[0]; i++)
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const struct shape shape = shape_of(killing_shapes[i], symmetry);
            if (covers(board, &shape, space, point)) return true;
        }
    return false;
}

struct reference_set reference_nakade_moves(const struct reference_board *board, int last,
                                            enum color color, int most) {
    struct reference_set out = {.count = 0};
    const struct reference_set candidates = reference_candidates(board, color);
    int near[4];
    for (int i = last < 0 ? -1 : neighbours_of(board, last, near) - 1; i >= 0; i--) {
        bool walled;
        if (reference_color(board, near[i]) != EMPTY) continue;
        const struct reference_set space = space_of(board, near[i], &walled);
        for (int p = 0; p < point_limit(board->size) && space.count <= most && walled; p++)
            if (space.has[p] && is_vital(board, &space, p)) add(&out, p);
    }
    return intersection(&out, &candidates);
}

/* Whether a stone on POINT captures nothing and leaves its chain of STONES a single liberty. *OPEN:
 * that liberty has another empty neighbour. */
static bool puts_into_atari(const struct reference_board *board, int point, enum color color,
                            int *stones, bool *open) {
    struct reference_board after = *board;
    struct reference_set captured, chain, liberties;
    int near[4];
    reference_play(&after, point, color, &captured);
    reference_chain(&after, point, &chain, &liberties);
    if (captured.count > 0 || liberties.count != 1) return false;
    *stones = chain.count;
    *open = false;
    for (int i = neighbours_of(&after, first_of(&liberties), near) - 1; i >= 0; i--)
        *open |= reference_color(&after, near[i]) == EMPTY;
    return true;
}

struct reference_set reference_careful_moves(const struct reference_board *board, enum color color,
                                             int least) {
    struct reference_set out = {.count = 0};
    const struct reference_set candidates = reference_candidates(board, color);
    for (int p = 0; p < point_limit(board->size); p++) {
        int stones;
        bool open;
        if (!candidates.has[p]) continue;
        const bool atari = puts_into_atari(board, p, color, &stones, &open);
        if (!atari || (stones < 4 && !(stones >= least && open))) add(&out, p);
    }
    return out;
}

/* --- small spaces --- */

/* The points of WITHIN connected to POINT, one of them. */
static struct reference_set part_of(const struct reference_board *board,
                                    const struct reference_set *within, int point) {
    struct reference_set out = {.count = 0};
    int waiting[BOARD_MAX_POINTS], count = 0;
    waiting[count++] = point;
    add(&out, point);
    for (int done = 0; done < count; done++) {
        int near[4];
        for (int i = neighbours_of(board, waiting[done], near) - 1; i >= 0; i--) {
            if (!within->has[near[i]] || out.has[near[i]]) continue;
            add(&out, near[i]);
            waiting[count++] = near[i];
        }
    }
    return out;
}

/* POINT and the empty points around it; none unless they are three to MOST, no stone of the
 * opponent's but one on POINT is beside them, and POINT has COLOR or the edge on two sides and an
 * empty third. */
static struct reference_set walled_space(const struct reference_board *board, int point,
                                         enum color color, int most) {
    struct reference_set others = {.count = 0}, within = {.count = 0}, none = {.count = 0};
    int near[4], walls = 4, empty = 0;
    for (int i = neighbours_of(board, point, near) - 1; i >= 0; i--) {
        walls -= reference_color(board, near[i]) != color;
        empty += reference_color(board, near[i]) == EMPTY;
    }
    if (walls < 2 || empty == 0) return none;
    for (int p = 0; p < point_limit(board->size); p++) {
        if (p == point || reference_color(board, p) == EMPTY) add(&within, p);
        if (p != point && reference_color(board, p) == color_other(color)) add(&others, p);
    }
    const struct reference_set out = part_of(board, &within, point);
    return out.count >= 3 && out.count <= most && !touch(board, &out, &others) ? out : none;
}

static struct reference_set without(const struct reference_set *set, int point) {
    struct reference_set out = *set;
    out.count -= out.has[point];
    out.has[point] = false;
    return out;
}

static bool is_divided(const struct reference_board *board, const struct reference_set *space,
                       int point) {
    const struct reference_set rest = without(space, point);
    return part_of(board, &rest, first_of(&rest)).count < rest.count;
}

static struct reference_set empty_of(const struct reference_board *board,
                                     const struct reference_set *space) {
    struct reference_set out = {.count = 0};
    for (int p = 0; p < point_limit(board->size); p++)
        if (space->has[p] && reference_color(board, p) == EMPTY) add(&out, p);
    return out;
}

struct reference_set reference_answers_inside(const struct reference_board *board, int last,
                                              enum color color, int most) {
    struct reference_set out = {.count = 0};
    const struct reference_set candidates = reference_candidates(board, color);
    if (last < 0) return out;
    const struct reference_set space = walled_space(board, last, color, most);
    const struct reference_set empty = empty_of(board, &space);
    for (int p = 0; p < point_limit(board->size); p++)
        if (empty.has[p] && is_divided(board, &space, p)) add(&out, p);
    return intersection(&out, &candidates);
}

/* Whether SPACE, all of it empty, makes two eyes whoever plays first. */
static bool lives(const struct reference_board *board, const struct reference_set *space) {
    const struct shape square = shape_of("*O/OO", 0);
    for (int p = 0; p < point_limit(board->size); p++)
        if (space->has[p] && (is_vital(board, space, p) || covers(board, &square, space, p)))
            return false;
    return space->count >= 4;
}

static bool makes_eyes(const struct reference_board *board, const struct reference_set *space,
                       int point) {
    const struct reference_set rest = without(space, point);
    return is_divided(board, space, point) || lives(board, &rest);
}

struct reference_set reference_thrifty_moves(const struct reference_board *board, enum color color,
                                             int most) {
    struct reference_set out = {.count = 0};
    const struct reference_set candidates = reference_candidates(board, color);
    for (int p = 0; p < point_limit(board->size); p++) {
        if (!candidates.has[p]) continue;
        const struct reference_set space = walled_space(board, p, color, most);
        const struct reference_set empty = empty_of(board, &space);
        bool better = false;
        for (int q = 0; q < point_limit(board->size); q++)
            better |= empty.has[q] && makes_eyes(board, &space, q);
        if (space.count == 0 || !better || makes_eyes(board, &space, p)) add(&out, p);
    }
    return out;
}
