/* Games of self-play (selfplay.h) that go to a file of samples, one after the other. */
#ifndef GUZUMI_SELFPLAY_RUN_H
#define GUZUMI_SELFPLAY_RUN_H

#include "guzumi/network/samples.h"
#include "guzumi/selfplay/selfplay.h"

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
