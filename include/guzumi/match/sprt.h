/* Wald's sequential probability ratio test of the difference in strength between two players.
 *
 * It decides between two differences, ELO0 < ELO1, with 5 % errors of either kind. Its observations
 * are pairs: two games from one opening with the colours swapped, whose results are not
 * independent. The score of a pair, 0 to 4 half points, has an unknown distribution; the test
 * compares the maximum likelihoods of distributions with the one and with the other mean
 * (generalised likelihood ratio). A difference of E Elo is a mean score of 1 / (1 + 10^(-E / 400))
 * per game.
 *
 * The error rates are approximate: overshooting a bound lowers them, estimating the distribution
 * raises them (tests/unit/test_sprt.c). */
#ifndef GUZUMI_SPRT_H
#define GUZUMI_SPRT_H

#include <stdint.h>
#include <stdio.h>

enum { SPRT_SCORES = 5 }; /* a pair's half points: 0 .. 4 */

struct sprt_bounds {
    double elo0, elo1; /* ELO0 < ELO1 */
};

enum sprt_verdict {
    SPRT_OPEN, /* more pairs are needed */
    SPRT_ELO0, /* ELO0 or less */
    SPRT_ELO1  /* ELO1 or more */
};

struct sprt {
    struct sprt_bounds bounds;
    int64_t count[SPRT_SCORES]; /* pairs by half points */
    double ratio;               /* log likelihood ratio; positive for ELO1 */
    enum sprt_verdict verdict;
};

/* The test continues while |ratio| < sprt_limit = log((1 - 0.05) / 0.05). */
extern const double sprt_limit;

/* A test without pairs. */
struct sprt sprt_start(struct sprt_bounds bounds);

/* Adds a pair in which the player scored HALF_POINTS; ignored after a verdict. */
void sprt_add(struct sprt *test, int half_points);

/* Adds pairs of other games between the same players, COUNT by half points, whose order among these
 * does not matter: they count even after a verdict, and all of them together give the new one. */
void sprt_add_all(struct sprt *test, const int64_t count[SPRT_SCORES]);

/* Prints the verdict on PLAYER against OPPONENT, the ratio and the counts. */
void sprt_print(const struct sprt *test, const char *player, const char *opponent, FILE *out);

/* The number of pairs counted. */
int64_t sprt_pairs(const struct sprt *test);

#endif
