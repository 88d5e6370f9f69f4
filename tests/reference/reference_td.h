/* The TD rule as the papers write it: online, with eligibility traces as dense vectors over all
 * weights (2012, equations 10 and 11; the equations are in td.h).
 *
 * The values are those of the episode's play. With two-ply updates the states of either parity have
 * a trace of their own. */
#ifndef GUZUMI_REFERENCE_TD_H
#define GUZUMI_REFERENCE_TD_H

#include <stdbool.h>

struct reference_td {
    double alpha, lambda;
    int plies;        /* 1 or 2 */
    int weight_count; /* length of the vectors */
    double *trace[2]; /* owned */
    double *change;   /* owned; of each weight, so far */
};

/* Aborts when memory runs out. */
void reference_td_init(struct reference_td *td, double alpha, double lambda, int plies,
                       int weight_count);
void reference_td_free(struct reference_td *td);

/* State number T (1, 2, ...) of an episode: its features PHI with their NORM, the TD error from it,
 * and whether the trace from earlier states is cleared first. */
void reference_td_state(struct reference_td *td, int t, const double *phi, double norm,
                        double error, bool clear);

double reference_logistic(double x);

#endif
