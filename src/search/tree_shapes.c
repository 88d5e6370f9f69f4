/* The weights that the heuristic reads: the policies and the network from the weight store, local
 * shapes from the long-term memory or from a TD search that runs before the tree's (2012 paper,
 * section 6.2). Both kinds of local shapes are added up in one table, that of local_shapes.h,
 * because a node's gains are then one load per shape. */
#include "guzumi/base/clock.h"
#include "guzumi/network/network.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/shapes/local_shapes.h"

#include "tree_state.h"

#include <stdlib.h>

/* The first phase gets as many simulations as the tree, or half of the time: of move_time where
 * nothing limits the tree. */
static struct search_limit first_phase(const struct params *params,
                                       const struct search_limit *limit) {
    struct search_limit out = *limit;
    const double now = clock_read(limit->clock);
    const bool endless = !limit->simulations && isinf(limit->target);
    const double left = endless ? params->move_time : limit->target - now;
    out.purpose = SEARCH_TO_LEARN;
    out.target = out.most = now + left / 2;
    out.watch = NULL;
    return out;
}

/* Runs the TD search and copies its value function. */
static enum status fuse_short_term(struct tree_run *run, const struct search_position *position,
                                   const struct bitset *candidates, struct rng *rng,
                                   struct failure *why) {
    struct tree_search *s = run->search;
    const struct search_limit limit = first_phase(run->params, run->limit);
    enum status status = STATUS_OK;
    if (!s->td) {
        status = search_new(&s->td, search_methods[SEARCH_TD], &s->base.setting, why);
        s->is_fused = false;
    }
    if (status == STATUS_OK && !s->is_fused)
        status = s->td->method->start(s->td, position->board->size, s->memory, why);
    if (status == STATUS_OK)
        status = s->td->method->run(s->td, position, candidates, &limit, rng, why);
    if (status != STATUS_OK) return status;
    const struct evaluator *learnt = s->td->method->evaluator(s->td);
    fused_fill(&s->fused, learnt->method->shapes(learnt));
    s->output = learnt->output;
    return STATUS_OK;
}

/* The policy and the network. Either may be missing; the heuristic works without it. */
static enum status find_learnt(struct tree_run *run, int size, struct failure *why) {
    struct weight_store *store = run->search->base.setting.store;
    struct tree_heuristic *heuristic = &run->heuristic;
    const struct trained_policy *policy = NULL;
    const struct trained_network *network = NULL;
    const struct heuristic_method *method = heuristic_method_of(run->params);
    enum status status = STATUS_OK;
    if (method->reads_policy && store) status = trained_policy_find(store, size, &policy, why);
    if (status == STATUS_OK && method->reads_network && store)
        status = trained_network_find(store, size, &network, why);
    heuristic->moves = policy ? &policy->moves : NULL;
    heuristic->network = network ? network->network : NULL;
    return status;
}

/* Whether the run's heuristic reads local shapes and there are any. */
static bool reads_shapes(const struct tree_run *run) {
    return heuristic_method_of(run->params)->reads_shapes &&
           (run->params->heuristic_memory == HEURISTIC_SHORT || run->search->memory);
}

/* Makes room for them. What is there already stays valid for the same source and board size. */
static enum status prepare_fused(struct tree_run *run, int size, struct failure *why) {
    struct tree_search *s = run->search;
    const enum heuristic_memory source = run->params->heuristic_memory;
    const bool by_orbit = source != HEURISTIC_SHORT && memory_is_symmetric(s->memory);
    const bool fits =
        s->fused.shapes && s->fused.shapes->size == size && s->fused.by_orbit == by_orbit;
    if (s->fused_memory != source || !fits) s->is_fused = false;
    s->fused_memory = source;
    if (fits) return STATUS_OK;
    fused_free(&s->fused);
    return fused_init(&s->fused, size, by_orbit, why);
}

/* What does not depend on the position. A long-term memory is expanded once a game; a short-term
 * one is learnt before each search (tree_prepare_shapes). */
enum status tree_prepare_learnt(struct tree_run *run, int size, struct failure *why) {
    struct tree_search *s = run->search;
    enum status status = find_learnt(run, size, why);
    if (status != STATUS_OK || !reads_shapes(run)) return status;
    status = prepare_fused(run, size, why);
    if (status != STATUS_OK || s->is_fused || run->params->heuristic_memory == HEURISTIC_SHORT)
        return status;
    s->output = value_kind_of(s->memory, VALUE_LOGISTIC);
    status = fused_expand(&s->fused, s->memory, why);
    s->is_fused = status == STATUS_OK;
    return status;
}

enum status tree_prepare_shapes(struct tree_run *run, const struct search_position *position,
                                const struct bitset *candidates, struct rng *rng,
                                struct failure *why) {
    struct tree_search *s = run->search;
    enum status status = STATUS_OK;
    if (!reads_shapes(run)) return STATUS_OK;
    if (run->params->heuristic_memory == HEURISTIC_SHORT)
        status = fuse_short_term(run, position, candidates, rng, why);
    if (status != STATUS_OK) return status;
    s->is_fused = true;
    s->weights = fused_weights(&s->fused);
    run->heuristic.shapes = &s->weights;
    run->heuristic.output = s->output;
    return STATUS_OK;
}

void tree_shape_values(const struct tree_search *s, const struct search_position *position,
                       const struct bitset *candidates, double values[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        values[p] = p < point_limit(position->board->size) && bitset_has(candidates, p) ? 0.5 : -1;
    if (!s->has_run || !s->is_fused || s->fused.shapes->size != position->board->size) return;
    struct local_shapes shapes;
    local_shapes_init(&shapes, &s->weights, s->output);
    shapes.base.method->set(&shapes.base, position->board, position->to_move);
    evaluator_values(&shapes.base, position->board, position->to_move, candidates, values);
}
