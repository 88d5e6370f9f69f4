/* What the policy-value network learns from: samples (samples.h) as the planes that it reads
 * and what it is to foretell, worked out once and kept small, since there are many.
 *
 * Of a position of a game all counts. Its value looks ahead: it is lambda times that of the next
 * one and 1 - lambda times the search's own, and so on as long as the search's moves were played.
 * Of a position inside a search's tree, which n simulations went through, the moves have the weight
 * n / (n + 300) and the value, its mean, n / (n + 60).
 *
 * One game in forty is held out: nothing learns from it, which tells how well the network judges
 * what it has not seen. */
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
    float share;
};

struct network_example {
    size_t first; /* of its points, by row */
    uint8_t size;
    bool inner; /* it is from inside a tree */
    float komi; /* its plane */
    float value, policy_weight, value_weight, ownership_weight;
};

struct network_examples {
    struct network_example *all; /* owned */
    struct network_point *points;
    size_t count, point_count;
    size_t *learnt, *held_out; /* owned; indices */
    size_t learnt_count, held_out_count;
};

/* Makes examples of all SAMPLES, which are needed no more, with the policies and local shapes of
 * STORE and returns by LAMBDA. OUT is to be freed even if this fails. */
enum status network_examples_read(struct network_examples *out, const struct samples *samples,
                                  struct weight_store *store, double lambda, struct failure *why);
void network_examples_free(struct network_examples *examples);

/* Sets the planes and the target of the example number INDEX, turned by SYMMETRY (point.h). */
void network_examples_set(const struct network_examples *examples, size_t index, int symmetry,
                          struct network_workspace *workspace, struct network_target *target);

#endif
