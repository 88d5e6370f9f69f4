/* The loop of training. A step's batch is divided into one part per thread; each part has a
 * gradient of its own, and these are added in the order of the parts, so that a run is a function
 * of the number of threads but not of their speed:
 *
 *     transform the kernels, and transposed ones   caller
 *     draw the batch                               caller, by the training's random numbers
 *     for each position: planes, forward, back     threads, part by part, in groups
 *     mean of the parts' derivatives               caller
 *     Adam, average of the weights                 caller */
#include "network_trainer.h"

#include "guzumi/base/threads.h"

#include "network_gradient.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* WARM_UP: steps until the learning rate is alpha; Adam's v is an average of few gradients before.
 */
enum { WARM_UP = 200, MAX_HELD_OUT = 12000 };

/* The learning rate of the last step, in alpha. */
#define LAST_STEP 0.01

/* One position of a batch. */
struct drawn {
    size_t index;
    int view;
};

/* A part of a batch, or of what is held out. */
struct part {
    struct network_workspace *workspaces[NETWORK_GROUP]; /* owned */
    struct network_gradient *gradient;                   /* owned */
    float *derivatives;                                  /* owned */
    struct network_losses losses;
    struct calibration calibration[BOARD_MAX_SIZE + 1]; /* by board size */
    /* The positions at hand, one for each workspace. */
    struct network_target targets[NETWORK_GROUP];
    struct network_loss *its_losses[NETWORK_GROUP];        /* borrowed */
    const struct network_example *examples[NETWORK_GROUP]; /* borrowed */
    int count;
};

struct network_trainer {
    struct trained_network *network; /* borrowed */
    uint64_t steps;
    struct network_examples examples;      /* owned */
    struct network *learning;              /* owned: the weights that the next step changes */
    struct network_transposed *transposed; /* owned */
    struct network_adam adam;              /* owned */
    struct drawn *batch;                   /* owned */
    float *derivatives;                    /* owned */
    struct part *parts;                    /* owned; one for each thread */
    int part_count;
    struct network_losses losses;
    struct calibration calibration[BOARD_MAX_SIZE + 1]; /* of what is held out */
};

/* --- life --- */

static size_t bytes_of(const struct network_trainer *t) {
    return (size_t)t->learning->layout.count * sizeof *t->derivatives;
}

static enum status make_part(const struct network_trainer *t, struct part *part,
                             struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; i < NETWORK_GROUP && status == STATUS_OK; i++)
        status = network_workspace_new(&part->workspaces[i], t->learning, why);
    if (status == STATUS_OK) status = network_gradient_new(&part->gradient, t->learning, why);
    if (status != STATUS_OK) return status;
    part->derivatives = malloc(bytes_of(t));
    return part->derivatives ? STATUS_OK : out_of_memory(why, "the gradients of a network");
}

/* The weights that learn, and Adam's state, as they are in the trained network: training resumes.
 */
static enum status make_adam(struct network_trainer *t, struct failure *why) {
    const struct trained_network *network = t->network;
    enum status status = network_new(&t->learning, network->network->channels,
                                     network->network->blocks, network->network->planes, why);
    if (status != STATUS_OK) return status;
    memcpy(t->learning->weights, network->current, bytes_of(t));
    status = network_transposed_new(&t->transposed, t->learning, why);
    if (status == STATUS_OK) status = network_adam_init(&t->adam, t->learning, why);
    if (status != STATUS_OK) return status;
    t->adam.steps = network->learnt.origin.games;
    memcpy(t->adam.m, network->m, bytes_of(t));
    memcpy(t->adam.v, network->v, bytes_of(t));
    memcpy(t->adam.average, network->network->weights, bytes_of(t));
    return STATUS_OK;
}

/* The parts are made once: a step allocates nothing. */
static enum status make_batch(struct network_trainer *t, int threads, struct failure *why) {
    t->batch = calloc((size_t)t->network->learnt.origin.params.network_batch, sizeof *t->batch);
    t->derivatives = malloc(bytes_of(t));
    t->parts = calloc((size_t)threads, sizeof *t->parts);
    if (!t->batch || !t->derivatives || !t->parts) return out_of_memory(why, "training");
    enum status status = STATUS_OK;
    for (; t->part_count < threads && status == STATUS_OK; t->part_count++)
        status = make_part(t, &t->parts[t->part_count], why);
    return status;
}

