/* Local shapes with random weights, and the plain regions to check them by. */
#ifndef GUZUMI_TESTS_RANDOM_SHAPES_H
#define GUZUMI_TESTS_RANDOM_SHAPES_H

#include "guzumi/shapes/tracker.h"

#include "random_moves.h"
#include "reference_shapes.h"
#include "unit.h"

#include <stdlib.h>

struct random_shapes {
    struct shapes *shapes;
    struct reference_regions regions;
    float *table, *li; /* flat weights, or LD and LI ones */
    struct shape_weights weights;
};

static inline void random_shapes_init(struct random_shapes *out, int size, int mask, bool shared,
                                      struct rng *rng) {
    struct failure why;
    assert_int_equal(shapes_new(&out->shapes, size, mask, &why), STATUS_OK);
    const struct shapes *s = out->shapes;
    assert_true(reference_regions_init(&out->regions, s));
    out->table = random_weights(shared ? s->ld_count : s->flat_count, rng);
    out->li = shared ? random_weights(s->li_count, rng) : NULL;
    out->weights = (struct shape_weights){.shapes = s,
                                          .base = shared ? s->ld_base : s->flat_base,
                                          .table = out->table,
                                          .li = out->li};
}

static inline void random_shapes_free(struct random_shapes *random) {
    free(random->shapes);
    free(random->table);
    free(random->li);
}

#endif
