/* The policy-value network and its loss as their headers define them: convolutions and sums by
 * plain loops in double precision, derivatives by central differences. */
#ifndef GUZUMI_REFERENCE_NETWORK_H
#define GUZUMI_REFERENCE_NETWORK_H

#include "network_gradient.h"

/* By point. */
typedef double reference_planes[BOARD_MAX_POINTS][NETWORK_PLANES];

struct reference_network {
    double logit[BOARD_MAX_POINTS], ownership[BOARD_MAX_POINTS], value;
};

/* The output of a network of SHAPE's channels, blocks and layout with these WEIGHTS, on a board of
 * SIZE. */
void reference_network_forward(const struct network *shape, const double *weights, int size,
                               reference_planes planes, struct reference_network *out);

/* The sum of the weighted losses. */
double reference_network_loss(int size, const struct reference_network *output,
                              const struct network_target *target);

/* The derivative of that by the weight INDEX. WEIGHTS are the same afterwards. */
double reference_network_derivative(const struct network *shape, double *weights, int index,
                                    int size, reference_planes planes,
                                    const struct network_target *target);

#endif
