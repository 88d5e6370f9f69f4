#include "engine_state.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void engine_set_watch(struct engine *e, const struct engine_watch *watch) {
    e->watch = watch ? *watch : (struct engine_watch){.report = NULL};
}

void engine_avoid(struct engine *e, const struct bitset *points) {
    e->avoided = points ? *points : (struct bitset){{0}};
}

/* --- reports ------------------------------------------------------------------------------------
 */

static double sign_of(enum color color) {
    return color == BLACK ? 1 : -1;
}

/* The softmax over the long-term values, as logits, of the legal moves. */
static enum status fill_priors(struct engine *e, struct search_view *view, struct failure *why) {
    struct shape_weights weights;
    const enum status status = engine_long_term_weights(e, &weights, why);
    if (status != STATUS_OK) return status;
    double best = -INFINITY, sum = 0;
    const double sign = sign_of(view->color);
    engine_gains(e, weights, view->color, view->prior);
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        if (sign * view->prior[p] > best) best = sign * view->prior[p];
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        const double gain = view->prior[p];
        sum += view->prior[p] = isnan(gain) ? 0 : exp(sign * gain - best);
    }
    for (int p = 0; p < BOARD_MAX_POINTS; p++) view->prior[p] /= sum > 0 ? sum : 1;
    return STATUS_OK;
}

static uint64_t visits_to(const struct engine *e, int point) {
    const struct td_search *s = e->search;
    if (!e->view.searched) return 0;
    if (point != PASS) return s->visits[point];
    uint64_t others = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) others += s->visits[p];
    const uint64_t all = s->simulations;
    return all > others ? all - others : 0; /* other threads count on meanwhile */
}

static double score_of(const struct engine *e, int point, double otherwise) {
    const struct td_search *s = e->search;
    if (point == PASS || visits_to(e, point) == 0) return otherwise;
    return sign_of(e->view.color) * (double)s->visit_half_scores[point] /
           (2 * (double)s->visits[point]);
}

/* With the mover's linear value for the time being: two that differ may have the same chance. */
static void add_candidate(const struct engine *e, struct report *report, int point, double linear) {
    report->candidates[report->count++] =
        (struct candidate){.point = point,
                           .visits = visits_to(e, point),
                           .score = score_of(e, point, report->score),
                           .winrate = sign_of(e->view.color) * linear,
                           .prior = point == PASS ? 0 : e->view.prior[point]};
}

static int compare_candidates(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->winrate != y->winrate) return x->winrate < y->winrate ? 1 : -1;
    return x->point - y->point;
}

/* Takes the chosen candidate to the front, the others keeping their order. */
static void put_first(struct report *report, int point) {
    int at = 0;
    while (at < report->count && report->candidates[at].point != point) at++;
    assert(at < report->count);
    const struct candidate chosen = report->candidates[at];
    for (; at > 0; at--) report->candidates[at] = report->candidates[at - 1];
    report->candidates[0] = chosen;
}

static void fill_candidates(const struct engine *e, struct report *report) {
    const struct search_view *view = &e->view;
    double gains[BOARD_MAX_POINTS];
    const double here = engine_gains(e, td_search_choice_weights(e->search), view->color, gains);
    report->count = 0;
    BITSET_FOR_EACH(p, view->candidates, e->game.board.words) {
        add_candidate(e, report, p, here + gains[p]);
    }
    qsort(report->candidates, (size_t)report->count, sizeof report->candidates[0],
          compare_candidates);
    if (report->count == 0 || view->chosen == PASS) add_candidate(e, report, PASS, here);
    if (view->chosen != NO_POINT) put_first(report, view->chosen);
    if (view->line_length)
        report->candidates[0].winrate = sign_of(view->color) * (double)view->line_value;
    for (int i = 0; i < report->count; i++) {
        struct candidate *c = &report->candidates[i];
        c->winrate = engine_chance(e, sign_of(view->color) * c->winrate, view->color);
    }
}

static void fill_ownership(const struct engine *e, struct report *report) {
    const struct td_search *s = e->search;
    struct ownership estimate;
    const bool own = e->view.searched && s->owner_count > 0;
    if (!own) ownership_estimate(&estimate, &e->game.board, &e->patterns);
    for (int p = 0; p < point_limit(e->game.board.size); p++)
        report->ownership[p] =
            own ? (double)s->owner[p] / (double)s->owner_count : (double)estimate.owner[p];
}

