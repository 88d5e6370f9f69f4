/* The programs of the papers: TD search, then alpha-beta over the values that it has learnt (2012
 * paper, section 6.1), either of the two alone, or neither, which leaves the greedy choice.
 *
 *     method        simulates    looks ahead
 *     two-phase     yes          yes
 *     td            yes          no
 *     alpha-beta    no           yes
 *     greedy        no           no
 *
 * The values of all four are those of one td_search: the memories in use, changed by what it has
 * learnt from the simulations of the game. */
#include "guzumi/base/clock.h"
#include "guzumi/playout/ownership.h"
#include "guzumi/search/alpha_beta.h"
#include "guzumi/search/search.h"
#include "guzumi/search/td_search.h"
#include "guzumi/shapes/local_shapes.h"

#include <stdlib.h>
#include <string.h>

struct two_phase {
    struct search base;
    struct td_search *td;          /* owned; the values */
    struct alpha_beta *alpha_beta; /* owned */
    struct evaluator *long_term;   /* owned; gives priors; NULL before the first start */
    struct local_shapes evaluator; /* of the values, for the method's evaluator */
    /* The last run, or the current one; HAS_RUN is false from a start to the first run. */
    bool has_run;
    bool simulated;     /* the counts of TD are this run's */
    bool has_ownership; /* the watch asked for it */
    struct board board;
    enum color to_move;
    struct bitset candidates;
    double until;
    struct alpha_beta_result ahead; /* of the look-ahead that chose; length 0: there was none */
};

static struct two_phase *two_phase_of(struct search *search) {
    return (struct two_phase *)search;
}

static bool simulates(const struct search *s) {
    return s->method == search_methods[SEARCH_TWO_PHASE] || s->method == search_methods[SEARCH_TD];
}

/* Whether simulations change the values, which takes a short-term memory. */
static bool learns(const struct search *s) {
    return simulates(s) && s->setting.params->memory != MEMORY_LONG;
}

/* A look-ahead of one ply is the greedy move, which the values give without it. */
static bool looks_ahead(const struct search *s) {
    const struct search_method *m = s->method;
    return s->setting.params->depth != 1 &&
           (m == search_methods[SEARCH_TWO_PHASE] || m == search_methods[SEARCH_ALPHA_BETA]);
}

/* --- making and starting --- */

static void free_two_phase(struct search *search) {
    struct two_phase *s = two_phase_of(search);
    td_search_free(s->td);
    alpha_beta_free(s->alpha_beta);
    evaluator_free(s->long_term);
    free(s);
}

static enum status make(struct search **out, const struct search_setting *setting,
                        struct failure *why) {
    struct two_phase *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "the search");
    enum status status = td_search_new(&s->td, setting->patterns, why);
    if (status == STATUS_OK) status = alpha_beta_new(&s->alpha_beta, why);
    if (status != STATUS_OK) {
        free_two_phase(&s->base);
        return status;
    }
    *out = &s->base;
    return STATUS_OK;
}

/* The parameters are copied to change one of them: without simulations the values must be those of
 * the long-term memory alone. */
static enum status start(struct search *search, int size, const struct memory *memory,
                         struct failure *why) {
    struct two_phase *s = two_phase_of(search);
    struct params params = *search->setting.params;
    if (!simulates(search)) params.memory = MEMORY_LONG; /* nothing fills a short-term one */
    s->has_run = false;
    evaluator_free(s->long_term);
    s->long_term = NULL;
    const enum status status = local_shapes_new(&s->long_term, size, memory, why);
    return status == STATUS_OK ? td_search_start(s->td, size, &params, memory, why) : status;
}

/* Makes *OUT the evaluator of the values. */
static struct evaluator *evaluator_in(const struct two_phase *s, struct local_shapes *out) {
    const struct shape_weights weights = td_search_choice_weights(s->td);
    local_shapes_init(out, &weights, s->td->value);
    return &out->base;
}

static struct evaluator *evaluator(struct search *search) {
    struct two_phase *s = two_phase_of(search);
    return evaluator_in(s, &s->evaluator);
}

/* The greedy choice of TO_MOVE among CANDIDATES on BOARD; PASS if there are none. */
static int greedy(const struct two_phase *s, const struct board *board, enum color to_move,
                  const struct bitset *candidates) {
    struct local_shapes shapes;
    struct evaluator *e = evaluator_in(s, &shapes);
    float gain;
    e->method->set(e, board, to_move);
    return evaluator_best(e, board, to_move, candidates, &gain);
}

