/* Ctrl-C and the other signals that ask a command to end: a flag for work that reads it between its
 * steps, and waits for input, for typed lines and for a search, which the signals end too.
 *
 * A command that only works calls interrupt_catch and reads the flag. One that also waits calls
 * interrupt_prepare. */
#ifndef GUZUMI_INTERRUPT_H
#define GUZUMI_INTERRUPT_H

#include "guzumi/base/lines.h"
#include "guzumi/base/system.h"

#include <stdatomic.h>
#include <stdbool.h>

/* From now on Ctrl-C, a request to end and the loss of the terminal set the flag instead of ending
 * the process; system calls are restarted. */
void interrupt_catch(void);

/* The same, and they end the waits below. Called once. */
enum status interrupt_prepare(struct failure *why);

/* The flag; who has acted on it may clear it. */
atomic_bool *interrupt_flag(void);

/* Whether anything but Ctrl-C came, which asks for an end and not for attention. */
bool interrupt_is_final(void);

/* Waits until INPUT can be read. False when the flag is set, before or meanwhile. */
bool interrupt_wait(struct input *input);

/* Calls WORK on a thread of its own, with standard output flushed, and returns when it has ended.
 * When the flag is set, before or meanwhile, STOP is called until then: again and again, because it
 * may come before WORK is ready to be stopped. Both get CONTEXT. Fails, WORK not called, when the
 * system refuses the thread. After interrupt_prepare. */
enum status interrupt_run(void (*work)(void *context), void (*stop)(void *context), void *context,
                          struct failure *why);

/* --- typed lines ---
 *
 * Lines that a person types, or a script pipes in. */

struct typed_lines {
    struct input *input; /* owned */
    struct lines read;   /* owned; read.too_long tells of the last line */
    char chunk[4096];    /* read, and of it: */
    const char *next;    /* not yet taken */
    size_t left;
    bool ended; /* the input */
};

enum status typed_lines_open(struct typed_lines *lines, enum standard_file file,
                             struct failure *why);

/* The next line of LINES, without its end, into *LINE: owned by LINES, to be changed at will, valid
 * until the next call. NULL at the end of the input and when the wait for it is interrupted. Of a
 * line that is too long (lines.h) only the beginning is there. */
enum status typed_lines_next(struct typed_lines *lines, char **line, struct failure *why);

void typed_lines_close(struct typed_lines *lines);

#endif
