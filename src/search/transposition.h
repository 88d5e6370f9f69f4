/* A table of searched positions that threads share without locks.
 *
 * An entry is two words, the second xored into the first: a torn pair fails the comparison and
 * counts as absent. Entries of earlier generations are absent too. */
#ifndef GUZUMI_TRANSPOSITION_H
#define GUZUMI_TRANSPOSITION_H

#include "guzumi/base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

/* The value of a position, for the one to move, searched DEPTH plies deep. */
struct transposition_entry {
    float value;
    int16_t move; /* the best found, or PASS, or NO_POINT */
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

/* Room for MEGABYTES; what it held is lost unless the size is the same. Zero-initialised before
 * the first call. */
enum status transposition_resize(struct transposition *table, int megabytes, struct failure *why);
void transposition_free(struct transposition *table);

/* Forgets everything, nearly always at once. */
void transposition_renew(struct transposition *table);

bool transposition_find(const struct transposition *table, uint64_t hash,
                        struct transposition_entry *out);
void transposition_store(struct transposition *table, uint64_t hash,
                         struct transposition_entry entry);

#endif
