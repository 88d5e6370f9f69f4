/* A table of searched positions that threads share without locks (Hyatt and Mann 2002).
 *
 * A slot is two words, CHECK = hash ^ DATA, and
 *
 *     DATA:  bit 63   value   32 31   move   16 15  depth  8 7 generation 2 1 bound 0
 *
 * If two threads write a slot at once the words may not belong together; then CHECK ^ DATA is not
 * the hash, and the entry counts as absent. So do entries of earlier generations. */
#ifndef GUZUMI_TRANSPOSITION_H
#define GUZUMI_TRANSPOSITION_H

#include "guzumi/base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

/* The value of a position, its mover's view, searched DEPTH plies deep. */
struct transposition_entry {
    float value;
    int16_t move; /* the best found; or PASS, NO_POINT */
    uint8_t depth;
    uint8_t bound; /* enum bound */
};

struct transposition_slot {
    _Atomic uint64_t check, data;
};

struct transposition {
    struct transposition_slot *slots;
    size_t count; /* a power of two, at least 2 */
    unsigned generation;
};

/* Allocates MEGABYTES. Keeps the entries if the size does not change. TABLE is zero-initialised
 * before the first call. */
enum status transposition_resize(struct transposition *table, int megabytes, struct failure *why);
void transposition_free(struct transposition *table);

/* Drops all entries by a new generation; only every 63rd call must clear the slots. */
void transposition_renew(struct transposition *table);

bool transposition_find(const struct transposition *table, uint64_t hash,
                        struct transposition_entry *out);
void transposition_store(struct transposition *table, uint64_t hash,
                         struct transposition_entry entry);

#endif
