#include "reference_classic.h"

#include <math.h>

static double activate(enum activation activation, double x) {
    switch (activation) {
    case ACTIVATION_TANH:
        return tanh(x);
    case ACTIVATION_LOGISTIC:
        return 1 / (1 + exp(-x));
    case ACTIVATION_LINEAR:
        break;
    }
    return x;
}

/* The weight from unit FROM to unit TO of a link whose weights begin at START. */
static double link_weight(const struct classic_shape *s, const struct classic_link *l,
                          const double *start, int from, int to) {
    if (l->kernel == 0) return start[from * s->layers[l->to].units + to];
    const int side = s->layers[l->to].side, half = l->kernel / 2;
    const int down = to / side - from / side, right = to % side - from % side;
    if (down < -half || down > half || right < -half || right > half) return 0;
    return start[(down + half) * l->kernel + right + half];
}

static int link_size(const struct classic_shape *s, const struct classic_link *l) {
    if (l->kernel) return l->kernel * l->kernel;
    return s->layers[l->from].units * s->layers[l->to].units;
}

/* The input sum of unit TO of LAYER without its bias, given the values of all layers before it. */
static double links_sum(const struct classic_shape *s, const double *links, int layer, int to,
                        double values[CLASSIC_LAYERS][REFERENCE_CLASSIC_UNITS]) {
    double sum = 0;
    for (int i = 0; i < s->link_count; links += link_size(s, &s->links[i++])) {
        const struct classic_link *l = &s->links[i];
        for (int from = 0; l->to == layer && from < s->layers[l->from].units; from++)
            sum += link_weight(s, l, links, from, to) * values[l->from][from];
    }
    return sum;
}

int reference_classic_outputs(const struct classic_shape *s, const double *weights,
                              const double *input, double bias_input, double *outputs) {
    static double values[CLASSIC_LAYERS][REFERENCE_CLASSIC_UNITS];
    const double *links = weights;
    for (int l = 1; l < s->layer_count; l++) links += s->layers[l].units;
    for (int i = 0; i < s->layers[0].units; i++) values[0][i] = input[i];
    for (int l = 1; l < s->layer_count; l++)
        for (int i = 0; i < s->layers[l].units; i++, weights++)
            values[l][i] = activate(s->layers[l].activation,
                                    bias_input * *weights + links_sum(s, links, l, i, values));
    const int last = s->layer_count - 1, count = s->layers[last].units;
    for (int i = 0; i < count; i++) outputs[i] = values[last][i];
    return count;
}

static double energy(const struct classic_shape *s, const double *weights, const double *input,
                     double bias_input, const double *errors) {
    double outputs[REFERENCE_CLASSIC_UNITS], sum = 0;
    const int count = reference_classic_outputs(s, weights, input, bias_input, outputs);
    for (int i = 0; i < count; i++) sum += errors[i] * outputs[i];
    return sum;
}

double reference_classic_derivative(const struct classic_shape *s, double *weights, int index,
                                    const double *input, double bias_input, const double *errors) {
    const double step = 1e-5, kept = weights[index];
    weights[index] = kept + step;
    const double above = energy(s, weights, input, bias_input, errors);
    weights[index] = kept - step;
    const double below = energy(s, weights, input, bias_input, errors);
    weights[index] = kept;
    return (above - below) / (2 * step);
}
