/* Networks whose kernels share weights. Learning and files know the shared weights; the forward
 * pass and backpropagation know only full matrices. classic_expand copies the one to the other:
 *
 *     weights   kernel k x k        one per offset (row, column) from input to output point
 *     matrix    inputs x outputs    row j holds what input unit j adds to each output unit, so that
 *                                   a changed input costs one row; 0 beyond the receptive field */
#include "guzumi/classics/classic.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the weights' places --- */

/* The index in a kernel of the weight from FROM to TO, points of channels with SIDE: it depends on
 * TO - FROM alone. -1 beyond the receptive field. With kernel 3, from the point x to each of
 *
 *     6 7 8
 *     3 x 5      4 is x itself, the middle; row 0 of a kernel is the lowest
 *     0 1 2 */
static int kernel_index(int kernel, int side, int from, int to) {
    const int row = to / side - from / side + kernel / 2;
    const int column = to % side - from % side + kernel / 2;
    if (row < 0 || row >= kernel || column < 0 || column >= kernel) return -1;
    return row * kernel + column;
}

/* Lays out values, weights and matrices. The order of the weights is that of weight files: biases
 * of all layers, then the links. The paper's Figure 2 on 9x9:
 *
 *     layers     board 81, h0 81, h1 81, reinf 81        values, each padded to 84
 *     weights    bias h0 81, bias h1 81, bias reinf 81
 *                board -> h0 9x9, board -> h1 9x9, board -> reinf 9x9
 *                h0 -> reinf 17x17, h1 -> reinf 17x17
 *     matrices   81 rows of 84 for each of the five links */
static void place(struct classic *n) {
    const struct classic_shape *s = &n->shape;
    for (int l = 0; l < s->layer_count; l++) {
        n->first[l] = n->room;
        n->room += classic_padded(s->layers[l].units);
        if (l == 0) continue;
        n->bias_start[l] = n->weight_count;
        n->weight_count += s->layers[l].units;
    }
    for (int i = 0; i < s->link_count; i++) {
        n->link_start[i] = n->weight_count;
        n->weight_count += classic_link_weights(s, &s->links[i]);
        n->matrix_start[i] = n->matrix_room;
        n->matrix_room +=
            s->layers[s->links[i].from].units * classic_padded(s->layers[s->links[i].to].units);
    }
}

enum status classic_new(struct classic **out, const struct classic_shape *shape,
                        struct failure *why) {
    struct classic *n = calloc(1, sizeof *n);
    assert(classic_shape_is_sound(shape));
    if (!n) return out_of_memory(why, "a network");
    n->shape = *shape;
    place(n);
    n->weights = calloc((size_t)n->weight_count, sizeof *n->weights);
    n->matrix = calloc((size_t)n->matrix_room, sizeof *n->matrix);
    if (!n->weights || !n->matrix) {
        classic_free(n);
        return out_of_memory(why, "a network");
    }
    *out = n;
    return STATUS_OK;
}

void classic_free(struct classic *n) {
    if (!n) return;
    free(n->weights);
    free(n->matrix);
    free(n);
}

/* --- folding and expanding --- */

int classic_weight(const struct classic *n, int link, int from, int to) {
    const struct classic_link *l = &n->shape.links[link];
    const struct classic_layer *after = &n->shape.layers[l->to];
    if (!l->kernel) return n->link_start[link] + from * after->units + to;
    const int index = kernel_index(l->kernel, after->side, from, to);
    return index < 0 ? -1 : n->link_start[link] + index;
}

void classic_expand(struct classic *n) {
    const struct classic_shape *s = &n->shape;
    for (int i = 0; i < s->link_count; i++) {
        const int rows = s->layers[s->links[i].from].units;
        const int columns = s->layers[s->links[i].to].units;
        float *row = n->matrix + n->matrix_start[i];
        for (int from = 0; from < rows; from++, row += classic_padded(columns))
            for (int to = 0; to < columns; to++) {
                const int weight = classic_weight(n, i, from, to);
                row[to] = weight < 0 ? 0 : n->weights[weight];
            }
    }
}

/* One of the eight symmetries applied to the index of a cell of a square of SIDE cells. */
static int turned(int side, int symmetry, int index) {
    int row = index / side, column = index % side;
    if (symmetry & 1) column = side - 1 - column;
    if (symmetry & 2) row = side - 1 - row;
    return symmetry & 4 ? column * side + row : row * side + column;
}

/* Gives all cells of an orbit, which symmetries map to each other, FACTOR times the sum of the
 * cell's eight images. A cell on an axis is its own image more than once; with FACTOR 1/8 the
 * result is the orbit's mean all the same. */
