#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A pipe, for writing to it is all that a signal handler may do. */
struct wake {
    int ends[2];
};

struct input {
    int file;
};

enum status wake_new(struct wake **out, struct failure *why) {
    struct wake *wake = malloc(sizeof *wake);
    if (!wake) return fail_memory(why, "waiting for input");
    if (pipe(wake->ends) != 0) {
        const int error = errno;
        free(wake);
        return fail(why, STATUS_IO, "can't make a pipe for waiting: %s", strerror(error));
    }
    for (int i = 0; i < 2; i++) {
        fcntl(wake->ends[i], F_SETFL, O_NONBLOCK);
        fcntl(wake->ends[i], F_SETFD, FD_CLOEXEC);
    }
    *out = wake;
    return STATUS_OK;
}

void wake_free(struct wake *wake) {
    if (!wake) return;
    close(wake->ends[0]);
    close(wake->ends[1]);
    free(wake);
}

void wake_up(struct wake *wake) {
    const int error = errno; /* a handler must leave it */
    const ssize_t written = write(wake->ends[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = error;
}

static void drain(const struct wake *wake) {
    char bytes[64];
    while (read(wake->ends[0], bytes, sizeof bytes) > 0) continue;
}

enum status input_new(struct input **out, int file, struct failure *why) {
    struct input *input = malloc(sizeof *input);
    if (!input) return fail_memory(why, "reading the input");
    input->file = file;
    *out = input;
    return STATUS_OK;
}

void input_free(struct input *input) {
    free(input);
}

bool input_wait(struct input *input, struct wake *wake, int timeout_ms) {
    struct pollfd fds[2] = {{.fd = wake ? wake->ends[0] : -1, .events = POLLIN},
                            {.fd = input ? input->file : -1, .events = POLLIN}};
    if (poll(fds, 2, timeout_ms) <= 0) return false;
    if (fds[0].revents) drain(wake);
    return fds[1].revents != 0;
}

bool input_read(struct input *input, void *bytes, size_t room, size_t *count, int *error) {
    const ssize_t got = read(input->file, bytes, room);
    *error = got < 0 ? errno : 0;
    *count = got > 0 ? (size_t)got : 0;
    return got > 0 || *error == EINTR || *error == EAGAIN || *error == EWOULDBLOCK;
}
