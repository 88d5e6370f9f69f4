/* A sequential test of how much stronger a player is: after each pair of games it asks whether the
 * answer is clear.
 *
 * It is Wald's sequential probability ratio test between two differences in strength, ELO0 < ELO1,
 * with 5 % errors of either kind. Its steps are pairs: two games from one opening with the colours
 * swapped, whose results are not independent. The score of a pair, 0 to 4 half points, has an
 * unknown distribution; the test compares the greatest likelihoods of distributions with either
 * mean (generalised likelihood ratio). A difference of E Elo is a mean score of 1 / (1 + 10^(-E /
 * 400)) a game.
 *
 * The error rates are approximate: steps beyond a bound make them smaller, the estimated
 * distribution makes them larger (tests/unit/test_sprt.c). */
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
    SPRT_ELO0, /* ELO0 or less is likelier */
    SPRT_ELO1  /* ELO1 or more is likelier */
};

struct sprt {
    struct sprt_bounds bounds;
    int64_t count[SPRT_SCORES]; /* pairs by half points */
    double ratio;               /* logarithm of the likelihood ratio; positive speaks for ELO1 */
    enum sprt_verdict verdict;
};

/* The test continues while the ratio is between minus this and this: log((1 - 0.05) / 0.05). */
extern const double sprt_limit;

/* A test without pairs. */
struct sprt sprt_start(struct sprt_bounds bounds);

/* Counts the next pair, in which the player got HALF_POINTS. After a verdict pairs no longer count.
 */
void sprt_add(struct sprt *test, int half_points);

/* The logarithm of the likelihood ratio of COUNT. */
double sprt_ratio(struct sprt_bounds bounds, const int64_t count[SPRT_SCORES]);

/* Prints a line on what was decided about PLAYER against OPPONENT, and why. */
void sprt_print(const struct sprt *test, const char *player, const char *opponent, FILE *out);

/* The number of pairs counted. */
int64_t sprt_pairs(const struct sprt *test);

#endif
