/* What searches share: regions, standard deviations, and the ownership after each move. */
#include "tree_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- regions --- */

/* Whether NAME lies in the rectangle with these corners, by letters and numbers alone: they are in
 * order although there is no letter I. */
static bool is_inside(const char *name, const char *a, const char *b) {
    const int row = atoi(name + 1), from = atoi(a + 1), to = atoi(b + 1);
    const char left = a[0] < b[0] ? a[0] : b[0], right = a[0] < b[0] ? b[0] : a[0];
    return left <= name[0] && name[0] <= right && row >= (from < to ? from : to) &&
           row <= (from < to ? to : from);
}

static void expect_region(int size, const char *a, const char *b) {
    struct search_bans bans = {.allowed_until = {0}};
    struct failure why;
    char region[12], name[5];
    snprintf(region, sizeof region, "%s-%s", a, b);
    assert_int_equal(search_allow_region(&bans, size, region, &why), STATUS_OK);
    for (int color = 0; color < 2; color++) {
        assert_true(search_bans_move(&bans, (enum color)color, PASS, 0));
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++) {
                const int p = point_at(size, column, row);
                point_format(size, p, name);
                assert_int_equal(search_bans_move(&bans, (enum color)color, p, 0),
                                 !is_inside(name, a, b));
                assert_false(search_bans_move(&bans, (enum color)color, p, 1));
            }
    }
}

static void a_region_is_a_rectangle(void **state) {
    static const char *const wrong[] = {"",       "C3",      "C3-",     "-C3",
                                        "C3-C20", "pass-C3", "C3-pass", "C3-D4-E5",
                                        "C3,D4",  "I3-J4",   "C3 -D4",  "Z1-A1"};
    (void)state;
    expect_region(9, "C3", "F5");
    expect_region(9, "F3", "C5");
    expect_region(9, "J9", "A1");
    expect_region(19, "H10", "J19");
    expect_region(19, "Q4", "Q4");
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        struct search_bans bans = {.allowed_until = {0}};
        struct failure why;
        assert_int_equal(search_allow_region(&bans, 19, wrong[i], &why), STATUS_INVALID);
        assert_non_null(strstr(why.text, "two corners such as C3-G7"));
    }
}

/* --- ownership --- */

enum { SAMPLES = 60, ALL_SAMPLES = 90 };

/* Mean and standard deviation of weighted numbers, in two passes. */
static void plain_spread(const double *number, const double *weight, int count, double *mean,
                         double *stdev) {
    double sum = 0, weights = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        sum += weight[i] * number[i];
        weights += weight[i];
    }
    *mean = sum / weights;
    for (int i = 0; i < count; i++)
        squares += weight[i] * (number[i] - *mean) * (number[i] - *mean);
    *stdev = sqrt(squares / weights);
}

static void owners_are_counted(void **state) {
    static struct ownership_sums few, all;
    static uint8_t owner[ALL_SAMPLES][BOARD_MAX_POINTS];
    double mean[BOARD_MAX_POINTS], stdev[BOARD_MAX_POINTS];
    const double weight = 4;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7, 7);
    for (int i = 0; i < ALL_SAMPLES; i++) {
        for (int p = 0; p < point_limit(5); p++) owner[i][p] = (uint8_t)rng_below(&rng, 3);
        owner[i][0] = BLACK;
        ownership_sums_add(&all, 5, owner[i]);
        if (i < SAMPLES) ownership_sums_add(&few, 5, owner[i]);
    }
    ownership_sums_read(&few, &all, weight, mean, stdev);
    assert_true(mean[0] == 1 && stdev[0] == 0);
    for (int p = 0; p < point_limit(5); p++) {
        double numbers[SAMPLES + ALL_SAMPLES], weights[SAMPLES + ALL_SAMPLES], m, s;
        for (int i = 0; i < SAMPLES + ALL_SAMPLES; i++) {
            const bool own = i < SAMPLES;
            numbers[i] = color_sign((enum color)owner[own ? i : i - SAMPLES][p]);
            weights[i] = own ? 1 : weight / ALL_SAMPLES;
        }
        plain_spread(numbers, weights, SAMPLES + ALL_SAMPLES, &m, &s);
        assert_true(fabs(mean[p] - m) < 1e-9 && fabs(stdev[p] - s) < 1e-9);
        assert_true(m >= -1 && m <= 1);
    }
    ownership_sums_read(&(struct ownership_sums){0}, NULL, 0, mean, stdev);
    assert_true(mean[0] == 0 && stdev[0] == 0);
}

