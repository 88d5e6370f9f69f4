/* The formulas of the tree policy (tree.h lists them), and the loop over a node's slots that takes
 * the largest value. Every simulation runs it in every open node on its way: so it reads whole
 * arrays, has no branch for a slot, and is compiled for each formula and usual board size, with and
 * without other threads that write. */
#include "tree.h"

#include "guzumi/search/tree_search.h"

#include "board_kernel.h"

#include <float.h>

enum tree_kind tree_kind_of(const struct params *params, int size) {
    const bool is_known = params->heuristic == HEURISTIC_NETWORK && size >= TREE_NETWORK_LEAST_SIZE;
    if (params->tree_policy == TREE_POLICY_PUCT ||
        (params->tree_policy == TREE_POLICY_AUTO && is_known))
        return TREE_OF_PUCT;
    return params->rave == RAVE_NONE ? TREE_OF_UCT : TREE_OF_RAVE;
}

/* The smallest board on which playouts say so little that the network's value counts more. The
 * values of moves then differ by less, so that the same c would explore more, and the same
 * reduction less. */
#define LARGE_BOARD 16

static float by_size(double given, int size, float small, float large) {
    if (given >= 0) return (float)given;
    return size >= LARGE_BOARD ? large : small;
}

float tree_puct(const struct params *params, int size) {
    return by_size(params->puct, size, 1, 0.5f);
}

float tree_network_weight(const struct params *params, int size) {
    return by_size(params->network_fraction, size, 0.65f, 0.75f);
}

float tree_fpu_reduction(const struct params *params, int size) {
    return by_size(params->fpu_reduction, size, 0.1f, 0.05f);
}

bool tree_network_turned(const struct params *params, int size) {
    if (params->network_turned != NETWORK_TURNED_AUTO)
        return params->network_turned == NETWORK_TURNED_ON;
    return size < LARGE_BOARD;
}

void tree_set_by_size(struct params *params, int size) {
    params->puct = (double)tree_puct(params, size);
    params->network_fraction = (double)tree_network_weight(params, size);
    params->fpu_reduction = (double)tree_fpu_reduction(params, size);
    params->network_turned =
        tree_network_turned(params, size) ? NETWORK_TURNED_ON : NETWORK_TURNED_OFF;
}

/* How the tree weights a value by RAVE. */
static ALWAYS_INLINE enum rave_schedule schedule_of(const struct params *params,
                                                    const struct tree *tree) {
    return tree->kind == TREE_OF_RAVE ? params->rave : RAVE_NONE;
}

/* c: PUCT has a constant of its own. */
static ALWAYS_INLINE float exploration_of(const struct params *params, const struct tree *tree) {
    return tree->kind == TREE_OF_PUCT ? tree_puct(params, tree->size) : (float)params->exploration;
}

/* The terms that the values of all actions of a node share. */
struct terms {
    float fpu;
    float log_total; /* c^2 log N(s), or c^2 log(visits / m) after m greedy visits */
    float rave_part; /* of RAVE's visits, that count beside an action's own in its bonus: 0 or 1 */
    float root;      /* PUCT: c sqrt(1 + visits) */
    float beta;      /* hand-selected schedule: sqrt(k / (3 N(s) + k)), equation 19 */
    float four_b_b;  /* minimum-MSE schedule: 4 b^2, of equation 47 */
};

