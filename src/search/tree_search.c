/* The life of a tree search: making it, starting a game, the weights that its heuristic reads, and
 * a run on one or more threads. All threads descend the same tree (tree_simulation.c); the first
 * one also watches the clock. */
#include "guzumi/base/clock.h"
#include "guzumi/base/threads.h"
#include "guzumi/network/network.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/shapes/local_shapes.h"

#include "tree_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum status tree_search_make(struct search **out, const struct search_setting *setting,
                                    struct failure *why) {
    struct tree_search *s = calloc(1, sizeof *s);
    (void)setting;
    if (!s) return out_of_memory(why, "the tree search");
    s->tree.root = TREE_NONE;
    *out = &s->base;
    return STATUS_OK;
}

static void free_workers(struct tree_search *s) {
    for (int i = 0; i < s->worker_count; i++)
        network_workspace_free(s->worker[i].scratch.workspace);
    free(s->worker);
    s->worker = NULL;
    s->worker_count = 0;
}

static void tree_search_free(struct search *search) {
    struct tree_search *s = tree_search_of(search);
    tree_free(&s->tree);
    tree_memory_free(&s->short_term);
    fused_free(&s->fused);
    search_free(s->td);
    free(s->history.hashes);
    free(s->move_ownership);
    free_workers(s);
    free(s);
}

size_t tree_search_node_bytes(int size, const struct params *params) {
    return tree_node_bytes(size, tree_kind_of(params, size));
}

/* --- the weights that the heuristic reads ---
 *
 * The policies and the network from the weight store, local shapes from the long-term memory or
 * from a TD search that runs before the tree's (2012 paper, section 6.2). Both kinds of local
 * shapes are added up in one table, that of local_shapes.h, because a node's gains are then one
 * load per shape. */

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

/* What does not depend on the position: the policy, the network, and the local shapes of a
 * long-term memory, which are expanded once for each. Those of a short-term memory are learnt
 * before each run (prepare_shapes). */
