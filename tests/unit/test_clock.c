#include "guzumi/base/clock.h"

#include "unit.h"

#include <stdio.h>

static void never_runs_backwards(void **state) {
    (void)state;
    double now = clock_now(), cpu = clock_cpu(), thread = clock_read(CLOCK_THREAD);
    for (int i = 0; i < 10000; i++) {
        const double next_now = clock_now(), next_cpu = clock_cpu();
        assert_true(next_now >= now);
        const double next_thread = clock_read(CLOCK_THREAD);
        assert_true(next_cpu >= cpu);
        assert_true(next_thread >= thread);
        assert_true(clock_read(CLOCK_WALL) >= next_now);
        thread = next_thread;
        now = next_now;
        cpu = next_cpu;
    }
    assert_true(cpu >= 0);
    assert_true(clock_cpu() >= thread); /* one thread of the process */
}

static void the_date_has_its_format(void **state) {
    (void)state;
    char text[CLOCK_DATE_SIZE], rest = 0;
    int year, month, day;
    assert_int_equal(sscanf(clock_date(text), "%4d-%2d-%2d%c", &year, &month, &day, &rest), 3);
    assert_true(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(never_runs_backwards),
                                       cmocka_unit_test(the_date_has_its_format)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
