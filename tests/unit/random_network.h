/* Policy-value networks with random weights, random planes for them, and random targets. */
#ifndef GUZUMI_RANDOM_NETWORK_H
#define GUZUMI_RANDOM_NETWORK_H

#include "network_kernel.h"
#include "reference_network.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* A network whose biases are random too, the same weights in double precision, and a place to
 * compute. */
struct network_subject {
    struct network *network;
    struct network_workspace *workspace;
    double *weights;
};

/* Tests of F, one for the kernels of each INSTRUCTIONS but those of any processor: its state is
 * the instructions, by which network_kernels_tested finds them. It is skipped where the processor
 * does not have them. */
#define network_kernel_test(f, instructions)                                                       \
    ((struct CMUnitTest){.name = #f "(" #instructions ")",                                         \
                         .test_func = f,                                                           \
                         .initial_state = &(enum network_instructions){instructions}})
#define network_kernel_tests(f)                                                                    \
    network_kernel_test(f, NETWORK_AVX2), network_kernel_test(f, NETWORK_AVX_VNNI),                \
        network_kernel_test(f, NETWORK_AVX512), network_kernel_test(f, NETWORK_AVX512_VNNI)

/* The loss that training descends. */
static inline double network_loss_total(const struct network_loss *loss) {
    return loss->policy + loss->value + loss->ownership;
}

static inline const struct network_kernels *network_kernels_tested(void **state) {
    const struct network_kernels *kernels =
        network_kernels_for(**(const enum network_instructions **)state);
    if (!kernels) skip();
    return kernels;
}

static inline double random_between(struct rng *rng, double low, double high) {
    return low + (high - low) * rng_real(rng);
}

static inline void network_subject_begin(struct network_subject *s, int channels, int blocks,
                                         struct rng *rng) {
    struct failure why;
    const int planes = rng_bernoulli(rng, 0.5) ? NETWORK_PLANES : NETWORK_FIRST_PLANES;
    assert_int_equal(network_new(&s->network, channels, blocks, planes, &why), STATUS_OK);
    struct network *n = s->network;
    network_randomise(n, rng);
    for (int i = 0; i < n->layout.count; i++)
        n->weights[i] += (float)random_between(rng, -0.04, 0.04);
    network_transform(n);
    assert_int_equal(network_workspace_new(&s->workspace, n, &why), STATUS_OK);
    s->weights = malloc((size_t)n->layout.count * sizeof *s->weights);
    assert_non_null(s->weights);
    for (int i = 0; i < n->layout.count; i++) s->weights[i] = (double)n->weights[i];
}

static inline void network_subject_end(struct network_subject *s) {
    network_free(s->network);
    network_workspace_free(s->workspace);
    free(s->weights);
}

static inline void random_planes(int size, struct rng *rng, reference_planes out) {
    const double komi = random_between(rng, -2, 2);
    memset(out, 0, sizeof(reference_planes));
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        for (int i = 0; i < NETWORK_PLANES; i++) out[p][i] = rng_bernoulli(rng, 0.3);
        out[p][NETWORK_PLANE_BOARD] = 1;
        out[p][NETWORK_PLANE_KOMI] = (double)(float)komi;
        out[p][NETWORK_PLANE_LIKELIHOOD] = (double)(float)random_between(rng, 0, 2);
        out[p][NETWORK_PLANE_GAIN] = (double)(float)random_between(rng, -3, 3);
    }
}

/* The planes of a board that lies in the grid turned by SYMMETRY. */
static inline void put_turned_planes(struct network_workspace *w, int size, int symmetry,
                                     reference_planes planes) {
    network_workspace_clear(w, size, symmetry);
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        float *to = network_planes_at(w, p);
        for (int i = 0; i < w->plane_count; i++) to[i] = (float)planes[p][i];
    }
}

static inline void put_planes(struct network_workspace *w, int size, reference_planes planes) {
    put_turned_planes(w, size, 0, planes);
}

/* About half of the points are candidates, and a third of these have shares. */
static inline void random_target(int size, struct rng *rng, struct network_target *out) {
    float sum = 0;
    memset(out, 0, sizeof *out);
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        out->ownership[p] = (float)random_between(rng, -1, 1);
        if (p > 0 && rng_bernoulli(rng, 0.5)) continue;
        bitset_add(&out->candidates, p);
        if (p == 0 || rng_bernoulli(rng, 0.3)) sum += out->policy[p] = (float)(0.1 + rng_real(rng));
    }
    for (int p = 0; p < point_limit(size); p++) out->policy[p] /= sum;
    out->value = (float)rng_real(rng);
    out->policy_weight = (float)random_between(rng, 0.5, 1.5);
    out->value_weight = (float)random_between(rng, 0.5, 1.5);
    out->ownership_weight = (float)random_between(rng, 0.5, 1.5);
}

#endif
