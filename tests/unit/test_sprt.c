/* The sequential test: its ratio against the plainest likelihood, its verdicts by simulation. */
#include "guzumi/base/rng.h"
#include "guzumi/match/sprt.h"

#include "reference_sprt.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#ifdef NDEBUG
enum { COUNTS = 60, TESTS = 2000 };
#else
enum { COUNTS = 6, TESTS = 200 };
#endif

static void assert_ratio(double elo0, double elo1, const int64_t count[5]) {
    const double ratio = sprt_ratio((struct sprt_bounds){elo0, elo1}, count);
    const double plain = reference_ratio(count, elo0, elo1);
    if (fabs(ratio - plain) > 1e-4 * (1 + fabs(plain)))
        print_error("%g %g: %g, by the reference %g\n", elo0, elo1, ratio, plain);
    assert_true(fabs(ratio - plain) <= 1e-4 * (1 + fabs(plain)));
}

/* Also where scores were never seen, and where only one was. */
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

/* Of equal pairs, each won twice, nothing but a coin's likelihood is left. */
static void sweeps_are_throws_of_a_coin(void **state) {
    (void)state;
    const int64_t count[5] = {0, 0, 0, 0, 30};
    const double mean = 1 / (1 + pow(10, -0.05));
    assert_true(fabs(sprt_ratio((struct sprt_bounds){0, 20}, count) - 30 * log(mean / 0.5)) < 1e-9);
}

/* Swapping the sides swaps the hypotheses. */
static void both_sides_are_alike(void **state) {
    (void)state;
    const int64_t count[5] = {7, 1, 30, 4, 11}, other[5] = {11, 4, 30, 1, 7};
    assert_true(fabs(sprt_ratio((struct sprt_bounds){0, 20}, count) +
                     sprt_ratio((struct sprt_bounds){-20, 0}, other)) < 1e-9);
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
        sprt_add(&test, 2); /* too late */
        assert_memory_equal(&test, &before, sizeof test);
    }
}

/* A pair between players ELO apart. DRAWN of the games that could go either way are draws. UNEQUAL
 * of them hang on the opening, which gives either player one of its two games. */
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

/* No more than 5 % beside what chance does to a frequency, three standard deviations. */
static void assert_rare(int count, int tests) {
    assert_true(count <= 0.05 * tests + 3 * sqrt(0.05 * 0.95 * tests));
}

static void errors_are_as_rare_as_promised(void **state) {
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
static void errors_of_close_bounds(void **state) {
    (void)state;
    const struct sprt_bounds bounds = {0, 20};
    const int tests = TESTS / 10;
    assert_rare(test_often(bounds, 0, 0, 0.3, tests).verdicts[SPRT_ELO1], tests);
    assert_rare(test_often(bounds, 20, 0, 0.3, tests).verdicts[SPRT_ELO0], tests);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_that_of_the_best_distributions),
        cmocka_unit_test(sweeps_are_throws_of_a_coin),
        cmocka_unit_test(both_sides_are_alike),
        cmocka_unit_test(it_ends_at_the_bounds),
        cmocka_unit_test(errors_are_as_rare_as_promised),
        cmocka_unit_test(errors_of_close_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
