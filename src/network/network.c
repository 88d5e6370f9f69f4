/* The policy-value network: its weights, the workspace of one thread, the forward pass, and the
 * input planes of a position. The loops over channels, where the time goes, are network_lanes.h's.
 *
 *     w->planes        cells x planes             the input, written by network_inputs_set
 *     w->output[0]     cells x C                  x after K0
 *     w->output[1]     cells x C                  h of block 0
 *     w->output[2]     cells x C                  x after block 0
 *     ...                                         all are kept, because backpropagation reads them
 *     w->output[2 B + 1]   cells x C              y, of the 1x1 convolution H */
#include "guzumi/network/network.h"

#include "guzumi/learner/evaluator.h"

#include "network_kernel.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tiles of 19x19, 7 x 7 = 49, rounded up to a multiple of NETWORK_TILES. */
enum { MAX_TILES = 54 };

/* --- the weights --- */

/* Appends COUNT weights to the layout; returns where they begin, a multiple of NETWORK_LANE, so
 * that every tensor can be read in whole registers. */
static int take(struct network_layout *l, int count) {
    const int at = l->count;
    l->count += (count + NETWORK_LANE - 1) / NETWORK_LANE * NETWORK_LANE;
    return at;
}

/* The order is that of weight files: a new tensor goes to the end, or old files are read wrongly.
 */
static struct network_layout lay_out(int channels, int blocks, int planes) {
    struct network_layout l = {.count = 0};
    for (int i = 0; i <= 2 * blocks; i++) {
        l.inputs[i] = i == 0 ? planes : channels;
        l.kernel[i] = take(&l, 9 * l.inputs[i] * channels);
        l.bias[i] = take(&l, channels);
        l.transformed[i + 1] =
            l.transformed[i] + (size_t)NETWORK_ENTRIES * (size_t)l.inputs[i] * (size_t)channels;
    }
    for (int i = 0; i < blocks; i++) l.pool[i] = take(&l, channels * channels);
    l.head = take(&l, channels * channels);
    l.head_bias = take(&l, channels);
    l.policy = take(&l, channels);
    l.ownership = take(&l, channels);
    l.ownership_bias = take(&l, 1);
    l.hidden = take(&l, (2 * channels + 2) * NETWORK_HIDDEN);
    l.hidden_bias = take(&l, NETWORK_HIDDEN);
    l.value = take(&l, NETWORK_HIDDEN);
    l.value_bias = take(&l, 1);
    return l;
}

enum { CACHE_LINE = 64 };

float *network_floats_new(size_t count, void **allocated) {
    *allocated = calloc(count * sizeof(float) + CACHE_LINE, 1);
    if (!*allocated) return NULL;
    const size_t past = (uintptr_t)*allocated % CACHE_LINE;
    return (float *)(void *)((char *)*allocated + (CACHE_LINE - past));
}

/* Where the units of convolution I begin. */
static size_t units_of(const struct network *n, int i) {
    return (size_t)i * NETWORK_ENTRIES * (size_t)n->channels;
}

/* What is derived from the weights is one aligned block: the transforms of all kernels, the units
 * of the integers, the integers. */
enum status network_new(struct network **out, int channels, int blocks, int planes,
                        struct failure *why) {
    assert(channels > 0 && channels % NETWORK_LANE == 0 && channels <= NETWORK_MAX_CHANNELS);
    assert(blocks >= 1 && blocks <= NETWORK_MAX_BLOCKS);
    assert(planes == NETWORK_FIRST_PLANES || planes == NETWORK_PLANES);
    struct network *n = calloc(1, sizeof *n);
    if (!n) return out_of_memory(why, "a network");
    n->channels = channels;
    n->blocks = blocks;
    n->planes = planes;
    n->kernels = network_kernels();
    n->layout = lay_out(channels, blocks, planes);
    n->weights = calloc((size_t)n->layout.count, sizeof *n->weights);
    /* The integers take half of the room of the floats that they stand for. */
    const size_t count = n->layout.transformed[2 * blocks + 1];
    n->transformed =
        network_floats_new(count + count / 2 + units_of(n, 2 * blocks + 1), &n->allocated);
    if (!n->weights || !n->transformed) {
        network_free(n);
        return out_of_memory(why, "a network");
    }
    n->units = n->transformed + count;
    n->integers = (int16_t *)(void *)(n->units + units_of(n, 2 * blocks + 1));
    *out = n;
    return STATUS_OK;
}

