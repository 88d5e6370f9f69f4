/* Equations 1 to 9 of Ekker 2004 as they stand, sum by sum. States 0 to LAST, rewards r[i] of the
 * step to state i, v[LAST] the value at the end; everything the agent's view. */
#ifndef GUZUMI_REFERENCE_MU_H
#define GUZUMI_REFERENCE_MU_H

#include <stdbool.h>

struct reference_game {
    int last;
    const double *v, *r;
    const bool *agent_played; /* step i */
};

/* R_t^lambda (equation 9, and 1 with its sum of rewards) less V(s_t). */
double reference_lambda_error(const struct reference_game *game, double lambda, int t);

/* The bracket of equation 8 for state t, of every PLIES-th of the states alone; equation 7's
 * exponent is multiplied by GAIN. */
double reference_mu_error(const struct reference_game *game, double lambda, int plies, double gain,
                          bool rewarded, int t);

#endif
