/* The player: what it promises in engine.h beyond what the GTP conversations show. */
#include "player.h"

#include "guzumi/mind.h"
#include "guzumi/report.h"
#include "guzumi/tree_search.h"

#include "diagram.h"
#include "problems.h"

#include <string.h>

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    params.simulations = 50;
    return start_player(state, &player, &params);
}

/* Starts the random numbers again: by the seed that it has already, or by the parameter, where
 * another value is needed between. */
static void seed_again(struct player *f, bool by_parameter) {
    engine_clear(f->engine, 9);
    if (by_parameter) {
        set(f, "seed", "8");
        set(f, "seed", "7");
    } else {
        engine_seed(f->engine, 7);
    }
    assert_int_equal(engine_params(f->engine)->seed, 7);
}

static void test_same_seed_same_moves(void **state) {
    struct player *f = *state;
    int first[6];
    for (int round = 0; round < 3; round++) {
        seed_again(f, round == 2);
        for (int i = 0; i < 6; i++) {
            const int point = genmove(f, i % 2 ? WHITE : BLACK);
            if (round == 0) first[i] = point;
            assert_int_equal(point, first[i]);
        }
    }
}

/* What it saw shows, until the position changes. */
static void test_reg_genmove_leaves_no_trace(void **state) {
    struct player *f = *state;
    struct failure why;
    int first, again, line[REPORT_PV];
    uint64_t visits[BOARD_MAX_POINTS];
    double before[BOARD_MAX_POINTS], after[BOARD_MAX_POINTS];
    engine_clear(f->engine, 9);
    play(f, BLACK, "E5");
    play(f, WHITE, "C3");
    assert_int_equal(engine_values(f->engine, BLACK, before, &why), STATUS_OK);
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &first, &why), STATUS_OK);
    assert_int_equal(engine_visits(f->engine, visits), 50);
    assert_true(visits[first] > 0);
    engine_pv(f->engine, BLACK, NO_POINT, line);
    assert_int_equal(line[0], first);
    assert_int_equal(engine_values(f->engine, BLACK, after, &why), STATUS_OK);
    assert_memory_not_equal(before, after, sizeof before);
    assert_int_equal(engine_game(f->engine)->count, 2);
    play_point(f, BLACK, first);
    assert_true(engine_undo(f->engine, 1));
    assert_int_equal(engine_values(f->engine, BLACK, after, &why), STATUS_OK);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(engine_visits(f->engine, visits), 0);
    genmove(f, BLACK); /* learns, and must not show in the next one */
    assert_true(engine_undo(f->engine, 1));
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &again, &why), STATUS_OK);
    assert_int_equal(first, again);
}

static void test_passes_when_that_wins(void **state) {
    struct player *f = *state;
    engine_clear(f->engine, 5);
    for (int row = 0; row < 5; row++) {
        char name[5];
        play(f, BLACK, point_format(5, point_at(5, 2, row), name));
    }
    play(f, WHITE, "pass");
    assert_int_equal(genmove(f, BLACK), PASS);
}

/* Who passes first wants to see a game, though komi would win it. */
static void test_plays_on_an_empty_board(void **state) {
    struct player *f = *state;
    engine_clear(f->engine, 9);
    play(f, BLACK, "pass");
    assert_int_not_equal(genmove(f, WHITE), PASS);
}

/* White lives nowhere: Black owns all and has nothing left to play, but the stones that White left
 * behind count for White until they are taken. */
static void leave_dead_stones(struct player *f) {
    struct failure why;
    engine_clear(f->engine, 5);
    assert_int_equal(engine_set_komi(f->engine, 22.5, &why), STATUS_OK);
    static const char *const black[] = {"B1", "B2", "B3", "B4", "B5", "D1", "D2", "D3", "D4"};
    play(f, WHITE, "E3"); /* else Black's stones were a handicap */
    for (size_t i = 0; i < sizeof black / sizeof black[0]; i++) play(f, BLACK, black[i]);
    play(f, WHITE, "pass");
}