void network_free(struct network *n) {
    if (!n) return;
    free(n->weights);
    free(n->allocated);
    free(n);
}

/* Uniform weights with standard deviation SCALE / sqrt(INPUTS): a uniform distribution on [-a, a]
 * has the deviation a / sqrt(3). */
static void randomise(struct network *n, int at, int count, int inputs, double scale,
                      struct rng *rng) {
    const double bound = scale * sqrt(3.0 / inputs);
    for (int i = 0; i < count; i++) n->weights[at + i] = (float)(bound * (2 * rng_real(rng) - 1));
}

/* Scaled so that the variance after a ReLU unit is that before it (He and others 2015). The second
 * convolution of a block, the pooling and the outputs begin small: the untrained network is close
 * to the linear policy that it corrects, and blocks begin close to their skip connections. */
void network_randomise(struct network *n, struct rng *rng) {
    const struct network_layout *l = &n->layout;
    const int channels = n->channels;
    const double relu = sqrt(2.0);
    memset(n->weights, 0, (size_t)l->count * sizeof *n->weights);
    for (int i = 0; i <= 2 * n->blocks; i++)
        randomise(n, l->kernel[i], 9 * l->inputs[i] * channels, 9 * l->inputs[i],
                  i > 0 && i % 2 == 0 ? 0.3 * relu : relu, rng);
    for (int i = 0; i < n->blocks; i++)
        randomise(n, l->pool[i], channels * channels, channels, 0.1 * relu, rng);
    randomise(n, l->head, channels * channels, channels, relu, rng);
    randomise(n, l->policy, channels, channels, 0.1 * relu, rng);
    randomise(n, l->ownership, channels, channels, 0.1 * relu, rng);
    randomise(n, l->hidden, (2 * channels + 2) * NETWORK_HIDDEN, 2 * channels, 0.5 * relu, rng);
    randomise(n, l->value, NETWORK_HIDDEN, NETWORK_HIDDEN, 0.1 * relu, rng);
    network_transform(n);
}

/* COUNT tensors of inputs x outputs, one behind the other: from what each of two networks has of
 * them. */
static void grow(const float *from, int from_inputs, int from_outputs, float *to, int to_inputs,
                 int to_outputs, int count) {
    const size_t bytes = (size_t)from_outputs * sizeof *to;
    for (int k = 0; k < count; k++, from += from_inputs * from_outputs)
        for (int i = 0; i < to_inputs; i++, to += to_outputs) {
            if (i < from_inputs)
                memcpy(to, from + i * from_outputs, bytes);
            else
                memset(to, 0, bytes);
        }
}

/* A new block adds nothing to x: its second convolution is 0. */
void network_grow(const struct network *from, struct network *to) {
    const struct network_layout *a = &from->layout, *b = &to->layout;
    const int few = from->channels, many = to->channels;
    const float *f = from->weights;
    float *t = to->weights;
    assert(few <= many && from->blocks <= to->blocks && from->planes <= to->planes);
    for (int i = 0; i <= 2 * from->blocks; i++) {
        grow(f + a->kernel[i], a->inputs[i], few, t + b->kernel[i], b->inputs[i], many, 9);
        grow(f + a->bias[i], 1, few, t + b->bias[i], 1, many, 1);
    }
    for (int i = 0; i < from->blocks; i++)
        grow(f + a->pool[i], few, few, t + b->pool[i], many, many, 1);
    for (int i = 2 * from->blocks + 2; i <= 2 * to->blocks; i += 2)
        memset(t + b->kernel[i], 0, (size_t)(9 * many * many) * sizeof *t);
    grow(f + a->head, few, few, t + b->head, many, many, 1);
    grow(f + a->head_bias, 1, few, t + b->head_bias, 1, many, 1);
    grow(f + a->policy, few, 1, t + b->policy, many, 1, 1);
    grow(f + a->ownership, few, 1, t + b->ownership, many, 1, 1);
    t[b->ownership_bias] = f[a->ownership_bias];
    /* W reads the means twice, and then two numbers. */
    const int units = NETWORK_HIDDEN;
    for (int i = 0; i < 2; i++)
        grow(f + a->hidden + i * few * units, few, units, t + b->hidden + i * many * units, many,
             units, 1);
    grow(f + a->hidden + 2 * few * units, 2, units, t + b->hidden + 2 * many * units, 2, units, 1);
    grow(f + a->hidden_bias, 1, units, t + b->hidden_bias, 1, units, 1);
    grow(f + a->value, units, 1, t + b->value, units, 1, 1);
    t[b->value_bias] = f[a->value_bias];
}

