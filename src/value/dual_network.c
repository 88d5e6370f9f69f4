#include "guzumi/dual_network.h"

#include "guzumi/network.h"

#include "dual_kernel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tiles of the largest square, with those that are there for the kernels alone. */
enum { MOST_TILES = 54 };

/* --- the weights --------------------------------------------------------------------------------
 */

/* COUNT weights more; returns where they begin. Each part begins at a multiple of DUAL_LANE.
 */
static int take(struct dual_layout *l, int count) {
    const int at = l->count;
    l->count += (count + DUAL_LANE - 1) / DUAL_LANE * DUAL_LANE;
    return at;
}

static struct dual_layout lay_out(int maps, int blocks) {
    struct dual_layout l = {.count = 0};
    for (int i = 0; i <= 2 * blocks; i++) {
        l.inputs[i] = i == 0 ? DUAL_PLANES : maps;
        l.kernel[i] = take(&l, 9 * l.inputs[i] * maps);
        l.bias[i] = take(&l, maps);
        l.unfolded[i + 1] =
            l.unfolded[i] + (size_t)DUAL_ENTRIES * (size_t)l.inputs[i] * (size_t)maps;
    }
    for (int i = 0; i < blocks; i++) l.pool[i] = take(&l, maps * maps);
    l.head = take(&l, maps * maps);
    l.head_bias = take(&l, maps);
    l.policy = take(&l, maps);
    l.owner = take(&l, maps);
    l.owner_bias = take(&l, 1);
    l.hidden = take(&l, (2 * maps + 2) * DUAL_HIDDEN);
    l.hidden_bias = take(&l, DUAL_HIDDEN);
    l.value = take(&l, DUAL_HIDDEN);
    l.value_bias = take(&l, 1);
    return l;
}

enum { CACHE_LINE = 64 };

float *dual_floats_new(size_t count, void **allocated) {
    *allocated = calloc(count * sizeof(float) + CACHE_LINE, 1);
    if (!*allocated) return NULL;
    const size_t past = (uintptr_t)*allocated % CACHE_LINE;
    return (float *)(void *)((char *)*allocated + (CACHE_LINE - past));
}

enum status dual_network_new(struct dual_network **out, int maps, int blocks, struct failure *why) {
    assert(maps > 0 && maps % DUAL_LANE == 0 && maps <= DUAL_MOST_MAPS);
    assert(blocks >= 1 && blocks <= DUAL_MOST_BLOCKS);
    struct dual_network *n = calloc(1, sizeof *n);
    if (!n) return fail_memory(why, "a network");
    n->maps = maps;
    n->blocks = blocks;
    n->kernels = dual_kernels();
    n->layout = lay_out(maps, blocks);
    n->weights = calloc((size_t)n->layout.count, sizeof *n->weights);
    n->unfolded = dual_floats_new(n->layout.unfolded[2 * blocks + 1], &n->allocated);
    if (!n->weights || !n->unfolded) {
        dual_network_free(n);
        return fail_memory(why, "a network");
    }
    *out = n;
    return STATUS_OK;
}

void dual_network_free(struct dual_network *n) {
    if (!n) return;
    free(n->weights);
    free(n->allocated);
    free(n);
}

/* Weights drawn evenly, with the standard deviation SCALE / sqrt(INPUTS of a unit). */
static void randomise(struct dual_network *n, int at, int count, int inputs, double scale,
                      struct rng *rng) {
    const double bound = scale * sqrt(3.0 / inputs);
    for (int i = 0; i < count; i++) n->weights[at + i] = (float)(bound * (2 * rng_real(rng) - 1));
}

/* As much comes out of a rectified unit as goes in (He and others 2015); a block adds little at
 * first, and so do the outputs. */
