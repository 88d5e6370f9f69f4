#include "guzumi/dual_gradient.h"

#include "dual_kernel.h"

#include <stdlib.h>

static const float no_bias[DUAL_MOST_MAPS];

/* --- matrices the other way round ---
 */

enum status dual_transposed_new(struct dual_transposed **out, const struct dual_network *n,
                                struct failure *why) {
    const size_t square = (size_t)n->maps * (size_t)n->maps;
    const size_t kernels = n->layout.unfolded[2 * n->blocks + 1];
    struct dual_transposed *t = calloc(1, sizeof *t);
    if (!t) return fail_memory(why, "a network's gradient");
    t->kernels = dual_floats_new(kernels + 10 * square, &t->allocated);
    if (!t->kernels) {
        free(t);
        return fail_memory(why, "a network's gradient");
    }
    t->head = t->kernels + kernels;
    t->turned = t->head + square;
    *out = t;
    return STATUS_OK;
}

void dual_transposed_free(struct dual_transposed *t) {
    if (!t) return;
    free(t->allocated);
    free(t);
}

static void transpose(const float *matrix, int side, float *out) {
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++) out[k * side + i] = matrix[i * side + k];
}

void dual_transposed_unfold(struct dual_transposed *t, const struct dual_network *n) {
    const struct dual_layout *l = &n->layout;
    const int square = n->maps * n->maps;
    transpose(n->weights + l->head, n->maps, t->head);
    for (int c = 1; c <= 2 * n->blocks; c++) {
        for (int i = 0; i < 9; i++)
            transpose(n->weights + l->kernel[c] + i * square, n->maps,
                      t->turned + (8 - i) * square);
        dual_network_transform(t->turned, n->maps, n->maps, t->kernels + l->unfolded[c]);
    }
}

/* --- sums ---
 */

enum status dual_gradient_new(struct dual_gradient **out, const struct dual_network *n,
                              struct failure *why) {
    const size_t grid = DUAL_MOST_CELLS * (size_t)n->maps;
    struct dual_gradient *g = calloc(1, sizeof *g);
    if (!g) return fail_memory(why, "a network's gradient");
    g->count = (size_t)n->layout.count;
    g->unfolded = n->layout.unfolded[2 * n->blocks + 1];
    g->products = dual_floats_new(g->unfolded + g->count + 2 * grid, &g->allocated);
    if (!g->products) {
        free(g);
        return fail_memory(why, "a network's gradient");
    }
    g->sums = g->products + g->unfolded;
    g->outer = g->sums + g->count;
    g->inner = g->outer + grid;
    *out = g;
    return STATUS_OK;
}

void dual_gradient_free(struct dual_gradient *g) {
    if (!g) return;
    free(g->allocated);
    free(g);
}

void dual_gradient_clear(struct dual_gradient *g) {
    memset(g->products, 0, (g->unfolded + g->count) * sizeof *g->products);
}

/* --- convolutions ---
 */

/* A e A' of all tiles of the errors E, which have COUNT maps, into OUT by entry, tile, map. */
static ALWAYS_INLINE void transform_errors(const struct dual_grid *g, const float *errors,
                                           int count, float *out) {
    const size_t maps = (size_t)count, step = (size_t)g->padded * maps, side = (size_t)g->side;
    for (int tile = 0; tile < g->tiles * g->tiles; tile++) {
        for (size_t k = 0; k < maps; k += DUAL_LANE) {
            const float *from = errors + (dual_tile(g, tile) + side + 1) * maps + k;
            float *to = out + (size_t)tile * maps + k;
            dual_lanes d[3][3], e[5][3];
            for (size_t y = 0; y < 3; y++)
                for (size_t x = 0; x < 3; x++) DUAL_LOAD(d[y][x], from + (y * side + x) * maps);
            for (int x = 0; x < 3; x++)
                DUAL_ERROR(e[0][x], e[1][x], e[2][x], e[3][x], e[4][x], d[0][x], d[1][x], d[2][x]);
            for (size_t y = 0; y < 5; y++) {
                dual_lanes f[5];
                DUAL_ERROR(f[0], f[1], f[2], f[3], f[4], e[y][0], e[y][1], e[y][2]);
                for (size_t x = 0; x < 5; x++) DUAL_STORE(to + (5 * y + x) * step, f[x]);
            }
        }
    }
}

/* Rows of a product that one pass of its loop takes. */
enum { ROWS = 8 };

/* Adds to SUMS (by input, output) the products of ROWS columns of X with DUAL_LANE columns of Y;
 * these have a row of IN and OUT numbers for each of COUNT places. */
