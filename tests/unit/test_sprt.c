/* The sequential test: its ratio against a plain maximum likelihood, its error rates by simulation.
 */
#include "guzumi/base/rng.h"
#include "guzumi/match/sprt.h"

#include "unit.h"

#include <math.h>
#include <string.h>

#ifdef NDEBUG
enum { COUNTS = 60, TESTS = 2000 };
#else
enum { COUNTS = 6, TESTS = 200 };
#endif

/* --- the reference: climbs over all distributions with a mean --- */

static double likelihood(const int64_t count[5], const double p[5]) {
    double sum = 0;
    for (int i = 0; i < 5; i++)
        if (count[i] > 0) sum += (double)count[i] * log(p[i]);
    return sum;
}

/* Q is P with WEIGHT moved to score J from I and K, I < J < K, which keeps the mean. */
static void shift(const double p[5], int i, int j, int k, double weight, double q[5]) {
    for (int n = 0; n < 5; n++) q[n] = p[n];
    q[i] -= weight * (k - j) / (k - i);
    q[j] += weight;
    q[k] -= weight * (j - i) / (k - i);
}

/* The best such shift, by ternary search: the likelihood is concave. */
static void climb(const int64_t count[5], double p[5], int i, int j, int k) {
    double low = -p[j], high = fmin(p[i] * (k - i) / (k - j), p[k] * (k - i) / (j - i));
    double left[5], right[5];
    for (int step = 0; step < 60; step++) {
        const double third = (high - low) / 3;
        shift(p, i, j, k, low + third, left);
        shift(p, i, j, k, high - third, right);
        if (likelihood(count, left) < likelihood(count, right))
            low += third;
        else
            high -= third;
    }
    shift(p, i, j, k, 0.5 * (low + high), left);
    for (int n = 0; n < 5; n++) p[n] = fmax(left[n], 0);
}

static double greatest_likelihood(const int64_t count[5], double mean) {
    /* Start with all scores possible, and the ends such that the mean is right. */
    double p[5] = {0.4, 0.2 / 3, 0.2 / 3, 0.2 / 3, 0.4};
    const double wanted = mean - 0.1;
    p[4] = wanted;
    p[0] = 0.8 - wanted;
    for (int round = 0; round < 400; round++)
        for (int i = 0; i < 3; i++)
            for (int j = i + 1; j < 4; j++)
                for (int k = j + 1; k < 5; k++) climb(count, p, i, j, k);
    return likelihood(count, p);
}

static double plain_ratio(const int64_t count[5], double elo0, double elo1) {
    return greatest_likelihood(count, 1 / (1 + exp(-elo1 * log(10) / 400))) -
           greatest_likelihood(count, 1 / (1 + exp(-elo0 * log(10) / 400)));
}

/* --- the ratio --- */

/* The ratio of the test after pairs with these scores. */
static double ratio_of(double elo0, double elo1, const int64_t count[5]) {
    struct sprt test = sprt_start((struct sprt_bounds){elo0, elo1});
    int last = 0;
    for (int i = 0; i < 5; i++) {
        test.count[i] = count[i];
        if (count[i] > 0) last = i;
    }
    test.count[last]--;
    sprt_add(&test, last);
    return test.ratio;
}

static void assert_ratio(double elo0, double elo1, const int64_t count[5]) {
    const double ratio = ratio_of(elo0, elo1, count);
    const double plain = plain_ratio(count, elo0, elo1);
    if (fabs(ratio - plain) > 1e-4 * (1 + fabs(plain)))
        print_error("%g %g: %g, by the reference %g\n", elo0, elo1, ratio, plain);
    assert_true(fabs(ratio - plain) <= 1e-4 * (1 + fabs(plain)));
}

/* Also with scores that never occurred, and with only one that did. */
static void the_ratio_is_that_of_the_best_distributions(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < COUNTS; i++) {
        int64_t count[5];
        const uint32_t bits = 1 + rng_below(&rng, 31);
        for (int j = 0; j < 5; j++) count[j] = bits >> j & 1 ? 1 + rng_below(&rng, 300) : 0;
        assert_ratio(0, 20, count);
        assert_ratio(-30, 10, count);
        assert_ratio(5, 300, count);
    }
}

/* If every pair is won twice, the best distributions are those of a coin: 0 or 2 points. */
static void won_pairs_are_coin_tosses(void **state) {
    (void)state;
    const int64_t count[5] = {0, 0, 0, 0, 30};
    const double mean = 1 / (1 + pow(10, -0.05));
    assert_true(fabs(ratio_of(0, 20, count) - 30 * log(mean / 0.5)) < 1e-9);
}

/* Swapping the players swaps the hypotheses. */
static void players_are_symmetric(void **state) {
    (void)state;
    const int64_t count[5] = {7, 1, 30, 4, 11}, other[5] = {11, 4, 30, 1, 7};
    assert_true(fabs(ratio_of(0, 20, count) + ratio_of(-20, 0, other)) < 1e-9);
}

