/* A training run of any learner (learner.h): checkpoints at 1, 2, 5, 10, 20, ... games or steps and
 * on request, progress on stderr. After Ctrl-C it can be resumed. */
#ifndef GUZUMI_TRAIN_RUN_H
#define GUZUMI_TRAIN_RUN_H

#include "guzumi/learner/learner.h"

#include "console.h"

struct train_run {
    struct training_plan plan;
    const char *again;      /* further options needed to resume: " --samples ...", "" */
    const char *out;        /* the weight file */
    const char *resumed;    /* the file that it resumes, or NULL */
    const char *start_from; /* the file with the initial weights, or NULL */
    double minutes;         /* between writes of OUT, unless a single game takes longer */
    bool keep;              /* keep each checkpoint as OUT.GAMES */
    /* Called after each checkpoint, with what it measured; or NULL. */
    void (*measured)(void *context, const struct training *training);
    /* Called now and then, or NULL. */
    void (*progressed)(void *context, const struct progress *progress);
    void *context;
    int64_t every; /* also a checkpoint at each multiple of this number of games; 0: none */
};

/* The unit of LEARNER's training: "games" or "steps". */
const char *train_unit(const struct learner *learner);

/* Trains LEARNT, which must be able to continue. */
enum status train_run(const struct train_run *run, struct learnt *learnt, struct failure *why);

#endif
