/* Clocks: monotonic seconds, processor seconds, and today's date. */
#ifndef GUZUMI_CLOCK_H
#define GUZUMI_CLOCK_H

/* Seconds since a fixed moment; never runs backwards. */
double clock_now(void);

/* Processor seconds used by all threads of this process. */
double clock_cpu(void);

/* The clock that time limits are measured by. */
enum clock {
    CLOCK_WALL,  /* clock_now */
    CLOCK_THREAD /* processor seconds of the calling thread, independent of the machine's load */
};

/* Seconds of CLOCK since a fixed moment; with CLOCK_THREAD, of the calling thread. */
double clock_read(enum clock clock);

enum { CLOCK_DATE_SIZE = 11 };

/* Writes today's local date as in game records, "2026-11-21", into TEXT; returns TEXT. */
const char *clock_date(char text[CLOCK_DATE_SIZE]);

#endif
