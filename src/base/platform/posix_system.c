/* The terminal, signals and waiting for input on POSIX systems. One poll waits for the input and
 * for a wake: a signal that arrives just before it is still seen, because its byte is in the pipe
 * by then. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const char *program = "guzumi";

/* open returns the lowest free descriptor, so the loop fills the closed ones of 0, 1 and 2. */
void system_begin(int *count, char ***arguments) {
    int file;
    if (*count > 0) program = (*arguments)[0];
    do file = open("/dev/null", O_RDONLY); /* writing there fails */
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0) close(file);
    signal(SIGXFSZ, SIG_IGN);
}

const char *system_program(void) {
    return program;
}

bool system_is_terminal(enum standard_file file) {
    return isatty((int)file) == 1;
}

/* "dumb" is what Emacs and other programs without escape sequences set. */
bool system_has_colors(enum standard_file file) {
    const char *terminal = getenv("TERM");
    return system_is_terminal(file) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

int system_columns(void) {
#ifdef TIOCGWINSZ /* not in POSIX before 2024 */
    struct winsize window;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) return window.ws_col;
#endif
    return 80;
}

/* The terminal's own mode while it hands over keys. */
static struct termios line_mode;
static bool keys_are_handed_over;

/* TCSADRAIN lets what was written appear first. With VMIN 1 and VTIME 0 a read returns as soon as a
 * key is there. */
bool system_hand_over_keys(bool keys) {
    if (keys == keys_are_handed_over) return true;
    if (keys && tcgetattr(STDIN_FILENO, &line_mode) != 0) return false;
    struct termios mode = line_mode;
    if (keys) {
        mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        mode.c_cc[VMIN] = 1;
        mode.c_cc[VTIME] = 0;
    }
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) != 0) return false;
    keys_are_handed_over = keys;
    return true;
}

/* If system_begin has opened a closed output on /dev/null, for reading, it is unusable. */
bool system_is_usable(enum standard_file file) {
    const int flags = fcntl((int)file, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != (file == STANDARD_INPUT ? O_WRONLY : O_RDONLY);
}

int system_processors(void) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 0;
}

void system_ignore_broken_pipes(void) {
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

/* SA_RESTART: the reads of the line reader continue, since the handler only sets a flag and wakes.
 * A hang-up that the caller ignores (nohup) stays ignored. */
void system_catch(enum system_signal signal, void (*handler)(int number)) {
    static const int numbers[] = {
        [SIGNAL_INTERRUPT] = SIGINT, [SIGNAL_TERMINATE] = SIGTERM, [SIGNAL_HANG_UP] = SIGHUP};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    if (signal == SIGNAL_HANG_UP && sigaction(SIGHUP, NULL, &before) == 0 &&
        before.sa_handler == SIG_IGN)
        return;
    sigemptyset(&action.sa_mask);
    sigaction(numbers[signal], &action, NULL);
}

/* --- waiting for input --- */

/* A pipe, because poll waits for it and write is async-signal-safe. */
struct wake {
    int ends[2];
};

/* POSIX can wait for a descriptor itself; Windows needs a thread behind this. */
struct input {
    int file;
};

enum status wake_new(struct wake **out, struct failure *why) {
    struct wake *wake = malloc(sizeof *wake);
    if (!wake) return out_of_memory(why, "waiting for input");
    if (pipe(wake->ends) != 0) {
        const int error = errno;
        free(wake);
        return fail(why, STATUS_IO, "can't make a pipe for waiting: %s", strerror(error));
    }
    /* A full pipe must not block a signal handler, and an empty one must not block drain. */
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
    const int error = errno; /* a signal handler must preserve it */
    const ssize_t written = write(wake->ends[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = error;
}

/* Several wakes before a wait count as one. */
static void drain(const struct wake *wake) {
    char bytes[64];
    while (read(wake->ends[0], bytes, sizeof bytes) > 0) continue;
}

enum status input_new(struct input **out, int file, struct failure *why) {
    struct input *input = malloc(sizeof *input);
    if (!input) return out_of_memory(why, "reading the input");
    input->file = file;
    *out = input;
    return STATUS_OK;
}

void input_free(struct input *input) {
    free(input);
}

/* A negative descriptor tells poll to ignore an entry. An error or the end of a pipe counts as
 * ready: the next read reports it. */
bool input_wait(struct input *input, struct wake *wake, int timeout_ms) {
    struct pollfd fds[2] = {{.fd = wake ? wake->ends[0] : -1, .events = POLLIN},
                            {.fd = input ? input->file : -1, .events = POLLIN}};
    if (poll(fds, 2, timeout_ms) <= 0) return false;
    if (wake && fds[0].revents) drain(wake);
    return fds[1].revents != 0;
}

bool input_read(struct input *input, void *bytes, size_t room, size_t *count, int *error) {
    const ssize_t got = read(input->file, bytes, room);
    *error = got < 0 ? errno : 0;
    *count = got > 0 ? (size_t)got : 0;
    return got > 0 || *error == EINTR || *error == EAGAIN || *error == EWOULDBLOCK;
}

/* --- character sets --- */

struct charset {
    iconv_t set;
};

struct charset *charset_open(const char *name) {
    struct charset *charset = malloc(sizeof *charset);
    if (!charset) return NULL;
    charset->set = iconv_open("UTF-8", name);
    if (charset->set != (iconv_t)-1) return charset;
    free(charset);
    return NULL;
}

void charset_close(struct charset *charset) {
    if (charset) iconv_close(charset->set);
    free(charset);
}

/* POSIX declares iconv's input as char **, although iconv does not write to it. */
bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room) {
    union {
        const char **given;
        char **wanted;
    } input = {.given = in};
    return iconv(charset->set, input.wanted, left, out, room) != (size_t)-1 || errno == E2BIG;
}
