/* Losses, backpropagation and Adam. Errors are derivatives of the loss: the error e of a layer's
 * output becomes that of its input by the transposed weights, and the product of input and error is
 * added to the derivative of the weights. Through the layers, last one first:
 *
 *     logit, ownership, value          add_policy, add_value, add_ownership
 *     y                                backward_output: through P, O, V, W and the means
 *     x of the last block              backward_head: through H'
 *     h of the block                   backward_second: through Kb'
 *     x of the block before            backward_first: through Ka', G' and the skip connection
 *     K0                               backward_planes; the planes need no error */
#include "network_gradient.h"

#include "guzumi/go/board.h"

#include "network_kernel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- losses --- */

/* log sum exp(logit) over the candidates, the normaliser of their softmax. */
static double log_sum(const float *logit, const struct bitset *candidates, int words) {
    double most = -INFINITY, sum = 0;
    BITSET_FOR_EACH(p, *candidates, words) most = fmax(most, (double)logit[p]);
    BITSET_FOR_EACH(q, *candidates, words) sum += exp((double)logit[q] - most);
    return most + log(sum);
}

/* KL(p || pi) = sum of p (log p - log pi) with log pi = logit - ALL, the log_sum. */
static double divergence(const float *logit, double all, const struct network_target *t,
                         int words) {
    double sum = 0;
    BITSET_FOR_EACH(p, t->candidates, words) {
        const double target = (double)t->policy[p];
        if (target > 0) sum += target * (log(target) - ((double)logit[p] - all));
    }
    return sum;
}

/* The first of the candidates for which X is largest. */
static int largest(const float *x, const struct bitset *candidates, int words) {
    int best = NO_POINT;
    BITSET_FOR_EACH(p, *candidates, words) if (best < 0 || x[p] > x[best]) best = p;
    return best;
}

static void find_linear_logits(const struct network_workspace *w, const struct bitset *candidates,
                               int words, float *logit) {
    BITSET_FOR_EACH(p, *candidates, words) {
        const float *planes = network_planes_at(w, p);
        logit[p] = network_linear_logit(planes[NETWORK_PLANE_LIKELIHOOD]);
    }
}

/* The policy loss; its derivative by a logit is pi - p. The linear policy's loss on the same target
 * is what the network has to beat. */
static void add_policy(struct network_loss *loss, const struct network_workspace *w,
                       const struct network_target *t, struct network_errors *errors) {
    const int words = board_words(w->grid.size);
    const double weight = (double)t->policy_weight;
    float linear[BOARD_MAX_POINTS];
    double total = 0;
    BITSET_FOR_EACH(p, t->candidates, words) total += (double)t->policy[p];
    if (total <= 0) return;
    const int best = largest(t->policy, &t->candidates, words);
    const double all = log_sum(w->logit, &t->candidates, words);
    find_linear_logits(w, &t->candidates, words, linear);
    const double linear_all = log_sum(linear, &t->candidates, words);
    loss->policy_weight += weight;
    loss->policy += weight * divergence(w->logit, all, t, words);
    loss->linear_policy += weight * divergence(linear, linear_all, t, words);
    loss->hits += weight * (largest(w->logit, &t->candidates, words) == best);
    BITSET_FOR_EACH(q, t->candidates, words) {
        const double pi = exp((double)w->logit[q] - all);
        errors->logit[q] = (float)(weight * (pi - (double)t->policy[q]));
    }
}

/* p log(p / q), with q kept away from 0: a certain prediction that is wrong must not be infinite.
 */
static double relative_entropy(double p, double q) {
    return p > 0 ? p * log(p / fmax(q, 1e-9)) : 0;
}

/* KL(p || q) of two outcomes with the probabilities p and 1 - p. */
static double divergence_of_two(double p, double q) {
    return relative_entropy(p, q) + relative_entropy(1 - p, 1 - q);
}

/* The value loss; v = sigma(logit), so its derivative by the logit is v - target. By the C library,
 * as the exponentials and logarithms of the other losses: logistic (evaluator.h) rounds otherwise,
 * and a training that is resumed would end with other bytes. */
static void add_value(struct network_loss *loss, const struct network_workspace *w,
                      const struct network_target *t, struct network_errors *errors) {
    const double weight = (double)t->value_weight, win_rate = 1 / (1 + exp(-(double)w->value));
    const double error = win_rate - (double)t->value;
    loss->value_weight += weight;
    loss->value += weight * divergence_of_two((double)t->value, win_rate);
    loss->value_square += weight * error * error;
    errors->value = (float)(weight * error);
}