/* A wall with a hole at C3, which decides who owns the right side. */
static void begin_hole(struct tree_fixture *f) {
    struct board board;
    fixture_begin(f, 5, NULL);
    board_init(&board, 5);
    for (int row = 0; row < 5; row++) {
        if (row == 2) continue;
        board_place(&board, point_at(5, 2, row), BLACK);
        board_place(&board, point_at(5, 3, row), WHITE);
    }
    game_set_up(&f->game, &board, WHITE);
}

static void look(void *context) {
    (void)context;
}

/* Each sample belongs to the move that its simulation began with, so the moves' samples are those
 * of the position. */
static void ownership_after_each_move(void **state) {
    struct tree_fixture f;
    double mean[BOARD_MAX_POINTS], stdev[BOARD_MAX_POINTS];
    const struct search_watch watch = {
        .notify = look, .interval = INFINITY, .ownership = true, .moves_ownership = true};
    (void)state;
    begin_hole(&f);
    assert_false(tree_method.ownership_after(f.search, point_at(5, 2, 2), mean, stdev));
    f.limit.watch = &watch;
    fixture_search(&f, NULL, 400);
    const struct tree_search *s = tree_search_of(f.search);
    assert_int_equal(s->ownership.samples, 100);
    for (int p = 0; p < point_limit(5); p++) {
        int64_t sum = 0, samples = 0;
        for (int slot = 0; slot <= point_limit(5); slot++) {
            sum += s->move_ownership[slot].sum[p];
            samples += s->move_ownership[slot].samples;
        }
        assert_int_equal(sum, s->ownership.sum[p]);
        assert_int_equal(samples, 100);
    }
    /* White's stone in the hole gives White a point there at least as often as others do. */
    assert_true(tree_method.ownership_after(f.search, point_at(5, 2, 2), mean, stdev));
    assert_true(mean[point_at(5, 2, 2)] <= f.found.ownership[point_at(5, 2, 2)]);
    for (int p = 0; p < point_limit(5); p++)
        assert_true(stdev[p] >= 0 && stdev[p] * stdev[p] <= 1 - mean[p] * mean[p] + 1e-9);
    f.limit.watch = NULL;
    fixture_search(&f, NULL, 20);
    assert_false(tree_method.ownership_after(f.search, point_at(5, 2, 2), mean, stdev));
    fixture_end(&f);
}

/* --- scores --- */

/* From the sums of a node by the textbook's formula; the tree's twin (test_tree_twin.c) has the
 * sums. */
static void expect_spread(const struct tree_fixture *f, struct tree_node *node, double weight,
                          double stdev) {
    const struct tree_node *root = fixture_root(f);
    const double n = node ? node->visits : 0, all = root->visits;
    const double score = node ? (double)tree_half_scores(node) / 2 : 0;
    const double squares = node ? (double)node->score_squares / 4 : 0;
    const double root_score = (double)tree_half_scores(root) / 2 / all;
    const double root_square = (double)root->score_squares / 4 / all;
    const double mean = (score + weight * root_score) / (n + weight);
    const double square = (squares + weight * root_square) / (n + weight);
    assert_true(fabs(stdev - sqrt(square - mean * mean)) < 1e-6);
}

static void scores_spread(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_play(&f, 12);
    fixture_search(&f, NULL, 600);
    expect_spread(&f, fixture_root(&f), 0, f.found.score_stdev);
    assert_true(f.found.score_stdev > 1 && f.found.score_stdev < 25);
    for (int i = 0; i < f.found.count; i++) {
        const int slot = tree_slot(5, f.found.candidates[i].point);
        expect_spread(&f, tree_child(fixture_tree(&f), fixture_root(&f), slot),
                      SEARCH_SCORE_SHRINKAGE, f.found.candidates[i].score_stdev);
    }
    fixture_end(&f);
}

