/* Work on several threads, and numbers that they share. */
#ifndef GUZUMI_THREADS_H
#define GUZUMI_THREADS_H

#include "guzumi/base/status.h"

#include <pthread.h>

#if !defined(__GNUC__)
#error "Threads share numbers by GCC's atomic built-ins, which this compiler lacks."
#endif

/* The most threads that search together. */
enum { THREADS_MAX = 64 };

/* Stack size in bytes of every thread started here: the usual size of a main thread's stack. Other
 * threads get far less by default (musl 128 KB, macOS 512 KB). The deepest search (39 plies) needs
 * 180 KB, the longest ladder (LADDER_DEPTH boards) 3.9 MB. */
enum { THREADS_STACK = 8 << 20 };

/* Runs WORK(context) on a new thread, which the caller must join. The message of a failure is
 * "can't start a thread for PURPOSE: ...". */
enum status threads_start(pthread_t *thread, void *(*work)(void *context), void *context,
                          const char *purpose, struct failure *why);

/* Calls WORK(context) on a new thread and waits for its end: main's own stack may be too small
 * (`ulimit -s`). If no thread can be started, WORK runs on the calling one. */
void threads_call(void *(*work)(void *context), void *context);

/* Calls WORK(context, i) for each i below COUNT (1..THREADS_MAX) on a thread of its own, number 0
 * on the calling thread, and returns when all have ended. If the system refuses a thread, only the
 * numbers below it are called: WORK must not wait for the others to start. */
void threads_run(int count, void (*work)(void *context, int index), void *context);

/* Like pthread_cond_wait, but for at most SECONDS (below 10^6). */
void threads_wait(pthread_cond_t *changed, pthread_mutex_t *lock, double seconds);

/* A float that several threads read and change without a lock. No value is ever torn, but of two
 * simultaneous additions one may be lost. With one thread, plain reads and writes give the same
 * result in fewer instructions, because compilers move atomic floats through integer registers. */
static inline float concurrent_read(const float *number) {
    float value;
    __atomic_load(number, &value, __ATOMIC_RELAXED);
    return value;
}

static inline void concurrent_write(float *number, float value) {
    __atomic_store(number, &value, __ATOMIC_RELAXED);
}

static inline void concurrent_add(float *number, float change) {
    concurrent_write(number, concurrent_read(number) + change);
}

#endif
