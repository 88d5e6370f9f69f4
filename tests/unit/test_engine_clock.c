/* The player and its clock: moves without time, in a hurry, or without a choice, and what is
 * charged for them. */
#include "guzumi/base/clock.h"
#include "guzumi/player/inspect.h"
#include "guzumi/player/report.h"
#include "guzumi/search/tree_search.h"

#include "choice.h"
#include "diagram.h"
#include "engine_state.h"
#include "player.h"
#include "problems.h"

static int open_player(void **state) {
    static struct player player;
    return start_default_player(state, &player, 50);
}

/* A clock that is as good as empty still gets a legal move out of every setting. */
static void test_plays_without_time(void **state) {
    struct player *f = *state;
    struct failure why;
    assert_int_equal(engine_set_param(f->engine, "simulations", "0", &why), STATUS_OK);
    for (int depth = 0; depth < 3; depth++) {
        char text[2] = {(char)('0' + depth), 0};
        assert_int_equal(engine_set_param(f->engine, "depth", text, &why), STATUS_OK);
        engine_clear(f->engine, 9);
        time_control_settings(engine_time_control(f->engine), 0.1, 0, 0);
        for (int i = 0; i < 30; i++) genmove(f, i % 2 ? WHITE : BLACK);
    }
    assert_int_equal(engine_set_param(f->engine, "depth", "1", &why), STATUS_OK);
    assert_int_equal(engine_set_param(f->engine, "simulations", "50", &why), STATUS_OK);
    /* It ends a search long before all its simulations. */
    uint64_t visits[BOARD_MAX_POINTS];
    engine_clear(f->engine, 13);
    time_control_left(engine_time_control(f->engine), BLACK, 1e6, 0);
    genmove(f, BLACK);
    assert_int_equal(engine_visits(f->engine, visits), 50);
    assert_int_equal(engine_set_param(f->engine, "simulations", "100000", &why), STATUS_OK);
    time_control_left(engine_time_control(f->engine), WHITE, 0.001, 0);
    genmove(f, WHITE);
    assert_in_range(engine_visits(f->engine, visits), 1, 99999);
    assert_int_equal(engine_set_param(f->engine, "simulations", "50", &why), STATUS_OK);
    time_control_init(engine_time_control(f->engine));
}

/* The time for a move is for those that nothing else limits. */
static void test_as_many_simulations_as_told(void **state) {
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    engine_clear(f->engine, 9);
    set(f, "simulations", "400");
    set(f, "move_time", "0.001");
    genmove(f, BLACK);
    assert_int_equal(engine_visits(f->engine, visits), 400);
    set(f, "move_time", "1");
    set(f, "simulations", "50");
}

/* Nothing is left but the two liberties that a dead chain of White's shares with Black's: whoever
 * plays there loses stones. Black wins by 4.5 points. */
static void begin_settled_game(struct player *f) {
    struct board board;
    struct failure why;
    diagram_read(&board, 9,
                 "OOOOOOOOO"
                 ".OOOOOOO."
                 "OOOOOOOOO"
                 "OOOOOOOOO"
                 "XXXXXXXXX"
                 ".XXXXXXX."
                 "XXXXXXXXX"
                 "XOOOOOOOX"
                 "XO.XXX.OX");
    engine_clear(f->engine, 9);
    assert_int_equal(engine_set_komi(f->engine, -15.5, &why), STATUS_OK);
    engine_set_up(f->engine, &board, BLACK);
}

