/* Answers of `guzumi analysis` to queries, for the tests of its protocol. Each test defines INPUT,
 * a file of its own for the queries, before it includes this. */
#ifndef GUZUMI_ANALYSIS_ANSWERS_H
#define GUZUMI_ANALYSIS_ANSWERS_H

#include "guzumi/base/json.h"

#include "engine_process.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_LINES = 200 };

/* The answers to a run, each a JSON object. */
struct answers {
    struct json *line[MAX_LINES];
    int count;
};

static inline struct answers ask(const char *arguments, const char *queries) {
    struct answers out = {.count = 0};
    char command[400], *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *file = fopen(INPUT, "w");
    assert_non_null(file);
    fputs(queries, file);
    fclose(file);
    snprintf(command, sizeof command, "'%s' analysis --seed 1 --simulations 40 %s <" INPUT,
             GUZUMI_EXECUTABLE, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while ((length = getline(&line, &room, pipe)) >= 0) {
        struct failure why;
        assert_true(out.count < MAX_LINES && line[length - 1] == '\n');
        const enum status status = json_parse(&out.line[out.count], line, (size_t)length - 1, &why);
        if (status != STATUS_OK) print_error("%s: %s", why.text, line);
        assert_int_equal(status, STATUS_OK);
        out.count++;
    }
    free(line);
    assert_int_equal(pclose(pipe), 0);
    remove(INPUT);
    return out;
}

static inline void free_answers(struct answers *a) {
    for (int i = 0; i < a->count; i++) json_free(a->line[i]);
}

static inline const char *text_of(const struct json *j, const char *name) {
    const int value = json_member(j, JSON_ROOT, name);
    return json_kind(j, value) == JSON_STRING ? json_string(j, value) : "";
}

/* Member NAME of member OBJECT (NULL: of the whole), a number. */
static inline double number_of(const struct json *j, const char *object, const char *name) {
    const int in = object ? json_member(j, JSON_ROOT, object) : JSON_ROOT;
    const int value = json_member(j, in, name);
    assert_int_equal(json_kind(j, value), JSON_NUMBER);
    return json_number(j, value);
}

static inline bool flag_of(const struct json *j, const char *name) {
    const int value = json_member(j, JSON_ROOT, name);
    return json_kind(j, value) == JSON_BOOL && json_bool(j, value);
}

static inline double sum_of(const struct json *j, const char *name, int *count) {
    double sum = 0;
    *count = 0;
    for (int v = json_first(j, json_member(j, JSON_ROOT, name)); v != JSON_NONE;
         v = json_next(j, v), ++*count)
        if (json_number(j, v) > 0) sum += json_number(j, v);
    return sum;
}

#define GAME                                                                                       \
    "\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":5,\"boardYSize\":5,"                        \
    "\"moves\":[[\"B\",\"C3\"],[\"W\",\"C4\"],[\"B\",\"D4\"]]"

#endif