enum status network_trainer_new(struct network_trainer **out, struct trained_network *network,
                                const struct samples *samples, struct weight_store *store,
                                uint64_t steps, int threads, struct failure *why) {
    assert(network->learnt.can_continue && threads >= 1 && threads <= THREADS_MAX);
    struct network_trainer *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->network = network;
    t->steps = steps;
    enum status status = make_adam(t, why);
    if (status == STATUS_OK) status = make_batch(t, threads, why);
    if (status == STATUS_OK)
        status = network_examples_read(&t->examples, samples, store, &network->learnt.origin.params,
                                       why);
    if (status == STATUS_OK && t->examples.learnt_count == 0)
        status = fail(why, STATUS_INVALID, "the samples hold no positions to learn from");
    if (status == STATUS_OK)
        *out = t;
    else
        network_trainer_free(t);
    return status;
}

void network_trainer_free(struct network_trainer *t) {
    if (!t) return;
    for (int i = 0; i < t->part_count; i++) {
        for (int k = 0; k < NETWORK_GROUP; k++) network_workspace_free(t->parts[i].workspaces[k]);
        network_gradient_free(t->parts[i].gradient);
        free(t->parts[i].derivatives);
    }
    free(t->parts);
    free(t->derivatives);
    free(t->batch);
    network_adam_free(&t->adam);
    network_transposed_free(t->transposed);
    network_free(t->learning);
    network_examples_free(&t->examples);
    free(t);
}

/* The average is what plays; CURRENT and the moments are what the next step changes. */
void network_trainer_settle(struct network_trainer *t) {
    struct trained_network *network = t->network;
    memcpy(network->current, t->learning->weights, bytes_of(t));
    memcpy(network->m, t->adam.m, bytes_of(t));
    memcpy(network->v, t->adam.v, bytes_of(t));
    network_adam_average(&t->adam, network->network->weights);
    network_transform(network->network);
}

/* --- parts --- */

/* A batch, or what is held out, while threads take its parts. */
struct work {
    struct network_trainer *trainer;
    void (*on_part)(struct network_trainer *trainer, int part);
    atomic_int next;
};

/* Takes parts until none is left: if a thread cannot be started the others take its part. */
static void take_parts(void *context, int index) {
    struct work *work = context;
    (void)index;
    for (int i; (i = atomic_fetch_add(&work->next, 1)) < work->trainer->part_count;)
        work->on_part(work->trainer, i);
}

static void do_parts(struct network_trainer *t, void (*on_part)(struct network_trainer *, int)) {
    struct work work = {.trainer = t, .on_part = on_part};
    threads_run(t->part_count, take_parts, &work);
}

/* The index among COUNT where PART begins and the part before it ends. */
static size_t begin_of(const struct network_trainer *t, int part, size_t count) {
    return count * (size_t)part / (size_t)t->part_count;
}

static void merge(struct network_losses *into, struct network_losses *from) {
    network_loss_merge(&into->game, &from->game);
    network_loss_merge(&into->inner, &from->inner);
    *from = (struct network_losses){.game = {.positions = 0}};
}

/* The losses of all parts. */
static void gather(struct network_trainer *t, struct network_losses *into) {
    for (int i = 0; i < t->part_count; i++) merge(into, &t->parts[i].losses);
}

/* Whichever of LOSSES the example number INDEX belongs to. */
static struct network_loss *loss_of(const struct network_trainer *t, struct network_losses *losses,
                                    size_t index) {
    return t->examples.all[index].inner ? &losses->inner : &losses->game;
}

/* Adds the example number INDEX in VIEW to the positions at hand of PART. */
static void take_position(struct network_trainer *t, struct part *part, size_t index, int view) {
    network_examples_set(&t->examples, index, view, part->workspaces[part->count],
                         &part->targets[part->count]);
    part->examples[part->count] = &t->examples.all[index];
    part->its_losses[part->count++] = loss_of(t, &part->losses, index);
}

/* --- learning --- */

/* alpha min((step + 1) / WARM_UP, 1) (0.01 + 0.99 (1 + cos(pi step / steps)) / 2): the cosine of
 * Loshchilov and Hutter (2017). */
double network_trainer_alpha(double alpha, uint64_t step, uint64_t steps) {
    const double pi = 3.14159265358979323846;
    const double done = step < steps ? (double)step / (double)steps : 1;
    const double fall = 0.5 + 0.5 * cos(pi * done);
    const double rise = step < WARM_UP ? (double)(step + 1) / WARM_UP : 1;
    return alpha * rise * (LAST_STEP + (1 - LAST_STEP) * fall);
}

static size_t batch_size(const struct network_trainer *t) {
    return (size_t)t->network->learnt.origin.params.network_batch;
}

/* Drawn with replacement, and a view for each: the network is not symmetric by construction, so it
 * learns from all symmetries. */
static void draw_batch(struct network_trainer *t) {
    struct rng *rng = &t->network->learnt.origin.rng;
    for (size_t i = 0; i < batch_size(t); i++) {
        const size_t at = rng_below(rng, (uint32_t)t->examples.learnt_count);
        t->batch[i].index = t->examples.learnt[at];
        t->batch[i].view = (int)rng_below(rng, NETWORK_VIEWS);
    }
}

