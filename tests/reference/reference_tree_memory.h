/* Dyna-2's short-term memory over the features of a value network (src/search/tree_memory.h) as
 * Algorithm 1 of the 2008 paper writes it: eligibility traces, all in Black's view and in double
 * precision. */
#ifndef GUZUMI_REFERENCE_TREE_MEMORY_H
#define GUZUMI_REFERENCE_TREE_MEMORY_H

#include "guzumi/go/point.h"

enum { REFERENCE_FEATURES = 33 }; /* 32 hidden units and a constant */

struct reference_tree_memory {
    double alpha, lambda;
    double theta[REFERENCE_FEATURES];
};

struct reference_memory_state {
    double long_term; /* phi . theta, the mover's view */
    double phi[REFERENCE_FEATURES];
    enum color to_move;
};

/* Black's win rate. */
double reference_memory_value(const struct reference_tree_memory *memory,
                              const struct reference_memory_state *state);

/* Learns from a simulation through COUNT states, the root first, that ends with Z, Black's view. */
void reference_memory_learn(struct reference_tree_memory *memory,
                            const struct reference_memory_state *states, int count, double z);

#endif
