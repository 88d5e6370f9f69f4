#define _POSIX_C_SOURCE 200809L
#include "guzumi/child.h"

#include "guzumi/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_ANSWER = 1 << 20,
    SLICE_MS = 200 /* between looks at *stop */
};

static const double time_to_quit = 1;

/* --- starting -----------------------------------------------------------------------------------
 */

/* In the new process: async-signal-safe calls only. */
static void become(const char *command, int in, int out) {
    const int nowhere = open("/dev/null", O_WRONLY);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    setpgid(0, 0);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(127);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Two pipes that a program started later does not inherit. */
static bool open_pipes(int pipes[4]) {
    if (pipe(pipes) != 0) return false;
    if (pipe(pipes + 2) != 0) {
        close(pipes[0]);
        close(pipes[1]);
        return false;
    }
    for (int i = 0; i < 4; i++) fcntl(pipes[i], F_SETFD, FD_CLOEXEC);
    return true;
}

enum status child_start(struct child *child, const char *command, pthread_mutex_t *forking,
                        struct failure *why) {
    int pipes[4];
    *child = (struct child){.pid = 0};
    pthread_mutex_lock(forking);
    const bool opened = open_pipes(pipes);
    const pid_t pid = opened ? fork() : -1;
    if (pid == 0) become(command, pipes[0], pipes[3]);
    const int error = errno;
    if (opened) {
        close(pipes[0]);
        close(pipes[3]);
    }
    pthread_mutex_unlock(forking);
    if (pid < 0) {
        if (opened) {
            close(pipes[1]);
            close(pipes[2]);
        }
        return fail(why, STATUS_IO, "can't start '%.100s': %s", command, strerror(error));
    }
    setpgid(pid, pid); /* whoever comes first */
    child->pid = pid;
    child->to = pipes[1];
    child->from = pipes[2];
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(child->from, F_SETFL, O_NONBLOCK);
    return STATUS_OK;
}

/* --- talking ------------------------------------------------------------------------------------
 */

static bool try_again(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Milliseconds to wait before *stop and the deadline are looked at again. */
static int slice_ms(double deadline) {
    const double left = ceil((deadline - clock_now()) * 1000);
    return left < 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS;
}

/* Reads what there is: ANSWER_GOOD, ANSWER_ENDED or ANSWER_NONSENSE (too much). */
static enum answer read_some(struct child *c) {
    if (c->length >= MAX_ANSWER) return ANSWER_NONSENSE;
    if (c->capacity - c->length < 4096) {
        const size_t capacity = c->capacity ? 2 * c->capacity : 8192;
        char *text = realloc(c->text, capacity);
        if (!text) return ANSWER_NONSENSE;
        c->text = text;
        c->capacity = capacity;
    }
    const ssize_t count = read(c->from, c->text + c->length, c->capacity - c->length - 1);
    if (count > 0) c->length += (size_t)count;
    c->text[c->length] = 0;
    return count > 0 || (count < 0 && try_again()) ? ANSWER_GOOD : ANSWER_ENDED;
}

/* Writes what the pipe takes; false when nobody reads it any more. */
static bool write_some(const struct child *c, const char **bytes, size_t *left) {
    const ssize_t count = write(c->to, *bytes, *left);
    if (count < 0) return try_again();
    *bytes += count;
    *left -= (size_t)count;
    return true;
}

/* Drops carriage returns, and the empty lines before an answer. */
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

/* Talks until the whole answer is there, which TEXT ends with its empty line. */
static enum answer exchange(struct child *c, const char *bytes, size_t left, double deadline,
                            const atomic_bool *stop, char **end) {
    for (;;) {
        tidy(c);
        if (left == 0 && c->length && (*end = strstr(c->text, "\n\n"))) return ANSWER_GOOD;
        if (atomic_load(stop)) return ANSWER_STOPPED;
        if (clock_now() >= deadline) return ANSWER_LATE;
        struct pollfd fds[2] = {{.fd = c->from, .events = POLLIN},
                                {.fd = left ? c->to : -1, .events = POLLOUT}};
        if (poll(fds, 2, slice_ms(deadline)) <= 0) continue;
        if (fds[1].revents && !write_some(c, &bytes, &left)) return ANSWER_ENDED;
        if (fds[0].revents) {
            const enum answer answer = read_some(c);
            if (answer != ANSWER_GOOD) return answer;
        }
    }
}

/* The text behind "=" or "?" and an id. */
static enum answer classify(char *answer, const char **text) {
    const char kind = answer[0];
    if (kind != '=' && kind != '?') {
        answer[strcspn(answer, "\n")] = 0;
        *text = answer;
        return ANSWER_NONSENSE;
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
    /* Whatever came without being asked for is no answer to this. */
    c->length = 0;
    if (!c->pid || length < 0 || (size_t)length >= sizeof line) return ANSWER_ENDED;
    const enum answer answer = exchange(c, line, (size_t)length, deadline, stop, &end);
    if (answer != ANSWER_GOOD) return answer;
    *end = 0;
    return classify(c->text, text);
}

/* --- ending -------------------------------------------------------------------------------------
 */

/* Takes note of the program's end, which it may still be about to reach. */
static void note_end(struct child *c) {
    const double deadline = clock_now() + time_to_quit;
    while (c->pid && !c->ended && clock_now() < deadline) {
        c->ended = waitpid(c->pid, &c->end, WNOHANG) == c->pid;
        if (!c->ended) poll(NULL, 0, 1);
    }
}

const char *child_how_it_ended(struct child *c, const char *command, char *text, size_t size) {
    note_end(c);
    const int code = c->ended && WIFEXITED(c->end) ? WEXITSTATUS(c->end) : -1;
    if (code == 127) /* the shell's way to say so */
        snprintf(text, size, "was not found; install it, or write its path in the plan");
    else if (code == 126)
        snprintf(text, size, "is no program that can be run");
    else if (code >= 0)
        snprintf(text, size, "ended with exit code %d at '%.80s'", code, command);
    else if (c->ended && WIFSIGNALED(c->end))
        snprintf(text, size, "was ended by signal %d at '%.80s'", WTERMSIG(c->end), command);
    else
        snprintf(text, size, "ended at '%.80s'", command);
    return text;
}

/* Waits until the program has closed its output, a second at most. */
static void wait_for_end(const struct child *c) {
    char bytes[4096];
    const double deadline = clock_now() + time_to_quit;
    while (clock_now() < deadline) {
        struct pollfd fd = {.fd = c->from, .events = POLLIN};
        if (poll(&fd, 1, slice_ms(deadline)) <= 0) continue;
        if (read(c->from, bytes, sizeof bytes) <= 0 && !try_again()) return;
    }
}

void child_end(struct child *c, bool polite) {
    if (c->pid) {
        if (polite) {
            const ssize_t written = write(c->to, "quit\n", 5);
            (void)written; /* it may be gone already */
        }
        close(c->to);
        if (polite) wait_for_end(c);
        kill(-c->pid, SIGKILL);
        while (!c->ended && waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) continue;
        close(c->from);
    }
    free(c->text);
    *c = (struct child){.pid = 0};
}