/* The ownership loss. The probability that a point is the mover's is (1 + o) / 2 = sigma(2 a) if
 * o = tanh(a), so the derivative of KL by a is 2 ((1 + o) / 2 - (1 + t) / 2) = o - t; the loss has
 * twice the mean of these. */
static void add_ownership(struct network_loss *loss, const struct network_workspace *w,
                          const struct network_target *t, struct network_errors *errors) {
    const int size = w->grid.size;
    const double weight = (double)t->ownership_weight, share = weight / (size * size);
    if (weight <= 0) return;
    loss->ownership_weight += weight;
    POINT_FOR_EACH(p, size) {
        const double ownership = (double)w->ownership[p], target = (double)t->ownership[p];
        const double error = ownership - target;
        loss->ownership += 2 * share * divergence_of_two((1 + target) / 2, (1 + ownership) / 2);
        loss->ownership_square += share * error * error;
        errors->ownership[p] = (float)(2 * share * error);
    }
}

void network_loss_add(struct network_loss *loss, const struct network_workspace *w,
                      const struct network_target *t, struct network_errors *errors) {
    struct network_errors unwanted;
    if (!errors) errors = &unwanted;
    memset(errors, 0, sizeof *errors);
    loss->positions++;
    add_policy(loss, w, t, errors);
    add_value(loss, w, t, errors);
    add_ownership(loss, w, t, errors);
}

void network_loss_merge(struct network_loss *into, const struct network_loss *from) {
    into->positions += from->positions;
    into->policy += from->policy;
    into->linear_policy += from->linear_policy;
    into->hits += from->hits;
    into->policy_weight += from->policy_weight;
    into->value += from->value;
    into->value_square += from->value_square;
    into->value_weight += from->value_weight;
    into->ownership += from->ownership;
    into->ownership_square += from->ownership_square;
    into->ownership_weight += from->ownership_weight;
}

/* --- transposed weights --- */

enum status network_transposed_new(struct network_transposed **out, const struct network *n,
                                   struct failure *why) {
    const size_t square = (size_t)n->channels * (size_t)n->channels;
    const size_t kernels = n->layout.transformed[2 * n->blocks + 1];
    struct network_transposed *t = calloc(1, sizeof *t);
    if (!t) return out_of_memory(why, "a network's gradient");
    t->kernels = network_floats_new(kernels + 10 * square, &t->allocated);
    if (!t->kernels) {
        free(t);
        return out_of_memory(why, "a network's gradient");
    }
    t->head = t->kernels + kernels;
    t->turned = t->head + square;
    *out = t;
    return STATUS_OK;
}

void network_transposed_free(struct network_transposed *t) {
    if (!t) return;
    free(t->allocated);
    free(t);
}

static void transpose(const float *matrix, int side, float *out) {
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++) out[k * side + i] = matrix[i * side + k];
}

/* The error of a cell is a sum over the outputs that read it: a convolution by the kernel with its
 * 3 x 3 cells rotated by half a turn, cell i in place of cell 8 - i, and input and output channels
 * exchanged. K0 has none: the planes have no error. */
void network_transposed_update(struct network_transposed *t, const struct network *n) {
    const struct network_layout *l = &n->layout;
    const int square = n->channels * n->channels;
    transpose(n->weights + l->head, n->channels, t->head);
    for (int c = 1; c <= 2 * n->blocks; c++) {
        for (int i = 0; i < 9; i++)
            transpose(n->weights + l->kernel[c] + i * square, n->channels,
                      t->turned + (8 - i) * square);
        n->kernels->transform(t->turned, (size_t)square, t->kernels + l->transformed[c]);
    }
}

/* --- sums --- */

enum status network_gradient_new(struct network_gradient **out, const struct network *n,
                                 struct failure *why) {
    const size_t grid = NETWORK_MAX_CELLS * (size_t)n->channels;
    struct network_gradient *g = calloc(1, sizeof *g);
    if (!g) return out_of_memory(why, "a network's gradient");
    g->count = (size_t)n->layout.count;
    g->transformed = n->layout.transformed[2 * n->blocks + 1];
    g->products =
        network_floats_new(g->transformed + g->count + 2 * NETWORK_GROUP * grid, &g->allocated);
    if (!g->products) {
        free(g);
        return out_of_memory(why, "a network's gradient");
    }
    g->sums = g->products + g->transformed;
    g->outer[0] = g->sums + g->count;
    for (int i = 0; i < NETWORK_GROUP; i++) {
        g->outer[i] = g->outer[0] + 2 * (size_t)i * grid;
        g->inner[i] = g->outer[i] + grid;
    }
    *out = g;
    return STATUS_OK;
}

