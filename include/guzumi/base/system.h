/* The operating system: standard files, the terminal, signals, waiting for input, child processes,
 * and character sets.
 *
 * Systems also differ inside file.c. All code that depends on the system is in
 * src/base/platform. Threads and clocks are POSIX's on every system. */
#ifndef GUZUMI_SYSTEM_H
#define GUZUMI_SYSTEM_H

#include "guzumi/base/status.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The descriptors of the standard files. */
enum standard_file { STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR };

/* Prepares the process; main calls it first. Opens closed standard files on the null device, so
 * that no file opened later gets their numbers; they read as empty, and writing to them fails.
 * Turns exceeding the file size limit from a fatal signal into an error, like a full disk. On
 * Windows, switches the standard files to binary mode and replaces the *COUNT *ARGUMENTS by their
 * UTF-8 form. */
void system_begin(int *count, char ***arguments);

/* The name by which this program was called, which the shell finds again; "guzumi" if it has
 * none. */
const char *system_program(void);

bool system_is_terminal(enum standard_file file);

/* Whether FILE is a terminal that understands escape sequences for colours. */
bool system_has_colors(enum standard_file file);

/* The number of columns of the terminal at standard output; 80 if unknown. */
int system_columns(void);

/* Switches the terminal at standard input to single keys (KEYS: each key is read at once and not
 * echoed, for a line editor) or back to line editing by the terminal, the initial state. Ctrl-C
 * remains a signal. Returns whether that worked; without a terminal, and on Windows, it doesn't.
 * Switch KEYS off before the process ends. */
bool system_hand_over_keys(bool keys);

/* Whether FILE is open for its purpose: input for reading, the others for writing. */
bool system_is_usable(enum standard_file file);

/* The number of online processors; 0 if unknown. */
int system_processors(void);

/* Makes writing to a closed pipe an error instead of a fatal signal: for a program that writes to
 * others, which may end at any time, or whose output may be a pipe. */
void system_ignore_broken_pipes(void);

enum system_signal {
    SIGNAL_INTERRUPT, /* Ctrl-C; HANDLER gets SIGINT */
    SIGNAL_TERMINATE, /* a request to end; HANDLER gets SIGTERM */
    SIGNAL_HANG_UP    /* the terminal is gone; HANDLER gets another number */
};

/* Makes SIGNAL call HANDLER, which is limited to async-signal-safe calls, instead of ending the
 * process; system calls are restarted. All signals share one handler. A process started by nohup
 * continues to ignore SIGNAL_HANG_UP. */
void system_catch(enum system_signal signal, void (*handler)(int number));

/* --- waiting for input --- */

/* Ends waits from another thread or from a signal handler. */
struct wake;

enum status wake_new(struct wake **out, struct failure *why);
void wake_free(struct wake *wake); /* NULL is fine */

/* Ends the current wait with WAKE or, if there is none, the next one. Safe on any thread and in a
 * signal handler. */
void wake_up(struct wake *wake);

struct input;

/* Reads the descriptor FILE, which is borrowed. One input per descriptor: some systems read ahead.
 */
enum status input_new(struct input **out, int file, struct failure *why);
void input_free(struct input *input); /* NULL is fine */

/* Waits until INPUT is readable without blocking (also at its end and after an error), until WAKE
 * is woken, or for TIMEOUT_MS (-1: forever); may return earlier. INPUT and WAKE may be NULL.
 * Returns whether INPUT is readable. */
bool input_wait(struct input *input, struct wake *wake, int timeout_ms);

/* Reads the available bytes, at most ROOM; if there are none it blocks, but for the output of a
 * child process. *COUNT may be 0 without a reason. Returns false at the end of the input, with
 * *ERROR an errno, or 0 without an error. */
bool input_read(struct input *input, void *bytes, size_t room, size_t *count, int *error);

/* --- child processes ---
 *
 * A child process has pipes to its standard input and from its standard output. Its standard error
 * is discarded. */

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

/* --- text in character sets other than UTF-8 --- */

struct charset;

/* The character set with the IANA name NAME; NULL if the system does not know it or memory runs
 * out. */
struct charset *charset_open(const char *name);
void charset_close(struct charset *charset); /* NULL is fine */

/* Converts characters from *IN (*LEFT bytes) to UTF-8 at *OUT (room for *ROOM bytes) and advances
 * all four. Returns false at a byte that starts no valid character, leaving *IN there; true if
 * everything is converted or the room is used up. 8 bytes of room always fit a character. */
bool charset_convert(struct charset *charset, const char **in, size_t *left, char **out,
                     size_t *room);

#endif
