/* Waiting: for bytes to come in, for a wake from elsewhere, for a time. */
#ifndef GUZUMI_INPUT_H
#define GUZUMI_INPUT_H

#include "guzumi/status.h"

#include <stdbool.h>
#include <stddef.h>

/* What ends a wait from another thread or from a signal handler. */
struct wake;

enum status wake_new(struct wake **out, struct failure *why);
void wake_free(struct wake *wake); /* NULL is fine */

/* Ends the present wait with WAKE, or the next one when there is none. From anywhere. */
void wake_up(struct wake *wake);

struct input;

/* An input that reads FILE, a descriptor that stays the caller's. One at a time: some systems read
 * ahead. */
enum status input_new(struct input **out, int file, struct failure *why);
void input_free(struct input *input); /* NULL is fine */

/* Waits until INPUT (or NULL) can be read without waiting, which it can at its end and after an
 * error too, until WAKE (or NULL) has been woken, and no longer than TIMEOUT_MS (-1: for ever). It
 * may return sooner. Whether INPUT can be read. */
bool input_wait(struct input *input, struct wake *wake, int timeout_ms);

/* Reads what there is, at most ROOM bytes; waits when there is nothing. *COUNT may be 0 without a
 * reason. False at the end, with *ERROR (an errno) unless that was a proper one. */
bool input_read(struct input *input, void *bytes, size_t room, size_t *count, int *error);

#endif
