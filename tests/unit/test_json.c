/* JSON: values, rejected texts with the place of the error, and written strings. */
#include "guzumi/base/json.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static struct json *parse(const char *text) {
    struct json *json;
    struct failure why;
    const enum status status = json_parse(&json, text, strlen(text), &why);
    if (status != STATUS_OK) print_error("%s\n", why.text);
    assert_int_equal(status, STATUS_OK);
    return json;
}

static void values(void **state) {
    (void)state;
    struct json *j =
        parse(" {\"a\": [1, -2.5e1, true, null, \"x\"] , \"b\":{}, \"a\":[], \"c\":0}\r\n");
    assert_int_equal(json_kind(j, JSON_ROOT), JSON_OBJECT);
    assert_int_equal(json_count(j, JSON_ROOT), 4);
    const int first = json_first(j, JSON_ROOT);
    assert_string_equal(json_name(j, first), "a");
    int v = json_first(j, first), whole = 7;
    assert_true(json_whole(j, v, 0, 1, &whole) && whole == 1);
    assert_false(json_whole(j, v, 2, 3, &whole));
    v = json_next(j, v);
    assert_true(json_number(j, v) == -25);
    v = json_next(j, v);
    assert_true(json_kind(j, v) == JSON_BOOL && json_bool(j, v));
    v = json_next(j, v);
    assert_int_equal(json_kind(j, v), JSON_NULL);
    v = json_next(j, v);
    assert_string_equal(json_string(j, v), "x");
    assert_int_equal(json_next(j, v), JSON_NONE);
    assert_int_equal(json_count(j, json_member(j, JSON_ROOT, "a")), 0); /* the last one counts */
    assert_int_equal(json_kind(j, json_member(j, JSON_ROOT, "b")), JSON_OBJECT);
    assert_int_equal(json_member(j, JSON_ROOT, "d"), JSON_NONE);
    assert_int_equal(json_member(j, v, "d"), JSON_NONE);
    assert_false(json_whole(j, JSON_NONE, 0, 1, &whole));
    struct buffer copy = {0};
    json_copy(j, first, &copy);
    assert_int_equal(copy.length, strlen("[1, -2.5e1, true, null, \"x\"]"));
    buffer_free(&copy);
    char text[8];
    json_text(j, v, text, sizeof text);
    assert_string_equal(text, "x");
    json_text(j, json_first(j, first), text, sizeof text);
    assert_string_equal(text, "1");
    json_text(j, first, text, sizeof text);
    assert_string_equal(text, "[1, -2.");
    json_free(j);
}

static void whole_numbers(void **state) {
    static const struct {
        const char *text;
        bool is_whole;
    } cases[] = {{"7", true}, {"-7", true}, {"7.0", true}, {"7.5", false}, {"11", false}};
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct json *j = parse(cases[i].text);
        int whole;
        assert_int_equal(json_whole(j, JSON_ROOT, -10, 10, &whole), cases[i].is_whole);
        json_free(j);
    }
}

static void strings(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"\"\"", ""},
        {"\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\b\f\n\r\t"},
        {"\"\\u00e9\\u9ed2\\uD83D\\ude00\"", "\xc3\xa9\xe9\xbb\x92\xf0\x9f\x98\x80"},
        {"\"\xe9\xbb\x92\"", "\xe9\xbb\x92"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct json *j = parse(cases[i][0]);
        assert_string_equal(json_string(j, JSON_ROOT), cases[i][1]);
        struct buffer out = {0};
        json_print_string(&out, json_string(j, JSON_ROOT));
        buffer_append(&out, "", 1);
        struct json *again = parse((const char *)out.data);
        assert_string_equal(json_string(again, JSON_ROOT), cases[i][1]);
        json_free(again);
        buffer_free(&out);
        json_free(j);
    }
    struct buffer out = {0};
    json_print_string(&out, "a\xff\x01\"");
    json_print_string(&out, NULL);
    buffer_append(&out, "", 1);
    assert_string_equal((const char *)out.data, "\"a\\ufffd\\u0001\\\"\"null");
    buffer_free(&out);
}