/* The sum of the sizes of the integers that belong to an output and an entry, before rounding,
 * which may add a half each. */
#define SUM_LIMIT (65535.0f - 0.5f * NETWORK_MAX_CHANNELS)

/* Rounds one entry's weights K (COUNT inputs x C) of output number OUT to TO, by pairs of inputs;
 * returns the unit. */
static float round_weights(const float *k, int count, int channels, int out, int16_t *to) {
    float sum = 0, most = 0;
    for (int i = 0; i < count; i++) {
        const float size = fabsf(k[i * channels + out]);
        sum += size;
        most = fmaxf(most, size);
    }
    const float unit = fmaxf(sum / SUM_LIMIT, most / INT16_MAX);
    const bool some = unit > FLT_MIN && unit <= FLT_MAX;
    for (int i = 0; i < count; i++)
        to[(i / 2 * channels + out) * 2 + i % 2] =
            (int16_t)(some ? lrintf(k[i * channels + out] / unit) : 0);
    return some ? unit : 0;
}

void network_transform_floats(struct network *n) {
    for (int i = 0; i <= 2 * n->blocks; i++)
        n->kernels->transform(n->weights + n->layout.kernel[i],
                              (size_t)n->layout.inputs[i] * (size_t)n->channels,
                              n->transformed + n->layout.transformed[i]);
}

void network_transform(struct network *n) {
    network_transform_floats(n);
    for (int i = 0; i <= 2 * n->blocks; i++) {
        const int inputs = n->layout.inputs[i], row = inputs * n->channels;
        const float *from = n->transformed + n->layout.transformed[i];
        int16_t *to = n->integers + n->layout.transformed[i];
        float *unit = n->units + units_of(n, i);
        for (int entry = 0; entry < NETWORK_ENTRIES; entry++, from += row, to += row)
            for (int k = 0; k < n->channels; k++)
                *unit++ = round_weights(from, inputs, n->channels, k, to);
    }
}

/* --- the workspace --- */

static struct network_grid grid_of(int size) {
    const int tiles = (size + 2) / 3;
    return (struct network_grid){.size = size,
                                 .tiles = tiles,
                                 .side = 3 * tiles + 2,
                                 .padded = (tiles * tiles + NETWORK_TILES - 1) / NETWORK_TILES *
                                           NETWORK_TILES};
}

/* One block for everything, large enough for 19x19; grids of smaller boards use the beginning of
 * each array. */
enum status network_workspace_new(struct network_workspace **out, const struct network *network,
                                  struct failure *why) {
    const size_t channels = (size_t)network->channels, planes = (size_t)network->planes,
                 most = channels > planes ? channels : planes;
    const size_t grids = 2 * (size_t)network->blocks + 2,
                 tiles = NETWORK_ENTRIES * MAX_TILES * most, rounded = NETWORK_MAX_CELLS * most / 2;
    struct network_workspace *w = calloc(1, sizeof *w);
    if (!w) return out_of_memory(why, "a network's values");
    w->channels = network->channels;
    w->blocks = network->blocks;
    w->plane_count = network->planes;
    w->planes = network_floats_new(
        NETWORK_MAX_CELLS * (planes + grids * channels) + 2 * tiles + rounded, &w->allocated);
    if (!w->planes) {
        free(w);
        return out_of_memory(why, "a network's values");
    }
    w->output[0] = w->planes + NETWORK_MAX_CELLS * planes;
    for (size_t i = 1; i < grids; i++)
        w->output[i] = w->output[i - 1] + NETWORK_MAX_CELLS * channels;
    w->tiles = w->output[grids - 1] + NETWORK_MAX_CELLS * channels;
    w->sums = w->tiles + tiles;
    w->rounded = (int16_t *)(void *)(w->sums + tiles);
    *out = w;
    return STATUS_OK;
}

