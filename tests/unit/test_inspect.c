/* What inspect.h shows of a position. */
#include "guzumi/player/inspect.h"
#include "guzumi/player/report.h"

#include "player.h"

#include <math.h>
#include <string.h>

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    params.simulations = 100;
    params.search = SEARCH_TWO_PHASE; /* one that learns shapes */
    return start_player(state, &player, &params);
}

/* Each active shape is there once: their weights add up to the value. */
static void test_all_shapes_make_the_value(void **state) {
    struct player *f = *state;
    static const char *const store[] = {"both", "long", "short"};
    struct failure why;
    for (int i = 0; i < 3; i++) {
        struct active_shape shapes[200];
        double chance, sum = 0, long_sum = 0;
        int count;
        assert_int_equal(engine_set_param(f->engine, "memory", store[i], &why), STATUS_OK);
        engine_clear(f->engine, 9);
        for (int move = 0; move < 8; move++) genmove(f, move % 2 ? WHITE : BLACK);
        assert_int_equal(engine_value(f->engine, BLACK, &chance, &why), STATUS_OK);
        assert_int_equal(engine_shapes(f->engine, shapes, 200, &count, &why), STATUS_OK);
        assert_in_range(count, 20, 194);
        for (int k = 0; k < count; k++) {
            sum += shapes[k].short_term;
            long_sum += fabs(shapes[k].long_term);
            if (k > 0) assert_true(fabs(shapes[k].short_term) <= fabs(shapes[k - 1].short_term));
        }
        assert_true(fabs(1 / (1 + exp(-sum)) - chance) < 1e-4);
        assert_true(long_sum > 0);
        if (i == 1)
            for (int k = 0; k < count; k++)
                assert_true(shapes[k].long_term == shapes[k].short_term);
    }
    assert_int_equal(engine_set_param(f->engine, "memory", "both", &why), STATUS_OK);
}

static void test_the_strongest_of_all(void **state) {
    struct player *f = *state;
    struct failure why;
    struct active_shape all[200], few[7];
    int count, few_count;
    engine_clear(f->engine, 9);
    for (int move = 0; move < 8; move++) genmove(f, move % 2 ? WHITE : BLACK);
    assert_int_equal(engine_shapes(f->engine, all, 200, &count, &why), STATUS_OK);
    assert_int_equal(engine_shapes(f->engine, few, 7, &few_count, &why), STATUS_OK);
    assert_int_equal(few_count, 7);
    for (int i = 0; i < 7; i++) assert_true(few[i].short_term == all[i].short_term);
    engine_clear(f->engine, 2);
    assert_int_equal(engine_shapes(f->engine, few, 7, &few_count, &why), STATUS_OK);
    assert_int_equal(few_count, 0);
}

/* The last move put the chain on E5 into atari: the default policy saves it. */
static void test_policy_saves_a_chain(void **state) {
    struct player *f = *state;
    double shares[BOARD_MAX_POINTS], sum = 0;
    engine_clear(f->engine, 9);
    static const char *const white[] = {"D5", "F5", "E6"};
    play(f, BLACK, "E5");
    for (int i = 0; i < 3; i++) play(f, WHITE, white[i]);
    set(f, "default_epsilon", "0");
    engine_policy(f->engine, BLACK, shares);
    assert_true(shares[point_at(9, 4, 3)] > 0.999);
    set(f, "default_epsilon", "0.5");
    engine_policy(f->engine, BLACK, shares);
    assert_true(fabs(shares[point_at(9, 4, 3)] - 0.5) < 0.1);
    engine_clear(f->engine, 9);
    engine_policy(f->engine, WHITE, shares);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) sum += shares[p];
    assert_true(fabs(sum - 1) < 1e-9);
}

static void test_visits_are_the_last_searchs(void **state) {
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS], sum = 0;
    engine_clear(f->engine, 9);
    assert_int_equal(engine_visits(f->engine, visits), 0);
    genmove(f, BLACK);
    assert_int_equal(engine_visits(f->engine, visits), 100);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) sum += visits[p];
    assert_int_equal(sum, 100);
    engine_clear(f->engine, 5);
    assert_int_equal(engine_visits(f->engine, visits), 0);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) assert_int_equal(visits[p], 0);
}

