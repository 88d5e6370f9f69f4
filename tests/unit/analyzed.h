/* Runs guzumi analyze on a record, for tests of what it prints. Whoever includes this defines
 * _POSIX_C_SOURCE first, and the file RECORD, which no other test may use: tests run together. */
#ifndef GUZUMI_TEST_ANALYZED_H
#define GUZUMI_TEST_ANALYZED_H

#include "guzumi/base/file.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MAX_OUTPUT = 1 << 17 };

static const char path[] = RECORD;

/* Writes RECORD and analyzes it with ARGUMENTS; returns the output, to be freed. */
static inline char *analyze_to(const char *record, const char *arguments, const char *redirection,
                               int exit_code) {
    char command[1000];
    struct failure why;
    char *output = malloc(MAX_OUTPUT);
    assert_non_null(output);
    assert_int_equal(file_write(path, record, strlen(record), &why), STATUS_OK);
    snprintf(command, sizeof command, "'%s' analyze %s --threads 1 --simulations 20 %s %s",
             GUZUMI_EXECUTABLE, path, arguments, redirection);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, MAX_OUTPUT - 1, pipe)] = 0;
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) != exit_code) print_error("%s", output);
    assert_int_equal(WEXITSTATUS(status), exit_code);
    remove(path);
    return output;
}

static inline char *analyze(const char *record, const char *arguments) {
    return analyze_to(record, arguments, "2>/dev/null", 0);
}

static inline void expect_in(const char *output, const char *text) {
    if (strstr(output, text)) return;
    print_error("'%s' is not in:\n%s", text, output);
    assert_true(false);
}

static inline int count_of(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) count++;
    return count;
}

#endif
