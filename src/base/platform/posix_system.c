#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/system.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void system_begin(int *count, char ***arguments) {
    int file;
    (void)count, (void)arguments;
    do file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0) close(file);
    signal(SIGXFSZ, SIG_IGN);
}

bool system_is_terminal(enum standard_file file) {
    return isatty((int)file) == 1;
}

bool system_has_colors(enum standard_file file) {
    const char *terminal = getenv("TERM");
    return system_is_terminal(file) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

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
