/* Files of results: what is read, whichever system's line ends they have. */
#include "guzumi/results.h"

#include "guzumi/file.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const char path[] = "test_results.tsv";

static void read_text(struct results *results, const char *begin, const char *end) {
    struct buffer text = {0};
    struct failure why;
    size_t complete;
    buffer_print(&text, "%s%s%s", begin, results_header, end);
    buffer_print(&text, "0123456789abcdef\t7\ta\tb\tB+3.5\t40\tscore\tD4\t1\t2\t3\t4\tv\tw\tgone%s",
                 end);
    assert_int_equal(file_write(path, text.data, text.length, &why), STATUS_OK);
    *results = (struct results){0};
    assert_int_equal(results_read(results, path, &complete, &why), STATUS_OK);
    assert_int_equal(complete, text.length);
    buffer_free(&text);
    remove(path);
}

static void line_ends(void **state) {
    (void)state;
    struct results plain, other;
    read_text(&plain, "", "\n");
    read_text(&other, "\xef\xbb\xbf", "\r\n");
    assert_int_equal(plain.count, 1);
    assert_int_equal(other.count, 1);
    assert_int_equal(plain.list[0].winner, BLACK);
    for (int i = 0; i < RESULT_COLUMNS; i++)
        assert_string_equal(plain.list[0].column[i], other.list[0].column[i]);
    assert_string_equal(other.list[0].column[RESULT_COLUMNS - 1], "gone");
    results_free(&plain);
    results_free(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(line_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
