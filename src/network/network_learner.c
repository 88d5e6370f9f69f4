/* The policy-value network as a learner (learner.h): weight files, and training on samples.
 *
 *     section           numbers
 *     weights           the average of the last steps' weights: what plays
 *     current           the weights that the next step changes      only while training may go on
 *     first_moments     Adam's m
 *     second_moments    Adam's v */
#include "guzumi/network/network.h"

#include "network_trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trained_network *network_of(struct learnt *learnt) {
    return (struct trained_network *)learnt;
}

static const struct trained_network *read_only(const struct learnt *learnt) {
    return (const struct trained_network *)learnt;
}

enum status trained_network_find(struct weight_store *store, int size,
                                 const struct trained_network **out, struct failure *why) {
    const struct learnt *found;
    const enum status status = weight_store_find(store, &network_learner, size, &found, why);
    *out = read_only(found);
    return status;
}

/* --- calibration ---
 *
 * Whether 70 % of the positions to which the network gives 70 % are won. The range from 0 to 1 is
 * divided into CALIBRATION_PARTS equal parts; the error is the mean over positions of the
 * difference between a part's mean win rate and its mean result:
 *
 *     error = sum over parts |sum of win rates - sum of results| / number of positions */

void calibration_add(struct calibration *c, double win_rate, double result) {
    if (isnan(win_rate)) return; /* of weights that have grown without bound */
    const int part = (int)(win_rate * CALIBRATION_PARTS);
    const int at = part < CALIBRATION_PARTS ? part : CALIBRATION_PARTS - 1;
    c->count[at]++;
    c->expected[at] += win_rate;
    c->happened[at] += result;
}

void calibration_merge(struct calibration *into, const struct calibration *from) {
    for (int i = 0; i < CALIBRATION_PARTS; i++) {
        into->count[i] += from->count[i];
        into->expected[i] += from->expected[i];
        into->happened[i] += from->happened[i];
    }
}

double calibration_count(const struct calibration *c) {
    double count = 0;
    for (int i = 0; i < CALIBRATION_PARTS; i++) count += c->count[i];
    return count;
}

double calibration_error(const struct calibration *c) {
    const double count = calibration_count(c);
    double error = 0;
    for (int i = 0; i < CALIBRATION_PARTS; i++) error += fabs(c->expected[i] - c->happened[i]);
    return count > 0 ? error / count : 0;
}

/* --- life --- */

static size_t count_of(const struct trained_network *t) {
    return (size_t)t->network->layout.count;
}

/* What plays, the average, stays. */
static void end_training(struct learnt *learnt) {
    struct trained_network *t = network_of(learnt);
    free(t->current);
    free(t->m);
    free(t->v);
    t->current = t->m = t->v = NULL;
    learnt->can_continue = false;
}

static void release(struct learnt *learnt) {
    end_training(learnt);
    network_free(network_of(learnt)->network);
    free(learnt);
}

/* Room for what only training needs; a packed file of a network that plays has none of it. */
static enum status add_training(struct trained_network *t, struct failure *why) {
    t->learnt.can_continue = true;
    t->current = calloc(count_of(t), sizeof *t->current);
    t->m = calloc(count_of(t), sizeof *t->m);
    t->v = calloc(count_of(t), sizeof *t->v);
    if (t->current && t->m && t->v) return STATUS_OK;
    return out_of_memory(why, "the training of a network");
}

