#include "guzumi/match/ratings.h"

#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct ratings rate(const struct ratings_request *request) {
    struct ratings ratings;
    struct failure why = {""};
    int unconnected[2];
    ratings_compute(&ratings, request, unconnected, &why);
    assert_string_equal(why.text, "");
    return ratings;
}

static void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) print_error("%.12g is not %.12g\n", a, b);
    assert_true(fabs(a - b) <= tolerance);
}

static double elo(double odds) {
    return 400 * log10(odds);
}

/* Two players: the difference is the logit of the score, its variance that of a binomial logit.
 * With balanced colours and results there is no advantage. */
static void test_two_players(void **state) {
    (void)state;
    const struct encounter games[] = {{0, 1, 30, 0, 10}, {1, 0, 10, 0, 30}};
    const struct ratings_request request = {2, games, 2, -1, 0, 0, 0};
    struct ratings r = rate(&request);
    assert_false(r.has_prior);
    assert_true(r.first_move_known);
    assert_near(r.rating[0].elo, elo(3) / 2, 1e-6);
    assert_near(r.rating[1].elo, -elo(3) / 2, 1e-6);
    assert_near(r.first_move.elo, 0, 1e-6);
    const double unit = 400 / log(10), variance = unit * unit / (80 * 0.75 * 0.25);
    const double half = 1.959963984540054 * sqrt(variance);
    assert_near(r.first_move.high, half, 1e-6); /* it has the same information here */
    assert_near(r.rating[0].high - r.rating[0].elo, half / 2, 1e-6);
    assert_near(ratings_superiority(&r, 0, 1), 0.5 * erfc(-elo(3) / sqrt(2 * variance)), 1e-9);
    assert_near(ratings_superiority(&r, 0, 1) + ratings_superiority(&r, 1, 0), 1, 1e-12);
    assert_near(r.log_likelihood, 60 * log(0.75) + 20 * log(0.25), 1e-9);
    assert_near(r.rating[0].games, 80, 0);
    assert_near(r.rating[0].score, 0.75, 1e-12);
    assert_near(r.rating[0].opponents, -elo(3) / 2, 1e-6);
    assert_true(isnan(r.rating[0].boot_low));
    ratings_free(&r);
}

/* The difference and the advantage from the two scores by colour: logits are R + A and R - A. */
static void test_first_move(void **state) {
    (void)state;
    const struct encounter games[] = {{0, 1, 40, 0, 10}, {1, 0, 20, 10, 10}};
    const struct ratings_request request = {2, games, 2, 1, 1800, 0, 0};
    struct ratings r = rate(&request);
    const double first = elo(4), second = elo(25.0 / 15.0); /* player 1's odds when first */
    assert_near(r.rating[0].elo, 1800 + (first - second) / 2, 1e-6);
    assert_near(r.rating[1].elo, 1800, 0);
    assert_near(r.rating[1].low, 1800, 0);
    assert_near(r.first_move.elo, (first + second) / 2, 1e-6);
    ratings_free(&r);
}

/* A chain: each link has a closed form, because no other game says anything about it. */
static void test_chain(void **state) {
    (void)state;
    const struct encounter games[] = {{0, 1, 3, 0, 1}, {1, 0, 1, 0, 3}, {1, 2, 1, 2, 1},
                                      {2, 1, 1, 2, 1}, {2, 3, 4, 0, 6}, {3, 2, 6, 0, 4},
                                      {3, 2, 6, 0, 4}, {2, 3, 4, 0, 6}};
    const struct ratings_request request = {4, games, 8, 0, 100, 0, 0};
    struct ratings r = rate(&request);
    const double expected[] = {100, 100 - elo(3), 100 - elo(3), 100 - elo(3) + elo(1.5)};
    for (int i = 0; i < 4; i++) assert_near(r.rating[i].elo, expected[i], 1e-6);
    /* Variances add along the chain. */
    const double unit = 400 / log(10);
    const double variance = unit * unit * (1 / (8 * 0.1875) + 1 / (8 * 0.25) + 1 / (40 * 0.24));
    assert_near(r.rating[3].high - r.rating[3].elo, 1.959963984540054 * sqrt(variance), 1e-6);
    ratings_free(&r);
}

