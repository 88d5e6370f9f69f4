/* Training of the linear policies, of playouts and of the tree: games of self-play, then steps on
 * positions drawn from all games so far.
 *
 * A position's value for balancing is a lambda return: lambda times that of the next one plus
 * 1 - lambda times the search's own, for as long as the game followed the search's choice, since
 * later searches see deeper.
 *
 * Training is a function of the trained policy alone: stopped between games, saved and resumed, it
 * ends with the same weights to the bit. */
#ifndef GUZUMI_POLICY_TRAINER_H
#define GUZUMI_POLICY_TRAINER_H

#include "guzumi/network/move_policy.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/playout/playout.h"

/* --- steps of the playouts' policy --- */

/* Learning of the softmax policy's weights (softmax.h), by gradients of
 *
 *     psi(s, a) = grad log pi(s, a) = (phi(s, a) - sum over b of pi(s, b) phi(s, b)) / tau
 *
 * Likelihood: theta climbs log pi(s, a) of the moves a that a search chose.
 *
 * Simulation balancing (Silver and Tesauro 2009, by policy gradient): theta descends the squared
 * error of the mean result V of simulations against the value V* that a search gave the position,
 *
 *     (V* - V) x mean over other simulations of z sum over t of psi(s_t, a_t)
 *
 * in which V is subtracted from z: that leaves the mean as it is and reduces the noise.
 *
 * Each weight's step is divided by the root of its gradients' squares so far (AdaGrad): a rare
 * pattern learns as much from its few occurrences as a frequent one from each of many. */

/* Of one objective. */
struct policy_steps {
    double alpha;
    float squares[SOFTMAX_WEIGHTS];
};

/* A position, and what a search found. */
struct policy_position {
    struct board board;
    enum color to_move;
    struct softmax_history history;
    int passes, half_komi;
    int best;     /* move, or PASS */
    double value; /* Black's win rate */
};

/* Log pi of the search's move at POSITION, and its gradient added to GRADIENT; 0 when the policy
 * never plays that move. */
double policy_likelihood(const struct softmax *softmax, const struct policy_position *position,
                         double gradient[SOFTMAX_WEIGHTS]);

/* Numbers of playouts for a step of simulation balancing: for V, and for the gradient. */
struct policy_balance {
    int values, gradients;
};

/* The step of simulation balancing at POSITION, added to GRADIENT; returns V* - V, Black's view. */
double policy_balance_step(const struct softmax *softmax, const struct policy_position *position,
                           struct policy_balance balance, struct rng *rng,
                           double gradient[SOFTMAX_WEIGHTS]);

/* Moves theta along GRADIENT, sets GRADIENT to zero, and recomputes the tables. */
void policy_step(struct softmax *softmax, struct policy_steps *steps,
                 double gradient[SOFTMAX_WEIGHTS]);

/* --- the tree's policy --- */

/* Learning of the tree's policy (move_policy.h) from a search's visits: theta climbs
 *
 *     sum over a of p(s, a) log pi(s, a),    p(s, a) = visits of a / visits of all
 *
 * whose gradient is the sum over a of (p(s, a) - pi(s, a)) phi(s, a). Each weight's step is divided
 * by the root of its gradients' squares so far (AdaGrad), as above. */

/* That sum at one position, and its gradient added to GRADIENT. TARGET is p by point, of
 * CANDIDATES, and sums to 1. */
double move_likelihood(const struct move_policy *policy, const struct board *board,
                       const struct move_situation *situation, const struct bitset *candidates,
                       const float target[BOARD_MAX_POINTS], double gradient[MOVE_WEIGHTS]);

/* Moves theta along GRADIENT with step size ALPHA and sets GRADIENT to zero. SQUARES are the sums
 * of squared gradients so far. */
void move_step(struct move_policy *policy, double alpha, float squares[MOVE_WEIGHTS],
               double gradient[MOVE_WEIGHTS]);

/* --- positions --- */

/* The positions that a policy learns from: those of its samples that a search evaluated, stored
 * compactly, since there are many, and set up again on demand. */

struct kept_position {
    struct bitset stones[2];
    int16_t ko, last, own, best, passes;
    uint8_t ko_color, to_move;
    double value;
    size_t choice, choices; /* the first of its choices in the samples; how many */
};

struct policy_positions {
    int size, half_komi;
    double lambda;
    struct kept_position *kept; /* owned */
    size_t count, room;
    size_t rows, choices; /* of the samples, read so far */
};

void policy_positions_free(struct policy_positions *positions);

/* Plays the games of SAMPLES that have not been read, whole ones; every move of them must be legal.
 * A position's value becomes lambda times that of the next one and 1 - lambda times the search's
 * own, and so on as long as the search's moves were played. */
enum status policy_positions_read(struct policy_positions *positions,
                                  const struct policy_samples *samples, struct failure *why);

/* Sets up position number INDEX. */
void policy_positions_get(const struct policy_positions *positions, size_t index,
                          struct policy_position *out);

/* The fraction of the search's visits that each point has; false when it visited none. */
bool policy_positions_target(const struct policy_positions *positions,
                             const struct policy_samples *samples, size_t index,
                             float target[BOARD_MAX_POINTS]);

/* --- the trainer --- */

struct policy_trainer;

/* Trains POLICY, which can continue, by the settings of its origin and from GAMES; all three are
 * borrowed. The games that it has already are played through again. */
enum status policy_trainer_new(struct policy_trainer **out, struct trained_policy *policy,
                               struct policy_games *games, struct weight_store *store,
                               struct failure *why);
void policy_trainer_free(struct policy_trainer *trainer);

/* Plays one game, unless there are as many as policy_games says, and learns. */
enum status policy_trainer_play(struct policy_trainer *trainer, struct failure *why);

/* Since the last call. */
struct policy_trainer_statistics {
    uint64_t games, positions; /* positions that a search evaluated */
    double square_error;       /* of the playouts' mean results, summed over BALANCED positions */
    uint64_t balanced;
    double log_likelihood; /* summed over FOLLOWED */
    uint64_t followed;
    double visits_likelihood; /* of the search's visits by the tree's policy, summed over VISITED */
    uint64_t visited;
};
struct policy_trainer_statistics policy_trainer_take_statistics(struct policy_trainer *trainer);

#endif
