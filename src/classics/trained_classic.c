#include "guzumi/classics/trained_classic.h"

#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/territory.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"territory", "liberties"};

const char *classic_kind_name(enum classic_kind kind) {
    return names[kind];
}

bool classic_kind_find(const char *name, enum classic_kind *out) {
    for (int i = CLASSIC_TERRITORY; i <= CLASSIC_LIBERTIES; i++) {
        *out = (enum classic_kind)i;
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

int classic_kind_params(enum classic_kind kind) {
    return kind == CLASSIC_TERRITORY ? PARAMS_OF_TERRITORY : PARAMS_OF_LIBERTIES;
}

/* The odd width that a parameter means: NONE when it is 0. */
static int kernel_width(int64_t wanted, int none) {
    return (wanted ? (int)wanted : none) | 1;
}

static struct classic_shape territory_shape_of(int size, const struct params *p, uint64_t games) {
    if (p->undifferentiated) return territory_plain_shape(size, (int)p->hidden);
    uint64_t maps = (uint64_t)p->maps;
    if (p->grow_games && games / (uint64_t)p->grow_games < maps)
        maps = games / (uint64_t)p->grow_games;
    return territory_shape(size, (int)maps, kernel_width(p->kernel, size),
                           kernel_width(p->wide_kernel, 2 * size - 1), p->symmetric);
}

struct classic_shape trained_classic_shape(enum classic_kind kind, int size,
                                           const struct params *params, uint64_t games) {
    return kind == CLASSIC_TERRITORY ? territory_shape_of(size, params, games)
                                     : liberty_shape(size, (int)params->hidden);
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
    const enum status status = classic_new(&t->network, &shape, why);
    if (status != STATUS_OK) {
        trained_classic_free(t);
        return status;
    }
    t->kind = kind;
    t->size = size;
    t->origin.params = *params;
    t->random_share = params->opponent_random;
    rng_seed(&t->origin.rng, (uint64_t)params->seed, 0);
    trained_classic_randomise(kind, t->network, &t->origin.rng);
    *out = t;
    return STATUS_OK;
}

void trained_classic_free(struct trained_classic *t) {
    if (!t) return;
    classic_free(t->network);
    free(t->step);
    free(t->before);
    free(t->batch);
    free(t);
}

enum status trained_classic_start_from(struct trained_classic *t,
                                       const struct trained_classic *from, struct failure *why) {
    if (t->kind != from->kind)
        return fail(why, STATUS_INVALID, "a %s network can't start from a %s network",
                    classic_kind_name(t->kind), classic_kind_name(from->kind));
    if (!classic_can_transfer(t->network, from->network))
        return fail(why, STATUS_INVALID,
                    "a fully connected network can't start from one of another board size or "
                    "number of hidden units");
    classic_transfer(t->network, from->network);
    return STATUS_OK;
}
