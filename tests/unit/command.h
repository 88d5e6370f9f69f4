/* The executable from outside: what it prints, and how it ends. Whoever includes this defines
 * _POSIX_C_SOURCE first. */
#ifndef GUZUMI_TEST_COMMAND_H
#define GUZUMI_TEST_COMMAND_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { MAX_OUTPUT = 1 << 16 };

struct run {
    char output[MAX_OUTPUT]; /* stdout and stderr */
    int exit_code;
};

/* Runs the executable through the shell with ARGUMENTS, which may redirect. */
static inline void run(struct run *r, const char *before, const char *arguments) {
    char command[1000];
    snprintf(command, sizeof command, "%s'%s' %s 2>&1", before, GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    r->output[fread(r->output, 1, sizeof r->output - 1, pipe)] = 0;
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    r->exit_code = WEXITSTATUS(status);
}

static inline void expect(const char *arguments, int exit_code, const char *output) {
    struct run r;
    run(&r, "", arguments);
    assert_string_equal(r.output, output);
    assert_int_equal(r.exit_code, exit_code);
}

/* One line on stderr that names THING, and EXIT_CODE. */
static inline void expect_mistake(const char *arguments, int exit_code, const char *thing) {
    struct run r;
    run(&r, "", arguments);
    assert_int_equal(strncmp(r.output, "guzumi: ", 8), 0);
    assert_ptr_equal(strchr(r.output, '\n'), r.output + strlen(r.output) - 1);
    if (!strstr(r.output, thing)) fail_msg("'%s' doesn't name %s", r.output, thing);
    assert_int_equal(r.exit_code, exit_code);
}

#endif
