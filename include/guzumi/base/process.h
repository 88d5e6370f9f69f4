/* A child process with pipes to its standard input and from its standard output. Its standard error
 * is discarded. */
#ifndef GUZUMI_PROCESS_H
#define GUZUMI_PROCESS_H

#include "guzumi/base/system.h"

#include <pthread.h>

struct process;

/* Starts COMMAND in a process group of its own: by the shell, on Windows as a program with
 * arguments (use `cmd /c ...` for the shell). FORKING is held meanwhile, so that no process started
 * by another thread inherits these pipes. A missing program may fail here or only appear in
 * process_end. */
enum status process_start(struct process **out, const char *command, pthread_mutex_t *forking,
                          struct failure *why);

/* Writes as many bytes as the pipe takes without blocking; *COUNT gets their number. Returns false
 * if the pipe has no reader any more. */
bool process_write(struct process *process, const char *bytes, size_t length, size_t *count);

/* The program's standard output; owned by PROCESS. */
struct input *process_output(struct process *process);

enum process_end {
    PROCESS_RUNNING,
    PROCESS_EXITED,        /* *CODE is the exit code */
    PROCESS_SIGNALED,      /* *CODE is the signal's number */
    PROCESS_NOT_FOUND,     /* no such program */
    PROCESS_NOT_EXECUTABLE /* a file that can't be run */
};

/* Whether the program has ended, and how. */
enum process_end process_poll(struct process *process, int *code);

void process_close_input(struct process *process);

/* Processor seconds used by the process group: by its programs and by their children that have
 * ended. Exact to 0.01 s or better; NAN if the system does not report it. Cost: on Linux it reads
 * /proc/PID/stat of every process of the machine. */
double process_seconds(const struct process *process);

/* Kills the program and all programs that it has started. */
void process_free(struct process *process); /* NULL is fine */

#endif
