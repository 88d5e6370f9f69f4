#include "guzumi/engine.h"

#include "guzumi/clock.h"
#include "guzumi/memory_store.h"
#include "guzumi/ownership.h"
#include "guzumi/td_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct engine {
    struct params params;
    struct memory_store *memories; /* borrowed */
    struct game game;
    struct time_control time;
    struct playout_patterns patterns;
    struct td_search *search;
    struct td_search *long_term; /* its table is the long-term memory unfolded; made when asked */
    struct rng rng;
    uint64_t games; /* begun so far: each has its own stream of random numbers */
    bool fresh;     /* the short-term memory is to start again before the next search */
    int hopeless;   /* own moves in a row below the threshold of resignation */
    atomic_bool stop;
};

/* --- games --------------------------------------------------------------------------------------
 */

/* What a new game means for the player: memory, random numbers and clocks start again. */
static void begin_game(struct engine *e) {
    rng_seed(&e->rng, (uint64_t)e->params.seed, e->games++);
    e->fresh = true;
    e->hopeless = 0;
    time_control_restart(&e->time);
}

enum status engine_new(struct engine **out, const struct params *params,
                       struct memory_store *memories, struct failure *why) {
    struct engine *e = calloc(1, sizeof *e);
    if (!e) return fail_memory(why, "the engine");
    e->params = *params;
    e->memories = memories;
    atomic_init(&e->stop, false);
    time_control_init(&e->time);
    playout_patterns_init(&e->patterns);
    enum status status = game_init(&e->game, 9, why);
    if (status == STATUS_OK) status = td_search_new(&e->search, &e->patterns, why);
    if (status == STATUS_OK) status = td_search_new(&e->long_term, &e->patterns, why);
    if (status != STATUS_OK) {
        engine_free(e);
        return status;
    }
    begin_game(e);
    *out = e;
    return STATUS_OK;
}

void engine_free(struct engine *e) {
    if (!e) return;
    td_search_free(e->search);
    td_search_free(e->long_term);
    game_free(&e->game);
    free(e);
}

const struct game *engine_game(const struct engine *e) {
    return &e->game;
}
const struct params *engine_params(const struct engine *e) {
    return &e->params;
}
struct time_control *engine_time_control(struct engine *e) {
    return &e->time;
}
void engine_interrupt(struct engine *e) {
    atomic_store(&e->stop, true);
}

void engine_clear(struct engine *e, int size) {
    game_clear(&e->game, size);
    begin_game(e);
}

void engine_set_up(struct engine *e, const struct board *position, enum color to_move) {
    game_set_up(&e->game, position, to_move);
    begin_game(e);
}

enum status engine_set_komi(struct engine *e, double komi, struct failure *why) {
    return game_set_komi(&e->game, komi, why);
}

enum status engine_play(struct engine *e, int point, enum color color, struct failure *why) {
    return game_play(&e->game, point, color, why);
}

bool engine_undo(struct engine *e, size_t count) {
    return game_undo(&e->game, count);
}

enum status engine_fixed_handicap(struct engine *e, int count, struct failure *why) {
    const enum status status = game_fixed_handicap(&e->game, count, why);
    if (status == STATUS_OK) begin_game(e);
    return status;
}

enum status engine_free_handicap(struct engine *e, const int *points, int count,
                                 struct failure *why) {
    const enum status status = game_free_handicap(&e->game, points, count, why);
    if (status == STATUS_OK) begin_game(e);
    return status;
}

enum status engine_set_param(struct engine *e, const char *name, const char *value,
                             struct failure *why) {
    const struct params before = e->params;
    const enum status status = params_set(&e->params, name, value, why);
    if (status != STATUS_OK) return status;
    if (e->params.memory != before.memory || e->params.search_shapes != before.search_shapes)
        e->fresh = true;
    if (e->params.seed != before.seed) {
        e->games = 0;
        rng_seed(&e->rng, (uint64_t)e->params.seed, e->games++);
    }
    return STATUS_OK;
}

/* --- values -------------------------------------------------------------------------------------
 */

/* Starts the short-term memory of SEARCH by PARAMS for the present board size. */
static enum status start_search(struct engine *e, struct td_search *search,
                                const struct params *params, struct failure *why) {
    const struct memory *memory;
    const int size = e->game.board.size;
    enum status status = memory_store_get(e->memories, size, &memory, why);
    if (status == STATUS_OK) status = td_search_start(search, size, params, memory, why);
    return status;
}

/* Starts the short-term memory again if a new game or a new setting asks for it. */
static enum status freshen(struct engine *e, struct failure *why) {
    if (!e->fresh) return STATUS_OK;
    const enum status status = start_search(e, e->search, &e->params, why);
    e->fresh = status != STATUS_OK;
    return status;
}

static struct search_position present(const struct engine *e, enum color color) {
    return (struct search_position){.board = &e->game.board,
                                    .to_move = color,
                                    .last_point = game_last_point(&e->game),
                                    .passes = game_passes(&e->game),
                                    .half_komi = e->game.half_komi};
}

static double chance(const struct engine *e, double linear, enum color color) {
    const double black = td_value((enum value_kind)e->params.value, linear);
    const double inside = black < 0 ? 0 : black > 1 ? 1 : black;
    return color == BLACK ? inside : 1 - inside;
}

/* Chances of winning after each legal move of COLOR by WEIGHTS. */
static void values_by(const struct engine *e, struct shape_weights weights, enum color color,
                      double values[BOARD_MAX_POINTS]) {
    const struct board *b = &e->game.board;
    struct tracker t;
    tracker_init(&t, &weights, b);
    const float here = tracker_value(&t);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) values[p] = -1;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            if (!game_is_legal(&e->game, p, color)) continue;
            values[p] = chance(e, here + tracker_gain(&t, b, p, color), color);
        }
}

