/* The learnt policies, of playouts and of the tree, as they are trained and played: a learnt thing
 * (learner.h). They play on boards of all sizes, best on those that they were trained on.
 *
 * Weight files have the kind "policy", the sections theta (of playouts) and moves (of the tree)
 * and, to continue, the sums of squared gradients and the positions of all games so far. */
#ifndef GUZUMI_TRAINED_POLICY_H
#define GUZUMI_TRAINED_POLICY_H

#include "guzumi/learner/weight_store.h"
#include "guzumi/network/move_policy.h"
#include "guzumi/network/policy_samples.h"
#include "guzumi/playout/playout.h"
#include "guzumi/playout/softmax.h"

/* What the playouts' policy climbs in training: the likelihood of good moves, and balance. */
enum policy_objective { POLICY_LIKELIHOOD, POLICY_BALANCE, POLICY_OBJECTIVES };

struct trained_policy {
    struct learnt learnt;
    struct softmax softmax;   /* of playouts */
    struct move_policy moves; /* of the tree */
    /* For more training: */
    float squares[POLICY_OBJECTIVES][SOFTMAX_WEIGHTS]; /* of each weight's gradients, summed */
    float move_squares[MOVE_WEIGHTS];
    struct policy_samples samples; /* owned */
};

/* All weights zero, to be trained on boards of SIZE by PARAMS. Free with learnt_free. */
enum status trained_policy_new(struct trained_policy **out, int size, const struct params *params,
                               struct failure *why);

/* Computes the tables to play by, after the weights or the parameters of the origin have changed.
 */
void trained_policy_expand(struct trained_policy *policy);

/* The policies for boards of SIZE in STORE (weight_store_find); *OUT is NULL if there are none. */
enum status trained_policy_find(struct weight_store *store, int size,
                                const struct trained_policy **out, struct failure *why);

/* Gives PATTERNS the playouts' policy among these, borrowed until the store's next load. */
enum status trained_policy_find_playouts(struct weight_store *store, int size,
                                         struct playout_patterns *patterns, struct failure *why);

#endif
