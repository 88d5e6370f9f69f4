/* The positions that policies learn from, out of two short games written by hand. */
#include "policy_trainer.h"
#include "unit.h"

#include <math.h>

static struct policy_samples samples;
static struct policy_positions positions;
static struct failure why;

static void add(int played, int best, double value) {
    assert_int_equal(policy_samples_add(&samples, played, best, value, &why), STATUS_OK);
}

static void add_choice(int point, double visits) {
    assert_int_equal(policy_samples_add_choice(&samples, point, visits, &why), STATUS_OK);
}

static int at(int column, int row) {
    return point_at(5, column, row);
}

/* Black in the middle, White beside it, Black passes, White plays without a search. Then a game of
 * one move. */
static int write_two_games(void **state) {
    (void)state;
    samples = (struct policy_samples){0};
    positions = (struct policy_positions){.size = 5, .half_komi = 15, .lambda = 0.25};
    add(SAMPLE_BEGIN, PASS, SAMPLE_NOT_EVALUATED);
    add(at(2, 2), at(2, 2), 0.5);
    add_choice(at(2, 2), 30);
    add_choice(at(1, 1), 10);
    add(at(3, 2), at(1, 2), 0.625);
    add_choice(at(1, 2), 5);
    add(PASS, PASS, 0.75);
    add(at(0, 0), PASS, SAMPLE_NOT_EVALUATED);
    add(SAMPLE_BEGIN, PASS, SAMPLE_NOT_EVALUATED);
    add(at(4, 4), at(4, 4), 0.25);
    add_choice(at(4, 4), 3);
    add_choice(at(0, 0), 1);
    return 0;
}

static int forget(void **state) {
    (void)state;
    policy_positions_free(&positions);
    policy_samples_free(&samples);
    return 0;
}

static void read_all(void) {
    assert_int_equal(policy_positions_read(&positions, &samples, &why), STATUS_OK);
    assert_int_equal(positions.count, 4);
}

static void the_positions_are_those_of_the_games(void **state) {
    (void)state;
    struct policy_position p;
    read_all();
    policy_positions_get(&positions, 2, &p);
    assert_int_equal(p.to_move, BLACK);
    assert_int_equal(p.best, PASS);
    assert_int_equal(p.history.last, at(3, 2));
    assert_int_equal(p.history.own, at(2, 2));
    assert_int_equal(p.passes, 0);
    assert_int_equal(p.half_komi, 15);
    assert_int_equal(board_color(&p.board, at(2, 2)), BLACK);
    assert_int_equal(board_color(&p.board, at(3, 2)), WHITE);
    assert_int_equal(board_color(&p.board, at(1, 2)), EMPTY);
    policy_positions_get(&positions, 1, &p);
    assert_int_equal(p.to_move, WHITE);
    assert_int_equal(p.history.last, at(2, 2));
    assert_int_equal(p.history.own, NO_POINT);
    policy_positions_get(&positions, 3, &p);
    assert_int_equal(p.to_move, BLACK);
    assert_int_equal(p.history.last, NO_POINT);
    assert_int_equal(board_color(&p.board, at(2, 2)), EMPTY);
}

/* Black's last move takes a stone; White may not take it back at once. */
static void a_ko_bars_who_lost_the_stone(void **state) {
    const int moves[] = {at(1, 1), at(4, 1), at(2, 0), at(3, 0), at(2, 2),
                         at(3, 2), at(0, 4), at(2, 1), at(3, 1)};
    struct policy_position p;
    (void)state;
    policy_samples_free(&samples);
    add(SAMPLE_BEGIN, PASS, SAMPLE_NOT_EVALUATED);
    for (int i = 0; i < COUNT_OF(moves); i++) add(moves[i], PASS, SAMPLE_NOT_EVALUATED);
    add(at(4, 4), at(4, 4), 0.5);
    assert_int_equal(policy_positions_read(&positions, &samples, &why), STATUS_OK);
    assert_int_equal(positions.count, 1);
    policy_positions_get(&positions, 0, &p);
    assert_int_equal(p.to_move, WHITE);
    assert_false(board_is_legal(&p.board, at(2, 1), WHITE));
    assert_true(board_is_legal(&p.board, at(2, 1), BLACK));
}

/* Where the search's choice was played the next value counts for a quarter. */
static void values_look_ahead_as_far_as_the_choice_was_played(void **state) {
    (void)state;
    const double expected[] = {0.75 * 0.5 + 0.25 * 0.625, 0.625, 0.75, 0.25};
    read_all();
    for (size_t i = 0; i < 4; i++) {
        struct policy_position p;
        policy_positions_get(&positions, i, &p);
        assert_true(fabs(p.value - expected[i]) < 1e-9);
    }
}

static void shares_are_those_of_the_visits(void **state) {
    (void)state;
    float share[BOARD_MAX_POINTS];
    read_all();
    assert_true(policy_positions_target(&positions, &samples, 0, share));
    assert_true(share[at(2, 2)] == 0.75f && share[at(1, 1)] == 0.25f && share[at(1, 2)] == 0);
    assert_true(policy_positions_target(&positions, &samples, 1, share));
    assert_true(share[at(1, 2)] == 1);
    assert_false(policy_positions_target(&positions, &samples, 2, share));
    assert_true(policy_positions_target(&positions, &samples, 3, share));
    assert_true(share[at(4, 4)] == 0.75f);
}

static void games_that_come_later_are_added(void **state) {
    (void)state;
    read_all();
    add(SAMPLE_BEGIN, PASS, SAMPLE_NOT_EVALUATED);
    add(at(1, 1), at(1, 1), 0.5);
    add_choice(at(1, 1), 7);
    assert_int_equal(policy_positions_read(&positions, &samples, &why), STATUS_OK);
    assert_int_equal(positions.count, 5);
    float share[BOARD_MAX_POINTS];
    assert_true(policy_positions_target(&positions, &samples, 4, share));
    assert_true(share[at(1, 1)] == 1);
}

static void an_illegal_move_is_refused(void **state) {
    (void)state;
    add(at(4, 4), at(4, 4), 0.5);
    assert_int_equal(policy_positions_read(&positions, &samples, &why), STATUS_INVALID);
    assert_string_equal(why.text, "row 7 of the policy's games is not a legal move");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_ko_bars_who_lost_the_stone, write_two_games, forget),
        cmocka_unit_test_setup_teardown(the_positions_are_those_of_the_games, write_two_games,
                                        forget),
        cmocka_unit_test_setup_teardown(values_look_ahead_as_far_as_the_choice_was_played,
                                        write_two_games, forget),
        cmocka_unit_test_setup_teardown(shares_are_those_of_the_visits, write_two_games, forget),
        cmocka_unit_test_setup_teardown(games_that_come_later_are_added, write_two_games, forget),
        cmocka_unit_test_setup_teardown(an_illegal_move_is_refused, write_two_games, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
