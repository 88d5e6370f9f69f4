/* Ratings: the Bradley-Terry model with an advantage of the first move, by maximum likelihood.
 *
 * P(i, moving first, beats j) = 1 / (1 + 10^(-(R_i + A - R_j) / 400)), R and A in Elo; a draw is
 * half a win for each. The log-likelihood is concave; its maximum is found by Newton's method, and
 * the inverse of its second derivatives gives the intervals (Bradley and Terry 1952; Hunter, MM
 * algorithms for generalized Bradley-Terry models, 2004, for when a maximum exists). */
#ifndef GUZUMI_RATINGS_H
#define GUZUMI_RATINGS_H

#include "guzumi/rng.h"
#include "guzumi/status.h"

#include <stddef.h>

/* Games of two players by who moved first. */
struct encounter {
    int first, second;           /* players */
    int64_t wins, draws, losses; /* of the first */
};

struct rating {
    double elo, low, high;          /* 95 %, by likelihood */
    double boot_low, boot_high;     /* 95 %, by bootstrap; NaN without one */
    double games, score, opponents; /* share won, and the opponents' mean Elo by game */
};

struct ratings {
    int players;
    struct rating *rating;    /* owned; by player */
    struct rating first_move; /* elo, low, high, boot_*: the advantage; games: all */
    double *covariance;       /* owned; players x players, of the ratings in Elo^2 */
    double log_likelihood;    /* at the maximum, of the games given */
    /* Set when the games have no maximum, as when a player won them all: then each pair that has
     * met got PRIOR drawn games more, half of them with each colour. */
    bool has_prior;
    bool first_move_known; /* false: colours tell nothing, the advantage was held at 0 */
};

enum { RATINGS_MAX_PLAYERS = 1000 };

struct ratings_request {
    int players;
    const struct encounter *encounters; /* the same two may come several times */
    size_t count;
    int anchor; /* a player whose rating is given, or -1: then the mean of the ratings is 0 */
    double anchor_elo;
    int replicates; /* bootstrap samples of the games; 0 for none */
    uint64_t seed;  /* of the bootstrap */
};

/* Rates the players. STATUS_INVALID when games do not connect them all: UNCONNECTED gets two that
 * nothing connects. Free with ratings_free. Takes players^3 operations a sample. */
enum status ratings_compute(struct ratings *out, const struct ratings_request *request,
                            int unconnected[2], struct failure *why);
void ratings_free(struct ratings *ratings);

/* Likelihood of superiority: the chance that I is the stronger one of I and J. */
double ratings_superiority(const struct ratings *ratings, int i, int j);

#endif
