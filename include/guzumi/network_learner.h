/* How a network learns: errors of its outputs, state by state, become changes of its weights.
 *
 * Backpropagation: dw = alpha sum over states and outputs of error times dy/dw, divided by the
 * square root of the number of connections that share the weight, as is usual for kernels (Le Cun
 * 1989). RPROP (Riedmiller and Braun 1993) only looks at the signs of the derivatives: a weight's
 * step grows by 1.2 while the sign stays and shrinks by 0.5 when it changes, after which that
 * derivative counts as 0. Nothing here knows where the errors come from. */
#ifndef GUZUMI_NETWORK_LEARNER_H
#define GUZUMI_NETWORK_LEARNER_H

#include "guzumi/network.h"
#include "guzumi/params.h"

struct network_learner {
    struct network *network;          /* borrowed */
    struct network_gradient gradient; /* of the states since the last update */
    int states;                       /* their number */
    float *values;                    /* owned; of the state that was seen last */
    float *derivatives;               /* owned; by weight */
    float *scale;                     /* owned; by weight: 1 over the root of its connections */
    float *step, *before; /* owned; RPROP's step of each weight and its last derivative */
};

/* RPROP's steps start at RPROP_STEP. */
enum status network_learner_init(struct network_learner *learner, struct network *network,
                                 double rprop_step, struct failure *why);
void network_learner_free(struct network_learner *learner);

/* Evaluates a state; returns its outputs, valid until the next call. */
const float *network_learner_see(struct network_learner *learner, const float *input,
                                 float bias_input);

/* Notes the errors of the outputs of the state seen last: wanted less present values. */
void network_learner_note(struct network_learner *learner, float bias_input, const float *errors);

/* Changes the weights by what was noted, which is forgotten. ALPHA is backpropagation's. */
void network_learner_update(struct network_learner *learner, enum update_kind kind, double alpha);

#endif
