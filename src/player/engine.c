/* The player's state: the game, the search that plays it, parameters and clock, and what of them
 * stays when one of the others changes. How a move is chosen is in genmove.c, choice.c and
 * passing.c; what a search reports, in report.c; single looks at a position, in inspect.c.
 *
 *     store        weights of any kind, read when first asked for; borrowed, shared by engines
 *     search       this game's, kept from move to move; FRESH: must start anew before its next run
 *     long_term    an evaluator over local shapes, and
 *     network      a view of the network: made when first asked for, for one board size */
#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"
#include "guzumi/go/rules.h"
#include "guzumi/network/trained_policy.h"
#include "guzumi/player/inspect.h"
#include "guzumi/search/tree_search.h"
#include "guzumi/shapes/local_shapes.h"
#include "guzumi/shapes/memory.h"

#include "engine_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- games ---
 *
 * What a change of the game makes invalid:
 *
 *     a move, an undo                       leave_position: the search of the last reg_genmove, a
 *                                           resignation, pondering
 *     a new game, position or handicap      engine_begin_game: also what the searches have learnt,
 *                                           the clock, and the random numbers
 *     a parameter that searches depend on   what the searches have learnt
 *     komi, or rules that change it         what the last choice expected, and hopes given up */

void engine_drop_regression(struct engine *e) {
    search_free(e->regression.search);
    e->regression.search = NULL;
    e->observer.shown = e->search;
}

/* The position has changed: a resignation no longer counts, and the last move is not the player's
 * own. */
static void leave_position(struct engine *e) {
    engine_drop_regression(e);
    e->conduct.gave_up = EMPTY;
    move_clock_end_pondering(&e->clock);
}

/* Forgets what was learnt in this game, but not the last analysis: positions that are analyzed one
 * after the other may each be set up anew. */
static void forget_game(struct engine *e) {
    engine_drop_regression(e);
    e->fresh = true;
    evaluator_free(e->long_term);
    network_view_free(e->network);
    e->long_term = NULL;
    e->network = NULL;
}

/* Each game of an engine draws from a stream of its own (games), so that game n plays the same
 * however many random numbers game n - 1 used. The conduct is reset last: leave_position writes to
 * it. */
void engine_begin_game(struct engine *e) {
    rng_seed(&e->rng, (uint64_t)e->params.seed, e->games++);
    forget_game(e);
    leave_position(e);
    e->conduct = (struct conduct){.gave_up = EMPTY};
    move_clock_restart(&e->clock);
}

/* Replaces the game's own search by one of METHOD; keeps it if memory runs out. */
static enum status replace_search(struct engine *e, const struct search_method *method,
                                  struct failure *why) {
    const struct search_setting setting = {
        .params = &e->params, .patterns = &e->patterns, .store = e->store};
    struct search *search;
    const enum status status = search_new(&search, method, &setting, why);
    if (status != STATUS_OK) return status;
    search_free(e->search);
    e->search = search;
    engine_drop_regression(e);
    e->fresh = true;
    return STATUS_OK;
}

static const struct search_method *method_of(const struct engine *e) {
    return e->given ? e->given : search_methods[e->params.search];
}

enum status engine_use_search(struct engine *e, const struct search_method *method,
                              struct failure *why) {
    const struct search_method *before = e->given;
    e->given = method;
    const enum status status = replace_search(e, method_of(e), why);
    if (status != STATUS_OK) e->given = before;
    return status;
}

/* What is expected of the game, and the counts of hopeless moves: a position that is taken back, or
 * that counts otherwise now, is no longer lost. */
static void forget_prospects(struct engine *e) {
    e->conduct.expected.known = false;
    for (int color = 0; color < 2; color++) e->conduct.hopeless[color] = 0;
}

/* The game counts by its own fields, so that it needs no parameters; this keeps them in step. */
void engine_follow_rules(struct engine *e) {
    const struct rules rules = rules_of(&e->params);
    const int before = game_half_deduction(&e->game);
    const bool changed = rules.territory != e->game.territory;
    e->game.bonus = rules.bonus;
    e->game.territory = rules.territory;
    if (changed || game_half_deduction(&e->game) != before) forget_prospects(e);
}

/* The softmax policy is only unpacked when playouts use it: that takes memory and a moment. */
static enum status open_policy(struct engine *e, struct failure *why) {
    if (e->params.default_policy != POLICY_SOFTMAX) return STATUS_OK;
    return trained_policy_find_playouts(e->store, e->game.board.size, &e->patterns, why);
}

