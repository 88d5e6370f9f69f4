/* The training of local shapes by self-play. */
#ifndef GUZUMI_TRAIN_SHAPES_H
#define GUZUMI_TRAIN_SHAPES_H

#include "guzumi/shapes/memory.h"

#include "train_run.h"

struct shapes_training {
    struct train_run run;
    struct params params;
    int size, threads;
    const char *occurrences; /* the file for the table of --occurrences, or NULL */
};

/* A memory without games, all zero or with the weights to begin with, for the caller to free. */
enum status train_shapes_begin(const struct shapes_training *training, struct memory **out,
                               struct failure *why);

/* Trains MEMORY. */
enum status train_shapes(const struct shapes_training *training, struct memory *memory,
                         struct failure *why);

#endif