static void test_takes_dead_stones_when_the_score_needs_it(void **state) {
    struct player *f = *state;
    struct failure why;
    leave_dead_stones(f);
    assert_true(engine_final_score(f->engine, NULL) > 0);
    for (int i = 0;
         i < 10 && board_color(&engine_game(f->engine)->board, point_at(5, 4, 2)) == WHITE; i++) {
        assert_int_not_equal(genmove(f, BLACK), PASS);
        play(f, WHITE, "pass");
    }
    assert_int_equal(board_color(&engine_game(f->engine)->board, point_at(5, 4, 2)), EMPTY);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

/* Where a move in one's own territory costs a point, the dead stones are agreed upon. */
static void test_takes_no_dead_stones_where_that_costs(void **state) {
    struct player *f = *state;
    struct failure why;
    set(f, "rules", "japanese");
    leave_dead_stones(f);
    assert_true(engine_final_score(f->engine, NULL) > 0);
    assert_int_equal(genmove(f, BLACK), PASS);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
    set(f, "rules", "chinese");
}

/* A game that is hopeless for Black, judged by what the searches learn in it. */
static void begin_hopeless_game(struct player *f) {
    struct failure why;
    engine_clear(f->engine, 9);
    assert_int_equal(engine_set_komi(f->engine, 200, &why), STATUS_OK);
    set(f, "simulations", "400");
    set(f, "memory", "short");
    set(f, "resign_threshold", "0.5");
}

static void end_hopeless_game(struct player *f) {
    struct failure why;
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
    set(f, "simulations", "50");
    set(f, "memory", "both");
    set(f, "resign_threshold", "0");
    set(f, "resign_moves", "3");
}

/* Whether Black resigns within so many turns. White passes, or is the engine too. */
static bool black_resigns(struct player *f, int turns, bool plays_white) {
    for (int i = 0; i < turns; i++) {
        if (genmove(f, BLACK) == RESIGN) return true;
        if (plays_white)
            assert_int_not_equal(genmove(f, WHITE), RESIGN);
        else
            play(f, WHITE, "pass");
    }
    return false;
}

static void test_resigns_only_when_told_to(void **state) {
    struct player *f = *state;
    begin_hopeless_game(f);
    set(f, "resign_moves", "1");
    assert_true(black_resigns(f, 4, false));
    set(f, "resign_threshold", "0");
    assert_int_not_equal(genmove(f, BLACK), RESIGN);
    end_hopeless_game(f);
}

/* Who takes dead stones off goes on to the end. */
static void test_cleaning_up_never_resigns(void **state) {
    struct player *f = *state;
    struct failure why;
    int point;
    begin_hopeless_game(f);
    set(f, "resign_moves", "1");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(engine_genmove_cleanup(f->engine, BLACK, &point, &why), STATUS_OK);
        assert_int_not_equal(point, RESIGN);
        play(f, WHITE, "pass");
    }
    end_hopeless_game(f);
}

/* An engine that plays both sides counts the hopeless moves of each. */
static void test_either_side_resigns(void **state) {
    struct player *f = *state;
    begin_hopeless_game(f);
    set(f, "resign_moves", "2");
    assert_true(black_resigns(f, 8, true));
    end_hopeless_game(f);
}

/* A turn of Black's that is hopeless, or else won, and White's answer; neither is a resignation. */
static void take_turns(struct player *f, bool is_hopeless, const char *answer) {
    struct failure why;
    assert_int_equal(engine_set_komi(f->engine, is_hopeless ? 200 : -200, &why), STATUS_OK);
    assert_int_not_equal(genmove(f, BLACK), RESIGN);
    if (answer) play(f, WHITE, answer);
}

/* Hopeless moves count in a row, in one game, and not when they are taken back. */
static void test_hopeless_moves_in_a_row(void **state) {
    struct player *f = *state;
    begin_hopeless_game(f);
    set(f, "resign_moves", "2");
    take_turns(f, true, "A1");
    take_turns(f, false, "J1");
    take_turns(f, true, NULL);
    assert_true(engine_undo(f->engine, 1));
    take_turns(f, true, "A9");
    engine_clear(f->engine, 9);
    take_turns(f, true, "A1");
    assert_int_equal(genmove(f, BLACK), RESIGN);
    end_hopeless_game(f);
}

/* Asked for a move after two passes it thinks as if the game went on. */
static void test_searches_after_two_passes(void **state) {
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    uint64_t begun = 0;
    engine_clear(f->engine, 9);
    play(f, BLACK, "E5");
    play(f, WHITE, "pass");
    play(f, BLACK, "pass");
    genmove(f, WHITE);
    assert_int_equal(engine_visits(f->engine, visits), 50);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) begun += visits[p];
    assert_int_equal(begun, 50);
}