void dual_network_randomise(struct dual_network *n, struct rng *rng) {
    const struct dual_layout *l = &n->layout;
    const int maps = n->maps;
    const double rectified = sqrt(2.0);
    memset(n->weights, 0, (size_t)l->count * sizeof *n->weights);
    for (int i = 0; i <= 2 * n->blocks; i++)
        randomise(n, l->kernel[i], 9 * l->inputs[i] * maps, 9 * l->inputs[i],
                  i > 0 && i % 2 == 0 ? 0.3 * rectified : rectified, rng);
    for (int i = 0; i < n->blocks; i++)
        randomise(n, l->pool[i], maps * maps, maps, 0.1 * rectified, rng);
    randomise(n, l->head, maps * maps, maps, rectified, rng);
    randomise(n, l->policy, maps, maps, 0.1 * rectified, rng);
    randomise(n, l->owner, maps, maps, 0.1 * rectified, rng);
    randomise(n, l->hidden, (2 * maps + 2) * DUAL_HIDDEN, 2 * maps, 0.5 * rectified, rng);
    randomise(n, l->value, DUAL_HIDDEN, DUAL_HIDDEN, 0.1 * rectified, rng);
    dual_network_unfold(n);
}

void dual_network_unfold(struct dual_network *n) {
    for (int i = 0; i <= 2 * n->blocks; i++)
        n->kernels->transform(n->weights + n->layout.kernel[i],
                              (size_t)n->layout.inputs[i] * (size_t)n->maps,
                              n->unfolded + n->layout.unfolded[i]);
}

/* --- the workspace ------------------------------------------------------------------------------
 */

struct dual_grid dual_grid_of(int size) {
    const int tiles = (size + 2) / 3;
    return (struct dual_grid){.size = size,
                              .tiles = tiles,
                              .side = 3 * tiles + 2,
                              .padded = (tiles * tiles + DUAL_TILES - 1) / DUAL_TILES * DUAL_TILES};
}

enum status dual_workspace_new(struct dual_workspace **out, const struct dual_network *network,
                               struct failure *why) {
    const size_t maps = (size_t)network->maps, most = maps > DUAL_PLANES ? maps : DUAL_PLANES;
    const size_t grids = 2 * (size_t)network->blocks + 2, tiles = DUAL_ENTRIES * MOST_TILES * most;
    struct dual_workspace *w = calloc(1, sizeof *w);
    if (!w) return fail_memory(why, "a network's values");
    w->maps = network->maps;
    w->blocks = network->blocks;
    w->planes =
        dual_floats_new(DUAL_MOST_CELLS * (DUAL_PLANES + grids * maps) + 2 * tiles, &w->allocated);
    if (!w->planes) {
        free(w);
        return fail_memory(why, "a network's values");
    }
    w->map[0] = w->planes + DUAL_MOST_CELLS * DUAL_PLANES;
    for (size_t i = 1; i < grids; i++) w->map[i] = w->map[i - 1] + DUAL_MOST_CELLS * maps;
    w->tiles = w->map[grids - 1] + DUAL_MOST_CELLS * maps;
    w->sums = w->tiles + tiles;
    *out = w;
    return STATUS_OK;
}

void dual_workspace_free(struct dual_workspace *w) {
    if (!w) return;
    free(w->allocated);
    free(w);
}

/* Borders and the tiles that are there for the kernels alone stay zero as long as the size does. */
void dual_workspace_clear(struct dual_workspace *w, int size) {
    if (w->grid.size != size) {
        const size_t all = (size_t)(w->sums - w->planes);
        w->grid = dual_grid_of(size);
        memset(w->planes, 0, all * sizeof *w->planes);
        return;
    }
    const size_t cells = (size_t)w->grid.side * (size_t)w->grid.side;
    memset(w->planes, 0, cells * DUAL_PLANES * sizeof *w->planes);
}

/* --- forward ------------------------------------------------------------------------------------
 */

/* Convolution number I from IN to OUT. */
static void convolve(const struct dual_network *n, struct dual_workspace *w, int i, const float *in,
                     const struct dual_end *end, float *out) {
    n->kernels->convolve(&w->grid, n->unfolded + n->layout.unfolded[i], in, n->layout.inputs[i],
                         end, out, n->maps, w->tiles, w->sums);
}

/* H at every point. */
static void apply_head(const struct dual_network *n, const struct dual_grid *g, const float *in,
                       float *out) {
    const struct dual_end end = {n->weights + n->layout.head_bias, NULL, true};
    n->kernels->apply_matrix(g, n->weights + n->layout.head, in, &end, out, n->maps);
}

/* The mean of IN's maps over all points. */
static void find_mean(const struct dual_network *n, const struct dual_grid *g, const float *in,
                      float *mean) {
    const float share = 1.0f / (float)(g->size * g->size);
    memset(mean, 0, (size_t)n->maps * sizeof *mean);
    n->kernels->add_points(g, in, n->maps, mean);
    for (int i = 0; i < n->maps; i++) mean[i] *= share;
}