/* At the maximum each player has won as many games as the model expects. */
static void test_expected_scores(void **state) {
    (void)state;
    enum { PLAYERS = 7 };
    struct encounter games[PLAYERS * PLAYERS];
    size_t count = 0;
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            if (i != j)
                games[count++] = (struct encounter){i, j, 1 + rng_below(&rng, 9),
                                                    rng_below(&rng, 3), 1 + rng_below(&rng, 9)};
    const struct ratings_request request = {PLAYERS, games, count, -1, 0, 0, 0};
    struct ratings r = rate(&request);
    double surplus[PLAYERS] = {0}, first = 0, mean = 0;
    for (size_t i = 0; i < count; i++) {
        const struct encounter *e = &games[i];
        const double x = r.rating[e->first].elo + r.first_move.elo - r.rating[e->second].elo;
        const double expected = (double)(e->wins + e->draws + e->losses) / (1 + pow(10, -x / 400));
        const double more = (double)e->wins + 0.5 * (double)e->draws - expected;
        surplus[e->first] += more;
        surplus[e->second] -= more;
        first += more;
    }
    for (int i = 0; i < PLAYERS; i++) {
        assert_near(surplus[i], 0, 1e-7);
        mean += r.rating[i].elo / PLAYERS;
    }
    assert_near(first, 0, 1e-7);
    assert_near(mean, 0, 1e-7);
    ratings_free(&r);
}

/* One-sided results, and colours that don't determine the advantage. */
static void test_no_maximum(void **state) {
    (void)state;
    const struct encounter all[] = {{0, 1, 5, 0, 0}, {1, 0, 0, 0, 5}};
    struct ratings_request request = {2, all, 2, -1, 0, 50, 3};
    struct ratings r = rate(&request);
    assert_true(r.has_prior);
    assert_near(r.rating[0].elo - r.rating[1].elo, elo(10.5 / 0.5), 1e-6);
    assert_true(isfinite(r.rating[0].boot_low) && isfinite(r.rating[0].boot_high));
    ratings_free(&r);
    const struct encounter one_sided[] = {{0, 1, 30, 0, 10}};
    request = (struct ratings_request){2, one_sided, 1, -1, 0, 0, 0};
    r = rate(&request);
    assert_false(r.first_move_known);
    assert_false(r.has_prior);
    assert_near(r.first_move.elo, 0, 0);
    assert_near(r.rating[0].elo - r.rating[1].elo, elo(3), 1e-6);
    ratings_free(&r);
    /* Black always wins: the players are equal, and the advantage diverges. */
    const struct encounter black[] = {{0, 1, 20, 0, 0}, {1, 0, 20, 0, 0}};
    request = (struct ratings_request){2, black, 2, -1, 0, 0, 0};
    r = rate(&request);
    assert_true(r.has_prior);
    assert_near(r.rating[0].elo, 0, 1e-6);
    assert_near(r.first_move.elo, elo(40.5 / 0.5), 1e-6);
    ratings_free(&r);
}

/* Where almost all games have the same winner the curvature is tiny, and a full step would
 * overshoot: the maximum, which is there, is found all the same. */
static void test_lopsided_results(void **state) {
    (void)state;
    const struct encounter all[] = {
        {0, 1, 999, 0, 1}, {0, 2, 1, 0, 99}, {1, 2, 0, 0, 100}, {2, 0, 1, 0, 0}, {2, 1, 0, 0, 1}};
    const struct ratings_request request = {3, all, 5, -1, 0, 0, 0};
    struct ratings r = rate(&request);
    assert_true(r.first_move_known);
    assert_false(r.has_prior);
    ratings_free(&r);
}

/* Generations, each of which beats the one before: the ends are far apart, but no rating diverges.
 */
static void test_long_chains(void **state) {
    (void)state;
    struct encounter chain[19];
    for (int i = 0; i < 19; i++) chain[i] = (struct encounter){i + 1, i, 85, 0, 15};
    struct ratings_request request = {20, chain, 19, -1, 0, 0, 0};
    struct ratings r = rate(&request);
    assert_false(r.has_prior);
    for (int i = 0; i < 19; i++)
        assert_near(r.rating[i + 1].elo - r.rating[i].elo, elo(85.0 / 15), 1e-6);
    ratings_free(&r);
    for (int i = 0; i < 7; i++) chain[i] = (struct encounter){i + 1, i, 100, 0, 0};
    request = (struct ratings_request){8, chain, 7, -1, 0, 0, 0};
    r = rate(&request);
    assert_true(r.has_prior);
    for (int i = 0; i < 7; i++)
        assert_near(r.rating[i + 1].elo - r.rating[i].elo, elo(100.5 / 0.5), 1e-6);
    ratings_free(&r);
}

