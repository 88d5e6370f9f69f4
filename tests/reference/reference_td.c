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

/* --- Ekker 2004 --- */

/* R_t^(n): n rewards and the value after them. */
static double n_step(const struct reference_episode *g, int t, int n) {
    double sum = g->v[t + n];
    for (int m = 1; m <= n; m++) sum += g->r[t + m];
    return sum;
}

double reference_lambda_error(const struct reference_episode *g, double lambda, int t) {
    const int T = g->last;
    double sum = 0;
    for (int n = 1; n <= T - t - 1; n++) sum += pow(lambda, n - 1) * n_step(g, t, n);
    return (1 - lambda) * sum + pow(lambda, T - t - 1) * n_step(g, t, T - t) - g->v[t];
}

static double d(const struct reference_episode *g, bool rewarded, int i) {
    return g->v[i] - g->v[i - 1] + (rewarded ? g->r[i] : 0);
}

static double e(const struct reference_episode *g, bool rewarded, int i) {
    const double change = d(g, rewarded, i);
    return g->agent_played[i] ? fmin(change, 0) : fmax(change, 0);
}

static double a(const struct reference_episode *g, bool rewarded, int t, int i) {
    double sum = g->v[i];
    for (int m = t + 1; m <= i; m++) sum += g->r[m];
    for (int j = t + 1; j <= i; j++) sum -= e(g, rewarded, j);
    return sum;
}

double reference_mu_error(const struct reference_episode *g, double lambda, int plies, double gain,
                          bool rewarded, int t) {
    const int T = g->last, steps = (T - t - 1) / plies;
    double sum = 0;
#define P(i) (1 / (1 + exp(-gain * a(g, rewarded, t, i))))
    for (int n = 1; n <= steps; n++) sum += pow(lambda, n - 1) * P(t + n * plies);
    return (1 - lambda) * sum + pow(lambda, steps) * P(T) - P(t);
#undef P
}