/* --- the phases --- */

/* The arguments of a run. */
struct task {
    struct two_phase *search;
    const struct search_position *position;
    const struct bitset *candidates;
    const struct search_limit *limit;
    struct rng *rng;
};

/* The first phase: simulates until DEADLINE, and adds to the counts of the last call if it
 * CONTINUES. A method that does not learn simulates with step size 0, for the statistics. */
static void run_td_search(const struct task *task, double deadline, bool continues) {
    struct two_phase *s = task->search;
    struct params params = *s->base.setting.params;
    if (!learns(&s->base)) params.search_alpha = 0;
    struct search_limit limit = *task->limit;
    limit.target = deadline;
    s->simulated = true;
    td_search_run(s->td, &params, task->position, task->candidates, &limit, continues, task->rng);
}

/* The second phase: looks ahead until DEADLINE with the values at the leaves. */
static enum status look_ahead(const struct task *task, double deadline,
                              struct alpha_beta_result *result, struct failure *why) {
    struct two_phase *s = task->search;
    const struct params *params = s->base.setting.params;
    const enum status status = alpha_beta_prepare(s->alpha_beta, params, evaluator(&s->base), why);
    if (status != STATUS_OK) return status;
    struct search_limit limit = *task->limit;
    limit.target = deadline;
    alpha_beta_run(s->alpha_beta, task->position, task->candidates, (int)params->depth, &limit,
                   result);
    return STATUS_OK;
}

/* --- rounds of both --- */

/* The fraction of the time to the target that the first round gets. */
#define FIRST_ROUND 0.6

/* The fraction of a round for simulations. Beyond a depth of a few plies, better values gain more
 * strength than a deeper search over the same values. The tournament program of 2012 divided its
 * time evenly. */
#define SIMULATION_FRACTION 0.8

/* Round INDEX: both phases, until END. *AGREE: both choose the same move. */
static enum status search_round(const struct task *task, int index, double end,
                                struct alpha_beta_result *ahead, bool *agree, struct failure *why) {
    const struct search *s = &task->search->base;
    const struct search_position *at = task->position;
    const double now = clock_read(task->limit->clock);
    *agree = false;
    if (learns(s))
        run_td_search(task, looks_ahead(s) ? now + SIMULATION_FRACTION * (end - now) : end,
                      index > 0);
    if (!looks_ahead(s) || (learns(s) && atomic_load(task->limit->stop))) return STATUS_OK;
    const enum status status = look_ahead(task, end, ahead, why);
    if (status != STATUS_OK) return status;
    *agree = ahead->length > 0 &&
             ahead->pv[0] == greedy(task->search, at->board, at->to_move, task->candidates);
    return STATUS_OK;
}

/* Searches one round, or, if unused time carries over, up to three:
 *
 *     begin                 now              first               target                most
 *       | before the search  | td      | ab    | td        | ab    | td         | ab     |
 *
 * A round after which the phases agree is the last: the look-ahead has confirmed the values, and
 * the time is better kept for a move on which they differ. */
static enum status choose(const struct task *task, struct failure *why) {
    struct two_phase *s = task->search;
    const struct search_limit *l = task->limit;
    const bool in_rounds =
        l->saves && l->simulations == 0 && learns(&s->base) && looks_ahead(&s->base);
    const double now = in_rounds ? clock_read(l->clock) : l->begin;
    const double first = in_rounds ? now + FIRST_ROUND * (l->target - now) : l->target;
    const double ends[] = {first, l->target, l->most};
    struct alpha_beta_result ahead = {.length = 0};
    for (int i = 0; i < (in_rounds ? 3 : 1); i++) {
        bool agree;
        if (i > 0 && ends[i] <= ends[i - 1]) continue;
        s->until = ends[i];
        const enum status status = search_round(task, i, ends[i], &ahead, &agree, why);
        if (status != STATUS_OK) return status;
        if (agree || atomic_load(l->stop)) break;
    }
    s->ahead = ahead;
    return STATUS_OK;
}

static void begin_run(struct two_phase *s, const struct search_position *position,
                      const struct bitset *candidates, const struct search_limit *limit) {
    s->has_run = true;
    s->simulated = false;
    s->has_ownership = limit->watch && limit->watch->ownership;
    board_copy(&s->board, position->board);
    s->to_move = position->to_move;
    s->candidates = *candidates;
    s->until = limit->begin;
    s->ahead.length = 0;
}

