/* From what a search has found to what a watch is shown. The search calls report_so_far at each
 * interval, on its own thread, and knows nothing of passes, agreement on dead stones or the
 * analysis before. send puts these in, in this order:
 *
 *     put_pass_first    where genmove would pass, the pass is the first candidate
 *     score_a_pass      without simulations its score is the game's, if it ended now
 *     average_score     scores are averaged with what the last analysis said of this position
 *     note_scores       at the end, what the next analysis is averaged with
 *     calibrate         win rates become what games confirm */
#include "engine_state.h"

#include <math.h>
#include <string.h>

void engine_set_watch(struct engine *e, const struct engine_watch *watch) {
    e->observer.watch = watch ? *watch : (struct engine_watch){.report = NULL};
}

enum status engine_set_bans(struct engine *e, const struct search_bans *bans, enum color color,
                            struct failure *why) {
    const struct search_method *method = e->search->method;
    struct search_position position = engine_position(e, color);
    struct bitset candidates = {{0}};
    engine_lift_bans(e);
    e->bans = *bans;
    e->fresh |= search_bans_depth(bans) > 1;
    const enum status status =
        search_bans_depth(bans) > 1 && !method->bans_lines
            ? fail(why, STATUS_INVALID, "search %s can only exclude first moves (depth 1)",
                   method->name)
            : choice_keep_to_bans(e, &position, &candidates, why);
    if (status != STATUS_OK) engine_lift_bans(e);
    return status;
}

/* A search must not keep lines that were searched under other bans. */
void engine_lift_bans(struct engine *e) {
    e->fresh |= search_bans_depth(&e->bans) > 1;
    e->bans = (struct search_bans){.allowed_until = {0}};
}

/* --- the observer --- */

/* Inserts the pass as the first candidate. It gets the visits that belong to no other candidate. */
static void put_pass_first(const struct engine *e, struct search_statistics *found) {
    const uint64_t before = search_visits(found);
    uint64_t others = 0;
    if (found->candidates[0].point == PASS) return;
    for (int i = 0; i < found->count; i++) others += found->candidates[i].visits;
    memmove(found->candidates + 1, found->candidates,
            (size_t)found->count++ * sizeof found->candidates[0]);
    found->candidates[0] =
        (struct search_candidate){.point = PASS,
                                  .visits = before - others,
                                  .score = found->score,
                                  .score_stdev = found->score_stdev,
                                  .winrate = engine_win_rate(e, e->observer.shown, found->to_move)};
    found->winrate = found->candidates[0].winrate;
}

static void give_ownership(struct search_statistics *found, int size,
                           const uint8_t owner[BOARD_MAX_POINTS]) {
    POINT_FOR_EACH(p, size) {
        found->ownership[p] = color_sign((enum color)owner[p]);
        found->ownership_stdev[p] = 0;
    }
}

/* Adds a move after the pass for clients that can't show a lone pass: a move in the mover's own
 * area, which changes the score only by the cost of its stone (by territory). */
static void add_quiet_move(const struct engine *e, struct search_statistics *found,
                           const uint8_t owner[BOARD_MAX_POINTS]) {
    const struct bitset moves = choice_careful(e, found->to_move);
    BITSET_FOR_EACH(p, moves, e->game.board.words) {
        if (owner[p] != found->to_move || found->count != 1) continue;
        struct search_candidate *move = &found->candidates[found->count++];
        *move = found->candidates[0];
        move->point = p;
        move->prior = 0;
        move->score -= game_stone_cost(&e->game) / 2.0;
        move->winrate = score_reward((int)(2 * move->score));
    }
}

/* A pass without a search still has a score, that of the game if it ended now, and so a win rate
 * and an ownership. */
static void score_a_pass(struct engine *e, struct search_statistics *found) {
    if (found->simulations > 0 || found->candidates[0].point != PASS) return;
    uint8_t owner[BOARD_MAX_POINTS];
    const int black = engine_final_score(e, owner), half_score = color_sign(found->to_move) * black;
    if (found->has_ownership) give_ownership(found, e->game.board.size, owner);
    found->score = half_score / 2.0;
    found->score_stdev = 0;
    found->winrate = score_reward(half_score);
    for (int i = 0; i < found->count; i++) {
        found->candidates[i].winrate = found->winrate;
        found->candidates[i].score = found->score;
        found->candidates[i].score_stdev = 0;
    }
    add_quiet_move(e, found, owner);
}

