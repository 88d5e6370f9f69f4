/* Training of the policy-value network (network.h) on samples (samples.h).
 *
 * Each step draws network_batch positions at random, each in a random one of the eight symmetries,
 * and follows the mean of their gradients (network_gradient.h, network_adam.h). The learning rate
 * rises to alpha during the first 200 steps and decays to a hundredth of it along half a cosine
 * until the last one.
 *
 * Training is a function of the trained network, the samples and the numbers of steps and threads:
 * stopped between steps, saved and resumed, it ends with the same weights to the bit. */
#ifndef GUZUMI_NETWORK_TRAINER_H
#define GUZUMI_NETWORK_TRAINER_H

#include "guzumi/network/samples.h"
#include "guzumi/network/trained_network.h"
#include "network_gradient.h"

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

/* How many positions are learnt from, and how many held out. */
size_t network_trainer_learnt_count(const struct network_trainer *trainer);
size_t network_trainer_held_out_count(const struct network_trainer *trainer);

#endif