void network_workspace_free(struct network_workspace *w) {
    if (!w) return;
    free(w->allocated);
    free(w);
}

static void place_points(struct network_workspace *w, int size) {
    for (int i = 0; i < 8; i++) POINT_FOR_EACH(p, size) {
            w->cell[i][p] = (uint16_t)network_cell(&w->grid, point_transform(size, i, p));
        }
}

/* Nothing writes the border and the padding tiles, so they stay zero until the board size changes;
 * then cells that were inside may become border, and all is cleared. */
void network_workspace_clear(struct network_workspace *w, int size, int symmetry) {
    w->symmetry = symmetry;
    if (w->grid.size != size) {
        const size_t all = (size_t)(w->sums - w->planes);
        w->grid = grid_of(size);
        place_points(w, size);
        memset(w->planes, 0, all * sizeof *w->planes);
        return;
    }
    const size_t cells = (size_t)w->grid.side * (size_t)w->grid.side;
    memset(w->planes, 0, cells * (size_t)w->plane_count * sizeof *w->planes);
}

/* --- forward --- */

/* Convolution number I from IN (cells x I channels) to OUT (cells x C), with its epilogue. Its
 * transforms lie in SCRATCH, which may be another workspace than W. */
typedef void convolution(const struct network *n, const struct network_workspace *w,
                         struct network_workspace *scratch, int i, const float *in,
                         const struct network_epilogue *end, float *out);

static void convolve(const struct network *n, const struct network_workspace *w,
                     struct network_workspace *scratch, int i, const float *in,
                     const struct network_epilogue *end, float *out) {
    n->kernels->convolve(&w->grid, n->transformed + n->layout.transformed[i], in,
                         n->layout.inputs[i], end, out, n->channels, scratch->tiles, scratch->sums);
}

static void convolve_integers(const struct network *n, const struct network_workspace *w,
                              struct network_workspace *scratch, int i, const float *in,
                              const struct network_epilogue *end, float *out) {
    n->kernels->convolve_integers(&w->grid, n->integers + n->layout.transformed[i],
                                  n->units + units_of(n, i), in, n->layout.inputs[i], end, out,
                                  n->channels, scratch->rounded, (int16_t *)(void *)scratch->tiles,
                                  (int32_t *)(void *)scratch->sums);
}

/* y = relu(H x + bh) at every point: C x C products, not a convolution. */
static void apply_head(const struct network *n, const struct network_grid *g, const float *in,
                       float *out) {
    const struct network_epilogue end = {n->weights + n->layout.head_bias, NULL, true};
    n->kernels->apply_matrix(g, n->weights + n->layout.head, in, &end, out, n->channels);
}

/* MEAN (C): the means of IN's channels over all points of the board; the border is zero but does
 * not count. */
static void find_mean(const struct network *n, const struct network_grid *g, const float *in,
                      float *mean) {
    const float scale = 1.0f / (float)(g->size * g->size);
    memset(mean, 0, (size_t)n->channels * sizeof *mean);
    n->kernels->add_points(g, in, n->channels, mean);
    for (int i = 0; i < n->channels; i++) mean[i] *= scale;
}

/* SUMS (OUTPUTS) += INPUTS (COUNT) MATRIX (COUNT x OUTPUTS). */
CLONED static void multiply(const float *matrix, const float *inputs, int count, float *sums,
                            int outputs) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < outputs; k++) sums[k] += inputs[i] * matrix[i * outputs + k];
}

