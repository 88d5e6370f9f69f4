#include "guzumi/clock.h"

#include "unit.h"

#include <stdio.h>

static void never_runs_backwards(void **state) {
    (void)state;
    double now = clock_now(), cpu = clock_cpu();
    for (int i = 0; i < 10000; i++) {
        const double next_now = clock_now(), next_cpu = clock_cpu();
        assert_true(next_now >= now);
        assert_true(next_cpu >= cpu);
        now = next_now;
        cpu = next_cpu;
    }
    assert_true(cpu >= 0);
}

static void the_date_has_its_form(void **state) {
    (void)state;
    char text[CLOCK_DATE_SIZE], rest = 0;
    int year, month, day;
    assert_int_equal(sscanf(clock_date(text), "%4d-%2d-%2d%c", &year, &month, &day, &rest), 3);
    assert_true(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(never_runs_backwards),
                                       cmocka_unit_test(the_date_has_its_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
