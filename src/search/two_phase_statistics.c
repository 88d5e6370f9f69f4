#include "guzumi/playout/ownership.h"

#include "two_phase.h"

#include <stdlib.h>
#include <string.h>

/* --- candidates --- */

static uint64_t visits_to(const struct two_phase *s, int point) {
    const struct td_search *td = s->td;
    if (!s->simulated) return 0;
    if (point != PASS) return td->visits[point];
    uint64_t others = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) others += td->visits[p];
    const uint64_t all = td->simulations;
    return all > others ? all - others : 0; /* other threads count on meanwhile */
}

/* The mean score of the simulations that began with POINT, shrunk to MEAN. */
static double score_of(const struct two_phase *s, int point, double mean) {
    if (point == PASS || !s->simulated) return mean;
    const double sum = color_sign(s->to_move) * 0.5 * (double)s->td->visit_half_scores[point];
    return search_shrunk_mean(sum, (double)visits_to(s, point), mean, SEARCH_SCORE_SHRINKAGE);
}

/* With the mover's linear value for the time being: two that differ may have the same chance. */
static void add_candidate(const struct two_phase *s, struct search_statistics *out, int point,
                          double linear, double prior) {
    out->candidates[out->count++] =
        (struct search_candidate){.point = point,
                                  .visits = visits_to(s, point),
                                  .score = score_of(s, point, out->score),
                                  .winrate = color_sign(s->to_move) * linear,
                                  .prior = prior};
}

static int compare_candidates(const void *a, const void *b) {
    const struct search_candidate *x = a, *y = b;
    if (x->winrate != y->winrate) return x->winrate < y->winrate ? 1 : -1;
    return x->point - y->point;
}

/* Takes alpha-beta's choice to the front, with its value, the others keeping their order. */
static void put_ahead_first(const struct two_phase *s, struct search_statistics *out) {
    int at = 0;
    while (at < out->count - 1 && out->candidates[at].point != s->ahead.pv[0]) at++;
    struct search_candidate chosen = out->candidates[at];
    chosen.winrate = color_sign(s->to_move) * (double)s->ahead.value;
    for (; at > 0; at--) out->candidates[at] = out->candidates[at - 1];
    out->candidates[0] = chosen;
}

/* --- calibration --- */

/* The mean of the candidates' chances, each as often as simulations began with it, when SHIFT is
 * added to their linear values, the mover's view. */
static double mean_chance(const struct two_phase *s, const struct evaluator *e,
                          const struct search_statistics *found, double shift) {
    double sum = 0, visits = 0;
    for (int i = 0; i < found->count; i++) {
        const struct search_candidate *c = &found->candidates[i];
        const double linear = color_sign(s->to_move) * (c->winrate + shift);
        sum += (double)c->visits * evaluator_win_rate(e, linear, s->to_move);
        visits += (double)c->visits;
    }
    return sum / visits;
}

/* The largest shift that a calibration makes, in linear value. */
#define LARGEST_SHIFT 4.0

/* The value does not know whose turn it is, and takes a position for the same before and after a
 * move: all its values at the root are off by about the same, which the simulations' results tell.
 * The shift by which the values, still linear, agree with those. */