static void make_report(const struct engine *e, bool final) {
    const struct search_view *view = &e->view;
    const struct td_search *s = e->search;
    struct report report = {.color = view->color, .final = final};
    if (view->searched && s->simulations > 0) {
        report.simulations = s->simulations;
        report.score = sign_of(view->color) * (double)s->half_scores / (2 * (double)s->simulations);
    }
    fill_candidates(e, &report);
    report.winrate = report.candidates[0].winrate;
    report.has_ownership = e->watch.ownership;
    if (report.has_ownership) fill_ownership(e, &report);
    e->watch.report(e->watch.context, &report);
}

static void look(void *context) {
    make_report(context, false);
}

enum status engine_view_begin(struct engine *e, enum color color, const struct bitset *candidates,
                              struct failure *why) {
    if (!e->watch.report) return STATUS_OK;
    e->view.color = color;
    e->view.candidates = *candidates;
    e->view.chosen = NO_POINT;
    e->view.line_length = 0;
    e->view.searched = false;
    return fill_priors(e, &e->view, why);
}

const struct search_watch *engine_view_search(struct engine *e) {
    if (!e->watch.report) return NULL;
    e->view.searched = true;
    e->view.watch = (struct search_watch){
        .look = look, .context = e, .interval = e->watch.interval, .ownership = e->watch.ownership};
    return &e->view.watch;
}

void engine_view_end(struct engine *e, int chosen, const struct alpha_beta_result *ahead) {
    struct search_view *view = &e->view;
    if (!e->watch.report) return;
    view->chosen = chosen;
    view->line_length = ahead->length < REPORT_LINE ? ahead->length : REPORT_LINE;
    for (int i = 0; i < view->line_length; i++) view->line[i] = ahead->line[i];
    view->line_value = ahead->value;
    view->hash = e->game.board.hash;
    make_report(e, true);
}

/* --- analysis -----------------------------------------------------------------------------------
 */

enum status engine_analyze(struct engine *e, enum color color, uint64_t simulations,
                           struct failure *why) {
    atomic_store(&e->stop, false);
    if (!e->params.search_keep) e->fresh = true;
    enum status status = engine_freshen(e, why);
    if (status != STATUS_OK) return status;
    struct bitset candidates = engine_worthwhile(e, color, ENDING_AGREE, INFINITY);
    const bool settled = bitset_is_empty(&candidates, e->game.board.words);
    if (settled) candidates = engine_legal_candidates(e, color);
    status = engine_view_begin(e, color, &candidates, why);
    if (status != STATUS_OK) return status;
    const struct bitset others = engine_others(e, &candidates);
    struct search_position position = engine_position(e, color);
    position.avoided = &others;
    struct params params = e->params;
    if (params.memory == MEMORY_LONG) params.search_alpha = 0; /* only counts */
    e->view.chosen = settled ? PASS : NO_POINT;
    const struct td_search_limit limit = {.simulations = simulations,
                                          .deadline = INFINITY,
                                          .stop = &e->stop,
                                          .watch = engine_view_search(e)};
    td_search_run(e->search, &params, &position, &limit, &e->rng);
    engine_view_end(e, e->view.chosen, &(struct alpha_beta_result){.length = 0});
    return STATUS_OK;
}

/* The greedy move by the tracked value, PASS when there is no candidate. */
static int greedy_move(struct tracker *t, const struct board *b, enum color color) {
    struct bitset candidates = {{0}};
    board_candidates(b, color, &candidates);
    int best = PASS;
    double best_gain = -INFINITY;
    BITSET_FOR_EACH(p, candidates, b->words) {
        const double gain = sign_of(color) * (double)tracker_gain(t, b, p, color);
        if (gain > best_gain) {
            best_gain = gain;
            best = p;
        }
    }
    return best;
}

int engine_line(const struct engine *e, enum color color, int point, int line[REPORT_LINE]) {
    const struct search_view *view = &e->view;
    if (view->line_length && view->line[0] == point && view->color == color &&
        view->hash == e->game.board.hash) {
        memcpy(line, view->line, (size_t)view->line_length * sizeof *line);
        return view->line_length;
    }
    const struct shape_weights weights = td_search_choice_weights(e->search);
    struct board b;
    struct tracker t;
    board_copy(&b, &e->game.board);
    tracker_init(&t, &weights, &b);
    int count = 0;
    if (point == NO_POINT) point = greedy_move(&t, &b, color);
    do {
        line[count++] = point;
        board_play(&b, point, color);
        tracker_play(&t, point, color, &b.captured, b.last_captured);
        color = color_other(color);
        point = greedy_move(&t, &b, color);
    } while (count < REPORT_LINE && point != PASS);
    return count;
}
