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

#include "network_loss.h"

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
void network_transposed_unfold(struct network_transposed *transposed,
                               const struct network *network);

struct network_gradient {
    size_t count, unfolded; /* of the sums below */
    void *allocated;        /* owned; in it, on a cache line of their own: */
    float *products;        /* sums for kernels, where the network has their transforms */
    float *sums;            /* for the other weights, at their places; 0 for kernels */
    float *outer, *inner;   /* by cell: errors at a block's ends, and within it */
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
