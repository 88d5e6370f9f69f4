/* Where a network's weights are: what its files share. */
#ifndef GUZUMI_NETWORK_LAYOUT_H
#define GUZUMI_NETWORK_LAYOUT_H

#include "guzumi/network.h"

/* Units of a layer with the padding that makes whole vectors of four. */
static inline int network_padded(int units) {
    return (units + 3) & ~3;
}

/* The weights of LINK. */
static inline int network_link_weights(const struct network_shape *s,
                                       const struct network_link *link) {
    return link->kernel ? link->kernel * link->kernel
                        : s->layers[link->from].units * s->layers[link->to].units;
}

/* Where LINK's weight from unit FROM to unit TO is among the weights; -1 beyond the receptive
 * field. */
int network_weight(const struct network *network, int link, int from, int to);

/* Gives weights that the board's symmetries map on each other their mean; or derivatives of theirs
 * the sum. */
void network_share(const struct network *network, float *weights, bool sums);

#endif
