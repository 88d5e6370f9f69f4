#include "guzumi/base/status.h"

#include "unit.h"

#include <string.h>

static void the_code_is_returned_and_the_text_written(void **state) {
    (void)state;
    struct failure why;
    assert_int_equal(fail(&why, STATUS_IO, "%s: line %d", "file", 7), STATUS_IO);
    assert_string_equal(why.text, "file: line 7");
}

static void control_characters_are_replaced(void **state) {
    (void)state;
    struct failure why;
    fail(&why, STATUS_INVALID, "a\nb\tc\x1b[0m\x7f\r");
    assert_string_equal(why.text, "a?b?c?[0m??");
    fail(&why, STATUS_INVALID, "%s", "G\xc3\xbc"); /* other languages' letters stay */
    assert_string_equal(why.text, "G\xc3\xbc");
}

static void a_long_text_is_truncated(void **state) {
    (void)state;
    struct failure why;
    fail(&why, STATUS_INVALID, "%*s", 5000, "x");
    assert_int_equal(strlen(why.text), sizeof why.text - 1);
}

static void memory(void **state) {
    (void)state;
    struct failure why;
    assert_int_equal(out_of_memory(&why, "a test"), STATUS_MEMORY);
    assert_non_null(strstr(why.text, "out of memory for a test"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_code_is_returned_and_the_text_written),
        cmocka_unit_test(control_characters_are_replaced),
        cmocka_unit_test(a_long_text_is_truncated),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