/* A search without a tree has seen one position, for the side that moved. */
static void test_visits_of_the_searched_position_alone(void **state) {
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    engine_clear(f->engine, 9);
    genmove(f, BLACK);
    assert_int_equal(engine_visits_here(f->engine, WHITE, visits), 0);
    assert_true(engine_undo(f->engine, 1));
    assert_int_equal(engine_visits_here(f->engine, BLACK, visits), 100);
    assert_int_equal(engine_visits_here(f->engine, WHITE, visits), 0);
}

static void test_owner_of_a_wall(void **state) {
    struct player *f = *state;
    double owner[BOARD_MAX_POINTS];
    engine_clear(f->engine, 5);
    for (int row = 0; row < 5; row++) {
        char name[5];
        play(f, BLACK, point_format(5, point_at(5, 2, row), name));
    }
    engine_ownership(f->engine, owner);
    for (int row = 0; row < 5; row++)
        for (int column = 0; column < 5; column++)
            assert_true(owner[point_at(5, column, row)] > 0.5);
}

static void keep_winrate(void *context, const struct report *report) {
    *(double *)context = report->found.winrate;
}

/* The local shapes like the middle of a ponnuki best, but no search fills an eye. */
static void test_eyes_have_no_value(void **state) {
    static struct player tree;
    static const char *const black[] = {"E4", "D5", "F5", "E6"};
    static const char *const white[] = {"C3", "C7", "G7", "G3"};
    struct params params;
    double winrate = NAN;
    double values[BOARD_MAX_POINTS], chance;
    struct failure why;
    (void)state;
    params_default(&params);
    params.tree_policy = TREE_POLICY_MOGO; /* which has a value for every move */
    assert_int_equal(player_open(&tree, &params, NULL, &why), STATUS_OK);
    engine_clear(tree.engine, 9);
    for (int i = 0; i < 4; i++) play(&tree, BLACK, black[i]), play(&tree, WHITE, white[i]);
    const struct engine_watch watch = {
        .report = keep_winrate, .context = &winrate, .interval = 1e9};
    engine_set_watch(tree.engine, &watch);
    assert_int_equal(engine_analyze(tree.engine, BLACK, 300, &why), STATUS_OK);
    engine_set_watch(tree.engine, NULL);
    assert_int_equal(engine_values(tree.engine, BLACK, values, &why), STATUS_OK);
    assert_true(values[point_at(9, 4, 4)] < 0);
    assert_true(values[point_at(9, 4, 6)] >= 0);
    assert_int_equal(engine_value(tree.engine, BLACK, &chance, &why), STATUS_OK);
    assert_true(fabs(chance - winrate) < 1e-9);
    player_close(&tree);
}

/* --- the policy-value network --- */

static int open_tree(void **state) {
    static struct player player;
    return start_default_player(state, &player, 60);
}

static void keep_report(void *context, const struct report *report) {
    *(struct search_statistics *)context = report->found;
}

/* The tree begins a node with the network's policy: the same as asked outside the tree, beside the
 * fixed probability of a pass. */
static void expect_priors_of_the_tree(struct player *f, enum color color) {
    static struct search_statistics found;
    struct network_evaluation network;
    struct failure why;
    const struct engine_watch watch = {
        .report = keep_report, .context = &found, .interval = INFINITY};
    double sum = 0;
    assert_int_equal(engine_network_evaluation(f->engine, color, &network, &why), STATUS_OK);
    engine_set_watch(f->engine, &watch);
    assert_int_equal(engine_analyze(f->engine, color, 60, &why), STATUS_OK);
    engine_set_watch(f->engine, NULL);
    for (int i = 0; i < found.count; i++) {
        const int point = found.candidates[i].point;
        if (point == PASS) continue;
        sum += network.policy[point];
        assert_true(fabs(found.candidates[i].prior - network.policy[point]) < 0.01);
    }
    assert_true(fabs(sum - 1) < 1e-6);
}

static void test_network_is_what_the_tree_starts_from(void **state) {
    struct player *f = *state;
    engine_clear(f->engine, 9);
    expect_priors_of_the_tree(f, BLACK);
    for (int move = 0; move < 8; move++) {
        genmove(f, move % 2 ? WHITE : BLACK);
        expect_priors_of_the_tree(f, move % 2 ? BLACK : WHITE);
    }
}

