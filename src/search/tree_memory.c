/* One simulation's way through the tree, and what is learnt from it at its end:
 *
 *     root s_1 -> s_2 -> ... s_T -> playout, z      nodes that the network has evaluated
 *     add s_T, ..., add s_2, add s_1                errors, the last state first
 *     end                                           theta-bar changes */
#include "tree_memory.h"

#include "guzumi/base/threads.h"
#include "guzumi/learner/evaluator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tree_memory_free(struct tree_memory *m) {
    free(m->state);
    memset(m, 0, sizeof *m);
}

void tree_memory_clear(struct tree_memory *m) {
    memset(m->theta, 0, sizeof m->theta);
}

enum status tree_memory_prepare(struct tree_memory *m, const struct tree *tree,
                                const struct params *params, struct failure *why) {
    const uint32_t nodes = params->network_memory > 0 ? tree->capacity : 0;
    if (m->nodes == nodes) return STATUS_OK;
    tree_memory_free(m);
    if (nodes == 0) return STATUS_OK;
    m->state = malloc(nodes * sizeof *m->state);
    if (!m->state) return out_of_memory(why, "the network's short-term memory");
    m->nodes = nodes;
    return STATUS_OK;
}

static float square(const float *phi) {
    float sum = 0;
    for (int i = 0; i < TREE_MEMORY_FEATURES; i++) sum += phi[i] * phi[i];
    return sum;
}

/* Weights from a file may be of any size: beyond these bounds features count as 0. */
#define MOST_SQUARE 1e12f
#define MOST_LOGIT 100.0f

static void find_features(const struct network_workspace *w, float *phi) {
    memcpy(phi, w->hidden, sizeof w->hidden);
    phi[NETWORK_HIDDEN] = 1;
    if (!(square(phi) <= MOST_SQUARE)) memset(phi, 0, sizeof w->hidden);
}

/* Other threads may be learning. */
static float product(const struct tree_memory *m, const float *phi) {
    float sum = 0;
    for (int i = 0; i < TREE_MEMORY_FEATURES; i++) sum += phi[i] * concurrent_read(&m->theta[i]);
    return sum;
}

float tree_memory_correction(const struct tree_memory *m, const struct network_workspace *w) {
    float phi[TREE_MEMORY_FEATURES];
    find_features(w, phi);
    return product(m, phi);
}

void tree_memory_note(struct tree_memory *m, uint32_t node, const struct network_workspace *w) {
    struct tree_memory_state *state = &m->state[node];
    state->long_term = network_within(w->value, MOST_LOGIT);
    find_features(w, state->phi);
}

void tree_update_begin(struct tree_update *update, struct tree_memory *m,
                       const struct params *params, float z) {
    *update = (struct tree_update){.memory = m,
                                   .alpha = (float)params->network_memory,
                                   .lambda = (float)params->search_lambda,
                                   .target = z};
}

/* From the last state to the first, so that G_t is known from G_{t+1}. The value is the mover's,
 * the target Black's; for White both terms of the error change sign:
 *
 *     (1 - G_t) - (1 - V_black) = V_black - G_t
 */
float tree_update_add(struct tree_update *update, uint32_t node, enum color to_move) {
    const struct tree_memory *m = update->memory;
    const struct tree_memory_state *state = &m->state[node];
    const float odds = state->long_term + product(m, state->phi);
    const float value = (float)logistic((double)odds);
    const float black = to_move == BLACK ? value : 1 - value;
    const float error = (update->target - black) * (float)color_sign(to_move);
    const float step = update->alpha * error / square(state->phi);
    for (int i = 0; i < TREE_MEMORY_FEATURES; i++) update->change[i] += step * state->phi[i];
    update->target = (1 - update->lambda) * black + update->lambda * update->target;
    return black;
}

/* All changes at once, so that the values within a simulation are those of one theta-bar. */
void tree_update_end(const struct tree_update *update) {
    struct tree_memory *m = update->memory;
    for (int i = 0; i < TREE_MEMORY_FEATURES; i++) concurrent_add(&m->theta[i], update->change[i]);
}
