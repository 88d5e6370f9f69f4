#include "guzumi/memory_store.h"

#include "builtin_weights.h"

#include <stdio.h>
#include <stdlib.h>

struct memory_store {
    struct memory *by_size[BOARD_MAX_SIZE + 1]; /* owned */
};

/* The size whose location-independent weights serve on sizes without a memory of their own. */
enum { GENERAL_SIZE = 9 };

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

static enum status unpack(struct memory_store *store, int size, struct failure *why) {
    for (int i = 0; i < builtin_weights_count; i++) {
        const struct builtin_weights *built_in = &builtin_weights[i];
        if (built_in->size != size) continue;
        struct memory *memory;
        char name[40];
        snprintf(name, sizeof name, "compiled-in weights %dx%d", size, size);
        const enum status status =
            memory_decode(&memory, built_in->data, built_in->length, name, why);
        if (status == STATUS_OK) take(store, memory);
        return status;
    }
    return STATUS_OK;
}

enum status memory_store_get(struct memory_store *store, int size, const struct memory **out,
                             struct failure *why) {
    enum status status = STATUS_OK;
    if (!store->by_size[size]) status = unpack(store, size, why);
    if (status == STATUS_OK && !store->by_size[size] && size != GENERAL_SIZE)
        return memory_store_get(store, GENERAL_SIZE, out, why);
    *out = store->by_size[size];
    return status;
}