enum status engine_new(struct engine **out, const struct params *params, struct weight_store *store,
                       struct failure *why) {
    struct engine *e = calloc(1, sizeof *e);
    if (!e) return out_of_memory(why, "the engine");
    e->params = *params;
    e->usual_rules = params->rules;
    e->store = store;
    atomic_init(&e->stop, false);
    time_control_init(&e->clock.time);
    playout_patterns_init(&e->patterns);
    enum status status = game_init(&e->game, 9, why);
    if (status == STATUS_OK) status = open_policy(e, why);
    if (status == STATUS_OK) status = replace_search(e, method_of(e), why);
    if (status != STATUS_OK) {
        engine_free(e);
        return status;
    }
    engine_follow_rules(e);
    engine_begin_game(e);
    *out = e;
    return STATUS_OK;
}

void engine_free(struct engine *e) {
    if (!e) return;
    search_free(e->search);
    search_free(e->regression.search);
    evaluator_free(e->long_term);
    network_view_free(e->network);
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
    return &e->clock.time;
}
void engine_use_clock(struct engine *e, enum clock clock) {
    e->clock.by = clock;
}
void engine_interrupt(struct engine *e) {
    atomic_store(&e->stop, true);
}

/* The rules of a record end with its game; those given by hand stay. */
static void forget_record_rules(struct engine *e) {
    *e->wording = 0;
    if (!e->params.rules_given) e->params.rules = e->usual_rules;
}

void engine_clear(struct engine *e, int size) {
    game_clear(&e->game, size);
    forget_record_rules(e);
    engine_follow_rules(e);
    engine_begin_game(e);
}

void engine_set_up(struct engine *e, const struct board *position, enum color to_move) {
    game_set_up(&e->game, position, to_move);
    engine_begin_game(e);
}

void engine_edit(struct engine *e, const struct board *position, enum color to_move) {
    game_edit(&e->game, position, to_move);
    engine_begin_game(e);
}