/* A . B as NETWORK_LANE partial sums and then their sum: an order that registers of any width can
 * follow, so that all machines get the same bits. */
static ALWAYS_INLINE float dot(const float *a, const float *b, int count) {
    float part[NETWORK_LANE] = {0}, sum = 0;
    for (int k = 0; k < count; k += NETWORK_LANE)
        for (int i = 0; i < NETWORK_LANE; i++) part[i] += a[k + i] * b[k + i];
    for (int i = 0; i < NETWORK_LANE; i++) sum += part[i];
    return sum;
}

/* The policy logit P y + the linear policy's, and ownership tanh(O y + bo), of all points; returns
 * the score, the sum of ownership. The linear policy's logit comes back from its input plane. */
CLONED static float find_point_outputs(const struct network *n, struct network_workspace *w,
                                       const float *y) {
    const struct network_layout *l = &n->layout;
    const float *weights = n->weights;
    const int size = w->grid.size;
    float score = 0;
    for (int p = 0; p < point_limit(size); p++) {
        w->logit[p] = w->ownership[p] = 0;
        if (point_column(size, p) == size) continue;
        const float *at = y + network_cell_of(w, p) * (size_t)n->channels;
        w->logit[p] = dot(at, weights + l->policy, n->channels) +
                      network_linear_logit(network_planes_at(w, p)[NETWORK_PLANE_LIKELIHOOD]);
        w->ownership[p] = dot(at, weights + l->ownership, n->channels) + weights[l->ownership_bias];
    }
    activation_apply(ACTIVATION_TANH, w->ownership, point_limit(size));
    for (int p = 0; p < point_limit(size); p++) score += w->ownership[p];
    return score;
}

/* The logit of the mover's win rate, V relu(W pooled + bw) + bv, where pooled (2 C + 2) is
 *
 *     mean(y), mean(y) area / 81, score / 10 + komi, komi
 *
 * The second copy of the means grows with the board, as scores do. The komi is an input of its own
 * because ownership has not seen it. */
static void find_value(const struct network *n, struct network_workspace *w, float score,
                       float komi) {
    const struct network_layout *l = &n->layout;
    const int channels = n->channels, size = w->grid.size;
    for (int i = 0; i < channels; i++)
        w->pooled[channels + i] = w->pooled[i] * ((float)(size * size) / NETWORK_AREA_UNIT);
    w->pooled[2 * channels] = score / NETWORK_SCORE_UNIT + komi;
    w->pooled[2 * channels + 1] = komi;
    memcpy(w->hidden, n->weights + l->hidden_bias, sizeof w->hidden);
    multiply(n->weights + l->hidden, w->pooled, 2 * channels + 2, w->hidden, NETWORK_HIDDEN);
    for (int i = 0; i < NETWORK_HIDDEN; i++) w->hidden[i] = fmaxf(w->hidden[i], 0);
    w->value = dot(w->hidden, n->weights + l->value, NETWORK_HIDDEN) + n->weights[l->value_bias];
}

/* x of block B to its h. Global pooling: G mean(x) is the same at every point, so it is added to
 * the bias of the convolution instead of to every cell. */
static void enter_block(const struct network *n, struct network_workspace *w,
                        struct network_workspace *scratch, int b, convolution *convolved) {
    const struct network_layout *l = &n->layout;
    const float *x = w->output[2 * b];
    float bias[NETWORK_MAX_CHANNELS];
    find_mean(n, &w->grid, x, w->mean[b]);
    memcpy(bias, n->weights + l->bias[2 * b + 1], (size_t)n->channels * sizeof *bias);
    multiply(n->weights + l->pool[b], w->mean[b], n->channels, bias, n->channels);
    convolved(n, w, scratch, 2 * b + 1, x, &(struct network_epilogue){bias, NULL, true},
              w->output[2 * b + 1]);
}

