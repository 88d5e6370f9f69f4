/* Backpropagation and the two rules that follow it.
 *
 *     values     board --> hidden --> output          forward, layer after layer
 *     errors     dE/dsum hidden <-- dE/dsum output    backward; the board's are not needed
 *     matrix     dE/dw of every connection            summed over the states of a batch
 *     folded     dE/dw of every shared weight         once, when the batch ends
 *
 * Folding late costs one pass over the connections for each batch rather than for each state. */
#include "classic_trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- derivatives --- */

enum status classic_gradient_init(struct classic_gradient *g, const struct classic *n,
                                  struct failure *why) {
    g->matrix = calloc((size_t)n->matrix_room, sizeof *g->matrix);
    g->bias = calloc((size_t)n->room, sizeof *g->bias);
    g->error = calloc((size_t)n->room, sizeof *g->error);
    if (g->matrix && g->bias && g->error) return STATUS_OK;
    classic_gradient_free(g);
    return out_of_memory(why, "a network's derivatives");
}

void classic_gradient_free(struct classic_gradient *g) {
    free(g->matrix);
    free(g->bias);
    free(g->error);
    memset(g, 0, sizeof *g);
}

/* dE/dy becomes dE/dsum by f'(sum), which tanh and the logistic function give in terms of their
 * output: 1 - y^2 and y (1 - y). */
static void through_activation(enum activation activation, const float *y, float *error,
                               int units) {
    if (activation == ACTIVATION_TANH)
        for (int i = 0; i < units; i++) error[i] *= 1 - y[i] * y[i];
    if (activation == ACTIVATION_LOGISTIC)
        for (int i = 0; i < units; i++) error[i] *= y[i] * (1 - y[i]);
}

/* Derivatives of LINK's expanded weights, dE/dw_ji += x_j e_i, and what its inputs' errors get from
 * it, e_j += sum over i of w_ji e_i. The board's own errors are not needed. */
static void backward_link(const struct classic *n, int link, const float *values,
                          struct classic_gradient *g) {
    const struct classic_link *l = &n->shape.links[link];
    const int rows = n->shape.layers[l->from].units,
              columns = classic_padded(n->shape.layers[l->to].units);
    const float *x = values + n->first[l->from], *after = g->error + n->first[l->to];
    float *before = g->error + n->first[l->from];
    for (int j = 0; j < rows; j++) {
        float *into = g->matrix + n->matrix_start[link] + j * columns;
        if (x[j] != 0) classic_add_row(into, after, x[j], columns);
        if (l->from == 0) continue;
        const float *row = classic_row(n, link, j);
        float sums[4] = {0}; /* in the order of a vector of four */
        for (int i = 0; i < columns; i += 4)
            for (int k = 0; k < 4; k++) sums[k] += row[i + k] * after[i + k];
        before[j] += sums[0] + sums[1] + (sums[2] + sums[3]);
    }
}

/* From the last layer back: all links that leave a layer lead to later ones, so its error is
 * complete when it is reached. */
void classic_backward(const struct classic *n, float bias_input, const float *values,
                      const float *output_errors, struct classic_gradient *g) {
    const struct classic_shape *s = &n->shape;
    const int last = s->layer_count - 1;
    memset(g->error, 0, (size_t)n->room * sizeof *g->error);
    memcpy(g->error + n->first[last], output_errors,
           (size_t)s->layers[last].units * sizeof *output_errors);
    for (int l = last, i = s->link_count - 1; l > 0; l--) {
        const int units = s->layers[l].units;
        float *error = g->error + n->first[l];
        through_activation(s->layers[l].activation, values + n->first[l], error, units);
        classic_add_row(g->bias + n->first[l], error, bias_input, classic_padded(units));
        for (; i >= 0 && s->links[i].to == l; i--) backward_link(n, i, values, g);
    }
}

static void fold_link(const struct classic *n, int link, const float *matrix, float *derivatives) {
    const struct classic_link *l = &n->shape.links[link];
    const int rows = n->shape.layers[l->from].units, columns = n->shape.layers[l->to].units;
    matrix += n->matrix_start[link];
    for (int from = 0; from < rows; from++, matrix += classic_padded(columns))
        for (int to = 0; to < columns; to++) {
            const int weight = classic_weight(n, link, from, to);
            if (weight >= 0) derivatives[weight] += matrix[to];
        }
}

/* The derivative of a shared weight is the sum over the connections that share it (Le Cun 1989). */
void classic_fold(const struct classic *n, struct classic_gradient *g, float *derivatives) {
    const struct classic_shape *s = &n->shape;
    memset(derivatives, 0, (size_t)n->weight_count * sizeof *derivatives);
    for (int l = 1; l < s->layer_count; l++)
        memcpy(derivatives + n->bias_start[l], g->bias + n->first[l],
               (size_t)s->layers[l].units * sizeof *derivatives);
    for (int i = 0; i < s->link_count; i++) fold_link(n, i, g->matrix, derivatives);
    if (s->symmetric) classic_share(n, derivatives, true);
    memset(g->matrix, 0, (size_t)n->matrix_room * sizeof *g->matrix);
    memset(g->bias, 0, (size_t)n->room * sizeof *g->bias);
}

/* --- steps --- */

/* RPROP's constants eta+, eta- and delta min, as its paper recommends them. */
static const float growth = 1.2F, shrinkage = 0.5F, smallest_step = 1e-6F;

/* The scale of each weight's steps, 1 / sqrt(number of connections that share it). Folding a matrix
 * of ones counts them. */
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

enum status classic_backprop_init(struct classic_backprop *l, struct classic *n,
                                  const struct params *params, struct failure *why) {
    memset(l, 0, sizeof *l);
    l->network = n;
    l->largest_step = (float)params->rprop_largest;
    l->backtracks = params->rprop_backtracking;
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
    for (int i = 0; i < n->weight_count; i++) l->step[i] = (float)params->rprop_step;
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

/* w += alpha dE/dw / sqrt(connections): the derivatives are of the error's negative (the targets
 * less the values), so this goes down the error. */
static void follow_gradient(struct classic_backprop *l, float alpha) {
    const struct classic *n = l->network;
    for (int i = 0; i < n->weight_count; i++)
        n->weights[i] += alpha * l->scale[i] * l->derivatives[i];
}

static float clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

/* RPROP. After a change of sign the weight stays where it is, or with backtracking returns to where
 * it was, and the derivative counts as 0, so that the next step has the smaller size whatever its
 * sign. */
static void follow_signs(struct classic_backprop *l) {
    const struct classic *n = l->network;
    for (int i = 0; i < n->weight_count; i++) {
        const float now = l->derivatives[i], before = l->before[i], agreement = now * before;
        if (agreement < 0 && l->backtracks) n->weights[i] -= before > 0 ? l->step[i] : -l->step[i];
        if (agreement != 0)
            l->step[i] = clamp((agreement > 0 ? growth : shrinkage) * l->step[i], smallest_step,
                               l->largest_step);
        l->before[i] = agreement < 0 ? 0 : now;
        if (l->before[i] != 0) n->weights[i] += now > 0 ? l->step[i] : -l->step[i];
    }
}

/* Both rules need the folded derivatives; the expanded matrices follow the weights. */
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
