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
#ifndef GUZUMI_NETWORK_ADAM_H
#define GUZUMI_NETWORK_ADAM_H

#include "guzumi/network/network.h"

#include <stdint.h>

struct network_adam {
    uint64_t steps;
    int count;      /* of the weights */
    float *m, *v;   /* owned; by weight */
    float *average; /* owned; of the weights */
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
