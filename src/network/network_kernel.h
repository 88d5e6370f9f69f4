/* The hot loops of the policy-value network, forward and backward. Processors have 4, 8 or 16
 * floats in a register: network_lanes.h has the loops for any width, and the fitting ones are
 * chosen when a network is made. Each output is added up in the same order whatever the width, so
 * that all find the same numbers to the bit.
 *
 * Winograd's minimal filtering F(3x3, 3x3) (Lavin and Gray 2016) by the points 0, 1, -1, 2 and
 * infinity: the 3x3 outputs Y of a tile are those of 5x5 inputs d by a kernel g,
 *
 *     Y = A' [(G g G') . (B' d B)] A
 *
 * where . multiplies entry by entry; the tiles' 25 entries make 25 products of matrices. */
#ifndef GUZUMI_NETWORK_KERNEL_H
#define GUZUMI_NETWORK_KERNEL_H

#include "guzumi/base/bitset.h"
#include "guzumi/network/network.h"

/* Entries of a transformed tile; tiles that one pass of the product's loop takes. */
enum { NETWORK_ENTRIES = 25, NETWORK_TILES = 9 };

/* What a convolution adds to its sums: BIAS by map, and the channels BESIDE unless NULL; RECTIFIED,
 * what is negative becomes 0. */
struct network_end {
    const float *bias, *beside;
    bool relu;
};

/* Numbers of channels are multiples of NETWORK_LANE, but for what a convolution reads: its own
 * first one reads NETWORK_PLANES. TILES and SUMS are the workspace's. */
struct network_kernels {
    int width; /* floats in a register */

    /* OUT, by entry, gets G g G' of each of STEP kernels g, which KERNEL has by row and column. */
    void (*transform)(const float *kernel, size_t step, float *out);
    /* The convolution of IN (READ channels) by a transformed KERNEL, ended as END says, to OUT
     * (WRITTEN channels). */
    void (*convolve)(const struct network_grid *grid, const float *kernel, const float *in,
                     int read, const struct network_end *end, float *out, int written, float *tiles,
                     float *sums);
    /* A square MATRIX at every point of IN, ended as END says but for what is beside. */
    void (*apply_matrix)(const struct network_grid *grid, const float *matrix, const float *in,
                         const struct network_end *end, float *out, int count);
    /* Adds to SUMS, by map, those of IN, COUNT channels, over all points. */
    void (*add_points)(const struct network_grid *grid, const float *in, int count, float *sums);

    /* Adds to PRODUCTS, by entry, input, output, those of the transforms of IN (READ channels) and
     * of the ERRORS (WRITTEN channels) of a convolution's outputs. */
    void (*add_kernel)(const struct network_grid *grid, const float *in, int read,
                       const float *errors, int written, float *products, float *tiles,
                       float *sums);
    /* Adds to KERNEL, as transform reads it, G' P G of each of STEP sums P of such products. */
    void (*fold_kernel)(const float *products, size_t step, float *kernel);
    /* Adds to SUMS (by input, output) the products of X and ERRORS, COUNT channels each, at all
     * points.
     */
    void (*add_matrix)(const struct network_grid *grid, const float *x, const float *errors,
                       int count, float *sums);
};

/* Those for the processor's widest registers. */
const struct network_kernels *network_kernels(void);

/* Those for registers of WIDTH floats, 4, 8 or 16; NULL where the processor has no such. */
const struct network_kernels *network_kernels_of_width(int width);

/* What these choose from. Any processor is taken to have 4. */
extern const struct network_kernels network_kernels_4;
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define NETWORK_WIDER
extern const struct network_kernels network_kernels_8, network_kernels_16;
#endif

#endif
