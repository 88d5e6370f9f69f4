/* Tactics, against a plain board on random positions. */
#include "guzumi/playout/tactics.h"

#include "patterns.h"
#include "random_moves.h"
#include "reference_playout.h"
#include "unit.h"

enum { POSITIONS = 300 };

/* Whether the liberty of a chain of COLOR in atari, POINT, gives it two or more, captures aside;
 * and whether one that it saves lies beside LAST. */
static bool saves(const struct reference_board *board, int point, enum color color, int last,
                  bool *answers) {
    bool saved = false;
    *answers = false;
    for (int p = 0; p < point_limit(board->size); p++) {
        struct reference_board after = *board;
        struct reference_set stones, liberties, longer;
        if (reference_color(board, p) != color) continue;
        reference_chain(board, p, &stones, &liberties);
        if (liberties.count != 1 || !liberties.has[point]) continue;
        reference_set_color(&after, point, color);
        reference_chain(&after, point, &stones, &longer);
        if (longer.count < 2) continue;
        saved = true;
        if (last < 0) continue;
        const int x = abs(point_column(board->size, p) - point_column(board->size, last));
        const int y = abs(point_row(board->size, p) - point_row(board->size, last));
        *answers |= x + y == 1;
    }
    return saved;
}

static bool is_self_atari(const struct reference_board *board, int point, enum color color) {
    struct reference_board after = *board;
    struct reference_set captured, stones, liberties;
    reference_play(&after, point, color, &captured);
    reference_chain(&after, point, &stones, &liberties);
    return captured.count == 0 && liberties.count == 1;
}

/* No stone within FAR lines. */
static bool is_lonely(const struct reference_board *board, int point, int far) {
    const int size = board->size, x = point_column(size, point), y = point_row(size, point);
    for (int p = 0; p < point_limit(size); p++)
        if (reference_color(board, p) < EMPTY && abs(point_column(size, p) - x) <= far &&
            abs(point_row(size, p) - y) <= far)
            return false;
    return true;
}

/* The line of POINT, counted from the nearest edge from 1. */
static int line_of(int size, int point) {
    int line = size;
    for (int edge = 0; edge < 4; edge++) {
        const int at = edge & 1 ? point_row(size, point) : point_column(size, point);
        const int far = edge & 2 ? size - at : at + 1;
        if (far < line) line = far;
    }
    return line;
}

/* The class of POINT's distance from LAST, or -1. */
static int nearness(int size, int point, int last) {
    const int x = abs(point_column(size, point) - point_column(size, last));
    const int y = abs(point_row(size, point) - point_row(size, last));
    const int far = x + y + (x > y ? x : y);
    return last < 0 ? -1 : far <= 3 ? 0 : far <= 5 ? 1 : far <= 7 ? 2 : -1;
}

/* No stone on the six lines nearest to both of the edges that POINT is nearest to. */
static bool is_in_empty_corner(const struct reference_board *board, int point) {
    const int size = board->size, last = size - 1;
    const bool right = 2 * point_column(size, point) > last,
               top = 2 * point_row(size, point) > last;
    for (int p = 0; p < point_limit(size); p++) {
        const int x = point_column(size, p), y = point_row(size, p);
        if (reference_color(board, p) < EMPTY && (right ? last - x : x) < 6 &&
            (top ? last - y : y) < 6)
            return false;
    }
    return true;
}

/* Whether it is on the third or fourth line from two edges. */
static bool is_corner_point(int size, int point) {
    const int at[] = {point_column(size, point), point_row(size, point)};
    for (int i = 0; i < 2; i++)
        if (at[i] != 2 && at[i] != 3 && at[i] != size - 3 && at[i] != size - 4) return false;
    return true;
}

enum { SETS = 9 };

static void compare(const struct tactics *t, const struct opening *opening,
                    const struct board *fast, const struct playout_patterns *patterns,
                    enum color color, int last, const struct bitset *candidates, int seen[SETS]) {
    struct reference_board board;
    plain_copy(&board, fast);
    const struct reference_set captures = reference_capturing_moves(&board, color);
    for (int p = 0; p < point_limit(fast->size); p++) {
        const bool is_candidate = bitset_has(candidates, p);
        const int line = line_of(fast->size, p);
        const bool opens = is_candidate && fast->size >= 13 && is_lonely(&board, p, 2);
        bool answers = false;
        const bool expected[] = {
            is_candidate && captures.has[p],
            is_candidate && saves(&board, p, color, last, &answers),
            is_candidate && answers,
            is_candidate && is_self_atari(&board, p, color),
            is_candidate && playout_is_pattern(patterns, fast, p, color),
            is_candidate && line == 1 && is_lonely(&board, p, 2),
            opens && (line == 3 || line == 4),
            opens && (line < 3 || line > 5),
            is_candidate && fast->size >= 13 && is_corner_point(fast->size, p) &&
                is_in_empty_corner(&board, p),
        };
        const struct bitset *found[SETS] = {
            &t->captures, &t->saves,       &t->answers,         &t->self_ataris,  &t->patterns,
            &t->edge,     &opening->frame, &opening->misplaced, &opening->corners};
        for (int i = 0; i < SETS; i++) {
            assert_int_equal(bitset_has(found[i], p), expected[i]);
            seen[i] += expected[i];
        }
        for (int i = 0; i < TACTICS_NEAR; i++)
            assert_int_equal(bitset_has(&t->near[i], p),
                             is_candidate && nearness(fast->size, p, last) == i);
    }
}

static void tactics_agree(void **state) {
    static const int sizes[] = {2, 3, 5, 7, 9, 13, 19};
    struct playout_patterns *patterns = make_patterns();
    struct rng rng;
    int seen[SETS] = {0};
    (void)state;
    rng_seed(&rng, 3, 1);
    for (int i = 0; i < POSITIONS; i++) {
        const int size = sizes[i % COUNT_OF(sizes)];
        struct board b;
        struct bitset candidates = {{0}};
        struct tactics tactics;
        struct opening opening;
        enum color color =
            random_position(&b, size, (int)rng_below(&rng, (uint32_t)(size * size)), &rng);
        const int last = random_move(&b, color, &rng);
        board_play(&b, last, color);
        color = color_other(color);
        board_candidates(&b, color, &candidates);
        tactics_find(&tactics, &b, color, last, patterns, &candidates);
        tactics_find_opening(&opening, &b, &candidates);
        compare(&tactics, &opening, &b, patterns, color, last, &candidates, seen);
    }
    for (int i = 0; i < SETS; i++) assert_true(seen[i] > 10);
    free(patterns);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tactics_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
