/* The policy-value network (network.h) as it is trained and played: a learnt thing (learner.h).
 *
 * A training changes its weights at each step and keeps their exponential average, too. The network
 * here is that average: it plays, and a file of either sort has it as its weights. The weights that
 * the next step changes are beside it, with the moments of their gradients (network_adam.h).
 *
 * Weight files have the kind "network", the section weights and, to continue, the sections current,
 * first_moments and second_moments. */
#ifndef GUZUMI_TRAINED_NETWORK_H
#define GUZUMI_TRAINED_NETWORK_H

#include "guzumi/learner/weight_store.h"
#include "guzumi/network/network.h"

struct trained_network {
    struct learnt learnt;    /* its games are the steps of learning */
    struct network *network; /* owned; expanded, to be played by */
    /* For more training, by weight; NULL in one for playing alone: */
    float *current; /* owned: what the next step changes */
    float *m, *v;   /* owned: first and second moment of its gradient */
};

/* A network of network_channels and network_blocks with small random weights, for boards of SIZE,
 * to be trained by PARAMS. Fails when network_channels is no multiple of NETWORK_LANE. Free with
 * learnt_free. */
enum status trained_network_new(struct trained_network **out, int size, const struct params *params,
                                struct failure *why);

/* The network for boards of SIZE in STORE (weight_store_find): its own or one at most
 * NETWORK_REACH lines larger or smaller; one for 16x16 that has learnt from 13x13 and 19x19 serves
 * all from the one to the other. *OUT is NULL if there is none. */
enum { NETWORK_REACH = 3 };
enum status trained_network_find(struct weight_store *store, int size,
                                 const struct trained_network **out, struct failure *why);

#endif
