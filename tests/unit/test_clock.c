#include "guzumi/clock.h"

#include "unit.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(never_runs_backwards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
