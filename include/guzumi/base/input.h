/* Waiting for input, for a wake from another thread, or for a time. */
#ifndef GUZUMI_INPUT_H
#define GUZUMI_INPUT_H

#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* What ends a wait from another thread or from a signal handler. */
struct wake;

enum status wake_new(struct wake **out, struct failure *why);
void wake_free(struct wake *wake); /* NULL is fine */

/* Ends the present wait with WAKE or, if there is none, the next one. May be called from anywhere.
 */
void wake_up(struct wake *wake);

struct input;

/* An input that reads FILE, a descriptor, which is borrowed. Only one at a time: some systems read
 * ahead. */
enum status input_new(struct input **out, int file, struct failure *why);
void input_free(struct input *input); /* NULL is fine */

/* Waits until INPUT can be read without waiting (as also at its end or after an error), until WAKE
 * is woken, or for TIMEOUT_MS (-1: for ever); it may return sooner. INPUT and WAKE may be NULL.
 * Returns whether INPUT can be read. */
bool input_wait(struct input *input, struct wake *wake, int timeout_ms);

/* Reads the bytes that are there, at most ROOM; waits if there are none. *COUNT may be 0 for no
 * reason. False at the end of the input; *ERROR is then an errno, or 0 if there was no error. */
bool input_read(struct input *input, void *bytes, size_t room, size_t *count, int *error);

#endif
