/* Networks for tests: new ones, and their training. */
#ifndef GUZUMI_TEST_TRAINED_H
#define GUZUMI_TEST_TRAINED_H

#include "guzumi/network_trainer.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

/* A new network with SETTINGS, words of the form name=value. */
static inline struct trained_network *make(enum network_kind kind, int size, const char *settings) {
    struct params params;
    struct failure why;
    struct trained_network *network;
    char text[300];
    params_default(&params);
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        assert_int_equal(params_assign(&params, word, &why), STATUS_OK);
    assert_int_equal(trained_network_new(&network, kind, size, &params, &why), STATUS_OK);
    return network;
}

/* Trains until NETWORK has played GAMES. */
static inline struct network_trainer_statistics train(struct trained_network *n, int games) {
    struct network_trainer *trainer;
    struct opponent *opponent = NULL;
    struct failure why;
    const enum opponent_kind kind = (enum opponent_kind)n->origin.params.opponent;
    if (kind != OPPONENT_SELF)
        assert_int_equal(opponent_new(&opponent, kind, NULL, NULL, &why), STATUS_OK);
    assert_int_equal(network_trainer_new(&trainer, n, opponent, NULL, &why), STATUS_OK);
    while (n->origin.games < (uint64_t)games)
        assert_int_equal(network_trainer_play(trainer, &why), STATUS_OK);
    const struct network_trainer_statistics s = network_trainer_take_statistics(trainer);
    network_trainer_free(trainer);
    opponent_free(opponent);
    return s;
}

#endif