/* Its views are Black's for points and score, the mover's for the win rate. */
static void test_network_has_the_right_views(void **state) {
    struct player *f = *state;
    struct network_evaluation black, white;
    double values[BOARD_MAX_POINTS];
    struct failure why;
    int line[REPORT_PV], count;
    engine_clear(f->engine, 9);
    for (int row = 0; row < 9; row++) {
        char name[5];
        play(f, BLACK, point_format(9, point_at(9, 3, row), name));
    }
    assert_int_equal(engine_network_evaluation(f->engine, BLACK, &black, &why), STATUS_OK);
    assert_int_equal(engine_network_evaluation(f->engine, WHITE, &white, &why), STATUS_OK);
    assert_true(black.win_rate > 0.8 && white.win_rate < 0.2);
    assert_true(black.score > 10 && white.score > 10);
    assert_true(black.ownership[point_at(9, 1, 4)] > 0.2);
    assert_true(white.ownership[point_at(9, 1, 4)] > 0.2);
    assert_int_equal(engine_network_values(f->engine, WHITE, values, &why), STATUS_OK);
    assert_true(values[point_at(9, 6, 4)] >= 0 && values[point_at(9, 6, 4)] < 0.3);
    assert_true(values[point_at(9, 3, 4)] < 0); /* occupied */
    assert_int_equal(engine_expected_line(f->engine, WHITE, line, &count, &why), STATUS_OK);
    assert_int_equal(count, REPORT_PV);
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        assert_true(white.policy[p] <= white.policy[line[0]]);
}

static void test_no_network_for_small_boards(void **state) {
    struct player *f = *state;
    struct network_evaluation out;
    struct failure why;
    engine_clear(f->engine, 5);
    assert_int_equal(engine_network_evaluation(f->engine, BLACK, &out, &why), STATUS_INVALID);
    assert_string_equal(why.text, "there is no policy-value network for 5x5");
}

/* Before a search the values are the network's; then those of the tree, in the position that it
 * searched and in the one that its move leads to. */
static void test_visits_belong_to_the_position(void **state) {
    struct player *f = *state;
    uint64_t visits[BOARD_MAX_POINTS];
    double values[BOARD_MAX_POINTS], network[BOARD_MAX_POINTS], value;
    struct network_evaluation evaluation;
    struct failure why;
    engine_clear(f->engine, 9);
    assert_int_equal(engine_visits_here(f->engine, BLACK, visits), 0);
    assert_int_equal(engine_values(f->engine, BLACK, values, &why), STATUS_OK);
    assert_int_equal(engine_network_values(f->engine, BLACK, network, &why), STATUS_OK);
    assert_memory_equal(values, network, sizeof values);
    assert_int_equal(engine_value(f->engine, BLACK, &value, &why), STATUS_OK);
    assert_int_equal(engine_network_evaluation(f->engine, BLACK, &evaluation, &why), STATUS_OK);
    assert_true(value == evaluation.win_rate);
    const int point = genmove(f, BLACK);
    const uint64_t here = engine_visits_here(f->engine, WHITE, visits);
    assert_in_range(here, 1, 60);
    assert_int_equal(visits[point], 0); /* occupied now */
    assert_true(engine_undo(f->engine, 1));
    assert_in_range(engine_visits_here(f->engine, BLACK, visits), here, 61);
    assert_true(visits[point] >= here);
}

int main(void) {
    const struct CMUnitTest of_the_network[] = {
        cmocka_unit_test(test_network_is_what_the_tree_starts_from),
        cmocka_unit_test(test_network_has_the_right_views),
        cmocka_unit_test(test_no_network_for_small_boards),
        cmocka_unit_test(test_visits_belong_to_the_position),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_shapes_make_the_value),
        cmocka_unit_test(test_the_strongest_of_all),
        cmocka_unit_test(test_policy_saves_a_chain),
        cmocka_unit_test(test_visits_are_the_last_searchs),
        cmocka_unit_test(test_visits_of_the_searched_position_alone),
        cmocka_unit_test(test_owner_of_a_wall),
        cmocka_unit_test(test_eyes_have_no_value),
    };
    const int failed = cmocka_run_group_tests(tests, open_player, end_player);
    return failed + cmocka_run_group_tests(of_the_network, open_tree, end_player);
}
