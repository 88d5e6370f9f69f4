/* Who plays for learners that need more than their own rooms have (learner.h, struct
 * training_host): a program that speaks GTP, and self-play by tree search. */
#ifndef GUZUMI_TRAINING_HOST_H
#define GUZUMI_TRAINING_HOST_H

#include "guzumi/learner/learner.h"
#include "guzumi/network/policy_samples.h"

extern const struct training_host training_host;

/* COMMAND as an opponent; it runs from its first game until it is freed. COMMAND and STOP are
 * borrowed. It may take a minute for an answer. */
enum status gtp_opponent_open(struct gtp_program **out, const char *command,
                              const atomic_bool *stop, struct failure *why);

/* Games on boards of SIZE for the learnt policies. A game begins with a few moves of the default
 * policy, as a playout does. Then a search moves, and evaluates each position; now and then the
 * default policy moves instead, so that there are positions which good players avoid and playouts
 * reach. A game ends when the search is nearly sure of the winner.
 *
 * The search and its default policy are those of PARAMS; a training has the defaults, for its files
 * record none of these. STORE is borrowed. */
enum status policy_games_open(struct policy_games **out, int size, const struct params *params,
                              struct weight_store *store, struct failure *why);

#endif