static void share_square(float *square, int side, float factor) {
    for (int i = 0; i < side * side; i++) {
        float sum = 0;
        bool first = true;
        for (int g = 0; g < 8; g++) {
            const int at = turned(side, g, i);
            first = first && at >= i;
            sum += square[at];
        }
        if (!first) continue;
        for (int g = 0; g < 8; g++) square[turned(side, g, i)] = factor * sum;
    }
}

/* The number of different cells that symmetries map cell INDEX to: 8 over those that fix it. */
static int orbit_size(int side, int index) {
    int fixed = 0;
    for (int g = 0; g < 8; g++) fixed += turned(side, g, index) == index;
    return 8 / fixed;
}

/* A sum over an orbit is its mean times its size. */
void classic_share(const struct classic *n, float *weights, bool sums) {
    const struct classic_shape *s = &n->shape;
    for (int part = 1; part < s->layer_count + s->link_count; part++) {
        const int link = part - s->layer_count;
        const int side = link < 0 ? s->layers[part].side : s->links[link].kernel;
        float *square = weights + (link < 0 ? n->bias_start[part] : n->link_start[link]);
        share_square(square, side, 1.0F / 8);
        for (int i = 0; sums && i < side * side; i++) square[i] *= (float)orbit_size(side, i);
    }
}

/* Uniform weights in [-a, a] have the standard deviation a / sqrt(3). */
void classic_randomise(struct classic *n, double scale, struct rng *rng) {
    const struct classic_shape *s = &n->shape;
    memset(n->weights, 0, (size_t)n->weight_count * sizeof *n->weights);
    for (int i = 0; i < s->link_count; i++) {
        const int count = classic_link_weights(s, &s->links[i]);
        const int inputs = s->links[i].kernel ? count : s->layers[s->links[i].from].units;
        const double bound = scale * sqrt(3.0 / inputs);
        for (int k = 0; k < count; k++)
            n->weights[n->link_start[i] + k] = (float)(bound * (2 * rng_real(rng) - 1));
    }
    if (s->symmetric) classic_share(n, n->weights, false);
    classic_expand(n);
}

void classic_silence(struct classic *n, int layer) {
    const struct classic_shape *s = &n->shape;
    for (int i = 0; i < s->link_count; i++)
        if (s->links[i].from == layer)
            memset(n->weights + n->link_start[i], 0,
                   (size_t)classic_link_weights(s, &s->links[i]) * sizeof *n->weights);
    classic_expand(n);
}

/* --- forward --- */

void classic_add_row(float *restrict into, const float *restrict row, float factor, int count) {
    for (int i = 0; i < count; i++) into[i] += factor * row[i];
}

/* Four rows in one pass, so that the sums are loaded and stored once. The order of the additions is
 * part of the result: value signatures depend on it. */
static void add_rows(float *restrict into, const float *restrict rows, const float *factors,
                     int count) {
    const float a = factors[0], b = factors[1], c = factors[2], d = factors[3];
    const float *restrict second = rows + count, *restrict third = second + count;
    const float *restrict fourth = third + count;
    for (int i = 0; i < count; i++)
        into[i] += a * rows[i] + b * second[i] + (c * third[i] + d * fourth[i]);
}

/* Most inputs are empty points, 0, so groups of four rows are skipped if all four inputs are. */
void classic_multiply(const struct classic *n, int link, int first, int count, const float *x,
                      float *sums) {
    const struct classic_shape *s = &n->shape;
    const int columns = classic_padded(s->layers[s->links[link].to].units);
    const float *row = classic_row(n, link, first);
    int j = 0;
    for (; j + 4 <= count; j += 4, row += 4 * columns)
        if (x[j] != 0 || x[j + 1] != 0 || x[j + 2] != 0 || x[j + 3] != 0)
            add_rows(sums, row, x + j, columns);
    for (; j < count; j++, row += columns)
        if (x[j] != 0) classic_add_row(sums, row, x[j], columns);
}

/* Links are in the order of the layers they lead to, so one index walks over them. */
void classic_forward(const struct classic *n, float bias_input, float *values, float *sums) {
    const struct classic_shape *s = &n->shape;
    for (int l = 1, i = 0; l < s->layer_count; l++) {
        const int units = s->layers[l].units, room = classic_padded(units);
        const float *bias = n->weights + n->bias_start[l];
        float *out = values + n->first[l];
        for (int u = 0; u < room; u++) out[u] = u < units ? bias_input * bias[u] : 0;
        for (; i < s->link_count && s->links[i].to == l; i++) {
            const int from = s->links[i].from;
            classic_multiply(n, i, 0, s->layers[from].units, values + n->first[from], out);
        }
        if (sums) memcpy(sums + n->first[l], out, (size_t)room * sizeof *out);
        activation_apply(s->layers[l].activation, out, units);
    }
}

