#include "weight_storage.h"

#include <math.h>
#include <string.h>

/* IEEE 754's half precision: a sign, 5 bits of exponent, 10 of fraction. */
enum { HALF_BIAS = 15, HALF_BITS = 10, FLOAT_BIAS = 127, FLOAT_BITS = 23 };

/* The largest half, and the smallest one with a whole fraction. */
#define HALF_MAX 65504.0f
#define HALF_NORMAL (1.0f / 16384)

static const char *const names[] = {"float", "packed"};

const char *weight_storage_name(enum weight_storage storage) {
    return names[storage];
}

bool weight_storage_find(const char *name, enum weight_storage *out) {
    for (int i = 0; i < 2; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *out = (enum weight_storage)i;
        return true;
    }
    return false;
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The nearest half, of two the even one. Below HALF_NORMAL halves are multiples of 2^-24. */
static uint16_t half_of(float x) {
    const uint32_t sign = bits_of(x) >> 31 << 15;
    const float size = fminf(fabsf(x), HALF_MAX);
    if (size < HALF_NORMAL) return (uint16_t)(sign | (uint32_t)rint(ldexp((double)size, 24)));
    const int dropped = FLOAT_BITS - HALF_BITS;
    const uint32_t bits = bits_of(size) - ((uint32_t)(FLOAT_BIAS - HALF_BIAS) << FLOAT_BITS);
    const uint32_t even = bits >> dropped & 1;
    return (uint16_t)(sign | (bits + (UINT32_C(1) << (dropped - 1)) - 1 + even) >> dropped);
}

static float float_of_half(uint16_t half) {
    const uint32_t sign = (uint32_t)(half >> 15) << 31, exponent = half >> HALF_BITS & 31;
    const uint32_t fraction = half & ((1u << HALF_BITS) - 1);
    if (exponent == 31) return float_of(sign | bits_of(INFINITY)); /* which nobody writes */
    if (exponent == 0)
        return float_of(sign | bits_of((float)ldexp((double)fraction, -(HALF_BIAS + 9))));
    return float_of(sign | (exponent + FLOAT_BIAS - HALF_BIAS) << FLOAT_BITS |
                    fraction << (FLOAT_BITS - HALF_BITS));
}

static bool half_is_zero(uint16_t half) {
    return (half & 0x7fff) == 0;
}

static void write_packed(struct buffer *out, const float *weights, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
        unsigned char bits = 0;
        for (size_t j = i; j < i + 8 && j < count; j++)
            if (!half_is_zero(half_of(weights[j]))) bits |= (unsigned char)(1u << (j - i));
        buffer_append(out, &bits, 1);
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[2];
        const uint16_t half = half_of(weights[i]);
        bytes_put(bytes, half, 2);
        if (!half_is_zero(half)) buffer_append(out, bytes, 2);
    }
}

static bool read_packed(const unsigned char *in, size_t length, float *weights, size_t count) {
    const size_t map = (count + 7) / 8;
    const unsigned char *at = in + map, *end = in + length;
    if (length < map) return false;
    for (size_t i = 0; i < count; i++) {
        weights[i] = 0;
        if (!(in[i / 8] >> (i % 8) & 1)) continue;
        if (end - at < 2) return false;
        weights[i] = float_of_half((uint16_t)bytes_get(at, 2));
        at += 2;
    }
    return at == end;
}

void weight_storage_write(struct buffer *out, const float *weights, size_t count,
                          enum weight_storage storage) {
    if (storage == STORAGE_PACKED) {
        write_packed(out, weights, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4];
        bytes_put(bytes, bits_of(weights[i]), 4);
        buffer_append(out, bytes, 4);
    }
}

bool weight_storage_read(const unsigned char *in, size_t length, enum weight_storage storage,
                         float *weights, size_t count) {
    if (storage == STORAGE_PACKED) return read_packed(in, length, weights, count);
    if (length != 4 * count) return false;
    for (size_t i = 0; i < count; i++) weights[i] = float_of((uint32_t)bytes_get(in + 4 * i, 4));
    return true;
}
