#include "guzumi/network/weight_store.h"

#include "guzumi/learner/weight_file.h"

#include "builtin_weights.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What there may be one of for each size: networks of each kind, memories, policies
 * and policy-value networks. */
enum { SHAPES = CLASSIC_LIBERTIES + 1, POLICIES, NETWORKS, KINDS };

struct weight_store {
    pthread_mutex_t lock;                  /* while something is unpacked */
    void *held[KINDS][BOARD_MAX_SIZE + 1]; /* owned: memories, networks, policies */
};

static const char *name_of(int kind) {
    return kind == SHAPES     ? "local-shapes"
           : kind == POLICIES ? TRAINED_POLICY_KIND
           : kind == NETWORKS ? TRAINED_NETWORK_KIND
                              : classic_kind_name((enum classic_kind)kind);
}

static void release(int kind, void *weights) {
    if (kind == SHAPES)
        memory_free(weights);
    else if (kind == POLICIES)
        trained_policy_free(weights);
    else if (kind == NETWORKS)
        trained_network_free(weights);
    else
        trained_classic_free(weights);
}

enum status weight_store_new(struct weight_store **out, struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return out_of_memory(why, "the weights");
    pthread_mutex_init(&(*out)->lock, NULL);
    return STATUS_OK;
}

void weight_store_free(struct weight_store *store) {
    if (!store) return;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int size = 0; size <= BOARD_MAX_SIZE; size++) release(kind, store->held[kind][size]);
    }
    pthread_mutex_destroy(&store->lock);
    free(store);
}

/* --- taking -------------------------------------------------------------------------------------
 */

static void take(struct weight_store *store, int kind, int size, void *weights) {
    release(kind, store->held[kind][size]);
    store->held[kind][size] = weights;
}

/* Those who were given the policy keep it and see its new weights. */
static void take_policy(struct weight_store *store, struct trained_policy *policy) {
    struct trained_policy *held = store->held[POLICIES][policy->size];
    policy_samples_free(&policy->samples);
    if (!held) {
        take(store, POLICIES, policy->size, policy);
        return;
    }
    *held = *policy;
    trained_policy_free(policy);
}

static void take_network(struct weight_store *store, struct trained_network *network) {
    trained_network_end_training(network);
    take(store, NETWORKS, network->size, network);
}

/* Takes what FILE holds in the place of what there is of its kind and size. */
static enum status take_file(struct weight_store *store, struct weight_file *file,
                             struct failure *why) {
    enum classic_kind kind;
    if (classic_kind_find(weight_file_kind(file), &kind)) {
        struct trained_classic *network;
        const enum status status = trained_classic_read(file, &network, why);
        if (status == STATUS_OK) take(store, (int)kind, network->size, network);
        return status;
    }
    if (strcmp(weight_file_kind(file), TRAINED_POLICY_KIND) == 0) {
        struct trained_policy *policy;
        const enum status status = trained_policy_read(file, &policy, why);
        if (status == STATUS_OK) take_policy(store, policy);
        return status;
    }
    if (strcmp(weight_file_kind(file), TRAINED_NETWORK_KIND) == 0) {
        struct trained_network *network;
        const enum status status = trained_network_read(file, &network, why);
        if (status == STATUS_OK) take_network(store, network);
        return status;
    }
    struct memory *memory;
    const enum status status = memory_read(file, &memory, why);
    if (status == STATUS_OK) take(store, SHAPES, memory->shapes->size, memory);
    return status;
}

enum status weight_store_load(struct weight_store *store, const char *path, struct failure *why) {
    struct weight_file *file;
    enum status status = weight_file_load(&file, path, why);
    if (status != STATUS_OK) return status;
    status = take_file(store, file, why);
    weight_file_close(file);
    return status;
}

/* --- giving -------------------------------------------------------------------------------------
 */

static const struct builtin_weights *built_in(int kind, int size) {
    for (int i = 0; i < builtin_weights_count; i++)
        if (builtin_weights[i].size == size && strcmp(builtin_weights[i].kind, name_of(kind)) == 0)
            return &builtin_weights[i];
    return NULL;
}

static enum status unpack(struct weight_store *store, const struct builtin_weights *from,
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

static bool has(const struct weight_store *store, int kind, int size) {
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           (store->held[kind][size] || built_in(kind, size));
}

/* The size nearest to SIZE that has weights of KIND, of two the larger; SIZE itself when none has.
 */
static int nearest(const struct weight_store *store, int kind, int size) {
    for (int difference = 0; difference <= BOARD_MAX_SIZE; difference++) {
        if (has(store, kind, size + difference)) return size + difference;
        if (has(store, kind, size - difference)) return size - difference;
    }
    return size;
}

/* The weights of KIND for boards of SIZE in *OUT; NULL when there are none at all. */
static enum status give(struct weight_store *store, int kind, int size, void **out,
                        struct failure *why) {
    enum status status = STATUS_OK;
    pthread_mutex_lock(&store->lock);
    const int source = nearest(store, kind, size);
    const struct builtin_weights *from = built_in(kind, source);
    if (!store->held[kind][source] && from) status = unpack(store, from, why);
    *out = store->held[kind][source];
    pthread_mutex_unlock(&store->lock);
    return status;
}

enum status weight_store_get(struct weight_store *store, int size, const struct memory **out,
                             struct failure *why) {
    void *given;
    const enum status status = give(store, SHAPES, size, &given, why);
    *out = given;
    return status;
}

enum status weight_store_classic(struct weight_store *store, enum classic_kind kind, int size,
                                 const struct trained_classic **out, struct failure *why) {
    void *given;
    const enum status status = give(store, (int)kind, size, &given, why);
    *out = given;
    return status;
}

enum status weight_store_policy(struct weight_store *store, int size,
                                const struct trained_policy **out, struct failure *why) {
    void *given;
    const enum status status = give(store, POLICIES, size, &given, why);
    *out = given;
    return status;
}

enum status weight_store_network(struct weight_store *store, int size,
                                 const struct trained_network **out, struct failure *why) {
    void *given;
    const enum status status = give(store, NETWORKS, size, &given, why);
    const struct trained_network *network = given;
    const bool near = network && abs(network->size - size) <= WEIGHT_STORE_NETWORK_REACH;
    *out = near ? network : NULL;
    return status;
}

enum status weight_store_playouts(struct weight_store *store, int size,
                                  struct playout_patterns *patterns, struct failure *why) {
    const struct trained_policy *policy;
    const enum status status = weight_store_policy(store, size, &policy, why);
    patterns->learnt = policy ? &policy->softmax : NULL;
    return status;
}
