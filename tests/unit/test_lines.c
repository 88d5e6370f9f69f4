/* Lines out of pieces of every length, and lines that are too long. */
#include "guzumi/base/text.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Joins the lines of TEXT, which comes in pieces of PIECE bytes, by '|', an unfinished one by '$'.
 */
static void join(const char *text, size_t piece, char *out) {
    struct lines lines = {.ended = false};
    size_t left = strlen(text);
    *out = 0;
    while (left) {
        const size_t size = left < piece ? left : piece;
        const char *bytes = text;
        size_t count = size;
        while (lines_take(&lines, &bytes, &count))
            sprintf(out + strlen(out), "%s|", (const char *)lines.text.data);
        assert_int_equal(count, 0);
        assert_ptr_equal(bytes, text + size);
        text += size;
        left -= size;
    }
    if (lines_finish(&lines)) sprintf(out + strlen(out), "%s$", (const char *)lines.text.data);
    lines_free(&lines);
}

static void test_pieces(void **state) {
    (void)state;
    char out[100];
    for (size_t piece = 1; piece < 12; piece++) {
        join("", piece, out);
        assert_string_equal(out, "");
        join("one\n\ntwo\r\nthree", piece, out);
        assert_string_equal(out, "one||two\r|three$");
        join("\n", piece, out);
        assert_string_equal(out, "|");
        join("one\n", piece, out);
        assert_string_equal(out, "one|");
    }
}

/* Of a long line the beginning is there, and what follows it is not touched. */
static void test_long_lines(void **state) {
    (void)state;
    enum { PIECE = 1 << 16 };
    struct lines lines = {.ended = false};
    char *piece = malloc(PIECE);
    assert_non_null(piece);
    memset(piece, 'x', PIECE);
    for (int extra = 0; extra < 3; extra++) {
        const char *bytes;
        size_t count;
        for (size_t i = 0; i < LINE_MOST / PIECE; i++) {
            bytes = piece;
            count = PIECE;
            assert_false(lines_take(&lines, &bytes, &count));
        }
        static const char *const ends[] = {"\nnext\n", "y\nnext\n", "yy\nnext\n"};
        bytes = ends[extra];
        count = strlen(bytes);
        assert_true(lines_take(&lines, &bytes, &count));
        assert_int_equal(lines.text.length, LINE_MOST);
        assert_int_equal(lines.text.data[LINE_MOST - 1], 'x');
        assert_int_equal(lines.text.data[LINE_MOST], 0);
        assert_int_equal(lines.too_long, extra > 0);
        assert_true(lines.text.capacity <= 2 * LINE_MOST);
        assert_true(lines_take(&lines, &bytes, &count));
        assert_string_equal((const char *)lines.text.data, "next");
        assert_false(lines.too_long);
    }
    assert_false(lines_finish(&lines));
    lines_free(&lines);
    free(piece);
}

static void test_cutting(void **state) {
    (void)state;
    char text[] = "one\r\n\ntwo\rthree\n\r\nlast\r", *rest = text;
    static const char *const lines[] = {"one", "", "two\rthree", "", "last"};
    for (int i = 0; i < COUNT_OF(lines); i++) assert_string_equal(lines_cut(&rest), lines[i]);
    assert_null(lines_cut(&rest));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_cutting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
