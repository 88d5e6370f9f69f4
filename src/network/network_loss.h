/* How far the policy-value network's output is from what was found at a position, and the errors of
 * the output that learning goes back from.
 *
 * Three losses are added up, each with its weight. Of the moves: the divergence of the softmax over
 * the candidates' logits from the shares of the search's visits,
 *
 *     sum over a of p(a) (log p(a) - log pi(a))
 *
 * Of the result: the cross entropy of the mover's chance, less the target's own. Of the owners: the
 * same for each point's chance of being the mover's, (1 + owner) / 2, twice its mean over all
 * points. A loss is 0 where the output is the target. */
#ifndef GUZUMI_NETWORK_LOSS_H
#define GUZUMI_NETWORK_LOSS_H

#include "guzumi/base/bitset.h"
#include "guzumi/network/network.h"

#include <stdint.h>

/* The mover's view, by point. */
struct network_target {
    float share[BOARD_MAX_POINTS]; /* of the search's visits: they add up to 1, or are all 0 */
    float owner[BOARD_MAX_POINTS]; /* -1 to 1 */
    float value;                   /* the chance of winning, 0 to 1 */
    float policy_weight, value_weight, owner_weight;
    struct bitset candidates; /* those of the planes; no other point has a share */
};

/* Sums over positions, each with its position's weight: divided by the sum of the weights beside
 * it, a loss is a mean. */
struct network_loss {
    uint64_t positions;
    double policy, linear_policy; /* the network's, and that of the linear policy alone */
    double hits, linear_hits;     /* whether the likeliest move is the one visited most */
    double policy_weight;         /* of positions that have shares */
    double value, value_square;   /* and the squared error of the chance */
    double value_weight;
    double owner, owner_square; /* and the squared error, its mean over all points */
    double owner_weight;
};

/* The derivatives of one position's loss by the logits, by the sums that the owners are tanh of,
 * and by the value. */
struct network_errors {
    float logit[BOARD_MAX_POINTS], owner[BOARD_MAX_POINTS], value;
};

/* Adds to LOSS that of the output in WORKSPACE; ERRORS, unless NULL, gets its derivatives. */
void network_loss_add(struct network_loss *loss, const struct network_workspace *workspace,
                      const struct network_target *target, struct network_errors *errors);

/* Adds FROM to INTO. */
void network_loss_unite(struct network_loss *into, const struct network_loss *from);

/* What is descended: the sum of the weighted losses. */
static inline double network_loss_total(const struct network_loss *loss) {
    return loss->policy + loss->value + loss->owner;
}

#endif
