/* Three numbers by which to see whether behaviour has changed: the same on every machine, with
 * every compiler, in Debug and Release. */
#ifndef GUZUMI_SIGNATURES_H
#define GUZUMI_SIGNATURES_H

#include "bench_loads.h"

struct signatures {
    uint32_t board; /* of playouts on boards of several sizes: integers alone */
    uint32_t value; /* of the weights after some training and after a search */
    uint32_t play;  /* of alpha-beta at a fixed depth, and of the moves of some players */
};

/* By the default parameters of WORLD, with the built-in weights. */
enum status signatures_make(struct signatures *out, const struct load_world *world,
                            struct failure *why);

#endif
