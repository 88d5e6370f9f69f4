#include "engine_state.h"

#include "guzumi/clock.h"

#include <math.h>

/* The candidate with the best value. */
static int greedy(const struct engine *e, enum color color, const struct bitset *candidates,
                  double *value) {
    const struct shape_weights weights = td_search_choice_weights(e->search);
    struct tracker t;
    tracker_init(&t, &weights, &e->game.board);
    const float here = tracker_value(&t), sign = color == BLACK ? 1.0f : -1.0f;
    int best = PASS;
    float best_gain = 0;
    BITSET_FOR_EACH(p, *candidates, e->game.board.words) {
        const float gain = sign * tracker_gain(&t, &e->game.board, p, color);
        if (best != PASS && gain <= best_gain) continue;
        best = p;
        best_gain = gain;
    }
    *value = engine_chance(e, here + sign * best_gain, color);
    return best;
}

/* What a choice may cost. With a clock it begins with a part of its target, goes on to the whole
 * where the two phases disagree, and to the most where they still do. */
struct effort {
    uint64_t simulations; /* 0: as many as there is time for */
    double begin, target, most;
    double given;  /* what the last round was given in the end */
    bool clocked;  /* a clock runs */
    bool saves;    /* what it leaves of its time is worth something */
    bool searches; /* there is time for a search, however short */
    enum ending ending;
};

#define FIRST_PART 0.6

/* Seconds below which it doesn't ask what is settled. */
#define HURRY 0.02

/* Seconds for each point of the board that the shortest search takes, for both phases have tables
 * to prepare; and what a move may always take: a client that tells whole seconds says 0 for long.
 */
#define SHORTEST_SEARCH 0.0001
#define ALWAYS_THERE 0.01

/* Nodes of alpha-beta that take about as long as a simulation: what a choice counted in simulations
 * spends on looking ahead when its depth is open. */
enum { NODES_A_SIMULATION = 30 };

/* What a choice has come to. */
struct choice {
    int move;
    double value;                   /* the chance of winning after it */
    struct alpha_beta_result ahead; /* what the second phase found; length 0: nothing */
};

/* The second phase: looks ahead with the short-term value at the leaves. */
static enum status look_ahead(struct engine *e, const struct search_position *position,
                              const struct bitset *candidates, uint64_t simulations,
                              double deadline, struct alpha_beta_result *result,
                              struct failure *why) {
    const struct shape_weights weights = td_search_choice_weights(e->search);
    const enum status status = alpha_beta_prepare(e->alpha_beta, &e->params, &weights, why);
    if (status != STATUS_OK) return status;
    const int depth = (int)e->params.depth;
    const struct alpha_beta_limit until = {.depth = depth > 0 ? depth : ALPHA_BETA_OPEN_DEPTH,
                                           .nodes =
                                               depth > 0 ? 0 : simulations * NODES_A_SIMULATION,
                                           .deadline = deadline,
                                           .stop = &e->stop};
    alpha_beta_run(e->alpha_beta, position, candidates, &until, result);
    return STATUS_OK;
}

/* The part of a round's time that simulations get: beyond some plies they find more than a deeper
 * look at the same values. */
#define SIMULATION_SHARE 0.8

/* Round INDEX of both phases, which share the time until END. The move is the first one's. */
static enum status search_round(struct engine *e, const struct search_position *position,
                                const struct bitset *candidates, const struct effort *effort,
                                int index, double end, struct rng *rng, struct choice *choice,
                                struct failure *why) {
    const bool simulates = e->params.memory != MEMORY_LONG, looks_ahead = e->params.depth != 1;
    const double now = clock_now();
    if (simulates) {
        const struct td_search_limit limit = {
            .simulations = effort->simulations,
            .deadline = looks_ahead ? now + SIMULATION_SHARE * (end - now) : end,
            .stop = &e->stop,
            .continues = index > 0,
            .watch = engine_view_search(e)};
        td_search_run(e->search, &e->params, position, &limit, rng);
    }
    choice->move = greedy(e, position->to_move, candidates, &choice->value);
    if (!looks_ahead || (simulates && atomic_load(&e->stop))) return STATUS_OK;
    return look_ahead(e, position, candidates, effort->simulations, end, &choice->ahead, why);
}

