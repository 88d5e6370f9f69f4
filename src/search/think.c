#include "engine_state.h"

#include "guzumi/clock.h"

#include <math.h>

/* The candidate with the best short-term value. */
static int greedy(const struct engine *e, enum color color, const struct bitset *candidates,
                  double *value) {
    const struct shape_weights weights = td_search_choice_weights(e->search);
    struct tracker t;
    tracker_init(&t, &weights, &e->game.board);
    const float here = tracker_value(&t), sign = color == BLACK ? 1.0f : -1.0f;
    int best = PASS;
    float best_gain = 0;
    const double *mean = td_search_mean_gains(e->search);
    BITSET_FOR_EACH(p, *candidates, e->game.board.words) {
        const float gain =
            sign * (mean ? (float)mean[p] : tracker_gain(&t, &e->game.board, p, color));
        if (best != PASS && gain <= best_gain) continue;
        best = p;
        best_gain = gain;
    }
    *value = engine_chance(e, here + sign * best_gain, color);
    return best;
}

/* Nodes of alpha-beta that take about as long as a simulation: what a move counted in simulations
 * spends on looking ahead when its depth is open. */
enum { NODES_A_SIMULATION = 30 };

static uint64_t node_limit(const struct engine *e, const struct search_limit *limit) {
    return e->params.depth > 0 ? 0 : limit->simulations * NODES_A_SIMULATION;
}

/* The second phase: looks ahead with the short-term value at the leaves. */
static enum status look_ahead(struct engine *e, const struct search_position *position,
                              const struct bitset *candidates, const struct search_limit *limit,
                              struct alpha_beta_result *result, struct failure *why) {
    const struct shape_weights weights = td_search_weights(e->search);
    const enum status status = alpha_beta_prepare(e->alpha_beta, &e->params, &weights, why);
    if (status != STATUS_OK) return status;
    const struct alpha_beta_limit until = {.depth = e->params.depth > 0 ? (int)e->params.depth
                                                                        : ALPHA_BETA_MAX_DEPTH,
                                           .nodes = node_limit(e, limit),
                                           .deadline = limit->deadline,
                                           .stop = limit->stop};
    alpha_beta_run(e->alpha_beta, position, candidates, &until, result);
    return STATUS_OK;
}

/* Thinks within LIMIT and returns the move with the chance of winning after it. */
static enum status think(struct engine *e, enum color color, struct search_limit limit,
                         struct rng *rng, int *move, double *value, struct failure *why) {
    if (!e->params.search_keep) e->fresh = true;
    enum status status = engine_freshen(e, why);
    if (status != STATUS_OK) return status;
    struct bitset candidates = {{0}};
    if (!engine_passing_wins(e, color)) candidates = engine_worthwhile(e, color);
    status = engine_view_begin(e, color, &candidates, why);
    if (status != STATUS_OK) return status;
    const struct search_position position = engine_position(e, color);
    const bool choice = !bitset_is_empty(&candidates, e->game.board.words);
    if (choice && e->params.memory != MEMORY_LONG) {
        limit.watch = engine_view_search(e);
        td_search_run(e->search, &e->params, &position, &limit, rng);
    }
    *move = greedy(e, color, &candidates, value);
    struct alpha_beta_result ahead = {.length = 0};
    if (choice && e->params.depth != 1) {
        status = look_ahead(e, &position, &candidates, &limit, &ahead, why);
        if (status != STATUS_OK) return status;
        *move = ahead.line[0];
        *value = engine_chance(e, ahead.value, color);
    }
    engine_view_end(e, *move, &ahead);
    return STATUS_OK;
}

static bool resigns(struct engine *e, double value) {
    if (e->params.resign_threshold <= 0) return false;
    e->hopeless = value < e->params.resign_threshold ? e->hopeless + 1 : 0;
    return e->hopeless >= e->params.resign_moves;
}

static struct search_limit move_limit(const struct engine *e, enum color color, double begin) {
    const struct board *b = &e->game.board;
    struct bitset stones[2];
    board_stones(b, BLACK, &stones[0]);
    board_stones(b, WHITE, &stones[1]);
    const int empty =
        b->size * b->size - bitset_count(&stones[0], b->words) - bitset_count(&stones[1], b->words);
    double budget = time_control_budget(&e->time, color, b->size, empty, e->params.lag).target;
    if (isinf(budget) && e->params.simulations == 0) budget = e->params.move_time;
    return (struct search_limit){.simulations = (uint64_t)e->params.simulations,
                                 .deadline = begin + budget,
                                 .stop = &e->stop};
}

enum status engine_genmove(struct engine *e, enum color color, int *out, struct failure *why) {
    const double begin = clock_now();
    double value;
    atomic_store(&e->stop, false);
    enum status status = think(e, color, move_limit(e, color, begin), &e->rng, out, &value, why);
    if (status != STATUS_OK) return status;
    if (*out != PASS && resigns(e, value))
        *out = RESIGN;
    else
        status = game_play(&e->game, *out, color, why);
    time_control_spend(&e->time, color, clock_now() - begin);
    return status;
}

/* Simulations of a reg_genmove when no parameter fixes their number: it must not hang on the clock.
 */
enum { REGRESSION_SIMULATIONS = 5000 };

enum status engine_reg_genmove(struct engine *e, enum color color, int *out, struct failure *why) {
    const uint64_t simulations =
        e->params.simulations ? (uint64_t)e->params.simulations : REGRESSION_SIMULATIONS;
    const struct search_limit limit = {
        .simulations = simulations, .deadline = INFINITY, .stop = &e->stop};
    struct rng rng;
    double value;
    atomic_store(&e->stop, false);
    rng_seed(&rng, (uint64_t)e->params.seed, e->game.board.hash);
    /* A memory of its own, started anew: what other searches learnt must not show. */
    struct td_search *kept = e->search;
    const bool fresh = e->fresh;
    e->search = NULL;
    enum status status = td_search_new(&e->search, &e->patterns, why);
    e->fresh = true;
    if (status == STATUS_OK) status = think(e, color, limit, &rng, out, &value, why);
    td_search_free(e->search);
    e->search = kept;
    e->fresh = fresh;
    return status;
}
