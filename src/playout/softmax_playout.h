/* Playouts of the softmax policy, for playout.c. */
#ifndef GUZUMI_SOFTMAX_PLAYOUT_H
#define GUZUMI_SOFTMAX_PLAYOUT_H

#include "guzumi/playout/playout.h"

/* As playout_run and playout_choose, whose arguments have been checked. */
struct playout_end softmax_run(const struct board *board, struct playout_start start,
                               const struct playout_policy *policy, int limit, struct rng *rng,
                               struct trajectory *trajectory);
int softmax_choose_once(const struct board *board, struct playout_start start,
                        const struct playout_policy *policy, struct rng *rng);

#endif
