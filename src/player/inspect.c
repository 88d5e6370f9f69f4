/* Evaluations of a position, each by one source: playouts, the last search, the network, the
 * playouts' policy, local shapes, the network of 1994. They are compared by people, so no function
 * mixes two of them. Each makes what it needs when it is first called. */
#include "guzumi/player/inspect.h"

#include "guzumi/classics/classic.h"
#include "guzumi/classics/territory.h"
#include "guzumi/playout/ownership.h"
#include "guzumi/shapes/tracker.h"

#include "engine_state.h"

#include <math.h>
#include <string.h>

void engine_ownership(const struct engine *e, double owner[BOARD_MAX_POINTS]) {
    struct ownership ownership;
    ownership_estimate(&ownership, &e->game.board, &e->patterns);
    for (int p = 0; p < point_limit(e->game.board.size); p++) owner[p] = (double)ownership.mean[p];
}

double engine_expected_score(const struct engine *e) {
    const int size = e->game.board.size;
    double owner[BOARD_MAX_POINTS], score = -game_half_deduction(&e->game) / 2.0;
    engine_ownership(e, owner);
    POINT_FOR_EACH(p, size) score += owner[p];
    return score;
}

/* What the search on show found; nothing if that belongs to another game. A search on show that is
 * not the game's own (reg_genmove) is never of another one: it goes when the position changes. */
static void last_found(const struct engine *e, struct search_statistics *out) {
    const struct search *shown = e->observer.shown;
    *out = (struct search_statistics){.count = 0};
    if (!e->fresh || shown != e->search) shown->method->statistics(shown, out);
}

static uint64_t list_visits(const struct search_statistics *found,
                            uint64_t visits[BOARD_MAX_POINTS]) {
    for (int p = 0; p < BOARD_MAX_POINTS; p++) visits[p] = 0;
    for (int i = 0; i < found->count; i++)
        if (found->candidates[i].point != PASS)
            visits[found->candidates[i].point] = found->candidates[i].visits;
    return search_visits(found);
}

uint64_t engine_visits(const struct engine *e, uint64_t visits[BOARD_MAX_POINTS]) {
    struct search_statistics found;
    last_found(e, &found);
    return list_visits(&found, visits);
}

/* A tree that is kept has visits of the position even if its last search began earlier in the game.
 * Other searches know only the position that they searched, which must be this one. */
uint64_t engine_visits_here(const struct engine *e, enum color color,
                            uint64_t visits[BOARD_MAX_POINTS]) {
    const struct search *shown = e->observer.shown;
    const struct search_position position = engine_position(e, color);
    struct search_statistics found;
    last_found(e, &found);
    if (found.count > 0 && shown->method->visits)
        return shown->method->visits(shown, &position, visits);
    if (found.to_move != color || found.hash != e->game.board.hash)
        found = (struct search_statistics){.count = 0};
    return list_visits(&found, visits);
}

/* --- the policy-value network --- */

static enum status find_network(struct engine *e, enum color color, struct network_view **out,
                                struct network_position *at, struct failure *why) {
    const int size = e->game.board.size;
    const enum status status = engine_network(e, color, out, at, why);
    if (status != STATUS_OK || *out) return status;
    return fail(why, STATUS_INVALID, "there is no policy-value network for %dx%d", size, size);
}

enum status engine_network_evaluation(struct engine *e, enum color color,
                                      struct network_evaluation *out, struct failure *why) {
    struct network_view *view;
    struct network_position at;
    const enum status status = find_network(e, color, &view, &at, why);
    if (status == STATUS_OK) network_view_evaluate(view, &at, out);
    return status;
}

enum status engine_network_values(struct engine *e, enum color color,
                                  double values[BOARD_MAX_POINTS], struct failure *why) {
    struct network_view *view;
    struct network_position at;
    const enum status status = find_network(e, color, &view, &at, why);
    if (status != STATUS_OK) return status;
    const struct search_position position = engine_position(e, color);
    const struct bitset legal = search_legal_points(&position);
    network_view_values(view, &at, &legal, values);
    return STATUS_OK;
}

enum status engine_expected_line(struct engine *e, enum color color, int line[REPORT_PV],
                                 int *count, struct failure *why) {
    struct network_view *view;
    struct network_position at;
    const enum status status = engine_network_before_search(e, color, &view, &at, why);
    if (status != STATUS_OK) return status;
    *count =
        view ? network_view_line(view, &at, line, REPORT_PV) : engine_pv(e, color, NO_POINT, line);
    return STATUS_OK;
}

/* --- policies and shapes --- */

/* The fixed policy is a procedure with several rules in turn, and has no table of probabilities: so
 * it is asked many times. The seed depends on the position alone. */
enum { POLICY_DRAWS = 1000 };

