#include "network_adam.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float first_decay = 0.9F, second_decay = 0.999F, least_root = 1e-8F;
static const float weight_decay = 0.001F;

/* The average's part of each step's weights: more at first, when they change fast. */
static const float early_part = 0.02F, late_part = 0.002F;
enum { EARLY_STEPS = 1000 };

enum status network_adam_init(struct network_adam *l, const struct network *n,
                              struct failure *why) {
    const size_t count = (size_t)n->layout.count;
    *l = (struct network_adam){.count = n->layout.count};
    l->m = calloc(count, sizeof *l->m);
    l->v = calloc(count, sizeof *l->v);
    l->average = malloc(count * sizeof *l->average);
    if (!l->m || !l->v || !l->average) {
        network_adam_free(l);
        return out_of_memory(why, "training");
    }
    memcpy(l->average, n->weights, count * sizeof *l->average);
    return STATUS_OK;
}

void network_adam_free(struct network_adam *l) {
    free(l->m);
    free(l->v);
    free(l->average);
    *l = (struct network_adam){0};
}

/* By multiplications alone, so that it is the same on every machine. */
static double power(double base, uint64_t exponent) {
    double out = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) out *= base;
    return out;
}

void network_adam_step(struct network_adam *l, struct network *n, const float *derivatives,
                       double alpha) {
    assert(l->count == n->layout.count);
    const float part = l->steps < EARLY_STEPS ? early_part : late_part, rate = (float)alpha;
    l->steps++;
    const float first_scale = (float)(1 / (1 - power((double)first_decay, l->steps)));
    const float second_scale = (float)(1 / (1 - power((double)second_decay, l->steps)));
    for (int i = 0; i < l->count; i++) {
        const float slope = derivatives[i];
        l->m[i] += (1 - first_decay) * (slope - l->m[i]);
        l->v[i] += (1 - second_decay) * (slope * slope - l->v[i]);
        const float root = sqrtf(l->v[i] * second_scale) + least_root;
        n->weights[i] -= rate * (l->m[i] * first_scale / root + weight_decay * n->weights[i]);
        l->average[i] += part * (n->weights[i] - l->average[i]);
    }
}

void network_adam_average(const struct network_adam *l, float *out) {
    memcpy(out, l->average, (size_t)l->count * sizeof *out);
}