/* --- the scores of analyses in turn ---
 *
 * A user steps through a game, and each position is analyzed for a moment. The score of a
 * position and that of the move to it are estimates of one number by two searches:
 *
 *     position 1    candidate D4: 3.2 points after 400 visits, the mover's view
 *     D4 is played
 *     position 2    score -4.0 after 100 simulations: averaged with -3.2, which counts for 100
 *
 * Averaged, the graph of a game has fewer jumps that are noise. */

static bool is_same(const struct analyzed_position *a, const struct analyzed_position *b) {
    return a->hash == b->hash && a->to_move == b->to_move && a->size == b->size &&
           a->half_compensation == b->half_compensation && a->territory == b->territory;
}

/* What the last analysis said of the move that led to the position NOW, if it was of the position
 * before. A pass may have ended the game. */
static struct known_score score_of_last_move(const struct past_analysis *past, const struct game *g,
                                             const struct analyzed_position *now) {
    const struct known_score nothing = {.weight = 0};
    struct analyzed_position before = *now;
    if (!past->known || g->count == 0 || game_last_point(g) == PASS) return nothing;
    before.hash = g->hashes[g->count - 1];
    before.to_move = (enum color)g->moves[g->count - 1].color;
    if (before.to_move == now->to_move || !is_same(&past->at, &before)) return nothing;
    for (int i = 0; i < past->count; i++)
        if (past->point[i] == game_last_point(g)) return past->after[i];
    return nothing;
}

/* Prepares the analysis of the position with COLOR to move. With bans nothing is recalled, since
 * the other analysis had lines that this one leaves out. */
static void recall_score(struct engine *e, enum color color) {
    struct past_analysis *past = &e->observer.past;
    const struct game *g = &e->game;
    const struct analyzed_position now = {.hash = g->board.hash,
                                          .to_move = color,
                                          .size = g->board.size,
                                          .half_compensation = game_half_compensation(g),
                                          .territory = g->territory};
    const bool alone = e->observer.watch.alone || search_bans_depth(&e->bans) > 0;
    if (past->known && is_same(&past->at, &now) && !alone) return;
    past->here = alone ? (struct known_score){.weight = 0} : score_of_last_move(past, g, &now);
    past->at = now;
    past->known = false;
}

/* The mean with what is known of the position, which counts for as many simulations as it came
 * from, but never for more than the present search has made. */
static void average_score(const struct known_score *known, struct search_statistics *found) {
    const double n = (double)search_visits(found), weight = fmin(known->weight, n);
    if (weight <= 0 || found->simulations == 0) return;
    const double mean = search_shrunk_mean(n * found->score, n, known->score, weight);
    const double more = search_agreeing_score(mean, found->winrate) - found->score;
    found->score += more;
    for (int i = 0; i < found->count; i++) found->candidates[i].score += more;
}

/* Notes what the analysis FOUND of each move, for the analysis of the position after it. */
static void note_scores(struct past_analysis *past, const struct search_statistics *found) {
    past->known = found->simulations > 0;
    past->count = past->known ? found->count : 0;
    for (int i = 0; i < past->count; i++) {
        const struct search_candidate *c = &found->candidates[i];
        past->point[i] = (int16_t)c->point;
        past->after[i] = (struct known_score){0 - c->score, (double)c->visits};
    }
}

/* --- win rates that games confirm ---
 *
 * Playouts and the network's value are too cautious: of the positions of self-play in which the
 * mean of a search was 75 %, about nine in ten were won. With the log-odds times
 * winrate_slope, 1.7, the two agree on every size of board, from 60 simulations to 4,000:
 *
 *     mean       5 %    25 %    40 %    50 %    75 %    90 %
 *     reported   1 %    13 %    33 %    50 %    87 %    98 %
 *
 * The order of moves stays, for the function is monotone. */

double observer_win_rate(const struct engine *e, double mean) {
    const bool averages = e->observer.shown->method->averages;
    return averages ? win_rate_steeper(mean, e->params.winrate_slope) : mean;
}

double observer_mean(const struct engine *e, double win_rate) {
    const bool averages = e->observer.shown->method->averages;
    return averages ? win_rate_steeper(win_rate, 1 / e->params.winrate_slope) : win_rate;
}

