/* A training run, whatever learns (learner.h): checkpoints at 1, 2, 5, 10, 20, ... games or steps
 * and where more are asked for, progress on stderr, an end by Ctrl-C that can be resumed. */
#ifndef GUZUMI_TRAIN_RUN_H
#define GUZUMI_TRAIN_RUN_H

#include "guzumi/learner/learner.h"

struct train_run {
    struct training_plan plan;
    const char *again;   /* what else the command line must have to resume: " --samples ...", "" */
    const char *out;     /* the weight file */
    const char *resumed; /* the file that it continues, or NULL */
    const char *start_from; /* the file whose weights it begins with, or NULL */
    double minutes;         /* between writing it, at most and but for a game that is longer */
    bool keep;              /* also keep each checkpoint, as OUT.GAMES */
    int64_t every;          /* a checkpoint at each multiple of so many games, too; 0: none */
};

/* "games" or "steps": what LEARNER's training counts. */
const char *train_unit(const struct learner *learner);

/* Trains LEARNT, which can continue. */
enum status train_run(const struct train_run *run, struct learnt *learnt, struct failure *why);

#endif
