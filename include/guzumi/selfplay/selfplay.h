/* Games of self-play that the policy-value network learns from (samples.h).
 *
 * A game begins with a few moves of the default policy; then a tree search evaluates each position
 * and moves, except that now and then the default policy moves instead. Each search leaves samples:
 * the position itself, with its ownership, and up to SELFPLAY_SAMPLES positions inside the tree.
 * Komi varies from game to game, so that the network learns what it means. One game in five is
 * played to its very end; the others end when the search is nearly sure of the winner. */
#ifndef GUZUMI_SELFPLAY_H
#define GUZUMI_SELFPLAY_H

#include "guzumi/learner/weight_store.h"
#include "guzumi/network/samples.h"

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
 * more game; those of a search come one behind the other, the position of the game first. When it
 * fails, or ends by STOP (STATUS_STOPPED), SAMPLES are as before. */
enum status selfplay_play(struct selfplay *selfplay, uint64_t number, struct samples *samples,
                          struct failure *why);

/* Moves of the last game that was played whole. */
size_t selfplay_moves(const struct selfplay *selfplay);

#endif
