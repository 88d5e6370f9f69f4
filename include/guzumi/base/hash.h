/* FNV-1a, for checksums of files, plans and weights; the same on every machine. Positions use
 * Zobrist hashes instead (board.h). */
#ifndef GUZUMI_HASH_H
#define GUZUMI_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The hash of no data; FNV's offset basis. */
#define HASH_START UINT64_C(0xcbf29ce484222325)

/* Adds one unit: a byte or, if the data are words, a word. */
static inline uint64_t hash_add(uint64_t hash, uint64_t unit) {
    return (hash ^ unit) * UINT64_C(0x100000001b3);
}

static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t length) {
    const unsigned char *bytes = (const unsigned char *)data;
    for (size_t i = 0; i < length; i++) hash = hash_add(hash, bytes[i]);
    return hash;
}

/* Adds the bits of VALUE: 0 and -0 differ. */
static inline uint64_t hash_float(uint64_t hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return hash_add(hash, bits);
}

#endif
