/* Plays the conversations of tests/gtp/ with the engine; conversations.md says how to read them.
 * At the end, every command that the engine lists must have been answered in one of them. */
#define _POSIX_C_SOURCE 200809L
#include "engine_process.h"

#include <glob.h>
#include <regex.h>
#include <stdio.h>

enum { MAX_LINE = 4000, MAX_PENDING = 200, MAX_COMMANDS = 500, MAX_NAME = 64 };

/* Names of commands that were answered with "=". */
struct seen {
    char names[MAX_COMMANDS][MAX_NAME];
    int count;
};

struct conversation {
    FILE *file;
    const char *path;
    int line_number;
    char line[MAX_LINE]; /* the line at hand, without its newline */
    bool has_line;
    struct process engine;
    char pending[MAX_PENDING][MAX_NAME]; /* commands sent and not yet answered */
    int first_pending, pending_count;
};

static struct seen seen;

static void next_line(struct conversation *c) {
    c->has_line = fgets(c->line, sizeof c->line, c->file) != NULL;
    c->line_number++;
    c->line[strcspn(c->line, "\n")] = 0;
}

static bool starts(const struct conversation *c, const char *mark) {
    return c->has_line && strncmp(c->line, mark, strlen(mark)) == 0;
}

/* The text behind a mark and the blank after it. */
static const char *behind(const char *line, const char *mark) {
    line += strlen(mark);
    return line + (*line == ' ');
}

/* \t, \r, \\ and \xHH become the bytes that they stand for. */
static size_t unescape(const char *text, char *out) {
    size_t length = 0;
    for (; *text; text++) {
        unsigned byte = (unsigned char)*text;
        if (*text == '\\' && *++text == 'x') {
            sscanf(text + 1, "%2x", &byte);
            text += 2;
        } else if (byte == '\\') {
            byte = *text == 't' ? '\t' : *text == 'r' ? '\r' : (unsigned char)*text;
        }
        out[length++] = (char)byte;
    }
    return length;
}

/* Part of a word: neither blank nor control character, but any byte of UTF-8. */
static bool is_letter(char c) {
    return (unsigned char)c > ' ' && c != 0x7f;
}

/* Notes the command in a line that is sent, when there is one, as waiting for its answer. */
static void note_command(struct conversation *c, const char *bytes, size_t length) {
    char word[MAX_NAME] = "";
    size_t at = 0, size;
    do {
        while (at < length && !is_letter(bytes[at])) at++;
        for (size = 0; at < length && is_letter(bytes[at]); at++)
            if (size + 1 < sizeof word) word[size++] = bytes[at];
        word[size] = 0;
    } while (size && word[strspn(word, "0123456789")] == 0 && at < length);
    if (!size || *word == '#') return;
    assert_true(c->pending_count < MAX_PENDING);
    strcpy(c->pending[c->pending_count++], word);
}

/* Sends the lines marked ">" that follow one another in one write. */
static void send_lines(struct conversation *c) {
    char bytes[20 * MAX_LINE];
    size_t length = 0;
    c->first_pending = c->pending_count = 0;
    for (; starts(c, ">"); next_line(c)) {
        const size_t count = unescape(behind(c->line, ">"), bytes + length);
        note_command(c, bytes + length, count);
        length += count;
        bytes[length++] = '\n';
        assert_true(length < sizeof bytes - MAX_LINE);
    }
    process_send_bytes(&c->engine, bytes, length);
}

static void note_answer(struct conversation *c, const char *answer) {
    if (c->first_pending == c->pending_count)
        fail_msg("%s:%d: more answers are expected than commands were sent", c->path,
                 c->line_number);
    const char *name = c->pending[c->first_pending++];
    if (*answer != '=') return;
    for (int i = 0; i < seen.count; i++)
        if (strcmp(seen.names[i], name) == 0) return;
    assert_true(seen.count < MAX_COMMANDS);
    strcpy(seen.names[seen.count++], name);
}

static void match_pattern(const struct conversation *c, const char *pattern, const char *answer) {
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        fail_msg("%s:%d: '%s' is no pattern", c->path, c->line_number, pattern);
    const bool matches = regexec(&regex, answer, 0, NULL, 0) == 0;
    regfree(&regex);
    if (!matches)
        fail_msg("%s:%d: the answer\n%s\ndoesn't match %s", c->path, c->line_number, answer,
                 pattern);
}

