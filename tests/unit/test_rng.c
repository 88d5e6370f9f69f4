#include "guzumi/base/rng.h"

#include "unit.h"

/* The first numbers of the authors' xoshiro256** from the state 1, 2, 3, 4. */
static void is_xoshiro256_starstar(void **state) {
    (void)state;
    struct rng rng = {{1, 2, 3, 4}};
    const uint64_t expected[] = {
        11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600,
    };
    for (int i = 0; i < COUNT_OF(expected); i++) assert_true(rng_next(&rng) == expected[i]);
}

/* The first numbers of splitmix64 from 0. */
static void mixes_by_splitmix64(void **state) {
    (void)state;
    assert_true(mix64(0) == 0xe220a8397b1dcdafu);
    assert_true(mix64(0x9e3779b97f4a7c15u) == 0x6e789e6aa1b965f4u);
}

static void the_same_seed_gives_the_same_numbers(void **state) {
    (void)state;
    struct rng a, b, stream, seed;
    rng_seed(&a, 7, 0);
    rng_seed(&b, 7, 0);
    rng_seed(&stream, 7, 1);
    rng_seed(&seed, 8, 0);
    int same_stream = 0, same_seed = 0;
    for (int i = 0; i < 1000; i++) {
        const uint64_t x = rng_next(&a);
        assert_true(x == rng_next(&b));
        same_stream += x == rng_next(&stream);
        same_seed += x == rng_next(&seed);
    }
    assert_int_equal(same_stream, 0);
    assert_int_equal(same_seed, 0);
}

static void a_copy_continues_the_stream(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 9, 3);
    rng_next(&rng);
    struct rng copy = rng;
    assert_true(rng_next(&rng) == rng_next(&copy));
}

static void below_is_uniform(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 100; i++) assert_int_equal(rng_below(&rng, 1), 0);
    enum { SIDES = 7, THROWS = 70000 };
    int count[SIDES] = {0};
    for (int i = 0; i < THROWS; i++) {
        const uint32_t x = rng_below(&rng, SIDES);
        assert_true(x < SIDES);
        count[x]++;
    }
    /* Six standard deviations of 10000 are about 560. */
    for (int i = 0; i < SIDES; i++) assert_in_range(count[i], 9440, 10560);
}

static void reals_are_in_the_unit_interval(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        const double x = rng_real(&rng);
        assert_true(x >= 0 && x < 1);
        sum += x;
    }
    assert_true(sum > 4800 && sum < 5200);
}

static void bernoulli(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    int count = 0;
    for (int i = 0; i < 10000; i++) {
        assert_false(rng_bernoulli(&rng, 0));
        assert_true(rng_bernoulli(&rng, 1));
        count += rng_bernoulli(&rng, 0.1);
    }
    assert_in_range(count, 820, 1180);
}

/* Mean and variance of the gamma distribution are both its shape. */
static void gamma_has_its_moments(void **state) {
    (void)state;
    const double shapes[] = {0.03, 0.5, 1, 4.5};
    enum { DRAWS = 200000 };
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        double sum = 0, squares = 0;
        for (int k = 0; k < DRAWS; k++) {
            const double x = rng_gamma(&rng, shapes[i]);
            assert_true(x >= 0);
            sum += x;
            squares += x * x;
        }
        const double mean = sum / DRAWS, variance = squares / DRAWS - mean * mean;
        assert_true(fabs(mean / shapes[i] - 1) < 0.1);
        assert_true(fabs(variance / shapes[i] - 1) < 0.15);
    }
}

/* Each of the 24 orders of four numbers comes up about as often. */
static void shuffles_are_fair(void **state) {
    (void)state;
    enum { DRAWS = 24000 };
    int seen[256] = {0}, orders = 0;
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (int i = 0; i < DRAWS; i++) {
        int list[] = {0, 1, 2, 3}, key = 0, all = 0;
        rng_shuffle(&rng, list, 4);
        for (int k = 0; k < 4; k++) key = 4 * key + list[k], all |= 1 << list[k];
        assert_int_equal(all, 15);
        seen[key]++;
    }
    for (int key = 0; key < 256; key++) {
        if (seen[key] == 0) continue;
        orders++;
        assert_in_range(seen[key], 850, 1150);
    }
    assert_int_equal(orders, 24);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_xoshiro256_starstar),
        cmocka_unit_test(mixes_by_splitmix64),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers),
        cmocka_unit_test(a_copy_continues_the_stream),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(gamma_has_its_moments),
        cmocka_unit_test(shuffles_are_fair),
        cmocka_unit_test(reals_are_in_the_unit_interval),
        cmocka_unit_test(bernoulli),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
