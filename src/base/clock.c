/* Time limits run on the monotonic clock: the date may jump when the system corrects it, and a move
 * would take hours or no time at all. Only records show the date, in the player's time zone. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/clock.h"

#include <time.h>

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
