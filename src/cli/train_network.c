#include "train_network.h"

#include "guzumi/network/network_trainer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void train_network_defaults(struct params *params) {
    params_default(params);
    params->alpha = 0.0015;
    params->lambda = 0.8;
}

struct context {
    struct trained_network *network;
    struct network_trainer *trainer;
};

static uint64_t steps_of(const void *context) {
    return ((const struct context *)context)->network->origin.games;
}

static enum status step(void *context, struct failure *why) {
    (void)why;
    network_trainer_step(((struct context *)context)->trainer);
    return STATUS_OK;
}

static enum status save(const void *context, const char *path, struct failure *why) {
    const struct context *c = context;
    network_trainer_settle(c->trainer);
    return trained_network_save(c->network, path, false, why);
}

/* --- losses -------------------------------------------------------------------------------------
 */

static double mean(double sum, double weight) {
    return weight > 0 ? sum / weight : 0;
}

/* The losses of games' positions and of those inside trees, in words. */
static void print_losses(char *text, size_t size, const struct network_losses *l) {
    const struct network_loss *game = &l->game, *inner = &l->inner;
    int length = snprintf(
        text, size, "policy %.3f of %.3f, value %.4f, owners %.3f",
        mean(game->policy, game->policy_weight), mean(game->linear_policy, game->policy_weight),
        mean(game->value, game->value_weight), sqrt(mean(game->owner_square, game->owner_weight)));
    if (inner->positions == 0 || length < 0 || (size_t)length >= size) return;
    snprintf(text + length, size - (size_t)length, "; inside trees %.3f of %.3f, %.4f",
             mean(inner->policy, inner->policy_weight),
             mean(inner->linear_policy, inner->policy_weight),
             mean(inner->value, inner->value_weight));
}

static struct train_progress progress(void *context) {
    struct train_progress out = {.games = 0};
    const struct network_losses losses =
        network_trainer_take_losses(((struct context *)context)->trainer);
    print_losses(out.text, sizeof out.text, &losses);
    return out;
}

static enum status judge(void *context, struct failure *why) {
    char text[TRAIN_TEXT];
    (void)why;
    struct network_trainer *trainer = ((struct context *)context)->trainer;
    const struct network_losses losses = network_trainer_held_out(trainer);
    if (losses.game.positions + losses.inner.positions == 0) return STATUS_OK;
    print_losses(text, sizeof text, &losses);
    fprintf(stderr, "  held out: %s\n", text);
    return STATUS_OK;
}

/* --- a run --------------------------------------------------------------------------------------
 */

/* The samples of all files; SIZE gets the first one's unless it is known. */
static enum status read_samples(const struct network_training *t, struct samples *samples,
                                int *size, struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; i < t->samples->count && status == STATUS_OK; i++) {
        struct samples_found found;
        status = samples_read(samples, t->samples->value[i], &found, why);
        if (status == STATUS_OK && *size == 0) *size = found.size;
    }
    return status;
}

/* The network that learns from the first step on. */
static enum status make_network(const struct network_training *t, int size,
                                struct trained_network **out, struct failure *why) {
    struct trained_network *from = NULL;
    enum status status = trained_network_new(out, size, &t->params, why);
    if (status != STATUS_OK || !t->run.start_from) return status;
    status = trained_network_load(&from, t->run.start_from, why);
    if (status == STATUS_OK) status = trained_network_start_from(*out, from, why);
    trained_network_free(from);
    return status;
}

static enum status train(const struct network_training *t, struct trained_network *network,
                         struct samples *samples, struct failure *why) {
    struct context context = {.network = network};
    const struct train_subject subject = {&context, steps_of, step, save, progress, judge};
    struct weight_store *memories;
    enum status status = weight_store_new(&memories, why);
    if (status != STATUS_OK) return status;
    status = network_trainer_new(&context.trainer, network, samples, memories,
                                 (uint64_t)t->run.games, t->threads, why);
    samples_free(samples); /* which may be large */
    if (status == STATUS_OK) {
        fprintf(stderr, "%zu positions to learn from, %zu held out\n",
                network_trainer_learnt_count(context.trainer),
                network_trainer_held_out_count(context.trainer));
        status = train_run(&t->run, &subject, why);
        network_trainer_free(context.trainer);
    }
    weight_store_free(memories);
    return status;
}

enum status train_network(const struct network_training *t, struct trained_network *resumed,
                          struct failure *why) {
    struct trained_network *network = resumed;
    struct samples samples = {.count = 0};
    int size = t->size;
    enum status status = read_samples(t, &samples, &size, why);
    if (status == STATUS_OK && !resumed) status = make_network(t, size, &network, why);
    if (status == STATUS_OK) status = train(t, network, &samples, why);
    if (!resumed) trained_network_free(network);
    samples_free(&samples);
    return status;
}
