#include "classic_layout.h"

#include <string.h>

static int find_layer(const struct classic_shape *s, const char *name) {
    for (int l = 0; l < s->layer_count; l++)
        if (strcmp(s->layers[l].name, name) == 0) return l;
    return -1;
}

static int find_link(const struct classic_shape *s, int from, int to) {
    for (int i = 0; i < s->link_count; i++)
        if (s->links[i].from == from && s->links[i].to == to) return i;
    return -1;
}

/* The line of a board of FROM lines that stands for LINE of one of TO: as far from the nearer edge,
 * up to the middle. */
static int same_line(int from, int to, int line) {
    const int middle = (from - 1) / 2;
    if (2 * line < to) return line < middle ? line : middle;
    const int back = to - 1 - line;
    return from - 1 - (back < middle ? back : middle);
}

static void transfer_bias(struct classic *to, int layer, const struct classic *from, int source) {
    const struct classic_layer *a = &to->shape.layers[layer], *b = &from->shape.layers[source];
    float *out = to->weights + to->bias_start[layer];
    const float *in = from->weights + from->bias_start[source];
    if (a->side && b->side) {
        for (int p = 0; p < a->units; p++)
            out[p] = in[same_line(b->side, a->side, p / a->side) * b->side +
                        same_line(b->side, a->side, p % a->side)];
    } else if (a->units == b->units) {
        memcpy(out, in, (size_t)a->units * sizeof *out);
    }
}

/* The middle of a kernel of FROM cells into one of TO, whose other cells become zero. */
static void transfer_kernel(float *out, int to, const float *in, int from) {
    const int shift = from / 2 - to / 2;
    for (int i = 0; i < to * to; i++) {
        const int row = i / to + shift, column = i % to + shift;
        const bool inside = row >= 0 && row < from && column >= 0 && column < from;
        out[i] = inside ? in[row * from + column] : 0;
    }
}

static void transfer_link(struct classic *to, int link, const struct classic *from, int source) {
    const struct classic_link *a = &to->shape.links[link], *b = &from->shape.links[source];
    float *out = to->weights + to->link_start[link];
    const float *in = from->weights + from->link_start[source];
    const int count = classic_link_weights(&to->shape, a);
    if (a->kernel && b->kernel)
        transfer_kernel(out, a->kernel, in, b->kernel);
    else if (!a->kernel && !b->kernel && count == classic_link_weights(&from->shape, b))
        memcpy(out, in, (size_t)count * sizeof *out);
}

void classic_transfer(struct classic *to, const struct classic *from) {
    const struct classic_shape *s = &to->shape;
    int source[CLASSIC_LAYERS];
    for (int l = 0; l < s->layer_count; l++) {
        source[l] = find_layer(&from->shape, s->layers[l].name);
        if (l > 0 && source[l] > 0) transfer_bias(to, l, from, source[l]);
    }
    for (int i = 0; i < s->link_count; i++) {
        const int a = source[s->links[i].from], b = source[s->links[i].to];
        const int link = a >= 0 && b >= 0 ? find_link(&from->shape, a, b) : -1;
        if (link >= 0) transfer_link(to, i, from, link);
    }
    if (s->symmetric && !from->shape.symmetric) network_share(to, to->weights, false);
    classic_unfold(to);
}

bool classic_can_transfer(const struct classic *to, const struct classic *from) {
    const struct classic_shape *s = &to->shape;
    for (int i = 0; i < s->link_count; i++) {
        if (s->links[i].kernel) continue;
        const int a = find_layer(&from->shape, s->layers[s->links[i].from].name);
        const int b = find_layer(&from->shape, s->layers[s->links[i].to].name);
        if (a < 0 || b < 0 || find_link(&from->shape, a, b) < 0) continue;
        if (from->shape.layers[a].units != s->layers[s->links[i].from].units ||
            from->shape.layers[b].units != s->layers[s->links[i].to].units)
            return false;
    }
    return true;
}
