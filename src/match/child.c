/* A GTP program behind two pipes. One question:
 *
 *     child_ask("genmove b")    process_write    "genmove b\n"  ->   the program
 *                               input_read       "= D4\n\n"     <-
 *     text "D4", ANSWER_GOOD
 *
 * The program is not ours, so it may crash, hang, close a pipe, flood its output or write anything
 * else. Each of these is a value of enum answer, within the deadline: a match goes on whatever its
 * programs do. */
#include "guzumi/match/child.h"

#include "guzumi/base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ANSWER = 1 << 20,
    SLICE_MS = 200, /* between checks of *stop */
    FULL_MS = 2     /* between attempts to write to a full pipe */
};

/* Seconds that a program gets to end by itself. */
static const double time_to_quit = 1;

enum status child_start(struct child *child, const char *command, pthread_mutex_t *forking,
                        struct failure *why) {
    *child = (struct child){.process = NULL};
    return process_start(&child->process, command, forking, why);
}

/* --- asking --- */

/* Milliseconds to wait before checking *stop and the deadline again. */
static int slice_ms(double deadline) {
    const double left = ceil((deadline - clock_now()) * 1000);
    return left < 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS;
}

/* Reads the available output. ANSWER_MALFORMED: a megabyte without an end, or more than the memory
 * here. */
static enum answer read_some(struct child *c) {
    if (c->length >= MAX_ANSWER) return ANSWER_MALFORMED;
    if (c->capacity - c->length < 4096) {
        const size_t capacity = c->capacity ? 2 * c->capacity : 8192;
        char *text = realloc(c->text, capacity);
        if (!text) return ANSWER_MALFORMED;
        c->text = text;
        c->capacity = capacity;
    }
    size_t count;
    int error;
    const bool more = input_read(process_output(c->process), c->text + c->length,
                                 c->capacity - c->length - 1, &count, &error);
    c->length += count;
    c->text[c->length] = 0;
    return more ? ANSWER_GOOD : ANSWER_ENDED;
}

/* Writes as much as the pipe takes; false if it has no reader any more. */
static bool write_some(const struct child *c, const char **bytes, size_t *left) {
    size_t count;
    const bool open = process_write(c->process, *bytes, *left, &count);
    *bytes += count;
    *left -= count;
    return open;
}

/* Removes carriage returns, which Windows programs write, zero bytes, at which strstr would stop,
 * and empty lines before an answer: the newlines that are left over from the answer before would
 * end this one. */
static void tidy(struct child *c) {
    size_t kept = 0;
    for (size_t i = 0; i < c->length; i++) {
        const char byte = c->text[i];
        if (byte == '\r' || byte == 0 || (kept == 0 && byte == '\n')) continue;
        c->text[kept++] = byte;
    }
    c->length = kept;
    if (c->text) c->text[kept] = 0;
}

/* Sends LEFT BYTES and reads until the answer is complete; *END is its final empty line. Writing
 * and reading alternate, so that neither side can block on a full pipe. Waits are cut into slices:
 * nothing else would notice *STOP, and no portable wait ends when a pipe becomes writable. */
static enum answer exchange(struct child *c, const char *bytes, size_t left, double deadline,
                            const atomic_bool *stop, char **end) {
    for (;;) {
        tidy(c);
        if (left == 0 && c->length && (*end = strstr(c->text, "\n\n"))) return ANSWER_GOOD;
        if (atomic_load(stop)) return ANSWER_STOPPED;
        if (clock_now() >= deadline) return ANSWER_LATE;
        if (left && !write_some(c, &bytes, &left)) return ANSWER_ENDED;
        const int wait_ms = left ? FULL_MS : slice_ms(deadline);
        if (!input_wait(process_output(c->process), NULL, wait_ms)) continue;
        const enum answer answer = read_some(c);
        if (answer != ANSWER_GOOD) return answer;
    }
}

/* Finds the text after "=" or "?" and an optional id: "=3 E5\n", "? unknown command", or with the
 * text on the second line, as some programs write it. */