void network_gradient_free(struct network_gradient *g) {
    if (!g) return;
    free(g->allocated);
    free(g);
}

void network_gradient_clear(struct network_gradient *g) {
    memset(g->products, 0, (g->transformed + g->count) * sizeof *g->products);
}

/* --- convolutions --- */

/* A convolution's bias when errors go back through it. */
static const float no_bias[NETWORK_MAX_CHANNELS];

/* Adds the derivatives by the kernel of convolution number I from IN, given its outputs' ERRORS, as
 * products of transforms (25 x I x C), which network_gradient_fold turns into kernels. */
static void add_convolution(struct network_gradient *g, const struct network *n,
                            const struct network_grid *grid, struct network_workspace *scratch,
                            int i, const float *in, const float *errors) {
    n->kernels->add_kernel(grid, in, n->layout.inputs[i], errors, n->channels,
                           g->products + n->layout.transformed[i], scratch->tiles, scratch->sums);
}

/* The errors of the inputs of convolution number I from those of its outputs. */
static void convolve_back(const struct network *n, const struct network_transposed *t,
                          const struct network_grid *grid, struct network_workspace *scratch, int i,
                          const float *errors, const struct network_epilogue *end, float *out) {
    n->kernels->convolve(grid, t->kernels + n->layout.transformed[i], errors, n->channels, end, out,
                         n->channels, scratch->tiles, scratch->sums);
}

/* The errors before ReLU from those after it: 0 where its output Y is 0, and so in the border. */
CLONED static void backward_relu(const struct network_grid *g, const float *y, int channels,
                                 float *errors) {
    const size_t count = (size_t)g->side * (size_t)g->side * (size_t)channels;
    for (size_t i = 0; i < count; i++) errors[i] = y[i] > 0 ? errors[i] : 0;
}

/* --- backward --- */

/* For y = x MATRIX, with the error Y of y: SUMS (INPUTS x OUTPUTS) += x' Y, and BACK (INPUTS) =
 * MATRIX Y, the error of x. */
CLONED static void backward_matrix(const float *matrix, const float *x, int inputs, const float *y,
                                   int outputs, float *sums, float *back) {
    for (int i = 0; i < inputs; i++, sums += outputs, matrix += outputs) {
        float part[NETWORK_LANE] = {0}, sum = 0;
        for (int k = 0; k < outputs; k++) sums[k] += x[i] * y[k];
        for (int k = 0; k < outputs; k += NETWORK_LANE)
            for (int j = 0; j < NETWORK_LANE; j++) part[j] += matrix[k + j] * y[k + j];
        for (int k = 0; k < NETWORK_LANE; k++) sum += part[k];
        back[i] = sum;
    }
}

/* From the value's error to the errors POOLED (2 C + 2) of what the hidden layer reads. */
static void backward_value(struct network_gradient *g, const struct network *n,
                           const struct network_workspace *w, float error, float *pooled) {
    const struct network_layout *l = &n->layout;
    float hidden[NETWORK_HIDDEN];
    g->sums[l->value_bias] += error;
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        hidden[i] = w->hidden[i] > 0 ? error * n->weights[l->value + i] : 0;
        g->sums[l->value + i] += error * w->hidden[i];
        g->sums[l->hidden_bias + i] += hidden[i];
    }
    backward_matrix(n->weights + l->hidden, w->pooled, 2 * n->channels + 2, hidden, NETWORK_HIDDEN,
                    g->sums + l->hidden, pooled);
}

/* Adds to the errors of ownership those that reach it through the score, whose error is SCORE: the
 * score is the sum of o = tanh(a), and do/da = 1 - o^2. */
static void add_score(const struct network_workspace *w, float score,
                      struct network_errors *errors) {
    const int size = w->grid.size;
    POINT_FOR_EACH(p, size) {
        errors->ownership[p] +=
            score / NETWORK_SCORE_UNIT * (1 - w->ownership[p] * w->ownership[p]);
    }
}

/* What one point, whose y is AT, adds by the errors of its move and ownership. */
static ALWAYS_INLINE void backward_point(const float *restrict at, float by_move,
                                         float by_ownership, float *restrict policy_sum,
                                         float *restrict ownership_sum, size_t channels) {
    for (size_t k = 0; k < channels; k++) {
        policy_sum[k] += at[k] * by_move;
        ownership_sum[k] += at[k] * by_ownership;
    }
}