static ALWAYS_INLINE void add_product(const float *x, size_t in, const float *y, size_t out,
                                      int count, float *sums) {
    dual_lanes a[ROWS];
    for (size_t i = 0; i < ROWS; i++) DUAL_LOAD(a[i], sums + i * out);
    for (int place = 0; place < count; place++, x += in, y += out) {
        dual_lanes v;
        DUAL_LOAD(v, y);
        for (size_t i = 0; i < ROWS; i++) a[i] += v * x[i];
    }
    for (size_t i = 0; i < ROWS; i++) DUAL_STORE(sums + i * out, a[i]);
}

/* Adds to PRODUCTS those of the transforms of IN (READ maps) and of ERRORS (WRITTEN maps). */
static ALWAYS_INLINE void add_kernel(const struct dual_grid *g, const float *in, int read,
                                     const float *errors, int written, float *products,
                                     float *tiles, float *sums) {
    const size_t inputs = (size_t)read, outputs = (size_t)written;
    dual_transform_input(g, in, read, tiles);
    transform_errors(g, errors, written, sums);
    for (size_t entry = 0; entry < DUAL_ENTRIES; entry++) {
        const size_t row = entry * (size_t)g->padded;
        for (size_t i = 0; i < inputs; i += ROWS)
            for (size_t k = 0; k < outputs; k += DUAL_LANE)
                add_product(tiles + row * inputs + i, inputs, sums + row * outputs + k, outputs,
                            g->tiles * g->tiles, products + (entry * inputs + i) * outputs + k);
    }
}

/* Adds COUNT maps' sums over all points. */
DUAL_CLONED static void add_points(const struct dual_grid *g, const float *x, int count,
                                   float *sums) {
    const size_t maps = (size_t)count;
    for (size_t k = 0; k < maps; k += DUAL_LANE) {
        dual_lanes sum, v;
        DUAL_LOAD(sum, sums + k);
        for (int row = 0; row < g->size; row++) {
            const float *at = x + dual_cell(g, point_at(g->size, 0, row)) * maps + k;
            for (int column = 0; column < g->size; column++, at += maps) {
                DUAL_LOAD(v, at);
                sum += v;
            }
        }
        DUAL_STORE(sums + k, sum);
    }
}

/* Adds the derivatives by the kernel of convolution number I from IN, given its outputs' ERRORS. */
DUAL_CLONED static void add_convolution(struct dual_gradient *g, const struct dual_network *n,
                                        struct dual_workspace *w, int i, const float *in,
                                        const float *errors) {
    float *products = g->products + n->layout.unfolded[i];
    const int inputs = n->layout.inputs[i];
#define ADD_KERNEL(INPUTS, MAPS)                                                                   \
    add_kernel(&w->grid, in, INPUTS, errors, MAPS, products, w->tiles, w->sums)
    if (n->maps == 32 && inputs == 32)
        ADD_KERNEL(32, 32);
    else if (n->maps == 48 && inputs == 48)
        ADD_KERNEL(48, 48);
    else
        ADD_KERNEL(inputs, n->maps);
#undef ADD_KERNEL
}

/* The errors of the inputs of convolution number I from those of its outputs. */
DUAL_CLONED static void convolve_back(const struct dual_network *n, const struct dual_transposed *t,
                                      struct dual_workspace *w, int i, const float *errors,
                                      const struct dual_end *end, float *out) {
    const float *kernel = t->kernels + n->layout.unfolded[i];
#define CONVOLVE(MAPS)                                                                             \
    dual_convolve(&w->grid, kernel, errors, MAPS, end, out, MAPS, w->tiles, w->sums)
    if (n->maps == 32)
        CONVOLVE(32);
    else if (n->maps == 48)
        CONVOLVE(48);
    else
        CONVOLVE(n->maps);
#undef CONVOLVE
}

/* Errors before f from those after it: 0 where f's value Y is, and so beside the board. */
DUAL_CLONED static void pass_rectifier(const struct dual_grid *g, const float *y, int maps,
                                       float *errors) {
    const size_t count = (size_t)g->side * (size_t)g->side * (size_t)maps;
    for (size_t i = 0; i < count; i += DUAL_LANE) {
        dual_lanes v, e;
        DUAL_LOAD(v, y + i);
        DUAL_LOAD(e, errors + i);
        e = (dual_lanes)((dual_masks)(v > 0) & (dual_masks)e);
        DUAL_STORE(errors + i, e);
    }
}

/* --- backward ---
 */