static enum status run(struct search *search, const struct search_position *position,
                       const struct bitset *candidates, const struct search_limit *limit,
                       struct rng *rng, struct failure *why) {
    struct two_phase *s = two_phase_of(search);
    const struct task task = {
        .search = s, .position = position, .candidates = candidates, .limit = limit, .rng = rng};
    if (limit->purpose == SEARCH_TO_LEARN && !learns(search)) return STATUS_OK;
    const enum status status = td_search_threads(s->td, (int)search->setting.params->threads, why);
    if (status != STATUS_OK) return status;
    begin_run(s, position, candidates, limit);
    if (limit->most <= limit->begin) return STATUS_OK;
    if (limit->purpose == SEARCH_TO_CHOOSE)
        return bitset_is_empty(candidates, position->board->words) ? STATUS_OK : choose(&task, why);
    s->until = limit->target;
    run_td_search(&task, limit->target, false);
    return STATUS_OK;
}

/* --- what a run found --- */

static uint64_t visits_to(const struct two_phase *s, int point) {
    const struct td_search *td = s->td;
    if (!s->simulated) return 0;
    if (point != PASS) return td->visits[point];
    uint64_t others = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) others += td->visits[p];
    const uint64_t all = td->simulations;
    return all > others ? all - others : 0; /* other threads are counting */
}

/* The mean score of the simulations that began with POINT, shrunk towards MEAN. */
static double score_of(const struct two_phase *s, int point, double mean) {
    if (point == PASS || !s->simulated) return mean;
    const double sum = color_sign(s->to_move) * 0.5 * (double)s->td->visit_half_scores[point];
    return search_shrunk_mean(sum, (double)visits_to(s, point), mean, SEARCH_SCORE_SHRINKAGE);
}

/* The standard deviation of these scores around SCORE, shrunk likewise to that of OUT. */
static double stdev_of(const struct two_phase *s, const struct search_statistics *out, int point,
                       double score) {
    if (point == PASS || !s->simulated) return out->score_stdev;
    const double all = out->score_stdev * out->score_stdev + out->score * out->score;
    const double squares = (double)s->td->visit_squares[point] / 4;
    return search_stdev(score, search_shrunk_mean(squares, (double)visits_to(s, point), all,
                                                  SEARCH_SCORE_SHRINKAGE));
}

/* WINRATE holds the mover's linear value until the candidates are in order: two different linear
 * values may round to the same win rate. */
static void add_candidate(const struct two_phase *s, struct search_statistics *out, int point,
                          double linear, double prior) {
    const double score = score_of(s, point, out->score);
    out->candidates[out->count++] =
        (struct search_candidate){.point = point,
                                  .visits = visits_to(s, point),
                                  .score = score,
                                  .score_stdev = stdev_of(s, out, point, score),
                                  .winrate = color_sign(s->to_move) * linear,
                                  .prior = prior};
}

/* Ties by point: qsort is not stable, and a choice must not depend on the C library. */
static int compare_candidates(const void *a, const void *b) {
    const struct search_candidate *x = a, *y = b;
    if (x->winrate != y->winrate) return x->winrate < y->winrate ? 1 : -1;
    return x->point - y->point;
}

/* Moves alpha-beta's choice to the front, with its value; the others keep their order. Full-width
 * search has no value for these, only bounds. The choice is not among them if it is a pass that is
 * banned. */
static void put_ahead_first(const struct two_phase *s, struct search_statistics *out) {
    int at = 0;
    while (at < out->count && out->candidates[at].point != s->ahead.pv[0]) at++;
    if (at == out->count) return;
    out->candidates[at].winrate = color_sign(s->to_move) * (double)s->ahead.value;
    search_choose(out, at);
}

/* The mean win rate of the candidates, weighted by visits, if SHIFT is added to their linear
 * values, the mover's view. */
static double mean_win_rate(const struct two_phase *s, const struct evaluator *e,
                            const struct search_statistics *found, double shift) {
    double sum = 0, visits = 0;
    for (int i = 0; i < found->count; i++) {
        const struct search_candidate *c = &found->candidates[i];
        const double linear = color_sign(s->to_move) * (c->winrate + shift);
        sum += (double)c->visits * color_win_rate(e->output, linear, s->to_move);
        visits += (double)c->visits;
    }
    return sum / visits;
}

/* Bound on the shift of a calibration, in linear value (logits). */
#define MAX_SHIFT 4.0

/* The linear shift that makes the mean win rate equal the simulations' mean result. The features do
 * not know whose turn it is, so all values at the root are off by about the same amount, and the
 * results of the simulations show by how much. The mean grows with the shift, so bisection finds
 * it: 30 halvings of [-4, 4] leave an error below 1e-8. */
