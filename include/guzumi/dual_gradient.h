/* Backpropagation through the dual network: the derivatives of the loss (dual_loss.h) of any number
 * of positions by the weights, added up.
 *
 * The derivatives by a kernel are sums over tiles as the convolution is (dual_kernel.h): with the
 * errors e of a tile's outputs and A, B, G of the filter, G' [(B' d B) . (A e A')] G. The products
 * in the brackets are added up for all tiles and positions, and folded to kernels once, in the end.
 * The errors of a convolution's inputs are those of its outputs, convolved by the kernel turned by
 * half and transposed.
 *
 * Each thread adds to a gradient of its own. Sums have a fixed order. */
#ifndef GUZUMI_DUAL_GRADIENT_H
#define GUZUMI_DUAL_GRADIENT_H

#include "guzumi/dual_loss.h"

/* A network's matrices the other way round. Threads can share it. */
struct dual_transposed {
    void *allocated; /* owned; in it, on a cache line of their own: */
    float *kernels;  /* transforms, at the places that those of the network have */
    float *head;     /* H' */
    float *turned;   /* one kernel, while it is turned */
};

/* All zero. Free with dual_transposed_free, which is fine for NULL. */
enum status dual_transposed_new(struct dual_transposed **out, const struct dual_network *network,
                                struct failure *why);
void dual_transposed_free(struct dual_transposed *transposed);

/* Brings it up to date with the weights. */
void dual_transposed_unfold(struct dual_transposed *transposed, const struct dual_network *network);

struct dual_gradient {
    size_t count, unfolded; /* of the sums below */
    void *allocated;        /* owned; in it, on a cache line of their own: */
    float *products;        /* sums for kernels, where the network has their transforms */
    float *sums;            /* for the other weights, at their places; 0 for kernels */
    float *outer, *inner;   /* by cell: errors at a block's ends, and within it */
};

/* All zero. Free with dual_gradient_free, which is fine for NULL. */
enum status dual_gradient_new(struct dual_gradient **out, const struct dual_network *network,
                              struct failure *why);
void dual_gradient_free(struct dual_gradient *gradient);

/* Begins again from no positions. */
void dual_gradient_clear(struct dual_gradient *gradient);

/* Adds the position whose output dual_network_forward has just left in WORKSPACE, and its loss to
 * LOSS. Planes and output stay as they are. TRANSPOSED is up to date with NETWORK. */
void dual_gradient_add(struct dual_gradient *gradient, const struct dual_network *network,
                       const struct dual_transposed *transposed, struct dual_workspace *workspace,
                       const struct dual_target *target, struct dual_loss *loss);

/* Adds the derivatives to DERIVATIVES, one for each weight of NETWORK. */
void dual_gradient_fold(const struct dual_gradient *gradient, const struct dual_network *network,
                        float *derivatives);

#endif
