/* Backpropagation through the policy-value network: the derivatives of the loss (network_loss.h) of
 * any number of positions by the weights, added up.
 *
 * The derivatives by a kernel are sums over tiles as the convolution is (network_kernel.h): with
 * the errors e of a tile's outputs and A, B, G of the filter, G' [(B' d B) . (A e A')] G. The
 * products in the brackets are added up for all tiles and positions, and folded to kernels once, in
 * the end. The errors of a convolution's inputs are those of its outputs, convolved by the kernel
 * turned by half and transposed.
 *
 * Each thread adds to a gradient of its own. Sums have a fixed order. */
#ifndef GUZUMI_NETWORK_GRADIENT_H
#define GUZUMI_NETWORK_GRADIENT_H

#include "guzumi/base/bitset.h"
#include "guzumi/network/network.h"

#include <stdint.h>

/* --- losses -------------------------------------------------------------------------------------
 */

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

/* The mover's view, by point. */
struct network_target {
    float policy[BOARD_MAX_POINTS];    /* fractions of the search's visits: sum 1, or all 0 */
    float ownership[BOARD_MAX_POINTS]; /* -1 to 1 */
    float value;                       /* win rate, 0 to 1 */
    float policy_weight, value_weight, ownership_weight;
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
    double ownership, ownership_square; /* and the squared error, its mean over all points */
    double ownership_weight;
};

/* The derivatives of one position's loss by the logits, by the sums that the owners are tanh of,
 * and by the value. */
struct network_errors {
    float logit[BOARD_MAX_POINTS], ownership[BOARD_MAX_POINTS], value;
};

/* Adds to LOSS that of the output in WORKSPACE; ERRORS, unless NULL, gets its derivatives. */
void network_loss_add(struct network_loss *loss, const struct network_workspace *workspace,
                      const struct network_target *target, struct network_errors *errors);

/* Adds FROM to INTO. */
void network_loss_merge(struct network_loss *into, const struct network_loss *from);

/* What is descended: the sum of the weighted losses. */
static inline double network_loss_total(const struct network_loss *loss) {
    return loss->policy + loss->value + loss->ownership;
}

/* A network's matrices the other way round. Threads can share it. */
struct network_transposed {
    void *allocated; /* owned; in it, on a cache line of their own: */
    float *kernels;  /* transforms, at the places that those of the network have */
    float *head;     /* H' */
    float *turned;   /* one kernel, while it is turned */
};

/* All zero. Free with network_transposed_free, which is fine for NULL. */
enum status network_transposed_new(struct network_transposed **out, const struct network *network,
                                   struct failure *why);
void network_transposed_free(struct network_transposed *transposed);

/* Brings it up to date with the weights. */
void network_transposed_update(struct network_transposed *transposed,
                               const struct network *network);

struct network_gradient {
    size_t count, transformed; /* of the sums below */
    void *allocated;           /* owned; in it, on a cache line of their own: */
    float *products;           /* sums for kernels, where the network has their transforms */
    float *sums;               /* for the other weights, at their places; 0 for kernels */
    float *outer, *inner;      /* by cell: errors at a block's ends, and within it */
};

/* All zero. Free with network_gradient_free, which is fine for NULL. */
enum status network_gradient_new(struct network_gradient **out, const struct network *network,
                                 struct failure *why);
void network_gradient_free(struct network_gradient *gradient);

/* Begins again from no positions. */
void network_gradient_clear(struct network_gradient *gradient);

/* Adds the position whose output network_forward has just left in WORKSPACE, and its loss to
 * LOSS. Planes and output stay as they are. TRANSPOSED is up to date with NETWORK. */
void network_gradient_add(struct network_gradient *gradient, const struct network *network,
                          const struct network_transposed *transposed,
                          struct network_workspace *workspace, const struct network_target *target,
                          struct network_loss *loss);

/* Adds the derivatives to DERIVATIVES, one for each weight of NETWORK. */
void network_gradient_fold(const struct network_gradient *gradient, const struct network *network,
                           float *derivatives);

#endif
