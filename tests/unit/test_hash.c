/* FNV-1a against its authors' test vectors. */
#include "guzumi/base/rng.h"

#include "unit.h"

static void test_known_hashes(void **state) {
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(hash_bytes(hash_bytes(HASH_START, "foo", 3), "bar", 3) ==
                hash_bytes(HASH_START, "foobar", 6));
}

static void test_floats_by_their_bits(void **state) {
    (void)state;
    assert_true(hash_float(HASH_START, 1.0f) == hash_add(HASH_START, 0x3f800000));
    assert_true(hash_float(HASH_START, 0.0f) != hash_float(HASH_START, -0.0f));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_hashes),
        cmocka_unit_test(test_floats_by_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
