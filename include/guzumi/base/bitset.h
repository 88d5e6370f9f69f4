/* Sets of up to 384 points as 64-bit words.
 *
 * Every function takes the number of words in use. If that is a constant (2 for 9x9, 3 for 13x13, 6
 * for 19x19), the compiler unrolls the loops and keeps the words in registers. Bits above the board
 * are always zero. */
#ifndef GUZUMI_BITSET_H
#define GUZUMI_BITSET_H

#include <stdbool.h>
#include <stdint.h>

#define BITSET_WORDS 6

#if defined(__GNUC__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define PREFETCH(address) ((void)0)
#endif

/* Inlines a kernel even where the compiler considers it too large. Not with sanitizers
 * (GUZUMI_PLAIN_INLINE): their checks make each inlined copy so large that compiling takes minutes.
 */
#if defined(__GNUC__) && !defined(GUZUMI_PLAIN_INLINE)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* CLONED compiles a function twice, for all x86-64 processors and for those since 2013 (x86-64-v3:
 * popcnt, AVX2); the choice is made at program start. STAMPED compiles it for the latter alone, to
 * be called where STAMPS_RUN says so. The build defines GUZUMI_CLONES if compiler and C library
 * support this. */
#if defined(GUZUMI_CLONES) && !defined(__AVX2__)
#define CLONED __attribute__((target_clones("arch=x86-64-v3", "default")))
#define STAMPED __attribute__((target("arch=x86-64-v3")))
#define STAMPS_RUN                                                                                 \
    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&                           \
     __builtin_cpu_supports("fma"))
#else
#define CLONED
#define STAMPED
#define STAMPS_RUN true
#endif

struct bitset {
    uint64_t word[BITSET_WORDS];
};

/* Number of set bits. Without a popcnt instruction: parallel sums of 2, 4 and 8 bits, then the sum
 * of the bytes by a multiplication. */
static ALWAYS_INLINE int word_count(uint64_t x) {
#if defined(GUZUMI_CLONES) || defined(__POPCNT__)
    return __builtin_popcountll(x);
#else
    x = x - ((x >> 1) & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
#endif
}

/* Index of the lowest set bit of X, which must not be zero. */
static ALWAYS_INLINE int word_first(uint64_t x) {
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#else
    return word_count((x & (0 - x)) - 1);
#endif
}

/* Index of the N-th set bit of X (N = 0 is the lowest); X must have more than N bits. */
static ALWAYS_INLINE int word_select(uint64_t x, int n) {
    uint64_t sums = x - ((x >> 1) & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u;
    /* Byte i of SUMS counts the bits of bytes 0..i of X. Byte i of REACHED has its top bit set if
     * that count is at most N, so the first byte whose count exceeds N has as many before it as
     * REACHED has bits. */
    const uint64_t reached =
        (((uint64_t)n * 0x0101010101010101u | 0x8080808080808080u) - sums) & 0x8080808080808080u;
    const int shift = 8 * word_count(reached);
    const int before = (int)(((sums << 8) >> shift) & 0xff);
    uint64_t byte = (x >> shift) & 0xff;
    for (int left = n - before; left > 0; left--) byte &= byte - 1;
    return shift + word_first(byte);
}

static ALWAYS_INLINE void bitset_clear(struct bitset *set, int words) {
    for (int i = 0; i < words; i++) set->word[i] = 0;
}

static ALWAYS_INLINE bool bitset_has(const struct bitset *set, int point) {
    return (set->word[point >> 6] >> (point & 63)) & 1;
}

static ALWAYS_INLINE void bitset_add(struct bitset *set, int point) {
    set->word[point >> 6] |= UINT64_C(1) << (point & 63);
}

static ALWAYS_INLINE void bitset_remove(struct bitset *set, int point) {
    set->word[point >> 6] &= ~(UINT64_C(1) << (point & 63));
}

static ALWAYS_INLINE bool bitset_is_empty(const struct bitset *set, int words) {
    uint64_t all = 0;
    for (int i = 0; i < words; i++) all |= set->word[i];
    return all == 0;
}

static ALWAYS_INLINE int bitset_count(const struct bitset *set, int words) {
    int count = 0;
    for (int i = 0; i < words; i++) count += word_count(set->word[i]);
    return count;
}

/* True when the set has exactly one point. */
static ALWAYS_INLINE bool bitset_is_single(const struct bitset *set, int words) {
    uint64_t seen = 0, twice = 0;
    for (int i = 0; i < words; i++) {
        const uint64_t w = set->word[i];
        twice |= (w & (w - 1)) | (seen ? w : 0);
        seen |= w;
    }
    return seen && !twice;
}

/* The lowest point of a nonempty set. */
static ALWAYS_INLINE int bitset_first(const struct bitset *set, int words) {
    for (int i = 0; i < words - 1; i++)
        if (set->word[i]) return 64 * i + word_first(set->word[i]);
    return 64 * (words - 1) + word_first(set->word[words - 1]);
}

/* The N-th point (N = 0 is the lowest) of a set with more than N points. */
static ALWAYS_INLINE int bitset_select(const struct bitset *set, int words, int n) {
    int i = 0;
    for (; i < words - 1; i++) {
        const int count = word_count(set->word[i]);
        if (n < count) break;
        n -= count;
    }
    return 64 * i + word_select(set->word[i], n);
}

static ALWAYS_INLINE void bitset_unite(struct bitset *into, const struct bitset *from, int words) {
    for (int i = 0; i < words; i++) into->word[i] |= from->word[i];
}

static ALWAYS_INLINE void bitset_subtract(struct bitset *into, const struct bitset *from,
                                          int words) {
    for (int i = 0; i < words; i++) into->word[i] &= ~from->word[i];
}

/* The points that are in both A and B. */
static ALWAYS_INLINE struct bitset bitset_common(const struct bitset *a, const struct bitset *b,
                                                 int words) {
    struct bitset out = {{0}};
    for (int i = 0; i < words; i++) out.word[i] = a->word[i] & b->word[i];
    return out;
}

/* The set shifted up (towards higher points) or down by 0 < BY < 64. */
static ALWAYS_INLINE struct bitset bitset_shift_up(const struct bitset *set, int words, int by) {
    struct bitset out = {{0}};
    for (int i = words - 1; i > 0; i--)
        out.word[i] = (set->word[i] << by) | (set->word[i - 1] >> (64 - by));
    out.word[0] = set->word[0] << by;
    return out;
}

static ALWAYS_INLINE struct bitset bitset_shift_down(const struct bitset *set, int words, int by) {
    struct bitset out = {{0}};
    for (int i = 0; i < words - 1; i++)
        out.word[i] = (set->word[i] >> by) | (set->word[i + 1] << (64 - by));
    out.word[words - 1] = set->word[words - 1] >> by;
    return out;
}

/* For each point of SET (a struct bitset), lowest first: BITSET_FOR_EACH(p, set, words) { ... }.
 * Each word is read once, when the loop reaches it. The macro is three loops, so a break only moves
 * on to the next point. */
#define BITSET_FOR_EACH(point, set, words)                                                         \
    for (int word_##point = 0; word_##point < (words); word_##point++)                             \
        for (uint64_t rest_##point = (set).word[word_##point]; rest_##point;                       \
             rest_##point &= rest_##point - 1)                                                     \
            for (int point = 64 * word_##point + word_first(rest_##point), once_##point = 1;       \
                 once_##point; once_##point = 0)

#endif
