/* The updates of td.h by prefix sums. With the step of state t
 *
 *     u_t = alpha G_t / ||phi(s_t)||^2,    sum[t] = u_1 + ... + u_(t-1)
 *
 * a feature that was active in states a .. b - 1 changes by u_a + ... + u_(b-1) = sum[b] - sum[a].
 *
 *     t            1     2     3     4     5
 *     u            0.1   0.3  -0.2   0.1
 *     sum          0     0.1   0.4   0.2   0.3
 *     active             x     x                  changes by sum[4] - sum[2] = 0.1 = 0.3 - 0.2
 *
 * kernel_runs (shape_runs.h) lists these runs from the episode's log. */
#include "guzumi/shapes/td.h"

#include "guzumi/learner/evaluator.h"

#include "shape_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counters for the classes of SET, all zero; false when memory runs out. */
static bool make_occurrences(int32_t **out, const struct weight_set *set) {
    const size_t classes = set->classes ? (size_t)set->classes->class_count : 0;
    *out = calloc(classes + 1, sizeof **out);
    return *out != NULL;
}

/* All arrays are as long as an episode can need, so that learning allocates nothing. SUM and ERROR
 * have a state before the first and one after the last. */
enum status td_work_init(struct td_work *w, int size, int changes, const struct memory *memory,
                         struct failure *why) {
    memset(w, 0, sizeof *w);
    const size_t states = (size_t)trajectory_move_limit(size) + 2;
    w->sum = calloc(states, sizeof *w->sum);
    w->error = calloc(states, sizeof *w->error);
    w->norm = calloc(states, sizeof *w->norm);
    w->run = calloc((size_t)(changes + SHAPE_REGION_ROOM), sizeof *w->run);
    bool made = w->sum && w->error && w->norm && w->run;
    if (memory)
        made = made && make_occurrences(&w->occurrences[0], &memory->main) &&
               make_occurrences(&w->occurrences[1], &memory->li);
    enum status status = made ? STATUS_OK : out_of_memory(why, "learning");
    if (made && memory) status = weight_changes_init(&w->changes, &memory->li, why);
    if (status != STATUS_OK) td_work_free(w);
    return status;
}

void td_work_free(struct td_work *w) {
    free(w->sum);
    free(w->error);
    free(w->norm);
    free(w->run);
    free(w->occurrences[0]);
    free(w->occurrences[1]);
    weight_changes_free(&w->changes);
    memset(w, 0, sizeof *w);
}

struct td_rule td_long_term_rule(const struct params *p) {
    return (struct td_rule){.alpha = p->alpha,
                            .returns = {.lambda = p->lambda, .plies = (int)p->plies},
                            .mu = p->returns == RETURNS_MU,
                            .leaves = p->td_leaf,
                            .value = p->value,
                            .normalise = p->normalise};
}

/* The search's parameters, those with a bar in the papers. What training alone has (TD(mu), leaves,
 * steps by occurrence) stays at its default. */
struct td_rule td_short_term_rule(const struct params *p) {
    return (struct td_rule){.alpha = p->search_alpha,
                            .returns = {.lambda = p->search_lambda,
                                        .plies = (int)p->plies,
                                        .clear_trace = p->search_clear_trace},
                            .value = p->value,
                            .normalise = NORMALISE_ACTIVE};
}

/* NORM holds differences, ||phi(s_t)||^2 - ||phi(s_(t-1))||^2, which sum_steps adds up. */
static void clear_norms(struct td_work *w, const struct trajectory *game) {
    memset(w->norm, 0, ((size_t)trajectory_last_state(game) + 2) * sizeof *w->norm);
}

/* A run of features that add NORM to ||phi||^2 while it lasts. */
static ALWAYS_INLINE void count_norm(struct td_work *w, struct shape_run run, int norm) {
    w->norm[run.since] += norm;
    w->norm[run.until] -= norm;
}

static void find_errors(const struct td_rule *rule, const struct trajectory *game,
                        const double *value, double result, double *error) {
    const struct mu_rule mu = {.lambda = rule->returns.lambda,
                               .plies = rule->returns.plies, /* V is a probability already */
                               .leaves = rule->leaves};
    if (rule->mu)
        returns_mu(&mu, game, value, result, error);
    else
        returns_lambda(&rule->returns, game, value, result, error);
}

