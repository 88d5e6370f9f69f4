/* The hot loops of the policy-value network, forward and backward. network_lanes.h has them for
 * registers of any number of floats; the fastest that the processor can run are chosen when a
 * network is made. Every output is summed in the same order whatever the width, so that all give
 * the same bits.
 *
 * Winograd's minimal filtering F(3x3, 3x3) (Lavin and Gray 2016), at the points 0, 1, -1, 2 and
 * infinity: the 3x3 outputs Y of a tile come from its 5x5 inputs d and a kernel g by
 *
 *     Y = A' [(G g G') . (B' d B)] A
 *
 * where . multiplies entry by entry: 25 products in place of 81. Summed over channels, each of the
 * 25 entries is a product of two matrices, (tiles x I) (I x C), which is where the time goes.
 *
 * Learning multiplies floats. Play multiplies integers, twice as many at once: the tiles and the
 * kernels' transforms are rounded to 16 bits and summed in 32. A network's inputs x and weights k
 * become
 *
 *     q = round(x L / max |x|), so that B' q B fits in 16 bits: L = 32767 / 36, or 32767 / 18
 *         where no x is negative (the rows of B' have a positive and a negative part of 3 each)
 *     w = round(k / u), by entry and output, with u such that sum |w| over the inputs is below
 *         2^16, so that no sum of products leaves 32 bits
 *
 * and a product counts u max |x| / L. Integer sums are exact, so nothing depends on their order. */
#ifndef GUZUMI_NETWORK_KERNEL_H
#define GUZUMI_NETWORK_KERNEL_H

#include "guzumi/base/bitset.h"
#include "guzumi/network/network.h"

/* Entries of a transformed tile; tiles that one pass of the product takes. */
enum { NETWORK_ENTRIES = 25, NETWORK_TILES = 9 };

/* What follows a convolution, point by point: + BIAS (C), + SKIP (cells x C, or NULL), ReLU. */
struct network_epilogue {
    const float *bias, *skip;
    bool relu;
};

/* Numbers of channels are multiples of NETWORK_LANE, except that the first convolution reads
 * the planes. TILES and SUMS are the workspace's. */
struct network_kernels {
    /* KERNEL (3 x 3 x STEP) to OUT (5 x 5 x STEP): G g G' of each of STEP kernels g. */
    void (*transform)(const float *kernel, size_t step, float *out);
    /* OUT (cells x WRITTEN) = END(IN (cells x READ) * the transformed KERNEL). */
    void (*convolve)(const struct network_grid *grid, const float *kernel, const float *in,
                     int read, const struct network_epilogue *end, float *out, int written,
                     float *tiles, float *sums);
    /* The same in integers. KERNEL is 25 x READ / 2 x WRITTEN x 2 by entry, pair of inputs, output
     * and input of the pair; UNITS (25 x WRITTEN) are u. ROUNDED has room for IN in 16 bits. */
    void (*convolve_integers)(const struct network_grid *grid, const int16_t *kernel,
                              const float *units, const float *in, int read,
                              const struct network_epilogue *end, float *out, int written,
                              int16_t *rounded, int16_t *tiles, int32_t *sums);
    /* OUT = END(MATRIX x) at every point x of IN, without a skip connection. */
    void (*apply_matrix)(const struct network_grid *grid, const float *matrix, const float *in,
                         const struct network_epilogue *end, float *out, int count);
    /* SUMS (COUNT) += the sum of IN (cells x COUNT) over all points. */
    void (*add_points)(const struct network_grid *grid, const float *in, int count, float *sums);

    /* PRODUCTS (25 x READ x WRITTEN) += the products of the transforms of IN (cells x READ) and of
     * the ERRORS (cells x WRITTEN) of a convolution's outputs, summed over tiles. */
    void (*add_kernel)(const struct network_grid *grid, const float *in, int read,
                       const float *errors, int written, float *products, float *tiles,
                       float *sums);
    /* KERNEL (3 x 3 x STEP) += G' P G of each of STEP such sums P. */
    void (*fold_kernel)(const float *products, size_t step, float *kernel);
    /* SUMS (COUNT x COUNT) += x e' over all points x of X and e of ERRORS. */
    void (*add_matrix)(const struct network_grid *grid, const float *x, const float *errors,
                       int count, float *sums);
};

/* The instructions that kernels are compiled for, from the slowest to the fastest. VNNI multiplies
 * pairs of 16-bit integers and adds the products to a sum in one step. */
enum network_instructions {
    NETWORK_ANY,         /* what every processor is assumed to have: 4 floats in a register */
    NETWORK_AVX2,        /* 8 */
    NETWORK_AVX_VNNI,    /* 8 */
    NETWORK_AVX512,      /* 16 */
    NETWORK_AVX512_VNNI, /* 16 */
    NETWORK_INSTRUCTIONS
};

/* The kernels for INSTRUCTIONS; NULL where the processor, or the compiler, does not have them. */
const struct network_kernels *network_kernels_for(enum network_instructions instructions);

/* The fastest of these. */
const struct network_kernels *network_kernels(void);

/* What they choose from. */
extern const struct network_kernels network_kernels_4;
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define NETWORK_WIDER
extern const struct network_kernels network_kernels_8, network_kernels_16;
#if defined(__clang__) ? __clang_major__ >= 12 : __GNUC__ >= 11
#define NETWORK_VNNI
extern const struct network_kernels network_kernels_8_vnni, network_kernels_16_vnni;
#endif
#endif

#endif
