/* The classic networks as their header defines them, unit by unit in double precision, and
 * derivatives by central differences. */
#ifndef GUZUMI_REFERENCE_CLASSIC_H
#define GUZUMI_REFERENCE_CLASSIC_H

#include "guzumi/classics/classic.h"

enum { REFERENCE_CLASSIC_UNITS = 2048 };

/* The outputs of a network of SHAPE with WEIGHTS (the biases by layer from layer 1, then the
 * links). Returns their number. */
int reference_classic_outputs(const struct classic_shape *shape, const double *weights,
                              const double *input, double bias_input, double *outputs);

/* dE/dw of the weight INDEX by central differences, for E = sum_i ERRORS[i] output[i]. Restores
 * WEIGHTS. */
double reference_classic_derivative(const struct classic_shape *shape, double *weights, int index,
                                    const double *input, double bias_input, const double *errors);

#endif