static void end_settled_game(struct player *f) {
    struct failure why;
    time_control_init(engine_time_control(f->engine));
    set(f, "simulations", "50");
    engine_use_clock(f->engine, CLOCK_WALL);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

/* A single move that a pass stands beside is no forced one. */
static void test_thinks_about_one_move_or_none(void **state) {
    struct player *f = *state;
    struct bitset all_but_one = {{0}};
    uint64_t visits[BOARD_MAX_POINTS];
    for (int p = 0; p < point_limit(9); p++)
        if (p != point_at(9, 2, 3)) bitset_add(&all_but_one, p);
    engine_clear(f->engine, 9);
    avoid(f, BLACK, &all_but_one);
    engine_use_clock(f->engine, CLOCK_THREAD);
    time_control_settings(engine_time_control(f->engine), 400, 0, 0);
    genmove(f, BLACK);
    assert_int_equal(engine_visits(f->engine, visits), 50);
    avoid(f, BLACK, NULL);
    engine_use_clock(f->engine, CLOCK_WALL);
    time_control_init(engine_time_control(f->engine));
}

static void test_leaves_a_seki_alone_in_a_hurry(void **state) {
    struct player *f = *state;
    begin_settled_game(f);
    for (int i = 0; i < 2; i++) {
        time_control_left(engine_time_control(f->engine), BLACK, i ? 0.05 : 0.15, 0);
        assert_int_equal(genmove(f, BLACK), PASS);
        assert_true(engine_undo(f->engine, 1));
    }
    set(f, "pass_when", "filled"); /* as in training: a legal move that fills no eye is played */
    time_control_left(engine_time_control(f->engine), BLACK, 0.05, 0);
    assert_int_not_equal(genmove(f, BLACK), PASS);
    set(f, "pass_when", "settled");
    end_settled_game(f);
}

/* A move without a choice takes none of a clock's time. */
static void test_the_only_move_is_played_at_once(void **state) {
    struct player *f = *state;
    struct bitset all_but_one = {{0}};
    uint64_t visits[BOARD_MAX_POINTS];
    const int only = point_at(9, 2, 3);
    for (int p = 0; p < point_limit(9); p++)
        if (p != only) bitset_add(&all_but_one, p);
    engine_clear(f->engine, 9);
    avoid(f, BLACK, &all_but_one);
    set(f, "simulations", "0");
    set(f, "pass_when", "filled");
    time_control_settings(engine_time_control(f->engine), 10, 0, 0);
    assert_int_equal(genmove(f, BLACK), only);
    assert_true(engine_visits(f->engine, visits) < 20); /* those before a look at the clock */
    time_control_init(engine_time_control(f->engine));
    avoid(f, BLACK, NULL);
    set(f, "pass_when", "settled");
    set(f, "simulations", "50");
}

/* Two halves of 19x19 that are proved to live, each with three empty points in a row. The playouts
 * that would tell take too long for a hurry on this board, so that it plays on; but not where no
 * clock runs. */
static struct board two_halves(void) {
    struct board board;
    board_init(&board, 19);
    for (int row = 0; row < 19; row++)
        for (int column = 0; column < 19; column++) {
            const bool is_row = row == 2 || row == 16, is_eye = column == 1 || column == 5;
            const bool is_empty = is_row && (is_eye || (column >= 9 && column <= 11));
            if (!is_empty) board_place(&board, point_at(19, column, row), row < 9 ? BLACK : WHITE);
        }
    return board;
}

static void test_judges_no_large_board_in_a_hurry(void **state) {
    struct player *f = *state;
    const struct board board = two_halves();
    engine_clear(f->engine, 19);
    engine_set_up(f->engine, &board, BLACK);
    time_control_left(engine_time_control(f->engine), BLACK, 3600, 0);
    assert_int_equal(genmove(f, BLACK), PASS);
    assert_true(engine_undo(f->engine, 1));
    time_control_left(engine_time_control(f->engine), BLACK, 0.3, 0);
    assert_int_not_equal(genmove(f, BLACK), PASS);
    assert_true(engine_undo(f->engine, 1));
    time_control_init(engine_time_control(f->engine));
    set(f, "simulations", "0");
    set(f, "move_time", "0.1");
    assert_int_equal(genmove(f, BLACK), PASS);
    set(f, "move_time", "1");
    set(f, "simulations", "50");
}

/* The least time for a move, in seconds, that leaves time to estimate what is settled. */
static double least_time_to_estimate(int size) {
    struct move_clock clock = {.by = CLOCK_WALL};
    struct params params;
    struct board board;
    params_default(&params);
    params.lag = 0;
    board_init(&board, size);
    for (double left = 0.1;; left *= 1.02) {
        time_control_init(&clock.time);
        time_control_settings(&clock.time, left, 0, 0);
        const struct effort effort = move_clock_effort(&clock, &params, &board, BLACK);
        if (effort.estimates) return effort.limit.most - effort.limit.begin;
    }
}

/* Playouts of a large board have more moves, and each takes longer. */
static void test_large_boards_need_more_time_to_estimate(void **state) {
    (void)state;
    const double ratio = least_time_to_estimate(19) / least_time_to_estimate(9);
    assert_true(ratio > 7.5 && ratio < 12);
}

/* A tree search that is interrupted as soon as run number INTERRUPTED begins. The
 * second run believes that it gains something. */
static struct {
    struct engine *engine;
    int runs, interrupted;
} haste;

static enum status run_in_haste(struct search *search, const struct search_position *position,
                                const struct bitset *candidates, const struct search_limit *limit,
                                struct rng *rng, struct failure *why) {
    if (++haste.runs == haste.interrupted) engine_interrupt(haste.engine);
    return tree_method.run(search, position, candidates, limit, rng, why);
}

static void tell_a_gain(const struct search *search, struct search_statistics *out) {
    tree_method.statistics(search, out);
    if (haste.runs != 2 || out->simulations == 0) return;
    out->winrate = 1;
    out->candidates[0].point = point_at(9, 2, 0);
}

/* Where the choice is clear before its time is over, the clock keeps the rest of it. */
static void test_what_is_not_used_is_not_charged(void **state) {
    struct player *f = *state;
    struct time_control *time = engine_time_control(f->engine);
    struct failure why;
    const struct posed_problem problem = problem_pose(&problems[0], false);
    engine_set_up(f->engine, &problem.board, problem.to_move);
    assert_int_equal(engine_set_komi(f->engine, problem.half_komi / 2.0, &why), STATUS_OK);
    set(f, "simulations", "0");
    engine_use_clock(f->engine, CLOCK_THREAD);
    time_control_settings(time, 8, 0, 0);
    const double begin = clock_read(CLOCK_THREAD);
    assert_int_equal(genmove(f, problem.to_move), problem.move);
    const double passed = clock_read(CLOCK_THREAD) - begin;
    assert_true(8 - time->clock[problem.to_move].left <= passed);
    end_settled_game(f);
}

/* Neither the first question nor the last. */
/* A move that was asked for before it is thought about has less time, and is charged for all. */
static void test_time_runs_since_it_was_asked(void **state) {
    struct player *f = *state;
    engine_clear(f->engine, 9);
    struct time_control *time = engine_time_control(f->engine);
    time_control_settings(time, 1000, 0, 0);
    engine_asked(f->engine, clock_now() - 900);
    genmove(f, BLACK);
    assert_true(time->clock[BLACK].left <= 100);
    genmove(f, WHITE); /* that was Black's move alone */
    assert_true(time->clock[WHITE].left > 100);
    time_control_init(time);
}

static void test_a_question_without_an_answer_moves_nothing(void **state) {
    static struct search_method method;
    struct player *f = *state;
    struct failure why;
    method = tree_method;
    method.run = run_in_haste;
    method.statistics = tell_a_gain;
    assert_int_equal(engine_use_search(f->engine, &method, &why), STATUS_OK);
    for (int interrupted = 1; interrupted <= 3; interrupted += 2) {
        haste.engine = f->engine;
        haste.interrupted = interrupted;
        haste.runs = 0;
        begin_settled_game(f);
        assert_int_equal(genmove(f, BLACK), PASS);
        assert_true(haste.runs >= interrupted);
    }
    end_settled_game(f);
    assert_int_equal(engine_use_search(f->engine, NULL, &why), STATUS_OK);
}

/* But it answers a pass there, also when it is behind. */
static void test_answers_a_pass_in_a_hurry(void **state) {
    struct player *f = *state;
    const struct board board = two_halves();
    engine_clear(f->engine, 19);
    engine_set_up(f->engine, &board, WHITE);
    play(f, WHITE, "pass");
    time_control_left(engine_time_control(f->engine), BLACK, 0.3, 0);
    assert_int_equal(genmove(f, BLACK), PASS);
    time_control_init(engine_time_control(f->engine));
}

/* Time that is meant for the questions about a settled position is no delay. By the thread's own
 * time, which other work on the machine takes none of. */
static void test_questions_are_no_overrun(void **state) {
    struct player *f = *state;
    struct time_control *time = engine_time_control(f->engine);
    begin_settled_game(f);
    set(f, "simulations", "0");
    engine_use_clock(f->engine, CLOCK_THREAD);
    time_control_settings(time, 6, 0, 0);
    assert_int_equal(genmove(f, BLACK), PASS);
    const double used = 6 - time->clock[BLACK].left;
    assert_true(used > 0);
    assert_true(time->overrun[BLACK].worst < used / 4);
    end_settled_game(f);
}

/* The client has told White's clock alone: Black's moves, which take what they are given, are late
 * for none. */
static void test_no_overrun_without_a_clock(void **state) {
    struct player *f = *state;
    struct time_control *time = engine_time_control(f->engine);
    engine_clear(f->engine, 9);
    time_control_left(time, WHITE, 100, 0);
    set(f, "simulations", "0");
    set(f, "move_time", "0.01");
    genmove(f, BLACK);
    assert_true(time->overrun[BLACK].worst == 0);
    set(f, "move_time", "1");
    set(f, "simulations", "50");
    time_control_init(time);
}

/* Stones of either colour leave fewer moves to come, each of which may take longer. */
static void test_a_fuller_board_leaves_more_time(void **state) {
    (void)state;
    struct move_clock clock = {.by = CLOCK_THREAD};
    struct params params;
    double target[3];
    params_default(&params);
    time_control_init(&clock.time);
    time_control_settings(&clock.time, 60, 0, 0);
    for (int stones = 0; stones < 3; stones++) { /* none, Black's, White's */
        struct board board;
        board_init(&board, 9);
        for (int i = 0; i < 9 && stones > 0; i++)
            board_place(&board, point_at(9, i, 4), stones == 1 ? BLACK : WHITE);
        const struct effort effort = move_clock_effort(&clock, &params, &board, BLACK);
        target[stones] = effort.limit.target - effort.limit.begin;
    }
    assert_true(target[1] > target[0] + 1e-3 && fabs(target[2] - target[1]) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thinks_about_one_move_or_none),
        cmocka_unit_test(test_plays_without_time),
        cmocka_unit_test(test_as_many_simulations_as_told),
        cmocka_unit_test(test_leaves_a_seki_alone_in_a_hurry),
        cmocka_unit_test(test_the_only_move_is_played_at_once),
        cmocka_unit_test(test_judges_no_large_board_in_a_hurry),
        cmocka_unit_test(test_large_boards_need_more_time_to_estimate),
        cmocka_unit_test(test_what_is_not_used_is_not_charged),
        cmocka_unit_test(test_time_runs_since_it_was_asked),
        cmocka_unit_test(test_a_question_without_an_answer_moves_nothing),
        cmocka_unit_test(test_questions_are_no_overrun),
        cmocka_unit_test(test_answers_a_pass_in_a_hurry),
        cmocka_unit_test(test_no_overrun_without_a_clock),
        cmocka_unit_test(test_a_fuller_board_leaves_more_time),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
