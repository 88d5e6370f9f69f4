/* The hot loops of the dual network, forward and backward: always-inline functions, stamped where
 * they are used for the usual numbers of maps.
 *
 * Winograd's minimal filtering F(3x3, 3x3) (Lavin and Gray 2016) by the points 0, 1, -1, 2 and
 * infinity: the 3x3 outputs Y of a tile are those of 5x5 inputs d by a kernel g,
 *
 *     Y = A' [(G g G') . (B' d B)] A
 *
 * where . multiplies entry by entry; the tiles' 25 entries make 25 products of matrices. */
#ifndef GUZUMI_DUAL_KERNEL_H
#define GUZUMI_DUAL_KERNEL_H

#include "guzumi/bitset.h"
#include "guzumi/dual_network.h"

#include <string.h>

/* DUAL_LANE numbers at once, in as many registers as it takes: the vectors of gcc and clang, which
 * are no ISO C. */
typedef float dual_lanes __attribute__((vector_size(4 * DUAL_LANE)));
typedef int dual_masks __attribute__((vector_size(4 * DUAL_LANE)));

/* Entries of a transformed tile; tiles that one pass of the product's loop takes. */
enum { DUAL_ENTRIES = 25, DUAL_TILES = 9 };

/* As CLONED, and once more for processors with 16 floats in a register. */
#if defined(GUZUMI_CLONES) && !defined(__AVX512F__)
#define DUAL_CLONED __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define DUAL_CLONED
#endif

#define DUAL_LOAD(to, from) memcpy(&(to), from, sizeof(dual_lanes))
#define DUAL_STORE(to, from) memcpy(to, &(from), sizeof(dual_lanes))
#define DUAL_POSITIVE(x) ((dual_lanes)((dual_masks)((x) > 0) & (dual_masks)(x)))

/* o = B' d, and o = A y (the transpose of A'), for one row or column. */
#define DUAL_INPUT(o0, o1, o2, o3, o4, d0, d1, d2, d3, d4)                                         \
    do {                                                                                           \
        (o0) = 2 * (d0) - (d1)-2 * (d2) + (d3);                                                    \
        (o1) = (d3) - (d2)-2 * (d1);                                                               \
        (o2) = 2 * (d1)-3 * (d2) + (d3);                                                           \
        (o3) = (d3) - (d1);                                                                        \
        (o4) = 2 * (d1) - (d2)-2 * (d3) + (d4);                                                    \
    } while (0)
#define DUAL_ERROR(o0, o1, o2, o3, o4, y0, y1, y2)                                                 \
    do {                                                                                           \
        (o0) = (y0);                                                                               \
        (o1) = (y0) + (y1) + (y2);                                                                 \
        (o2) = (y0) - (y1) + (y2);                                                                 \
        (o3) = (y0) + 2 * (y1) + 4 * (y2);                                                         \
        (o4) = (y2);                                                                               \
    } while (0)

/* The first of the 5x5 cells under tile number TILE, whose border is that of the square. */
static ALWAYS_INLINE size_t dual_tile(const struct dual_grid *g, int tile) {
    return (size_t)(3 * (tile / g->tiles)) * (size_t)g->side + (size_t)(3 * (tile % g->tiles));
}

/* B' d B of all tiles of IN, which has COUNT maps, into OUT by entry, tile, map. */
static ALWAYS_INLINE void dual_transform_input(const struct dual_grid *g, const float *in,
                                               int count, float *out) {
    const size_t maps = (size_t)count, step = (size_t)g->padded * maps, side = (size_t)g->side;
    for (int tile = 0; tile < g->tiles * g->tiles; tile++) {
        for (size_t k = 0; k < maps; k += DUAL_LANE) {
            const float *from = in + dual_tile(g, tile) * maps + k;
            float *to = out + (size_t)tile * maps + k;
            dual_lanes d[5][5], e[5][5];
            for (size_t y = 0; y < 5; y++)
                for (size_t x = 0; x < 5; x++) DUAL_LOAD(d[y][x], from + (y * side + x) * maps);
            for (int x = 0; x < 5; x++)
                DUAL_INPUT(e[0][x], e[1][x], e[2][x], e[3][x], e[4][x], d[0][x], d[1][x], d[2][x],
                           d[3][x], d[4][x]);
            for (size_t y = 0; y < 5; y++) {
                dual_lanes f[5];
                DUAL_INPUT(f[0], f[1], f[2], f[3], f[4], e[y][0], e[y][1], e[y][2], e[y][3],
                           e[y][4]);
                for (size_t x = 0; x < 5; x++) DUAL_STORE(to + (5 * y + x) * step, f[x]);
            }
        }
    }
}

/* The products of the transforms TILES (READ maps) and KERNELS (to WRITTEN maps) into SUMS by
 * entry, tile, map. */
