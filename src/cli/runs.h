/* Long runs that a command of their own and `guzumi learn` make: training, and self-play. */
#ifndef GUZUMI_RUNS_H
#define GUZUMI_RUNS_H

#include "guzumi/learner/learner.h"
#include "guzumi/network/samples.h"
#include "guzumi/selfplay/selfplay.h"

#include "console.h"

/* --- training ---
 *
 * The training of any learner (learner.h): checkpoints at 1, 2, 5, 10, 20, ... games or steps and
 * on request, progress on stderr. After Ctrl-C it can be resumed. */

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

/* --- self-play ---
 *
 * Games of self-play (selfplay.h) that go to a file of samples, one after the other. */

/* Parameters of the games. */
enum { SELFPLAY_GROUPS = PARAMS_GENERAL | PARAMS_SELFPLAY | PARAMS_TREE };

struct selfplay_run {
    struct params params; /* policy_simulations and epsilon count, besides SELFPLAY_GROUPS */
    int size;
    const char *out, *weights; /* WEIGHTS may be NULL */
    struct samples_file file;  /* file.games: those that it holds */
    struct samples samples;    /* of the current game */
    struct selfplay *selfplay; /* owned */
    /* Of this run. */
    uint64_t played, moves, positions;
};

/* Opens OUT to begin or continue it, after filling in the rest; notes go to stderr. STORE, in which
 * WEIGHTS are loaded, and STOP are borrowed. Must be followed by selfplay_run_close even if it
 * fails. */
enum status selfplay_run_open(struct selfplay_run *run, struct weight_store *store,
                              const atomic_bool *stop, struct failure *why);

/* Plays the next game and appends it to the file. STATUS_STOPPED if STOP ended it; the file then
 * holds the games before. */
enum status selfplay_run_game(struct selfplay_run *run, struct failure *why);
void selfplay_run_close(struct selfplay_run *run);

#endif
