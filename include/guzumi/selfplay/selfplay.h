/* The games that learners learn from, and who plays them.
 *
 * For the policy-value network (samples.h): a game begins with a few moves of the default policy.
 * With opening_choices the network takes the best of some random moves instead, and with
 * drawn_moves half of the games begin with a search. Then a tree search evaluates each position and
 * moves, except that now and then the default policy moves instead. Each search leaves samples: the
 * position itself, with its ownership, and up to SELFPLAY_SAMPLES positions inside the tree. With
 * fast_simulations most moves are searched briefly and leave none (Wu 2019). Komi varies from game
 * to game, so that the network learns what it means. One game in five is played to the end; the
 * others stop when the search is nearly sure of the winner.
 *
 * For learners of lower rooms (learner.h, struct training_host): a program that speaks GTP, and
 * games of self-play for the linear policies.
 *
 * Searches have one thread, so that a game is a function of its number and of the parameters. */
#ifndef GUZUMI_SELFPLAY_H
#define GUZUMI_SELFPLAY_H

#include "guzumi/learner/learner.h"
#include "guzumi/network/samples.h"
#include "guzumi/network/trained_policy.h"

#include <stdatomic.h>

/* Positions inside the tree that each search leaves, at most. */
enum { SELFPLAY_SAMPLES = 4 };

struct selfplay;

/* Games on boards of SIZE, by the tree search of PARAMS with their policy_simulations and epsilon.
 * STORE and STOP, which may be NULL, are borrowed. */
enum status selfplay_new(struct selfplay **out, int size, const struct params *params,
                         struct weight_store *store, const atomic_bool *stop, struct failure *why);
void selfplay_free(struct selfplay *selfplay);

/* Plays game number NUMBER, a function of it and of the parameters, and adds its samples as one
 * more game; those of a search are consecutive, the position of the game first. If it
 * fails or STOP ends it (STATUS_STOPPED), SAMPLES are as before. */
enum status selfplay_play(struct selfplay *selfplay, uint64_t number, struct samples *samples,
                          struct failure *why);

/* Moves of the last game that selfplay_play has begun. */
size_t selfplay_moves(const struct selfplay *selfplay);

/* gtp_opponent_open and policy_games_open. */
extern const struct training_host training_host;

/* COMMAND as an opponent; it runs from its first game until it is freed. COMMAND and STOP are
 * borrowed. It may take a minute for an answer. */
enum status gtp_opponent_open(struct gtp_program **out, const char *command,
                              const atomic_bool *stop, struct failure *why);

/* Games on boards of SIZE for the linear policies. A game begins with a few moves of the default
 * policy, as a playout does. Then a search moves, and evaluates each position; now and then the
 * default policy moves instead, so that there are positions which good players avoid and playouts
 * reach. A game ends when the search is nearly sure of the winner.
 *
 * The search and its default policy are those of PARAMS; a training has the defaults, for its files
 * record none of these. STORE is borrowed. */
enum status policy_games_open(struct policy_games **out, int size, const struct params *params,
                              struct weight_store *store, struct failure *why);

#endif
