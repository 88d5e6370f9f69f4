/* Another program, with pipes to its standard input and from its standard output. Its standard
 * error is discarded. */
#ifndef GUZUMI_PROCESS_H
#define GUZUMI_PROCESS_H

#include "guzumi/base/system.h"

#include <pthread.h>

struct process;

/* Starts COMMAND in a process group of its own: by the shell, or on Windows as a program with its
 * arguments (`cmd /c ...` is the shell there). FORKING is locked meanwhile, so that no other
 * process inherits these pipes. A missing program may fail now, or show only in how the process
 * ends. */
enum status process_start(struct process **out, const char *command, pthread_mutex_t *forking,
                          struct failure *why);

/* Writes as many bytes as the pipe takes without waiting, *COUNT of them. False if nobody reads
 * from it any more. */
bool process_write(struct process *process, const char *bytes, size_t length, size_t *count);

/* The program's output; owned by PROCESS. */
struct input *process_output(struct process *process);

enum process_end {
    PROCESS_RUNS,
    PROCESS_EXITED,
    PROCESS_BY_SIGNAL,
    PROCESS_NOT_FOUND,
    PROCESS_NO_PROGRAM
};

/* Whether the program has ended, and how; *CODE is its exit code, or the signal's number. */
enum process_end process_look(struct process *process, int *code);

/* Closes its input. */
void process_say_no_more(struct process *process);

/* Processor seconds used by the program, by all others of its group, and by programs that these
 * started and that have ended. Exact to a hundredth of a second or better; NAN if the system does
 * not tell. Looks at all processes of the machine. */
double process_seconds(const struct process *process);

/* Ends at once the program and all programs that it has started. */
void process_free(struct process *process); /* NULL is fine */

#endif
