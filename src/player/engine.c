#include "engine_state.h"

#include "guzumi/memory_store.h"
#include "guzumi/rules.h"

#include <math.h>
#include <stdlib.h>

/* --- games --------------------------------------------------------------------------------------
 */

/* The position has changed: no resignation stands in it, nor is its last move the player's own. */
static void leave_position(struct engine *e) {
    e->gave_up = EMPTY;
    e->ponder_until = 0;
}

void engine_begin_game(struct engine *e) {
    rng_seed(&e->rng, (uint64_t)e->params.seed, e->games++);
    engine_forget(e);
    leave_position(e);
    e->hopeless[BLACK] = e->hopeless[WHITE] = 0;
    e->moved[BLACK] = e->moved[WHITE] = false;
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
    if (status == STATUS_OK) status = alpha_beta_new(&e->alpha_beta, why);
    if (status != STATUS_OK) {
        engine_free(e);
        return status;
    }
    e->game.bonus = rules_of(params).bonus;
    engine_begin_game(e);
    *out = e;
    return STATUS_OK;
}

void engine_free(struct engine *e) {
    if (!e) return;
    td_search_free(e->search);
    td_search_free(e->long_term);
    alpha_beta_free(e->alpha_beta);
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
    engine_begin_game(e);
}

void engine_set_up(struct engine *e, const struct board *position, enum color to_move) {
    game_set_up(&e->game, position, to_move);
    engine_begin_game(e);
}

enum status engine_set_komi(struct engine *e, double komi, struct failure *why) {
    return game_set_komi(&e->game, komi, why);
}

enum status engine_play(struct engine *e, int point, enum color color, struct failure *why) {
    const enum status status = game_play(&e->game, point, color, why);
    if (status == STATUS_OK) leave_position(e);
    return status;
}

enum status engine_accept(struct engine *e, int point, enum color color, int allowed,
                          struct failure *why) {
    const enum status status = game_play_allowing(&e->game, point, color, allowed, why);
    if (status == STATUS_OK) leave_position(e);
    return status;
}

bool engine_undo(struct engine *e, size_t count) {
    if (!game_undo(&e->game, count)) return false;
    leave_position(e);
    e->hopeless[BLACK] = e->hopeless[WHITE] = 0;
    return true;
}

enum status engine_fixed_handicap(struct engine *e, int count, struct failure *why) {
    const enum status status = game_fixed_handicap(&e->game, count, why);
    if (status == STATUS_OK) engine_begin_game(e);
    return status;
}

enum status engine_free_handicap(struct engine *e, const int *points, int count,
                                 struct failure *why) {
    const enum status status = game_free_handicap(&e->game, points, count, why);
    if (status == STATUS_OK) engine_begin_game(e);
    return status;
}

enum status engine_set_param(struct engine *e, const char *name, const char *value,
                             struct failure *why) {
    const struct params before = e->params;
    const enum status status = params_set(&e->params, name, value, why);
    if (status != STATUS_OK) return status;
    e->game.bonus = rules_of(&e->params).bonus;
    if (e->params.memory != before.memory || e->params.search_shapes != before.search_shapes ||
        e->params.search_age != before.search_age || e->params.search_mean != before.search_mean ||
        e->params.value != before.value)
        e->fresh = true;
    if (e->params.seed != before.seed) {
        e->games = 0;
        rng_seed(&e->rng, (uint64_t)e->params.seed, e->games++);
    }
    return STATUS_OK;
}

void engine_forget(struct engine *e) {
    e->fresh = true;
    e->view.line_length = 0;
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

enum status engine_freshen(struct engine *e, struct failure *why) {
    enum status status = STATUS_OK;
    if (e->fresh) status = start_search(e, e->search, &e->params, why);
    e->fresh = status != STATUS_OK;
    if (status == STATUS_OK) status = td_search_threads(e->search, (int)e->params.threads, why);
    return status;
}

struct search_position engine_position(const struct engine *e, enum color color) {
    const int passes = game_passes(&e->game);
    return (struct search_position){.board = &e->game.board,
                                    .to_move = color,
                                    .last_point = game_last_point(&e->game),
                                    .passes = passes < 2 ? passes : 0,
                                    .half_komi = game_half_compensation(&e->game),
                                    .hashes = e->game.hashes,
                                    .hash_count = e->game.count + 1,
                                    .avoided = &e->avoided};
}

double engine_chance(const struct engine *e, double linear, enum color color) {
    const double black = td_value((enum value_kind)e->params.value, linear);
    const double inside = black < 0 ? 0 : black > 1 ? 1 : black;
    return color == BLACK ? inside : 1 - inside;
}

float engine_gains(const struct engine *e, struct shape_weights weights, enum color color,
                   double gains[BOARD_MAX_POINTS]) {
    const struct board *b = &e->game.board;
    struct tracker t;
    tracker_init(&t, &weights, b);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) gains[p] = NAN;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            if (game_is_legal(&e->game, p, color)) gains[p] = tracker_gain(&t, b, p, color);
        }
    return tracker_value(&t);
}

/* Chances of winning after each legal move of COLOR by WEIGHTS. */
static void values_by(const struct engine *e, struct shape_weights weights, enum color color,
                      double values[BOARD_MAX_POINTS]) {
    const double here = engine_gains(e, weights, color, values);
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        values[p] = isnan(values[p]) ? -1 : engine_chance(e, here + values[p], color);
}

enum status engine_long_term_weights(struct engine *e, struct shape_weights *out,
                                     struct failure *why) {
    struct params params = e->params;
    params.memory = MEMORY_LONG;
    const enum status status = start_search(e, e->long_term, &params, why);
    if (status == STATUS_OK) *out = td_search_weights(e->long_term);
    return status;
}

enum status engine_values(struct engine *e, enum color color, double values[BOARD_MAX_POINTS],
                          struct failure *why) {
    const enum status status = engine_freshen(e, why);
    if (status == STATUS_OK) values_by(e, td_search_choice_weights(e->search), color, values);
    return status;
}

enum status engine_long_term_values(struct engine *e, enum color color,
                                    double values[BOARD_MAX_POINTS], struct failure *why) {
    struct shape_weights weights;
    const enum status status = engine_long_term_weights(e, &weights, why);
    if (status == STATUS_OK) values_by(e, weights, color, values);
    return status;
}

enum status engine_value(struct engine *e, enum color color, double *value, struct failure *why) {
    const enum status status = engine_freshen(e, why);
    if (status != STATUS_OK) return status;
    const struct shape_weights weights = td_search_choice_weights(e->search);
    struct tracker t;
    tracker_init(&t, &weights, &e->game.board);
    *value = engine_chance(e, tracker_value(&t), color);
    return STATUS_OK;
}
