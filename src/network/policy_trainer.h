/* Training of the linear policies, of playouts and of the tree: games of self-play, then steps on
 * positions drawn from all games so far (policy_gradient.h).
 *
 * A position's value for balancing is a lambda return: lambda times that of the next one plus
 * 1 - lambda times the search's own, for as long as the game followed the search's choice, since
 * later searches see deeper.
 *
 * Training is a function of the trained policy alone: stopped between games, saved and resumed, it
 * ends with the same weights to the bit. */
#ifndef GUZUMI_POLICY_TRAINER_H
#define GUZUMI_POLICY_TRAINER_H

#include "guzumi/network/trained_policy.h"

struct policy_trainer;

/* Trains POLICY, which can continue, by the settings of its origin and from GAMES; all three are
 * borrowed. The games that it has already are played through again. */
enum status policy_trainer_new(struct policy_trainer **out, struct trained_policy *policy,
                               struct policy_games *games, struct weight_store *store,
                               struct failure *why);
void policy_trainer_free(struct policy_trainer *trainer);

/* Plays one game, unless there are as many as policy_games says, and learns. */
enum status policy_trainer_play(struct policy_trainer *trainer, struct failure *why);

/* Since the last call. */
struct policy_trainer_statistics {
    uint64_t games, positions; /* positions that a search evaluated */
    double square_error;       /* of the playouts' mean results, summed over BALANCED positions */
    uint64_t balanced;
    double log_likelihood; /* summed over FOLLOWED */
    uint64_t followed;
    double visits_likelihood; /* of the search's visits by the tree's policy, summed over VISITED */
    uint64_t visited;
};
struct policy_trainer_statistics policy_trainer_take_statistics(struct policy_trainer *trainer);

#endif