/* TD search: one simulation has no spread. */
static void scores_of_shapes_spread(void **state) {
    (void)state;
    for (int simulations = 1; simulations <= 64; simulations += 63) {
        struct tree_fixture f;
        struct search *search;
        struct failure why;
        struct search_statistics found;
        fixture_begin(&f, 5, NULL);
        f.params.simulations = simulations;
        f.limit.simulations = (uint64_t)simulations;
        assert_int_equal(
            search_new(&search, search_methods[SEARCH_TWO_PHASE], &f.search->setting, &why),
            STATUS_OK);
        const struct search_position position = fixture_position(&f);
        const struct bitset all = fixture_candidates(&f);
        assert_int_equal(search->method->start(search, 5, NULL, &why), STATUS_OK);
        assert_int_equal(search->method->run(search, &position, &all, &f.limit, &f.rng, &why),
                         STATUS_OK);
        search->method->statistics(search, &found);
        assert_true(simulations == 1 ? found.score_stdev == 0 : found.score_stdev > 1);
        for (int i = 0; i < found.count; i++)
            assert_true((found.candidates[i].score_stdev < 1e-6) == (simulations == 1));
        search_free(search);
        fixture_end(&f);
    }
}

/* Positions of a game, each after TD search and alpha-beta, whose choice is often not the greedy
 * one: without a move, the line is that of the choice. */
static void alpha_beta_has_a_line_for_its_choice(void **state) {
    (void)state;
    struct tree_fixture f;
    struct failure why;
    struct search *search;
    struct search_statistics found;
    int longer = 0;
    fixture_begin(&f, 5, NULL);
    fixture_assign(&f, "depth=3");
    assert_int_equal(
        search_new(&search, search_methods[SEARCH_TWO_PHASE], &f.search->setting, &why), STATUS_OK);
    assert_int_equal(search->method->start(search, 5, NULL, &why), STATUS_OK);
    for (int move = 0; move < 8; move++) {
        const struct search_position position = fixture_position(&f);
        const struct bitset all = fixture_candidates(&f);
        int line[SEARCH_PV], named[SEARCH_PV];
        f.limit.simulations = 100;
        f.limit.purpose = SEARCH_TO_CHOOSE;
        assert_int_equal(search->method->run(search, &position, &all, &f.limit, &f.rng, &why),
                         STATUS_OK);
        search->method->statistics(search, &found);
        const int choice = found.candidates[0].point;
        const int length = search->method->pv(search, &position, NO_POINT, line);
        assert_int_equal(line[0], choice);
        assert_int_equal(search->method->pv(search, &position, choice, named), length);
        assert_memory_equal(line, named, (size_t)length * sizeof *line);
        longer += length > 1;
        fixture_play(&f, bitset_select(&all, f.game.board.words, move));
    }
    assert_true(longer > 4);
    search_free(search);
    fixture_end(&f);
}

static void the_chosen_candidate_comes_first(void **state) {
    (void)state;
    for (int chosen = 0; chosen < 4; chosen++) {
        static struct search_statistics found;
        found.count = 4;
        for (int i = 0; i < 4; i++)
            found.candidates[i] = (struct search_candidate){.point = i, .winrate = 0.9 - 0.1 * i};
        search_choose(&found, chosen);
        assert_int_equal(found.candidates[0].point, chosen);
        assert_true(found.winrate == 0.9 - 0.1 * chosen);
        for (int i = 1; i < 4; i++)
            assert_int_equal(found.candidates[i].point, i <= chosen ? i - 1 : i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_region_is_a_rectangle),
        cmocka_unit_test(owners_are_counted),
        cmocka_unit_test(ownership_after_each_move),
        cmocka_unit_test(scores_spread),
        cmocka_unit_test(scores_of_shapes_spread),
        cmocka_unit_test(alpha_beta_has_a_line_for_its_choice),
        cmocka_unit_test(the_chosen_candidate_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