/* A network of the shape that PARAMS give, all weights zero. */
static enum status make_empty(struct trained_network **out, int size, const struct params *params,
                              struct failure *why) {
    if (params->network_channels % NETWORK_LANE != 0)
        return fail(why, STATUS_INVALID, "network_channels: %lld is not a multiple of %d",
                    (long long)params->network_channels, NETWORK_LANE);
    if (params->network_planes != NETWORK_FIRST_PLANES && params->network_planes != NETWORK_PLANES)
        return fail(why, STATUS_INVALID, "network_planes: %lld is neither %d nor %d",
                    (long long)params->network_planes, NETWORK_FIRST_PLANES, NETWORK_PLANES);
    struct trained_network *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network");
    learnt_begin(&t->learnt, &network_learner, size, params);
    t->learnt.can_continue = false;
    const enum status status =
        network_new(&t->network, (int)params->network_channels, (int)params->network_blocks,
                    (int)params->network_planes, why);
    if (status == STATUS_OK)
        *out = t;
    else
        release(&t->learnt);
    return status;
}

/* The random numbers of the training draw the weights, so the seed determines everything. CURRENT
 * and the average begin at the same weights. */
static enum status make(struct learnt **out, int size, const struct params *params,
                        struct failure *why) {
    struct trained_network *t = NULL;
    *out = NULL;
    enum status status = make_empty(&t, size, params, why);
    if (status != STATUS_OK) return status;
    status = add_training(t, why);
    if (status != STATUS_OK) {
        release(&t->learnt);
        return status;
    }
    network_randomise(t->network, &t->learnt.origin.rng);
    memcpy(t->current, t->network->weights, count_of(t) * sizeof *t->current);
    *out = &t->learnt;
    return STATUS_OK;
}

static enum status check(const struct learnt *learnt, const struct params *params,
                         struct failure *why) {
    const struct network *n = read_only(learnt)->network;
    if (n->channels == params->network_channels && n->blocks == params->network_blocks &&
        n->planes == params->network_planes)
        return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "parameters network_channels, network_blocks and network_planes cannot change once "
                "training has begun");
}

/* Makes T at least as large as N. */
static enum status enlarge(struct trained_network *t, const struct network *n,
                           struct failure *why) {
    struct params params = t->learnt.origin.params;
    struct learnt *larger;
    if (t->network->channels >= n->channels && t->network->blocks >= n->blocks &&
        t->network->planes >= n->planes)
        return STATUS_OK;
    if (params.network_channels < n->channels) params.network_channels = n->channels;
    if (params.network_blocks < n->blocks) params.network_blocks = n->blocks;
    if (params.network_planes < n->planes) params.network_planes = n->planes;
    const enum status status = make(&larger, t->learnt.size, &params, why);
    if (status != STATUS_OK) return status;
    const struct trained_network smaller = *t;
    *t = *network_of(larger);
    *network_of(larger) = smaller;
    release(larger);
    return STATUS_OK;
}

/* The weights serve any board size. Adam's moments begin at zero: those of another training belong
 * to other gradients. */
static enum status start_from(struct learnt *learnt, const struct learnt *from,
                              struct failure *why) {
    struct trained_network *t = network_of(learnt);
    const struct network *n = read_only(from)->network;
    const enum status status = enlarge(t, n, why);
    if (status != STATUS_OK) return status;
    network_grow(n, t->network);
    memcpy(t->current, t->network->weights, count_of(t) * sizeof *t->current);
    network_transform(t->network);
    return STATUS_OK;
}

/* --- weight files --- */

static void write(const struct learnt *learnt, struct weight_writer *w, bool packed) {
    const struct trained_network *t = read_only(learnt);
    weight_writer_weights(w, "weights", t->network->weights, count_of(t),
                          packed ? STORAGE_PACKED : STORAGE_FLOAT);
    if (!learnt->can_continue || packed) return;
    weight_writer_weights(w, "current", t->current, count_of(t), STORAGE_FLOAT);
    weight_writer_numbers(w, "first_moments", t->m, count_of(t));
    weight_writer_numbers(w, "second_moments", t->v, count_of(t));
}

