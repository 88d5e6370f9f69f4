/* The dual network and its loss as their headers define them: convolutions and sums by plain loops
 * in double precision, derivatives by central differences. */
#ifndef GUZUMI_REFERENCE_DUAL_H
#define GUZUMI_REFERENCE_DUAL_H

#include "guzumi/dual_loss.h"

/* By point. */
typedef double reference_planes[BOARD_MAX_POINTS][DUAL_PLANES];

struct reference_dual {
    double logit[BOARD_MAX_POINTS], owner[BOARD_MAX_POINTS], value;
};

/* The output of a network of SHAPE's maps, blocks and layout with these WEIGHTS, on a board of
 * SIZE. */
void reference_dual_forward(const struct dual_network *shape, const double *weights, int size,
                            reference_planes planes, struct reference_dual *out);

/* The sum of the weighted losses. */
double reference_dual_loss(int size, const struct reference_dual *output,
                           const struct dual_target *target);

/* The derivative of that by the weight INDEX. WEIGHTS are the same afterwards. */
double reference_dual_derivative(const struct dual_network *shape, double *weights, int index,
                                 int size, reference_planes planes,
                                 const struct dual_target *target);

#endif
