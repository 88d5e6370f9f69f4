#include "guzumi/match/sprt.h"

#include <inttypes.h>
#include <math.h>

const double sprt_limit = 2.9444389791664403;

/* 2^-60 of the interval: beyond the precision of a double. */
enum { BISECTIONS = 60 };

static double mean_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* x_i - mean: the score per game of a pair with HALF_POINTS, less MEAN. */
static double deviation(int half_points, double mean) {
    return (double)half_points / (SPRT_SCORES - 1) - mean;
}

/* The derivative by FACTOR (t) of the sum in `fall`; it decreases with FACTOR. */
static double slope(const int64_t count[SPRT_SCORES], double mean, double factor) {
    double sum = 0;
    for (int i = 0; i < SPRT_SCORES; i++)
        if (count[i])
            sum += (double)count[i] * deviation(i, mean) / (1 + factor * deviation(i, mean));
    return sum;
}

/* The loss in log likelihood of COUNT when the distribution must have MEAN.
 *
 * Without the constraint the best distribution is the frequencies f_i. With it, Lagrange's method
 * gives p_i = f_i / (1 + t (x_i - mean)), where t makes the mean right. The loss,
 *
 *     sum_i count_i log(f_i / p_i) = sum_i count_i log(1 + t (x_i - mean)),
 *
 * is concave in t and maximal there, so bisect on its derivative within the range where all factors
 * are positive. At the ends of the range, the best distribution includes scores that were not seen.
 */
static double fall(const int64_t count[SPRT_SCORES], double mean) {
    double low = -1 / deviation(SPRT_SCORES - 1, mean), high = -1 / deviation(0, mean), sum = 0;
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = 0.5 * (low + high);
        if (slope(count, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    const double factor = 0.5 * (low + high);
    for (int i = 0; i < SPRT_SCORES; i++)
        if (count[i]) sum += (double)count[i] * log(1 + factor * deviation(i, mean));
    return sum;
}

struct sprt sprt_start(struct sprt_bounds bounds) {
    return (struct sprt){.bounds = bounds, .verdict = SPRT_OPEN};
}

static void decide(struct sprt *test) {
    test->ratio = fall(test->count, mean_of_elo(test->bounds.elo0)) -
                  fall(test->count, mean_of_elo(test->bounds.elo1));
    test->verdict = SPRT_OPEN;
    if (test->ratio >= sprt_limit) test->verdict = SPRT_ELO1;
    if (test->ratio <= -sprt_limit) test->verdict = SPRT_ELO0;
}

void sprt_add(struct sprt *test, int half_points) {
    if (test->verdict != SPRT_OPEN) return;
    test->count[half_points]++;
    decide(test);
}

void sprt_add_all(struct sprt *test, const int64_t count[SPRT_SCORES]) {
    for (int i = 0; i < SPRT_SCORES; i++) test->count[i] += count[i];
    decide(test);
}

int64_t sprt_pairs(const struct sprt *test) {
    int64_t pairs = 0;
    for (int i = 0; i < SPRT_SCORES; i++) pairs += test->count[i];
    return pairs;
}

void sprt_print(const struct sprt *t, const char *player, const char *opponent, FILE *out) {
    fprintf(out, "sprt %g %g: ", t->bounds.elo0, t->bounds.elo1);
    if (t->verdict == SPRT_OPEN)
        fprintf(out, "undecided");
    else
        fprintf(out, "%+g Elo or %s for %s against %s",
                t->verdict == SPRT_ELO1 ? t->bounds.elo1 : t->bounds.elo0,
                t->verdict == SPRT_ELO1 ? "more" : "less", player, opponent);
    fprintf(out,
            ", after %" PRId64 " pairs (log likelihood ratio %+.2f, bounds %+.2f and %+.2f)\n"
            "pairs with 0, 1/2, 1, 3/2, 2 points:",
            sprt_pairs(t), t->ratio, -sprt_limit, sprt_limit);
    for (int i = 0; i < SPRT_SCORES; i++) fprintf(out, " %" PRId64, t->count[i]);
    fprintf(out, "\n");
}
