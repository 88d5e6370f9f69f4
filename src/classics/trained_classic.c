#include "guzumi/classics/trained_classic.h"

#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/territory.h"

#include <stdlib.h>

static const struct learner *learner_of(enum classic_kind kind) {
    return kind == CLASSIC_TERRITORY ? &territory_learner : &liberties_learner;
}

/* The odd width that a parameter means: NONE when it is 0. */
static int kernel_width(int64_t wanted, int none) {
    return (wanted ? (int)wanted : none) | 1;
}

static struct classic_shape territory_shape_of(int size, const struct params *p, uint64_t games) {
    if (p->undifferentiated) return territory_plain_shape(size, (int)p->hidden_units);
    uint64_t channels = (uint64_t)p->hidden_channels;
    if (p->grow_games && games / (uint64_t)p->grow_games < channels)
        channels = games / (uint64_t)p->grow_games;
    return territory_shape(size, (int)channels, kernel_width(p->kernel, size),
                           kernel_width(p->output_kernel, 2 * size - 1), p->symmetric);
}

struct classic_shape trained_classic_shape(enum classic_kind kind, int size,
                                           const struct params *params, uint64_t games) {
    return kind == CLASSIC_TERRITORY ? territory_shape_of(size, params, games)
                                     : liberty_shape(size, (int)params->hidden_units);
}

void trained_classic_randomise(enum classic_kind kind, struct classic *n, struct rng *rng) {
    classic_randomise(n, 0.5, rng);
    if (kind != CLASSIC_TERRITORY) return;
    for (int l = 1; l < n->shape.layer_count - 1; l++) classic_silence(n, l);
}

enum status trained_classic_new(struct trained_classic **out, enum classic_kind kind, int size,
                                const struct params *params, struct failure *why) {
    struct trained_classic *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network");
    const struct classic_shape shape = trained_classic_shape(kind, size, params, 0);
    learnt_begin(&t->learnt, learner_of(kind), size, params);
    const enum status status = classic_new(&t->network, &shape, why);
    if (status != STATUS_OK) {
        learnt_free(&t->learnt);
        return status;
    }
    t->kind = kind;
    t->random_share = params->opponent_random;
    trained_classic_randomise(kind, t->network, &t->learnt.origin.rng);
    *out = t;
    return STATUS_OK;
}

enum status trained_classic_find(struct weight_store *store, enum classic_kind kind, int size,
                                 const struct trained_classic **out, struct failure *why) {
    const struct learnt *found;
    const enum status status = weight_store_find(store, learner_of(kind), size, &found, why);
    *out = (const struct trained_classic *)found;
    return status;
}
