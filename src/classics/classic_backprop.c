#include "classic_backprop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* RPROP's constants, as its paper recommends them. */
static const float growth = 1.2F, shrinkage = 0.5F, largest_step = 1, smallest_step = 1e-6F;

/* The scale of each weight's steps, by the number of connections that share it. */
static void count_connections(struct classic_backprop *l) {
    const struct classic *n = l->network;
    for (int i = 0; i < n->matrix_room; i++) l->gradient.matrix[i] = 1;
    for (int i = 0; i < n->room; i++) l->gradient.bias[i] = 1;
    classic_fold(n, &l->gradient, l->scale);
    for (int i = 0; i < n->weight_count; i++)
        l->scale[i] = 1 / sqrtf(l->scale[i] < 1 ? 1 : l->scale[i]);
}

static float *numbers(int count) {
    return calloc((size_t)count, sizeof(float));
}

enum status classic_backprop_init(struct classic_backprop *l, struct classic *n, double rprop_step,
                                  struct failure *why) {
    memset(l, 0, sizeof *l);
    l->network = n;
    const enum status status = classic_gradient_init(&l->gradient, n, why);
    if (status != STATUS_OK) return status;
    l->values = numbers(n->room);
    l->derivatives = numbers(n->weight_count);
    l->scale = numbers(n->weight_count);
    l->step = numbers(n->weight_count);
    l->before = numbers(n->weight_count);
    if (!l->values || !l->derivatives || !l->scale || !l->step || !l->before) {
        classic_backprop_free(l);
        return out_of_memory(why, "a network's learner");
    }
    for (int i = 0; i < n->weight_count; i++) l->step[i] = (float)rprop_step;
    count_connections(l);
    return STATUS_OK;
}

void classic_backprop_free(struct classic_backprop *l) {
    classic_gradient_free(&l->gradient);
    free(l->values);
    free(l->derivatives);
    free(l->scale);
    free(l->step);
    free(l->before);
    memset(l, 0, sizeof *l);
}

const float *classic_backprop_see(struct classic_backprop *l, const float *input,
                                  float bias_input) {
    const struct classic *n = l->network;
    memcpy(l->values, input, (size_t)n->shape.layers[0].units * sizeof *input);
    classic_forward(n, bias_input, l->values, NULL);
    return l->values + n->first[n->shape.layer_count - 1];
}

void classic_backprop_note(struct classic_backprop *l, float bias_input, const float *errors) {
    classic_backward(l->network, bias_input, l->values, errors, &l->gradient);
    l->states++;
}

static void follow_gradient(struct classic_backprop *l, float alpha) {
    const struct classic *n = l->network;
    for (int i = 0; i < n->weight_count; i++)
        n->weights[i] += alpha * l->scale[i] * l->derivatives[i];
}

static float clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

static void follow_signs(struct classic_backprop *l) {
    const struct classic *n = l->network;
    for (int i = 0; i < n->weight_count; i++) {
        const float now = l->derivatives[i], agreement = now * l->before[i];
        if (agreement > 0) l->step[i] = clamp(growth * l->step[i], smallest_step, largest_step);
        if (agreement < 0) l->step[i] = clamp(shrinkage * l->step[i], smallest_step, largest_step);
        l->before[i] = agreement < 0 ? 0 : now;
        if (l->before[i] != 0) n->weights[i] += now > 0 ? l->step[i] : -l->step[i];
    }
}

void classic_backprop_update(struct classic_backprop *l, enum update_kind kind, double alpha) {
    if (l->states == 0) return;
    classic_fold(l->network, &l->gradient, l->derivatives);
    if (kind == UPDATE_RPROP)
        follow_signs(l);
    else
        follow_gradient(l, (float)alpha);
    classic_expand(l->network);
    l->states = 0;
}
