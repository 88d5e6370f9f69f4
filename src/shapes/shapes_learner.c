/* Local shapes as a learner (learner.h): weight files, and training by self-play.
 *
 *     section           numbers
 *     main              a weight for each LD class, or for each shape without sharing
 *     li                a weight for each LI class
 *     main_coherence    two sums for each of those weights, with temporal coherence alone
 *     li_coherence
 *
 * The classes themselves follow from the board's size and the parameters shapes and sharing in the
 * head. */
#include "guzumi/base/file.h"
#include "guzumi/shapes/memory.h"
#include "guzumi/shapes/trainer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static struct memory *memory_of(struct learnt *learnt) {
    return (struct memory *)learnt;
}

static const struct memory *read_only(const struct learnt *learnt) {
    return (const struct memory *)learnt;
}

enum status memory_find(struct weight_store *store, int size, const struct memory **out,
                        struct failure *why) {
    const struct learnt *found;
    const enum status status = weight_store_find(store, &shapes_learner, size, &found, why);
    *out = read_only(found);
    return status;
}

static enum status make(struct learnt **out, int size, const struct params *params,
                        struct failure *why) {
    struct memory *m = NULL;
    const enum status status = memory_new(&m, size, params, why);
    *out = status == STATUS_OK ? &m->learnt : NULL;
    return status;
}

static void release(struct learnt *learnt) {
    memory_free(memory_of(learnt));
}

/* The tables are laid out by the shapes and their sharing; all other settings may change. */
static enum status check(const struct learnt *learnt, const struct params *now,
                         struct failure *why) {
    const struct params *was = &learnt->origin.params;
    if (was->shapes == now->shapes && was->sharing == now->sharing) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "parameters shapes and sharing cannot change once training has begun");
}

static enum status start_from(struct learnt *learnt, const struct learnt *from,
                              struct failure *why) {
    return memory_start_from(memory_of(learnt), read_only(from), why);
}

static enum status average(struct learnt *mean, int count, const struct learnt *next,
                           const char *name, struct failure *why) {
    return memory_average(memory_of(mean), count, read_only(next), name, why);
}

/* --- weight files --- */

/* The sections, and the sets of a memory that are in them. */
enum { SETS = 2 };
static const char *const names[SETS] = {"main", "li"};
static const char *const coherence_names[SETS] = {"main_coherence", "li_coherence"};

static struct weight_set *set_number(struct memory *m, int i) {
    return i == 0 ? &m->main : &m->li;
}

static size_t class_count(const struct weight_set *set) {
    return set->classes ? (size_t)set->classes->class_count : 0;
}

/* Room for the weights of either set. */
static float *make_room(const struct memory *m) {
    const size_t main = class_count(&m->main), li = class_count(&m->li);
    return malloc(((main > li ? main : li) + 1) * sizeof(float));
}

/* One number per class, not per entry: an entry's weight is its class's, perhaps with the other
 * sign (memory.h). */
static void write(const struct learnt *learnt, struct weight_writer *w, bool packed) {
    const struct memory *m = read_only(learnt);
    const struct weight_set *const sets[SETS] = {&m->main, &m->li};
    float *weights = make_room(m);
    w->body.failed |= !weights;
    for (int i = 0; weights && i < SETS; i++) {
        const size_t count = class_count(sets[i]);
        for (size_t j = 0; j < count; j++) weights[j] = weight_set_theta(sets[i], (int)j);
        weight_writer_weights(w, names[i], weights, count, packed ? STORAGE_PACKED : STORAGE_FLOAT);
    }
    for (int i = 0; i < SETS && !packed; i++)
        if (sets[i]->coherence)
            weight_writer_numbers(w, coherence_names[i], sets[i]->coherence,
                                  2 * class_count(sets[i]));
    free(weights);
}

/* A packed file has rounded weights: training could go on from them, but not as if it had never
 * been interrupted. Sums of temporal coherence may be missing in files that are older than they
 * are. */
static enum status read(struct weight_file *file, const struct learnt *head, struct learnt **out,
                        struct failure *why) {
    const enum status status = make(out, head->size, &head->origin.params, why);
    if (status != STATUS_OK) return status;
    struct memory *m = memory_of(*out);
    float *weights = make_room(m);
    if (!weights) return out_of_memory(why, "a weight file");
    m->learnt.origin = head->origin;
    m->learnt.can_continue = !weight_file_is_packed(file);
    for (int i = 0; i < SETS; i++) {
        struct weight_set *set = set_number(m, i);
        const size_t count = class_count(set);
        weight_file_weights(file, names[i], weights, count);
        for (size_t j = 0; j < count; j++) weight_set_set_theta(set, (int)j, weights[j]);
        if (set->coherence && weight_file_count(file, coherence_names[i]) >= 0)
            weight_file_numbers(file, coherence_names[i], set->coherence, 2 * count);
    }
    free(weights);
    return STATUS_OK;
}

