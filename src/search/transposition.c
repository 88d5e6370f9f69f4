/* Two words a slot, two slots a position. Threads write without locks; an entry that two of them
 * tore apart fails its check and is not found, which costs a search and no mistake. */
#include "transposition.h"

#include <stdlib.h>
#include <string.h>

/* A generation has six bits. No generation is 0, so that empty slots belong to none. */
enum { GENERATIONS = 64 };

/* The layout in the header. The value goes in by its bits, so that it comes out the same. */
static uint64_t pack(struct transposition_entry k, unsigned generation) {
    uint32_t value;
    memcpy(&value, &k.value, sizeof value);
    return (uint64_t)value << 32 | (uint64_t)(uint16_t)k.move << 16 | (uint64_t)k.depth << 8 |
           (uint64_t)generation << 2 | k.bound;
}

static struct transposition_entry unpack(uint64_t data) {
    const uint32_t bits = (uint32_t)(data >> 32);
    struct transposition_entry k = {.move = (int16_t)(uint16_t)(data >> 16),
                                    .depth = (uint8_t)(data >> 8),
                                    .bound = (uint8_t)(data & 3)};
    memcpy(&k.value, &bits, sizeof k.value);
    return k;
}

static unsigned generation_of(uint64_t data) {
    return (unsigned)(data >> 2) % GENERATIONS;
}

void transposition_free(struct transposition *t) {
    free(t->slots);
    t->slots = NULL;
    t->count = 0;
}

/* The largest power of two that fits: a slot is found by a mask of the hash's lowest bits. */
enum status transposition_resize(struct transposition *t, int megabytes, struct failure *why) {
    size_t count = 2;
    while (2 * count * sizeof *t->slots <= (size_t)megabytes << 20) count *= 2;
    if (t->slots && t->count == count) return STATUS_OK;
    transposition_free(t);
    /* All-zero bytes are atomic zeros on every system with POSIX threads. */
    t->slots = calloc(count, sizeof *t->slots);
    if (!t->slots)
        return out_of_memory(why, "a transposition table of %d MB (parameter hash_megabytes)",
                             megabytes);
    t->count = count;
    t->generation = 1;
    return STATUS_OK;
}

void transposition_renew(struct transposition *t) {
    if (++t->generation < GENERATIONS) return;
    for (size_t i = 0; i < t->count; i++) {
        atomic_store_explicit(&t->slots[i].check, 0, memory_order_relaxed);
        atomic_store_explicit(&t->slots[i].data, 0, memory_order_relaxed);
    }
    t->generation = 1;
}

/* Two slots for a position: the first keeps the deeper search, which saves more when it is
 * found, the second the latest, which is more likely to be needed soon. */
static struct transposition_slot *pair_of(const struct transposition *t, uint64_t hash) {
    return &t->slots[hash & (t->count - 1) & ~(size_t)1];
}

/* DATA is read even if the slot is another position's: transposition_store looks at its depth. */
static bool read_slot(const struct transposition *t, struct transposition_slot *slot, uint64_t hash,
                      uint64_t *data) {
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    const uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
    return generation_of(*data) == t->generation && (check ^ *data) == hash;
}

static void write_slot(struct transposition_slot *slot, uint64_t hash, uint64_t data) {
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, hash ^ data, memory_order_relaxed);
}

/* No copy of the whole hash: check ^ data restores it, and detects torn writes as well. */
bool transposition_find(const struct transposition *t, uint64_t hash,
                        struct transposition_entry *out) {
    struct transposition_slot *slot = pair_of(t, hash);
    uint64_t data;
    if (!read_slot(t, &slot[0], hash, &data) && !read_slot(t, &slot[1], hash, &data)) return false;
    *out = unpack(data);
    return true;
}

/* A deeper search of another position, of this generation, keeps the first slot. */
void transposition_store(struct transposition *t, uint64_t hash, struct transposition_entry entry) {
    struct transposition_slot *slot = pair_of(t, hash);
    uint64_t old;
    const bool same = read_slot(t, &slot[0], hash, &old);
    const bool deeper = generation_of(old) == t->generation && unpack(old).depth > entry.depth;
    write_slot(deeper && !same ? &slot[1] : &slot[0], hash, pack(entry, t->generation));
}