/* A negative second moment would make the square root NaN at the next step. */
static enum status read_training(struct weight_file *file, struct trained_network *t,
                                 struct failure *why) {
    const size_t count = count_of(t);
    if (weight_file_count(file, "current") < 0) return STATUS_OK;
    const enum status status = add_training(t, why);
    if (status != STATUS_OK) return status;
    weight_file_weights(file, "current", t->current, count);
    weight_file_numbers(file, "first_moments", t->m, count);
    weight_file_numbers(file, "second_moments", t->v, count);
    for (size_t i = 0; i < count; i++)
        if (t->v[i] < 0) weight_file_refuse(file, "a second moment is negative");
    return STATUS_OK;
}

/* The shape follows from the parameters, which are read before; a file whose weights do not have
 * its size is refused. */
static enum status read(struct weight_file *file, const struct learnt *head, struct learnt **out,
                        struct failure *why) {
    struct trained_network *t = NULL;
    const enum status status = make_empty(&t, head->size, &head->origin.params, why);
    if (status != STATUS_OK) return status;
    *out = &t->learnt;
    t->learnt.origin = head->origin;
    weight_file_weights(file, "weights", t->network->weights, count_of(t));
    network_transform(t->network);
    return read_training(file, t, why);
}

/* The root mean square shows at a glance whether training has diverged or weights have decayed
 * away. */
static void describe(const struct learnt *learnt, struct buffer *out) {
    const struct network *n = read_only(learnt)->network;
    double square = 0;
    for (int i = 0; i < n->layout.count; i++)
        square += (double)n->weights[i] * (double)n->weights[i];
    buffer_print(
        out, "network: %d planes, %d channels, %d blocks, %d weights, root mean square %.4f\n",
        n->planes, n->channels, n->blocks, n->layout.count, sqrt(square / n->layout.count));
}

/* --- training --- */

struct network_training {
    struct training base;
    struct network_trainer *trainer; /* owned */
};

static struct network_trainer *trainer_of(struct training *training) {
    return ((struct network_training *)training)->trainer;
}

static void finish(struct training *training) {
    network_trainer_free(trainer_of(training));
    free(training);
}

static enum status read_samples(const struct training_plan *plan, struct samples *samples,
                                struct failure *why) {
    enum status status = STATUS_OK;
    if (plan->sample_count == 0)
        return fail(why, STATUS_INVALID, "--samples FILE is required: the training data");
    for (int i = 0; i < plan->sample_count && status == STATUS_OK; i++)
        status = samples_read(samples, plan->samples[i], NULL, why);
    return status;
}

/* Without --size a network is for the board size of the first sample; it also serves nearby sizes
 * (NETWORK_REACH). */
static enum status find_size(const struct training_plan *plan, int *size, struct failure *why) {
    struct samples_found found;
    if (plan->sample_count == 0) return read_samples(plan, NULL, why);
    const enum status status = samples_survey(plan->samples[0], &found, why);
    *size = found.size;
    if (status == STATUS_OK && *size == 0)
        return fail(why, STATUS_INVALID, "%.200s: it has no games yet", plan->samples[0]);
    return status;
}

static enum status begin(struct training **out, struct learnt *learnt,
                         const struct training_plan *plan, struct failure *why) {
    struct samples samples = {.count = 0};
    struct network_training *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->base = (struct training){.learnt = learnt, .plan = plan};
    enum status status = read_samples(plan, &samples, why);
    if (status == STATUS_OK)
        status = network_trainer_new(&t->trainer, network_of(learnt), &samples, plan->store,
                                     plan->length, plan->threads, why);
    samples_free(&samples); /* may be gigabytes; the trainer has its own compact copy */
    if (status != STATUS_OK) {
        finish(&t->base);
        return status;
    }
    snprintf(t->base.note, TRAINING_TEXT,
             "%zu positions to learn from, %zu held out; log-odds of win rates times %.2f",
             network_trainer_learnt_count(t->trainer), network_trainer_held_out_count(t->trainer),
             network_trainer_value_slope(t->trainer));
    *out = &t->base;
    return STATUS_OK;
}

