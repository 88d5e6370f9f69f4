/* guzumi train for the dual network. */
#ifndef GUZUMI_TRAIN_DUAL_H
#define GUZUMI_TRAIN_DUAL_H

#include "options.h"
#include "train_run.h"

#include "guzumi/trained_dual.h"

struct dual_training {
    struct train_run run; /* its games are steps */
    int size;             /* of the boards; 0: that of the first lessons */
    int threads;
    struct params params;
    const struct option_list *lessons; /* files, one at least */
};

/* Sets what it is trained with where the command line says nothing else. */
void train_dual_defaults(struct params *params);

/* Trains RESUMED, which can continue, or a new network where that is NULL. */
enum status train_dual(const struct dual_training *training, struct trained_dual *resumed,
                       struct failure *why);

#endif
