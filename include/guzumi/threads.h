/* Work on several threads. */
#ifndef GUZUMI_THREADS_H
#define GUZUMI_THREADS_H

enum { THREADS_MAX = 64 };

/* Calls WORK(context, i) for each i below COUNT (1..THREADS_MAX), each on a thread of its own,
 * number 0 on the calling one, and returns when all have ended. A thread that the system refuses
 * is done without: WORK must not wait for all numbers to have come. */
void threads_run(int count, void (*work)(void *context, int index), void *context);

#endif