static void test_unconnected(void **state) {
    (void)state;
    const struct encounter games[] = {{0, 2, 5, 0, 3}, {1, 3, 2, 0, 3}};
    const struct ratings_request request = {4, games, 2, -1, 0, 0, 0};
    struct ratings ratings;
    struct failure why;
    int unconnected[2];
    assert_int_equal(ratings_compute(&ratings, &request, unconnected, &why), STATUS_INVALID);
    assert_int_equal(unconnected[0], 0);
    assert_int_equal(unconnected[1], 1);
}

/* A simulated round robin of players with known ratings. */
enum { FIELD = 12, EACH = 60 };

static size_t simulate(struct encounter *games, const double *truth, double advantage,
                       struct rng *rng) {
    size_t count = 0;
    for (int i = 0; i < FIELD; i++)
        for (int j = 0; j < FIELD; j++) {
            if (i == j) continue;
            struct encounter e = {i, j, 0, 0, 0};
            const double x = truth[i] + advantage - truth[j];
            for (int k = 0; k < EACH; k++) {
                const bool wins = rng_bernoulli(rng, 1 / (1 + pow(10, -x / 400)));
                e.wins += wins;
                e.losses += !wins;
            }
            games[count++] = e;
        }
    return count;
}

/* Both kinds of 95 % intervals contain the truth in 95 % of the cases, and are similarly wide. */
static void test_simulated_tournaments(void **state) {
    (void)state;
    double truth[FIELD];
    for (int i = 0; i < FIELD; i++) truth[i] = 60.0 * i - 330; /* mean 0 */
    const double advantage = 40;
    struct encounter games[FIELD * FIELD];
    struct rng rng;
    rng_seed(&rng, 7, 0);
    int cases = 0, held = 0, boot_held = 0, first_held = 0;
    double width = 0, boot_width = 0;
    enum { TOURNAMENTS = 40 };
    for (int t = 0; t < TOURNAMENTS; t++) {
        const size_t count = simulate(games, truth, advantage, &rng);
        const struct ratings_request request = {FIELD, games, count, -1, 0, 200, (uint64_t)t};
        struct ratings r = rate(&request);
        for (int i = 0; i < FIELD; i++) {
            const struct rating *one = &r.rating[i];
            cases++;
            held += one->low <= truth[i] && truth[i] <= one->high;
            boot_held += one->boot_low <= truth[i] && truth[i] <= one->boot_high;
            width += one->high - one->low;
            boot_width += one->boot_high - one->boot_low;
        }
        first_held += r.first_move.low <= advantage && advantage <= r.first_move.high;
        ratings_free(&r);
    }
    assert_in_range(held, cases * 92 / 100, cases * 98 / 100);
    assert_in_range(boot_held, cases * 90 / 100, cases * 98 / 100);
    assert_in_range(first_held, TOURNAMENTS * 85 / 100, TOURNAMENTS);
    assert_near(boot_width / width, 1, 0.1);
}

/* Neither the order of the encounters nor how a pair's games are split matters. */
static void test_order_does_not_matter(void **state) {
    (void)state;
    const struct encounter one[] = {{0, 1, 3, 1, 2}, {1, 2, 4, 0, 2}, {2, 0, 2, 0, 3}};
    const struct encounter two[] = {
        {2, 0, 0, 0, 3}, {1, 2, 4, 0, 2}, {0, 1, 0, 1, 2}, {2, 0, 2, 0, 0}, {0, 1, 3, 0, 0}};
    const struct ratings_request a = {3, one, 3, -1, 0, 0, 0}, b = {3, two, 5, -1, 0, 0, 0};
    struct ratings left = rate(&a), right = rate(&b);
    for (int i = 0; i < 3; i++) {
        assert_near(left.rating[i].elo, right.rating[i].elo, 1e-6);
        assert_near(left.rating[i].high, right.rating[i].high, 1e-6);
    }
    ratings_free(&left);
    ratings_free(&right);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_players),
        cmocka_unit_test(test_first_move),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_expected_scores),
        cmocka_unit_test(test_no_maximum),
        cmocka_unit_test(test_lopsided_results),
        cmocka_unit_test(test_long_chains),
        cmocka_unit_test(test_unconnected),
        cmocka_unit_test(test_simulated_tournaments),
        cmocka_unit_test(test_order_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