enum status engine_values(struct engine *e, enum color color, double values[BOARD_MAX_POINTS],
                          struct failure *why) {
    const enum status status = freshen(e, why);
    if (status == STATUS_OK) values_by(e, td_search_weights(e->search), color, values);
    return status;
}

enum status engine_long_term_values(struct engine *e, enum color color,
                                    double values[BOARD_MAX_POINTS], struct failure *why) {
    struct params params = e->params;
    params.memory = MEMORY_LONG;
    const enum status status = start_search(e, e->long_term, &params, why);
    if (status == STATUS_OK) values_by(e, td_search_weights(e->long_term), color, values);
    return status;
}

enum status engine_value(struct engine *e, enum color color, double *value, struct failure *why) {
    const enum status status = freshen(e, why);
    if (status != STATUS_OK) return status;
    const struct shape_weights weights = td_search_weights(e->search);
    struct tracker t;
    tracker_init(&t, &weights, &e->game.board);
    *value = chance(e, tracker_value(&t), color);
    return STATUS_OK;
}

/* --- the end of the game ------------------------------------------------------------------------
 */

/* Half points with the dead stones removed, Black's view. */
static int judged_half_score(const struct engine *e, const struct ownership *ownership,
                             uint8_t owner[BOARD_MAX_POINTS]) {
    struct bitset dead;
    ownership_dead_stones(ownership, &e->game.board, &dead);
    return 2 * ownership_score(&e->game.board, &dead, owner) - e->game.half_komi;
}

int engine_final_score(struct engine *e, uint8_t owner[BOARD_MAX_POINTS]) {
    struct ownership ownership;
    ownership_estimate(&ownership, &e->game.board, &e->patterns);
    return judged_half_score(e, &ownership, owner);
}

/* The legal candidates, superko included. */
static struct bitset legal_candidates(const struct engine *e, enum color color) {
    struct bitset out = {{0}};
    board_candidates(&e->game.board, color, &out);
    BITSET_FOR_EACH(p, out, e->game.board.words) {
        if (!game_is_legal(&e->game, p, color)) bitset_remove(&out, p);
    }
    return out;
}

/* Liberties of the dead stones of the other colour: where a player removes them. */
static struct bitset cleaning_moves(const struct engine *e, const struct bitset *dead,
                                    enum color color) {
    const struct board *b = &e->game.board;
    struct bitset out = {{0}}, stones, chain, liberties;
    board_stones(b, color_other(color), &stones);
    for (int i = 0; i < b->words; i++) stones.word[i] &= dead->word[i];
    BITSET_FOR_EACH(p, stones, b->words) {
        if (board_chain(b, p, &chain, &liberties) == p) bitset_unite(&out, &liberties, b->words);
    }
    return out;
}

/* The moves worth playing: those on points that are not settled; when there are none, and the
 * judged score stands only because of stones that are still on the board, those that remove them.
 * Empty: pass. */
static void restrict_to_worthwhile(struct engine *e, enum color color, struct bitset *candidates) {
    const struct board *b = &e->game.board;
    struct ownership ownership;
    struct bitset settled, dead, open = *candidates;
    ownership_estimate(&ownership, b, &e->patterns);
    ownership_settled(&ownership, b, &settled);
    bitset_subtract(&open, &settled, b->words);
    if (!bitset_is_empty(&open, b->words)) {
        *candidates = open;
        return;
    }
    const int judged = judged_half_score(e, &ownership, NULL);
    const int counted = game_half_score(&e->game);
    const bool wins_judged = color == BLACK ? judged > 0 : judged < 0;
    const bool wins_counted = color == BLACK ? counted > 0 : counted < 0;
    struct bitset useful = {{0}};
    if (wins_judged && !wins_counted) {
        ownership_dead_stones(&ownership, b, &dead);
        useful = cleaning_moves(e, &dead, color);
    }
    for (int i = 0; i < b->words; i++) candidates->word[i] &= useful.word[i];
}

/* Whether passing now ends the game with a win by the stones as they stand. */
static bool passing_wins(const struct engine *e, enum color color) {
    const int counted = game_half_score(&e->game);
    return game_last_point(&e->game) == PASS && (color == BLACK ? counted > 0 : counted < 0);
}

/* --- genmove ------------------------------------------------------------------------------------
 */

/* The candidate with the best short-term value. */
static int greedy(const struct engine *e, enum color color, const struct bitset *candidates,
                  double *value) {
    const struct shape_weights weights = td_search_weights(e->search);
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
    *value = chance(e, here + sign * best_gain, color);
    return best;
}

/* Thinks within LIMIT and returns the move with the chance of winning after it. */
static enum status think(struct engine *e, enum color color, struct search_limit limit,
                         struct rng *rng, int *move, double *value, struct failure *why) {
    *value = 1;
    *move = PASS;
    if (passing_wins(e, color)) return STATUS_OK;
    if (!e->params.search_keep) e->fresh = true;
    const enum status status = freshen(e, why);
    if (status != STATUS_OK) return status;
    struct bitset candidates = legal_candidates(e, color);
    restrict_to_worthwhile(e, color, &candidates);
    const struct search_position position = present(e, color);
    const bool choice = !bitset_is_empty(&candidates, e->game.board.words);
    if (choice && e->params.memory != MEMORY_LONG)
        td_search_run(e->search, &e->params, &position, &limit, rng);
    *move = greedy(e, color, &candidates, value);
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
    double budget = time_control_budget(&e->time, color, b->size, empty, e->params.lag);
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