/* Adds to SUMS the products of X and Y; BACK[i] gets that of MATRIX's row i and Y. */
DUAL_CLONED static void pass_matrix(const float *matrix, const float *x, int inputs, const float *y,
                                    int outputs, float *sums, float *back) {
    for (int i = 0; i < inputs; i++) {
        float part[DUAL_LANE] = {0}, sum = 0;
        for (int k = 0; k < outputs; k++) {
            sums[i * outputs + k] += x[i] * y[k];
            part[k % DUAL_LANE] += matrix[i * outputs + k] * y[k];
        }
        for (int k = 0; k < DUAL_LANE; k++) sum += part[k];
        back[i] = sum;
    }
}

/* From the value's error to those of what the hidden layer reads. */
static void pass_value(struct dual_gradient *g, const struct dual_network *n,
                       const struct dual_workspace *w, float error, float *pooled) {
    const struct dual_layout *l = &n->layout;
    float hidden[DUAL_HIDDEN];
    g->sums[l->value_bias] += error;
    for (int i = 0; i < DUAL_HIDDEN; i++) {
        hidden[i] = w->hidden[i] > 0 ? error * n->weights[l->value + i] : 0;
        g->sums[l->value + i] += error * w->hidden[i];
        g->sums[l->hidden_bias + i] += hidden[i];
    }
    pass_matrix(n->weights + l->hidden, w->pooled, 2 * n->maps + 2, hidden, DUAL_HIDDEN,
                g->sums + l->hidden, pooled);
}

/* Adds to the owners' errors what they cause through the score, whose error is SCORE. */
static void add_score(const struct dual_workspace *w, float score, struct dual_errors *errors) {
    const int size = w->grid.size;
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        errors->owner[p] += score / DUAL_SCORE_UNIT * (1 - w->owner[p] * w->owner[p]);
    }
}

/* From the errors at each point, and MEAN by the means of y, to those before f of y. */
DUAL_CLONED static void pass_points(struct dual_gradient *g, const struct dual_network *n,
                                    const struct dual_grid *grid, const float *y,
                                    const struct dual_errors *errors, const float *mean,
                                    float *out) {
    const size_t maps = (size_t)n->maps;
    const int policy_at = n->layout.policy, owner_at = n->layout.owner, size = grid->size;
    for (size_t k = 0; k < maps; k += DUAL_LANE) {
        dual_lanes policy, owner, common, policy_sum, owner_sum;
        DUAL_LOAD(policy, n->weights + policy_at + k);
        DUAL_LOAD(owner, n->weights + owner_at + k);
        DUAL_LOAD(common, mean + k);
        DUAL_LOAD(policy_sum, g->sums + policy_at + k);
        DUAL_LOAD(owner_sum, g->sums + owner_at + k);
        for (int p = 0; p < point_limit(size); p++) {
            if (point_column(size, p) == size) continue;
            const size_t at = dual_cell(grid, p) * maps + k;
            dual_lanes v, e = policy * errors->logit[p] + owner * errors->owner[p] + common;
            DUAL_LOAD(v, y + at);
            policy_sum += v * errors->logit[p];
            owner_sum += v * errors->owner[p];
            e = (dual_lanes)((dual_masks)(v > 0) & (dual_masks)e);
            DUAL_STORE(out + at, e);
        }
        DUAL_STORE(g->sums + policy_at + k, policy_sum);
        DUAL_STORE(g->sums + owner_at + k, owner_sum);
    }
}

/* From the errors of the output to those before f of y. */
static void pass_output(struct dual_gradient *g, const struct dual_network *n,
                        const struct dual_workspace *w, struct dual_errors *errors, float *out) {
    const int maps = n->maps, size = w->grid.size;
    const float points = (float)(size * size);
    float pooled[2 * DUAL_MOST_MAPS + 2] = {0}, mean[DUAL_MOST_MAPS];
    pass_value(g, n, w, errors->value, pooled);
    add_score(w, pooled[2 * maps], errors);
    for (int i = 0; i < maps; i++)
        mean[i] = (pooled[i] + pooled[maps + i] * (points / DUAL_AREA_UNIT)) / points;
    for (int p = 0; p < point_limit(size); p++) g->sums[n->layout.owner_bias] += errors->owner[p];
    pass_points(g, n, &w->grid, w->map[2 * n->blocks + 1], errors, mean, out);
}

/* Adds the derivatives by H, which reads X; OUT gets the errors of X. */
DUAL_CLONED static void pass_head(struct dual_gradient *g, const struct dual_network *n,
                                  const struct dual_transposed *t, const struct dual_grid *grid,
                                  const float *x, const float *errors, float *out) {
    const size_t maps = (size_t)n->maps;
    const struct dual_end end = {no_bias, NULL, false};
    float *sums = g->sums + n->layout.head;
    for (size_t i = 0; i < maps; i += ROWS)
        for (size_t k = 0; k < maps; k += DUAL_LANE)
            for (int row = 0; row < grid->size; row++) {
                const size_t first = dual_cell(grid, point_at(grid->size, 0, row)) * maps;
                add_product(x + first + i, maps, errors + first + k, maps, grid->size,
                            sums + i * maps + k);
            }
    add_points(grid, errors, n->maps, g->sums + n->layout.head_bias);
    dual_apply_matrix(grid, t->head, errors, &end, out, n->maps);
}

