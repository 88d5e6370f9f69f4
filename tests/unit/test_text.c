#include "guzumi/base/text.h"

#include "unit.h"

#include <string.h>

static void whole_numbers(void **state) {
    (void)state;
    const struct {
        const char *text;
        int64_t value;
    } good[] = {
        {"0", 0},
        {"-0", 0},
        {"+7", 7},
        {"-19", -19},
        {"007", 7},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807", -INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
    };
    for (int i = 0; i < COUNT_OF(good); i++) {
        int64_t value = 1234;
        assert_true(text_to_int(good[i].text, INT64_MIN, INT64_MAX, &value));
        assert_true(value == good[i].value);
    }
    const char *const bad[] = {
        "",
        "-",
        "+",
        " 1",
        "1 ",
        "1.0",
        "1e3",
        "0x10",
        "--1",
        "+-1",
        "one",
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999",
        "1\n",
    };
    for (int i = 0; i < COUNT_OF(bad); i++) {
        int64_t value = 1234;
        assert_false(text_to_int(bad[i], INT64_MIN, INT64_MAX, &value));
        assert_int_equal(value, 1234);
    }
}

static void whole_numbers_have_bounds(void **state) {
    (void)state;
    int64_t value = 1234;
    assert_true(text_to_int("2", 2, 19, &value));
    assert_int_equal(value, 2);
    assert_true(text_to_int("19", 2, 19, &value));
    assert_int_equal(value, 19);
    assert_false(text_to_int("1", 2, 19, &value));
    assert_false(text_to_int("20", 2, 19, &value));
    assert_int_equal(value, 19);
}

static void unsigned_numbers(void **state) {
    (void)state;
    uint64_t value = 1234;
    const char *const bad[] = {
        "", "-1", "+1", "18446744073709551616", "1x", "184467440737095516150"};
    for (int i = 0; i < COUNT_OF(bad); i++) assert_false(text_to_uint64(bad[i], &value));
    assert_true(value == 1234);
    assert_true(text_to_uint64("18446744073709551615", &value));
    assert_true(value == UINT64_MAX);
    assert_true(text_to_uint64("0", &value));
    assert_true(value == 0);
}

static void real_numbers(void **state) {
    (void)state;
    const struct {
        const char *text;
        double value;
    } good[] = {
        {"7.5", 7.5},  {"-3", -3},   {"+0.5", 0.5}, {".5", 0.5},    {"5.", 5},     {"1e-2", .01},
        {"2E3", 2000}, {"1e+1", 10}, {"0.0", 0},    {"-.25", -.25}, {"1e-999", 0}, {"0012", 12},
    };
    for (int i = 0; i < COUNT_OF(good); i++) {
        double value = -1234;
        assert_true(text_to_real(good[i].text, &value));
        assert_true(value == good[i].value);
    }
    const char *const bad[] = {
        "",    ".",   "-",     "e5", "1e", "1e+",  "1,5",  "0x1p3", "inf",   "-inf",
        "nan", "NAN", "1e999", " 1", "1 ", "1.5f", "1..5", "--1",   "1e5.0", "infinity",
    };
    for (int i = 0; i < COUNT_OF(bad); i++) {
        double value = -1234;
        assert_false(text_to_real(bad[i], &value));
        assert_true(value == -1234);
    }
}

static void switches(void **state) {
    (void)state;
    const char *const yes[] = {"on", "ON", "true", "True", "yes", "1"};
    const char *const no[] = {"off", "Off", "false", "no", "NO", "0"};
    const char *const neither[] = {"", "o", "onn", "2", "y", " on", "01"};
    bool value = false;
    for (int i = 0; i < COUNT_OF(yes); i++) assert_true(text_to_bool(yes[i], &value) && value);
    for (int i = 0; i < COUNT_OF(no); i++) assert_true(text_to_bool(no[i], &value) && !value);
    value = true;
    for (int i = 0; i < COUNT_OF(neither); i++) assert_false(text_to_bool(neither[i], &value));
    assert_true(value);
}

static void words_in_any_case(void **state) {
    (void)state;
    assert_true(text_equal_nocase("", ""));
    assert_true(text_equal_nocase("PaSs", "pAsS"));
    assert_false(text_equal_nocase("pass", "pas"));
    assert_false(text_equal_nocase("pas", "pass"));
    assert_false(text_equal_nocase("@", "`")); /* differ by the bit of the letters' case */
    assert_false(text_equal_nocase("[", "{"));
}

static void byte_order_mark(void **state) {
    (void)state;
    assert_int_equal(text_mark_length("\xef\xbb\xbfname"), 3);
    assert_int_equal(text_mark_length("name"), 0);
    assert_int_equal(text_mark_length("\xef\xbb"), 0);
    assert_int_equal(text_mark_length(""), 0);
}

static void copies_of_whole_characters(void **state) {
    (void)state;
    static const struct {
        size_t size;
        const char *text, *copy;
    } cases[] = {
        {4, "abc", "abc"},
        {3, "abc", "ab"},
        {1, "abc", ""},
        {7, "\xe9\xbb\x92\xe7\x99\xbd", "\xe9\xbb\x92\xe7\x99\xbd"},
        {6, "\xe9\xbb\x92\xe7\x99\xbd", "\xe9\xbb\x92"},
        {4, "\xe9\xbb\x92\xe7\x99\xbd", "\xe9\xbb\x92"},
        {3, "\xe9\xbb\x92", ""},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char out[10];
        text_copy(out, cases[i].size, cases[i].text);
        assert_string_equal(out, cases[i].copy);
    }
}

static void no_control_characters(void **state) {
    (void)state;
    char text[] = "\033[31m a\tb\x7f\xe9";
    text_make_printable(text, '?');
    assert_string_equal(text, "?[31m a?b?\xe9");
}

static void differences_of_settings(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *a_word, *b_word;
    } cases[] = {
        {"size=9 seed=1", "size=7 seed=1", "size=9", "size=7"},
        {"a=1 b=2\n", "a=1 b=3\n", "b=2", "b=3"},
        {"a=1 p=32 c=no\n", "a=1 c=no\n", "p=32", "nothing"},
        {"a=1 c=no\n", "a=1 p=32 c=no\n", "nothing", "p=32"},
        {"ab=1", "a=1", "ab=1", "nothing"},
        {"a=1", "a=1 b", "nothing", "b"},
        {"a=1", "a=1\n", "nothing", "nothing"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const struct text_difference d = text_find_difference(cases[i].a, cases[i].b);
        assert_int_equal(d.a_length, strlen(cases[i].a_word));
        assert_int_equal(d.b_length, strlen(cases[i].b_word));
        assert_memory_equal(d.a, cases[i].a_word, (size_t)d.a_length);
        assert_memory_equal(d.b, cases[i].b_word, (size_t)d.b_length);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(whole_numbers_have_bounds),
        cmocka_unit_test(unsigned_numbers),
        cmocka_unit_test(real_numbers),
        cmocka_unit_test(switches),
        cmocka_unit_test(words_in_any_case),
        cmocka_unit_test(byte_order_mark),
        cmocka_unit_test(copies_of_whole_characters),
        cmocka_unit_test(no_control_characters),
        cmocka_unit_test(differences_of_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
