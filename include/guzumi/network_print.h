/* What a network has learnt, as text: Figure 2 of Schraudolph 1994 in numbers. */
#ifndef GUZUMI_NETWORK_PRINT_H
#define GUZUMI_NETWORK_PRINT_H

#include "guzumi/file.h"
#include "guzumi/network.h"

/* Appends a block for each link, "board -> h0 9x9" and the rows of its kernel, and for the biases
 * of each layer, "turn -> h0 9x9". The top row comes first: the weight right of the middle is that
 * from a point to the one on its right. Full connections are one line with their root mean square.
 */
void network_print_kernels(const struct network *network, struct buffer *out);

/* Appends a line for each layer and each link: names, sizes, root mean square and largest weight.
 */
void network_print_summary(const struct network *network, struct buffer *out);

#endif
