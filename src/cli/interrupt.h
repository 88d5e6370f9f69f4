/* Ctrl-C and what else asks a command to end: a flag for work that looks at it between its steps,
 * and waits that it ends.
 *
 * A command that only works catches the signals and looks at the flag. One that also waits for
 * input or for a search prepares the waits, which the signals end too. */
#ifndef GUZUMI_INTERRUPT_H
#define GUZUMI_INTERRUPT_H

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

#endif