static double calibration(const struct two_phase *s, const struct evaluator *e,
                          const struct search_statistics *found) {
    const struct td_search *td = s->td;
    uint64_t visits = 0;
    for (int i = 0; i < found->count; i++) visits += found->candidates[i].visits;
    if (visits == 0) return 0;
    const double black = (double)td->black_wins / (2 * (double)td->simulations);
    const double results = s->to_move == BLACK ? black : 1 - black;
    double low = -MAX_SHIFT, high = MAX_SHIFT;
    for (int i = 0; i < 30; i++) {
        const double middle = 0.5 * (low + high);
        if (mean_win_rate(s, e, found, middle) < results)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static void fill_candidates(const struct two_phase *s, struct search_statistics *out) {
    struct local_shapes shapes;
    struct evaluator *e = evaluator_in(s, &shapes), *prior = s->long_term;
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
            color_win_rate(e->output, color_sign(s->to_move) * (c->winrate + shift), s->to_move);
    }
}

/* By the simulations if this run had any, else by playouts. */
static void fill_ownership(const struct two_phase *s, struct search_statistics *out) {
    const struct td_search *td = s->td;
    struct ownership estimate;
    out->has_ownership = true;
    if (s->simulated && td->ownership.samples > 0) {
        ownership_sums_read(&td->ownership, NULL, 0, out->ownership, out->ownership_stdev);
        return;
    }
    ownership_estimate(&estimate, &s->board, s->base.setting.patterns);
    for (int p = 0; p < point_limit(s->board.size); p++) {
        out->ownership[p] = (double)estimate.mean[p];
        out->ownership_stdev[p] = search_stdev(out->ownership[p], 1);
    }
}

static void statistics(const struct search *search, struct search_statistics *out) {
    const struct two_phase *s = (const struct two_phase *)search;
    const struct td_search *td = s->td;
    *out = (struct search_statistics){.count = 0};
    if (!s->has_run) return;
    out->to_move = s->to_move;
    out->hash = s->board.hash;
    out->until = s->until;
    if (s->simulated && td->simulations > 0) {
        out->simulations = td->simulations;
        const double n = (double)out->simulations;
        out->score = color_sign(s->to_move) * (double)td->half_scores / (2 * n);
        out->score_stdev = search_stdev(out->score, (double)td->squares / (4 * n));
    }
    fill_candidates(s, out);
    out->winrate = out->candidates[0].winrate;
    if (s->has_ownership) fill_ownership(s, out);
}

static void values(struct search *search, const struct search_position *position,
                   double values[BOARD_MAX_POINTS]) {
    const struct bitset legal = search_legal_points(position);
    struct local_shapes shapes;
    struct evaluator *e = evaluator_in(two_phase_of(search), &shapes);
    e->method->set(e, position->board, position->to_move);
    evaluator_values(e, position->board, position->to_move, &legal, values);
}

/* Whether alpha-beta's line, of the last run, begins with POINT at POSITION, or, for NO_POINT, with
 * its choice: a move, since a pass may be banned (put_ahead_first). */
static bool is_ahead(const struct two_phase *s, const struct search_position *position, int point) {
    const int first = s->ahead.pv[0];
    return s->has_run && s->ahead.length > 0 &&
           (point == NO_POINT ? first != PASS : first == point) &&
           s->to_move == position->to_move && s->board.hash == position->board->hash;
}

static int pv(const struct search *search, const struct search_position *position, int point,
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
        point = greedy(s, b, position->to_move, &candidates);
    }
    return evaluator_pv(evaluator_in(s, &shapes), b, position->to_move, point, line, SEARCH_PV);
}

/* --- the methods --- */

#define TWO_PHASE_METHOD(METHOD, NAME)                                                             \
    extern const struct search_method METHOD;                                                      \
    const struct search_method METHOD = {.name = NAME,                                             \
                                         .make = make,                                             \
                                         .free = free_two_phase,                                   \
                                         .start = start,                                           \
                                         .run = run,                                               \
                                         .statistics = statistics,                                 \
                                         .values = values,                                         \
                                         .pv = pv,                                                 \
                                         .evaluator = evaluator};
TWO_PHASE_METHOD(two_phase_method, "two-phase")
TWO_PHASE_METHOD(td_method, "td")
TWO_PHASE_METHOD(alpha_beta_method, "alpha-beta")
TWO_PHASE_METHOD(greedy_method, "greedy")
