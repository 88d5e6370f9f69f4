/* guzumi train for the policy-value network. */
#ifndef GUZUMI_TRAIN_NETWORK_H
#define GUZUMI_TRAIN_NETWORK_H

#include "guzumi/network/trained_network.h"

#include "options.h"
#include "train_run.h"

struct network_training {
    struct train_run run; /* its games are steps */
    int size;             /* of the boards; 0: that of the first samples */
    int threads;
    struct params params;
    const struct option_list *samples; /* files, one at least */
};

/* Sets what it is trained with where the command line says nothing else. */
void train_network_defaults(struct params *params);

/* Trains RESUMED, which can continue, or a new network where that is NULL. */
enum status train_network(const struct network_training *training, struct trained_network *resumed,
                          struct failure *why);

#endif
