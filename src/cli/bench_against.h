/* The comparison of two executables' speeds. */
#ifndef GUZUMI_BENCH_AGAINST_H
#define GUZUMI_BENCH_AGAINST_H

#include "guzumi/base/status.h"

enum { BENCH_ROUNDS_MAX = 1000 };

/* Runs `bench --seconds SECONDS` of this program and of OTHER, a command of the shell's, in turn,
 * ROUNDS times; on boards of SIZE alone unless it is 0. Prints a line a figure: both medians, and
 * median, least and greatest of the rounds' ratios. */
enum status bench_against(const char *other, double seconds, int size, int rounds,
                          struct failure *why);

#endif