/* The lower bound of a move's win rate is calibrated like the win rate itself. */
static void calibrate(const struct engine *e, struct search_statistics *found) {
    for (int i = 0; i < found->count; i++) {
        struct search_candidate *c = &found->candidates[i];
        const double bound = observer_win_rate(e, search_lower_bound(c));
        c->winrate = observer_win_rate(e, c->winrate);
        if (c->error > 0) c->error = (c->winrate - bound) / SEARCH_BOUND_ERRORS;
    }
    found->winrate = observer_win_rate(e, found->winrate);
}

static void send(struct engine *e, struct report *report) {
    struct observer *o = &e->observer;
    if (o->passes) put_pass_first(e, &report->found);
    score_a_pass(e, &report->found);
    if (o->averages && !o->passes) average_score(&o->past.here, &report->found);
    if (o->averages && report->final && search_bans_depth(&e->bans) <= 1)
        note_scores(&o->past, &report->found);
    calibrate(e, &report->found);
    o->watch.report(o->watch.context, report);
}

static void report_so_far(void *context) {
    struct engine *e = context;
    const struct search *search = e->observer.shown;
    struct report report = {.final = false};
    search->method->statistics(search, &report.found);
    send(e, &report);
}

const struct search_watch *observer_begin(struct engine *e, struct search *search, bool passes) {
    struct observer *o = &e->observer;
    o->shown = search;
    o->passes = passes;
    o->search_watch = (struct search_watch){.notify = report_so_far,
                                            .context = e,
                                            .interval = o->watch.interval,
                                            .ownership = o->watch.ownership,
                                            .moves_ownership = o->watch.moves_ownership};
    return o->watch.report ? &o->search_watch : NULL;
}

void observer_end(struct engine *e, const struct search_statistics *found) {
    struct observer *o = &e->observer;
    if (found && o->watch.report) {
        struct report report = {.final = true, .found = *found};
        send(e, &report);
    }
    o->averages = false;
    o->shown = e->search;
}

/* --- analyses --- */

/* Where genmove would pass, the pass comes first, and all legal moves after it. */
static enum status analyze(struct engine *e, enum color color, uint64_t simulations,
                           bool counts_kept, struct failure *why) {
    atomic_store(&e->stop, false);
    engine_drop_regression(e);
    if (!e->params.search_keep) e->fresh = true;
    enum status status = engine_prepare(e, why);
    if (status != STATUS_OK) return status;
    struct search_position position = engine_position(e, color);
    struct bitset candidates;
    bool settled;
    status = choice_find_to_show(e, simulations, &position, &candidates, &settled, why);
    if (status != STATUS_OK) return status;
    const bool passes = settled && choice_may_pass(e, color);
    status = choice_keep_to_bans(e, &position, &candidates, why);
    if (status != STATUS_OK) return status;
    e->informed = true;
    recall_score(e, color);
    e->observer.averages = true;
    const struct search_limit limit = {.purpose = SEARCH_TO_SHOW,
                                       .simulations = simulations,
                                       .counts_kept = counts_kept,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = &e->stop,
                                       .watch = observer_begin(e, e->search, passes)};
    struct search_statistics found;
    status = e->search->method->run(e->search, &position, &candidates, &limit, &e->rng, why);
    if (status == STATUS_OK) e->search->method->statistics(e->search, &found);
    observer_end(e, status == STATUS_OK ? &found : NULL);
    return status;
}

enum status engine_analyze(struct engine *e, enum color color, uint64_t simulations,
                           struct failure *why) {
    return analyze(e, color, simulations, false, why);
}

enum status engine_analyze_on(struct engine *e, enum color color, uint64_t simulations,
                              struct failure *why) {
    return analyze(e, color, simulations, true, why);
}

int engine_pv(const struct engine *e, enum color color, int point, int line[REPORT_PV]) {
    const struct search *search = e->observer.shown;
    const struct search_position position = engine_position(e, color);
    int whole[SEARCH_PV];
    const int count = search->method->pv(search, &position, point, whole);
    const int shown = count < REPORT_PV ? count : REPORT_PV;
    memcpy(line, whole, (size_t)shown * sizeof *line);
    return shown;
}

bool engine_ownership_after(const struct engine *e, int point, double mean[BOARD_MAX_POINTS],
                            double stdev[BOARD_MAX_POINTS]) {
    const struct search *search = e->observer.shown;
    return search->method->ownership_after &&
           search->method->ownership_after(search, point, mean, stdev);
}
