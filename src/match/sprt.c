#include "guzumi/match/sprt.h"

#include <inttypes.h>
#include <math.h>

const double sprt_limit = 2.9444389791664403;

/* Bisections: enough for all digits that a double has. */
enum { BISECTIONS = 60 };

static double mean_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* A pair's score a game, less MEAN. */
static double deviation(int half_points, double mean) {
    return (double)half_points / (SPRT_SCORES - 1) - mean;
}

/* Its derivative by FACTOR has the sign of this; it falls with FACTOR. */
static double slope(const int64_t count[SPRT_SCORES], double mean, double factor) {
    double sum = 0;
    for (int i = 0; i < SPRT_SCORES; i++)
        if (count[i])
            sum += (double)count[i] * deviation(i, mean) / (1 + factor * deviation(i, mean));
    return sum;
}

/* By how much the logarithm of COUNT's likelihood falls when the distribution has to have MEAN.
 * The best such distribution is p_i = f_i / (1 + t (x_i - mean)) with the frequencies f_i and the
 * Lagrange multiplier t, so that the fall is the maximum over t of
 * sum_i count_i log(1 + t (x_i - mean)). At the ends of t's range, where a factor becomes 0, the
 * best distribution also has scores that have not been seen. */
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

double sprt_ratio(struct sprt_bounds bounds, const int64_t count[SPRT_SCORES]) {
    return fall(count, mean_of_elo(bounds.elo0)) - fall(count, mean_of_elo(bounds.elo1));
}

struct sprt sprt_start(struct sprt_bounds bounds) {
    return (struct sprt){.bounds = bounds, .verdict = SPRT_OPEN};
}

void sprt_add(struct sprt *test, int half_points) {
    if (test->verdict != SPRT_OPEN) return;
    test->count[half_points]++;
    test->ratio = sprt_ratio(test->bounds, test->count);
    if (test->ratio >= sprt_limit) test->verdict = SPRT_ELO1;
    if (test->ratio <= -sprt_limit) test->verdict = SPRT_ELO0;
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
