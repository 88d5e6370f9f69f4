/* Progress of long work: speed, time left, and how times are written. */
#include "console.h"

#include "guzumi/base/clock.h"

#include "unit.h"

static void test_durations(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{-3, "0 s"},         {0.4, "0 s"},         {59.4, "59 s"},
                 {59.6, "1 min 0 s"}, {200, "3 min 20 s"},  {3599, "59 min 59 s"},
                 {3600, "1 h 0 min"}, {18190, "5 h 3 min"}, {360000, "100 h 0 min"}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char text[DURATION_TEXT];
        assert_string_equal(duration_format(cases[i].seconds, text), cases[i].text);
    }
}

/* Units of earlier calls count as done, but not for the speed. */
static void test_speed_is_that_of_this_call(void **state) {
    (void)state;
    struct progress p = progress_begin("games", 100, 130);
    assert_true(progress_speed(&p) == 0);
    assert_true(progress_left(&p) == 0);
    p.begin = clock_now() - 1000;
    p.done = 120;
    assert_true(progress_speed(&p) > 0.019 && progress_speed(&p) <= 0.02);
    assert_true(progress_left(&p) >= 500 && progress_left(&p) < 520);
    p.done = 131; /* other processes may play more than was wanted */
    assert_true(progress_left(&p) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_durations),
        cmocka_unit_test(test_speed_is_that_of_this_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
