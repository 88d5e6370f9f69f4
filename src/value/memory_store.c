#include "guzumi/memory_store.h"

#include "builtin_weights.h"

#include <stdio.h>
#include <stdlib.h>

struct memory_store {
    struct memory *by_size[BOARD_MAX_SIZE + 1]; /* owned */
};

enum status memory_store_new(struct memory_store **out, struct failure *why) {
    *out = calloc(1, sizeof **out);
    return *out ? STATUS_OK : fail_memory(why, "the weights");
}

void memory_store_free(struct memory_store *store) {
    if (!store) return;
    for (int size = 0; size <= BOARD_MAX_SIZE; size++) memory_free(store->by_size[size]);
    free(store);
}

static void take(struct memory_store *store, struct memory *memory) {
    struct memory **place = &store->by_size[memory->shapes->size];
    memory_free(*place);
    *place = memory;
}

enum status memory_store_load(struct memory_store *store, const char *path, struct failure *why) {
    struct memory *memory;
    const enum status status = memory_load(&memory, path, why);
    if (status == STATUS_OK) take(store, memory);
    return status;
}

static const struct builtin_weights *built_in(int size) {
    for (int i = 0; i < builtin_weights_count; i++)
        if (builtin_weights[i].size == size) return &builtin_weights[i];
    return NULL;
}

static enum status unpack(struct memory_store *store, const struct builtin_weights *from,
                          struct failure *why) {
    struct memory *memory;
    char name[40];
    snprintf(name, sizeof name, "compiled-in weights %dx%d", from->size, from->size);
    const enum status status = memory_decode(&memory, from->data, from->length, name, why);
    if (status == STATUS_OK) take(store, memory);
    return status;
}

static bool has(const struct memory_store *store, int size) {
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE &&
           (store->by_size[size] || built_in(size));
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
    const int source = nearest(store, size);
    enum status status = STATUS_OK;
    if (!store->by_size[source] && built_in(source)) status = unpack(store, built_in(source), why);
    *out = store->by_size[source];
    return status;
}