static enum answer classify(char *answer, const char **text) {
    const char kind = answer[0];
    if (kind != '=' && kind != '?') {
        answer[strcspn(answer, "\n")] = 0;
        *text = answer;
        return ANSWER_MALFORMED;
    }
    char *c = answer + 1;
    c += strspn(c, "0123456789");
    c += strspn(c, " \t\n");
    size_t length = strlen(c);
    while (length && strchr(" \t\n", c[length - 1])) length--;
    c[length] = 0;
    *text = c;
    return kind == '=' ? ANSWER_GOOD : ANSWER_REFUSED;
}

enum answer child_ask(struct child *c, const char *command, double deadline,
                      const atomic_bool *stop, const char **text) {
    char line[1024], *end = NULL;
    const int length = snprintf(line, sizeof line, "%s\n", command);
    *text = "";
    c->length = 0; /* output that came before the command does not answer it */
    if (!c->process || length < 0 || (size_t)length >= sizeof line) return ANSWER_ENDED;
    const enum answer answer = exchange(c, line, (size_t)length, deadline, stop, &end);
    if (answer != ANSWER_GOOD) return answer;
    *end = 0;
    return classify(c->text, text);
}

double child_processor(const struct child *c) {
    return c->process ? process_seconds(c->process) : NAN;
}

/* --- ending --- */

/* How the program ended. Its pipe closes before its exit code is known, so wait up to a second. */
static enum process_end wait_for_status(struct child *c, int *code) {
    const double deadline = clock_now() + time_to_quit;
    enum process_end end;
    while ((end = process_poll(c->process, code)) == PROCESS_RUNNING && clock_now() < deadline)
        input_wait(NULL, NULL, 1);
    return end;
}

/* After ANSWER_ENDED to COMMAND. */
static enum status ended(struct child *c, const char *name, const char *command,
                         struct failure *why) {
    int code = 0;
    switch (c->process ? wait_for_status(c, &code) : PROCESS_RUNNING) {
    case PROCESS_NOT_FOUND:
        return fail(why, STATUS_IO,
                    "the program of %s was not found; install it, or write its path", name);
    case PROCESS_NOT_EXECUTABLE:
        return fail(why, STATUS_IO,
                    "the program of %s can't be run; does it have permission to execute?", name);
    case PROCESS_EXITED:
        return fail(why, STATUS_IO,
                    "%s ended with exit code %d at '%.80s'; run it by hand to see its messages",
                    name, code, command);
    case PROCESS_SIGNALED:
        return fail(why, STATUS_IO, "%s was killed by signal %d at '%.80s'", name, code, command);
    case PROCESS_RUNNING:
        break;
    }
    return fail(why, STATUS_IO, "%s ended at '%.80s'", name, command);
}

enum status child_outcome(struct child *c, enum answer answer, const char *name,
                          const char *command, const char *text, struct failure *why) {
    switch (answer) {
    case ANSWER_GOOD:
        return STATUS_OK;
    case ANSWER_REFUSED:
        return fail(why, STATUS_INVALID, "%s answered '%s' with '? %.80s'", name, command, text);
    case ANSWER_ENDED:
        return ended(c, name, command, why);
    case ANSWER_LATE:
        return fail(why, STATUS_IO, "%s did not answer '%s' in time", name, command);
    case ANSWER_MALFORMED:
        return fail(why, STATUS_INVALID, "%s answered '%s' with '%.80s', which is not GTP", name,
                    command, text);
    case ANSWER_STOPPED:
        break;
    }
    return fail(why, STATUS_STOPPED, "stopped");
}

/* Reads until the program closes its output, at most a second: a program whose pipe is full waits
 * for a reader, and could not end. */
static void wait_for_end(const struct child *c) {
    char bytes[4096];
    const double deadline = clock_now() + time_to_quit;
    size_t count;
    int error;
    struct input *output = process_output(c->process);
    while (clock_now() < deadline)
        if (input_wait(output, NULL, slice_ms(deadline)) &&
            !input_read(output, bytes, sizeof bytes, &count, &error))
            return;
}

/* The polite way has three steps, since not every program knows the command: quit, the end of its
 * input, and at last process_free, which kills it with all that it has started. */
void child_end(struct child *c, bool polite) {
    if (c->process && polite) {
        size_t count;
        process_write(c->process, "quit\n", 5, &count); /* fails if it has ended already */
        process_close_input(c->process);
        wait_for_end(c);
    }
    process_free(c->process);
    free(c->text);
    *c = (struct child){.process = NULL};
}