/* Whether the line at hand begins an expected answer: "< =", "< ?", "<~ pattern". */
static bool begins_answer(const struct conversation *c) {
    return starts(c, "<~") || starts(c, "< =") || starts(c, "< ?");
}

/* Collects "< =text" and the "< text" lines that continue it. */
static void read_expected(struct conversation *c, char *expected) {
    strcpy(expected, behind(c->line, "<"));
    /* Editors take blanks off the end of a line; the engine always puts one after "=" and id. */
    if (expected[1 + strspn(expected + 1, "0123456789")] == 0) strcat(expected, " ");
    for (next_line(c); starts(c, "<") && !begins_answer(c); next_line(c)) {
        strcat(expected, "\n");
        strcat(expected, behind(c->line, "<"));
    }
}

static void expect_answer(struct conversation *c) {
    char expected[4 * MAX_LINE];
    char *answer = process_answer(&c->engine);
    note_answer(c, answer);
    if (starts(c, "<~")) {
        match_pattern(c, behind(c->line, "<~"), answer);
        next_line(c);
    } else {
        const int line_number = c->line_number;
        read_expected(c, expected);
        if (strcmp(answer, expected) != 0)
            fail_msg("%s:%d: expected\n%s\nbut the answer is\n%s", c->path, line_number, expected,
                     answer);
    }
    free(answer);
}

static void hold_conversation(struct conversation *c) {
    while (c->has_line) {
        if (starts(c, ">"))
            send_lines(c);
        else if (begins_answer(c))
            expect_answer(c);
        else if (*c->line == 0 || *c->line == '#')
            next_line(c);
        else
            fail_msg("%s:%d: neither sent nor expected: %s", c->path, c->line_number, c->line);
    }
}

static void test_conversation(void **state) {
    struct conversation *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->path = *state;
    c->file = fopen(c->path, "r");
    assert_non_null(c->file);
    next_line(c);
    const char *arguments = "--seed 1 --simulations 20";
    char first[MAX_LINE];
    if (starts(c, "% ")) {
        arguments = strcpy(first, behind(c->line, "%"));
        next_line(c);
    }
    c->engine = process_start(arguments);
    hold_conversation(c);
    process_close_input(&c->engine);
    process_expect_end(&c->engine, 0);
    fclose(c->file);
    free(c);
}

static bool was_seen(const char *name) {
    for (int i = 0; i < seen.count; i++)
        if (strcmp(seen.names[i], name) == 0) return true;
    return false;
}

/* Comes last. */
static void test_every_listed_command_was_answered(void **state) {
    (void)state;
    struct process engine = process_start("gtp");
    process_send(&engine, "list_commands\n");
    char *list = process_answer(&engine), *rest = list + 2;
    for (char *name; (name = strtok_r(rest, "\n", &rest)) != NULL;)
        if (!was_seen(name)) fail_msg("no conversation has a good use of %s", name);
    free(list);
    process_ask(&engine, "quit", "= ");
    process_expect_end(&engine, 0);
}

int main(void) {
    glob_t files;
    if (glob(GUZUMI_TESTS_DIR "/gtp/*.gtp", 0, NULL, &files) != 0 || files.gl_pathc == 0) {
        fprintf(stderr, "no conversations in %s/gtp\n", GUZUMI_TESTS_DIR);
        return EXIT_FAILURE;
    }
    struct CMUnitTest *tests = calloc(files.gl_pathc + 1, sizeof *tests);
    if (!tests) return EXIT_FAILURE;
    for (size_t i = 0; i < files.gl_pathc; i++)
        tests[i] = (struct CMUnitTest){.name = strrchr(files.gl_pathv[i], '/') + 1,
                                       .test_func = test_conversation,
                                       .initial_state = files.gl_pathv[i]};
    tests[files.gl_pathc] =
        (struct CMUnitTest)cmocka_unit_test(test_every_listed_command_was_answered);
    const int failures =
        _cmocka_run_group_tests("conversations", tests, files.gl_pathc + 1, NULL, NULL);
    free(tests);
    globfree(&files);
    return failures;
}
