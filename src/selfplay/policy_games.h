/* Games of self-play for the learnt policies to learn from.
 *
 * A game begins with a few moves of the default policy, as a simulation does. Then a search moves,
 * and judges each position. Now and then the default policy moves instead, so that there are
 * positions which good players avoid and simulations reach. A game ends when the search is nearly
 * sure of the winner.
 *
 * The search and its default policy are those of the parameters that they are given; a training
 * has the defaults, for its files record none of these. */
#ifndef GUZUMI_POLICY_GAMES_H
#define GUZUMI_POLICY_GAMES_H

#include "guzumi/network/weight_store.h"
#include "guzumi/network/policy_samples.h"

struct policy_games;

/* Games on boards of SIZE, by the search that PARAMS name and with its simulations. MEMORIES is
 * borrowed. */
enum status policy_games_new(struct policy_games **out, int size, const struct params *params,
                             struct weight_store *memories, struct failure *why);
void policy_games_free(struct policy_games *games);

/* Plays game number NUMBER, a function of it and of the parameters, into SAMPLES. */
enum status policy_games_play(struct policy_games *games, uint64_t number,
                              struct policy_samples *samples, struct failure *why);

#endif