/* A step cannot fail: everything that it needs was allocated at the beginning. */
static enum status step(struct training *training, uint64_t until, struct failure *why) {
    (void)until;
    (void)why;
    network_trainer_step(trainer_of(training));
    return STATUS_OK;
}

static void settle(struct training *training) {
    network_trainer_settle(trainer_of(training));
}

static double mean(double sum, double weight) {
    return weight > 0 ? sum / weight : 0;
}

/* The losses of games' positions and of those inside trees, in words. */
static void print_losses(char text[TRAINING_TEXT], const char *begin,
                         const struct network_losses *l) {
    const struct network_loss *game = &l->game, *inner = &l->inner;
    const int length = snprintf(
        text, TRAINING_TEXT, "%spolicy %.3f of %.3f, value %.4f, ownership %.3f", begin,
        mean(game->policy, game->policy_weight), mean(game->linear_policy, game->policy_weight),
        mean(game->value, game->value_weight),
        sqrt(mean(game->ownership_square, game->ownership_weight)));
    if (inner->positions == 0 || length < 0 || length >= TRAINING_TEXT) return;
    snprintf(text + length, (size_t)(TRAINING_TEXT - length), "; inside trees %.3f of %.3f, %.4f",
             mean(inner->policy, inner->policy_weight),
             mean(inner->linear_policy, inner->policy_weight),
             mean(inner->value, inner->value_weight));
}

static struct training_progress progress(struct training *training) {
    struct training_progress out = {.games = 0};
    const struct network_losses losses = network_trainer_take_losses(trainer_of(training));
    print_losses(out.text, "", &losses);
    return out;
}

const struct calibration *network_calibration(const struct training *training, int size) {
    const struct network_training *t = (const struct network_training *)training;
    return network_trainer_calibration(t->trainer, size);
}

/* The losses at positions of games. For learning curves: each loss as a mean, errors as root mean
 * squares. */
static void set_measures(struct training *training, const struct network_loss *game) {
    const struct measure measured[] = {
        {"policy_loss", mean(game->policy, game->policy_weight)},
        {"linear_policy_loss", mean(game->linear_policy, game->policy_weight)},
        {"policy_hits", mean(game->hits, game->policy_weight)},
        {"value_loss", mean(game->value, game->value_weight)},
        {"value_error", sqrt(mean(game->value_square, game->value_weight))},
        {"ownership_error", sqrt(mean(game->ownership_square, game->ownership_weight))}};
    training->measured_count = (int)(sizeof measured / sizeof measured[0]);
    memcpy(training->measured, measured, sizeof measured);
}

/* By the average of the weights, which is what plays (network_trainer_held_out). */
static enum status checkpoint(struct training *training, char text[TRAINING_TEXT],
                              struct failure *why) {
    const struct network_losses losses = network_trainer_held_out(trainer_of(training));
    (void)why;
    if (losses.game.positions > 0) set_measures(training, &losses.game);
    if (losses.game.positions + losses.inner.positions > 0)
        print_losses(text, "held out: ", &losses);
    return STATUS_OK;
}

const struct learner network_learner = {
    .name = "network",
    .file_kind = "network",
    .about = "the policy-value network, from the samples of 'guzumi selfplay'",
    .play = "",
    .groups = PARAMS_OF_NETWORK,
    .defaults = "alpha=0.0015 lambda=0.8",
    .options = LEARNS_FROM_SAMPLES | LEARNS_ON_THREADS | LEARNS_FROM_OTHERS,
    .length = 100000,
    .reach = NETWORK_REACH,
    .make = make,
    .free = release,
    .find_size = find_size,
    .check = check,
    .start_from = start_from,
    .read = read,
    .write = write,
    .end_training = end_training,
    .describe = describe,
    .begin = begin,
    .step = step,
    .settle = settle,
    .progress = progress,
    .checkpoint = checkpoint,
    .finish = finish,
};
