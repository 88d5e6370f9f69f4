/* A sequential test of how much stronger a player is: after each pair of games, is it told yet?
 *
 * Wald's sequential probability ratio test between two differences in strength, ELO0 < ELO1, that
 * errs either way in 5 % of the cases. Its steps are pairs: two games from one opening with the
 * colours swapped, whose results hang together. A pair's score, in half points from 0 to 4, is
 * taken to be drawn from an unknown distribution, of which only the mean is asked: the likelihoods
 * compared are the largest ones of distributions with either mean ("generalised likelihood ratio").
 * A difference of E Elo is a mean score a game of 1 / (1 + 10^(-E / 400)).
 *
 * Stopping as soon as a bound is passed makes the error rates approximate; the step beyond the
 * bound makes them smaller, the estimated distribution larger (tests/unit/test_sprt.c). */
#ifndef GUZUMI_SPRT_H
#define GUZUMI_SPRT_H

#include <stdint.h>
#include <stdio.h>

enum { SPRT_SCORES = 5 }; /* a pair's half points: 0 .. 4 */

struct sprt_bounds {
    double elo0, elo1; /* ELO0 < ELO1 */
};

enum sprt_verdict {
    SPRT_OPEN, /* more pairs are wanted */
    SPRT_ELO0, /* rather no more than ELO0 */
    SPRT_ELO1  /* rather ELO1 and more */
};

struct sprt {
    struct sprt_bounds bounds;
    int64_t count[SPRT_SCORES]; /* pairs by half points */
    double ratio;               /* logarithm of the likelihood ratio; positive speaks for ELO1 */
    enum sprt_verdict verdict;
};

/* Between minus this and this the test goes on: log((1 - 0.05) / 0.05). */
extern const double sprt_limit;

/* No pairs yet. */
struct sprt sprt_start(struct sprt_bounds bounds);

/* Takes in the next pair, in which the player got HALF_POINTS. After the verdict nothing counts. */
void sprt_add(struct sprt *test, int half_points);

/* The logarithm of the likelihood ratio of COUNT. */
double sprt_ratio(struct sprt_bounds bounds, const int64_t count[SPRT_SCORES]);

/* Says in a line what was decided of PLAYER against OPPONENT, by what. */
void sprt_print(const struct sprt *test, const char *player, const char *opponent, FILE *out);

/* Pairs taken in. */
int64_t sprt_pairs(const struct sprt *test);

#endif
