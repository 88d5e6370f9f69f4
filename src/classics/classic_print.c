#include "guzumi/classics/classic_print.h"

#include "classic_layout.h"

#include <math.h>

/* A square of weights as it is printed, row 0 being the lowest on the board. */
static void print_square(const float *weights, int side, struct buffer *out) {
    for (int row = side - 1; row >= 0; row--)
        for (int column = 0; column < side; column++)
            buffer_print(out, "%8.4f%s", (double)weights[row * side + column],
                         column < side - 1 ? " " : "\n");
}

struct weight_summary {
    double root_mean_square, largest;
};

static struct weight_summary summarise(const float *weights, int count) {
    double square = 0, largest = 0;
    for (int i = 0; i < count; i++) {
        const double w = fabs((double)weights[i]);
        square += w * w;
        if (w > largest) largest = w;
    }
    return (struct weight_summary){sqrt(square / count), largest};
}

static void print_summary(const float *weights, int count, struct buffer *out) {
    const struct weight_summary s = summarise(weights, count);
    buffer_print(out, "%d weights, root mean square %.4f, largest %.4f\n", count,
                 s.root_mean_square, s.largest);
}

static void print_link_name(const struct classic *n, int link, struct buffer *out) {
    const struct classic_link *l = &n->shape.links[link];
    buffer_print(out, "%s -> %s", n->shape.layers[l->from].name, n->shape.layers[l->to].name);
    if (l->kernel) buffer_print(out, " %dx%d", l->kernel, l->kernel);
}

static void print_link_kernel(const struct classic *n, int link, struct buffer *out) {
    const struct classic_link *l = &n->shape.links[link];
    const float *weights = n->weights + n->link_start[link];
    print_link_name(n, link, out);
    buffer_print(out, l->kernel ? "\n" : ": ");
    if (l->kernel)
        print_square(weights, l->kernel, out);
    else
        print_summary(weights, classic_link_weights(&n->shape, l), out);
}

static void print_bias_map(const struct classic *n, int layer, struct buffer *out) {
    const struct classic_layer *l = &n->shape.layers[layer];
    if (!l->side) return;
    buffer_print(out, "turn -> %s %dx%d\n", l->name, l->side, l->side);
    print_square(n->weights + n->bias_start[layer], l->side, out);
}

void classic_print_kernels(const struct classic *n, struct buffer *out) {
    for (int i = 0; i < n->shape.link_count; i++) print_link_kernel(n, i, out);
    for (int l = 1; l < n->shape.layer_count; l++) print_bias_map(n, l, out);
}

void classic_print_summary(const struct classic *n, struct buffer *out) {
    for (int l = 0; l < n->shape.layer_count; l++)
        buffer_print(out, "layer %s: %d units\n", n->shape.layers[l].name,
                     n->shape.layers[l].units);
    for (int i = 0; i < n->shape.link_count; i++) {
        const struct classic_link *l = &n->shape.links[i];
        print_link_name(n, i, out);
        buffer_print(out, ": ");
        print_summary(n->weights + n->link_start[i], classic_link_weights(&n->shape, l), out);
    }
    for (int l = 1; l < n->shape.layer_count; l++) {
        buffer_print(out, "bias of %s: ", n->shape.layers[l].name);
        print_summary(n->weights + n->bias_start[l], n->shape.layers[l].units, out);
    }
}
