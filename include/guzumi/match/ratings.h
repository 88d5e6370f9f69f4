/* Ratings by maximum likelihood in the Bradley-Terry model with a first-move advantage.
 *
 * P(i, moving first, beats j) = 1 / (1 + 10^(-(R_i + A - R_j) / 400)), with the ratings R and the
 * advantage A in Elo; a draw is half a win for each. The log likelihood is concave. Newton's method
 * finds its maximum, and the inverse of its negative second derivatives (Fisher information) gives
 * the intervals. Bradley and Terry 1952; for when a maximum exists: Hunter, MM algorithms for
 * generalized Bradley-Terry models, 2004. */
#ifndef GUZUMI_RATINGS_H
#define GUZUMI_RATINGS_H

#include "guzumi/base/rng.h"
#include "guzumi/base/status.h"

#include <stddef.h>

/* Games between two players, one of whom moved first. */
struct encounter {
    int first, second;           /* players */
    int64_t wins, draws, losses; /* of the first */
};

struct rating {
    double elo, low, high;      /* with the 95 % interval by likelihood */
    double boot_low, boot_high; /* the 95 % interval by bootstrap; NaN without one */
    double games;
    double score;     /* the fraction of games won; a draw is half a win */
    double opponents; /* the mean Elo of the opponents, weighted by games */
};

struct ratings {
    int players;
    struct rating *rating;    /* owned; by player */
    struct rating first_move; /* the advantage: its Elo with intervals, all games, their score */
    double *covariance;       /* owned; players x players, of the ratings in Elo^2 */
    double log_likelihood;    /* at the maximum, of the games without the prior */
    /* The likelihood of the games has no maximum, for example because a player won them all. The
     * ratings then include a prior: one more drawn game for each pair that has met, half of it with
     * each player moving first. */
    bool has_prior;
    bool first_move_known; /* false: the games don't determine the advantage, which is taken as 0 */
};

enum { RATINGS_MAX_PLAYERS = 1000 };

struct ratings_request {
    int players;
    const struct encounter *encounters; /* a pair may occur several times */
    size_t count;
    int anchor; /* a player with a given rating, or -1: then the mean of the ratings is 0 */
    double anchor_elo;
    int replicates; /* bootstrap samples of the games; 0 for none */
    uint64_t seed;  /* of the bootstrap */
};

/* Rates the players. STATUS_INVALID if the results are too one-sided, or the games don't connect
 * them all; UNCONNECTED, else unchanged, then gets two that are not connected. Free with
 * ratings_free. Cost: about players^3 operations per replicate.
 */
enum status ratings_compute(struct ratings *out, const struct ratings_request *request,
                            int unconnected[2], struct failure *why);
void ratings_free(struct ratings *ratings);

/* Likelihood of superiority: the probability that I is stronger than J. */
double ratings_superiority(const struct ratings *ratings, int i, int j);

#endif