/* From the errors at each point, and MEAN (C) by the means of y, to those before the ReLU of y. */
CLONED static void backward_points(struct network_gradient *g, const struct network *n,
                                   const struct network_workspace *w, const float *y,
                                   const struct network_errors *errors, const float *mean,
                                   float *out) {
    const size_t channels = (size_t)n->channels;
    const float *policy = n->weights + n->layout.policy;
    const float *ownership = n->weights + n->layout.ownership;
    POINT_FOR_EACH(p, w->grid.size) {
        const float by_move = errors->logit[p], by_ownership = errors->ownership[p];
        const size_t cell = network_cell_of(w, p) * channels;
        const float *at = y + cell;
        float *restrict to = out + cell;
        backward_point(at, by_move, by_ownership, g->sums + n->layout.policy,
                       g->sums + n->layout.ownership, channels);
        for (size_t k = 0; k < channels; k++) {
            const float error = policy[k] * by_move + ownership[k] * by_ownership + mean[k];
            to[k] = at[k] > 0 ? error : 0;
        }
    }
}

/* From the errors of the output to those before the ReLU of y. Each cell has a 1 / area part in the
 * mean of its channel. */
static void backward_output(struct network_gradient *g, const struct network *n,
                            const struct network_workspace *w, struct network_errors *errors,
                            float *out) {
    const int channels = n->channels, size = w->grid.size;
    const float points = (float)(size * size);
    float pooled[2 * NETWORK_MAX_CHANNELS + 2] = {0}, mean[NETWORK_MAX_CHANNELS];
    backward_value(g, n, w, errors->value, pooled);
    add_score(w, pooled[2 * channels], errors);
    for (int i = 0; i < channels; i++)
        mean[i] = (pooled[i] + pooled[channels + i] * (points / NETWORK_AREA_UNIT)) / points;
    for (int p = 0; p < point_limit(size); p++)
        g->sums[n->layout.ownership_bias] += errors->ownership[p];
    backward_points(g, n, w, w->output[2 * n->blocks + 1], errors, mean, out);
}

/* Adds the derivatives by H and bh; OUT gets the errors of x, which H reads. */
static void backward_head(struct network_gradient *g, const struct network *n,
                          const struct network_transposed *t, const struct network_grid *grid,
                          const float *x, const float *errors, float *out) {
    const struct network_epilogue end = {no_bias, NULL, false};
    n->kernels->add_matrix(grid, x, errors, n->channels, g->sums + n->layout.head);
    n->kernels->add_points(grid, errors, n->channels, g->sums + n->layout.head_bias);
    n->kernels->apply_matrix(grid, t->head, errors, &end, out, n->channels);
}

/* Backpropagates position number I through the second half of block B: from the errors OUTER of its
 * output, through its ReLU, to those of h, in INNER. */
static void backward_second(struct network_gradient *g, const struct network *n,
                            const struct network_transposed *t, const struct network_workspace *w,
                            struct network_workspace *scratch, int b, int i) {
    const struct network_grid *grid = &w->grid;
    const float *h = w->output[2 * b + 1];
    float *outer = g->outer[i];
    backward_relu(grid, w->output[2 * b + 2], n->channels, outer);
    add_convolution(g, n, grid, scratch, 2 * b + 2, h, outer);
    n->kernels->add_points(grid, outer, n->channels, g->sums + n->layout.bias[2 * b + 2]);
    convolve_back(n, t, grid, scratch, 2 * b + 2, outer,
                  &(struct network_epilogue){no_bias, NULL, false}, g->inner[i]);
    backward_relu(grid, h, n->channels, g->inner[i]);
}

/* Then through the first half, to the errors of the block's input, in OUTER. The input is read
 * three times, by Ka, by the mean for G, and by the skip connection, so three errors are added up.
 */
static void backward_first(struct network_gradient *g, const struct network *n,
                           const struct network_transposed *t, const struct network_workspace *w,
                           struct network_workspace *scratch, int b, int i) {
    const struct network_layout *l = &n->layout;
    const struct network_grid *grid = &w->grid;
    const float share = 1.0f / (float)(grid->size * grid->size), *inner = g->inner[i];
    float sums[NETWORK_MAX_CHANNELS] = {0}, mean[NETWORK_MAX_CHANNELS];
    add_convolution(g, n, grid, scratch, 2 * b + 1, w->output[2 * b], inner);
    n->kernels->add_points(grid, inner, n->channels, sums);
    for (int k = 0; k < n->channels; k++) g->sums[l->bias[2 * b + 1] + k] += sums[k];
    backward_matrix(n->weights + l->pool[b], w->mean[b], n->channels, sums, n->channels,
                    g->sums + l->pool[b], mean);
    for (int k = 0; k < n->channels; k++) mean[k] *= share;
    convolve_back(n, t, grid, scratch, 2 * b + 1, inner,
                  &(struct network_epilogue){mean, g->outer[i], false}, g->outer[i]);
}