static ALWAYS_INLINE float visits_of(struct tree_node *node) {
    return (float)atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static ALWAYS_INLINE bool node_explores(const struct params *params, const struct tree *tree,
                                        struct tree_node *node) {
    return exploration_of(params, tree) > 0 && visits_of(node) >= (float)params->exploration_after;
}

/* A logarithm below 0, of fewer than m visits or of an N(s) below 1, would take the bonus below 0:
 * it is clamped. The hand-selected beta stays below 1, so that a Q of minus infinity still counts:
 * by the equation it is 1 in a node without visits, or NaN if k = 0. */
static ALWAYS_INLINE struct terms terms_of(const struct params *params, const struct tree *tree,
                                           struct tree_node *node) {
    const float c = exploration_of(params, tree), m = (float)params->exploration_after;
    const float k = (float)params->rave_equivalence, b = (float)params->rave_bias;
    const float total = concurrent_read(&node->total);
    const float explored = m > 0 ? visits_of(node) / m : total;
    const float beta = sqrtf(k / (3 * total + k));
    return (struct terms){.fpu = (float)params->fpu,
                          .log_total = c * c * logf(explored > 1 ? explored : 1),
                          .rave_part = params->exploration_rave,
                          .root = c * sqrtf(1 + visits_of(node)),
                          .beta = beta < 1 ? beta : 1 - FLT_EPSILON,
                          .four_b_b = 4 * b * b};
}

/* The values of an action with N(s, a) = n visits and n Q = w wins, n~ = rn and n~ Q~ = rw by RAVE,
 * and the probability P = p. Both sides of each choice are computed, without a division by zero, so
 * that the compiler can do several actions at once. */

/* Equation 7: Q + c sqrt(log N(s) / n). */
static ALWAYS_INLINE float uct(const struct terms *t, float n, float w) {
    const float tried = n > 0 ? n : 1;
    const float value = w / tried + sqrtf(t->log_total / tried);
    return n > 0 ? value : t->fpu;
}

/* The same bonus beside RAVE; an action that was never tried has that of one tried once. */
static ALWAYS_INLINE float bonus(const struct terms *t, float own, float rn) {
    const float n = own + t->rave_part * rn;
    return sqrtf(t->log_total / (n > 1 ? n : 1));
}

/* Q + c P sqrt(1 + visits) / (1 + n): the 1 beside the visits makes the likeliest action the first
 * one, since in a node without visits the second term would be 0 for all. */
static ALWAYS_INLINE float puct(const struct terms *t, float n, float w, float p) {
    const float value = w / (n > 0 ? n : 1) + t->root * p / (1 + n);
    return n > 0 ? value : t->fpu;
}

/* Equation 12, (1 - beta) Q + beta Q~, with the node's beta where both are known; else the one that
 * is known counts alone. */
static ALWAYS_INLINE float hand_selected(const struct terms *t, float n, float w, float rn,
                                         float rw) {
    const float beta = rn > 0 ? (n > 0 ? t->beta : 1) : 0;
    const float q = w / (n > 0 ? n : 1), rave = rw / (rn > 0 ? rn : 1);
    const float value = (1 - beta) * q + beta * rave;
    return n + rn > 0 ? value : t->fpu;
}

/* Equation 12 with beta = n~ / (n + n~ + 4 b^2 n n~) of equation 47. Over the common denominator
 * the quotients Q = w / n and Q~ = w~ / n~ cancel out, and neither n nor n~ may be 0 any more:
 *
 *     (1 - beta) Q + beta Q~ = (w (1 + 4 b^2 n~) + w~) / (n + n~ + 4 b^2 n~ n) */
static ALWAYS_INLINE float minimum_mse(const struct terms *t, float n, float w, float rn,
                                       float rw) {
    const float bias = t->four_b_b * rn;
    const float below = n + rn + bias * n, above = w * (1 + bias) + rw;
    const float value = above / (below > 0 ? below : 1);
    return below > 0 ? value : t->fpu;
}

/* Equation 18, UCT-RAVE, is equation 12 and the bonus. */
static ALWAYS_INLINE float value_of(const struct terms *t, enum rave_schedule schedule,
                                    bool explores, float n, float w, float rn, float rw) {
    if (schedule == RAVE_NONE) return uct(t, n, w);
    const float value = schedule == RAVE_HAND_SELECTED ? hand_selected(t, n, w, rn, rw)
                                                       : minimum_mse(t, n, w, rn, rw);
    return explores && n + rn > 0 ? value + bonus(t, n, rn) : value;
}

static float value_by(const struct terms *terms, const struct params *params, bool explores,
                      const struct tree *tree, struct tree_node *node, int slot) {
    const int slots = tree->slots;
    const enum rave_schedule schedule = schedule_of(params, tree);
    const float n = concurrent_read(&node_visits(node)[slot]);
    const float w = concurrent_read(&node_wins(node, slots)[slot]);
    if (tree->kind == TREE_OF_PUCT) return puct(terms, n, w, node_priors(node, slots)[slot]);
    if (schedule == RAVE_NONE) return uct(terms, n, w);
    return value_of(terms, schedule, explores, n, w,
                    concurrent_read(&node_rave_visits(node, slots)[slot]),
                    concurrent_read(&node_rave_wins(node, slots)[slot]));
}

float tree_policy_value(const struct params *params, const struct tree *tree,
                        struct tree_node *node, int slot) {
    const struct terms terms = terms_of(params, tree, node);
    return value_by(&terms, params, node_explores(params, tree, node), tree, node, slot);
}

float tree_policy_greedy_value(const struct params *params, const struct tree *tree,
                               struct tree_node *node, int slot, float unknown) {
    struct terms terms = terms_of(params, tree, node);
    terms.log_total = terms.root = 0; /* as with c = 0 */
    terms.fpu = unknown;
    return value_by(&terms, params, false, tree, node, slot);
}

/* A copy of what other threads may be changing: relaxed atomic loads keep the compiler from
 * vectorising, so they are done first, and the values are computed from the copy. */
static ALWAYS_INLINE void copy(float *to, const float *from, int count) {
    for (int i = 0; i < count; i++) to[i] = concurrent_read(&from[i]);
}

/* The slot of the largest value, ties broken at random. Values are either not negative or minus
 * infinity. Read as signed integers, the bits of such floats are in the order of the floats, and
 * integers have a vector maximum on every machine. TIES and SUM are without a branch: if there is
 * one largest value, the sum of the slots that have it is its slot. */
static ALWAYS_INLINE int choose(const float *value, int slots, struct rng *rng) {
    int32_t bits[TREE_MAX_SLOTS], best = 0, ties = 0, sum = 0;
    memcpy(bits, value, (size_t)slots * sizeof *value);
    for (int i = 0; i < slots; i++) best = bits[i] > best ? bits[i] : best;
    for (int i = 0; i < slots; i++) {
        const int32_t mask = -(int32_t)(bits[i] == best);
        ties -= mask;
        sum += i & mask;
    }
    assert(ties > 0);
    if (ties == 1) return sum;
    int slot = -1;
    for (int left = (int)rng_below(rng, (uint32_t)ties); left >= 0; left -= bits[slot] == best)
        slot++;
    return slot;
}

/* The visits and wins of a node, copied if other threads may be changing them. */
struct counts {
    const float *n, *w;
    float copies[2][TREE_MAX_SLOTS];
};

static ALWAYS_INLINE void read_counts(struct counts *out, struct tree_node *node, int slots,
                                      bool concurrent) {
    out->n = node_visits(node);
    out->w = node_wins(node, slots);
    if (!concurrent) return;
    copy(out->copies[0], out->n, slots);
    copy(out->copies[1], out->w, slots);
    out->n = out->copies[0];
    out->w = out->copies[1];
}

static ALWAYS_INLINE int select_by(const struct terms *terms, int slots,
                                   enum rave_schedule schedule, bool explores, bool concurrent,
                                   struct tree_node *node, struct rng *rng) {
    const bool has_rave = schedule != RAVE_NONE;
    struct counts counts;
    float copies[2][TREE_MAX_SLOTS], value[TREE_MAX_SLOTS];
    read_counts(&counts, node, slots, concurrent);
    const float *rn = counts.n, *rw = counts.w; /* any pointer will do: UCT does not read them */
    if (has_rave) {
        rn = node_rave_visits(node, slots);
        rw = node_rave_wins(node, slots);
    }
    if (concurrent && has_rave) {
        copy(copies[0], rn, slots);
        copy(copies[1], rw, slots);
        rn = copies[0];
        rw = copies[1];
    }
    for (int i = 0; i < slots; i++)
        value[i] = value_of(terms, schedule, explores, counts.n[i], counts.w[i], rn[i], rw[i]);
    return choose(value, slots, rng);
}

static ALWAYS_INLINE int select_by_puct(const struct terms *terms, int slots, bool concurrent,
                                        struct tree_node *node, struct rng *rng) {
    const float *p = node_priors(node, slots); /* never change once a node is open */
    struct counts counts;
    float value[TREE_MAX_SLOTS];
    read_counts(&counts, node, slots, concurrent);
    for (int i = 0; i < slots; i++) value[i] = puct(terms, counts.n[i], counts.w[i], p[i]);
    return choose(value, slots, rng);
}

/* Calls a copy of the loop in which the schedule, the bonus and the threads are constants: a choice
 * per slot would cost more than the formula. */
static ALWAYS_INLINE int select_slot(const struct params *params, const struct tree *tree,
                                     int slots, struct tree_node *node, struct rng *rng) {
#define SELECT(SCHEDULE, EXPLORES)                                                                 \
    (concurrent ? select_by(&terms, slots, SCHEDULE, EXPLORES, true, node, rng)                    \
                : select_by(&terms, slots, SCHEDULE, EXPLORES, false, node, rng))
    const struct terms terms = terms_of(params, tree, node);
    const bool explores = node_explores(params, tree, node);
    const bool concurrent = params->threads > 1; /* others change the statistics meanwhile */
    if (tree->kind == TREE_OF_PUCT)
        return concurrent ? select_by_puct(&terms, slots, true, node, rng)
                          : select_by_puct(&terms, slots, false, node, rng);
    switch (schedule_of(params, tree)) {
    case RAVE_NONE:
        return SELECT(RAVE_NONE, true);
    case RAVE_HAND_SELECTED:
        return explores ? SELECT(RAVE_HAND_SELECTED, true) : SELECT(RAVE_HAND_SELECTED, false);
    default:
        return explores ? SELECT(RAVE_MINIMUM_MSE, true) : SELECT(RAVE_MINIMUM_MSE, false);
    }
#undef SELECT
}

#define SLOTS(N) ((N * (N + 1) + TREE_LANES) / TREE_LANES * TREE_LANES)
#define STAMP_SELECT_SLOTS(TARGET, SUFFIX, COUNT)                                                  \
    TARGET static int select_##SUFFIX(const struct params *params, const struct tree *tree,        \
                                      struct tree_node *node, struct rng *rng) {                   \
        assert(tree->slots == (COUNT));                                                            \
        return select_slot(params, tree, COUNT, node, rng);                                        \
    }
#define STAMP_SELECT(N) STAMP_SELECT_SLOTS(STAMPED, N, SLOTS(N))
GO_SIZES(STAMP_SELECT)
STAMP_SELECT_SLOTS(CLONED, any, tree->slots)

int tree_policy_select(const struct params *params, const struct tree *tree, struct tree_node *node,
                       struct rng *rng) {
    int slot = 0;
    GO_DISPATCH(tree->size, slot = select, (params, tree, node, rng))
    return slot;
}