/* --- shapes --- */

static int add_layer(struct classic_shape *s, const char *name, struct classic_layer layer) {
    assert(s->layer_count < CLASSIC_LAYERS && strlen(name) < CLASSIC_NAME);
    strcpy(layer.name, name);
    s->layers[s->layer_count] = layer;
    return s->layer_count++;
}

int classic_shape_channel(struct classic_shape *s, const char *name, int side,
                          enum activation activation) {
    return add_layer(
        s, name,
        (struct classic_layer){.side = side, .units = side * side, .activation = activation});
}

int classic_shape_vector(struct classic_shape *s, const char *name, int units,
                         enum activation activation) {
    return add_layer(s, name, (struct classic_layer){.units = units, .activation = activation});
}

void classic_shape_link(struct classic_shape *s, int from, int to, int kernel) {
    assert(s->link_count < CLASSIC_LINKS);
    s->links[s->link_count++] = (struct classic_link){.from = from, .to = to, .kernel = kernel};
}

/* Shapes may come from files: a name that is not terminated or a size that overflows must not pass.
 */
static bool layer_is_sound(const struct classic_layer *l) {
    const bool named = l->name[0] && memchr(l->name, 0, CLASSIC_NAME);
    const bool sized = l->side ? l->side >= 1 && l->side <= 19 && l->units == l->side * l->side
                               : l->units >= 1 && l->units <= 1024;
    return named && sized && l->activation >= ACTIVATION_LINEAR &&
           l->activation <= ACTIVATION_LOGISTIC;
}

static bool link_is_sound(const struct classic_shape *s, const struct classic_link *l) {
    if (l->from < 0 || l->from >= l->to || l->to >= s->layer_count) return false;
    const int side = s->layers[l->from].side;
    if (l->kernel == 0) return !s->symmetric;
    return l->kernel > 0 && l->kernel % 2 == 1 && l->kernel <= 39 && side > 0 &&
           s->layers[l->to].side == side;
}

bool classic_shape_is_sound(const struct classic_shape *s) {
    if (s->layer_count < 2 || s->layer_count > CLASSIC_LAYERS) return false;
    if (s->link_count < 1 || s->link_count > CLASSIC_LINKS) return false;
    for (int i = 0; i < s->layer_count; i++)
        if (!layer_is_sound(&s->layers[i]) || (s->symmetric && !s->layers[i].side)) return false;
    for (int i = 0; i < s->link_count; i++)
        if (!link_is_sound(s, &s->links[i]) || (i && s->links[i].to < s->links[i - 1].to))
            return false;
    return true;
}

/* --- transfer to other sizes and larger networks --- */

static int find_layer(const struct classic_shape *s, const char *name) {
    for (int l = 0; l < s->layer_count; l++)
        if (strcmp(s->layers[l].name, name) == 0) return l;
    return -1;
}

/* Two layers are joined by one link at most. */
static int find_link(const struct classic_shape *s, int from, int to) {
    for (int i = 0; i < s->link_count; i++)
        if (s->links[i].from == from && s->links[i].to == to) return i;
    return -1;
}

/* The line of a board of FROM lines that stands for LINE of a board of TO lines: the one at the
 * same distance from the nearer edge, or the middle one if that is farther than the middle. */
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

/* Copies a kernel of width FROM into one of width TO, middle on middle; cells without a source
 * become zero. A weight keeps its meaning, which is an offset between points. */
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

/* Layers correspond by their names, and links by the layers that they join: "h1" of a network with
 * more channels is "h1" of the smaller one. */
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
    if (s->symmetric && !from->shape.symmetric) classic_share(to, to->weights, false);
    classic_expand(to);
}

/* Convolutions transfer to any size. Full connections have a weight for each pair of units, so both
 * layers must be as large in either network. */
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

/* --- as text --- */

/* Prints a square of weights, top row first; row 0 is the lowest on the board. */
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

/* As the paper's Figure 2 has them, a square for each kernel:
 *
 *     board -> h0 9x9
 *       0.0012  -0.0107 ...      nine rows; the middle is the weight of the point itself */
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

/* "turn -> reinf 9x9" and the bias of each point: what being to move is worth there. */
static void print_bias(const struct classic *n, int layer, struct buffer *out) {
    const struct classic_layer *l = &n->shape.layers[layer];
    if (!l->side) return;
    buffer_print(out, "turn -> %s %dx%d\n", l->name, l->side, l->side);
    print_square(n->weights + n->bias_start[layer], l->side, out);
}

void classic_print_kernels(const struct classic *n, struct buffer *out) {
    for (int i = 0; i < n->shape.link_count; i++) print_link_kernel(n, i, out);
    for (int l = 1; l < n->shape.layer_count; l++) print_bias(n, l, out);
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
