/* The player: what it promises in engine.h beyond what the GTP conversations show. */
#include "guzumi/player/inspect.h"
#include "guzumi/player/report.h"

#include "engine_state.h"
#include "player.h"

#include <math.h>
#include <string.h>

static int open_player(void **state) {
    static struct player player;
    return start_default_player(state, &player, 50);
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

/* Points for White are points less for Black. */
static void test_the_expected_score_counts_the_komi(void **state) {
    struct player *f = *state;
    struct failure why;
    engine_clear(f->engine, 5);
    play(f, BLACK, "C3");
    assert_int_equal(engine_set_komi(f->engine, 0, &why), STATUS_OK);
    const double even = engine_expected_score(f->engine);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
    assert_true(fabs(even - 7.5 - engine_expected_score(f->engine)) < 1e-9);
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

/* reg_genmove passes in a settled position, as genmove does. */
static void test_passes_when_asked_what_it_would_do(void **state) {
    static const char *const black[] = {"C1", "C2", "C3", "C4", "C5", "B3", "B2", "B4"};
    static const char *const white[] = {"D1", "D2", "D3", "D4", "D5", "E3", "E2", "E4"};
    struct player *f = *state;
    struct failure why;
    int point;
    engine_clear(f->engine, 5);
    assert_int_equal(engine_set_komi(f->engine, 0.5, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(black); i++) {
        play(f, BLACK, black[i]);
        play(f, WHITE, white[i]);
    }
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &point, &why), STATUS_OK);
    assert_int_equal(point, PASS);
    assert_int_equal(genmove(f, BLACK), PASS);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
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

static void test_takes_dead_stones_where_they_count_as_alive(void **state) {
    struct player *f = *state;
    struct failure why;
    leave_dead_stones(f);
    assert_true(engine_final_score(f->engine, NULL) > 0);
    set(f, "rules", "cgos");
    for (int i = 0;
         i < 10 && board_color(&engine_game(f->engine)->board, point_at(5, 4, 2)) == WHITE; i++) {
        assert_int_not_equal(genmove(f, BLACK), PASS);
        play(f, WHITE, "pass");
    }
    assert_int_equal(board_color(&engine_game(f->engine)->board, point_at(5, 4, 2)), EMPTY);
    set(f, "rules", "chinese");
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
}

/* By territory the dead stones are prisoners where they stand: of 16 points and a prisoner a move
 * would cost one. */
static void test_takes_no_dead_stones_where_that_costs(void **state) {
    struct player *f = *state;
    struct failure why;
    set(f, "rules", "japanese");
    leave_dead_stones(f);
    assert_int_equal(engine_set_komi(f->engine, 16.5, &why), STATUS_OK);
    assert_int_equal(engine_final_score(f->engine, NULL), 2 * (16 + 1) - 33);
    assert_int_equal(genmove(f, BLACK), PASS);
    assert_int_equal(engine_set_komi(f->engine, 7.5, &why), STATUS_OK);
    set(f, "rules", "chinese");
}

/* A game that is hopeless for Black by what the searches learn in it. */
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

/* The threshold is for win rates as they are reported: Black, who is behind, wins some of the
 * simulations, and next to nothing with a steep slope. */
static void test_resigns_by_what_is_reported(void **state) {
    struct player *f = *state;
    begin_hopeless_game(f);
    struct failure why;
    assert_int_equal(engine_set_komi(f->engine, 40, &why), STATUS_OK);
    set(f, "resign_moves", "1");
    set(f, "resign_threshold", "0.01");
    set(f, "winrate_slope", "1");
    assert_false(black_resigns(f, 1, false));
    set(f, "winrate_slope", "10");
    assert_true(black_resigns(f, 1, false));
    set(f, "winrate_slope", "1.7");
    end_hopeless_game(f);
}

/* With another komi the count of hopeless moves begins anew, and nothing is expected of the game.
 */
static void test_another_komi_is_another_game(void **state) {
    struct player *f = *state;
    struct failure why;
    begin_hopeless_game(f);
    set(f, "resign_moves", "2");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(engine_set_komi(f->engine, 200 + i, &why), STATUS_OK);
        assert_false(f->engine->conduct.expected.known);
        assert_false(black_resigns(f, 1, false));
        assert_true(f->engine->conduct.expected.known);
    }
    assert_int_equal(engine_set_komi(f->engine, 202, &why), STATUS_OK);
    assert_true(black_resigns(f, 1, false));
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

/* A turn of Black's that is hopeless or not, and White's answer; neither is a resignation. Another
 * komi would be another game, so the slope decides whether Black's win rate is below 1 %. */
static void take_turns(struct player *f, bool is_hopeless, const char *answer) {
    set(f, "winrate_slope", is_hopeless ? "10" : "1");
    assert_int_not_equal(genmove(f, BLACK), RESIGN);
    if (answer) play(f, WHITE, answer);
}

/* Hopeless moves count in a row, in one game, and not when they are taken back. */
static void test_hopeless_moves_in_a_row(void **state) {
    struct player *f = *state;
    struct failure why;
    begin_hopeless_game(f);
    assert_int_equal(engine_set_komi(f->engine, 40, &why), STATUS_OK);
    set(f, "resign_threshold", "0.01");
    set(f, "resign_moves", "2");
    take_turns(f, true, "A1");
    take_turns(f, false, "J1");
    take_turns(f, true, NULL);
    assert_true(engine_undo(f->engine, 1));
    take_turns(f, true, "A9");
    engine_clear(f->engine, 9);
    take_turns(f, true, "A1");
    assert_int_equal(genmove(f, BLACK), RESIGN);
    set(f, "winrate_slope", "1.7");
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

/* Nor does it think on when it has resigned, whatever it moved before. */
static void test_ponders_about_no_game_that_is_lost(void **state) {
    struct player *f = *state;
    struct failure why;
    begin_hopeless_game(f);
    set(f, "resign_moves", "1");
    set(f, "ponder", "on");
    assert_int_equal(engine_set_komi(f->engine, -200, &why), STATUS_OK);
    assert_int_not_equal(genmove(f, BLACK), RESIGN);
    assert_int_equal(genmove(f, WHITE), RESIGN);
    assert_false(learns_by_pondering(f));
    set(f, "ponder", "off");
    end_hopeless_game(f);
}

/* Nor when it has passed, too. */
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

/* What a tree's actions began with is taken from their visits: with other numbers it begins anew.
 */
static void test_another_beginning_begins_anew(void **state) {
    static const char *const names[] = {
        "heuristic_visits",    "heuristic_rave", "heuristic_policy", "heuristic_power",
        "heuristic_pessimism", "puct_visits",    "fpu_reduction",    "heuristic"};
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    for (int i = 0; i < COUNT_OF(names); i++) {
        engine_clear(f->engine, 9);
        genmove(f, BLACK);
        assert_true(engine_undo(f->engine, 1));
        set(f, names[i], strcmp(names[i], "heuristic") == 0 ? "learnt" : "0.75");
        genmove(f, BLACK);
        assert_int_equal(engine_visits(f->engine, visits), 50);
    }
    engine_clear(f->engine, 9);
    set(f, "heuristic", "network");
}

/* What looks no further than a move has no line in another position. */
static void test_lines_are_of_the_position(void **state) {
    static const char *const searches[] = {"novice", "territory", "liberties"};
    struct player *f = *state;
    for (int i = 0; i < COUNT_OF(searches); i++) {
        int line[REPORT_PV];
        set(f, "search", searches[i]);
        engine_clear(f->engine, 5);
        const int point = genmove(f, BLACK);
        assert_int_equal(engine_pv(f->engine, WHITE, NO_POINT, line), 0);
        assert_true(engine_undo(f->engine, 1));
        assert_int_equal(engine_pv(f->engine, BLACK, NO_POINT, line), 1);
        assert_int_equal(line[0], point);
        assert_int_equal(engine_pv(f->engine, WHITE, NO_POINT, line), 0);
    }
    set(f, "search", "tree");
}

/* Both phases in all their forms choose legal moves, and repeat them where no clock decides. */
static void test_two_phases(void **state) {
    struct player *f = *state;
    struct failure why;
    static const char *const depths[] = {"0", "1", "2", "3"};
    static const char *const store[] = {"long", "short", "both"};
    for (int d = 0; d < COUNT_OF(depths); d++)
        for (int m = 0; m < COUNT_OF(store); m++) {
            int moves[2][4];
            assert_int_equal(engine_set_param(f->engine, "depth", depths[d], &why), STATUS_OK);
            assert_int_equal(engine_set_param(f->engine, "memory", store[m], &why), STATUS_OK);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_moves),
        cmocka_unit_test(test_reg_genmove_leaves_no_trace),
        cmocka_unit_test(test_accepted_moves_change_the_position),
        cmocka_unit_test(test_the_expected_score_counts_the_komi),
        cmocka_unit_test(test_passes_when_that_wins),
        cmocka_unit_test(test_plays_on_an_empty_board),
        cmocka_unit_test(test_passes_when_asked_what_it_would_do),
        cmocka_unit_test(test_takes_dead_stones_where_they_count_as_alive),
        cmocka_unit_test(test_takes_no_dead_stones_where_that_costs),
        cmocka_unit_test(test_resigns_only_when_told_to),
        cmocka_unit_test(test_resigns_by_what_is_reported),
        cmocka_unit_test(test_another_komi_is_another_game),
        cmocka_unit_test(test_cleaning_up_never_resigns),
        cmocka_unit_test(test_either_side_resigns),
        cmocka_unit_test(test_hopeless_moves_in_a_row),
        cmocka_unit_test(test_searches_after_two_passes),
        cmocka_unit_test(test_ponders_about_no_game_that_is_over),
        cmocka_unit_test(test_ponders_about_no_game_that_is_lost),
        cmocka_unit_test(test_ponders_after_its_own_moves_only),
        cmocka_unit_test(test_what_was_found_is_kept_if_wanted),
        cmocka_unit_test(test_another_beginning_begins_anew),
        cmocka_unit_test(test_lines_are_of_the_position),
        cmocka_unit_test(test_two_phases),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
