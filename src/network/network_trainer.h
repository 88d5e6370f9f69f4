/* Training of the policy-value network (network.h) on samples (samples.h).
 *
 * Each step draws network_batch positions at random, each in a random one of the eight symmetries,
 * and follows the mean of their gradients (network_gradient.h). The learning rate
 * rises to alpha during the first 200 steps and decays to a hundredth of it along half a cosine
 * until the last one.
 *
 * Training is a function of the trained network, the samples and the numbers of steps and threads:
 * stopped between steps, saved and resumed, it ends with the same weights to the bit. */
#ifndef GUZUMI_NETWORK_TRAINER_H
#define GUZUMI_NETWORK_TRAINER_H

#include "guzumi/network/network.h"
#include "guzumi/network/samples.h"
#include "guzumi/network/trained_policy.h"

#include "network_gradient.h"

/* --- examples --- */

/* Samples (samples.h) as the policy-value network learns from them: input planes and targets,
 * computed once and stored compactly, since there are many.
 *
 * A position of a game has full weight. Its value target is a lambda return: lambda times that of
 * the game's next sample, however many moves of fast searches lie between, plus 1 - lambda times
 * the search's own, for as long as the game followed the search's choice. A position inside a tree,
 * with n simulations through it, has weight n / (n + 300) for its policy and n / (n + 60) for its
 * value.
 *
 * In two of its eight symmetries a position of a game has another komi, and the result that the
 * game would have had with it: what points are worth is learnt from every game, not only from the
 * few that were played with such a komi.
 *
 * One game in forty is held out: nothing is learnt from it, so it measures how well the network
 * generalises. */

/* A point of the board: its planes that are 0 or 1 as bits, the others in units, its target. */
struct network_point {
    uint32_t planes;
    int16_t likelihood, gain;
    int8_t ownership; /* hundredths, the mover's view */
    float policy;     /* target probability */
};

struct network_example {
    size_t first; /* of its points, by row */
    uint8_t size;
    bool inner;    /* from inside a tree */
    float outcome; /* what the last search of its game found, made steeper, the mover's view */
    float area; /* points on the board at the end of its game, the mover's view; NAN if unknown */
    float komi; /* the value of its plane */
    float value, policy_weight, value_weight, ownership_weight;
};

struct network_examples {
    double value_slope;          /* by which the values were made steeper */
    struct network_example *all; /* owned */
    struct network_point *points;
    size_t count, point_count;
    size_t *learnt, *held_out; /* owned; indices */
    size_t learnt_count, held_out_count;
};

/* Makes examples of all SAMPLES, which may be freed afterwards, with the policies and local shapes
 * of STORE and returns by the lambda and value_slope of PARAMS (0: network_value_slope). OUT must
 * be freed even if this fails. */
enum status network_examples_read(struct network_examples *out, const struct samples *samples,
                                  struct weight_store *store, const struct params *params,
                                  struct failure *why);
void network_examples_free(struct network_examples *examples);

/* The factor of the log-odds of searches' win rates with which they best predict, in positions of
 * games, who wins (maximum likelihood), 1 to 4. A game whose last search gives nobody nine in ten
 * does not count; with fewer than 50 that do, 1. */
double network_value_slope(const struct samples *samples);

/* Sets the planes and the target of the example number INDEX in a VIEW from 0: turned by the
 * symmetry VIEW % 8 (point.h). Positions of games have another komi in the last eight views. */
enum { NETWORK_VIEWS = 32 };
void network_examples_set(const struct network_examples *examples, size_t index, int view,
                          struct network_workspace *workspace, struct network_target *target);

/* --- the trainer --- */

struct network_trainer;

/* Trains NETWORK, which can continue and is borrowed, by the settings of its origin, until it has
 * STEPS of them, on THREADS (1..THREADS_MAX). SAMPLES and STORE are needed by this call alone:
 * the policy and the local shapes of STORE are part of the input. Fails when there is nothing to
 * learn from. */
enum status network_trainer_new(struct network_trainer **out, struct trained_network *network,
                                const struct samples *samples, struct weight_store *store,
                                uint64_t steps, int threads, struct failure *why);
void network_trainer_free(struct network_trainer *trainer);

/* One step. It updates the trained network's count and random numbers; its weights follow with
 * network_trainer_settle. */
void network_trainer_step(struct network_trainer *trainer);

/* Brings the trained network up to date, before it is saved or read. */
void network_trainer_settle(struct network_trainer *trainer);

/* The learning rate of step number STEP, from 0, of STEPS. */
double network_trainer_alpha(double alpha, uint64_t step, uint64_t steps);

/* Of positions of games, and of positions inside trees. */
struct network_losses {
    struct network_loss game, inner;
};

/* Measured before each step, since the last call. */
struct network_losses network_trainer_take_losses(struct network_trainer *trainer);

/* Of the settled network on the held-out games, on 12,000 positions at most. */
struct network_losses network_trainer_held_out(struct network_trainer *trainer);

/* Of all held-out positions of games that the last call above used, by board size. */
const struct calibration *network_trainer_calibration(const struct network_trainer *trainer,
                                                      int size);

/* How many positions are learnt from, and how many held out. */
size_t network_trainer_learnt_count(const struct network_trainer *trainer);
size_t network_trainer_held_out_count(const struct network_trainer *trainer);

/* The value_slope in force. */
double network_trainer_value_slope(const struct network_trainer *trainer);

#endif
