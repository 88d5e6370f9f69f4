/* What `guzumi bench` measures: speeds of one thread, in processor time, and signatures. */
#ifndef GUZUMI_BENCH_FIGURES_H
#define GUZUMI_BENCH_FIGURES_H

#include "bench_loads.h"

/* A line of the output: "tree_9x9 13685 simulations/s". */
struct bench_figure {
    char name[60], value[30], unit[20];
};

struct bench {
    double seconds; /* a figure */
    struct load_world world;
    void (*report)(void *context, const struct bench_figure *figure); /* as each is known */
    void *context;
};

/* The figures of boards of SIZE; when it is 0 those of 9x9 and 19x19, the trees of 13x13 and the
 * signatures. */
enum status bench_all(const struct bench *bench, int size, struct failure *why);

/* The signatures alone. */
enum status bench_signatures(const struct bench *bench, struct failure *why);

#endif
