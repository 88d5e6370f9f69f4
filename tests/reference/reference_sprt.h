/* The likelihood of scores of pairs of games, plainly: climbs over all distributions of a mean. */
#ifndef GUZUMI_REFERENCE_SPRT_H
#define GUZUMI_REFERENCE_SPRT_H

#include <stdint.h>

/* The largest sum of count[i] log(p[i]) over the distributions p of the scores 0, 1/4, 1/2, 3/4, 1
 * with mean MEAN. */
double reference_likelihood(const int64_t count[5], double mean);

/* The logarithm of the likelihood ratio of ELO1 against ELO0. */
double reference_ratio(const int64_t count[5], double elo0, double elo1);

#endif
