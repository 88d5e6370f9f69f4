#include "guzumi/learner/weight_store.h"

#include "guzumi/go/board.h"

#include "builtin_weights.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By kind and size; the kinds in the order of learner_table. */
enum { MAX_KINDS = 16 };
struct weight_store {
    pthread_mutex_t lock; /* while something is read */
    struct learnt *held[MAX_KINDS][BOARD_MAX_SIZE + 1];
};

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

static void take(struct weight_store *store, struct learnt *learnt) {
    struct learnt **held = &store->held[kind_of(learnt->learner)][learnt->size];
    if (learnt->learner->end_training) learnt->learner->end_training(learnt);
    learnt_free(*held);
    *held = learnt;
}

enum status weight_store_load(struct weight_store *store, const char *path, struct failure *why) {
    struct learnt *learnt;
    const enum status status = learnt_load(&learnt, path, NULL, why);
    if (status == STATUS_OK) take(store, learnt);
    return status;
}

/* --- compiled in --------------------------------------------------------------------------------
 */

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

/* The number of the file for boards of SIZE; -1 when there is none. */
static int find_builtin(const struct learner *learner, int size) {
    for (int i = 0; i < builtin_weights_count; i++)
        if (builtin_weights[i].size == size &&
            strcmp(builtin_weights[i].kind, learner->file_kind) == 0)
            return i;
    return -1;
}

/* --- finding ------------------------------------------------------------------------------------
 */

static bool has(const struct weight_store *store, const struct learner *learner, int size) {
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           (store->held[kind_of(learner)][size] || find_builtin(learner, size) >= 0);
}

/* The size whose weights serve boards of SIZE; 0 when there is none. */
static int nearest(const struct weight_store *store, const struct learner *learner, int size) {
    for (int difference = 0; difference <= learner->reach; difference++) {
        if (has(store, learner, size + difference)) return size + difference;
        if (has(store, learner, size - difference)) return size - difference;
    }
    return 0;
}

enum status weight_store_find(struct weight_store *store, const struct learner *learner, int size,
                              const struct learnt **out, struct failure *why) {
    enum status status = STATUS_OK;
    *out = NULL;
    pthread_mutex_lock(&store->lock);
    const int source = nearest(store, learner, size);
    if (source && !store->held[kind_of(learner)][source]) {
        struct learnt *learnt;
        status = weight_store_read_builtin(find_builtin(learner, source), &learnt, why);
        if (status == STATUS_OK) take(store, learnt);
    }
    if (source) *out = store->held[kind_of(learner)][source];
    pthread_mutex_unlock(&store->lock);
    return status;
}
