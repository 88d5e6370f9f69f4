/* The arithmetic coder: what is written is read, ends where it ended, and likely bits are cheap. */
#include "bit_coder.h"

#include "guzumi/base/rng.h"

#include "unit.h"

#include <math.h>
#include <string.h>

struct fixture {
    struct bit_model model[4];
    struct bit_model choice[3];
    struct number_model number;
};

static void init(struct fixture *f) {
    bit_models_init((struct bit_model *)(void *)f, sizeof *f / sizeof(struct bit_model));
}

/* Codes a mixture of all kinds that SEED determines; while reading it is compared. */
static void code_all(struct bit_coder *c, struct fixture *f, uint64_t seed, int count) {
    static const double p[4] = {0, 0.001, 0.5, 0.999};
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            const unsigned bit = rng_bernoulli(&rng, p[k]);
            assert_int_equal(bit_code(c, &f->model[k], c->out ? bit : 0), bit);
        }
        const uint32_t any = (uint32_t)(rng_below(&rng, 1u << 31) * 2u) >> rng_below(&rng, 32);
        assert_int_equal(bit_code_number(c, &f->number, c->out ? any : 0), any);
        const int bits = (int)rng_below(&rng, 33);
        const uint32_t plain = bits ? any & (UINT32_MAX >> (32 - bits)) : 0;
        assert_int_equal(bit_code_plain(c, bits, c->out ? plain : 0), plain);
        const int choice = (int)rng_below(&rng, 4);
        assert_int_equal(bit_code_choice(c, f->choice, 3, c->out ? choice : 0), choice);
    }
}

static void test_read_as_written(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        const int count = (int)(seed % 60);
        struct buffer out = {.data = NULL};
        struct bit_coder c;
        struct fixture f;
        init(&f);
        bit_coder_write(&c, &out);
        code_all(&c, &f, seed, count);
        bit_coder_end(&c);
        assert_false(out.failed);
        init(&f);
        bit_coder_read(&c, out.data, out.length);
        code_all(&c, &f, seed, count);
        assert_true(bit_coder_end(&c));
        assert_false(bit_coder_is_beyond(&c));
        init(&f);
        bit_coder_read(&c, out.data, out.length);
        if (count > 0) assert_false(bit_coder_end(&c) && out.length > 4);
        buffer_free(&out);
    }
}

/* Extremes of the 32 bits. */
static void test_largest_numbers(void **state) {
    (void)state;
    static const uint32_t numbers[] = {0, UINT32_MAX, 1, UINT32_MAX - 1, 1u << 31, (1u << 31) - 1};
    struct buffer out = {.data = NULL};
    struct bit_coder c;
    struct fixture f;
    init(&f);
    bit_coder_write(&c, &out);
    for (int i = 0; i < 6; i++) bit_code_number(&c, &f.number, numbers[i]);
    bit_coder_end(&c);
    init(&f);
    bit_coder_read(&c, out.data, out.length);
    for (int i = 0; i < 6; i++) assert_int_equal(bit_code_number(&c, &f.number, 0), numbers[i]);
    assert_true(bit_coder_end(&c));
    buffer_free(&out);
}

/* Bytes for 8,000 bits of which each is 1 with probability P. */
static double bytes_of(double p) {
    struct buffer out = {.data = NULL};
    struct bit_coder c;
    struct fixture f;
    struct rng rng;
    rng_seed(&rng, 5, 0);
    init(&f);
    bit_coder_write(&c, &out);
    for (int i = 0; i < 8000; i++) bit_code(&c, f.model, rng_bernoulli(&rng, p));
    bit_coder_end(&c);
    const double length = (double)out.length;
    buffer_free(&out);
    return length;
}

/* Within a few per cent of the entropy. */
static void test_length(void **state) {
    (void)state;
    static const double p[] = {0.5, 0.9, 0.02};
    for (int i = 0; i < 3; i++) {
        const double entropy = -(p[i] * log2(p[i]) + (1 - p[i]) * log2(1 - p[i]));
        assert_true(fabs(bytes_of(p[i]) / (1000 * entropy) - 1) < 0.1);
    }
    assert_true(bytes_of(0) < 12);
}

/* Bytes that end too soon are noticed. */
static void test_beyond(void **state) {
    (void)state;
    static const unsigned char bytes[] = {1, 2, 3};
    struct bit_coder c;
    bit_coder_read(&c, bytes, sizeof bytes);
    bit_code_plain(&c, 16, 0);
    assert_false(bit_coder_is_beyond(&c));
    bit_code_plain(&c, 16, 0);
    assert_true(bit_coder_is_beyond(&c));
    assert_false(bit_coder_end(&c));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_as_written),
        cmocka_unit_test(test_largest_numbers),
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