/* Searches as long as it is worth it. */
static enum status search(struct engine *e, const struct search_position *position,
                          const struct bitset *candidates, struct effort *effort, struct rng *rng,
                          struct choice *choice, struct failure *why) {
    const bool two_phases = e->params.memory != MEMORY_LONG && e->params.depth != 1;
    const bool only_one = bitset_is_single(candidates, e->game.board.words);
    const bool in_rounds = effort->saves && effort->simulations == 0 && two_phases && !only_one;
    const double first = in_rounds                     ? FIRST_PART * effort->target
                         : only_one && effort->clocked ? 0
                                                       : effort->target;
    const double parts[] = {first, effort->target, effort->most};
    for (int i = 0; i < (in_rounds ? 3 : 1); i++) {
        if (i > 0 && parts[i] <= parts[i - 1]) continue;
        effort->given = parts[i];
        const enum status status = search_round(e, position, candidates, effort, i,
                                                effort->begin + parts[i], rng, choice, why);
        if (status != STATUS_OK) return status;
        const bool agree = choice->ahead.length > 0 && choice->ahead.line[0] == choice->move;
        if (agree || atomic_load(&e->stop)) break;
    }
    if (choice->ahead.length == 0) return STATUS_OK;
    choice->move = choice->ahead.line[0];
    choice->value = engine_chance(e, choice->ahead.value, position->to_move);
    return STATUS_OK;
}

/* Chooses a move within EFFORT. */
static enum status think(struct engine *e, enum color color, struct effort *effort, struct rng *rng,
                         struct choice *choice, struct failure *why) {
    if (!e->params.search_keep) e->fresh = true;
    enum status status = engine_freshen(e, why);
    if (status != STATUS_OK) return status;
    struct bitset candidates = {{0}};
    if (effort->ending == ENDING_CLEAN || !engine_passing_wins(e, color)) {
        /* In a hurry only the opponent's pass makes it ask what is settled. */
        const bool asks = effort->most >= HURRY || game_last_point(&e->game) == PASS ||
                          effort->ending == ENDING_CLEAN;
        candidates = asks
                         ? engine_worthwhile(e, color, effort->ending, effort->begin + effort->most)
                         : engine_legal_candidates(e, color);
    }
    status = engine_view_begin(e, color, &candidates, why);
    if (status != STATUS_OK) return status;
    const struct bitset others = engine_others(e, &candidates);
    struct search_position position = engine_position(e, color);
    position.avoided = &others;
    *choice = (struct choice){.ahead.length = 0};
    if (bitset_is_empty(&candidates, e->game.board.words) || !effort->searches)
        choice->move = greedy(e, color, &candidates, &choice->value);
    else
        status = search(e, &position, &candidates, effort, rng, choice, why);
    if (status == STATUS_OK) engine_view_end(e, choice->move, &choice->ahead);
    return status;
}

/* The giver of a handicap is behind at first and waits for mistakes: not before a quarter of the
 * board and ten moves for each stone have been played is the game as it would be without. */
static bool waits_for_mistakes(const struct game *game, enum color color) {
    const int handicap = game_handicap(game);
    if (handicap == 0 || color == BLACK) return false;
    const int size = game->board.size;
    return game->count < (size_t)(size * size / 4 + 10 * handicap);
}

static bool resigns(struct engine *e, enum color color, double value) {
    if (e->params.resign_threshold <= 0) return false;
    int *hopeless = &e->hopeless[color];
    *hopeless = value < e->params.resign_threshold ? *hopeless + 1 : 0;
    return *hopeless >= e->params.resign_moves && !waits_for_mistakes(&e->game, color);
}

