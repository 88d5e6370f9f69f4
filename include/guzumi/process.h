/* Another program, with pipes to its standard input and from its standard output. Its standard
 * error is thrown away. */
#ifndef GUZUMI_PROCESS_H
#define GUZUMI_PROCESS_H

#include "guzumi/input.h"

#include <pthread.h>

struct process;

/* Starts COMMAND by the shell (on Windows without one, so it has to be a program and its arguments;
 * `cmd /c ...` is the shell there), in a group of its own. FORKING is held meanwhile, so that no
 * other process inherits these pipes. A program that is not there may be known now or only by how
 * it ends. */
enum status process_start(struct process **out, const char *command, pthread_mutex_t *forking,
                          struct failure *why);

/* Writes what the pipe takes without waiting, *COUNT bytes. False when nobody reads them any more.
 */
bool process_write(struct process *process, const char *bytes, size_t length, size_t *count);

/* What the program says; the process's own. */
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

/* Processor seconds that the program and all others of its group have used, with those that they
 * started and that have ended. Exact to a hundredth of a second or better; NAN where the system
 * does not tell. Takes a look at all processes of the machine. */
double process_seconds(const struct process *process);

/* Ends it and all programs that it has started, at once. */
void process_free(struct process *process); /* NULL is fine */

#endif