/* Ponders; whether the values of the mover's moves have changed by it. */
static bool learns_by_pondering(struct player *f) {
    struct failure why;
    const enum color color = engine_game(f->engine)->to_move;
    double before[BOARD_MAX_POINTS], after[BOARD_MAX_POINTS];
    assert_int_equal(engine_values(f->engine, color, before, &why), STATUS_OK);
    const uint64_t hash = engine_game(f->engine)->board.hash;
    ponder(f, 20);
    assert_true(engine_game(f->engine)->board.hash == hash);
    assert_int_equal(engine_values(f->engine, color, after, &why), STATUS_OK);
    return memcmp(before, after, sizeof before) != 0;
}

/* Nor does it think on when it has passed, too. */
static void test_ponders_about_no_game_that_is_over(void **state) {
    struct player *f = *state;
    engine_clear(f->engine, 5);
    set(f, "ponder", "on");
    for (int row = 0; row < 5; row++) play_point(f, BLACK, point_at(5, 2, row));
    play(f, WHITE, "pass");
    assert_int_equal(genmove(f, BLACK), PASS);
    assert_false(learns_by_pondering(f));
    set(f, "ponder", "off");
}

static void test_ponders_after_its_own_moves_only(void **state) {
    struct player *f = *state;
    struct failure why;
    engine_clear(f->engine, 9);
    assert_int_equal(engine_set_param(f->engine, "ponder", "on", &why), STATUS_OK);
    assert_false(learns_by_pondering(f)); /* no move yet */
    genmove(f, BLACK);
    assert_true(learns_by_pondering(f));
    play(f, WHITE, "A1");
    assert_false(learns_by_pondering(f));
    genmove(f, BLACK);
    assert_true(engine_undo(f->engine, 1));
    play(f, BLACK, "A2");
    assert_false(learns_by_pondering(f)); /* as many moves as before, but not its own */
    genmove(f, WHITE);
    engine_end_pondering(f->engine);
    assert_false(learns_by_pondering(f)); /* the game is over */
    genmove(f, WHITE);
    assert_true(learns_by_pondering(f));
    assert_int_equal(engine_set_param(f->engine, "ponder", "off", &why), STATUS_OK);
    assert_false(learns_by_pondering(f));
}

/* A choice goes on with what the last one of the position found, unless each is to start anew. */
static void test_what_was_found_is_kept_if_wanted(void **state) {
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    for (int keeps = 0; keeps < 2; keeps++) {
        engine_clear(f->engine, 9);
        set(f, "search_keep", keeps ? "on" : "off");
        genmove(f, BLACK);
        assert_true(engine_undo(f->engine, 1));
        genmove(f, BLACK);
        assert_int_equal(engine_visits(f->engine, visits), keeps ? 100 : 50);
    }
}

/* Both phases in all their forms choose legal moves, and repeat them where no clock decides. */
static void test_two_phases(void **state) {
    struct player *f = *state;
    struct failure why;
    static const char *const depths[] = {"0", "1", "2", "3"};
    static const char *const memories[] = {"long", "short", "both"};
    for (int d = 0; d < COUNT_OF(depths); d++)
        for (int m = 0; m < COUNT_OF(memories); m++) {
            int moves[2][4];
            assert_int_equal(engine_set_param(f->engine, "depth", depths[d], &why), STATUS_OK);
            assert_int_equal(engine_set_param(f->engine, "memory", memories[m], &why), STATUS_OK);
            for (int round = 0; round < 2; round++) {
                engine_clear(f->engine, 7);
                /* A seed begins again, even if it is the present one. */
                assert_int_equal(engine_set_param(f->engine, "seed", "2", &why), STATUS_OK);
                for (int i = 0; i < 4; i++) moves[round][i] = genmove(f, i % 2 ? WHITE : BLACK);
            }
            assert_memory_equal(moves[0], moves[1], sizeof moves[0]);
        }
    assert_int_equal(engine_set_param(f->engine, "depth", "1", &why), STATUS_OK);
    assert_int_equal(engine_set_param(f->engine, "memory", "both", &why), STATUS_OK);
}