/* The root mean square and the largest weight show at a glance whether learning has diverged. */
static void describe_set(const char *name, const struct weight_set *set, struct buffer *out) {
    const struct shape_classes *c = set->classes;
    double square = 0, largest = 0;
    int used = 0;
    if (!c) return;
    for (int i = 0; i < c->class_count; i++) {
        const double w = weight_set_theta(set, i);
        square += w * w;
        if (fabs(w) > largest) largest = fabs(w);
        used += w != 0;
    }
    buffer_print(out,
                 "%s: %d weights (1x1 %d, 2x2 %d, 3x3 %d), %d not zero, root mean square %.4f, "
                 "largest %.4f\n",
                 name, c->class_count, c->size_count[0], c->size_count[1], c->size_count[2], used,
                 c->class_count ? sqrt(square / c->class_count) : 0, largest);
}

static void describe(const struct learnt *learnt, struct buffer *out) {
    const struct memory *m = read_only(learnt);
    const bool shared = learnt->origin.params.sharing != SHARE_NONE;
    buffer_print(out, "features: %d, of which %d are active at a time\n", m->shapes->flat_count,
                 m->shapes->region_count);
    describe_set(shared ? "location dependent" : "unshared", &m->main, out);
    describe_set("location independent", &m->li, out);
}

/* --- training --- */

struct shapes_training {
    struct training base;
    struct trainer *trainer;         /* owned */
    struct occurrences *occurrences; /* owned or NULL */
};

/* Games between two calls of step on several threads: starting the threads for each single game
 * would cost more than the game. */
enum { BATCH = 64 };

static void finish(struct training *training) {
    struct shapes_training *t = (struct shapes_training *)training;
    trainer_free(t->trainer);
    occurrences_free(t->occurrences);
    free(t);
}

/* Counting occurrences has one table for all games, hence one thread. */
static enum status begin(struct training **out, struct learnt *learnt,
                         const struct training_plan *plan, struct failure *why) {
    struct memory *m = memory_of(learnt);
    enum status status = STATUS_OK;
    if (plan->occurrences && plan->threads > 1)
        return fail(why, STATUS_INVALID, "--occurrences counts on one thread; leave --threads out");
    if (plan->occurrences) status = file_try(plan->occurrences, why);
    if (status != STATUS_OK) return status;
    struct shapes_training *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "training");
    t->base = (struct training){.learnt = learnt, .plan = plan};
    status = trainer_new(&t->trainer, m, why);
    if (status == STATUS_OK) status = trainer_threads(t->trainer, plan->threads, why);
    if (status == STATUS_OK && plan->occurrences) status = occurrences_new(&t->occurrences, m, why);
    if (status != STATUS_OK) {
        finish(&t->base);
        return status;
    }
    trainer_count_occurrences(t->trainer, t->occurrences);
    *out = &t->base;
    return STATUS_OK;
}

/* On one thread a step is a game, so that training can stop after any; on several it is a batch. */
static enum status step(struct training *training, uint64_t until, struct failure *why) {
    const uint64_t games = training->learnt->origin.games;
    uint64_t next = training->plan->threads > 1 ? (games / BATCH + 1) * BATCH : games + 1;
    if (next > until) next = until;
    (void)why;
    trainer_run(((struct shapes_training *)training)->trainer, next, training->plan->stop);
    return STATUS_OK;
}

static struct training_progress progress(struct training *training) {
    const struct trainer_statistics s =
        trainer_take_statistics(((struct shapes_training *)training)->trainer);
    return (struct training_progress){
        .games = s.games, .moves = s.moves, .wins = s.black_wins, .winner = "Black wins"};
}

static void print_occurrences(struct buffer *out, const char *name, const struct weight_set *set,
                              const uint64_t *counts) {
    for (int i = 0; set->classes && i < set->classes->class_count; i++) {
        const int k = shape_classes_k(set->classes, i);
        buffer_print(out, "%s\t%dx%d\t%d\t%" PRIu64 "\n", name, k, k, i, counts[i]);
    }
}

/* Writes the table that --occurrences asks for: a line a weight. */
static enum status report(struct training *training, struct failure *why) {
    const struct occurrences *counted = ((struct shapes_training *)training)->occurrences;
    struct buffer out = {0};
    if (!counted) return STATUS_OK;
    const struct memory *m = counted->memory;
    const bool shared = m->learnt.origin.params.sharing != SHARE_NONE;
    buffer_print(&out, "sharing\tshape\tweight\toccurrences\n");
    print_occurrences(&out, shared ? "ld" : "none", &m->main, counted->main);
    print_occurrences(&out, "li", &m->li, counted->li);
    const enum status status = file_save(training->plan->occurrences, &out, why);
    buffer_free(&out);
    return status;
}

const struct learner shapes_learner = {
    .name = "shapes",
    .file_kind = "local-shapes",
    .about = "RLGO's long-term memory of local shapes (2012 paper)",
    .play = "--preset dyna2",
    .groups = PARAMS_OF_SHAPES,
    .defaults = "",
    .options = LEARNS_FROM_GAMES | LEARNS_ON_THREADS | LEARNS_WITH_OCCURRENCES | LEARNS_FROM_OTHERS,
    .length = 1000000,
    .reach = BOARD_MAX_SIZE,
    .make = make,
    .free = release,
    .check = check,
    .start_from = start_from,
    .read = read,
    .write = write,
    .average = average,
    .describe = describe,
    .begin = begin,
    .step = step,
    .progress = progress,
    .report = report,
    .finish = finish,
};