/* From the target of position number I to the errors of the last block's output. */
static void backward_target(struct network_gradient *g, const struct network *n,
                            const struct network_transposed *t, const struct network_workspace *w,
                            const struct network_target *target, struct network_loss *loss, int i) {
    struct network_errors errors;
    network_loss_add(loss, w, target, &errors);
    backward_output(g, n, w, &errors, g->inner[i]);
    backward_head(g, n, t, &w->grid, w->output[2 * n->blocks], g->inner[i], g->outer[i]);
}

static void backward_planes(struct network_gradient *g, const struct network *n,
                            const struct network_workspace *w, struct network_workspace *scratch,
                            int i) {
    backward_relu(&w->grid, w->output[0], n->channels, g->outer[i]);
    add_convolution(g, n, &w->grid, scratch, 0, w->planes, g->outer[i]);
    n->kernels->add_points(&w->grid, g->outer[i], n->channels, g->sums + n->layout.bias[0]);
}

/* Layer by layer, as forward: what a layer reads and adds to stays in the cache. */
void network_gradient_add(struct network_gradient *g, const struct network *n,
                          const struct network_transposed *t, struct network_workspace *const w[],
                          const struct network_target *targets, struct network_loss *const losses[],
                          int count) {
    assert(count <= NETWORK_GROUP);
    for (int i = 0; i < count; i++) backward_target(g, n, t, w[i], &targets[i], losses[i], i);
    for (int b = n->blocks - 1; b >= 0; b--) {
        for (int i = 0; i < count; i++) backward_second(g, n, t, w[i], w[0], b, i);
        for (int i = 0; i < count; i++) backward_first(g, n, t, w[i], w[0], b, i);
    }
    for (int i = 0; i < count; i++) backward_planes(g, n, w[i], w[0], i);
}

/* --- folding --- */

void network_gradient_fold(const struct network_gradient *g, const struct network *n,
                           float *derivatives) {
    const struct network_layout *l = &n->layout;
    for (size_t i = 0; i < g->count; i++) derivatives[i] += g->sums[i];
    for (int c = 0; c <= 2 * n->blocks; c++)
        n->kernels->fold_kernel(g->products + l->transformed[c],
                                (size_t)l->inputs[c] * (size_t)n->channels,
                                derivatives + l->kernel[c]);
}

/* --- the optimiser --- */

/* Kingma and Ba's beta1, beta2 and epsilon. */
static const float m_decay = 0.9F, v_decay = 0.999F, least_root = 1e-8F;
static const float weight_decay = 0.001F;

/* The average moves by this part of the way to each step's weights: over about 50 steps at first,
 * when they change fast, later over 500. */
static const float early_part = 0.02F, late_part = 0.002F;
enum { EARLY_STEPS = 1000 };

enum status network_adam_init(struct network_adam *l, const struct network *n,
                              struct failure *why) {
    const size_t count = (size_t)n->layout.count;
    *l = (struct network_adam){.count = n->layout.count};
    l->m = calloc(3 * count, sizeof *l->m);
    if (!l->m) return out_of_memory(why, "training");
    l->v = l->m + count;
    l->average = l->v + count;
    memcpy(l->average, n->weights, count * sizeof *l->average);
    return STATUS_OK;
}

void network_adam_free(struct network_adam *l) {
    free(l->m);
    *l = (struct network_adam){0};
}

/* base^exponent by multiplications alone, so that it is the same on every machine. */
static double power(double base, uint64_t exponent) {
    double out = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) out *= base;
    return out;
}

void network_adam_step(struct network_adam *l, struct network *n, const float *derivatives,
                       double alpha) {
    assert(l->count == n->layout.count);
    const float part = l->steps < EARLY_STEPS ? early_part : late_part, rate = (float)alpha;
    l->steps++;
    /* m and v begin at 0, which these factors make up for. */
    const float m_scale = (float)(1 / (1 - power((double)m_decay, l->steps)));
    const float v_scale = (float)(1 / (1 - power((double)v_decay, l->steps)));
    for (int i = 0; i < l->count; i++) {
        const float slope = derivatives[i];
        l->m[i] += (1 - m_decay) * (slope - l->m[i]);
        l->v[i] += (1 - v_decay) * (slope * slope - l->v[i]);
        const float root = sqrtf(l->v[i] * v_scale) + least_root;
        n->weights[i] -= rate * (l->m[i] * m_scale / root + weight_decay * n->weights[i]);
        l->average[i] += part * (n->weights[i] - l->average[i]);
    }
}

void network_adam_average(const struct network_adam *l, float *out) {
    memcpy(out, l->average, (size_t)l->count * sizeof *out);
}
