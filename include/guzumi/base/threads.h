/* Work on several threads. */
#ifndef GUZUMI_THREADS_H
#define GUZUMI_THREADS_H

#include "guzumi/base/status.h"

#include <pthread.h>

/* Threads that search together, at most. */
enum { THREADS_MAX = 64 };

/* Bytes of stack of every thread started here: what a main thread usually has. Systems give other
 * threads far less (musl 128 KB, macOS 512 KB). The deepest search (39 plies) uses 180 KB, the
 * longest reading of a ladder (LADDER_DEPTH boards) 3.9 MB. */
enum { THREADS_STACK = 8 << 20 };

/* Runs WORK(context) on a new thread, which the caller must join. The message of a failure is
 * "can't start a thread for PURPOSE: ...". */
enum status threads_start(pthread_t *thread, void *(*work)(void *context), void *context,
                          const char *purpose, struct failure *why);

/* Calls WORK(context, i) for each i below COUNT (1..THREADS_MAX) on a thread of its own, number 0
 * on the calling thread, and returns when all have ended. If a thread cannot be started, fewer are
 * used: WORK must not wait for all of them to start. */
void threads_run(int count, void (*work)(void *context, int index), void *context);

/* Like pthread_cond_wait, but for at most SECONDS (below 10^6). */
void threads_wait(pthread_cond_t *changed, pthread_mutex_t *lock, double seconds);

#endif
