/* The loops of network_kernel.h for registers of NETWORK_WIDTH floats: included by a file for each
 * width, which also defines NETWORK_TARGET, the processor that its functions are for, and
 * ADD_PAIRS(sum, a, b): SUM plus, of registers of 16-bit integers, the sums of the products of
 * pairs, in 32 bits. It makes NETWORK_KERNELS. */
#include "network_kernel.h"

#include <float.h>
#include <string.h>

/* NETWORK_WIDTH floats at once, in the vector types of gcc and clang, which are not ISO C. A vector
 * wider than a register does not help: gcc keeps it in memory. */
typedef float lanes __attribute__((vector_size(4 * NETWORK_WIDTH)));
typedef int32_t ints __attribute__((vector_size(4 * NETWORK_WIDTH)));
typedef uint32_t words __attribute__((vector_size(4 * NETWORK_WIDTH)));
typedef int16_t shorts __attribute__((vector_size(2 * NETWORK_WIDTH)));
/* Unaligned. */
typedef float lanes_at __attribute__((vector_size(4 * NETWORK_WIDTH), aligned(4), may_alias));
typedef int32_t ints_at __attribute__((vector_size(4 * NETWORK_WIDTH), aligned(2), may_alias));
typedef int16_t shorts_at __attribute__((vector_size(2 * NETWORK_WIDTH), aligned(2), may_alias));

#define LOAD(from) (*(const lanes_at *)(const void *)(from))
#define LOAD_INTS(from) (*(const ints_at *)(const void *)(from))
#define STORE(to, from) (*(lanes_at *)(void *)(to) = (from))
#define STORE_INTS(to, from) (*(ints_at *)(void *)(to) = (from))
#define POSITIVE(x) ((lanes)((ints)((x) > 0) & (ints)(x)))

#define INLINED NETWORK_TARGET static ALWAYS_INLINE

/* The matrices of F(3x3, 3x3) at the points 0, 1, -1, 2 and infinity:
 *
 *          2 -1 -2  1  0               1/2    0    0
 *          0 -2 -1  1  0              -1/2 -1/2 -1/2               1  1  1  1  0
 *     B' = 0  2 -3  1  0          G = -1/6  1/6 -1/6          A' = 0  1 -1  2  0
 *          0 -1  0  1  0               1/6  1/3  2/3               0  1  1  4  1
 *          0  2 -1 -2  1                 0    0    1
 *
 * Written out, a transform is a few additions: B' d B is B' applied to the columns of d, then to
 * the rows of the result. */

/* o = B' d, and o = A y (A is the transpose of A'), for one row or column. */
#define TRANSFORM_INPUT(o0, o1, o2, o3, o4, d0, d1, d2, d3, d4)                                    \
    do {                                                                                           \
        (o0) = 2 * (d0) - (d1)-2 * (d2) + (d3);                                                    \
        (o1) = (d3) - (d2)-2 * (d1);                                                               \
        (o2) = 2 * (d1)-3 * (d2) + (d3);                                                           \
        (o3) = (d3) - (d1);                                                                        \
        (o4) = 2 * (d1) - (d2)-2 * (d3) + (d4);                                                    \
    } while (0)
#define TRANSFORM_ERRORS(o0, o1, o2, o3, o4, y0, y1, y2)                                           \
    do {                                                                                           \
        (o0) = (y0);                                                                               \
        (o1) = (y0) + (y1) + (y2);                                                                 \
        (o2) = (y0) - (y1) + (y2);                                                                 \
        (o3) = (y0) + 2 * (y1) + 4 * (y2);                                                         \
        (o4) = (y2);                                                                               \
    } while (0)

/* The first of the 5x5 cells under tile number TILE, whose border is that of the square. */
INLINED size_t first_cell(const struct network_grid *g, int tile) {
    return (size_t)(3 * (tile / g->tiles)) * (size_t)g->side + (size_t)(3 * (tile % g->tiles));
}

/* --- forward --- */

/* G of a 3x3 kernel's row or column. */
INLINED void transform_three(const lanes in[3], lanes out[5]) {
    out[0] = in[0] / 2;
    out[1] = -(in[0] + in[1] + in[2]) / 2;
    out[2] = (in[1] - in[0] - in[2]) / 6;
    out[3] = (in[0] + 2 * in[1] + 4 * in[2]) / 6;
    out[4] = in[2];
}