/* Fills SUM from the returns and the norms: the step of state t is alpha G_t / ||phi(s_t)||^2. */
static void sum_steps(struct td_work *w, const struct td_rule *rule, const struct trajectory *game,
                      double result) {
    const int last = trajectory_last_state(game);
    double *value = w->sum; /* V(s_t), until the sums take its place */
    for (int t = 1; t <= last; t++) value[t] = value_win_rate(rule->value, (double)game->value[t]);
    find_errors(rule, game, value, result, w->error);
    w->sum[0] = w->sum[1] = 0;
    for (int t = 1, norm = 0; t <= last; t++) {
        norm += w->norm[t];
        w->sum[t + 1] = w->sum[t] + (norm ? rule->alpha * w->error[t] / norm : 0);
    }
}

/* --- the short-term memory --- */

struct flat_learner {
    struct td_work *work;
    const struct td_flat *flat;
};

/* Lists a run if its feature learns: the size of its shape is in the mask, and it is not empty.
 * Prefetches the entries that will change, since the tables are larger than the caches. */
static ALWAYS_INLINE void list_run(void *context, struct shape_run run) {
    const struct flat_learner *l = context;
    const struct shapes *s = l->flat->shapes;
    struct td_work *w = l->work;
    const int entry = s->flat_base[run.region] + run.code;
    const int learnt = (l->flat->mask << 1 >> s->region_size[run.region] & 1) & (run.code != 0);
    PREFETCH(&l->flat->table[entry]);
    if (l->flat->delayed) PREFETCH(&l->flat->delayed[entry]);
    w->run[w->run_count] =
        (struct td_run){.entry = entry, .since = (int16_t)run.since, .until = (int16_t)run.until};
    w->run_count += learnt; /* no branch, which could not be predicted */
    count_norm(w, run, learnt);
}

static ALWAYS_INLINE void take_flat_steps(const struct td_work *w, const struct td_flat *flat,
                                          bool concurrent) {
    for (int i = 0; i < w->run_count; i++) {
        const struct td_run run = w->run[i];
        const float change = (float)(w->sum[run.until] - w->sum[run.since]);
        weight_add(&flat->table[run.entry], change, concurrent);
        if (flat->delayed) weight_add(&flat->delayed[run.entry], flat->delay * change, concurrent);
    }
}

void td_learn_flat(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                   double result, const struct td_flat *flat) {
    struct flat_learner learner = {.work = w, .flat = flat};
    if (trajectory_last_state(&e->trajectory) < 1) return;
    w->run_count = 0;
    clear_norms(w, &e->trajectory);
    kernel_runs(&w->runs, e, flat->shapes->region_count, list_run, &learner);
    sum_steps(w, rule, &e->trajectory, result);
    if (flat->concurrent)
        take_flat_steps(w, flat, true);
    else
        take_flat_steps(w, flat, false);
}

/* --- the long-term memory --- */

struct shared_learner {
    struct td_work *work;
    struct memory *memory;
    const int32_t *base; /* by region, where its entries of the main table are */
    int most;            /* that one shape adds to ||phi||^2: 2, or 1 with NORMALISE_SHAPES */
};

/* Lists a run if its features have weights: up to two, LD and LI, each of which adds 1 to
 * ||phi||^2, which is "the total number of currently active features" (2012 paper, section 3.2.1);
 * or together 1, if features are taken to be the shapes themselves. Prefetches what will be read
 * again. */
static ALWAYS_INLINE void list_shared_run(void *context, struct shape_run run) {
    const struct shared_learner *l = context;
    const struct memory *m = l->memory;
    struct td_work *w = l->work;
    const int entry = l->base[run.region] + run.code;
    const int li_entry = m->shapes->li_base[run.region] + run.code;
    const int weights = m->activity[entry];
    if (m->main.classes) PREFETCH(&m->main.ring[entry]);
    w->run[w->run_count] = (struct td_run){entry, li_entry, (int16_t)run.since, (int16_t)run.until};
    w->run_count += weights > 0;
    count_norm(w, run, weights < l->most ? weights : l->most);
}

/* The change of ||phi||^2 when the feature at ENTRY of SET comes (TIMES 1) or goes (-1). A weight
 * shared by n active features, counting those of the opposite colour as negative, acts as a feature
 * with the value n and adds n^2. */
