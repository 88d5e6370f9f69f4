#include "network_learner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float first_decay = 0.9F, second_decay = 0.999F, least_root = 1e-8F;
static const float weight_decay = 0.001F;

/* The average's part of each step's weights: more at first, when they change fast. */
static const float early_part = 0.02F, late_part = 0.002F;
enum { EARLY_STEPS = 1000 };

enum status network_learner_init(struct network_learner *l, const struct network *n,
                                 struct failure *why) {
    const size_t count = (size_t)n->layout.count;
    *l = (struct network_learner){.count = n->layout.count};
    l->first = calloc(count, sizeof *l->first);
    l->second = calloc(count, sizeof *l->second);
    l->average = malloc(count * sizeof *l->average);
    if (!l->first || !l->second || !l->average) {
        network_learner_free(l);
        return out_of_memory(why, "a network's learner");
    }
    memcpy(l->average, n->weights, count * sizeof *l->average);
    return STATUS_OK;
}

void network_learner_free(struct network_learner *l) {
    free(l->first);
    free(l->second);
    free(l->average);
    *l = (struct network_learner){0};
}

/* By multiplications alone, so that it is the same on every machine. */
static double power(double base, uint64_t exponent) {
    double out = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) out *= base;
    return out;
}

void network_learner_step(struct network_learner *l, struct network *n, const float *derivatives,
                          double alpha) {
    assert(l->count == n->layout.count);
    const float part = l->steps < EARLY_STEPS ? early_part : late_part, rate = (float)alpha;
    l->steps++;
    const float first_scale = (float)(1 / (1 - power((double)first_decay, l->steps)));
    const float second_scale = (float)(1 / (1 - power((double)second_decay, l->steps)));
    for (int i = 0; i < l->count; i++) {
        const float slope = derivatives[i];
        l->first[i] += (1 - first_decay) * (slope - l->first[i]);
        l->second[i] += (1 - second_decay) * (slope * slope - l->second[i]);
        const float root = sqrtf(l->second[i] * second_scale) + least_root;
        n->weights[i] -= rate * (l->first[i] * first_scale / root + weight_decay * n->weights[i]);
        l->average[i] += part * (n->weights[i] - l->average[i]);
    }
}

void network_learner_average(const struct network_learner *l, float *out) {
    memcpy(out, l->average, (size_t)l->count * sizeof *out);
}
