/* A child process that speaks GTP, for tests. A read without data for two minutes fails the test
 * instead of hanging; nothing else depends on time. */
#ifndef GUZUMI_ENGINE_PROCESS_H
#define GUZUMI_ENGINE_PROCESS_H

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PROCESS_MAX_ARGUMENTS = 16, PROCESS_PATIENCE_MS = 120000 };

struct process {
    pid_t pid;
    int to, from;
    char *text; /* owned; the output that was read but not returned: LENGTH bytes and a 0 */
    size_t length, capacity;
};

/* Runs in the child: async-signal-safe calls only. */
static inline void process_become(char **argv, const int in[2], const int out[2]) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execv(argv[0], argv);
    _exit(127);
}

/* Starts the path EXECUTABLE with the arguments in LINE, separated by blanks. */
static inline struct process process_start_other(const char *executable, const char *line) {
    char path[1000], copy[400], *argv[PROCESS_MAX_ARGUMENTS + 2] = {path}, *rest = copy;
    struct process p = {.pid = -1};
    int in[2], out[2], argc = 1;
    assert_true(strlen(executable) < sizeof path && strlen(line) < sizeof copy);
    strcpy(path, executable);
    strcpy(copy, line);
    for (char *word; argc <= PROCESS_MAX_ARGUMENTS && (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    signal(SIGPIPE, SIG_IGN); /* a dead child fails the read that follows */
    p.pid = fork();
    assert_true(p.pid >= 0);
    if (p.pid == 0) process_become(argv, in, out);
    close(in[0]);
    close(out[1]);
    p.to = in[1];
    p.from = out[0];
    return p;
}

/* Starts GUZUMI_EXECUTABLE or the path in the environment variable GUZUMI_ENGINE: an executable for
 * another system. */
static inline struct process process_start(const char *line) {
    const char *other = getenv("GUZUMI_ENGINE");
    return process_start_other(other ? other : GUZUMI_EXECUTABLE, line);
}

static inline void process_send_bytes(struct process *p, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(p->to, bytes, count);
        if (written <= 0) break;
        bytes += written;
        count -= (size_t)written;
    }
}

static inline void process_send(struct process *p, const char *text) {
    process_send_bytes(p, text, strlen(text));
}

/* Reads more output; false at its end. */
static inline bool process_read_more(struct process *p) {
    if (p->capacity - p->length < 4096) {
        p->capacity = 2 * p->capacity + 8192;
        p->text = realloc(p->text, p->capacity);
        assert_non_null(p->text);
    }
    struct pollfd fd = {.fd = p->from, .events = POLLIN};
    if (poll(&fd, 1, PROCESS_PATIENCE_MS) != 1) fail_msg("no answer for two minutes");
    const ssize_t count = read(p->from, p->text + p->length, p->capacity - p->length - 1);
    if (count <= 0) return false;
    p->length += (size_t)count;
    p->text[p->length] = 0;
    return true;
}

/* The next answer without the empty line at its end, for the caller to free. */
static inline char *process_answer(struct process *p) {
    char *end;
    while (!p->length || !(end = strstr(p->text, "\n\n")))
        if (!process_read_more(p)) fail_msg("the engine ended without an answer");
    const size_t length = (size_t)(end - p->text);
    char *answer = malloc(length + 1);
    assert_non_null(answer);
    memcpy(answer, p->text, length);
    answer[length] = 0;
    p->length -= length + 2;
    memmove(p->text, end + 2, p->length + 1);
    return answer;
}

static inline void process_expect(struct process *p, const char *expected) {
    char *answer = process_answer(p);
    assert_string_equal(answer, expected);
    free(answer);
}

/* Sends COMMAND and expects the answer. */
static inline void process_ask(struct process *p, const char *command, const char *expected) {
    process_send(p, command);
    process_send(p, "\n");
    process_expect(p, expected);
}

/* Sends COMMAND, which must succeed, and returns the text of its answer, for the caller to free. */
static inline char *process_text(struct process *p, const char *command) {
    process_send(p, command);
    process_send(p, "\n");
    char *answer = process_answer(p);
    if (answer[0] != '=') fail_msg("'%s' was answered '%s'", command, answer);
    const size_t skip = strspn(answer, "= ");
    memmove(answer, answer + skip, strlen(answer + skip) + 1);
    return answer;
}

/* Sends COMMAND, which must succeed. */
static inline void process_command(struct process *p, const char *command) {
    free(process_text(p, command));
}

static inline void process_close_input(struct process *p) {
    if (p->to >= 0) close(p->to);
    p->to = -1;
}

/* Waits until the process exits, which must be with EXIT_CODE and without more output. */
static inline void process_expect_end(struct process *p, int exit_code) {
    while (process_read_more(p)) continue;
    assert_int_equal(p->length, 0);
    int status;
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), exit_code);
    process_close_input(p);
    close(p->from);
    free(p->text);
}

#endif
