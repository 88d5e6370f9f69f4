/* A short-term memory for the value of the policy-value network: Dyna-2 whose long-term memory is
 * deep. The features phi of a state are the last ones of the network's value, its hidden units and
 * a constant; the long-term memory theta is their trained layer, V and bv of network.h. The tree's
 * simulations learn the short-term memory theta-bar for the same features:
 *
 *     V(s) = sigma(phi(s) . theta + phi(s) . theta-bar)         2008 paper, equation 5, as log odds
 *     theta-bar += alpha-bar (G_t - V(s_t)) phi(s_t) / ||phi(s_t)||^2      2012 paper, equation 10
 *     G_t = (1 - lambda-bar) V(s_{t+1}) + lambda-bar G_{t+1},  G_T = z
 *
 * where s_1 .. s_T are the states of a simulation that the network has evaluated, the root first,
 * and z is the result. With the eligibility traces of the 2008 paper, Algorithm 1, lines 30 to 32,
 * it is the same sum. The network knows whose turn it is, so neighbouring states are compared. V
 * and phi are those of the mover of each state; all changes of a simulation are made at its end, as
 * in td_search.h. */
#ifndef GUZUMI_TREE_MEMORY_H
#define GUZUMI_TREE_MEMORY_H

#include "guzumi/base/params.h"
#include "guzumi/network/network.h"

#include "tree.h"

enum { TREE_MEMORY_FEATURES = NETWORK_HIDDEN + 1 };

/* What is kept of a state that the network has evaluated. */
struct tree_memory_state {
    float long_term; /* phi . theta, within -100 to 100 */
    float phi[TREE_MEMORY_FEATURES];
};

struct tree_memory {
    float theta[TREE_MEMORY_FEATURES]; /* theta-bar */
    uint32_t nodes;                    /* the length of STATE */
    struct tree_memory_state *state;   /* owned or NULL; by node */
};

/* What a simulation adds to the memory. */
struct tree_update {
    struct tree_memory *memory;
    float alpha, lambda;
    float target;                       /* G_t of the next state, Black's view */
    float change[TREE_MEMORY_FEATURES]; /* of theta-bar */
};

/* Makes room for the nodes of TREE; none while the parameter network_memory is 0. */
enum status tree_memory_prepare(struct tree_memory *memory, const struct tree *tree,
                                const struct params *params, struct failure *why);
void tree_memory_free(struct tree_memory *memory);

/* theta-bar = 0, as at the beginning of a game. */
void tree_memory_clear(struct tree_memory *memory);

/* phi . theta-bar of what WORKSPACE has evaluated. */
float tree_memory_correction(const struct tree_memory *memory,
                             const struct network_workspace *workspace);

/* Keeps what WORKSPACE has evaluated as the state of NODE. */
void tree_memory_note(struct tree_memory *memory, uint32_t node,
                      const struct network_workspace *workspace);

/* Begins the update after a simulation with the result Z, Black's view, with the step size and the
 * trace decay of PARAMS. The simulation's states are added, the last one first: nodes that have
 * been noted. Each call returns Black's win rate there, before any change; the end changes
 * theta-bar. */
void tree_update_begin(struct tree_update *update, struct tree_memory *memory,
                       const struct params *params, float z);
float tree_update_add(struct tree_update *update, uint32_t node, enum color to_move);
void tree_update_end(const struct tree_update *update);

#endif
