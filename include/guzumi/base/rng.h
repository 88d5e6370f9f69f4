/* Random numbers and hashes, the same on every machine.
 *
 * The generator is xoshiro256** (Blackman and Vigna), seeded by splitmix64.
 *
 * The same seed gives the same numbers. The state is plain data: copy it to fork a
 * stream, or store its four words to resume one. */
#ifndef GUZUMI_RNG_H
#define GUZUMI_RNG_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct rng {
    uint64_t state[4];
};

/* One step of splitmix64: a good 64-bit mix of X. */
static inline uint64_t mix64(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Starts stream number STREAM of SEED; different streams of one seed are independent. */
static inline void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream) {
    uint64_t x = mix64(seed) ^ mix64(~stream);
    for (int i = 0; i < 4; i++) rng->state[i] = x = mix64(x);
}

/* 64 random bits. */
static inline uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->state;
    const uint64_t product = s[1] * 5;
    const uint64_t result = ((product << 7) | (product >> 57)) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0..N-1 for 1 <= N < 2^31, by multiply and shift (Lemire) of the upper 32 bits; the
 * bias is below N / 2^32. */
static inline uint32_t rng_below(struct rng *rng, uint32_t n) {
    return (uint32_t)(((rng_next(rng) >> 32) * n) >> 32);
}

/* Uniform in [0, 1), 53 bits. */
static inline double rng_real(struct rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* True with probability P. */
static inline bool rng_bernoulli(struct rng *rng, double p) {
    return rng_real(rng) < p;
}

/* Shuffles the COUNT numbers of LIST; all orders are equally likely. */
static inline void rng_shuffle(struct rng *rng, int *list, int count) {
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)rng_below(rng, (uint32_t)i + 1), kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
}

/* Draws from the gamma distribution with SHAPE > 0 and scale 1, by rejection (Marsaglia and Tsang
 * 2000). For SHAPE < 1 it draws with SHAPE + 1 and multiplies by U^(1 / SHAPE), U uniform. */
static inline double rng_gamma(struct rng *rng, double shape) {
    const double lift = shape < 1 ? pow(rng_real(rng), 1 / shape) : 1;
    const double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        /* A normal number from a random point in the unit circle (Marsaglia's polar method). */
        const double x = 2 * rng_real(rng) - 1, y = 2 * rng_real(rng) - 1, r = x * x + y * y;
        if (r >= 1 || r == 0) continue;
        const double normal = x * sqrt(-2 * log(r) / r), root = 1 + c * normal;
        const double v = root * root * root;
        if (root > 0 && log(1 - rng_real(rng)) < normal * normal / 2 + d - d * v + d * log(v))
            return d * v * lift;
    }
}

/* --- hashes ---
 *
 * FNV-1a, for checksums of files, plans and weights. Positions use Zobrist hashes instead
 * (board.h).
 */

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

/* Convert a single-precision number to its bits, for hashes and files, and back. */
static inline uint32_t float_to_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline float float_from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Adds the bits of VALUE: 0 and -0 differ. */
static inline uint64_t hash_float(uint64_t hash, float value) {
    return hash_add(hash, float_to_bits(value));
}

#endif