static void find_outputs(const struct network *n, struct network_workspace *w) {
    float *y = w->output[2 * n->blocks + 1];
    apply_head(n, &w->grid, w->output[2 * n->blocks], y);
    find_mean(n, &w->grid, y, w->pooled);
    const float komi = network_planes_at(w, 0)[NETWORK_PLANE_KOMI];
    find_value(n, w, find_point_outputs(n, w, y), komi);
}

/* Layer by layer: a layer's kernel, and the transforms, which are the first workspace's, stay in
 * the cache meanwhile. */
static void forward(const struct network *n, struct network_workspace *const all[], int count,
                    convolution *convolved) {
    const float *bias = n->weights + n->layout.bias[0];
    for (int i = 0; i < count; i++)
        convolved(n, all[i], all[0], 0, all[i]->planes,
                  &(struct network_epilogue){bias, NULL, true}, all[i]->output[0]);
    for (int b = 0; b < n->blocks; b++) {
        bias = n->weights + n->layout.bias[2 * b + 2];
        for (int i = 0; i < count; i++) enter_block(n, all[i], all[0], b, convolved);
        for (int i = 0; i < count; i++)
            convolved(n, all[i], all[0], 2 * b + 2, all[i]->output[2 * b + 1],
                      &(struct network_epilogue){bias, all[i]->output[2 * b], true},
                      all[i]->output[2 * b + 2]);
    }
    for (int i = 0; i < count; i++) find_outputs(n, all[i]);
}

void network_forward(const struct network *n, struct network_workspace *w) {
    forward(n, &w, 1, convolve);
}

void network_forward_all(const struct network *n, struct network_workspace *const all[],
                         int count) {
    forward(n, all, count, convolve);
}

void network_predict(const struct network *n, struct network_workspace *w) {
    forward(n, &w, 1, convolve_integers);
}

/* --- input planes --- */

enum { SEEN_LIBERTIES = 3 };

#define MAX_GAIN 3.0f

/* Chains with up to SEEN_LIBERTIES liberties are marked; larger numbers hardly matter. */
static void set_stones(struct network_workspace *w, const struct network_position *at,
                       enum color color) {
    const bool ours = color == at->to_move;
    const int liberties = ours ? NETWORK_PLANE_OUR_LIBERTIES : NETWORK_PLANE_THEIR_LIBERTIES;
    struct bitset stones;
    board_stones(at->board, color, &stones);
    BITSET_FOR_EACH(p, stones, at->board->words) {
        float *plane = network_planes_at(w, p);
        const int count = board_liberty_count(at->board, p);
        plane[ours ? NETWORK_PLANE_OURS : NETWORK_PLANE_THEIRS] = 1;
        if (count <= SEEN_LIBERTIES) plane[liberties + count - 1] = 1;
    }
}

static void mark(struct network_workspace *w, int point, enum network_plane plane) {
    if (point >= 0) network_planes_at(w, point)[plane] = 1;
}

/* log sum exp(logit): the largest logit is subtracted first, so that no exponential overflows. */
static float log_sum(const float *logit, int count) {
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) most = fmaxf(most, logit[i]);
    for (int i = 0; i < count; i++) sum += expf(logit[i] - most);
    return most + logf(sum);
}

/* What a candidate's features say of it, where one of a group of features is a plane. */
static const struct {
    int first, last;
    enum network_plane plane;
} feature_planes[] = {
    {MOVE_SELF_ATARI, MOVE_SELF_ATARI_LAST, NETWORK_PLANE_SELF_ATARI},
    {MOVE_SAVES, MOVE_SAVES_LAST, NETWORK_PLANE_SAVES},
    {MOVE_TAKES_SAVES, MOVE_TAKES_SAVES_LAST, NETWORK_PLANE_TAKES_SAVES},
    {MOVE_CAUGHT, MOVE_CAUGHT_LAST, NETWORK_PLANE_CAUGHT},
    {MOVE_CATCHES, MOVE_CATCHES_LAST, NETWORK_PLANE_CATCHES},
    {MOVE_THREATENS, MOVE_THREATENS_LAST, NETWORK_PLANE_THREATENS},
    {MOVE_RESCUES, MOVE_RESCUES_LAST, NETWORK_PLANE_RESCUES},
    {MOVE_ESCAPES, MOVE_ESCAPES_LAST, NETWORK_PLANE_ESCAPES},
};