/* SUMS[k] += the COUNT inputs' part by MATRIX, for OUTPUTS units. */
CLONED static void multiply(const float *matrix, const float *inputs, int count, float *sums,
                            int outputs) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < outputs; k++) sums[k] += inputs[i] * matrix[i * outputs + k];
}

/* The sum of A's and B's products, in a fixed order that has several at once. */
static ALWAYS_INLINE float dot(const float *a, const float *b, int count) {
    float part[DUAL_LANE] = {0}, sum = 0;
    for (int k = 0; k < count; k += DUAL_LANE)
        for (int i = 0; i < DUAL_LANE; i++) part[i] += a[k + i] * b[k + i];
    for (int i = 0; i < DUAL_LANE; i++) sum += part[i];
    return sum;
}

/* Logits and owners of all points; returns the score by the owners. */
CLONED static float judge_points(const struct dual_network *n, struct dual_workspace *w,
                                 const float *y) {
    const struct dual_layout *l = &n->layout;
    const float *weights = n->weights;
    const int size = w->grid.size;
    float score = 0;
    for (int p = 0; p < point_limit(size); p++) {
        w->logit[p] = w->owner[p] = 0;
        if (point_column(size, p) == size) continue;
        const size_t cell = dual_cell(&w->grid, p);
        const float *at = y + cell * (size_t)n->maps;
        w->logit[p] = dot(at, weights + l->policy, n->maps) +
                      dual_linear_logit(w->planes[cell * DUAL_PLANES + DUAL_PLANE_LIKELIHOOD]);
        w->owner[p] = dot(at, weights + l->owner, n->maps) + weights[l->owner_bias];
    }
    network_squash(ACTIVATION_TANH, w->owner, point_limit(size));
    for (int p = 0; p < point_limit(size); p++) score += w->owner[p];
    return score;
}

static void judge_position(const struct dual_network *n, struct dual_workspace *w, float score,
                           float komi) {
    const struct dual_layout *l = &n->layout;
    const int maps = n->maps, size = w->grid.size;
    for (int i = 0; i < maps; i++)
        w->pooled[maps + i] = w->pooled[i] * ((float)(size * size) / DUAL_AREA_UNIT);
    w->pooled[2 * maps] = score / DUAL_SCORE_UNIT + komi;
    w->pooled[2 * maps + 1] = komi;
    memcpy(w->hidden, n->weights + l->hidden_bias, sizeof w->hidden);
    multiply(n->weights + l->hidden, w->pooled, 2 * maps + 2, w->hidden, DUAL_HIDDEN);
    for (int i = 0; i < DUAL_HIDDEN; i++) w->hidden[i] = fmaxf(w->hidden[i], 0);
    w->value = dot(w->hidden, n->weights + l->value, DUAL_HIDDEN) + n->weights[l->value_bias];
}

void dual_network_forward(const struct dual_network *n, struct dual_workspace *w) {
    const struct dual_layout *l = &n->layout;
    const float *x = w->map[0];
    convolve(n, w, 0, w->planes, &(struct dual_end){n->weights + l->bias[0], NULL, true},
             w->map[0]);
    for (int b = 0; b < n->blocks; b++) {
        float bias[DUAL_MOST_MAPS], *h = w->map[2 * b + 1], *next = w->map[2 * b + 2];
        find_mean(n, &w->grid, x, w->mean[b]);
        memcpy(bias, n->weights + l->bias[2 * b + 1], (size_t)n->maps * sizeof *bias);
        multiply(n->weights + l->pool[b], w->mean[b], n->maps, bias, n->maps);
        convolve(n, w, 2 * b + 1, x, &(struct dual_end){bias, NULL, true}, h);
        convolve(n, w, 2 * b + 2, h, &(struct dual_end){n->weights + l->bias[2 * b + 2], x, true},
                 next);
        x = next;
    }
    float *y = w->map[2 * n->blocks + 1];
    apply_head(n, &w->grid, x, y);
    find_mean(n, &w->grid, y, w->pooled);
    const float komi = w->planes[dual_cell(&w->grid, 0) * DUAL_PLANES + DUAL_PLANE_KOMI];
    judge_position(n, w, judge_points(n, w, y), komi);
}
