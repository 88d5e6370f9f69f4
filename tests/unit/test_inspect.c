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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_shapes_make_the_value),
        cmocka_unit_test(test_the_strongest_of_all),
        cmocka_unit_test(test_policy_saves_a_chain),
        cmocka_unit_test(test_visits_are_the_last_searchs),
        cmocka_unit_test(test_owner_of_a_wall),
        cmocka_unit_test(test_eyes_have_no_value),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
