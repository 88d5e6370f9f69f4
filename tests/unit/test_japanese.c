/* Play by territory: the score of best play compared with that by area (board.h), what the player
 * chooses when each point counts, and how a game with prisoners ends. Small positions are solved to
 * the end. */
#include "diagram.h"
#include "player.h"
#include "random_moves.h"
#include "reference_solver.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = -1000, SIMULATIONS = 600 };

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    params.simulations = SIMULATIONS;
    params.rules = RULES_JAPANESE;
    return start_player(state, &player, &params);
}

/* --- solved positions --- */

/* The black stones of B less its white ones. */
static int stones_ahead(const struct reference_board *b) {
    int ahead = 0;
    for (int p = 0; p < point_limit(b->size); p++)
        ahead += (reference_color(b, p) == BLACK) - (reference_color(b, p) == WHITE);
    return ahead;
}

/* Whether COLOR makes at least SCORE of B, its view, by the move at POINT; NO_POINT: by some move.
 */
static enum solver_answer makes(const struct reference_board *b, enum color color, int score,
                                int point, bool by_territory) {
    struct solver s;
    enum solver_answer out = SOLVER_LOSES;
    if (!solver_open(&s, b, color_sign(color) * (2 * score - 1), 100000)) return SOLVER_UNKNOWN;
    s.by_territory = by_territory;
    if (by_territory) s.half_komi += 2 * stones_ahead(b);
    for (int i = PASS; i < s.count && out != SOLVER_WINS; i++) {
        if (point != NO_POINT && point != (i == PASS ? PASS : s.point[i])) continue;
        const enum solver_answer answer = solver_try(&s, i, color);
        if (answer != SOLVER_LOSES) out = answer;
    }
    solver_close(&s);
    return out;
}

/* What COLOR, to move, makes of B at best, its view, by bisection; UNKNOWN where repetition or the
 * size forbids an answer. */
static int best_score(const struct reference_board *b, enum color color, bool by_territory) {
    int least = -2 * b->size * b->size, too_much = -least + 1;
    while (too_much - least > 1) {
        const int score = least + (too_much - least) / 2;
        const enum solver_answer answer = makes(b, color, score, NO_POINT, by_territory);
        if (answer == SOLVER_UNKNOWN) return UNKNOWN;
        *(answer == SOLVER_WINS ? &least : &too_much) = score;
    }
    return least;
}

/* Random stones between two living groups: dame, borders to close, chains that can be cut. Few
 * points are empty. */
static bool random_border(struct reference_board *out, struct rng *rng) {
    static const char *const frames[2][7] = {
        {"XXX?OOO", ".XX?OO.", "XX???OO", "XX???OO", "XXX?OOO", ".XX?OO.", "XXX?OOO"},
        {"XXX????", ".XX????", "XXX?OOO", "XXX?OO.", "XX??OOO", ".X??OO.", "XX??OOO"}};
    const char *const *frame = frames[rng_below(rng, 2)];
    int open = 0;
    reference_init(out, 7);
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 7; column++) {
            const char kind = frame[row][column];
            const enum color color = kind == '?'   ? (enum color)rng_below(rng, 3)
                                     : kind == 'X' ? BLACK
                                     : kind == 'O' ? WHITE
                                                   : EMPTY;
            open += kind == '?' && color == EMPTY;
            reference_set_color(out, point_at(7, column, 6 - row), color);
        }
    return open >= 1 && open <= 6 && reference_is_possible(out);
}

/* By how much better area, less the stones put so far, comes to for the mover. */
struct differences {
    int below, none, one, more;
};

/* Solves ROUNDS positions by area and by territory. */
static struct differences compare_scores(int size, int rounds) {
    struct differences out = {.none = 0};
    struct rng rng;
    rng_seed(&rng, 6, (uint64_t)size);
    for (int i = 0; i < rounds; i++) {
        struct reference_board plain;
        struct board board;
        enum color color = (enum color)rng_below(&rng, 2);
        if (size < 7) {
            color = random_position(&board, size, (int)rng_below(&rng, size == 2 ? 6 : 14), &rng);
            plain_copy(&plain, &board);
        } else if (!random_border(&plain, &rng)) {
            continue;
        }
        const int area = best_score(&plain, color, false);
        const int score = area == UNKNOWN ? UNKNOWN : best_score(&plain, color, true);
        if (score == UNKNOWN) continue;
        const int more = area - color_sign(color) * stones_ahead(&plain) - score;
        out.below += more < 0;
        out.none += more == 0;
        out.one += more == 1;
        out.more += more > 1;
    }
    print_message("%dx%d: area is better by 1 in %d positions, by none in %d, by more in %d, "
                  "worse in %d\n",
                  size, size, out.one, out.none, out.more, out.below);
    return out;
}

/* Where borders meet, the mover gains a point by area alone if it makes the last move. Where
 * nothing is alive yet, either side may have to add a stone before the end. */
static void areas_and_territories_differ_by_the_last_move(void **state) {
    (void)state;
    const struct differences two = compare_scores(2, 60 / TEST_SHARE),
                             three = compare_scores(3, 60 / TEST_SHARE),
                             borders = compare_scores(7, 240 / (TEST_SHARE + 1));
    const int least = 20 / TEST_SHARE;
    assert_true(two.none + two.one > 15 / TEST_SHARE && two.more + two.below == 0);
    assert_true(three.none + three.one > least && three.more + three.below <= 4);
    assert_true(borders.none > least && borders.one > least);
    assert_true(borders.more == 0 && borders.below <= 1);
}

