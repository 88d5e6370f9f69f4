#include "reference_sprt.h"

#include <math.h>

static double likelihood(const int64_t count[5], const double p[5]) {
    double sum = 0;
    for (int i = 0; i < 5; i++)
        if (count[i] > 0) sum += (double)count[i] * log(p[i]);
    return sum;
}

/* Q is P with WEIGHT moved to score J from I and K, I < J < K, so that the mean stays. */
static void shift(const double p[5], int i, int j, int k, double weight, double q[5]) {
    for (int n = 0; n < 5; n++) q[n] = p[n];
    q[i] -= weight * (k - j) / (k - i);
    q[j] += weight;
    q[k] -= weight * (j - i) / (k - i);
}

/* The best such shift, by thirds: the likelihood has one top. */
static void climb(const int64_t count[5], double p[5], int i, int j, int k) {
    double low = -p[j], high = fmin(p[i] * (k - i) / (k - j), p[k] * (k - i) / (j - i));
    double left[5], right[5];
    for (int step = 0; step < 60; step++) {
        const double third = (high - low) / 3;
        shift(p, i, j, k, low + third, left);
        shift(p, i, j, k, high - third, right);
        if (likelihood(count, left) < likelihood(count, right))
            low += third;
        else
            high -= third;
    }
    shift(p, i, j, k, 0.5 * (low + high), left);
    for (int n = 0; n < 5; n++) p[n] = fmax(left[n], 0);
}

double reference_likelihood(const int64_t count[5], double mean) {
    /* All scores, the ends as often as the mean asks for. */
    double p[5] = {0.4, 0.2 / 3, 0.2 / 3, 0.2 / 3, 0.4};
    const double wanted = mean - 0.1;
    p[4] = wanted;
    p[0] = 0.8 - wanted;
    for (int round = 0; round < 400; round++)
        for (int i = 0; i < 3; i++)
            for (int j = i + 1; j < 4; j++)
                for (int k = j + 1; k < 5; k++) climb(count, p, i, j, k);
    return likelihood(count, p);
}

double reference_ratio(const int64_t count[5], double elo0, double elo1) {
    return reference_likelihood(count, 1 / (1 + exp(-elo1 * log(10) / 400))) -
           reference_likelihood(count, 1 / (1 + exp(-elo0 * log(10) / 400)));
}
