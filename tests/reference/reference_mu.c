#include "reference_mu.h"

#include <math.h>

/* R_t^(n): n rewards and the value after them. */
static double n_step(const struct reference_game *g, int t, int n) {
    double sum = g->v[t + n];
    for (int m = 1; m <= n; m++) sum += g->r[t + m];
    return sum;
}

double reference_lambda_error(const struct reference_game *g, double lambda, int t) {
    const int T = g->last;
    double sum = 0;
    for (int n = 1; n <= T - t - 1; n++) sum += pow(lambda, n - 1) * n_step(g, t, n);
    return (1 - lambda) * sum + pow(lambda, T - t - 1) * n_step(g, t, T - t) - g->v[t];
}

static double d(const struct reference_game *g, bool rewarded, int i) {
    return g->v[i] - g->v[i - 1] + (rewarded ? g->r[i] : 0);
}

static double e(const struct reference_game *g, bool rewarded, int i) {
    const double change = d(g, rewarded, i);
    return g->agent_played[i] ? fmin(change, 0) : fmax(change, 0);
}

static double a(const struct reference_game *g, bool rewarded, int t, int i) {
    double sum = g->v[i];
    for (int m = t + 1; m <= i; m++) sum += g->r[m];
    for (int j = t + 1; j <= i; j++) sum -= e(g, rewarded, j);
    return sum;
}

double reference_mu_error(const struct reference_game *g, double lambda, int plies, double gain,
                          bool rewarded, int t) {
    const int T = g->last, steps = (T - t - 1) / plies;
    double sum = 0;
#define P(i) (1 / (1 + exp(-gain * a(g, rewarded, t, i))))
    for (int n = 1; n <= steps; n++) sum += pow(lambda, n - 1) * P(t + n * plies);
    return (1 - lambda) * sum + pow(lambda, steps) * P(T) - P(t);
#undef P
}
