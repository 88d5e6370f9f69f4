/* The line editor, fed by keys as a terminal sends them. */
#include "guzumi/base/text.h"

#include "console.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#define LEFT "\033[D"
#define RIGHT "\033[C"
#define UP "\033[A"
#define DOWN "\033[B"
#define HOME "\033[H"
#define END "\033[F"
#define DELETE "\033[3~"
#define ERASE "\177"

static struct line_editor editor;

static int set_up(void **state) {
    (void)state;
    memset(&editor, 0, sizeof editor);
    line_editor_begin(&editor);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    line_editor_free(&editor);
    return 0;
}

/* What the last of KEYS did. */
static enum line_event type(const char *keys) {
    enum line_event event = LINE_CHANGED;
    for (; *keys; keys++) event = line_editor_feed(&editor, *keys);
    return event;
}

static void expect_line(const char *keys, const char *line) {
    line_editor_begin(&editor);
    type(keys);
    assert_string_equal(editor.line, line);
}

static void finish(const char *line) {
    line_editor_begin(&editor);
    type(line);
    assert_int_equal(type("\r"), LINE_FINISHED);
    line_editor_remember(&editor, editor.line);
    line_editor_begin(&editor);
}

static void test_edits(void **state) {
    (void)state;
    expect_line("D4", "D4");
    expect_line("D5" ERASE "4", "D4");
    expect_line("4" LEFT "D", "D4");
    expect_line("4" HOME "D" END "x", "D4x");
    expect_line("xD4" HOME DELETE, "D4");
    expect_line("D4x" LEFT "\013", "D4");       /* Ctrl-K */
    expect_line("abD4" LEFT LEFT "\025", "D4"); /* Ctrl-U */
    expect_line("save a game.sgf\027", "save a ");
    expect_line(LEFT ERASE DELETE RIGHT "D4", "D4");
    expect_line("D" RIGHT "4", "D4");
}

static void test_characters_are_erased_whole(void **state) {
    (void)state;
    expect_line("\xc3\xa9\xe2\x82\xac" ERASE, "\xc3\xa9");
    expect_line("\xc3\xa9z" LEFT LEFT DELETE, "z");
}

static void test_unknown_keys_do_nothing(void **state) {
    (void)state;
    expect_line("D\033[15~\033OP\033[1;5Q\t4", "D4");
    expect_line("D\033[" LEFT RIGHT "4", "D4"); /* one that is broken off */
    expect_line("\0331234567890", "234567890");
}

static void test_history_returns_lines_and_keeps_the_draft(void **state) {
    (void)state;
    finish("D4");
    finish("hint");
    finish("hint"); /* once */
    finish("");
    expect_line(UP, "hint");
    expect_line(UP UP, "D4");
    expect_line(UP UP UP, "D4");
    expect_line("sa" UP UP DOWN DOWN, "sa");
    expect_line("sa" UP "x", "hintx");
    expect_line(DOWN, "");
}

static void test_history_forgets_the_oldest(void **state) {
    char line[20];
    (void)state;
    for (int i = 0; i < LINE_EDITOR_HISTORY + 3; i++) {
        snprintf(line, sizeof line, "line %d", i);
        finish(line);
    }
    for (int i = 0; i < LINE_EDITOR_HISTORY + 9; i++) type(UP);
    assert_string_equal(editor.line, "line 3");
}

static void test_ends(void **state) {
    (void)state;
    assert_int_equal(type("\004"), LINE_END);
    assert_int_equal(type("D"), LINE_CHANGED);
    assert_int_equal(type(HOME "\004"), LINE_CHANGED); /* erases */
    assert_string_equal(editor.line, "");
}

static void test_a_full_line_takes_no_more(void **state) {
    (void)state;
    for (int i = 0; i < 2 * LINE_EDITOR_ROOM; i++) type("x");
    assert_int_equal(strlen(editor.line), LINE_EDITOR_ROOM - 1);
}

static void expect_drawing(int columns, const char *expected) {
    struct buffer out = {0};
    line_editor_draw(&editor, "Black> ", columns, &out);
    buffer_append(&out, "", 1);
    assert_false(out.failed);
    assert_string_equal((const char *)out.data, expected);
    buffer_free(&out);
}

static void test_draws_the_line_with_its_cursor(void **state) {
    (void)state;
    expect_line("D4" LEFT, "D4");
    expect_drawing(80, "\rBlack> D4\033[K\r\033[8C");
    expect_line("save abcdefghij" LEFT LEFT, "save abcdefghij");
    expect_drawing(20, "\rBlack> ave abcdefgh\033[K\r\033[19C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_edits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_characters_are_erased_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unknown_keys_do_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_history_returns_lines_and_keeps_the_draft, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_history_forgets_the_oldest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_full_line_takes_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_draws_the_line_with_its_cursor, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
