/* Weaker players. */
#include "guzumi/player/report.h"

#include "effort.h"
#include "player.h"

#include <math.h>

enum { LEVELS = 10, WORDS = 2, SAMPLES = 200 };

static struct params at_level(int level) {
    struct params params;
    params_default(&params);
    params.level = level;
    return params;
}

static void the_default_is_not_limited(void **state) {
    struct params params;
    (void)state;
    params_default(&params);
    assert_int_equal(params.level, LEVELS);
    assert_false(level_is_limited(&params));
    assert_int_equal(level_simulations(&params, 0), 0);
    assert_int_equal(level_simulations(&params, 123456), 123456);
}

static void lower_ones_simulate_less(void **state) {
    uint64_t above = UINT64_MAX;
    (void)state;
    for (int level = LEVELS - 1; level >= 1; level--) {
        const struct params params = at_level(level);
        const uint64_t most = level_simulations(&params, 0);
        assert_true(level_is_limited(&params));
        assert_in_range(most, 1, above - 1);
        assert_int_equal(level_simulations(&params, most + 1), most);
        if (most > 1) assert_int_equal(level_simulations(&params, most - 1), most - 1);
        above = most;
    }
}

/* Members of many sets of 81 moves that LEVEL sees; SEEN counts each move. */
static int count_seen(int level, int seen[81]) {
    const struct params params = at_level(level);
    struct rng rng;
    int total = 0;
    rng_seed(&rng, 1, (uint64_t)level);
    for (int p = 0; p < 81; p++) seen[p] = 0;
    for (int i = 0; i < SAMPLES; i++) {
        struct bitset moves = {{0}};
        for (int p = 0; p < 81; p++) bitset_add(&moves, p);
        level_drop_candidates(&params, &moves, WORDS, &rng);
        for (int p = 0; p < 81; p++) seen[p] += bitset_has(&moves, p);
        total += bitset_count(&moves, WORDS);
        assert_false(bitset_has(&moves, 81));
    }
    return total;
}

static void lower_ones_overlook_more(void **state) {
    int seen[81], below = 0;
    (void)state;
    for (int level = 1; level <= LEVELS; level++) {
        const int total = count_seen(level, seen);
        assert_in_range(total, below + 1, 81 * SAMPLES);
        below = total;
        /* Every move has its chance. */
        for (int p = 0; p < 81; p++)
            assert_true(fabs(seen[p] - total / 81.0) < 5 * sqrt(SAMPLES * 0.25));
    }
    assert_int_equal(below, 81 * SAMPLES); /* the highest sees all */
}

static void one_move_is_always_seen(void **state) {
    const struct params params = at_level(1);
    struct rng rng;
    int first = 0;
    (void)state;
    rng_seed(&rng, 5, 5);
    for (int i = 0; i < SAMPLES; i++) {
        struct bitset none = {{0}}, single = {{0}}, two = {{0}};
        level_drop_candidates(&params, &none, WORDS, &rng);
        assert_true(bitset_is_empty(&none, WORDS));
        bitset_add(&single, 70);
        level_drop_candidates(&params, &single, WORDS, &rng);
        assert_true(bitset_has(&single, 70));
        bitset_add(&two, 3), bitset_add(&two, 70);
        level_drop_candidates(&params, &two, WORDS, &rng);
        assert_false(bitset_is_empty(&two, WORDS));
        first += bitset_has(&two, 3);
    }
    assert_in_range(first, SAMPLES / 3, 2 * SAMPLES / 3 + SAMPLES / 10);
}

/* --- the player --------------------------------------------------------------------------------
 */

static int open_player(void **state) {
    static struct player player;
    struct params params;
    params_default(&params);
    return start_player(state, &player, &params);
}

static void take_report(void *context, const struct report *report) {
    *(struct report *)context = *report;
}

static void it_plays_by_its_level(void **state) {
    struct player *f = *state;
    struct report report;
    const struct engine_watch watch = {
        .report = take_report, .context = &report, .interval = INFINITY};
    engine_clear(f->engine, 9);
    engine_set_watch(f->engine, &watch);
    for (int level = 1; level <= 7; level += 3) {
        char text[4];
        snprintf(text, sizeof text, "%d", level);
        set(f, "level", text);
        const struct params params = at_level(level);
        genmove(f, level % 2 ? BLACK : WHITE);
        assert_in_range(report.found.simulations, 1, level_simulations(&params, 0));
        assert_in_range(report.found.count, 1, level == 1 ? 30 : 75);
    }
    engine_set_watch(f->engine, NULL);
    set(f, "level", "10");
}

/* What an analysis has found out would make it another player. */
static void it_learns_nothing_from_analyses(void **state) {
    struct player *f = *state;
    struct report report;
    struct failure why;
    const struct engine_watch watch = {
        .report = take_report, .context = &report, .interval = INFINITY};
    engine_clear(f->engine, 9);
    engine_set_watch(f->engine, &watch);
    assert_int_equal(engine_analyze(f->engine, BLACK, 300, &why), STATUS_OK);
    set(f, "level", "1");
    genmove(f, BLACK);
    uint64_t visits = 0;
    for (int i = 0; i < report.found.count; i++) visits += report.found.candidates[i].visits;
    assert_in_range(visits, 1, 4);
    engine_set_watch(f->engine, NULL);
    set(f, "level", "10");
}

/* Its few simulations don't make it pass while there is something to play for. */
static void it_does_not_pass_early(void **state) {
    struct player *f = *state;
    set(f, "level", "1");
    engine_clear(f->engine, 9);
    for (int i = 0; i < 20; i++) assert_int_not_equal(genmove(f, i % 2 ? WHITE : BLACK), PASS);
    set(f, "level", "10");
}

/* A move without chance is one at every level. */
static void reg_genmove_stays_the_same(void **state) {
    struct player *f = *state;
    struct failure why;
    int first, again;
    engine_clear(f->engine, 9);
    set(f, "level", "3");
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &first, &why), STATUS_OK);
    genmove(f, BLACK);
    assert_true(engine_undo(f->engine, 1));
    assert_int_equal(engine_reg_genmove(f->engine, BLACK, &again, &why), STATUS_OK);
    assert_int_equal(first, again);
    set(f, "level", "10");
}

/* What only looks is not weaker. */
static void analyses_see_all(void **state) {
    struct player *f = *state;
    struct failure why;
    struct report report;
    const struct engine_watch watch = {
        .report = take_report, .context = &report, .interval = INFINITY};
    engine_clear(f->engine, 9);
    set(f, "level", "1");
    engine_set_watch(f->engine, &watch);
    assert_int_equal(engine_analyze(f->engine, BLACK, 100, &why), STATUS_OK);
    assert_int_equal(report.found.simulations, 100);
    assert_int_equal(report.found.count, 81);
    engine_set_watch(f->engine, NULL);
    set(f, "level", "10");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_not_limited),
        cmocka_unit_test(lower_ones_simulate_less),
        cmocka_unit_test(lower_ones_overlook_more),
        cmocka_unit_test(one_move_is_always_seen),
        cmocka_unit_test(it_plays_by_its_level),
        cmocka_unit_test(reg_genmove_stays_the_same),
        cmocka_unit_test(analyses_see_all),
        cmocka_unit_test(it_learns_nothing_from_analyses),
        cmocka_unit_test(it_does_not_pass_early),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
