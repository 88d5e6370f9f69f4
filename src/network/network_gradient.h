/* Backpropagation through the policy-value network: the losses of its output at any number of
 * positions, and their derivatives by the weights, summed.
 *
 * The derivative by a kernel is a sum over tiles, as the convolution is (network_kernel.h): with
 * the errors e of a tile's outputs and A, B, G of the filter, G' [(B' d B) . (A e A')] G. The
 * products in brackets are summed over all tiles and positions, and folded to kernels once at the
 * end. The errors of a convolution's inputs are its outputs' errors convolved by the kernel,
 * rotated by half a turn and transposed.
 *
 * Each thread adds to a gradient of its own. Sums have a fixed order. */
#ifndef GUZUMI_NETWORK_GRADIENT_H
#define GUZUMI_NETWORK_GRADIENT_H

#include "guzumi/base/bitset.h"
#include "guzumi/network/network.h"

#include <stdint.h>

/* --- losses --- */

/* Three losses are summed, each with its weight; each is 0 where the output equals the target.
 *
 *     policy       KL(p || pi) = sum over a of p(a) (log p(a) - log pi(a)), over the candidates;
 *                  p: fractions of the search's visits, pi: softmax of the logits
 *     value        KL of the mover's win rate
 *     ownership    twice the mean over all points of the KL of (1 + ownership) / 2, the probability
 *                  that the point is the mover's */

/* The mover's view, by point. */
struct network_target {
    float policy[BOARD_MAX_POINTS];    /* fractions of the search's visits: sum 1, or all 0 */
    float ownership[BOARD_MAX_POINTS]; /* -1 to 1 */
    float value;                       /* win rate, 0 to 1 */
    float policy_weight, value_weight, ownership_weight;
    struct bitset candidates; /* those of the input planes; all others have policy 0 */
};

/* Weighted sums over positions; divided by the sum of weights of its group, a loss is a mean. */
struct network_loss {
    uint64_t positions;
    double policy, linear_policy; /* of the network, and of the linear policy alone */
    double hits;                  /* the likeliest move is the most visited one */
    double policy_weight;         /* of positions with visits */
    double value, value_square;   /* and the squared error */
    double value_weight;
    double ownership, ownership_square; /* and the squared error, mean over points */
    double ownership_weight;
};

/* The derivatives of one position's loss by the logits, by ownership before tanh, and by the value.
 */
struct network_errors {
    float logit[BOARD_MAX_POINTS], ownership[BOARD_MAX_POINTS], value;
};

/* Adds the loss of the output in WORKSPACE to LOSS; ERRORS, unless NULL, gets its derivatives. */
void network_loss_add(struct network_loss *loss, const struct network_workspace *workspace,
                      const struct network_target *target, struct network_errors *errors);

/* Adds FROM to INTO. */
void network_loss_merge(struct network_loss *into, const struct network_loss *from);

/* A network's matrices transposed, for the way back. Threads can share it. */
struct network_transposed {
    void *allocated; /* owned; holds, aligned to a cache line: */
    float *kernels;  /* transforms, laid out as the network's are */
    float *head;     /* H' */
    float *turned;   /* scratch: one kernel, rotated */
};

/* All zero. Free with network_transposed_free, which accepts NULL. */
enum status network_transposed_new(struct network_transposed **out, const struct network *network,
                                   struct failure *why);
void network_transposed_free(struct network_transposed *transposed);

/* Recomputes it from the weights. */
void network_transposed_update(struct network_transposed *transposed,
                               const struct network *network);

/* Positions that go back through a layer together. */
enum { NETWORK_GROUP = 8 };

struct network_gradient {
    size_t count, transformed; /* of the sums below */
    void *allocated;           /* owned; holds, aligned to a cache line: */
    float *products;           /* for kernels: 25 x I x C each, laid out as transforms */
    float *sums;               /* for all other weights, at their indices */
    /* cells x C of each position of a group: errors at a block's output, and within it */
    float *outer[NETWORK_GROUP], *inner[NETWORK_GROUP];
};

/* All zero. Free with network_gradient_free, which accepts NULL. */
enum status network_gradient_new(struct network_gradient **out, const struct network *network,
                                 struct failure *why);
void network_gradient_free(struct network_gradient *gradient);

/* Resets it to no positions. */
void network_gradient_clear(struct network_gradient *gradient);

/* Adds COUNT positions, at most NETWORK_GROUP, whose output network_forward or network_forward_all
 * has just left in WORKSPACES, and the loss of each to one of LOSSES. Input planes and output are
 * left as they are. TRANSPOSED is up to date with NETWORK. The sums do not depend on how positions
 * are grouped. */
void network_gradient_add(struct network_gradient *gradient, const struct network *network,
                          const struct network_transposed *transposed,
                          struct network_workspace *const workspaces[],
                          const struct network_target *targets, struct network_loss *const losses[],
                          int count);

/* Adds the derivatives to DERIVATIVES, one for each weight of NETWORK. */
void network_gradient_fold(const struct network_gradient *gradient, const struct network *network,
                           float *derivatives);

/* --- the optimiser --- */

/* The optimiser of the policy-value network: Adam (Kingma and Ba 2015) with decoupled weight decay
 * (Loshchilov and Hutter 2019), and an exponential average of the weights over the steps, which
 * plays better than any one step's weights (Polyak and Juditsky 1992).
 *
 * With the derivative g, step number t, and first and second moment m and v of the weight w:
 *
 *     m += (1 - 0.9) (g - m),    v += (1 - 0.999) (g g - v)
 *     w -= alpha (m / (1 - 0.9^t) / (sqrt(v / (1 - 0.999^t)) + 1e-8) + 0.001 w)
 *
 * Its numbers are its whole state: stored and restored, it continues exactly. */
struct network_adam {
    uint64_t steps;
    int count;      /* of the weights */
    float *m, *v;   /* by weight; owned, one block with the next */
    float *average; /* of the weights */
};

/* All moments zero; the average begins at NETWORK's weights. */
enum status network_adam_init(struct network_adam *adam, const struct network *network,
                              struct failure *why);
void network_adam_free(struct network_adam *adam);

/* One step with step size ALPHA along DERIVATIVES, means over positions by weight. The caller
 * recomputes the network's transforms. */
void network_adam_step(struct network_adam *adam, struct network *network, const float *derivatives,
                       double alpha);

/* OUT gets the average weights. */
void network_adam_average(const struct network_adam *adam, float *out);

#endif