/* U+0000 ends no string and no name. */
static void zero_characters(void **state) {
    (void)state;
    static const char text[] = "{\"a\":1,\"a\\u0000b\":\"\\u0000x\\u0000\"}";
    struct json *json;
    struct failure why;
    struct buffer out = {0};
    assert_int_equal(json_parse(&json, text, sizeof text - 1, &why), STATUS_OK);
    assert_int_equal(json_number(json, json_member(json, JSON_ROOT, "a")), 1);
    const int second = json_next(json, json_first(json, JSON_ROOT));
    json_print_string(&out, json_name(json, second));
    json_print_string(&out, json_string(json, second));
    buffer_append(&out, "", 1);
    assert_string_equal((const char *)out.data, "\"a\\u0000b\"\"\\u0000x\\u0000\"");
    buffer_free(&out);
    json_free(json);
    assert_int_equal(json_parse(&json, "\"\xc0\x80\"", 4, &why), STATUS_INVALID);
}

static void errors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int column;
        const char *part;
    } cases[] = {
        {"", 1, "a value"},
        {"{", 2, "member name"},
        {"[1,]", 4, "a value"},
        {"[1 2]", 4, "',' or ']'"},
        {"{\"a\" 1}", 6, "':'"},
        {"{\"a\":1,}", 8, "member name"},
        {"{a:1}", 2, "member name"},
        {"01", 1, "leading zero"},
        {"1.", 3, "after the decimal point"},
        {"1e", 3, "exponent"},
        {"+1", 1, "a value"},
        {".5", 1, "a value"},
        {"nul", 1, "a value"},
        {"\"a", 3, "unterminated"},
        {"\"\\x\"", 3, "unknown escape"},
        {"\"\\u12\"", 4, "four"},
        {"\"\\ud800\"", 8, "unpaired surrogate"},
        {"\"\\udc00\"", 8, "unpaired surrogate"},
        {"\"\\udc00\\udc00\"", 8, "unpaired surrogate"},
        {"\"\xff\"", 2, "UTF-8"},
        {"\"\t\"", 2, "control"},
        {"1 1", 3, "after the value"},
        {"{} //", 4, "after the value"},
        {"'a'", 1, "a value"},
        {"NaN", 1, "a value"},
        {"\"\xc0\xaf\"", 2, "UTF-8"}, /* overlong, surrogates, beyond U+10FFFF */
        {"\"\xe0\x80\xaf\"", 2, "UTF-8"},
        {"\"\xf0\x80\x80\xaf\"", 2, "UTF-8"},
        {"\"\xed\xa0\x80\"", 2, "UTF-8"},
        {"\"\xf4\x90\x80\x80\"", 2, "UTF-8"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct json *json;
        struct failure why;
        char place[40];
        snprintf(place, sizeof place, "column %d: ", cases[i].column);
        const enum status status = json_parse(&json, cases[i].text, strlen(cases[i].text), &why);
        assert_int_equal(status, STATUS_INVALID);
        const bool good =
            strncmp(why.text, place, strlen(place)) == 0 && strstr(why.text, cases[i].part);
        if (!good) print_error("%s: %s\n", cases[i].text, why.text);
        assert_true(good);
    }
}

static void depth(void **state) {
    (void)state;
    char text[2 * JSON_MAX_DEPTH + 4];
    struct json *json;
    struct failure why;
    memset(text, '[', JSON_MAX_DEPTH);
    memset(text + JSON_MAX_DEPTH, ']', JSON_MAX_DEPTH);
    assert_int_equal(json_parse(&json, text, (size_t)2 * JSON_MAX_DEPTH, &why), STATUS_OK);
    json_free(json);
    memset(text, '[', JSON_MAX_DEPTH + 1);
    assert_int_equal(json_parse(&json, text, JSON_MAX_DEPTH + 1, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "too deep"));
    assert_int_equal(json_parse(&json, "1\0", 2, &why), STATUS_INVALID);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),  cmocka_unit_test(whole_numbers),
        cmocka_unit_test(strings), cmocka_unit_test(zero_characters),
        cmocka_unit_test(errors),  cmocka_unit_test(depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