enum status engine_set_komi(struct engine *e, double komi, struct failure *why) {
    const int before = game_half_deduction(&e->game);
    const enum status status = game_set_komi(&e->game, komi, why);
    if (game_half_deduction(&e->game) != before) forget_prospects(e);
    return status;
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
    forget_prospects(e);
    for (int color = 0; color < 2; color++)
        if (e->conduct.first_move[color] > e->game.count) e->conduct.first_move[color] = 0;
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

void engine_seed(struct engine *e, int64_t seed) {
    e->params.seed = seed;
    e->games = 0;
    rng_seed(&e->rng, (uint64_t)seed, e->games++);
}

/* All or nothing: a value that parses can still fail, because weights or a search need memory. */
enum status engine_set_param(struct engine *e, const char *name, const char *value,
                             struct failure *why) {
    const struct params before = e->params;
    enum status status = params_set(&e->params, name, value, why);
    if (status == STATUS_OK) status = open_policy(e, why);
    if (status == STATUS_OK && e->params.search != before.search && !e->given)
        status = replace_search(e, method_of(e), why);
    if (status != STATUS_OK) {
        e->params = before;
        return status;
    }
    engine_follow_rules(e);
    if (params_restart_search(&e->params, &before)) e->fresh = true;
    if (strcmp(name, "seed") == 0) engine_seed(e, e->params.seed);
    return STATUS_OK;
}

enum status engine_set_rules(struct engine *e, struct rules_setting setting, struct failure *why) {
    const char *const settings[][2] = {
        {"rules", setting.rules}, {"handicap_bonus", setting.bonus}, {"suicide", setting.suicide}};
    enum status status = STATUS_OK;
    for (int i = 0; i < 3 && status == STATUS_OK; i++)
        status = engine_set_param(e, settings[i][0], settings[i][1], why);
    return status;
}

void engine_forget(struct engine *e) {
    forget_game(e);
    e->observer.past = (struct past_analysis){.known = false};
}

/* --- values --- */

enum status engine_start_search(struct engine *e, struct search *search, struct failure *why) {
    const struct memory *memory;
    const int size = e->game.board.size;
    enum status status = memory_find(e->store, size, &memory, why);
    if (status == STATUS_OK) status = open_policy(e, why);
    return status == STATUS_OK ? search->method->start(search, size, memory, why) : status;
}

enum status engine_search_apart(struct engine *e, const struct params *params, struct search **out,
                                struct failure *why) {
    const struct search_setting setting = {
        .params = params, .patterns = &e->patterns, .store = e->store};
    *out = NULL;
    const enum status status = search_new(out, e->search->method, &setting, why);
    return status == STATUS_OK ? engine_start_search(e, *out, why) : status;
}

/* If the start fails the search stays fresh, and the next command tries again. */
enum status engine_prepare(struct engine *e, struct failure *why) {
    enum status status = STATUS_OK;
    if (e->fresh) status = engine_start_search(e, e->search, why);
    e->fresh = status != STATUS_OK;
    return status;
}

/* After two passes, which end the game, the count is 0: a search of such a position plays on. */
struct search_position engine_position(const struct engine *e, enum color color) {
    const int passes = game_passes(&e->game);
    return (struct search_position){.board = &e->game.board,
                                    .to_move = color,
                                    .last_point = game_last_point(&e->game),
                                    .own_point = game_own_point(&e->game),
                                    .passes = passes < 2 ? passes : 0,
                                    .half_komi = game_half_deduction(&e->game),
                                    .stone_cost = game_stone_cost(&e->game),
                                    .hashes = e->game.hashes,
                                    .hash_count = e->game.count + 1,
                                    .bans = &e->bans};
}

enum status engine_network(struct engine *e, enum color color, struct network_view **out,
                           struct network_position *at, struct failure *why) {
    enum status status = STATUS_OK;
    if (!e->network) status = network_view_new(&e->network, e->store, e->game.board.size, why);
    *out = e->network;
    *at = (struct network_position){
        .board = &e->game.board,
        .to_move = color,
        .last = game_last_point(&e->game),
        .own = game_own_point(&e->game),
        .half_komi =
            network_half_komi(game_half_deduction(&e->game), game_stone_cost(&e->game), 0, color),
        .turned = tree_network_turned(&e->params, e->game.board.size)};
    return status;
}

/* A search without a line from here has not seen the position and could only guess. The network,
 * with which the tree would begin, answers in its place. */
enum status engine_network_before_search(struct engine *e, enum color color,
                                         struct network_view **out, struct network_position *at,
                                         struct failure *why) {
    const struct search_position position = engine_position(e, color);
    int line[SEARCH_PV];
    enum status status = engine_prepare(e, why);
    *out = NULL;
    if (status != STATUS_OK || e->params.heuristic != HEURISTIC_NETWORK ||
        !e->observer.shown->method->asks_network)
        return status;
    if (e->observer.shown->method->pv(e->observer.shown, &position, NO_POINT, line) > 0)
        return status;
    return engine_network(e, color, out, at, why);
}

enum status engine_values(struct engine *e, enum color color, double values[BOARD_MAX_POINTS],
                          struct failure *why) {
    struct network_view *view;
    struct network_position at;
    const enum status status = engine_network_before_search(e, color, &view, &at, why);
    if (status != STATUS_OK) return status;
    if (view) return engine_network_values(e, color, values, why);
    const struct search_position position = engine_position(e, color);
    e->observer.shown->method->values(e->observer.shown, &position, values);
    return STATUS_OK;
}

/* Made on first use and kept until engine_forget: most games never need it. */
enum status engine_long_term(struct engine *e, enum color color, struct evaluator **out,
                             struct failure *why) {
    const struct memory *memory;
    const struct board *b = &e->game.board;
    enum status status = STATUS_OK;
    if (!e->long_term) status = memory_find(e->store, b->size, &memory, why);
    if (status == STATUS_OK && !e->long_term)
        status = local_shapes_new(&e->long_term, b->size, memory, why);
    if (status != STATUS_OK) return status;
    e->long_term->method->set(e->long_term, b, color);
    *out = e->long_term;
    return STATUS_OK;
}

enum status engine_long_term_values(struct engine *e, enum color color,
                                    double values[BOARD_MAX_POINTS], struct failure *why) {
    struct evaluator *evaluator;
    const enum status status = engine_long_term(e, color, &evaluator, why);
    if (status != STATUS_OK) return status;
    const struct search_position position = engine_position(e, color);
    const struct bitset legal = search_legal_points(&position);
    evaluator_values(evaluator, &e->game.board, color, &legal, values);
    return STATUS_OK;
}

/* A search without an evaluator can only value moves: the win rate after the move that it would
 * choose, or else after the best one, or without any move the result as the stones stand. */
static double win_rate_by_moves(const struct engine *e, struct search *search, enum color color) {
    const struct search_position position = engine_position(e, color);
    double values[BOARD_MAX_POINTS], best = -1;
    int line[SEARCH_PV];
    search->method->values(search, &position, values);
    const int length = search->method->pv(search, &position, NO_POINT, line);
    if (length > 0 && line[0] != PASS && values[line[0]] >= 0) return values[line[0]];
    for (int p = 0; p < BOARD_MAX_POINTS; p++) best = values[p] > best ? values[p] : best;
    if (best >= 0) return best;
    return score_reward(color_sign(color) * game_half_score(&e->game));
}

double engine_win_rate(const struct engine *e, struct search *search, enum color color) {
    struct evaluator *v = search->method->evaluator ? search->method->evaluator(search) : NULL;
    if (!v) return win_rate_by_moves(e, search, color);
    v->method->set(v, &e->game.board, color);
    return color_win_rate(v->output, v->method->value(v), color);
}

enum status engine_value(struct engine *e, enum color color, double *value, struct failure *why) {
    struct network_view *view;
    struct network_position at;
    struct network_evaluation evaluation;
    const enum status status = engine_network_before_search(e, color, &view, &at, why);
    if (status != STATUS_OK) return status;
    if (view) network_view_evaluate(view, &at, &evaluation);
    *value = view ? evaluation.win_rate
                  : observer_win_rate(e, engine_win_rate(e, e->observer.shown, color));
    return STATUS_OK;
}

/* --- records --- */

/* Begins a game with GAME, which the engine owns from now on. */
static void begin_with(struct engine *e, const struct game *game) {
    game_free(&e->game);
    e->game = *game;
    engine_follow_rules(e);
    engine_begin_game(e);
}

enum status engine_take_game(struct engine *e, const struct game *game, struct failure *why) {
    struct game copy;
    const enum status status = game_copy(&copy, game, why);
    if (status == STATUS_OK) begin_with(e, &copy);
    return status;
}

/* The record's words for the rules in force. */
static void keep_wording(struct engine *e, const struct sgf *sgf) {
    char *text = sgf_text(sgf, SGF_ROOT, "RU");
    text_copy(e->wording, sizeof e->wording, text ? text : "");
    e->worded = e->params.rules;
    free(text);
}

/* What a record of the game calls its rules. */
static const char *rules_words(const struct engine *e) {
    return *e->wording && e->worded == e->params.rules ? e->wording
                                                       : rules_of(&e->params).record_name;
}

/* Setting them from a record counts as no choice by hand, so that the next game may have its own.
 */
enum status engine_take_rules(struct engine *e, struct sgf *sgf, struct failure *why) {
    struct rules_setting setting;
    enum status status = STATUS_OK;
    forget_record_rules(e);
    if (e->params.rules_given) return STATUS_OK;
    const bool known = sgf_rules(sgf, &setting);
    if (known) status = engine_set_param(e, "rules", setting.rules, why);
    e->params.rules_given = false;
    if (known) keep_wording(e, sgf);
    engine_follow_rules(e);
    return status;
}

enum status engine_load(struct engine *e, struct sgf *sgf, size_t stop, struct failure *why) {
    struct game game;
    enum status status = game_init(&game, sgf_size(sgf), why);
    if (status != STATUS_OK) return status;
    game.half_komi = e->game.half_komi;
    status = sgf_to_game(sgf, stop, &game, why);
    if (status == STATUS_OK) status = engine_take_rules(e, sgf, why);
    if (status == STATUS_OK)
        begin_with(e, &game);
    else
        game_free(&game);
    return status;
}

/* Writes the result into TEXT of SIZE; NULL while the game has none. */
static const char *result_of(struct engine *e, char *text, size_t size) {
    if (e->conduct.gave_up != EMPTY) return e->conduct.gave_up == BLACK ? "W+R" : "B+R";
    if (game_passes(&e->game) < 2) return NULL;
    game_format_score(engine_final_score(e, NULL), text, size);
    return text;
}

enum status engine_record(struct engine *e, struct sgf **out, struct failure *why) {
    char date[CLOCK_DATE_SIZE], result[16], seed[30];
    const enum status status = sgf_from_game(out, &e->game, why);
    if (status != STATUS_OK) return status;
    snprintf(seed, sizeof seed, "Seed %" PRId64, e->params.seed);
    sgf_set_text(*out, SGF_ROOT, "GC", seed);
    sgf_set_facts(*out, clock_date(date), rules_words(e), result_of(e, result, sizeof result));
    for (enum color color = BLACK; color <= WHITE; color++)
        if (e->conduct.first_move[color])
            sgf_set_player(*out, color, "Guzumi " GUZUMI_VERSION, NULL);
    return STATUS_OK;
}
