/* Networks for tests: new ones, and their training. */
#ifndef GUZUMI_TEST_TRAINED_H
#define GUZUMI_TEST_TRAINED_H

#include "classic_trainer.h"
#include "learnt.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

/* A new network with SETTINGS, words of the form name=value. */
static inline struct trained_classic *make(enum classic_kind kind, int size, const char *settings) {
    struct params params;
    struct failure why;
    struct trained_classic *network;
    char text[300];
    params_default(&params);
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        assert_int_equal(params_assign(&params, word, &why), STATUS_OK);
    assert_int_equal(trained_classic_new(&network, kind, size, &params, &why), STATUS_OK);
    return network;
}

/* Trains until NETWORK has played GAMES. */
static inline struct classic_trainer_statistics train(struct trained_classic *n, int games) {
    struct classic_trainer *trainer;
    struct opponent *opponent = NULL;
    struct failure why;
    const enum opponent_kind kind = n->learnt.origin.params.opponent;
    if (kind != OPPONENT_SELF)
        assert_int_equal(opponent_new(&opponent, kind, NULL, NULL, &why), STATUS_OK);
    assert_int_equal(classic_trainer_new(&trainer, n, opponent, NULL, &why), STATUS_OK);
    while (n->learnt.origin.games < (uint64_t)games)
        assert_int_equal(classic_trainer_play(trainer, &why), STATUS_OK);
    const struct classic_trainer_statistics s = classic_trainer_take_statistics(trainer);
    classic_trainer_free(trainer);
    opponent_free(opponent);
    return s;
}

#endif