void engine_policy(const struct engine *e, enum color color, double policy[BOARD_MAX_POINTS]) {
    const struct board *b = &e->game.board;
    struct playout_policy playouts = playout_default_policy(&e->params, &e->patterns);
    if (playouts.kind == POLICY_NONE) playouts.kind = POLICY_UNIFORM;
    const struct playout_start start = {
        .to_move = color, .last_point = game_last_point(&e->game), .passes = game_passes(&e->game)};
    struct rng rng;
    rng_seed(&rng, b->hash, (uint64_t)color);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) policy[p] = 0;
    for (int i = 0; i < POLICY_DRAWS; i++) {
        const int point = playout_choose(b, start, &playouts, &rng);
        if (point != PASS) policy[point] += 1.0 / POLICY_DRAWS;
    }
}

/* Enters SHAPE among the COUNT strongest so far; returns their number.
 *
 * An insertion sort into a list that never exceeds ROOM: a board has up to a thousand shapes, a
 * display a few. */
static int enter_shape(struct active_shape *out, int count, int room,
                       const struct active_shape *shape) {
    int at = count;
    while (at > 0 && fabs(out[at - 1].short_term) < fabs(shape->short_term)) at--;
    if (at == room) return count;
    const int kept = count < room ? count : room - 1;
    memmove(out + at + 1, out + at, (size_t)(kept - at) * sizeof *out);
    out[at] = *shape;
    return kept + 1;
}

/* The weight of the k x k shape at COLUMN and ROW; 0 if the tracker has no shapes of that size. */
static double shape_weight(const struct tracker *t, int k, int column, int row) {
    const int region = shapes_region(t->weights.shapes, k, column, row);
    return region < 0 ? 0 : (double)t->weight[region];
}

static bool is_empty_shape(const struct board *b, int k, int column, int row) {
    for (int i = 0; i < k * k; i++)
        if (board_color(b, point_at(b->size, column + i % k, row + i / k)) != EMPTY) return false;
    return true;
}

/* The shapes on the board by the values of both, strongest first; returns their number. */
static int list_shapes(const struct board *b, const struct tracker *by_long,
                       const struct tracker *by_short, struct active_shape *out, int room) {
    int count = 0;
    for (int k = 1; k <= SHAPE_SIZES; k++)
        for (int row = 0; row + k <= b->size; row++)
            for (int column = 0; column + k <= b->size; column++) {
                if (is_empty_shape(b, k, column, row)) continue;
                const struct active_shape shape = {
                    .k = k,
                    .point = point_at(b->size, column, row),
                    .long_term = shape_weight(by_long, k, column, row),
                    .short_term = shape_weight(by_short, k, column, row)};
                count = enter_shape(out, count, room, &shape);
            }
    return count;
}

static const struct shape_weights *shapes_of(const struct evaluator *evaluator) {
    return evaluator && evaluator->method->shapes ? evaluator->method->shapes(evaluator) : NULL;
}

/* Two trackers read the same board with two weight tables. Without shapes in the search both show
 * the long-term memory. */
enum status engine_shapes(struct engine *e, struct active_shape *out, int room, int *count,
                          struct failure *why) {
    const struct board *b = &e->game.board;
    struct search *search = e->observer.shown;
    struct evaluator *long_term;
    enum status status = engine_prepare(e, why);
    if (status != STATUS_OK) return status;
    const struct shape_weights *learnt =
        shapes_of(search->method->evaluator ? search->method->evaluator(search) : NULL);
    status = engine_long_term(e, e->game.to_move, &long_term, why);
    if (status != STATUS_OK) return status;
    struct tracker by_long, by_short;
    tracker_init(&by_long, shapes_of(long_term), b);
    tracker_init(&by_short, learnt ? learnt : shapes_of(long_term), b);
    *count = list_shapes(b, &by_long, &by_short, out, room);
    return STATUS_OK;
}

/* --- the classic networks --- */

static enum status find_territory_network(struct engine *e, const struct trained_classic **out,
                                          struct failure *why) {
    const int size = e->game.board.size;
    const enum status status = trained_classic_find(e->store, CLASSIC_TERRITORY, size, out, why);
    if (status != STATUS_OK || (*out && (*out)->learnt.size == size)) return status;
    return fail(why, STATUS_INVALID, "there is no territory network for %dx%d", size, size);
}

enum status engine_fates(struct engine *e, enum color color, double out[BOARD_MAX_POINTS],
                         struct failure *why) {
    const struct trained_classic *network;
    struct territory territory;
    enum status status = find_territory_network(e, &network, why);
    if (status == STATUS_OK)
        status = territory_init(&territory, network->network, network->learnt.size, why);
    if (status != STATUS_OK) return status;
    territory_set(&territory, &e->game.board, color);
    territory_ownership(&territory, out);
    territory_free(&territory);
    return STATUS_OK;
}

enum status engine_kernels(struct engine *e, struct buffer *out, struct failure *why) {
    const struct trained_classic *network;
    const enum status status = find_territory_network(e, &network, why);
    if (status == STATUS_OK) territory_learner.print_weights(&network->learnt, out);
    return status;
}
