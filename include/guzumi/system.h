/* What the operating system has to be asked for beside files, clocks and threads: the standard
 * files, the terminal, Ctrl-C. Systems differ in this, in guzumi/input.h, guzumi/process.h and
 * guzumi/charset.h and in the insides of guzumi/file.h; all code that knows of that is in
 * src/base/platform. Threads and clocks are POSIX's everywhere. */
#ifndef GUZUMI_SYSTEM_H
#define GUZUMI_SYSTEM_H

#include <stdbool.h>

/* Their numbers as descriptors. */
enum standard_file { STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR };

/* For main, before all else. A standard file that the caller left closed would lend its number to
 * the next one opened, so it is opened on nothing; a file that may not grow is an error like a full
 * disk, not the end of the process. On Windows the standard files pass bytes as they are, and
 * *ARGUMENTS, of which there are *COUNT, are replaced by the same in UTF-8. */
void system_begin(int *count, char ***arguments);

bool system_is_terminal(enum standard_file file);

/* Whether FILE is a terminal that shows colours by escape sequences. */
bool system_has_colors(enum standard_file file);

/* Whether FILE is open for reading or for writing, as it should be. */
bool system_is_usable(enum standard_file file);

/* Processors that are in use here; 0 when that is not known. */
int system_processors(void);

/* Writing to a program that has ended is an error from now on, not the end of this process. */
void system_ignore_broken_pipes(void);

enum system_signal {
    SIGNAL_INTERRUPT, /* Ctrl-C: HANDLER gets SIGINT */
    SIGNAL_TERMINATE, /* asked to end: SIGTERM */
    SIGNAL_HANG_UP    /* the terminal is gone: neither of the two */
};

/* From now on SIGNAL calls HANDLER, which may do what a signal handler may, instead of ending the
 * process; system calls are restarted. One handler serves all signals. */
void system_catch(enum system_signal signal, void (*handler)(int number));

#endif
