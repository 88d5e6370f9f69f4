/* Dual networks with random weights, random planes for them, and random targets. */
#ifndef GUZUMI_RANDOM_DUAL_H
#define GUZUMI_RANDOM_DUAL_H

#include "dual_kernel.h"
#include "reference_dual.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* A network whose biases are random too, the same weights in double precision, and a place to
 * compute. */
struct dual_subject {
    struct dual_network *network;
    struct dual_workspace *workspace;
    double *weights;
};

/* A test of registers of WIDTH floats: its state is the width, which dual_width_of reads. It is
 * skipped where the processor has none. */
#define dual_width_test(f, width)                                                                  \
    ((struct CMUnitTest){.name = #f "(" #width ")", .test_func = f, .initial_state = &(int){width}})

static inline int dual_width_of(void **state) {
    const int width = **(const int **)state;
    if (!dual_kernels_of_width(width)) skip();
    return width;
}

static inline double random_between(struct rng *rng, double low, double high) {
    return low + (high - low) * rng_real(rng);
}

static inline void dual_subject_begin(struct dual_subject *s, int maps, int blocks,
                                      struct rng *rng) {
    struct failure why;
    assert_int_equal(dual_network_new(&s->network, maps, blocks, &why), STATUS_OK);
    struct dual_network *n = s->network;
    dual_network_randomise(n, rng);
    for (int i = 0; i < n->layout.count; i++)
        n->weights[i] += (float)random_between(rng, -0.04, 0.04);
    dual_network_unfold(n);
    assert_int_equal(dual_workspace_new(&s->workspace, n, &why), STATUS_OK);
    s->weights = malloc((size_t)n->layout.count * sizeof *s->weights);
    assert_non_null(s->weights);
    for (int i = 0; i < n->layout.count; i++) s->weights[i] = (double)n->weights[i];
}

static inline void dual_subject_end(struct dual_subject *s) {
    dual_network_free(s->network);
    dual_workspace_free(s->workspace);
    free(s->weights);
}

static inline void random_planes(int size, struct rng *rng, reference_planes out) {
    const double komi = random_between(rng, -2, 2);
    memset(out, 0, sizeof(reference_planes));
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        for (int i = 0; i < DUAL_PLANES; i++) out[p][i] = rng_chance(rng, 0.3);
        out[p][DUAL_PLANE_BOARD] = 1;
        out[p][DUAL_PLANE_KOMI] = (double)(float)komi;
        out[p][DUAL_PLANE_LIKELIHOOD] = (double)(float)random_between(rng, 0, 2);
        out[p][DUAL_PLANE_GAIN] = (double)(float)random_between(rng, -3, 3);
    }
}

static inline void put_planes(struct dual_workspace *w, int size, reference_planes planes) {
    dual_workspace_clear(w, size);
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        float *to = w->planes + dual_cell(&w->grid, p) * DUAL_PLANES;
        for (int i = 0; i < DUAL_PLANES; i++) to[i] = (float)planes[p][i];
    }
}

/* About half of the points are candidates, and a third of these have shares. */
static inline void random_target(int size, struct rng *rng, struct dual_target *out) {
    float sum = 0;
    memset(out, 0, sizeof *out);
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        out->owner[p] = (float)random_between(rng, -1, 1);
        if (p > 0 && rng_chance(rng, 0.5)) continue;
        bitset_add(&out->candidates, p);
        if (p == 0 || rng_chance(rng, 0.3)) sum += out->share[p] = (float)(0.1 + rng_real(rng));
    }
    for (int p = 0; p < point_limit(size); p++) out->share[p] /= sum;
    out->value = (float)rng_real(rng);
    out->policy_weight = (float)random_between(rng, 0.5, 1.5);
    out->value_weight = (float)random_between(rng, 0.5, 1.5);
    out->owner_weight = (float)random_between(rng, 0.5, 1.5);
}

#endif
