/* The solver of small positions against plain search of the same game on the plain board: no table,
 * no bounds, no sets. */
#include "guzumi/base/rng.h"

#include "reference_solver.h"
#include "unit.h"

enum { SIZE = 6, PLIES = 6, LARGEST = 5, POSITIONS = 1500 };

/* Random stones in the corner of three by two between living White, and Black alive elsewhere. */
static struct reference_board random_corner(struct rng *rng) {
    static const char *const frame[SIZE] = {"???O.O", "???OOO", "OOOO.O",
                                            "OOOOOO", "XXXXXX", "X.X.XX"};
    struct reference_board out;
    reference_init(&out, SIZE);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            const char kind = frame[row][column];
            const enum color color = kind == '?'   ? (enum color)rng_below(rng, 3)
                                     : kind == 'X' ? BLACK
                                     : kind == 'O' ? WHITE
                                                   : EMPTY;
            reference_set_color(&out, point_at(SIZE, column, SIZE - 1 - row), color);
        }
    return out;
}

/* Whether all stones outside the region are alive: the solver takes dead ones for taken. */
static bool all_live(const struct solver *s, const struct reference_board *b) {
    int stones[2] = {0}, inside[2] = {0};
    for (int p = 0; p < point_limit(SIZE); p++)
        for (int color = 0; color < 2; color++) {
            if (reference_color(b, p) != (enum color)color) continue;
            stones[color]++;
            inside[color] += solver_index(s, p) >= 0;
        }
    return stones[BLACK] - inside[BLACK] == 10 && stones[WHITE] - inside[WHITE] >= 15;
}

/* Plays a point of the region, or passes; false when it is illegal. */
static bool play(struct reference_board *b, int point, enum color color, int *passes) {
    struct reference_set captured;
    if (point != PASS && !reference_is_legal(b, point, color)) return false;
    *passes = point != PASS ? 0 : b->ko == NO_POINT ? *passes + 1 : *passes;
    reference_play(b, point, color, &captured);
    return true;
}

/* Whether SIDE wins within PLIES with COLOR to move, nobody playing outside the region. */
static bool wins(const struct solver *s, const struct reference_board *b, enum color side,
                 enum color color, int passes, int plies) {
    if (passes == 2) {
        enum color owner[BOARD_MAX_POINTS];
        const int half_score = 2 * reference_score(b, owner) - s->half_komi;
        return side == BLACK ? half_score > 0 : half_score < 0;
    }
    if (plies == 0) return false;
    for (int i = PASS; i < s->count; i++) {
        struct reference_board after = *b;
        int now = passes;
        if (!play(&after, i == PASS ? PASS : s->point[i], color, &now)) continue;
        if (wins(s, &after, side, color_other(color), now, plies - 1) == (side == color))
            return side == color;
    }
    return side != color;
}

/* Compares what is known of a move with what a plain search of a few plies finds. */
static int check_move(struct solver *s, const struct reference_board *b, int index,
                      enum color color, int found[3]) {
    struct reference_board after = *b;
    int passes = 0;
    const enum solver_answer answer = solver_try(s, index, color);
    const bool legal = play(&after, index == PASS ? PASS : s->point[index], color, &passes);
    assert_int_equal(legal, solver_is_legal(s, index, color));
    if (!legal) return 0;
    found[answer]++;
    const enum color other = color_other(color);
    const bool won = wins(s, &after, color, other, passes, PLIES);
    const bool lost = wins(s, &after, other, other, passes, PLIES);
    if (won) assert_int_equal(answer, SOLVER_WINS);
    if (lost) assert_int_equal(answer, SOLVER_LOSES);
    return won || lost;
}

static void it_agrees_with_plain_search(void **state) {
    (void)state;
    struct rng rng;
    int compared = 0, found[3] = {0};
    rng_seed(&rng, 1, 2);
    for (int i = 0; i < POSITIONS; i++) {
        const struct reference_board board = random_corner(&rng);
        struct solver solver;
        const int half_komi = 2 * (int)rng_below(&rng, 12) - 11;
        int empty = 0;
        if (!reference_is_possible(&board)) continue;
        assert_true(solver_open(&solver, &board, half_komi, 100000));
        for (int p = 0; p < solver.count; p++)
            empty += reference_color(&board, solver.point[p]) == EMPTY;
        for (int p = PASS; p < solver.count && empty <= LARGEST && all_live(&solver, &board); p++)
            for (int color = 0; color < 2; color++)
                compared += check_move(&solver, &board, p, (enum color)color, found);
        solver_close(&solver);
    }
    print_message("%d moves: %d win, %d lose, %d unknown; %d compared\n",
                  found[0] + found[1] + found[2], found[SOLVER_WINS], found[SOLVER_LOSES],
                  found[SOLVER_UNKNOWN], compared);
    assert_true(compared > 1000 && found[SOLVER_WINS] > 300 && found[SOLVER_LOSES] > 300);
    assert_true(found[SOLVER_UNKNOWN] < 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_agrees_with_plain_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
