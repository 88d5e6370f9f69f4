/* Threads and clocks, which are POSIX's on every system. Two choices are made here for the whole
 * program: how large a stack is (threads.h), and that threads_run and threads_call still do their
 * work if the system refuses a thread; threads_start is for what cannot do without one. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/threads.h"

#include "guzumi/base/clock.h"

#include <string.h>
#include <time.h>

/* Returns an errno, 0 for success. */
static int start(pthread_t *thread, void *(*work)(void *context), void *context) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error) return error;
    error = pthread_attr_setstacksize(&attributes, THREADS_STACK);
    if (!error) error = pthread_create(thread, &attributes, work, context);
    pthread_attr_destroy(&attributes);
    return error;
}

enum status threads_start(pthread_t *thread, void *(*work)(void *context), void *context,
                          const char *purpose, struct failure *why) {
    const int error = start(thread, work, context);
    if (!error) return STATUS_OK;
    return fail(why, STATUS_IO, "can't start a thread for %s: %s", purpose, strerror(error));
}

void threads_call(void *(*work)(void *context), void *context) {
    pthread_t thread;
    if (start(&thread, work, context) == 0)
        pthread_join(thread, NULL);
    else
        work(context);
}

struct job {
    void (*work)(void *context, int index);
    void *context;
    int index;
    pthread_t thread;
};

static void *run(void *argument) {
    struct job *job = argument;
    job->work(job->context, job->index);
    return NULL;
}

/* Number i runs on jobs[i].thread; 0 has none:
 *
 *     caller     start 1, 2, ...   work(0) ........ join 1, 2, ...
 *     thread 1          work(1) ..............
 *     thread 2             work(2) ........
 *
 * The calling thread takes part, so that work is done even if no thread can be started. */
void threads_run(int count, void (*work)(void *context, int index), void *context) {
    struct job jobs[THREADS_MAX];
    int started = 1;
    for (; started < count; started++) {
        struct job *job = &jobs[started];
        *job = (struct job){.work = work, .context = context, .index = started};
        if (start(&job->thread, run, job) != 0) break;
    }
    work(context, 0);
    for (int i = 1; i < started; i++) pthread_join(jobs[i].thread, NULL);
}

/* A correction of the system's date may end a wait early or late: callers look at what they wait
 * for in a loop of short waits. */
void threads_wait(pthread_cond_t *changed, pthread_mutex_t *lock, double seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until); /* the default clock of condition variables */
    const double nanoseconds = (double)until.tv_nsec + 1e9 * seconds;
    until.tv_sec += (time_t)(nanoseconds / 1e9);
    until.tv_nsec = (long)(nanoseconds - 1e9 * (double)(time_t)(nanoseconds / 1e9));
    pthread_cond_timedwait(changed, lock, &until);
}

/* --- clocks (clock.h) ---
 *
 * Time limits run on the monotonic clock: the date may jump when the system corrects it, and a move
 * would take hours or no time at all. Only records show the date, in the player's time zone. */

/* All supported systems have these clocks, so clock_gettime can't fail. */
static double seconds_of(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_now(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double clock_cpu(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_read(enum clock clock) {
    return seconds_of(clock == CLOCK_THREAD ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC);
}

const char *clock_date(char text[CLOCK_DATE_SIZE]) {
    const time_t now = time(NULL);
    struct tm date;
    if (!localtime_r(&now, &date) || strftime(text, CLOCK_DATE_SIZE, "%Y-%m-%d", &date) == 0)
        text[0] = 0;
    return text;
}
