/* The table of learners; reading and writing what all kinds share, the provenance; the weight
 * store. The table is the only place where the kinds are named together: its order is that of lists
 * and of the store. Other code finds a kind by its name or by what it can do. */
#include "guzumi/learner/learner.h"

#include "guzumi/go/board.h"

#include "builtin_weights.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KINDS = 16 };

const struct learner *const learner_table[] = {
    &shapes_learner, &territory_learner, &liberties_learner, &policy_learner, &network_learner,
};
const int learner_count = sizeof learner_table / sizeof learner_table[0];

const struct learner *learner_find(const char *name) {
    for (int i = 0; i < learner_count; i++)
        if (strcmp(learner_table[i]->name, name) == 0) return learner_table[i];
    return NULL;
}

const struct learner *learner_of_file(const char *file_kind) {
    for (int i = 0; i < learner_count; i++)
        if (strcmp(learner_table[i]->file_kind, file_kind) == 0) return learner_table[i];
    return NULL;
}

/* Options are few and names short; a longer list would be cut off, as a message may be. */
const char *learner_names(int options, char text[LEARNER_NAMES]) {
    const char *names[MAX_KINDS];
    int count = 0;
    for (int i = 0; i < learner_count; i++)
        if ((learner_table[i]->options & options) == options)
            names[count++] = learner_table[i]->name;
    size_t length = 0;
    text[0] = 0;
    for (int i = 0; i < count; i++) {
        const char *before = i == 0 ? "" : i == count - 1 ? " or " : ", ";
        const int more = snprintf(text + length, LEARNER_NAMES - length, "%s%s", before, names[i]);
        length += (size_t)more;
        if (length >= LEARNER_NAMES) break;
    }
    return text;
}

/* The defaults are written as on the command line, so that help can show them as they are. */
void learner_defaults(const struct learner *learner, struct params *params) {
    char settings[200];
    struct failure why;
    params_default(params);
    snprintf(settings, sizeof settings, "%s", learner->defaults);
    for (char *word = settings + strspn(settings, " "); *word; word += strspn(word, " ")) {
        char *end = word + strcspn(word, " ");
        const bool last = !*end;
        *end = 0;
        params_assign(params, word, &why);
        word = end + !last;
    }
}

/* 1, 2, 5 times each power of ten, so that checkpoints are evenly spaced on a logarithmic axis, as
 * the papers' learning curves are drawn. */
uint64_t training_next_checkpoint(uint64_t games) {
    for (uint64_t decade = 1;; decade *= 10) {
        static const uint64_t steps[3] = {1, 2, 5};
        for (int i = 0; i < 3; i++)
            if (decade * steps[i] > games) return decade * steps[i];
        if (decade > UINT64_MAX / 100) return UINT64_MAX;
    }
}

/* --- provenance ---
 *
 * What it takes to continue a training as if it had never been interrupted: how many games it has
 * seen, by which parameters, and the state of its random numbers. These fields of a file's head
 * come from the table of parameters, so a new parameter of a kind needs no code here. */

enum { RNG_WORDS = 4 };
static const char *const rng_names[RNG_WORDS] = {"rng0", "rng1", "rng2", "rng3"};

/* In the order of the table, so that two files of one training differ only where it did. */
static void write_origin(struct weight_writer *w, const struct provenance *origin, int groups) {
    weight_writer_field(w, "games", "%llu", (unsigned long long)origin->games);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        char value[64];
        if (!param_is_of(p, groups)) continue;
        weight_writer_field(w, p->name, "%s",
                            params_format(&origin->params, p, value, sizeof value));
    }
    for (int i = 0; i < RNG_WORDS; i++)
        weight_writer_field(w, rng_names[i], "%llu", (unsigned long long)origin->rng.state[i]);
}

/* A parameter may be missing: the file is older than the parameter, and its training used what is
 * now the default. The oldest files have the parameters of all kinds. */
static void read_params(struct weight_file *file, struct params *params) {
    struct failure ignored;
    params_default(params);
    for (const struct param *p = param_table; p < param_table + param_count; p++) {
        const char *value =
            param_is_of(p, PARAMS_OF_TRAINING) ? weight_file_field(file, p->name) : NULL;
        if (value && params_set(params, p->name, value, &ignored) != STATUS_OK)
            weight_file_misunderstood(file, p->name, value);
    }
}

static void read_origin(struct weight_file *file, struct provenance *out) {
    uint64_t any = 0;
    out->games = weight_file_uint64(file, "games");
    read_params(file, &out->params);
    for (int i = 0; i < RNG_WORDS; i++)
        any |= out->rng.state[i] = weight_file_uint64(file, rng_names[i]);
    if (!any) weight_file_refuse(file, "the state of the random generator is all zeros");
}

/* --- learnt things --- */

void learnt_free(struct learnt *learnt) {
    if (learnt) learnt->learner->free(learnt);
}

void learnt_begin(struct learnt *learnt, const struct learner *learner, int size,
                  const struct params *params) {
    *learnt = (struct learnt){.learner = learner, .size = size, .can_continue = true};
    learnt->origin.params = *params;
    rng_seed(&learnt->origin.rng, (uint64_t)params->seed, 0);
}

/* The head is checked before the kind reads its part, and the end after it: a file with a field or
 * a section that nothing has read is from another version, and refusing it is safer than ignoring
 * that. */
