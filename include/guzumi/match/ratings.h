/* Ratings by maximum likelihood in the Bradley-Terry model with a first-move advantage.
 *
 * P(i, moving first, beats j) = 1 / (1 + 10^(-(R_i + A - R_j) / 400)), R and A in Elo; a draw is
 * half a win for each. The log-likelihood is concave. Newton's method finds its maximum, and the
 * inverse of its second derivatives gives the intervals (Bradley and Terry 1952; on when a maximum
 * exists: Hunter, MM algorithms for generalized Bradley-Terry models, 2004). */
#ifndef GUZUMI_RATINGS_H
#define GUZUMI_RATINGS_H

#include "guzumi/base/rng.h"
#include "guzumi/base/status.h"

#include <stddef.h>

/* Games of two players by who moved first. */
struct encounter {
    int first, second;           /* players */
    int64_t wins, draws, losses; /* of the first */
};

struct rating {
    double elo, low, high;      /* 95 %, by likelihood */
    double boot_low, boot_high; /* 95 %, by bootstrap; NaN without one */
    double games;
    double score;     /* share of the games won */
    double opponents; /* the opponents' mean Elo, by game */
};

struct ratings {
    int players;
    struct rating *rating;    /* owned; by player */
    struct rating first_move; /* elo, low, high, boot_*: the advantage; games: all */
    double *covariance;       /* owned; players x players, of the ratings in Elo^2 */
    double log_likelihood;    /* at the maximum, of the games given */
    /* The games alone have no maximum, for example because a player won them all. Each pair that
     * has met was then given PRIOR more drawn games, half of them with each colour. */
    bool has_prior;
    bool first_move_known; /* false: the games tell nothing about it, it was taken to be 0 */
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

/* Rates the players. STATUS_INVALID if the games do not connect them all; UNCONNECTED then gets two
 * that are not connected. Free with ratings_free. Takes about players^3 operations for each sample.
 */
enum status ratings_compute(struct ratings *out, const struct ratings_request *request,
                            int unconnected[2], struct failure *why);
void ratings_free(struct ratings *ratings);

/* Likelihood of superiority: the probability that I is stronger than J. */
double ratings_superiority(const struct ratings *ratings, int i, int j);

#endif
