#include "reference_tree_memory.h"

#include "reference_td.h"

static double product(const struct reference_tree_memory *m, const double *phi) {
    double sum = 0;
    for (int i = 0; i < REFERENCE_FEATURES; i++) sum += phi[i] * m->theta[i];
    return sum;
}

double reference_memory_value(const struct reference_tree_memory *m,
                              const struct reference_memory_state *s) {
    const double odds = s->long_term + product(m, s->phi);
    return reference_logistic(s->to_move == BLACK ? odds : -odds);
}

/* In Black's view the log odds of a state where White moves are minus those of White's, and so are
 * the features. */
void reference_memory_learn(struct reference_tree_memory *m,
                            const struct reference_memory_state *states, int count, double z) {
    struct reference_td td;
    reference_td_init(&td, m->alpha, m->lambda, 1, REFERENCE_FEATURES);
    for (int t = 0; t < count; t++) {
        double phi[REFERENCE_FEATURES], norm = 0;
        for (int i = 0; i < REFERENCE_FEATURES; i++) {
            phi[i] = states[t].to_move == BLACK ? states[t].phi[i] : -states[t].phi[i];
            norm += phi[i] * phi[i];
        }
        const double next = t + 1 < count ? reference_memory_value(m, &states[t + 1]) : z;
        reference_td_state(&td, t, phi, norm, next - reference_memory_value(m, &states[t]), false);
    }
    for (int i = 0; i < REFERENCE_FEATURES; i++) m->theta[i] += td.change[i];
    reference_td_free(&td);
}