static void it_ends_at_the_bounds(void **state) {
    (void)state;
    assert_true(fabs(sprt_limit - log(0.95 / 0.05)) < 1e-12);
    for (int side = 0; side < 2; side++) {
        struct sprt test = sprt_start((struct sprt_bounds){0, 100}), before;
        do {
            before = test;
            assert_true(fabs(test.ratio) < sprt_limit);
            sprt_add(&test, side == 0 ? 0 : 4);
        } while (test.verdict == SPRT_OPEN);
        assert_true(fabs(test.ratio) >= sprt_limit);
        assert_int_equal(test.verdict, side == 0 ? SPRT_ELO0 : SPRT_ELO1);
        assert_int_equal(sprt_pairs(&test), sprt_pairs(&before) + 1);
        before = test;
        sprt_add(&test, 2); /* ignored after the verdict */
        assert_memory_equal(&test, &before, sizeof test);
    }
}

/* A pair between players ELO apart. UNEQUAL is the fraction of pairs that the opening decides, one
 * game for each player; DRAWN the fraction of draws in the others, both relative to the largest
 * possible. */
static int play_pair(struct rng *rng, double elo, double drawn, double unequal) {
    const double mean = 1 / (1 + pow(10, -elo / 400));
    const double decided = 2 * unequal * fmin(mean, 1 - mean);
    const double wins = (mean - 0.5 * decided) / (1 - decided);
    const double draws = 2 * drawn * fmin(wins, 1 - wins);
    if (rng_real(rng) < decided) return 2;
    int points = 0;
    for (int game = 0; game < 2; game++) {
        const double dice = rng_real(rng);
        points += dice < draws ? 1 : dice < wins + 0.5 * draws ? 2 : 0;
    }
    return points;
}

struct tally {
    int verdicts[3];
    double pairs; /* mean */
};

static struct tally test_often(struct sprt_bounds bounds, double elo, double drawn, double unequal,
                               int tests) {
    struct tally out = {{0}, 0};
    struct rng rng;
    rng_seed(&rng, 7, (uint64_t)(elo + 1000));
    for (int i = 0; i < tests; i++) {
        struct sprt test = sprt_start(bounds);
        while (test.verdict == SPRT_OPEN) sprt_add(&test, play_pair(&rng, elo, drawn, unequal));
        out.verdicts[test.verdict]++;
        out.pairs += (double)sprt_pairs(&test) / tests;
    }
    print_message("sprt %g %g, %g Elo, %g drawn, %g unequal: %d for the lower, %d for the higher "
                  "of %d, after %.0f pairs\n",
                  bounds.elo0, bounds.elo1, elo, drawn, unequal, out.verdicts[SPRT_ELO0],
                  out.verdicts[SPRT_ELO1], tests, out.pairs);
    return out;
}

/* At most 5 %, plus three standard deviations of the frequency. */
static void assert_rare(int count, int tests) {
    assert_true(count <= 0.05 * tests + 3 * sqrt(0.05 * 0.95 * tests));
}

static void error_rates(void **state) {
    (void)state;
    static const double drawn[] = {0, 0.3, 0}, unequal[] = {0, 0, 0.5};
    const struct sprt_bounds bounds = {0, 60};
    for (int i = 0; i < COUNT_OF(drawn); i++) {
        const struct tally none = test_often(bounds, 0, drawn[i], unequal[i], TESTS);
        const struct tally all = test_often(bounds, 60, drawn[i], unequal[i], TESTS);
        const struct tally more = test_often(bounds, 150, drawn[i], unequal[i], TESTS);
        assert_rare(none.verdicts[SPRT_ELO1], TESTS);
        assert_rare(all.verdicts[SPRT_ELO0], TESTS);
        assert_true(more.verdicts[SPRT_ELO0] * 100 <= TESTS);
        assert_true(more.pairs < all.pairs);
    }
}

/* The bounds of the matches that decide changes. */
static void error_rates_of_close_bounds(void **state) {
    (void)state;
    const struct sprt_bounds bounds = {0, 20};
    const int tests = TESTS / 10;
    assert_rare(test_often(bounds, 0, 0, 0.3, tests).verdicts[SPRT_ELO1], tests);
    assert_rare(test_often(bounds, 20, 0, 0.3, tests).verdicts[SPRT_ELO0], tests);
}

/* 65 of 165 pairs are won and 40 lost: that the lost ones come first is no verdict. */
static void pairs_of_several_matches_add_up(void **state) {
    (void)state;
    const int64_t first[SPRT_SCORES] = {30, 10, 20, 0, 0}, second[SPRT_SCORES] = {0, 0, 40, 15, 50};
    const struct sprt_bounds bounds = {0, 40};
    struct sprt sums = sprt_start(bounds), turned = sprt_start(bounds);
    sprt_add_all(&sums, first);
    assert_int_equal(sums.verdict, SPRT_ELO0);
    sprt_add_all(&sums, second);
    sprt_add_all(&turned, second);
    sprt_add_all(&turned, first);
    assert_true(sums.ratio == turned.ratio && sums.ratio > 0);
    assert_int_equal(sums.verdict, turned.verdict);
    assert_int_equal(sprt_pairs(&sums), 165);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_that_of_the_best_distributions),
        cmocka_unit_test(won_pairs_are_coin_tosses),
        cmocka_unit_test(players_are_symmetric),
        cmocka_unit_test(it_ends_at_the_bounds),
        cmocka_unit_test(pairs_of_several_matches_add_up),
        cmocka_unit_test(error_rates),
        cmocka_unit_test(error_rates_of_close_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