enum status learnt_read(struct learnt **out, struct weight_file *file,
                        const struct learner *learner, struct failure *why) {
    struct learnt head = {.learner = learner};
    struct failure reason;
    *out = NULL;
    if (!learner) head.learner = learner_of_file(weight_file_kind(file));
    if (!head.learner)
        weight_file_refuse(file, "unknown kind of weights '%.40s'", weight_file_kind(file));
    else
        weight_file_expect(file, head.learner->file_kind);
    head.size = (int)weight_file_int(file, "size", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    read_origin(file, &head.origin);
    enum status status = weight_file_status(file, why);
    if (status != STATUS_OK) return status;
    status = head.learner->read(file, &head, out, &reason);
    if (status == STATUS_INVALID) weight_file_refuse(file, "%.200s", reason.text);
    if (status == STATUS_MEMORY)
        *why = reason;
    else
        status = weight_file_end(file, why);
    if (status == STATUS_OK) return status;
    learnt_free(*out);
    *out = NULL;
    return status;
}

enum status learnt_load(struct learnt **out, const char *path, const struct learner *learner,
                        struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    *out = NULL;
    if (status != STATUS_OK) return status;
    status = learnt_read(out, file, learner, why);
    weight_file_close(file);
    return status;
}

/* Each kind writes the parameters of its own groups alone; reading takes those of any. */
enum status learnt_save(const struct learnt *learnt, const char *path, bool packed,
                        struct failure *why) {
    const struct learner *learner = learnt->learner;
    struct weight_writer writer;
    weight_writer_begin(&writer, learner->file_kind);
    weight_writer_field(&writer, "size", "%d", learnt->size);
    write_origin(&writer, &learnt->origin, learner->groups);
    learner->write(learnt, &writer, packed);
    return weight_writer_save(&writer, path, why);
}

/* --- the weight store --- */

/* By kind, in the order of learner_table, and by size. Built-in weights are read when they are
 * first needed, by whichever thread needs them; most sessions need one or two of the files. */
struct weight_store {
    pthread_mutex_t lock; /* while something is read */
    struct learnt *held[MAX_KINDS][BOARD_MAX_SIZE + 1];
};

/* The place in the table: learners outside it, as tests make them, have no place in a store. */
static int kind_of(const struct learner *learner) {
    int kind = 0;
    while (kind < learner_count && learner_table[kind] != learner) kind++;
    assert(kind < learner_count && learner_count <= MAX_KINDS);
    return kind;
}

enum status weight_store_new(struct weight_store **out, struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return out_of_memory(why, "the weights");
    pthread_mutex_init(&(*out)->lock, NULL);
    return STATUS_OK;
}

void weight_store_free(struct weight_store *store) {
    if (!store) return;
    for (int kind = 0; kind < MAX_KINDS; kind++)
        for (int size = 0; size <= BOARD_MAX_SIZE; size++) learnt_free(store->held[kind][size]);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

/* Puts LEARNT into its place. What training needs is freed: a network's moments are three times as
 * large as the weights that play. What is replaced may still be borrowed (weight_store_find), so
 * its users ask again after a load. */
static void store_take(struct weight_store *store, struct learnt *learnt) {
    struct learnt **held = &store->held[kind_of(learnt->learner)][learnt->size];
    if (learnt->learner->end_training) learnt->learner->end_training(learnt);
    learnt_free(*held);
    *held = learnt;
}

enum status weight_store_load(struct weight_store *store, const char *path, struct failure *why) {
    struct learnt *learnt;
    const enum status status = learnt_load(&learnt, path, NULL, why);
    if (status == STATUS_OK) store_take(store, learnt);
    return status;
}

int weight_store_builtin_count(void) {
    return builtin_weights_count;
}

enum status weight_store_read_builtin(int number, struct learnt **out, struct failure *why) {
    const struct builtin_weights *from = &builtin_weights[number];
    struct weight_file *file;
    char name[60];
    snprintf(name, sizeof name, "built-in weights %s %dx%d", from->kind, from->size, from->size);
    enum status status = weight_file_open(&file, from->data, from->length, name, why);
    *out = NULL;
    if (status != STATUS_OK) return status;
    status = learnt_read(out, file, learner_of_file(from->kind), why);
    weight_file_close(file);
    return status;
}

/* The number of the built-in file for boards of SIZE, or -1. */
static int find_builtin(const struct learner *learner, int size) {
    for (int i = 0; i < builtin_weights_count; i++)
        if (builtin_weights[i].size == size &&
            strcmp(builtin_weights[i].kind, learner->file_kind) == 0)
            return i;
    return -1;
}

static bool has(const struct weight_store *store, const struct learner *learner, int size) {
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           (store->held[kind_of(learner)][size] || find_builtin(learner, size) >= 0);
}

/* The size whose weights serve boards of SIZE, or 0. Of two sizes equally near the larger one is
 * tried first: weights of small boards know less of the open middle. With weights for 9x9 and
 * 13x13, a board of 11x11 gets those of 13x13, one of 10x10 those of 9x9. */
static int nearest(const struct weight_store *store, const struct learner *learner, int size) {
    for (int difference = 0; difference <= learner->reach; difference++) {
        if (has(store, learner, size + difference)) return size + difference;
        if (has(store, learner, size - difference)) return size - difference;
    }
    return 0;
}

/* One lock for all: it is held while a built-in file is read, which happens once per file. */
enum status weight_store_find(struct weight_store *store, const struct learner *learner, int size,
                              const struct learnt **out, struct failure *why) {
    enum status status = STATUS_OK;
    *out = NULL;
    pthread_mutex_lock(&store->lock);
    const int source = nearest(store, learner, size);
    if (source && !store->held[kind_of(learner)][source]) {
        struct learnt *learnt;
        status = weight_store_read_builtin(find_builtin(learner, source), &learnt, why);
        if (status == STATUS_OK) store_take(store, learnt);
    }
    if (source) *out = store->held[kind_of(learner)][source];
    pthread_mutex_unlock(&store->lock);
    return status;
}
