/* Training of the dual network (dual_network.h) on lessons (lessons.h).
 *
 * Each step draws dual_batch positions at random, each in a random one of the eight symmetries, and
 * follows the mean of their gradients (dual_gradient.h, dual_learner.h). The step size rises to
 * alpha during the first 200 steps and falls to a hundredth of it along half a cosine until the
 * last one. One game in forty is held out.
 *
 * Training is a function of the trained network, the lessons and the numbers of steps and of
 * threads: stopped between steps, saved and resumed, it ends with the same weights to the bit. */
#ifndef GUZUMI_DUAL_TRAINER_H
#define GUZUMI_DUAL_TRAINER_H

#include "guzumi/dual_loss.h"
#include "guzumi/lessons.h"
#include "guzumi/memory_store.h"

struct dual_trainer;

/* Trains DUAL, which can continue and is borrowed, by the settings of its origin, until it has
 * STEPS of them, on THREADS (1..THREADS_MAX). LESSONS and MEMORIES are needed by this call alone:
 * the policy and the local shapes of MEMORIES are part of the input. Fails when there is nothing to
 * learn from. */
enum status dual_trainer_new(struct dual_trainer **out, struct trained_dual *dual,
                             const struct lessons *lessons, struct memory_store *memories,
                             uint64_t steps, int threads, struct failure *why);
void dual_trainer_free(struct dual_trainer *trainer);

/* One step. The trained network has its count and its random numbers at once, its weights after
 * dual_trainer_settle. */
void dual_trainer_step(struct dual_trainer *trainer);

/* Brings all of the trained network up to date: before it is saved or looked at. */
void dual_trainer_settle(struct dual_trainer *trainer);

/* The step size of step number STEP, from 0, of STEPS in all. */
double dual_trainer_alpha(double alpha, uint64_t step, uint64_t steps);

/* Of games' own positions, and of those inside trees. */
struct dual_losses {
    struct dual_loss game, inner;
};

/* Before each step, since it was last asked. */
struct dual_losses dual_trainer_take_losses(struct dual_trainer *trainer);

/* Of the settled network at the games that are held out; at 12,000 positions of them at most. */
struct dual_losses dual_trainer_held_out(struct dual_trainer *trainer);

/* How many positions are learnt from, and how many held out. */
size_t dual_trainer_learnt_count(const struct dual_trainer *trainer);
size_t dual_trainer_held_out_count(const struct dual_trainer *trainer);

#endif
