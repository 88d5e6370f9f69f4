/* The clock: seconds of a monotonic clock and of this process's processor time. */
#ifndef GUZUMI_CLOCK_H
#define GUZUMI_CLOCK_H

/* Seconds since some fixed moment; never runs backwards. */
double clock_now(void);

/* Processor seconds used by all threads of this process. */
double clock_cpu(void);

#endif