/* The part's gradient stays in transformed kernels until all of its positions are done, and is
 * folded once. */
static void learn_part(struct network_trainer *t, int index) {
    struct part *part = &t->parts[index];
    const size_t end = begin_of(t, index + 1, batch_size(t));
    network_gradient_clear(part->gradient);
    for (size_t i = begin_of(t, index, batch_size(t)); i < end;) {
        part->count = 0;
        for (; i < end && part->count < NETWORK_GROUP; i++)
            take_position(t, part, t->batch[i].index, t->batch[i].view);
        network_forward_all(t->learning, part->workspaces, part->count);
        network_gradient_add(part->gradient, t->learning, t->transposed, part->workspaces,
                             part->targets, part->its_losses, part->count);
    }
    memset(part->derivatives, 0, bytes_of(t));
    network_gradient_fold(part->gradient, t->learning, part->derivatives);
}

/* The mean of the derivatives, added up in the order of the parts: sums of floats depend on their
 * order, and threads end in any. */
static void average_parts(struct network_trainer *t) {
    const float share = 1 / (float)batch_size(t);
    for (int k = 0; k < t->learning->layout.count; k++) {
        float sum = 0;
        for (int i = 0; i < t->part_count; i++) sum += t->parts[i].derivatives[k];
        t->derivatives[k] = sum * share;
    }
}

void network_trainer_step(struct network_trainer *t) {
    struct provenance *origin = &t->network->learnt.origin;
    network_transform_floats(t->learning);
    network_transposed_update(t->transposed, t->learning);
    draw_batch(t);
    do_parts(t, learn_part);
    gather(t, &t->losses);
    average_parts(t);
    network_adam_step(&t->adam, t->learning, t->derivatives,
                      network_trainer_alpha(origin->params.alpha, origin->games, t->steps));
    origin->games++;
}

struct network_losses network_trainer_take_losses(struct network_trainer *t) {
    struct network_losses out = {.game = {.positions = 0}};
    merge(&out, &t->losses);
    return out;
}

/* --- what is held out --- */

static size_t evaluated_count(const struct network_trainer *t) {
    const size_t count = t->examples.held_out_count;
    return count < MAX_HELD_OUT ? count : MAX_HELD_OUT;
}

/* Compares the win rate of the position number K with the result, if it is one of a game. */
static void calibrate(struct part *part, int k) {
    const struct network_example *example = part->examples[k];
    if (example->inner) return;
    calibration_add(&part->calibration[example->size], logistic((double)part->workspaces[k]->value),
                    (double)example->outcome);
}

/* Evaluates this part of the held-out positions, of which at most MAX_HELD_OUT, evenly spaced, are
 * used; by the averaged weights, which are those that play. */
static void evaluate_part(struct network_trainer *t, int index) {
    struct part *part = &t->parts[index];
    const size_t count = evaluated_count(t), end = begin_of(t, index + 1, count);
    for (size_t i = begin_of(t, index, count); i < end;) {
        part->count = 0;
        for (; i < end && part->count < NETWORK_GROUP; i++)
            take_position(t, part, t->examples.held_out[i * t->examples.held_out_count / count], 0);
        network_forward_all(t->network->network, part->workspaces, part->count);
        for (int k = 0; k < part->count; k++) {
            network_loss_add(part->its_losses[k], part->workspaces[k], &part->targets[k], NULL);
            calibrate(part, k);
        }
    }
}

static void gather_calibration(struct network_trainer *t) {
    memset(t->calibration, 0, sizeof t->calibration);
    for (int i = 0; i < t->part_count; i++)
        for (int size = 0; size <= BOARD_MAX_SIZE; size++) {
            calibration_merge(&t->calibration[size], &t->parts[i].calibration[size]);
            t->parts[i].calibration[size] = (struct calibration){.count = {0}};
        }
}

struct network_losses network_trainer_held_out(struct network_trainer *t) {
    struct network_losses out = {.game = {.positions = 0}};
    do_parts(t, evaluate_part);
    gather(t, &out);
    gather_calibration(t);
    return out;
}

const struct calibration *network_trainer_calibration(const struct network_trainer *t, int size) {
    return &t->calibration[size];
}

size_t network_trainer_learnt_count(const struct network_trainer *t) {
    return t->examples.learnt_count;
}

size_t network_trainer_held_out_count(const struct network_trainer *t) {
    return t->examples.held_out_count;
}

double network_trainer_value_slope(const struct network_trainer *trainer) {
    return trainer->examples.value_slope;
}
