#include "guzumi/base/bitset.h"
#include "guzumi/base/rng.h"

#include "unit.h"

enum { BITS = 64 * BITSET_WORDS };

/* A set as plain flags. */
struct flags {
    bool has[BITS];
};

/* Random points, DENSITY of them in 0..1, in the first WORDS words. */
static void fill(struct rng *rng, int words, double density, struct bitset *set, struct flags *f) {
    bitset_clear(set, BITSET_WORDS);
    for (int p = 0; p < BITS; p++) {
        f->has[p] = p < 64 * words && rng_bernoulli(rng, density);
        if (f->has[p]) bitset_add(set, p);
    }
}

static void assert_same(const struct bitset *set, const struct flags *f) {
    for (int p = 0; p < BITS; p++) assert_int_equal(bitset_has(set, p), f->has[p]);
}

static void check_queries(const struct bitset *set, const struct flags *f, int words) {
    int count = 0;
    for (int p = 0; p < 64 * words; p++) {
        if (!f->has[p]) continue;
        if (count == 0) assert_int_equal(bitset_first(set, words), p);
        assert_int_equal(bitset_select(set, words, count), p);
        count++;
    }
    assert_int_equal(bitset_count(set, words), count);
    assert_int_equal(bitset_is_empty(set, words), count == 0);
    assert_int_equal(bitset_is_single(set, words), count == 1);
    int last = -1, seen = 0;
    BITSET_FOR_EACH(p, *set, words) {
        assert_true(p > last);
        assert_true(f->has[p]);
        last = p;
        seen++;
    }
    assert_int_equal(seen, count);
}

static void queries_agree_with_plain_flags(void **state) {
    (void)state;
    const double densities[] = {0, 0.004, 0.02, 0.3, 0.9, 1};
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int words = 1; words <= BITSET_WORDS; words++)
        for (int round = 0; round < 60; round++) {
            struct bitset set;
            struct flags flags;
            fill(&rng, words, densities[round % COUNT_OF(densities)], &set, &flags);
            check_queries(&set, &flags, words);
        }
}

static void shifts_move_every_point(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int words = 1; words <= BITSET_WORDS; words++)
        for (int by = 1; by < 64; by++) {
            struct bitset set;
            struct flags flags, up = {{0}}, down = {{0}};
            fill(&rng, words, 0.4, &set, &flags);
            for (int p = 0; p < 64 * words; p++) {
                if (!flags.has[p]) continue;
                if (p + by < 64 * words) up.has[p + by] = true;
                if (p - by >= 0) down.has[p - by] = true;
            }
            const struct bitset higher = bitset_shift_up(&set, words, by);
            const struct bitset lower = bitset_shift_down(&set, words, by);
            assert_same(&higher, &up);
            assert_same(&lower, &down);
        }
}

static void set_operations(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int words = 1; words <= BITSET_WORDS; words++) {
        struct bitset a, b;
        struct flags in_a, in_b, either, only, both;
        fill(&rng, words, 0.5, &a, &in_a);
        fill(&rng, words, 0.5, &b, &in_b);
        for (int p = 0; p < BITS; p++) {
            either.has[p] = in_a.has[p] || in_b.has[p];
            only.has[p] = in_a.has[p] && !in_b.has[p];
            both.has[p] = in_a.has[p] && in_b.has[p];
        }
        struct bitset unite = a, subtract = a;
        bitset_unite(&unite, &b, words);
        bitset_subtract(&subtract, &b, words);
        assert_same(&unite, &either);
        assert_same(&subtract, &only);
        const struct bitset common = bitset_common(&a, &b, words);
        assert_same(&common, &both);
    }
}

static void adding_and_removing(void **state) {
    (void)state;
    struct bitset set = {{0}};
    for (int p = 0; p < BITS; p++) {
        bitset_add(&set, p);
        assert_true(bitset_has(&set, p));
        assert_true(bitset_is_single(&set, BITSET_WORDS));
        assert_int_equal(bitset_first(&set, BITSET_WORDS), p);
        for (int q = p + 1; q < BITS; q++) {
            bitset_add(&set, q);
            assert_false(bitset_is_single(&set, BITSET_WORDS));
            bitset_remove(&set, q);
        }
        bitset_remove(&set, p);
        assert_true(bitset_is_empty(&set, BITSET_WORDS));
    }
}

static void words_at_their_limits(void **state) {
    (void)state;
    assert_int_equal(word_count(0), 0);
    assert_int_equal(word_count(UINT64_MAX), 64);
    assert_int_equal(word_first(UINT64_C(1) << 63), 63);
    for (int n = 0; n < 64; n++) {
        assert_int_equal(word_select(UINT64_MAX, n), n);
        assert_int_equal(word_select(UINT64_C(1) << n, 0), n);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_agree_with_plain_flags),
        cmocka_unit_test(shifts_move_every_point),
        cmocka_unit_test(set_operations),
        cmocka_unit_test(adding_and_removing),
        cmocka_unit_test(words_at_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