static int change_square(const struct weight_set *set, int32_t *occurrences, int entry, int times) {
    const int32_t class = set->classes ? set->classes->class_of[entry] : 0;
    if (class == 0) return 0;
    int32_t *count = &occurrences[abs(class) - 1];
    const int32_t before = *count;
    *count += class > 0 ? times : -times;
    return *count * *count - before * before;
}

static int change_squares(const struct shared_learner *l, int region, int32_t code, int times) {
    const struct memory *m = l->memory;
    const int li_entry = m->shapes->li_base[region] + code;
    return change_square(&m->main, l->work->occurrences[0], l->base[region] + code, times) +
           change_square(&m->li, l->work->occurrences[1], li_entry, times);
}

static ALWAYS_INLINE void count_squares(void *context, struct shape_run run) {
    const struct shared_learner *l = context;
    l->work->norm[run.until] += change_squares(l, run.region, run.code, -1);
    l->work->norm[run.until] += change_squares(l, run.region, run.next, 1);
}

/* Fills the norms by the squared occurrences of shared weights. The last runs end with the empty
 * shapes, which have no weights, so all occurrences are 0 again afterwards. */
static void count_all_squares(struct shared_learner *l, const struct episode *e) {
    const int regions = l->memory->shapes->region_count;
    clear_norms(l->work, &e->trajectory);
    for (int r = 0; r < regions; r++) l->work->norm[1] += change_squares(l, r, e->start_code[r], 1);
    kernel_runs(&l->work->runs, e, regions, count_squares, l);
}

/* The part of STEP that the weight at ENTRY takes, by temporal coherence (Beal and Smith 1999):
 * step |N| / A, where N is the sum of the weight's past steps and A the sum of their absolute
 * values. Steps that cancel out make |N| / A small. Adds the step to both, and halves both before A
 * becomes too large for single precision to add small steps. */
static float coherent_step(const struct weight_set *set, int entry, float step) {
    const bool concurrent = true; /* correct with one thread, too */
    static const float most = 64;
    const int32_t class = set->classes->class_of[entry];
    if (class == 0) return 0;
    float *sum = &set->coherence[2 * (size_t)(abs(class) - 1)], *size = sum + 1;
    const float n = weight_read(sum, concurrent), a = weight_read(size, concurrent);
    const float scale = a > most ? 0.5f : 1;
    weight_write(sum, scale * (n + (class > 0 ? step : -step)), concurrent);
    weight_write(size, scale * (a + fabsf(step)), concurrent);
    return a > 0 ? step * fabsf(n) / a : step;
}

/* An LD class mostly has two members, which are written at once. An LI class may have many runs in
 * an episode, so its changes are collected and written once (memory.h). */
static ALWAYS_INLINE void take_shared_steps(struct td_work *w, struct memory *m, bool coherent,
                                            bool concurrent) {
    struct weight_set *main = &m->main, *li = &m->li;
    for (int i = 0; i < w->run_count; i++) {
        const struct td_run run = w->run[i];
        const float step = (float)(w->sum[run.until] - w->sum[run.since]);
        if (main->classes)
            weight_set_add_now(main, run.entry,
                               coherent ? coherent_step(main, run.entry, step) : step, concurrent);
        if (li->classes)
            weight_set_collect(li, &w->changes, run.li_entry,
                               coherent ? coherent_step(li, run.li_entry, step) : step, concurrent);
    }
    if (li->classes) weight_set_publish(li, &w->changes, concurrent);
}

/* Temporal coherence keeps its sums in the memory and reads them atomically in any case, so it
 * needs no copy for one thread. */
void td_learn_shared(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                     double result, struct memory *m) {
    struct shared_learner learner = {.work = w,
                                     .memory = m,
                                     .base = memory_weights(m).base,
                                     .most = rule->normalise == NORMALISE_SHAPES ? 1 : 2};
    assert(w->occurrences[0] && w->occurrences[1]);
    if (trajectory_last_state(&e->trajectory) < 1) return;
    w->run_count = 0;
    clear_norms(w, &e->trajectory);
    kernel_runs(&w->runs, e, m->shapes->region_count, list_shared_run, &learner);
    if (rule->normalise == NORMALISE_OCCURRENCES) count_all_squares(&learner, e);
    sum_steps(w, rule, &e->trajectory, result);
    if (m->learnt.origin.params.step_sizes == STEPS_COHERENT)
        take_shared_steps(w, m, true, true);
    else if (m->concurrent)
        take_shared_steps(w, m, false, true);
    else
        take_shared_steps(w, m, false, false);
}
