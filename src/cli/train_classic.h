/* guzumi train for networks. */
#ifndef GUZUMI_TRAIN_CLASSIC_H
#define GUZUMI_TRAIN_CLASSIC_H

#include "guzumi/classics/trained_classic.h"

#include "train_run.h"

struct classic_training {
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
void train_classic_defaults(enum classic_kind kind, struct params *params);
extern const char train_classic_notes[];

/* Trains RESUMED, or a new network of KIND where that is NULL. */
enum status train_classic(const struct classic_training *training, enum classic_kind kind,
                          struct trained_classic *resumed, struct failure *why);

#endif
