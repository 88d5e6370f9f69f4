/* The operating system apart from files, clocks and threads: the standard files, the terminal,
 * Ctrl-C. Systems differ here, in input.h, process.h, charset.h, and inside
 * file.h. All code that depends on the system is in src/base/platform. Threads and clocks
 * are POSIX's on every system. */
#ifndef GUZUMI_SYSTEM_H
#define GUZUMI_SYSTEM_H

#include <stdbool.h>

/* The descriptors of the standard files. */
enum standard_file { STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR };

/* For main, before anything else. Opens standard files that are closed on nothing, or else the next
 * file opened would get their numbers. A file that may not grow is then an error, like a full disk,
 * and does not end the process. On Windows the standard files pass bytes unchanged, and the *COUNT
 * *ARGUMENTS are replaced by the same in UTF-8. */
void system_begin(int *count, char ***arguments);

bool system_is_terminal(enum standard_file file);

/* Whether FILE is a terminal that shows colours by escape sequences. */
bool system_has_colors(enum standard_file file);

/* Whether FILE is open for reading or for writing, as it should be. */
bool system_is_usable(enum standard_file file);

/* The number of processors in use; 0 if it is not known. */
int system_processors(void);

/* From now on writing to a program that has ended is an error and does not end this process. */
void system_ignore_broken_pipes(void);

enum system_signal {
    SIGNAL_INTERRUPT, /* Ctrl-C: HANDLER gets SIGINT */
    SIGNAL_TERMINATE, /* asked to end: SIGTERM */
    SIGNAL_HANG_UP    /* the terminal is gone: neither of the two */
};

/* From now on SIGNAL calls HANDLER, which may do what a signal handler may, instead of ending the
 * process; system calls are restarted. One handler serves all signals. Who was started by nohup
 * goes on without a terminal as before. */
void system_catch(enum system_signal signal, void (*handler)(int number));

#endif
