/* Ctrl-C and what else asks a command to end: a flag for work that looks at it between its steps,
 * and waits that it ends.
 *
 * A command that only works catches the signals and looks at the flag. One that also waits holds
 * them back everywhere but in its waits, so that none comes between the look at the flag and the
 * wait, where nothing would take notice of it. */
#ifndef GUZUMI_INTERRUPT_H
#define GUZUMI_INTERRUPT_H

#include "guzumi/status.h"

#include <stdatomic.h>
#include <stdbool.h>

/* From now on SIGNAL_NUMBER sets the flag instead of ending the process; system calls are
 * restarted. */
void interrupt_catch(int signal_number);

/* The flag; who has acted on it may clear it. */
atomic_bool *interrupt_flag(void);

/* Whether a signal other than SIGINT came, which asks for an end and not for attention. */
bool interrupt_is_final(void);

/* Holds all that is caught back but in the waits below; called once. Threads that are started later
 * never get it. */
void interrupt_hold(void);

/* Waits until FD can be read. False when the flag is set, before or meanwhile. */
bool interrupt_wait(int fd);

/* Calls WORK on a thread of its own and returns when it has ended. When the flag is set, before or
 * meanwhile, STOP is called until then: again and again, because it may come before WORK is ready
 * to be stopped. Both get CONTEXT. Fails, WORK not called, when the system refuses the thread. */
enum status interrupt_run(void (*work)(void *context), void (*stop)(void *context), void *context,
                          struct failure *why);

#endif