static ALWAYS_INLINE void dual_multiply(const struct dual_grid *g, const float *kernels,
                                        const float *tiles, int read, float *sums, int written) {
    const size_t in = (size_t)read, out = (size_t)written, groups = out / DUAL_LANE;
    for (int entry = 0; entry < DUAL_ENTRIES; entry++) {
        for (int tile = 0; tile < g->padded; tile += DUAL_TILES) {
            const size_t row = (size_t)entry * (size_t)g->padded + (size_t)tile;
            for (size_t k = 0; k < groups; k++) {
                const float *w = kernels + (size_t)entry * in * out + k * DUAL_LANE;
                const float *x = tiles + row * in;
                dual_lanes a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0}, a4 = {0}, a5 = {0}, a6 = {0},
                           a7 = {0}, a8 = {0};
                for (size_t i = 0; i < in; i++) {
                    dual_lanes v;
                    DUAL_LOAD(v, w + i * out);
                    a0 += v * x[i];
                    a1 += v * x[i + in];
                    a2 += v * x[i + 2 * in];
                    a3 += v * x[i + 3 * in];
                    a4 += v * x[i + 4 * in];
                    a5 += v * x[i + 5 * in];
                    a6 += v * x[i + 6 * in];
                    a7 += v * x[i + 7 * in];
                    a8 += v * x[i + 8 * in];
                }
                float *to = sums + row * out + k * DUAL_LANE;
                DUAL_STORE(to, a0);
                DUAL_STORE(to + out, a1);
                DUAL_STORE(to + 2 * out, a2);
                DUAL_STORE(to + 3 * out, a3);
                DUAL_STORE(to + 4 * out, a4);
                DUAL_STORE(to + 5 * out, a5);
                DUAL_STORE(to + 6 * out, a6);
                DUAL_STORE(to + 7 * out, a7);
                DUAL_STORE(to + 8 * out, a8);
            }
        }
    }
}

/* What a convolution adds to its sums: BIAS by map, and the maps BESIDE unless NULL; RECTIFIED,
 * what is negative becomes 0. */
struct dual_end {
    const float *bias, *beside;
    bool rectified;
};

/* A' SUMS A of all tiles, ended as END says, into the points of OUT. */
static ALWAYS_INLINE void dual_transform_output(const struct dual_grid *g, const float *sums,
                                                const struct dual_end *end, float *out, int count) {
    const size_t maps = (size_t)count, step = (size_t)g->padded * maps, side = (size_t)g->side;
    for (int tile = 0; tile < g->tiles * g->tiles; tile++) {
        const int rows = g->size - 3 * (tile / g->tiles), columns = g->size - 3 * (tile % g->tiles);
        for (size_t k = 0; k < maps; k += DUAL_LANE) {
            const float *from = sums + (size_t)tile * maps + k;
            const size_t first = (dual_tile(g, tile) + side + 1) * maps + k;
            dual_lanes e[3][5], bias;
            DUAL_LOAD(bias, end->bias + k);
            for (size_t x = 0; x < 5; x++) {
                dual_lanes d[5];
                for (size_t y = 0; y < 5; y++) DUAL_LOAD(d[y], from + (5 * y + x) * step);
                e[0][x] = d[0] + d[1] + d[2] + d[3];
                e[1][x] = d[1] - d[2] + 2 * d[3];
                e[2][x] = d[1] + d[2] + 4 * d[3] + d[4];
            }
            for (size_t y = 0; y < 3; y++) {
                const dual_lanes o[3] = {e[y][0] + e[y][1] + e[y][2] + e[y][3],
                                         e[y][1] - e[y][2] + 2 * e[y][3],
                                         e[y][1] + e[y][2] + 4 * e[y][3] + e[y][4]};
                for (size_t x = 0; x < 3; x++) {
                    if ((int)y >= rows || (int)x >= columns) continue;
                    const size_t at = first + (y * side + x) * maps;
                    dual_lanes sum = o[x] + bias;
                    if (end->beside) {
                        dual_lanes beside;
                        DUAL_LOAD(beside, end->beside + at);
                        sum += beside;
                    }
                    if (end->rectified) sum = DUAL_POSITIVE(sum);
                    DUAL_STORE(out + at, sum);
                }
            }
        }
    }
}

/* The convolution of IN (READ maps) by a transformed KERNEL to OUT (WRITTEN maps). */
static ALWAYS_INLINE void dual_convolve(const struct dual_grid *g, const float *kernel,
                                        const float *in, int read, const struct dual_end *end,
                                        float *out, int written, float *tiles, float *sums) {
    dual_transform_input(g, in, read, tiles);
    dual_multiply(g, kernel, tiles, read, sums, written);
    dual_transform_output(g, sums, end, out, written);
}

/* A square MATRIX at every point of IN, ended as END says but for what is beside. */
static ALWAYS_INLINE void dual_apply_matrix(const struct dual_grid *g, const float *matrix,
                                            const float *in, const struct dual_end *end, float *out,
                                            int count) {
    const size_t maps = (size_t)count;
    for (int row = 0; row < g->size; row++) {
        const size_t first = dual_cell(g, point_at(g->size, 0, row)) * maps;
        for (size_t at = first; at < first + (size_t)g->size * maps; at += maps) {
            for (size_t k = 0; k < maps; k += DUAL_LANE) {
                dual_lanes sum, v;
                DUAL_LOAD(sum, end->bias + k);
                for (size_t i = 0; i < maps; i++) {
                    DUAL_LOAD(v, matrix + i * maps + k);
                    sum += v * in[at + i];
                }
                if (end->rectified) sum = DUAL_POSITIVE(sum);
                DUAL_STORE(out + at + k, sum);
            }
        }
    }
}

#endif
