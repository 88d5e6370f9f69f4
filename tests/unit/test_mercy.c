/* The mercy rule where it could mislead: a komi larger than its margin, and positions that are
 * already won. */
#include "guzumi/player/report.h"

#include "diagram.h"
#include "player.h"

#include <math.h>

/* What the last search found. */
struct fixture {
    struct player player; /* first: a state of player.h */
    struct report last;
};

static void note(void *context, const struct report *report) {
    ((struct fixture *)context)->last = *report;
}

static int open_player(void **state) {
    static struct fixture f;
    struct params params;
    params_default(&params);
    params.simulations = 400;
    start_player(state, &f.player, &params);
    return 0;
}

static struct fixture *begin(void **state, int size, double komi) {
    struct fixture *f = *state;
    struct failure why;
    const struct engine_watch watch = {
        .report = note, .context = f, .interval = INFINITY, .ownership = true};
    engine_set_watch(f->player.engine, &watch);
    engine_clear(f->player.engine, size);
    assert_int_equal(engine_set_komi(f->player.engine, komi, &why), STATUS_OK);
    return f;
}

/* Black's walls and three dead stones of White. */
static struct fixture *begin_won(void **state, double komi) {
    struct fixture *f = begin(state, 9, komi);
    struct board b;
    diagram_read(&b, 9,
                 "........." /**/
                 "XXXXXXXXX"
                 "........."
                 "XXXXXXXXX"
                 "...O....."
                 "..OO....."
                 "XXXXXXXXX"
                 "........."
                 ".........");
    engine_set_up(f->player.engine, &b, BLACK);
    return f;
}

static double win_rate(struct fixture *f, const char *mercy, uint64_t simulations) {
    struct failure why;
    set(&f->player, "tree_mercy", mercy);
    assert_int_equal(engine_analyze(f->player.engine, BLACK, simulations, &why), STATUS_OK);
    set(&f->player, "tree_mercy", "0.2");
    return f->last.found.winrate;
}

/* Black wins all of 5x5. */
static void a_large_komi_is_no_defeat(void **state) {
    struct fixture *f = begin(state, 5, 24.5);
    const double cut = win_rate(f, "0.2", 2000);
    f = begin(state, 5, 24.5);
    const double whole = win_rate(f, "0", 2000);
    print_message("%.3f by the mercy rule, %.3f without\n", cut, whole);
    assert_true(whole > 0.4 && fabs(cut - whole) < 0.15);
    f = begin_won(state, 60.5); /* by 20 points */
    assert_true(win_rate(f, "0.2", 400) > 0.9);
}

/* A komi beyond the network's range must not make its value count as an even game. */
static void a_huge_komi_is_lost(void **state) {
    struct fixture *f = begin_won(state, 100.5);
    set(&f->player, "pass_when", "filled");
    assert_true(win_rate(f, "0.2", 400) < 0.05);
    set(&f->player, "pass_when", "settled");
}

/* Nothing is left to do. */
static void what_is_won_is_not_filled(void **state) {
    static const char *const rules[] = {"chinese", "japanese"};
    for (int i = 0; i < COUNT_OF(rules); i++) {
        struct fixture *f = begin_won(state, 7.5);
        set(&f->player, "rules", rules[i]);
        assert_int_equal(genmove(&f->player, BLACK), PASS);
        set(&f->player, "rules", "chinese");
    }
}

/* The reported ownership is that of the end of the game, not of the stones when mercy ended it. */
static void ownership_is_of_the_end(void **state) {
    struct fixture *f = begin_won(state, 7.5);
    set(&f->player, "pass_when", "filled");
    win_rate(f, "0.2", 800);
    assert_true(f->last.found.has_ownership);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            assert_true(f->last.found.ownership[point_at(9, column, row)] > 0.7);
    set(&f->player, "pass_when", "settled");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_komi_is_no_defeat),
        cmocka_unit_test(a_huge_komi_is_lost),
        cmocka_unit_test(what_is_won_is_not_filled),
        cmocka_unit_test(ownership_is_of_the_end),
    };
    return cmocka_run_group_tests(tests, open_player, end_player);
}
