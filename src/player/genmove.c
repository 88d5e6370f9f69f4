/* The life of a genmove from its time budget to the answer, and pondering between two of them. The
 * choice of the move is choice.c's. */
#include "guzumi/base/clock.h"

#include "engine_state.h"

#include <math.h>

/* --- effort --- */

/* Seconds on 9x9 below which playouts don't estimate what is settled. With a clock running they
 * grow with the cube of the board's size: an estimate has playouts of size^2 moves, and each move
 * scans more of the board. */
#define HURRY 0.02

/* The shortest search takes SHORTEST_SEARCH seconds for each point of the board, because both
 * phases prepare tables. A move may always take ALWAYS_THERE: a client that rounds to whole seconds
 * reports 0 during the whole last second. */
#define SHORTEST_SEARCH 0.0001
#define ALWAYS_THERE 0.01

/* The longest time to ponder on one reply. */
#define PONDER_SECONDS 600.0

void move_clock_restart(struct move_clock *c) {
    time_control_restart(&c->time);
}

static int empty_points(const struct board *b) {
    return b->size * b->size - board_stone_count(b);
}

/* With CLOCK_THREAD, waiting since the request has cost no time, so the move begins now. */
static double begin_of_move(const struct move_clock *c) {
    const double now = clock_read(c->by);
    return c->asked > 0 && c->by == CLOCK_WALL ? fmin(c->asked, now) : now;
}

/*     clock runs     simulations   limit of the search
 *     yes            0             target and most of the time budget
 *     yes            n             n simulations, or the time budget, whichever ends first
 *     no             0             move_time
 *     no             n             n simulations, without a time limit */
struct effort move_clock_effort(const struct move_clock *c, const struct params *params,
                                const struct board *b, enum color color) {
    const double shortest = SHORTEST_SEARCH * b->size * b->size;
    const uint64_t simulations = level_simulations(params, (uint64_t)params->simulations);
    struct time_budget budget =
        time_control_budget(&c->time, color, b->size, empty_points(b), params->lag);
    const bool clocked = isfinite(budget.most);
    if (!clocked && simulations == 0) budget.target = budget.most = params->move_time;
    const double begin = begin_of_move(c);
    return (struct effort){.limit = {.purpose = SEARCH_TO_CHOOSE,
                                     .clock = c->by,
                                     .simulations = simulations,
                                     .begin = begin,
                                     .target = begin + budget.target,
                                     .most = begin + budget.most,
                                     .saves = budget.saves},
                           .clocked = clocked,
                           .searches = budget.share + ALWAYS_THERE >= shortest,
                           .estimates =
                               budget.most >= HURRY * (clocked ? pow(b->size / 9.0, 3) : 1)};
}

void move_clock_charge(struct move_clock *c, enum color color, const struct effort *effort,
                       double until) {
    const double now = clock_read(c->by);
    c->asked = 0;
    time_control_spend(&c->time, color, now - effort->limit.begin);
    if (effort->clocked) time_control_overrun(&c->time, color, now - until);
}

void move_clock_begin_pondering(struct move_clock *c) {
    c->ponder_until = clock_now() + PONDER_SECONDS;
}

void move_clock_end_pondering(struct move_clock *c) {
    c->ponder_until = 0;
}

/* --- a genmove --- */

/* White starts a handicap game behind and waits for mistakes: no resignation before a quarter of
 * the board's points plus ten moves for each handicap stone have been played. */
static bool waits_for_mistakes(const struct game *game, enum color color) {
    const int handicap = game_handicap(game);
    if (handicap == 0 || color == BLACK) return false;
    const int size = game->board.size;
    return game->count < (size_t)(size * size / 4 + 10 * handicap);
}

/* Never in ENDING_CLEAN, and never instead of a pass: then the game is settled and will be counted.
 * A single bad search doesn't count: resign_moves of them in a row must be below the threshold. */
static bool resigns(struct engine *e, const struct choice *choice) {
    if (choice->ending != ENDING_AGREE || choice->move == PASS) return false;
    if (e->params.resign_threshold <= 0) return false;
    int *hopeless = &e->conduct.hopeless[choice->color];
    *hopeless =
        observer_win_rate(e, choice->value) < e->params.resign_threshold ? *hopeless + 1 : 0;
    return *hopeless >= e->params.resign_moves && !waits_for_mistakes(&e->game, choice->color);
}

/* What COLOR may expect by the player's last choice, a move or two ago. */
static struct expectation expectation_of(const struct engine *e, enum color color) {
    const struct conduct *conduct = &e->conduct;
    struct expectation out = conduct->expected;
    if (!out.known || e->game.count - conduct->expected_at > 1) return (struct expectation){0};
    if (color == conduct->expecting) return out;
    out.winrate = 1 - out.winrate;
    out.score = -out.score;
    return out;
}

