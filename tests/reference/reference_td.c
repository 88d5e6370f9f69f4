#include "reference_td.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *zeros(int count) {
    double *out = calloc((size_t)count + 1, sizeof *out);
    if (!out) abort();
    return out;
}

void reference_td_init(struct reference_td *td, double alpha, double lambda, int plies,
                       int weight_count) {
    *td = (struct reference_td){
        .alpha = alpha, .lambda = lambda, .plies = plies, .weight_count = weight_count};
    td->trace[0] = zeros(weight_count);
    td->trace[1] = zeros(weight_count);
    td->change = zeros(weight_count);
}

void reference_td_free(struct reference_td *td) {
    free(td->trace[0]);
    free(td->trace[1]);
    free(td->change);
}

void reference_td_state(struct reference_td *td, int t, const double *phi, double norm,
                        double error, bool clear) {
    double *trace = td->trace[t % td->plies];
    if (clear) memset(trace, 0, (size_t)td->weight_count * sizeof *trace);
    for (int i = 0; i < td->weight_count; i++) {
        trace[i] = td->lambda * trace[i] + (norm > 0 ? phi[i] / norm : 0);
        td->change[i] += td->alpha * error * trace[i];
    }
}

double reference_logistic(double x) {
    return 1 / (1 + exp(-x));
}
