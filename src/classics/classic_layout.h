/* Where a network's weights are: what its files share. */
#ifndef GUZUMI_CLASSIC_LAYOUT_H
#define GUZUMI_CLASSIC_LAYOUT_H

#include "guzumi/classics/classic.h"

/* Units of a layer with the padding that makes whole vectors of four. */
static inline int classic_padded(int units) {
    return (units + 3) & ~3;
}

/* The weights of LINK. */
static inline int classic_link_weights(const struct classic_shape *s,
                                       const struct classic_link *link) {
    return link->kernel ? link->kernel * link->kernel
                        : s->layers[link->from].units * s->layers[link->to].units;
}

/* Where LINK's weight from unit FROM to unit TO is among the weights; -1 beyond the receptive
 * field. */
int classic_weight(const struct classic *network, int link, int from, int to);

/* Gives weights that the board's symmetries map on each other their mean; or derivatives of theirs
 * the sum. */
void network_share(const struct classic *network, float *weights, bool sums);

#endif
