#include "classic_layout.h"

#include <stdlib.h>
#include <string.h>

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

/* dE/dy becomes dE/dsum. */
static void through_activation(enum activation activation, const float *y, float *error,
                               int units) {
    if (activation == ACTIVATION_TANH)
        for (int i = 0; i < units; i++) error[i] *= 1 - y[i] * y[i];
    if (activation == ACTIVATION_LOGISTIC)
        for (int i = 0; i < units; i++) error[i] *= y[i] * (1 - y[i]);
}

/* Derivatives of LINK's weights, and what its inputs' errors get from it. */
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
        float sums[4] = {0}; /* four at a time, as vectors have it */
        for (int i = 0; i < columns; i += 4)
            for (int k = 0; k < 4; k++) sums[k] += row[i + k] * after[i + k];
        before[j] += sums[0] + sums[1] + (sums[2] + sums[3]);
    }
}

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

void classic_fold(const struct classic *n, struct classic_gradient *g, float *derivatives) {
    const struct classic_shape *s = &n->shape;
    memset(derivatives, 0, (size_t)n->weight_count * sizeof *derivatives);
    for (int l = 1; l < s->layer_count; l++)
        memcpy(derivatives + n->bias_start[l], g->bias + n->first[l],
               (size_t)s->layers[l].units * sizeof *derivatives);
    for (int i = 0; i < s->link_count; i++) fold_link(n, i, g->matrix, derivatives);
    if (s->symmetric) network_share(n, derivatives, true);
    memset(g->matrix, 0, (size_t)n->matrix_room * sizeof *g->matrix);
    memset(g->bias, 0, (size_t)n->room * sizeof *g->bias);
}
