/* What tests of the game in the terminal share: its output, and files. */
#ifndef GUZUMI_TEST_PLAY_OUTPUT_H
#define GUZUMI_TEST_PLAY_OUTPUT_H

#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_OUTPUT = 1 << 17 };

#define give_up(...) (print_error(__VA_ARGS__), assert_true(false))

static inline void write_text(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static inline bool text_is(const char *path, const char *text) {
    char found[100];
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    found[fread(found, 1, sizeof found - 1, in)] = 0;
    fclose(in);
    return strcmp(found, text) == 0;
}

static inline void expect_in(const char *output, const char *text) {
    if (!strstr(output, text)) give_up("'%s' is not in:\n%s", text, output);
}

#endif
