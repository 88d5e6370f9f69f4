/* The learning rules as the papers write them: TD(lambda) with dense eligibility traces, and the
 * sums of Ekker 2004. */
#ifndef GUZUMI_REFERENCE_TD_H
#define GUZUMI_REFERENCE_TD_H

#include <stdbool.h>

/* The TD rule online, with eligibility traces as dense vectors over all weights (2012, equations 10
 * and 11, as in td.h). The values are those of the episode's play. With two-ply updates the states
 * of each parity have a trace of their own. */
struct reference_td {
    double alpha, lambda;
    int plies;        /* 1 or 2 */
    int weight_count; /* length of the vectors */
    double *trace[2]; /* owned */
    double *change;   /* owned; of each weight, so far */
};

/* Aborts if out of memory. */
void reference_td_init(struct reference_td *td, double alpha, double lambda, int plies,
                       int weight_count);
void reference_td_free(struct reference_td *td);

/* Adds state number T (1, 2, ...) of an episode: its features PHI with their NORM and its TD ERROR.
 * CLEAR cuts the trace of earlier states first. */
void reference_td_state(struct reference_td *td, int t, const double *phi, double norm,
                        double error, bool clear);

double reference_logistic(double x);

/* Equations 1 to 9 of Ekker 2004, sum by sum: states 0 to LAST, the reward r[i] of the step to
 * state i, the final value v[LAST]; everything in the agent's view. */
struct reference_episode {
    int last;
    const double *v, *r;
    const bool *agent_played; /* step i */
};

/* R_t^lambda (equation 9, and 1 with its sum of rewards) - V(s_t). */
double reference_lambda_error(const struct reference_episode *game, double lambda, int t);

/* The bracket of equation 8 for state t, over every PLIES-th state; GAIN multiplies the exponent of
 * equation 7. */
double reference_mu_error(const struct reference_episode *game, double lambda, int plies,
                          double gain, bool rewarded, int t);

#endif