/* From the errors of block B's output to those of its input, both in OUTER. */
static void pass_block(struct dual_gradient *g, const struct dual_network *n,
                       const struct dual_transposed *t, struct dual_workspace *w, int b) {
    const struct dual_layout *l = &n->layout;
    const struct dual_grid *grid = &w->grid;
    const float *x = w->map[2 * b], *h = w->map[2 * b + 1], *next = w->map[2 * b + 2];
    const float share = 1.0f / (float)(grid->size * grid->size);
    float sums[DUAL_MOST_MAPS] = {0}, mean[DUAL_MOST_MAPS];
    pass_rectifier(grid, next, n->maps, g->outer);
    add_convolution(g, n, w, 2 * b + 2, h, g->outer);
    add_points(grid, g->outer, n->maps, g->sums + l->bias[2 * b + 2]);
    convolve_back(n, t, w, 2 * b + 2, g->outer, &(struct dual_end){no_bias, NULL, false}, g->inner);
    pass_rectifier(grid, h, n->maps, g->inner);
    add_convolution(g, n, w, 2 * b + 1, x, g->inner);
    add_points(grid, g->inner, n->maps, sums);
    for (int i = 0; i < n->maps; i++) g->sums[l->bias[2 * b + 1] + i] += sums[i];
    pass_matrix(n->weights + l->pool[b], w->mean[b], n->maps, sums, n->maps, g->sums + l->pool[b],
                mean);
    for (int i = 0; i < n->maps; i++) mean[i] *= share;
    convolve_back(n, t, w, 2 * b + 1, g->inner, &(struct dual_end){mean, g->outer, false},
                  g->outer);
}

void dual_gradient_add(struct dual_gradient *g, const struct dual_network *n,
                       const struct dual_transposed *t, struct dual_workspace *w,
                       const struct dual_target *target, struct dual_loss *loss) {
    struct dual_errors errors;
    dual_loss_add(loss, w, target, &errors);
    pass_output(g, n, w, &errors, g->inner);
    pass_head(g, n, t, &w->grid, w->map[2 * n->blocks], g->inner, g->outer);
    for (int b = n->blocks - 1; b >= 0; b--) pass_block(g, n, t, w, b);
    pass_rectifier(&w->grid, w->map[0], n->maps, g->outer);
    add_convolution(g, n, w, 0, w->planes, g->outer);
    add_points(&w->grid, g->outer, n->maps, g->sums + n->layout.bias[0]);
}

/* --- folding ---
 */

/* G' of a column or row of a transform. */
static ALWAYS_INLINE void fold_five(const dual_lanes in[5], dual_lanes out[3]) {
    out[0] = (in[0] - in[1]) / 2 + (in[3] - in[2]) / 6;
    out[1] = (in[2] + 2 * in[3]) / 6 - in[1] / 2;
    out[2] = (4 * in[3] - in[2]) / 6 - in[1] / 2 + in[4];
}

/* Adds G' P G of PRODUCTS, by entry, and of STEP maps each, to KERNEL. */
DUAL_CLONED static void fold_kernel(const float *products, size_t step, float *kernel) {
    for (size_t i = 0; i < step; i += DUAL_LANE) {
        dual_lanes column[5], row[5], columns[5][3], out[3], sum;
        for (size_t x = 0; x < 5; x++) {
            for (size_t y = 0; y < 5; y++) DUAL_LOAD(column[y], products + (5 * y + x) * step + i);
            fold_five(column, columns[x]);
        }
        for (size_t y = 0; y < 3; y++) {
            for (size_t x = 0; x < 5; x++) row[x] = columns[x][y];
            fold_five(row, out);
            for (size_t x = 0; x < 3; x++) {
                float *to = kernel + (3 * y + x) * step + i;
                DUAL_LOAD(sum, to);
                sum += out[x];
                DUAL_STORE(to, sum);
            }
        }
    }
}

void dual_gradient_fold(const struct dual_gradient *g, const struct dual_network *n,
                        float *derivatives) {
    const struct dual_layout *l = &n->layout;
    for (size_t i = 0; i < g->count; i++) derivatives[i] += g->sums[i];
    for (int c = 0; c <= 2 * n->blocks; c++)
        fold_kernel(g->products + l->unfolded[c], (size_t)l->inputs[c] * (size_t)n->maps,
                    derivatives + l->kernel[c]);
}
