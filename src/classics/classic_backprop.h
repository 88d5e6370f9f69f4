/* How a network learns: the errors of its outputs, state by state, change its weights.
 *
 * Backpropagation: dw = alpha times the sum over states and outputs of error times dy/dw, divided
 * by the square root of the number of connections that share the weight, as is usual for kernels
 * (Le Cun 1989). RPROP (Riedmiller and Braun 1993) uses the signs of the derivatives alone: a
 * weight's step is multiplied by 1.2 while the sign stays and by 0.5 when it changes, after which
 * that derivative counts as 0. Nothing here knows where the errors come from. */
#ifndef GUZUMI_CLASSIC_BACKPROP_H
#define GUZUMI_CLASSIC_BACKPROP_H

#include "guzumi/base/params.h"
#include "guzumi/classics/classic.h"

/* --- derivatives --- */

/* Derivatives of a scalar E, summed over any number of states until they are folded. */
struct classic_gradient {
    float *matrix; /* owned; by expanded weight */
    float *bias;   /* owned; by unit */
    float *error;  /* owned; by unit, of the present state */
};
enum status classic_gradient_init(struct classic_gradient *gradient, const struct classic *network,
                                  struct failure *why);
void classic_gradient_free(struct classic_gradient *gradient);

/* Adds the derivatives for a state whose forward pass gave VALUES. OUTPUT_ERRORS has dE/dy for each
 * output. */
void classic_backward(const struct classic *network, float bias_input, const float *values,
                      const float *output_errors, struct classic_gradient *gradient);

/* Folds the derivatives into one for each weight, summing those of shared weights, and starts again
 * from zero. */
void classic_fold(const struct classic *network, struct classic_gradient *gradient,
                  float *derivatives);

/* --- steps --- */

struct classic_backprop {
    struct classic *network;          /* borrowed */
    struct classic_gradient gradient; /* of the states since the last update */
    int states;                       /* number of those states */
    float *values;                    /* owned; of the state seen last */
    float *derivatives;               /* owned; by weight */
    float *scale;                     /* owned; by weight: 1 over the root of its connections */
    float *step, *before;             /* owned; by weight: RPROP's step, and the last derivative */
    float largest_step;               /* of RPROP */
    bool backtracks;
};

/* RPROP follows the parameters rprop_step, rprop_largest and rprop_backtracking of
 * PARAMS. */
enum status classic_backprop_init(struct classic_backprop *learner, struct classic *network,
                                  const struct params *params, struct failure *why);
void classic_backprop_free(struct classic_backprop *learner);

/* Evaluates a state; returns its outputs, valid until the next call. */
const float *classic_backprop_see(struct classic_backprop *learner, const float *input,
                                  float bias_input);

/* Notes the output errors of the state seen last: target values less present values. */
void classic_backprop_note(struct classic_backprop *learner, float bias_input, const float *errors);

/* Changes the weights by the errors noted, and forgets these. ALPHA is for backpropagation. */
void classic_backprop_update(struct classic_backprop *learner, enum update_kind kind, double alpha);

#endif
