/* Win rates and results are compared part by part. */
#include "guzumi/network/network.h"

#include "unit.h"

#include <math.h>

static void test_error(void **state) {
    (void)state;
    struct calibration c = {.count = {0}}, sum = {.count = {0}};
    assert_true(calibration_error(&c) == 0);
    /* 70 % comes true, of 92 % half does: 20 of the 100 positions are off by 0.42. */
    for (int i = 0; i < 80; i++) calibration_add(&c, 0.72, i % 10 < 7 ? 1 : 0.2 / 3);
    assert_true(fabs(calibration_error(&c)) < 1e-9);
    for (int i = 0; i < 20; i++) calibration_add(&c, 0.92, i % 2);
    assert_true(fabs(calibration_error(&c) - 0.2 * 0.42) < 1e-9);
    assert_true(calibration_count(&c) == 100);
    calibration_merge(&sum, &c);
    calibration_merge(&sum, &c);
    assert_true(calibration_count(&sum) == 200);
    assert_true(fabs(calibration_error(&sum) - 0.2 * 0.42) < 1e-9);
}

/* Certainty is in the last part. */
static void test_ends(void **state) {
    (void)state;
    struct calibration c = {.count = {0}};
    calibration_add(&c, 1, 1);
    calibration_add(&c, 0, 0);
    assert_true(c.count[CALIBRATION_PARTS - 1] == 1 && c.count[0] == 1);
    assert_true(calibration_error(&c) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
