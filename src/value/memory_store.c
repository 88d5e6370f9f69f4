#include "guzumi/memory_store.h"

#include "guzumi/weight_file.h"

#include "builtin_weights.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = NETWORK_LIBERTIES + 1 };

struct memory_store {
    pthread_mutex_t lock;                                        /* while something is unpacked */
    struct memory *by_size[BOARD_MAX_SIZE + 1];                  /* owned */
    struct trained_network *networks[KINDS][BOARD_MAX_SIZE + 1]; /* owned */
    struct trained_policy *policy;                               /* owned, or NULL */
};

static const char shapes_kind[] = "local-shapes";

enum status memory_store_new(struct memory_store **out, struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return fail_memory(why, "the weights");
    pthread_mutex_init(&(*out)->lock, NULL);
    return STATUS_OK;
}

void memory_store_free(struct memory_store *store) {
    if (!store) return;
    for (int size = 0; size <= BOARD_MAX_SIZE; size++) {
        memory_free(store->by_size[size]);
        for (int kind = 0; kind < KINDS; kind++) trained_network_free(store->networks[kind][size]);
    }
    trained_policy_free(store->policy);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

static void take(struct memory_store *store, struct memory *memory) {
    struct memory **place = &store->by_size[memory->shapes->size];
    memory_free(*place);
    *place = memory;
}

static void take_network(struct memory_store *store, struct trained_network *network) {
    struct trained_network **place = &store->networks[network->kind][network->size];
    trained_network_free(*place);
    *place = network;
}

/* Those who were given the policy keep it and see its new weights. */
static void take_policy(struct memory_store *store, struct trained_policy *policy) {
    policy_lessons_free(&policy->lessons);
    if (!store->policy) {
        store->policy = policy;
        return;
    }
    *store->policy = *policy;
    trained_policy_free(policy);
}

/* Takes what FILE holds in the place of what there is of its kind and size. */
static enum status take_file(struct memory_store *store, struct weight_file *file,
                             struct failure *why) {
    enum network_kind kind;
    if (network_kind_find(weight_file_kind(file), &kind)) {
        struct trained_network *network;
        const enum status status = trained_network_read(file, &network, why);
        if (status == STATUS_OK) take_network(store, network);
        return status;
    }
    if (strcmp(weight_file_kind(file), TRAINED_POLICY_KIND) == 0) {
        struct trained_policy *policy;
        const enum status status = trained_policy_read(file, &policy, why);
        if (status == STATUS_OK) take_policy(store, policy);
        return status;
    }
    struct memory *memory;
    const enum status status = memory_read(file, &memory, why);
    if (status == STATUS_OK) take(store, memory);
    return status;
}

enum status memory_store_load(struct memory_store *store, const char *path, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    if (status != STATUS_OK) return status;
    status = take_file(store, file, why);
    weight_file_close(file);
    return status;
}

static const struct builtin_weights *built_in(const char *kind, int size) {
    for (int i = 0; i < builtin_weights_count; i++)
        if (builtin_weights[i].size == size && strcmp(builtin_weights[i].kind, kind) == 0)
            return &builtin_weights[i];
    return NULL;
}

static enum status unpack(struct memory_store *store, const struct builtin_weights *from,
                          struct failure *why) {
    struct weight_file *file;
    char name[60];
    snprintf(name, sizeof name, "compiled-in weights %s %dx%d", from->kind, from->size, from->size);
    enum status status = weight_file_open(&file, from->data, from->length, name, why);
    if (status != STATUS_OK) return status;
    status = take_file(store, file, why);
    weight_file_close(file);
    return status;
}

static bool has(const struct memory_store *store, int size) {
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           (store->by_size[size] || built_in(shapes_kind, size));
}

/* The size nearest to SIZE that has a memory, of two the larger; SIZE itself when there is none. */
static int nearest(const struct memory_store *store, int size) {
    for (int difference = 0; difference <= BOARD_MAX_SIZE; difference++) {
        if (has(store, size + difference)) return size + difference;
        if (has(store, size - difference)) return size - difference;
    }
    return size;
}

enum status memory_store_get(struct memory_store *store, int size, const struct memory **out,
                             struct failure *why) {
    enum status status = STATUS_OK;
    pthread_mutex_lock(&store->lock);
    const int source = nearest(store, size);
    if (!store->by_size[source] && built_in(shapes_kind, source))
        status = unpack(store, built_in(shapes_kind, source), why);
    *out = store->by_size[source];
    pthread_mutex_unlock(&store->lock);
    return status;
}

/* --- networks -----------------------------------------------------------------------------------
 */

static bool has_network(const struct memory_store *store, enum network_kind kind, int size) {
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           (store->networks[kind][size] || built_in(network_kind_name(kind), size));
}

/* The size nearest to SIZE that has a network of KIND, of two the larger; SIZE when there is none.
 */
static int nearest_network(const struct memory_store *store, enum network_kind kind, int size) {
    for (int difference = 0; difference <= BOARD_MAX_SIZE; difference++) {
        if (has_network(store, kind, size + difference)) return size + difference;
        if (has_network(store, kind, size - difference)) return size - difference;
    }
    return size;
}

enum status memory_store_network(struct memory_store *store, enum network_kind kind, int size,
                                 const struct trained_network **out, struct failure *why) {
    enum status status = STATUS_OK;
    pthread_mutex_lock(&store->lock);
    const int source = nearest_network(store, kind, size);
    const struct builtin_weights *from = built_in(network_kind_name(kind), source);
    if (!store->networks[kind][source] && from) status = unpack(store, from, why);
    *out = store->networks[kind][source];
    pthread_mutex_unlock(&store->lock);
    return status;
}

/* --- the learnt policies ------------------------------------------------------------------------
 */

enum status memory_store_policy(struct memory_store *store, const struct trained_policy **out,
                                struct failure *why) {
    const struct builtin_weights *from = built_in(TRAINED_POLICY_KIND, 0);
    enum status status = STATUS_OK;
    pthread_mutex_lock(&store->lock);
    if (!store->policy && from) status = unpack(store, from, why);
    *out = store->policy;
    pthread_mutex_unlock(&store->lock);
    return status;
}
