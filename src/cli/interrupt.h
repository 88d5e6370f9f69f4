/* Ctrl-C and the other signals that ask a command to end: a flag for work that reads it between its
 * steps, and waits for input, for typed lines and for a search, which the signals end too.
 *
 * A command that only works calls interrupt_catch and reads the flag. One that also waits calls
 * interrupt_prepare. */
#ifndef GUZUMI_INTERRUPT_H
#define GUZUMI_INTERRUPT_H

#include "guzumi/base/system.h"
#include "guzumi/base/text.h"

#include <stdatomic.h>
#include <stdbool.h>

/* From now on Ctrl-C, a termination request and the loss of the terminal set the flag instead of
 * ending the process; system calls are restarted. */
void interrupt_catch(void);

/* The same, and they also end the waits below. Call it once. */
enum status interrupt_prepare(struct failure *why);

/* The flag. Code that has acted on it may clear it. */
atomic_bool *interrupt_flag(void);

/* Whether a signal other than Ctrl-C came: the process should end. */
bool interrupt_is_final(void);

/* Flushes standard output, runs WORK on a new thread and waits for its end. While the flag is set,
 * STOP is called repeatedly, because WORK may not be ready to be stopped at first. Both get
 * CONTEXT. Fails without calling WORK if the system refuses the thread. Needs interrupt_prepare. */
enum status interrupt_run(void (*work)(void *context), void (*stop)(void *context), void *context,
                          struct failure *why);

/* --- typed lines ---
 *
 * Lines from a terminal or a pipe. */

struct typed_lines {
    struct input *input; /* owned */
    struct lines read;   /* owned; read.too_long is about the last line */
    char chunk[4096];    /* what was read last */
    const char *next;    /* the rest of it, LEFT bytes */
    size_t left;
    bool ended; /* no more input */
};

enum status typed_lines_open(struct typed_lines *lines, enum standard_file file,
                             struct failure *why);

/* Sets *LINE to the next line without its newline; it is owned by LINES, may be changed, and is
 * valid until the next call. NULL at the end of the input and if the wait is interrupted. Only the
 * beginning of a line that is too long (text.h) is there. */
enum status typed_lines_next(struct typed_lines *lines, char **line, struct failure *why);

/* The same for a single byte from 0 to 255; -1 instead of NULL. */
enum status typed_lines_byte(struct typed_lines *lines, int *byte, struct failure *why);

void typed_lines_close(struct typed_lines *lines);

#endif