/* A move that was made elsewhere ends what belongs to the position before, as any other does. */
static void test_accepted_moves_change_the_position(void **state) {
    struct player *f = *state;
    struct failure why;
    uint64_t visits[BOARD_MAX_POINTS];
    int point;
    engine_clear(f->engine, 9);
    set(f, "ponder", "on");
    genmove(f, BLACK);
    assert_int_equal(engine_accept(f->engine, 0, WHITE, ALLOW_ALL, &why), STATUS_OK);
    assert_false(learns_by_pondering(f));
    set(f, "ponder", "off");
    engine_clear(f->engine, 9);
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &point, &why), STATUS_OK);
    assert_int_equal(engine_visits(f->engine, visits), 50);
    assert_int_equal(engine_accept(f->engine, point, BLACK, ALLOW_ALL, &why), STATUS_OK);
    assert_int_equal(engine_visits(f->engine, visits), 0);
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
    engine_avoid(f->engine, BLACK, &all_but_one);
    engine_use_clock(f->engine, CLOCK_THREAD);
    time_control_settings(engine_time_control(f->engine), 400, 0, 0);
    genmove(f, BLACK);
    assert_int_equal(engine_visits(f->engine, visits), 50);
    engine_avoid(f->engine, BLACK, NULL);
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
    engine_avoid(f->engine, BLACK, &all_but_one);
    set(f, "simulations", "0");
    set(f, "pass_when", "filled");
    time_control_settings(engine_time_control(f->engine), 10, 0, 0);
    assert_int_equal(genmove(f, BLACK), only);
    assert_true(engine_visits(f->engine, visits) < 20); /* those before a look at the clock */
    time_control_init(engine_time_control(f->engine));
    engine_avoid(f->engine, BLACK, NULL);
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

/* A tree search in which somebody wants a move at once as soon as run number HALTED begins. The
 * second run believes that it gains something. */
static struct {
    struct engine *engine;
    int runs, halted;
} haste;

static enum status run_in_haste(struct search *search, const struct search_position *position,
                                const struct bitset *candidates, const struct search_limit *limit,
                                struct rng *rng, struct failure *why) {
    if (++haste.runs == haste.halted) engine_interrupt(haste.engine);
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
static void test_a_question_without_an_answer_moves_nothing(void **state) {
    static struct search_method method;
    struct player *f = *state;
    struct failure why;
    method = tree_method;
    method.run = run_in_haste;
    method.statistics = tell_a_gain;
    assert_int_equal(engine_use_search(f->engine, &method, &why), STATUS_OK);
    for (int halted = 1; halted <= 3; halted += 2) {
        haste.engine = f->engine;
        haste.halted = halted;
        haste.runs = 0;
        begin_settled_game(f);
        assert_int_equal(genmove(f, BLACK), PASS);
        assert_true(haste.runs >= halted);
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
    assert_true(time->overrun < used / 4);
    end_settled_game(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_moves),
        cmocka_unit_test(test_reg_genmove_leaves_no_trace),
        cmocka_unit_test(test_accepted_moves_change_the_position),
        cmocka_unit_test(test_passes_when_that_wins),
        cmocka_unit_test(test_plays_on_an_empty_board),
        cmocka_unit_test(test_takes_dead_stones_when_the_score_needs_it),
        cmocka_unit_test(test_takes_no_dead_stones_where_that_costs),
        cmocka_unit_test(test_resigns_only_when_told_to),
        cmocka_unit_test(test_cleaning_up_never_resigns),
        cmocka_unit_test(test_either_side_resigns),
        cmocka_unit_test(test_hopeless_moves_in_a_row),
        cmocka_unit_test(test_searches_after_two_passes),
        cmocka_unit_test(test_ponders_about_no_game_that_is_over),
        cmocka_unit_test(test_ponders_after_its_own_moves_only),
        cmocka_unit_test(test_what_was_found_is_kept_if_wanted),
        cmocka_unit_test(test_two_phases),
        cmocka_unit_test(test_thinks_about_one_move_or_none),
        cmocka_unit_test(test_plays_without_time),
        cmocka_unit_test(test_as_many_simulations_as_told),
        cmocka_unit_test(test_leaves_a_seki_alone_in_a_hurry),
        cmocka_unit_test(test_the_only_move_is_played_at_once),
        cmocka_unit_test(test_judges_no_large_board_in_a_hurry),
        cmocka_unit_test(test_what_is_not_used_is_not_charged),
        cmocka_unit_test(test_a_question_without_an_answer_moves_nothing),
        cmocka_unit_test(test_questions_are_no_overrun),
        cmocka_unit_test(test_answers_a_pass_in_a_hurry),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
