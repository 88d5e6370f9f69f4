/* The clock: monotonic seconds, processor seconds, and today's date. */
#ifndef GUZUMI_CLOCK_H
#define GUZUMI_CLOCK_H

/* Seconds since some fixed moment; never runs backwards. */
double clock_now(void);

/* Processor seconds used by all threads of this process. */
double clock_cpu(void);

/* What a limit in time is measured by. */
enum clock {
    CLOCK_WALL,  /* clock_now */
    CLOCK_THREAD /* processor seconds used by the calling thread, which other work on a busy machine
                    does not take away */
};

/* Seconds since some fixed moment of CLOCK, the calling thread's own for CLOCK_THREAD. */
double clock_read(enum clock clock);

enum { CLOCK_DATE_SIZE = 11 };

/* Today's date where the user is, "2026-11-21" as game records have it, into TEXT; returns TEXT. */
const char *clock_date(char text[CLOCK_DATE_SIZE]);

#endif
