/* The clock: seconds of a monotonic clock and of this process's processor time; today's date. */
#ifndef GUZUMI_CLOCK_H
#define GUZUMI_CLOCK_H

/* Seconds since some fixed moment; never runs backwards. */
double clock_now(void);

/* Processor seconds used by all threads of this process. */
double clock_cpu(void);

enum { CLOCK_DATE_SIZE = 11 };

/* Today's date where the user is, "2026-11-21" as game records have it, into TEXT; returns TEXT. */
const char *clock_date(char text[CLOCK_DATE_SIZE]);

#endif