static void note_expectation(struct engine *e, const struct choice *choice) {
    e->conduct.expected = (struct expectation){true, choice->value, choice->score};
    e->conduct.expecting = choice->color;
    e->conduct.expected_at = e->game.count;
}

/* The order matters. The effort is fixed first, so that everything after it is paid by the move's
 * own clock. engine_play ends pondering, so that only begins after it. The clock is charged last,
 * for all of this. */
static enum status choose(struct engine *e, enum color color, enum ending ending, int *out,
                          struct failure *why) {
    const struct effort effort = move_clock_effort(&e->clock, &e->params, &e->game.board, color);
    struct choice choice = {
        .color = color, .ending = ending, .game = e->games, .expected = expectation_of(e, color)};
    atomic_store(&e->stop, false);
    engine_drop_regression(e);
    const bool limited = level_is_limited(&e->params);
    if (!e->params.search_keep || (limited && e->informed)) e->fresh = true;
    e->informed = !limited;
    enum status status = engine_prepare(e, why);
    if (status == STATUS_OK) status = choice_make(e, e->search, &effort, &e->rng, &choice, why);
    if (status != STATUS_OK) return status;
    if (!e->conduct.first_move[color]) e->conduct.first_move[color] = e->game.count + 1;
    *out = choice.move;
    if (resigns(e, &choice)) {
        *out = RESIGN;
        engine_resign(e, color);
    } else {
        status = engine_play(e, *out, color, why); /* treats it as any player's move */
        note_expectation(e, &choice);
        move_clock_begin_pondering(&e->clock);
    }
    move_clock_charge(&e->clock, color, &effort, choice.until);
    return status;
}

void engine_asked(struct engine *e, double when) {
    e->clock.asked = when;
}

enum status engine_genmove(struct engine *e, enum color color, int *out, struct failure *why) {
    return choose(e, color, ENDING_AGREE, out, why);
}

enum status engine_genmove_cleanup(struct engine *e, enum color color, int *out,
                                   struct failure *why) {
    return choose(e, color, ENDING_CLEAN, out, why);
}

/* Simulations of a reg_genmove when the parameter leaves them open: its result must not depend on
 * the clock. */
enum { REGRESSION_SIMULATIONS = 5000 };

enum status engine_reg_genmove(struct engine *e, enum color color, int *out, struct failure *why) {
    const uint64_t simulations =
        e->params.simulations ? (uint64_t)e->params.simulations : REGRESSION_SIMULATIONS;
    const struct effort effort = {
        .limit = {.simulations = level_simulations(&e->params, simulations),
                  .target = INFINITY,
                  .most = INFINITY},
        .searches = true,
        .estimates = true};
    struct choice choice = {.color = color, .ending = ENDING_AGREE};
    /* A search of its own on one thread: what other searches have learnt, and the timing of
     * threads, must not change the result. */
    engine_drop_regression(e);
    e->regression.params = e->params;
    e->regression.params.threads = 1;
    struct search *search;
    struct rng rng;
    rng_seed(&rng, (uint64_t)e->params.seed, e->game.board.hash);
    atomic_store(&e->stop, false);
    enum status status = engine_search_apart(e, &e->regression.params, &search, why);
    if (status == STATUS_OK) status = choice_make(e, search, &effort, &rng, &choice, why);
    if (status != STATUS_OK) {
        search_free(search);
        return status;
    }
    *out = choice.move;
    e->regression.search = e->observer.shown = search;
    return STATUS_OK;
}

void engine_resign(struct engine *e, enum color color) {
    e->conduct.gave_up = color;
    move_clock_end_pondering(&e->clock);
}

void engine_end_pondering(struct engine *e) {
    move_clock_end_pondering(&e->clock);
}

/* A search of the position after the own move, whose tree or memory the next genmove reuses: if the
 * opponent plays an expected move, that part of the work is already done. Not for limited levels,
 * which would become stronger. */
void engine_ponder(struct engine *e) {
    struct failure why;
    if (!e->params.ponder || !e->params.search_keep || level_is_limited(&e->params)) return;
    if (clock_now() >= e->clock.ponder_until || game_passes(&e->game) >= 2) return;
    atomic_store(&e->stop, false);
    if (engine_prepare(e, &why) != STATUS_OK) return; /* the next genmove reports it */
    struct search_position position = engine_position(e, e->game.to_move);
    struct bitset candidates;
    if (!choice_is_open(e, &position, &candidates)) candidates = choice_legal(e, e->game.to_move);
    e->informed = true;
    const struct search_limit limit = {.purpose = SEARCH_TO_LEARN,
                                       .target = e->clock.ponder_until,
                                       .most = e->clock.ponder_until,
                                       .stop = &e->stop};
    e->search->method->run(e->search, &position, &candidates, &limit, &e->rng, &why);
}