/* The features of liberties are 1 to 6 of a single stone, then of one that joins others; then the
 * same of moves that capture. */
enum { LIBERTY_STEPS = 6, CAPTURING = 2 * LIBERTY_STEPS };

/* The linear policy has found these features already, ladders included, which would be the
 * expensive part. */
static void set_features(float *plane, const struct move_action *action) {
    for (int i = 0; i < action->count; i++) {
        const int feature = action->index[i], of_liberties = feature - MOVE_LIBERTIES;
        if (feature >= MOVE_LIBERTIES && feature <= MOVE_LIBERTIES_LAST) {
            const int liberties = of_liberties % LIBERTY_STEPS;
            if (liberties < SEEN_LIBERTIES) plane[NETWORK_PLANE_LIBERTIES_AFTER + liberties] = 1;
            if (of_liberties >= CAPTURING) plane[NETWORK_PLANE_CAPTURES] = 1;
        }
        for (size_t k = 0; k < sizeof feature_planes / sizeof feature_planes[0]; k++)
            if (feature >= feature_planes[k].first && feature <= feature_planes[k].last)
                plane[feature_planes[k].plane] = 1;
    }
}

/* The likelihood plane holds log pi of the softmax over all candidates, not the raw logit: logits
 * of different positions have no common level. */
void network_inputs_set(struct network_workspace *w, const struct network_position *at,
                        const struct move_action *actions, const float *logit, int count) {
    const struct board *b = at->board;
    const float komi = (float)-color_sign(at->to_move) * (float)at->half_komi / NETWORK_KOMI_UNIT;
    const float all = log_sum(logit, count);
    network_workspace_clear(w, b->size, at->turned ? network_symmetry(b) : 0);
    POINT_FOR_EACH(p, b->size) {
        network_planes_at(w, p)[NETWORK_PLANE_BOARD] = 1;
        network_planes_at(w, p)[NETWORK_PLANE_KOMI] = network_within(komi, NETWORK_MAX_KOMI);
        if (w->plane_count > NETWORK_FIRST_PLANES && at->last == PASS)
            network_planes_at(w, p)[NETWORK_PLANE_PASSED] = 1;
    }
    set_stones(w, at, BLACK);
    set_stones(w, at, WHITE);
    mark(w, at->last, NETWORK_PLANE_LAST);
    mark(w, at->own, NETWORK_PLANE_OWN);
    if (b->ko_color == (uint8_t)at->to_move) mark(w, b->ko, NETWORK_PLANE_KO);
    for (int i = 0; i < count; i++) {
        float *plane = network_planes_at(w, actions[i].point);
        plane[NETWORK_PLANE_CANDIDATE] = 1;
        plane[NETWORK_PLANE_LIKELIHOOD] = network_likelihood_plane(logit[i] - all);
        plane[NETWORK_PLANE_GAIN] = network_within(actions[i].gain, MAX_GAIN);
        if (w->plane_count > NETWORK_FIRST_PLANES) set_features(plane, &actions[i]);
    }
}

void network_inputs_find(struct network_workspace *w, const struct network_position *at,
                         const struct move_policy *policy, struct evaluator *shapes,
                         struct bitset *candidates) {
    struct move_action actions[BOARD_MAX_POINTS];
    float gain[BOARD_MAX_POINTS], logit[BOARD_MAX_POINTS];
    memset(candidates, 0, sizeof *candidates);
    board_candidates(at->board, at->to_move, candidates);
    evaluator_own_gains(shapes, at->board, at->to_move, candidates, gain);
    const struct move_situation situation = {
        .to_move = at->to_move, .last = at->last, .own = at->own, .gain = gain};
    const int count = move_policy_actions(policy, at->board, &situation, candidates, actions);
    for (int i = 0; i < count; i++) logit[i] = move_policy_logit(policy, &actions[i]);
    network_inputs_set(w, at, actions, logit, count);
}
