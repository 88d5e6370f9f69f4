/* guzumi train for networks. */
#ifndef GUZUMI_TRAIN_NETWORK_H
#define GUZUMI_TRAIN_NETWORK_H

#include "train_run.h"

#include "guzumi/trained_network.h"

struct network_training {
    struct train_run run;
    int size;
    struct params params;
    const char *program, *records; /* or NULL */
    int64_t trials;                /* games at each checkpoint */
    const char *trial_opponent;    /* "random", "novice" or a command */
    const char *trials_out;        /* a table, or NULL */
};

/* Sets what KIND is trained with where the command line says nothing else; and lines for --help
 * that tell of it. */
void train_network_defaults(enum network_kind kind, struct params *params);
extern const char train_network_notes[];

/* Trains RESUMED, or a new network of KIND where that is NULL. */
enum status train_network(const struct network_training *training, enum network_kind kind,
                          struct trained_network *resumed, struct failure *why);

#endif