static double calibration(const struct two_phase *s, const struct evaluator *e,
                          const struct search_statistics *found) {
    const struct td_search *td = s->td;
    uint64_t visits = 0;
    for (int i = 0; i < found->count; i++) visits += found->candidates[i].visits;
    if (visits == 0) return 0;
    const double black = (double)td->black_wins / (2 * (double)td->simulations);
    const double results = s->to_move == BLACK ? black : 1 - black;
    double low = -LARGEST_SHIFT, high = LARGEST_SHIFT;
    for (int i = 0; i < 30; i++) {
        const double middle = 0.5 * (low + high);
        if (mean_chance(s, e, found, middle) < results)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static void fill_candidates(const struct two_phase *s, struct search_statistics *out) {
    struct local_shapes shapes;
    struct evaluator *e = two_phase_evaluator(s, &shapes), *prior = s->long_term;
    float gains[BOARD_MAX_POINTS];
    double priors[BOARD_MAX_POINTS];
    e->method->set(e, &s->board, s->to_move);
    e->method->gains(e, &s->board, s->to_move, &s->candidates, gains);
    prior->method->set(prior, &s->board, s->to_move);
    evaluator_priors(prior, &s->board, s->to_move, &s->candidates, priors);
    const double here = e->method->value(e);
    BITSET_FOR_EACH(p, s->candidates, s->board.words) {
        add_candidate(s, out, p, here + gains[p], priors[p]);
    }
    qsort(out->candidates, (size_t)out->count, sizeof out->candidates[0], compare_candidates);
    if (out->count == 0) add_candidate(s, out, PASS, here, 1);
    const double shift = calibration(s, e, out);
    if (s->ahead.length > 0) put_ahead_first(s, out);
    for (int i = 0; i < out->count; i++) {
        struct search_candidate *c = &out->candidates[i];
        c->winrate =
            evaluator_win_rate(e, color_sign(s->to_move) * (c->winrate + shift), s->to_move);
    }
}

/* --- the method's functions --- */

static void fill_ownership(const struct two_phase *s, struct search_statistics *out) {
    const struct td_search *td = s->td;
    struct ownership estimate;
    const bool own = s->simulated && td->owner_count > 0;
    if (!own) ownership_estimate(&estimate, &s->board, s->base.setting.patterns);
    out->has_ownership = true;
    for (int p = 0; p < point_limit(s->board.size); p++)
        out->ownership[p] =
            own ? (double)td->owner[p] / (double)td->owner_count : (double)estimate.mean[p];
}

void two_phase_statistics(const struct search *search, struct search_statistics *out) {
    const struct two_phase *s = (const struct two_phase *)search;
    const struct td_search *td = s->td;
    *out = (struct search_statistics){.count = 0};
    if (!s->has_run) return;
    out->to_move = s->to_move;
    out->until = s->until;
    if (s->simulated && td->simulations > 0) {
        out->simulations = td->simulations;
        out->score =
            color_sign(s->to_move) * (double)td->half_scores / (2 * (double)out->simulations);
    }
    fill_candidates(s, out);
    out->winrate = out->candidates[0].winrate;
    if (s->has_ownership) fill_ownership(s, out);
}

void two_phase_values(struct search *search, const struct search_position *position,
                      double values[BOARD_MAX_POINTS]) {
    const struct bitset legal = search_legal_points(position);
    struct local_shapes shapes;
    struct evaluator *e = two_phase_evaluator(two_phase_of(search), &shapes);
    e->method->set(e, position->board, position->to_move);
    evaluator_values(e, position->board, position->to_move, &legal, values);
}

/* Alpha-beta's line, when that is one from POSITION and POINT. */
static bool is_ahead(const struct two_phase *s, const struct search_position *position, int point) {
    return s->has_run && s->ahead.length > 0 && s->ahead.pv[0] == point &&
           s->to_move == position->to_move && s->board.hash == position->board->hash;
}

int two_phase_pv(const struct search *search, const struct search_position *position, int point,
                 int line[SEARCH_PV]) {
    const struct two_phase *s = (const struct two_phase *)search;
    const struct board *b = position->board;
    struct local_shapes shapes;
    if (is_ahead(s, position, point)) {
        for (int i = 0; i < s->ahead.length; i++) line[i] = s->ahead.pv[i];
        return s->ahead.length;
    }
    if (point == NO_POINT) {
        struct bitset candidates = {{0}};
        board_candidates(b, position->to_move, &candidates);
        point = two_phase_greedy(s, b, position->to_move, &candidates);
    }
    return evaluator_pv(two_phase_evaluator(s, &shapes), b, position->to_move, point, line,
                        SEARCH_PV);
}
