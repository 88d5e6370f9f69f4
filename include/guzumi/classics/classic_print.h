/* What a network has learnt, as text: Figure 2 of Schraudolph 1994 in numbers. */
#ifndef GUZUMI_CLASSIC_PRINT_H
#define GUZUMI_CLASSIC_PRINT_H

#include "guzumi/base/file.h"
#include "guzumi/classics/classic.h"

/* Appends a block for each link, "board -> h0 9x9" and the rows of its kernel, and one for the
 * biases of each layer, "turn -> h0 9x9". The top row comes first. The weight to the right of the
 * middle leads from a point to the point on its right. A full connection is one line with the root
 * mean square of its weights. */
void classic_print_kernels(const struct classic *network, struct buffer *out);

/* Appends a line for each layer and each link: names, sizes, root mean square and largest of the
 * weights. */
void classic_print_summary(const struct classic *network, struct buffer *out);

#endif
