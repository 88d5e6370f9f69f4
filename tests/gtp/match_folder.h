/* Runs the executable in a folder for the files of a test, and compares results. Each process has a
 * folder of its own. */
#ifndef GUZUMI_MATCH_FOLDER_H
#define GUZUMI_MATCH_FOLDER_H

#include "guzumi/match/results.h"

#include "../unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* fail_msg uses the name fail, which is our function here. */
#define WRONG(...)                                                                                 \
    do {                                                                                           \
        print_error(__VA_ARGS__);                                                                  \
        assert_true(false);                                                                        \
    } while (0)

static char folder[64];
static const char *limit = ""; /* a shell command before each run */

static inline const char *path_of(char *out, const char *name) {
    snprintf(out, 128, "%s/%s", folder, name);
    return out;
}

static inline void write_file(const char *name, const char *text) {
    char path[128];
    FILE *file = fopen(path_of(path, name), "wb");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) < 0, 0);
    fclose(file);
}

struct run {
    char output[1 << 14]; /* stdout and stderr */
    int exit_code;
};

/* Runs the executable in the folder. */
static inline struct run guzumi(const char *arguments) {
    struct run run;
    char command[1200];
    snprintf(command, sizeof command, "cd %s && %s '%s' %s 2>&1", folder, limit, GUZUMI_EXECUTABLE,
             arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    run.output[fread(run.output, 1, sizeof run.output - 1, pipe)] = 0;
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    run.exit_code = WEXITSTATUS(status);
    return run;
}

static inline void expect(const char *arguments, int exit_code, const char *says) {
    const struct run run = guzumi(arguments);
    if (run.exit_code != exit_code || !strstr(run.output, says))
        WRONG("'%s' ended with %d and: %s", arguments, run.exit_code, run.output);
}

static inline struct results read_results(const char *name) {
    struct results results = {0};
    struct failure why = {""};
    char path[128];
    results_read(&results, path_of(path, name), NULL, &why);
    assert_string_equal(why.text, "");
    results_sort(&results);
    return results;
}

/* Both files contain the same games, except for seconds. */
static inline void assert_same_games(const char *left, const char *right) {
    struct results a = read_results(left), b = read_results(right);
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++) assert_true(results_agree(&a.list[i], &b.list[i]));
    results_free(&a);
    results_free(&b);
}

static inline int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "test_folder.%ld.tmp", (long)getpid());
    return mkdir(folder, 0777);
}

static inline int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

#endif
