/* The networks of two older papers as they are trained and played: learnt things (learner.h).
 *
 * Weight files have the kinds "territory" and "liberties" with the field random_share, the section
 * weights in the network's order, if RPROP trained it the sections steps and derivatives, and
 * within a batch of games the section batch. */
#ifndef GUZUMI_TRAINED_CLASSIC_H
#define GUZUMI_TRAINED_CLASSIC_H

#include "guzumi/classics/classic.h"
#include "guzumi/learner/weight_store.h"

enum classic_kind {
    CLASSIC_TERRITORY, /* Schraudolph's, territory.h */
    CLASSIC_LIBERTIES  /* Ekker's, liberty_value.h */
};

struct trained_classic {
    struct learnt learnt;
    enum classic_kind kind;
    struct classic *network; /* owned */
    double random_share;     /* of the opponent's moves, which adapts to the results */
    float *step, *before;    /* owned or NULL; RPROP's, by weight */
    float *batch;            /* owned or NULL; of a batch that goes on: the gradient's derivatives
                                (classic.h), its matrix first */
};

/* Makes a network for boards of SIZE as PARAMS say, with small random weights. Free with
 * learnt_free. */
enum status trained_classic_new(struct trained_classic **out, enum classic_kind kind, int size,
                                const struct params *params, struct failure *why);

/* The shape of a network with these settings after GAMES games: hidden channels are added one at a
 * time. */
struct classic_shape trained_classic_shape(enum classic_kind kind, int size,
                                           const struct params *params, uint64_t games);

/* The weights that a network of KIND begins with: small and random. Schraudolph's hidden channels
 * lead nowhere at first, so that one that is added to a network leaves its output as it is. */
void trained_classic_randomise(enum classic_kind kind, struct classic *network, struct rng *rng);

/* The network of KIND for boards of SIZE in STORE (weight_store_find); *OUT is NULL if there is
 * none. */
enum status trained_classic_find(struct weight_store *store, enum classic_kind kind, int size,
                                 const struct trained_classic **out, struct failure *why);

#endif
