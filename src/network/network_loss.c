#include "network_loss.h"

#include "guzumi/go/board.h"

#include <math.h>
#include <string.h>

/* --- moves ---
 */

static double log_sum(const float *logit, const struct bitset *candidates, int words) {
    double most = -INFINITY, sum = 0;
    BITSET_FOR_EACH(p, *candidates, words) most = fmax(most, (double)logit[p]);
    BITSET_FOR_EACH(q, *candidates, words) sum += exp((double)logit[q] - most);
    return most + log(sum);
}

/* The divergence of the softmax over LOGIT, whose log_sum is ALL, from the shares. */
static double divergence(const float *logit, double all, const struct network_target *t,
                         int words) {
    double sum = 0;
    BITSET_FOR_EACH(p, t->candidates, words) {
        const double share = (double)t->share[p];
        if (share > 0) sum += share * (log(share) - ((double)logit[p] - all));
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
        const float *planes = w->planes + network_cell(&w->grid, p) * NETWORK_PLANES;
        logit[p] = network_linear_logit(planes[NETWORK_PLANE_LIKELIHOOD]);
    }
}

static void add_policy(struct network_loss *loss, const struct network_workspace *w,
                       const struct network_target *t, struct network_errors *errors) {
    const int words = board_words(w->grid.size);
    const double weight = (double)t->policy_weight;
    float linear[BOARD_MAX_POINTS];
    double total = 0;
    BITSET_FOR_EACH(p, t->candidates, words) total += (double)t->share[p];
    if (total <= 0) return;
    const int best = largest(t->share, &t->candidates, words);
    const double all = log_sum(w->logit, &t->candidates, words);
    find_linear_logits(w, &t->candidates, words, linear);
    const double linear_all = log_sum(linear, &t->candidates, words);
    loss->policy_weight += weight;
    loss->policy += weight * divergence(w->logit, all, t, words);
    loss->linear_policy += weight * divergence(linear, linear_all, t, words);
    loss->hits += weight * (largest(w->logit, &t->candidates, words) == best);
    loss->linear_hits += weight * (largest(linear, &t->candidates, words) == best);
    BITSET_FOR_EACH(q, t->candidates, words) {
        const double chance = exp((double)w->logit[q] - all);
        errors->logit[q] = (float)(weight * (chance - (double)t->share[q]));
    }
}

/* --- result and owners ---
 */

/* P log(P / Q) where Q may be all but 0. */
static double relative_entropy(double p, double q) {
    return p > 0 ? p * log(p / fmax(q, 1e-9)) : 0;
}

/* The cross entropy of chance Q where P was found, less P's own. */
static double excess_entropy(double p, double q) {
    return relative_entropy(p, q) + relative_entropy(1 - p, 1 - q);
}

static void add_value(struct network_loss *loss, const struct network_workspace *w,
                      const struct network_target *t, struct network_errors *errors) {
    const double weight = (double)t->value_weight, chance = 1 / (1 + exp(-(double)w->value));
    const double error = chance - (double)t->value;
    loss->value_weight += weight;
    loss->value += weight * excess_entropy((double)t->value, chance);
    loss->value_square += weight * error * error;
    errors->value = (float)(weight * error);
}

static void add_owners(struct network_loss *loss, const struct network_workspace *w,
                       const struct network_target *t, struct network_errors *errors) {
    const int size = w->grid.size;
    const double weight = (double)t->owner_weight, share = weight / (size * size);
    if (weight <= 0) return;
    loss->owner_weight += weight;
    for (int p = 0; p < point_limit(size); p++) {
        if (point_column(size, p) == size) continue;
        const double owner = (double)w->owner[p], target = (double)t->owner[p];
        const double error = owner - target;
        loss->owner += 2 * share * excess_entropy((1 + target) / 2, (1 + owner) / 2);
        loss->owner_square += share * error * error;
        errors->owner[p] = (float)(2 * share * error);
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
    add_owners(loss, w, t, errors);
}

void network_loss_unite(struct network_loss *into, const struct network_loss *from) {
    into->positions += from->positions;
    into->policy += from->policy;
    into->linear_policy += from->linear_policy;
    into->hits += from->hits;
    into->linear_hits += from->linear_hits;
    into->policy_weight += from->policy_weight;
    into->value += from->value;
    into->value_square += from->value_square;
    into->value_weight += from->value_weight;
    into->owner += from->owner;
    into->owner_square += from->owner_square;
    into->owner_weight += from->owner_weight;
}