static enum status prepare_weights(struct tree_run *run, int size, struct failure *why) {
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

static enum status prepare_shapes(struct tree_run *run, const struct search_position *position,
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

/* --- a start --- */

/* Workers for THREADS threads, each with a workspace for NETWORK, unless that is NULL. */
static enum status prepare_workers(struct tree_search *s, int threads,
                                   const struct network *network, struct failure *why) {
    enum status status = STATUS_OK;
    if (s->worker_count != threads) {
        free_workers(s);
        s->worker = calloc((size_t)threads, sizeof *s->worker);
        if (!s->worker) return out_of_memory(why, "the threads of the search");
        s->worker_count = threads;
    }
    for (int i = 0; i < threads && status == STATUS_OK; i++) {
        struct network_workspace **workspace = &s->worker[i].scratch.workspace;
        if (!network || (*workspace && network_workspace_fits(*workspace, network))) continue;
        network_workspace_free(*workspace);
        *workspace = NULL;
        status = network_workspace_new(workspace, network, why);
    }
    return status;
}

/* Prepares what the run's heuristic reads, and the workers that read it. */
static enum status prepare_learnt(struct tree_run *run, int size, struct failure *why) {
    const int threads = (int)run->search->base.setting.params->threads;
    const enum status status = prepare_weights(run, size, why);
    if (status != STATUS_OK) return status;
    return prepare_workers(run->search, threads, run->heuristic.network, why);
}

/* Prepares the nodes and what the network's short-term memory keeps of them. */
static enum status prepare_nodes(struct tree_run *run, int size, struct failure *why) {
    struct tree_search *s = run->search;
    const struct params *params = run->params;
    const enum tree_kind kind = tree_kind_of(params, size);
    enum status status = tree_prepare(&s->tree, size, kind, params->tree_megabytes, why);
    if (status == STATUS_OK) status = tree_memory_prepare(&s->short_term, &s->tree, params, why);
    if (s->short_term.state) run->heuristic.memory = &s->short_term;
    return status;
}

/* All that a run would have to load is loaded here already: the first one may be by a clock. */
static enum status tree_search_start(struct search *search, int size, const struct memory *memory,
                                     struct failure *why) {
    struct tree_search *s = tree_search_of(search);
    const struct params *params = search->setting.params;
    struct tree_run run = {.search = s,
                           .params = params,
                           .heuristic = {.params = params, .patterns = search->setting.patterns}};
    /* A new game with the same weights needs no new tables. */
    s->is_fused = s->is_fused && memory == s->memory && s->fused_memory == HEURISTIC_LONG;
    s->memory = memory;
    s->has_run = false;
    tree_clear(&s->tree);
    tree_memory_clear(&s->short_term);
    const enum status status = prepare_learnt(&run, size, why);
    return status == STATUS_OK ? prepare_nodes(&run, size, why) : status;
}

/* --- a run --- */

/* Simulations of one thread between two reads of the clock, between two tests whether the choice is
 * clear, and between two samples of ownership. The first read comes after as many: even a run
 * without any time has a few simulations and plays what its heuristic likes best. It has fewer than
 * others, because a clock that has run down must last for all moves to come. */
enum { CLOCK_INTERVAL = 16, HURRIED_INTERVAL = 4 };
enum { LEAD_INTERVAL = 128, SAMPLE_INTERVAL = 8, MOVES_SAMPLE_INTERVAL = 4 };

/* Whether the most visited move is bound to stay so until the run's target: it leads by more visits
 * than are left at the present speed. */
static bool is_decided(const struct tree_run *run, const struct lead *lead, double now) {
    const struct search_limit *limit = run->limit;
    const double done =
        (double)atomic_load_explicit(&run->search->simulations, memory_order_relaxed);
    double left = INFINITY;
    if (limit->simulations && done < (double)limit->simulations)
        left = (double)limit->simulations - done;
    if (isfinite(limit->target) && now > run->begin)
        left = fmin(left, done * (limit->target - now) / (now - run->begin));
    return (double)(lead->visits - lead->second) > left;
}

/* Whether the time is up or the choice is clear:
 *
 *     begin                          target                       most
 *       | ends if the choice is         | ends if the most visited  | ends
 *       | decided and unused time       | move also has the best    |
 *       | carries over                  | value                     |
 *
 * If it has not, a better move has just been found and needs the time up to MOST to overtake it. */
static bool is_over(const struct tree_run *run, double now, uint64_t round) {
    struct tree_search *s = run->search;
    if (tree_node(&s->tree, s->tree.root)->visits >= TREE_MAX_VISITS) return true;
    const struct search_limit *limit = run->limit;
    const bool past_target = now >= limit->target;
    if (now >= limit->most) return true;
    if (limit->purpose != SEARCH_TO_CHOOSE) return past_target;
    if (!past_target && !(limit->saves && round % LEAD_INTERVAL == 0)) return false;
    const struct lead lead = tree_find_lead(s, tree_node(&s->tree, s->tree.root));
    if (!past_target) return is_decided(run, &lead, now);
    if (lead.most == lead.best) return true;
    s->until = limit->most;
    return false;
}

/* Whether another simulation may begin; counts it. A thread that finds the number used up takes its
 * own count back, so that BEGUN continues correctly after the tree was pruned. */
static bool may_begin(struct tree_run *run) {
    const memory_order order = memory_order_relaxed;
    if (atomic_load_explicit(&run->done, order) || atomic_load_explicit(&run->full, order) ||
        atomic_load_explicit(run->limit->stop, order))
        return false;
    const uint64_t begun = atomic_fetch_add_explicit(&run->begun, 1, order);
    if (!run->limit->simulations || begun < run->limit->simulations) return true;
    atomic_fetch_sub_explicit(&run->begun, 1, order);
    return false;
}

/* GAME is the simulation's; it may have no move if the root is not open. */
static void sample_ownership(struct tree_search *s, const struct trajectory *game,
                             const uint8_t owner[BOARD_MAX_POINTS]) {
    const int size = s->board.size;
    ownership_sums_add(&s->ownership, size, owner);
    if (s->wants_moves_ownership && game->length > 0)
        ownership_sums_add(&s->move_ownership[tree_slot(size, game->point[1])], size, owner);
}

/* Whether the first thread's simulation number ROUND is a sample. */
static bool is_sample(const struct search_watch *watch, uint64_t round) {
    if (!watch || !(watch->ownership || watch->moves_ownership)) return false;
    return round % (watch->moves_ownership ? MOVES_SAMPLE_INTERVAL : SAMPLE_INTERVAL) == 0;
}

/* The first thread looks at the clock, samples and reports for all. */
static void simulate_on_thread(void *context, int index) {
    struct tree_run *run = context;
    struct worker *w = &run->search->worker[index];
    const struct search_watch *watch = index == 0 ? run->limit->watch : NULL;
    const uint64_t interval = run->limit->most <= run->begin ? HURRIED_INTERVAL : CLOCK_INTERVAL;
    uint8_t owner[BOARD_MAX_POINTS];
    for (uint64_t round = 0; may_begin(run); round++) {
        if (index == 0 && w->simulations > 0 && round % interval == 0) {
            const double now = clock_read(run->limit->clock);
            if (is_over(run, now, round)) atomic_store(&run->done, true);
            if (watch && now >= run->next_notify) {
                watch->notify(watch->context);
                run->next_notify = now + watch->interval;
            }
        }
        const bool samples = is_sample(watch, round);
        tree_simulate(run, w, samples ? owner : NULL);
        if (samples) sample_ownership(run->search, &w->game, owner);
    }
}

/* Runs the workers until the limit. If the arena is full the threads leave the tree, because no
 * thread may hold a node while branches are freed; then they continue. Workers other than the first
 * draw from generators of their own; the first one's state comes back in RNG, so that one thread's
 * searches are reproducible. */
static void run_threads(struct tree_search *s, struct tree_run *run, struct rng *rng) {
    for (int i = 1; i < s->worker_count; i++)
        rng_seed(&s->worker[i].rng, rng_next(rng), (uint64_t)i);
    for (int i = 0; i < s->worker_count; i++) {
        s->worker[i].simulations = 0;
        s->worker[i].black_won = 0;
    }
    s->worker[0].rng = *rng;
    for (;;) {
        threads_run(s->worker_count, simulate_on_thread, run);
        if (!atomic_load(&run->full)) break;
        tree_prune(&s->tree);
        atomic_store(&run->full, false);
    }
    *rng = s->worker[0].rng;
}

/* The default policy of a simulation below the tree: the margin of its mercy rule is a fraction of
 * the board. */
static struct playout_policy default_policy(const struct params *params,
                                            const struct playout_patterns *patterns, int size,
                                            int half_komi) {
    struct playout_policy out = playout_default_policy(params, patterns);
    out.epsilon = params->tree_epsilon;
    out.mercy = (int)ceil(params->tree_mercy * size * size);
    out.half_komi = half_komi;
    return out;
}

static struct tree_run begin_run(struct tree_search *s, const struct search_limit *limit,
                                 const struct search_position *position) {
    const int size = position->board->size;
    const struct params *params = s->base.setting.params;
    const struct playout_patterns *patterns = s->base.setting.patterns;
    struct tree_run run = {.search = s,
                           .limit = limit,
                           .params = params,
                           .heuristic = {.params = params, .patterns = patterns},
                           .default_policy =
                               default_policy(params, patterns, size, position->half_komi)};
    if (position->bans && search_bans_depth(position->bans) > 1) run.bans = position->bans;
    /* A tree without values has nothing else to play by. */
    if (run.default_policy.kind == POLICY_NONE) run.default_policy.kind = POLICY_UNIFORM;
    atomic_store(&s->simulations, 0);
    s->until = limit->begin;
    return run;
}

/* Those of the root that count for LIMIT. */
static uint64_t kept_simulations(const struct tree_search *s, const struct search_limit *limit) {
    const uint64_t kept = tree_node(&s->tree, s->tree.root)->visits;
    return kept < limit->simulations ? kept : limit->simulations ? limit->simulations - 1 : 0;
}

/* Clears what the last run sampled, and prepares what this one's watch asks for. */
static enum status prepare_ownership(struct tree_search *s, const struct search_watch *watch,
                                     struct failure *why) {
    s->wants_ownership = watch && watch->ownership;
    s->wants_moves_ownership = watch && watch->moves_ownership;
    memset(&s->ownership, 0, sizeof s->ownership);
    if (!s->wants_moves_ownership) return STATUS_OK;
    if (!s->move_ownership) s->move_ownership = malloc(TREE_MAX_SLOTS * sizeof *s->move_ownership);
    if (!s->move_ownership) return out_of_memory(why, "the ownership after each move");
    memset(s->move_ownership, 0, TREE_MAX_SLOTS * sizeof *s->move_ownership);
    return STATUS_OK;
}

static enum status tree_search_run(struct search *search, const struct search_position *position,
                                   const struct bitset *candidates,
                                   const struct search_limit *limit, struct rng *rng,
                                   struct failure *why) {
    struct tree_search *s = tree_search_of(search);
    const struct params *params = search->setting.params;
    struct tree_run run = begin_run(s, limit, position);
    /* A game that is over, and a choice between no candidates, need no simulation; but the root is
     * entered, because reports read it. */
    const bool no_choice = bitset_is_empty(candidates, position->board->words);
    const bool searches =
        position->passes < 2 && !(no_choice && limit->purpose == SEARCH_TO_CHOOSE);
    enum status status = prepare_ownership(s, limit->watch, why);
    if (status == STATUS_OK) status = prepare_learnt(&run, position->board->size, why);
    if (status == STATUS_OK) status = prepare_nodes(&run, position->board->size, why);
    if (status == STATUS_OK && position->passes < 2)
        status = prepare_shapes(&run, position, candidates, rng, why);
    if (status == STATUS_OK) status = tree_enter_position(&run, position, candidates, why);
    s->has_run = status == STATUS_OK;
    s->network_fraction = tree_network_fraction(&run);
    if (!s->has_run || !searches) return status;
    s->until = limit->target;
    tree_add_noise(s, params, rng);
    run.begin = clock_read(limit->clock);
    run.next_notify = limit->watch ? run.begin + limit->watch->interval : 0;
    if (limit->counts_kept) atomic_store(&run.begun, kept_simulations(s, limit));
    run_threads(s, &run, rng);
    return STATUS_OK;
}

const struct search_method tree_method = {.name = "tree",
                                          .bans_lines = true,
                                          .values_passes = true,
                                          .asks_network = true,
                                          .averages = true,
                                          .make = tree_search_make,
                                          .free = tree_search_free,
                                          .start = tree_search_start,
                                          .run = tree_search_run,
                                          .statistics = tree_search_statistics,
                                          .values = tree_search_values,
                                          .pv = tree_search_pv,
                                          .ownership_after = tree_search_ownership_after,
                                          .visits = tree_search_visits};
