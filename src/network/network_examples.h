/* Samples (samples.h) as the policy-value network learns from them: input planes and targets,
 * computed once and stored compactly, since there are many.
 *
 * A position of a game has full weight. Its value target is a lambda return: lambda times that of
 * the next position plus 1 - lambda times the search's own, for as long as the game followed the
 * search's choice. A position inside a tree, with n simulations through it, has weight n / (n +
 * 300) for its policy and n / (n + 60) for its value.
 *
 * One game in forty is held out: nothing is learnt from it, so it measures how well the network
 * generalises. */
#ifndef GUZUMI_NETWORK_EXAMPLES_H
#define GUZUMI_NETWORK_EXAMPLES_H

#include "guzumi/network/samples.h"
#include "guzumi/network/trained_policy.h"
#include "network_gradient.h"

/* A point of the board: its planes that are 0 or 1 as bits, the others in units, its target. */
struct network_point {
    uint16_t planes;
    int16_t likelihood, gain;
    int8_t ownership; /* hundredths, the mover's view */
    float policy;     /* target probability */
};

struct network_example {
    size_t first; /* of its points, by row */
    uint8_t size;
    bool inner; /* from inside a tree */
    float komi; /* the value of its plane */
    float value, policy_weight, value_weight, ownership_weight;
};

struct network_examples {
    struct network_example *all; /* owned */
    struct network_point *points;
    size_t count, point_count;
    size_t *learnt, *held_out; /* owned; indices */
    size_t learnt_count, held_out_count;
};

/* Makes examples of all SAMPLES, which may be freed afterwards, with the policies and local shapes
 * of STORE and returns by LAMBDA. OUT must be freed even if this fails. */
enum status network_examples_read(struct network_examples *out, const struct samples *samples,
                                  struct weight_store *store, double lambda, struct failure *why);
void network_examples_free(struct network_examples *examples);

/* Sets the planes and the target of the example number INDEX, turned by SYMMETRY (point.h). */
void network_examples_set(const struct network_examples *examples, size_t index, int symmetry,
                          struct network_workspace *workspace, struct network_target *target);

#endif
