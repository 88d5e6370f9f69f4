#include "reference_network.h"

#include <math.h>
#include <string.h>

/* By column and row. */
typedef double channels[BOARD_MAX_SIZE][BOARD_MAX_SIZE][NETWORK_MAX_CHANNELS];

static double relu(double x) {
    return x > 0 ? x : 0;
}

/* One output of a convolution: channel K at a point. */
static double convolved(const double *kernel, int size, channels in, int inputs, int outputs,
                        int column, int row, int k) {
    double sum = 0;
    for (int down = 0; down < 3; down++)
        for (int right = 0; right < 3; right++) {
            const int x = column + right - 1, y = row + down - 1;
            if (x < 0 || y < 0 || x >= size || y >= size) continue;
            for (int i = 0; i < inputs; i++)
                sum += in[x][y][i] * kernel[((down * 3 + right) * inputs + i) * outputs + k];
        }
    return sum;
}

/* f(kernel * in + bias + skip); SKIP may be NULL. */
static void convolve(const double *kernel, const double *bias, int size, channels in, int inputs,
                     channels *skip, int outputs, channels out) {
    for (int x = 0; x < size; x++)
        for (int y = 0; y < size; y++)
            for (int k = 0; k < outputs; k++)
                out[x][y][k] = relu(bias[k] + (skip ? (*skip)[x][y][k] : 0) +
                                    convolved(kernel, size, in, inputs, outputs, x, y, k));
}

static double mean_of(int size, channels x, int channel) {
    double sum = 0;
    for (int column = 0; column < size; column++)
        for (int row = 0; row < size; row++) sum += x[column][row][channel];
    return sum / (size * size);
}

static void backward_block(const struct network *n, const double *weights, int size, int b,
                           channels x) {
    static channels h, next;
    const struct network_layout *l = &n->layout;
    const int first = 2 * b + 1, second = 2 * b + 2;
    double bias[NETWORK_MAX_CHANNELS];
    for (int k = 0; k < n->channels; k++) {
        bias[k] = weights[l->bias[first] + k];
        for (int i = 0; i < n->channels; i++)
            bias[k] += mean_of(size, x, i) * weights[l->pool[b] + i * n->channels + k];
    }
    convolve(weights + l->kernel[first], bias, size, x, n->channels, NULL, n->channels, h);
    convolve(weights + l->kernel[second], weights + l->bias[second], size, h, n->channels,
             (channels *)x, n->channels, next);
    memcpy(x, next, sizeof next);
}

static void apply_head(const struct network *n, const double *weights, int size, channels x,
                       channels y) {
    for (int column = 0; column < size; column++)
        for (int row = 0; row < size; row++)
            for (int k = 0; k < n->channels; k++) {
                double sum = weights[n->layout.head_bias + k];
                for (int i = 0; i < n->channels; i++)
                    sum += x[column][row][i] * weights[n->layout.head + i * n->channels + k];
                y[column][row][k] = relu(sum);
            }
}

/* The logit of a move at a point and its owner. */
static void point_outputs(const struct network *n, const double *weights, const double *y,
                          const double *planes, double *logit, double *owner) {
    double sum = weights[n->layout.ownership_bias];
    *logit = 4 * (planes[NETWORK_PLANE_LIKELIHOOD] - 2);
    for (int i = 0; i < n->channels; i++) {
        *logit += y[i] * weights[n->layout.policy + i];
        sum += y[i] * weights[n->layout.ownership + i];
    }
    *owner = tanh(sum);
}

static double find_value(const struct network *n, const double *weights, int size, channels y,
                         double score, double komi) {
    const struct network_layout *l = &n->layout;
    double in[2 * NETWORK_MAX_CHANNELS + 2], value = weights[l->value_bias];
    for (int i = 0; i < n->channels; i++) {
        in[i] = mean_of(size, y, i);
        in[n->channels + i] = in[i] * size * size / 81;
    }
    in[2 * n->channels] = score / 10 + komi;
    in[2 * n->channels + 1] = komi;
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        double sum = weights[l->hidden_bias + k];
        for (int i = 0; i < 2 * n->channels + 2; i++)
            sum += in[i] * weights[l->hidden + i * NETWORK_HIDDEN + k];
        value += relu(sum) * weights[l->value + k];
    }
    return value;
}

void reference_network_forward(const struct network *n, const double *weights, int size,
                               reference_planes planes, struct reference_network *out) {
    static channels in, x, y;
    double score = 0;
    memset(out, 0, sizeof *out);
    for (int column = 0; column < size; column++)
        for (int row = 0; row < size; row++)
            memcpy(in[column][row], planes[point_at(size, column, row)], sizeof planes[0]);
    convolve(weights + n->layout.kernel[0], weights + n->layout.bias[0], size, in, n->planes, NULL,
             n->channels, x);
    for (int b = 0; b < n->blocks; b++) backward_block(n, weights, size, b, x);
    apply_head(n, weights, size, x, y);
    for (int column = 0; column < size; column++)
        for (int row = 0; row < size; row++) {
            const int p = point_at(size, column, row);
            point_outputs(n, weights, y[column][row], planes[p], &out->logit[p],
                          &out->ownership[p]);
            score += out->ownership[p];
        }
    out->value = find_value(n, weights, size, y, score, planes[0][NETWORK_PLANE_KOMI]);
}

static double policy_loss(int size, const double *logit, const struct network_target *t) {
    double sum = 0, loss = 0;
    for (int p = 0; p < point_limit(size); p++)
        if (bitset_has(&t->candidates, p)) sum += exp(logit[p]);
    for (int p = 0; p < point_limit(size); p++)
        if (t->policy[p] > 0)
            loss += (double)t->policy[p] * log((double)t->policy[p] / (exp(logit[p]) / sum));
    return loss;
}

/* KL(P || sigma(LOGIT)). */
static double entropy_loss(double p, double logit) {
    const double q = 1 / (1 + exp(-logit));
    double loss = -p * log(q) - (1 - p) * log(1 - q);
    if (p > 0) loss += p * log(p);
    if (p < 1) loss += (1 - p) * log(1 - p);
    return loss;
}

double reference_network_loss(int size, const struct reference_network *out,
                              const struct network_target *t) {
    double ownership = 0;
    for (int p = 0; p < point_limit(size); p++)
        if (point_column(size, p) < size)
            ownership +=
                entropy_loss((1 + (double)t->ownership[p]) / 2, 2 * atanh(out->ownership[p]));
    return (double)t->policy_weight * policy_loss(size, out->logit, t) +
           (double)t->value_weight * entropy_loss((double)t->value, out->value) +
           (double)t->ownership_weight * 2 * ownership / (size * size);
}

double reference_network_derivative(const struct network *shape, double *weights, int index,
                                    int size, reference_planes planes,
                                    const struct network_target *target) {
    const double kept = weights[index], step = 1e-6;
    struct reference_network out;
    weights[index] = kept + step;
    reference_network_forward(shape, weights, size, planes, &out);
    const double above = reference_network_loss(size, &out, target);
    weights[index] = kept - step;
    reference_network_forward(shape, weights, size, planes, &out);
    weights[index] = kept;
    return (above - reference_network_loss(size, &out, target)) / (2 * step);
}