NETWORK_TARGET static void transform(const float *kernel, size_t step, float *out) {
    for (size_t i = 0; i < step; i += NETWORK_WIDTH) {
        lanes row[3], column[3], rows[3][5], entries[5];
        for (size_t y = 0; y < 3; y++) {
            for (size_t x = 0; x < 3; x++) row[x] = LOAD(kernel + (3 * y + x) * step + i);
            transform_three(row, rows[y]);
        }
        for (size_t x = 0; x < 5; x++) {
            for (size_t y = 0; y < 3; y++) column[y] = rows[y][x];
            transform_three(column, entries);
            for (size_t y = 0; y < 5; y++) STORE(out + (5 * y + x) * step + i, entries[y]);
        }
    }
}

/* Defines NAME, for vectors of WIDTH numbers: B' d B of all tiles of IN, which has COUNT channels,
 * into OUT by entry, tile, channel; of the channels from FIRST on, which are a number of vectors.
 */
#define DEFINE_TRANSFORM(name, number, vector, width, READ, WRITE)                                 \
    INLINED void name(const struct network_grid *g, const number *in, int count, size_t first,     \
                      number *out) {                                                               \
        const size_t channels = (size_t)count, step = (size_t)g->padded * channels;                \
        const size_t line = (size_t)g->side * channels;                                            \
        for (int tile = 0; tile < g->tiles * g->tiles; tile++) {                                   \
            for (size_t k = first; k + (width) <= channels; k += (width)) {                        \
                const number *from = in + first_cell(g, tile) * channels + k;                      \
                number *to = out + (size_t)tile * channels + k;                                    \
                vector e[5][5];                                                                    \
                for (size_t x = 0; x < 5; x++, from += channels)                                   \
                    TRANSFORM_INPUT(e[0][x], e[1][x], e[2][x], e[3][x], e[4][x], READ(from),       \
                                    READ(from + line), READ(from + 2 * line),                      \
                                    READ(from + 3 * line), READ(from + 4 * line));                 \
                for (size_t y = 0; y < 5; y++, to += 5 * step) {                                   \
                    vector f[5];                                                                   \
                    TRANSFORM_INPUT(f[0], f[1], f[2], f[3], f[4], e[y][0], e[y][1], e[y][2],       \
                                    e[y][3], e[y][4]);                                             \
                    for (size_t x = 0; x < 5; x++) WRITE(to + x * step, f[x]);                     \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

DEFINE_TRANSFORM(transform_input, float, lanes, NETWORK_WIDTH, LOAD, STORE)

/* The products of ROWS rows of X (IN numbers each) and REGISTERS columns of W (OUT numbers a row),
 * NETWORK_WIDTH at a time, into TO, added to BIAS if there is one. Ten sums at once: with their
 * operands they fit in the 16 registers that most processors have. */
INLINED void multiply_block(const float *x, size_t in, const float *w, size_t out,
                            const float *bias, float *to, const size_t rows,
                            const size_t registers) {
    lanes a[NETWORK_TILES][2] = {{{0}}};
    if (bias)
        for (size_t t = 0; t < rows; t++)
            for (size_t r = 0; r < registers; r++) a[t][r] = LOAD(bias + r * NETWORK_WIDTH);
    for (size_t i = 0; i < in; i++, w += out)
        for (size_t t = 0; t < rows; t++)
            for (size_t r = 0; r < registers; r++)
                a[t][r] += LOAD(w + r * NETWORK_WIDTH) * x[i + t * in];
    for (size_t t = 0; t < rows; t++)
        for (size_t r = 0; r < registers; r++) STORE(to + t * out + r * NETWORK_WIDTH, a[t][r]);
}

/* The products of the transforms TILES (READ channels) and KERNELS (to WRITTEN channels) into SUMS
 * by entry, tile, channel. */
INLINED void multiply(const struct network_grid *g, const float *kernels, const float *tiles,
                      int read, float *sums, int written) {
    const size_t in = (size_t)read, out = (size_t)written, padded = (size_t)g->padded;
    for (size_t entry = 0; entry < NETWORK_ENTRIES; entry++, kernels += in * out) {
        for (size_t tile = 0; tile < padded;
             tile += NETWORK_TILES, tiles += NETWORK_TILES * in, sums += NETWORK_TILES * out) {
            if (out % (2 * NETWORK_WIDTH) == 0) {
                for (size_t k = 0; k < out; k += 2 * NETWORK_WIDTH) {
                    multiply_block(tiles, in, kernels + k, out, NULL, sums + k, 5, 2);
                    multiply_block(tiles + 5 * in, in, kernels + k, out, NULL, sums + 5 * out + k,
                                   4, 2);
                }
            } else {
                for (size_t k = 0; k < out; k += NETWORK_WIDTH)
                    multiply_block(tiles, in, kernels + k, out, NULL, sums + k, NETWORK_TILES, 1);
            }
        }
    }
}

/* Adds to O the part of A' that belongs to column X of a row. */
INLINED void add_output(lanes o[3], size_t x, lanes e) {
    switch (x) {
    case 0:
        o[0] = e;
        break;
    case 1:
        o[0] += e, o[1] = o[2] = e;
        break;
    case 2:
        o[0] += e, o[1] -= e, o[2] += e;
        break;
    case 3:
        o[0] += e, o[1] += 2 * e, o[2] += 4 * e;
        break;
    default:
        o[2] += e;
    }
}

/* The SUMS of entry number ENTRY as floats: they are floats, or, with UNITS by entry and channel,
 * integers in these units. */
INLINED lanes load_sums(const void *sums, size_t at, const float *units) {
    if (!units) return LOAD((const float *)sums + at);
    return __builtin_convertvector(LOAD_INTS((const int32_t *)sums + at), lanes) * LOAD(units);
}

/* OUT = END(A' SUMS A SCALE) at the points of all tiles. Tiles at the right and upper edge hang
 * over the board: what they would write there is dropped, so the border stays 0. */
INLINED void transform_output(const struct network_grid *g, const void *sums, const float *units,
                              float scale, const struct network_epilogue *end, float *out,
                              int count) {
    const size_t channels = (size_t)count, step = (size_t)g->padded * channels,
                 side = (size_t)g->side;
    for (int tile = 0; tile < g->tiles * g->tiles; tile++) {
        const int rows = g->size - 3 * (tile / g->tiles), columns = g->size - 3 * (tile % g->tiles);
        for (size_t k = 0; k < channels; k += NETWORK_WIDTH) {
            const size_t from = (size_t)tile * channels + k;
            const size_t first = (first_cell(g, tile) + side + 1) * channels + k;
            const lanes bias = LOAD(end->bias + k);
            lanes o[3][3];
#pragma GCC unroll 5
            for (size_t x = 0; x < 5; x++) {
                lanes d[5];
                for (size_t y = 0; y < 5; y++)
                    d[y] = load_sums(sums, from + (5 * y + x) * step,
                                     units ? units + (5 * y + x) * channels + k : NULL);
                const lanes e[3] = {d[0] + d[1] + d[2] + d[3], d[1] - d[2] + 2 * d[3],
                                    d[1] + d[2] + 4 * d[3] + d[4]};
                for (size_t y = 0; y < 3; y++) add_output(o[y], x, e[y]);
            }
            for (size_t y = 0; y < 3; y++) {
                for (size_t x = 0; x < 3; x++) {
                    if ((int)y >= rows || (int)x >= columns) continue;
                    const size_t at = first + (y * side + x) * channels;
                    lanes sum = units ? o[y][x] * scale + bias : o[y][x] + bias;
                    if (end->skip) sum += LOAD(end->skip + at);
                    if (end->relu) sum = POSITIVE(sum);
                    STORE(out + at, sum);
                }
            }
        }
    }
}

INLINED void convolve_channels(const struct network_grid *g, const float *kernel, const float *in,
                               int read, const struct network_epilogue *end, float *out,
                               int written, float *tiles, float *sums) {
    transform_input(g, in, read, 0, tiles);
    multiply(g, kernel, tiles, read, sums, written);
    transform_output(g, sums, NULL, 1, end, out, written);
}

/* The usual numbers of channels are constants for the compiler, which then unrolls the loops over
 * them. */
NETWORK_TARGET static void convolve(const struct network_grid *g, const float *kernel,
                                    const float *in, int read, const struct network_epilogue *end,
                                    float *out, int written, float *tiles, float *sums) {
    if (read == 32 && written == 32)
        convolve_channels(g, kernel, in, 32, end, out, 32, tiles, sums);
    else if (read == 48 && written == 48)
        convolve_channels(g, kernel, in, 48, end, out, 48, tiles, sums);
    else
        convolve_channels(g, kernel, in, read, end, out, written, tiles, sums);
}

/* END(MATRIX x) at so many POINTS in a row. */
INLINED void apply_to_points(const float *matrix, const float *in,
                             const struct network_epilogue *end, float *out, size_t channels,
                             const size_t points) {
    const size_t registers = channels % (2 * NETWORK_WIDTH) == 0 ? 2 : 1;
    for (size_t k = 0; k < channels; k += registers * NETWORK_WIDTH) {
        if (registers == 2)
            multiply_block(in, channels, matrix + k, channels, end->bias + k, out + k, points, 2);
        else
            multiply_block(in, channels, matrix + k, channels, end->bias + k, out + k, points, 1);
    }
    for (size_t i = 0; end->relu && i < points * channels; i += NETWORK_WIDTH)
        STORE(out + i, POSITIVE(LOAD(out + i)));
}

INLINED void apply_matrix_of(const struct network_grid *g, const float *matrix, const float *in,
                             const struct network_epilogue *end, float *out, size_t channels) {
    for (int row = 0; row < g->size; row++) {
        size_t at = network_cell(g, point_at(g->size, 0, row)) * channels;
        int left = g->size;
        for (; left >= 5; left -= 5, at += 5 * channels)
            apply_to_points(matrix, in + at, end, out + at, channels, 5);
        for (; left > 0; left--, at += channels)
            apply_to_points(matrix, in + at, end, out + at, channels, 1);
    }
}

NETWORK_TARGET static void apply_matrix(const struct network_grid *g, const float *matrix,
                                        const float *in, const struct network_epilogue *end,
                                        float *out, int count) {
    if (count == 32)
        apply_matrix_of(g, matrix, in, end, out, 32);
    else
        apply_matrix_of(g, matrix, in, end, out, (size_t)count);
}

NETWORK_TARGET static void add_points(const struct network_grid *g, const float *in, int count,
                                      float *sums) {
    const size_t channels = (size_t)count;
    for (size_t k = 0; k < channels; k += NETWORK_WIDTH) {
        lanes sum = LOAD(sums + k);
        for (int row = 0; row < g->size; row++) {
            const float *at = in + network_cell(g, point_at(g->size, 0, row)) * channels + k;
            for (int column = 0; column < g->size; column++, at += channels) sum += LOAD(at);
        }
        STORE(sums + k, sum);
    }
}

/* --- forward, in integers --- */

/* 16-bit integers of so many channels at once: a register of them, or what divides all numbers of
 * channels; WIDE is a register where that is more. Arithmetic modulo 2^16: what fits in the end is
 * right whatever its parts. */
enum { HALVES = 2 * NETWORK_WIDTH < NETWORK_LANE ? 2 * NETWORK_WIDTH : NETWORK_LANE };
typedef uint16_t halves __attribute__((vector_size(2 * HALVES)));
typedef uint16_t halves_at __attribute__((vector_size(2 * HALVES), aligned(2), may_alias));
typedef uint16_t wide __attribute__((vector_size(4 * NETWORK_WIDTH)));
typedef uint16_t wide_at __attribute__((vector_size(4 * NETWORK_WIDTH), aligned(2), may_alias));
typedef int32_t pair_at __attribute__((aligned(2), may_alias));

#define LOAD_HALVES(from) (*(const halves_at *)(const void *)(from))
#define STORE_HALVES(to, from) (*(halves_at *)(void *)(to) = (from))
#define LOAD_WIDE(from) (*(const wide_at *)(const void *)(from))
#define STORE_WIDE(to, from) (*(wide_at *)(void *)(to) = (from))

INLINED ints larger(ints a, ints b) {
    const ints more = a > b;
    return (a & more) | (b & ~more);
}

/* Rounds COUNT numbers IN in units of the result, which is max |x| / L, to OUT. Without its sign, a
 * larger float is a larger integer. A float of 1.5 x 2^23 more than a number has its nearest
 * integer in the lowest bits. */
INLINED float round_input(const float *in, size_t count, int16_t *out) {
    ints largest[4] = {{0}}, signs = {0}; /* several, which do not wait for each other */
    int32_t bits = 0, sign = 0;
    float most;
    for (size_t i = 0; i < count; i += 4 * NETWORK_WIDTH)
        for (size_t k = 0; k < 4 && i + k * NETWORK_WIDTH < count; k++) {
            const ints x = LOAD_INTS(in + i + k * NETWORK_WIDTH);
            largest[k] = larger(largest[k], x & INT32_MAX);
            signs |= x;
        }
    largest[0] = larger(larger(largest[0], largest[1]), larger(largest[2], largest[3]));
    for (int i = 0; i < NETWORK_WIDTH; i++) {
        if (largest[0][i] > bits) bits = largest[0][i];
        sign |= signs[i];
    }
    memcpy(&most, &bits, sizeof most);
    const float limit = 32767.0f / (sign < 0 ? 36.0f : 18.0f);
    const float scale = most > FLT_MIN * 65536 && most <= FLT_MAX ? (limit - 0.5f) / most : 0;
    for (size_t i = 0; i < count; i += NETWORK_WIDTH) {
        const lanes sum = LOAD(in + i) * scale + 12582912.0f;
        *(shorts_at *)(void *)(out + i) = __builtin_convertvector((ints)sum, shorts);
    }
    return scale > 0 ? 1 / scale : 0;
}

DEFINE_TRANSFORM(transform_halves, int16_t, halves, HALVES, LOAD_HALVES, STORE_HALVES)
DEFINE_TRANSFORM(transform_wide, int16_t, wide, 2 * NETWORK_WIDTH, LOAD_WIDE, STORE_WIDE)

INLINED void transform_integers(const struct network_grid *g, const int16_t *in, int count,
                                int16_t *out) {
    const size_t whole = (size_t)count / (2 * NETWORK_WIDTH) * (2 * NETWORK_WIDTH);
    transform_wide(g, in, count, 0, out);
    if (whole < (size_t)count) transform_halves(g, in, count, whole, out);
}

/* Rows that one pass of the product takes: processors with registers of 16 have 32 of them. */
enum { MANY = NETWORK_WIDTH == 16 ? 9 : 5, FEWER = MANY - 1, FEWEST = 4 };

/* As multiply_block: IN is even, and a row of W has OUT pairs. */
INLINED void multiply_integers_block(const int16_t *x, size_t in, const int16_t *w, size_t out,
                                     int32_t *to, const size_t rows, const size_t registers) {
    ints a[MANY][2] = {{{0}}};
#pragma GCC unroll 1 /* unrolled, gcc keeps the products of many steps in memory */
    for (size_t i = 0; i < in; i += 2, w += 2 * out)
        for (size_t r = 0; r < registers; r++) {
            const ints kernel = LOAD_INTS(w + 2 * r * NETWORK_WIDTH);
            for (size_t t = 0; t < rows; t++) {
                const ints pair = (ints){0} + *(const pair_at *)(const void *)(x + i + t * in);
                a[t][r] = ADD_PAIRS(a[t][r], kernel, pair);
            }
        }
    for (size_t t = 0; t < rows; t++)
        for (size_t r = 0; r < registers; r++)
            STORE_INTS(to + t * out + r * NETWORK_WIDTH, a[t][r]);
}

/* The same for all OUT columns. */
INLINED void multiply_integer_rows(const int16_t *x, size_t in, const int16_t *w, size_t out,
                                   int32_t *to, const size_t rows) {
    size_t k = 0;
    for (; k + 2 * NETWORK_WIDTH <= out; k += 2 * NETWORK_WIDTH)
        multiply_integers_block(x, in, w + 2 * k, out, to + k, rows, 2);
    if (k < out) multiply_integers_block(x, in, w + 2 * k, out, to + k, rows, 1);
}

/* As multiply. Tiles are taken FEWER at once until what is left is a multiple of MANY. */
INLINED void multiply_integers(const struct network_grid *g, const int16_t *kernels,
                               const int16_t *tiles, int read, int32_t *sums, int written) {
    const size_t in = (size_t)read, out = (size_t)written, padded = (size_t)g->padded;
    for (size_t entry = 0; entry < NETWORK_ENTRIES; entry++, kernels += in * out) {
        const int16_t *x = tiles + entry * padded * in;
        int32_t *to = sums + entry * padded * out;
        for (int left = g->tiles * g->tiles, rows; left > 0;
             left -= rows, x += (size_t)rows * in, to += (size_t)rows * out) {
            rows = left <= FEWEST ? FEWEST : left % MANY == 0 ? MANY : FEWER;
            if (rows == MANY)
                multiply_integer_rows(x, in, kernels, out, to, MANY);
            else if (rows == FEWER)
                multiply_integer_rows(x, in, kernels, out, to, FEWER);
            else
                multiply_integer_rows(x, in, kernels, out, to, FEWEST);
        }
    }
}

INLINED void convolve_integer_channels(const struct network_grid *g, const int16_t *kernel,
                                       const float *units, const float *in, int read,
                                       const struct network_epilogue *end, float *out, int written,
                                       int16_t *rounded, int16_t *tiles, int32_t *sums) {
    const size_t cells = (size_t)g->side * (size_t)g->side;
    const float scale = round_input(in, cells * (size_t)read, rounded);
    transform_integers(g, rounded, read, tiles);
    multiply_integers(g, kernel, tiles, read, sums, written);
    transform_output(g, sums, units, scale, end, out, written);
}

NETWORK_TARGET static void convolve_integers(const struct network_grid *g, const int16_t *kernel,
                                             const float *units, const float *in, int read,
                                             const struct network_epilogue *end, float *out,
                                             int written, int16_t *rounded, int16_t *tiles,
                                             int32_t *sums) {
    if (read == 32 && written == 32)
        convolve_integer_channels(g, kernel, units, in, 32, end, out, 32, rounded, tiles, sums);
    else if (read == 16 && written == 32)
        convolve_integer_channels(g, kernel, units, in, 16, end, out, 32, rounded, tiles, sums);
    else
        convolve_integer_channels(g, kernel, units, in, read, end, out, written, rounded, tiles,
                                  sums);
}

/* --- backward --- */

/* A e A' of all tiles of the errors E, which have COUNT channels, into OUT by entry, tile, channel.
 */
INLINED void transform_errors(const struct network_grid *g, const float *errors, int count,
                              float *out) {
    const size_t channels = (size_t)count, step = (size_t)g->padded * channels,
                 side = (size_t)g->side;
    const size_t line = side * channels;
    for (int tile = 0; tile < g->tiles * g->tiles; tile++) {
        for (size_t k = 0; k < channels; k += NETWORK_WIDTH) {
            const float *from = errors + (first_cell(g, tile) + side + 1) * channels + k;
            float *to = out + (size_t)tile * channels + k;
            lanes e[5][3];
            for (size_t x = 0; x < 3; x++, from += channels)
                TRANSFORM_ERRORS(e[0][x], e[1][x], e[2][x], e[3][x], e[4][x], LOAD(from),
                                 LOAD(from + line), LOAD(from + 2 * line));
            for (size_t y = 0; y < 5; y++, to += 5 * step) {
                lanes f[5];
                TRANSFORM_ERRORS(f[0], f[1], f[2], f[3], f[4], e[y][0], e[y][1], e[y][2]);
                for (size_t x = 0; x < 5; x++) STORE(to + x * step, f[x]);
            }
        }
    }
}

/* Columns of X that one pass of the loop takes. */
enum { COLUMNS = 4 };

/* Adds to SUMS (by input, output) the products of COLUMNS columns of X with REGISTERS times
 * NETWORK_WIDTH columns of Y; these have a row of IN and OUT numbers for each of COUNT places. */
INLINED void add_product_of(const float *x, size_t in, const float *y, size_t out, int count,
                            float *sums, const size_t registers) {
    lanes a[COLUMNS][2];
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t r = 0; r < registers; r++) a[i][r] = LOAD(sums + i * out + r * NETWORK_WIDTH);
    for (int place = 0; place < count; place++, x += in, y += out)
        for (size_t i = 0; i < COLUMNS; i++)
            for (size_t r = 0; r < registers; r++) a[i][r] += LOAD(y + r * NETWORK_WIDTH) * x[i];
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t r = 0; r < registers; r++) STORE(sums + i * out + r * NETWORK_WIDTH, a[i][r]);
}

/* The same for all OUT columns of Y. */
INLINED void add_product(const float *x, size_t in, const float *y, size_t out, int count,
                         float *sums) {
    const size_t registers = out % (2 * NETWORK_WIDTH) == 0 ? 2 : 1;
    for (size_t k = 0; k < out; k += registers * NETWORK_WIDTH) {
        if (registers == 2)
            add_product_of(x, in, y + k, out, count, sums + k, 2);
        else
            add_product_of(x, in, y + k, out, count, sums + k, 1);
    }
}

INLINED void add_kernel_of_channels(const struct network_grid *g, const float *in, int read,
                                    const float *errors, int written, float *products, float *tiles,
                                    float *sums) {
    const size_t inputs = (size_t)read, outputs = (size_t)written;
    transform_input(g, in, read, 0, tiles);
    transform_errors(g, errors, written, sums);
    for (size_t entry = 0; entry < NETWORK_ENTRIES; entry++) {
        const size_t row = entry * (size_t)g->padded;
        for (size_t i = 0; i < inputs; i += COLUMNS)
            add_product(tiles + row * inputs + i, inputs, sums + row * outputs, outputs,
                        g->tiles * g->tiles, products + (entry * inputs + i) * outputs);
    }
}

NETWORK_TARGET static void add_kernel(const struct network_grid *g, const float *in, int read,
                                      const float *errors, int written, float *products,
                                      float *tiles, float *sums) {
    if (read == 32 && written == 32)
        add_kernel_of_channels(g, in, 32, errors, 32, products, tiles, sums);
    else if (read == 48 && written == 48)
        add_kernel_of_channels(g, in, 48, errors, 48, products, tiles, sums);
    else
        add_kernel_of_channels(g, in, read, errors, written, products, tiles, sums);
}

NETWORK_TARGET static void add_matrix(const struct network_grid *g, const float *x,
                                      const float *errors, int count, float *sums) {
    const size_t channels = (size_t)count;
    for (size_t i = 0; i < channels; i += COLUMNS)
        for (int row = 0; row < g->size; row++) {
            const size_t first = network_cell(g, point_at(g->size, 0, row)) * channels;
            add_product(x + first + i, channels, errors + first, channels, g->size,
                        sums + i * channels);
        }
}

/* G' of a column or row of a transform. */
INLINED void fold_five(const lanes in[5], lanes out[3]) {
    out[0] = (in[0] - in[1]) / 2 + (in[3] - in[2]) / 6;
    out[1] = (in[2] + 2 * in[3]) / 6 - in[1] / 2;
    out[2] = (4 * in[3] - in[2]) / 6 - in[1] / 2 + in[4];
}

NETWORK_TARGET static void fold_kernel(const float *products, size_t step, float *kernel) {
    for (size_t i = 0; i < step; i += NETWORK_WIDTH) {
        lanes column[5], row[5], columns[5][3], out[3];
        for (size_t x = 0; x < 5; x++) {
            for (size_t y = 0; y < 5; y++) column[y] = LOAD(products + (5 * y + x) * step + i);
            fold_five(column, columns[x]);
        }
        for (size_t y = 0; y < 3; y++) {
            for (size_t x = 0; x < 5; x++) row[x] = columns[x][y];
            fold_five(row, out);
            for (size_t x = 0; x < 3; x++) {
                float *to = kernel + (3 * y + x) * step + i;
                STORE(to, LOAD(to) + out[x]);
            }
        }
    }
}

const struct network_kernels NETWORK_KERNELS = {.transform = transform,
                                                .convolve = convolve,
                                                .convolve_integers = convolve_integers,
                                                .apply_matrix = apply_matrix,
                                                .add_points = add_points,
                                                .add_kernel = add_kernel,
                                                .fold_kernel = fold_kernel,
                                                .add_matrix = add_matrix};