/* --- choices --- */

/* The same position for the player. */
static void set_up(struct player *f, const struct reference_board *plain, enum color color) {
    struct board board;
    board_init(&board, plain->size);
    for (int p = 0; p < point_limit(plain->size); p++)
        if (reference_color(plain, p) < EMPTY) board_place(&board, p, reference_color(plain, p));
    engine_set_up(f->engine, &board, color);
}

/* With a komi by which nothing but the best score wins. */
static void the_last_point_is_found(void **state) {
    struct player *f = *state;
    struct failure why;
    struct rng rng;
    int played = 0, wrong = 0, passes = 0;
    rng_seed(&rng, 6, 1);
    while (played < 100 / TEST_SHARE) {
        struct reference_board plain;
        const enum color color = (enum color)rng_below(&rng, 2);
        if (!random_border(&plain, &rng)) continue;
        const int best = best_score(&plain, color, true);
        int point;
        if (best == UNKNOWN) continue;
        assert_int_equal(engine_set_komi(f->engine, color_sign(color) * (best - 0.5), &why),
                         STATUS_OK);
        set_up(f, &plain, color);
        assert_int_equal(engine_reg_genmove(f->engine, color, &point, &why), STATUS_OK);
        wrong += makes(&plain, color, best, point, true) != SOLVER_WINS;
        passes += point == PASS;
        played++;
    }
    print_message("%d of %d choices lose the game, %d are passes\n", wrong, played, passes);
    assert_true(wrong <= 2 && passes > 10 / TEST_SHARE);
}

/* Dame are left, and a dead stone that nobody has to take: ten points for each side and a prisoner.
 */
static void a_settled_game_ends(void **state) {
    struct player *f = *state;
    struct failure why;
    struct board board;
    diagram_read(&board, 7,
                 ". . X . O . .  . X X . O O .  . . X X O . .  X X X . O O O"
                 ". O X O O . .  . X X . O O .  . . X . O . .");
    for (enum color color = BLACK; color <= WHITE; color++)
        for (int komi = -20; komi <= 20; komi += 10) {
            assert_int_equal(engine_set_komi(f->engine, komi + 0.5, &why), STATUS_OK);
            engine_set_up(f->engine, &board, color);
            assert_int_equal(engine_final_score(f->engine, NULL), 2 * (1 - komi) - 1);
            assert_int_equal(genmove(f, color), PASS);
            assert_int_equal(genmove(f, color_other(color)), PASS);
            assert_int_equal(engine_final_score(f->engine, NULL), 2 * (1 - komi) - 1);
        }
}

/* Playouts don't find Black's area settled. A needless move there loses the point by which Black is
 * ahead. */
static void a_needless_move_loses(void **state) {
    struct player *f = *state;
    struct failure why;
    struct board board;
    diagram_read(&board, 9,
                 ". O X X X X O O .   O . O X X O O . O   . O . O X X O . O"
                 "O . O O O X O O X   . O X X X X X X X   O . O X . X . . ."
                 "O O O X O . . . .   O X X . X . X . .   O O X X . . . . .");
    assert_int_equal(engine_set_komi(f->engine, 8.5, &why), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        engine_set_up(f->engine, &board, BLACK);
        assert_int_equal(engine_final_score(f->engine, NULL), 1);
        assert_int_equal(genmove(f, BLACK), PASS);
    }
}

static void load(struct player *f, const char *text) {
    struct failure why;
    struct sgf *sgf;
    assert_int_equal(sgf_parse(&sgf, "test", text, strlen(text), &why), STATUS_OK);
    assert_int_equal(engine_load(f->engine, sgf, SGF_ALL_MOVES, &why), STATUS_OK);
    sgf_free(sgf);
}

static void expect_property(const struct sgf *sgf, const char *name, const char *value) {
    char *text = sgf_text(sgf, SGF_ROOT, name);
    assert_non_null(text);
    assert_string_equal(text, value);
    free(text);
}

/* Black's nine points and White's four and a prisoner, also when a stone is added after the
 * capture; and the record of the game says so. */
static void records_count_prisoners(void **state) {
    static const char *const games[] = {
        "(;SZ[5]KM[0.5];B[aa];W[ba];B[ee];W[ab];B[ca];W[bb];B[cb];W[bc];B[cc];W[bd];B[cd];W[be]"
        ";B[ce];W[];B[])",
        "(;SZ[5]KM[0.5];B[aa];W[ba];B[ee];W[ab];B[ca];W[bb];AB[cb];W[bc];B[cc];W[bd];B[cd];W[be]"
        ";B[ce];W[];B[])"};
    struct player *f = *state;
    for (int i = 0; i < COUNT_OF(games); i++) {
        struct failure why;
        struct sgf *sgf;
        load(f, games[i]);
        assert_int_equal(engine_game(f->engine)->prisoners[BLACK], 1);
        assert_int_equal(engine_record(f->engine, &sgf, &why), STATUS_OK);
        expect_property(sgf, "RU", "Japanese");
        expect_property(sgf, "RE", "B+3.5");
        sgf_free(sgf);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_and_territories_differ_by_the_last_move),
        cmocka_unit_test(the_last_point_is_found),
        cmocka_unit_test(a_settled_game_ends),
        cmocka_unit_test(a_needless_move_loses),
        cmocka_unit_test(records_count_prisoners),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