/* What the next move may cost by the clock, or by the settings where no clock runs. */
static struct effort move_effort(const struct engine *e, enum color color, double begin) {
    const struct board *b = &e->game.board;
    struct bitset stones[2];
    board_stones(b, BLACK, &stones[0]);
    board_stones(b, WHITE, &stones[1]);
    const int empty =
        b->size * b->size - bitset_count(&stones[0], b->words) - bitset_count(&stones[1], b->words);
    const double shortest = SHORTEST_SEARCH * b->size * b->size;
    const struct time_budget budget =
        time_control_budget(&e->time, color, b->size, empty, e->params.lag);
    struct effort effort = {.simulations = (uint64_t)e->params.simulations,
                            .begin = begin,
                            .target = budget.target,
                            .most = budget.most,
                            .clocked = isfinite(budget.most),
                            .searches = budget.share + ALWAYS_THERE >= shortest,
                            .saves = budget.saves};
    if (!effort.clocked && effort.simulations == 0)
        effort.target = effort.most = e->params.move_time;
    return effort;
}

/* How long it thinks on the opponent's time about one reply. */
#define PONDER_SECONDS 600.0

static enum status choose(struct engine *e, enum color color, enum ending ending, int *out,
                          struct failure *why) {
    const double begin = clock_now();
    struct choice choice;
    atomic_store(&e->stop, false);
    struct effort effort = move_effort(e, color, begin);
    effort.ending = ending;
    enum status status = think(e, color, &effort, &e->rng, &choice, why);
    if (status != STATUS_OK) return status;
    *out = choice.move;
    e->moved[color] = true;
    if (ending == ENDING_AGREE && *out != PASS && resigns(e, color, choice.value)) {
        *out = RESIGN;
        e->gave_up = color;
    } else {
        status = engine_play(e, *out, color, why); /* takes it for anybody's move */
        e->ponder_until = clock_now() + PONDER_SECONDS;
    }
    const double used = clock_now() - begin;
    time_control_spend(&e->time, color, used);
    if (effort.clocked) time_control_overrun(&e->time, used - effort.given);
    return status;
}

enum status engine_genmove(struct engine *e, enum color color, int *out, struct failure *why) {
    return choose(e, color, ENDING_AGREE, out, why);
}

enum status engine_genmove_cleanup(struct engine *e, enum color color, int *out,
                                   struct failure *why) {
    return choose(e, color, ENDING_CLEAN, out, why);
}

/* Simulations of a reg_genmove when no parameter fixes their number: it must not hang on the clock.
 */
enum { REGRESSION_SIMULATIONS = 5000 };

enum status engine_reg_genmove(struct engine *e, enum color color, int *out, struct failure *why) {
    const uint64_t simulations =
        e->params.simulations ? (uint64_t)e->params.simulations : REGRESSION_SIMULATIONS;
    struct effort effort = {
        .simulations = simulations, .target = INFINITY, .most = INFINITY, .searches = true};
    struct rng rng;
    struct choice choice;
    atomic_store(&e->stop, false);
    rng_seed(&rng, (uint64_t)e->params.seed, e->game.board.hash);
    /* A memory of its own, started anew: what other searches learnt must not show. */
    struct td_search *kept = e->search;
    const bool fresh = e->fresh;
    const int64_t threads = e->params.threads; /* several are never twice the same */
    e->search = NULL;
    enum status status = td_search_new(&e->search, &e->patterns, why);
    e->fresh = true;
    e->params.threads = 1;
    if (status == STATUS_OK) status = think(e, color, &effort, &rng, &choice, why);
    if (status == STATUS_OK) *out = choice.move;
    td_search_free(e->search);
    e->search = kept;
    e->fresh = fresh;
    e->params.threads = threads;
    return status;
}

void engine_ponder(struct engine *e) {
    struct failure why;
    if (!e->params.ponder || e->params.memory == MEMORY_LONG || !e->params.search_keep) return;
    if (clock_now() >= e->ponder_until || game_passes(&e->game) >= 2) return;
    atomic_store(&e->stop, false);
    if (engine_freshen(e, &why) != STATUS_OK) return; /* the next genmove will say it */
    const struct search_position position = engine_position(e, e->game.to_move);
    const struct td_search_limit limit = {.deadline = e->ponder_until, .stop = &e->stop};
    td_search_run(e->search, &e->params, &position, &limit, &e->rng);
}
