#include "guzumi/td.h"

#include <stdlib.h>
#include <string.h>

enum status td_work_init(struct td_work *w, int size, struct failure *why) {
    memset(w, 0, sizeof *w);
    const size_t steps = (size_t)trajectory_move_limit(size) + 4;
    w->sum = calloc(steps, sizeof *w->sum);
    w->error = calloc(steps, sizeof *w->error);
    w->norm = calloc(steps, sizeof *w->norm);
    w->run = calloc((size_t)(episode_log_room(size) + SHAPE_REGION_ROOM), sizeof *w->run);
    if (w->sum && w->error && w->norm && w->run) return STATUS_OK;
    td_work_free(w);
    return fail_memory(why, "learning");
}

void td_work_free(struct td_work *w) {
    free(w->sum);
    free(w->error);
    free(w->norm);
    free(w->run);
    free(w->occurrences[0]);
    free(w->occurrences[1]);
    memset(w, 0, sizeof *w);
}

/* exp by halving the argument into a short Taylor series' range: plain arithmetic, so that no
 * mathematics library decides about the last bit of a weight. */
static double exponential(double x) {
    const double reduced = x / 1024;
    double power = 1 + reduced * (1 + reduced / 2 * (1 + reduced / 3 * (1 + reduced / 4)));
    for (int i = 0; i < 10; i++) power *= power;
    return power;
}

double logistic(double x) {
    if (x < -40) return 0;
    if (x > 40) return 1;
    return 1 / (1 + exponential(-x));
}

double td_value(enum value_kind kind, double linear) {
    return kind == VALUE_LOGISTIC ? logistic(linear) : 0.5 + linear;
}

struct td_rule td_long_term_rule(const struct params *p) {
    return (struct td_rule){.alpha = p->alpha,
                            .lambda = p->lambda,
                            .plies = (int)p->plies,
                            .value = (enum value_kind)p->value,
                            .normalise = (enum normalisation)p->normalise};
}

struct td_rule td_short_term_rule(const struct params *p) {
    return (struct td_rule){.alpha = p->search_alpha,
                            .lambda = p->search_lambda,
                            .plies = (int)p->plies,
                            .value = (enum value_kind)p->value,
                            .normalise = NORMALISE_ACTIVE,
                            .clear_trace = p->search_clear_trace};
}

/* Fills SUM from the errors and the norms: the step of state t is alpha G_t / norm_t. */
static void sum_steps(struct td_work *w, const struct td_rule *rule, const struct trajectory *game,
                      double result) {
    const int last = trajectory_last_state(game), plies = rule->plies;
    double *value = w->sum; /* V(s_t), until the sums take its place */
    for (int t = 1; t <= last; t++) value[t] = td_value(rule->value, game->value[t]);
    for (int t = last; t >= 1; t--) {
        const bool bootstraps = t + plies <= last;
        const double next = bootstraps ? value[t + plies] : result;
        bool trace = bootstraps;
        if (rule->clear_trace)
            for (int i = 1; i <= plies && trace; i++) trace = !game->explored[t + i];
        w->error[t] = next - value[t] + (trace ? rule->lambda * w->error[t + plies] : 0);
    }
    w->sum[0] = w->sum[1] = 0;
    for (int t = 1; t <= last; t++)
        w->sum[t + 1] =
            w->sum[t] + (w->norm[t] ? rule->alpha * w->error[t] / (double)w->norm[t] : 0);
}

/* --- the short-term memory ----------------------------------------------------------------------
 */

static bool learns(const struct shapes *s, int mask, int region) {
    return mask << 1 >> s->region_size[region] & 1;
}

/* Lists when features were active that learn, and counts them for each state. Asks for the entries
 * that will change, for the tables are larger than the caches. Returns the number of runs. */
static int list_runs(struct td_work *w, const struct episode *e, const struct td_flat *flat) {
    const struct shapes *s = flat->shapes;
    const int last = trajectory_last_state(&e->trajectory);
    int active = 0, count = 0;
    for (int r = 0; r < s->region_count; r++) {
        w->code[r] = e->start_code[r];
        w->since[r] = 1;
        active += learns(s, flat->mask, r) && w->code[r] != 0;
    }
    for (int t = 1, i = 0; t <= last; t++) {
        for (; i < e->log_end[t]; i++) {
            const struct shape_change change = e->log.entries[i];
            const int r = change.region, entry = s->flat_base[r] + w->code[r];
            const int learnt = learns(s, flat->mask, r), was = w->code[r] != 0;
            w->run[count] = (struct td_run){entry, (int16_t)w->since[r], (int16_t)t};
            PREFETCH(&flat->table[entry]);
            if (flat->delayed) PREFETCH(&flat->delayed[entry]);
            count += learnt & was; /* no branch: neither can be foretold */
            active += learnt * ((change.code != 0) - was);
            w->code[r] = change.code;
            w->since[r] = t;
        }
        w->norm[t] = active;
    }
    for (int r = 0; r < s->region_count; r++) {
        w->run[count] = (struct td_run){s->flat_base[r] + w->code[r], (int16_t)w->since[r],
                                        (int16_t)(last + 1)};
        count += learns(s, flat->mask, r) & (w->code[r] != 0);
    }
    return count;
}

void td_learn_flat(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                   double result, const struct td_flat *flat) {
    if (trajectory_last_state(&e->trajectory) < 1) return;
    const int count = list_runs(w, e, flat);
    sum_steps(w, rule, &e->trajectory, result);
    for (int i = 0; i < count; i++) {
        const struct td_run run = w->run[i];
        const float change = (float)(w->sum[run.until] - w->sum[run.since]);
        weight_add(&flat->table[run.entry], change);
        if (flat->delayed) weight_add(&flat->delayed[run.entry], flat->delay * change);
    }
}

/* --- the long-term memory -----------------------------------------------------------------------
 */

/* Features with a weight in each state: ||phi||^2 as the paper has it. */
static void count_weighted(struct td_work *w, const struct episode *e, const struct memory *m,
                           const int32_t *base) {
    const int last = trajectory_last_state(&e->trajectory), regions = m->shapes->region_count;
    int active = 0;
    for (int r = 0; r < regions; r++) {
        w->since[r] = m->activity[base[r] + e->start_code[r]];
        active += w->since[r];
    }
    w->since[regions] = 0;
    for (int t = 1, i = 0; t <= last; t++) {
        for (; i < e->log_end[t]; i++) {
            const struct shape_change change = e->log.entries[i];
            const int32_t activity = m->activity[base[change.region] + change.code];
            active += activity - w->since[change.region];
            w->since[change.region] = activity;
        }
        w->norm[t] = active;
    }
}

/* How the norm changes when the feature at ENTRY of SET comes (TIMES 1) or goes (-1), the squares
 * being those of the signed number of times that a weight is in use. */
static int change_square(const struct weight_set *set, int32_t *occurrences, int entry, int times) {
    const int32_t class = set->classes ? set->classes->class_of[entry] : 0;
    if (class == 0) return 0;
    int32_t *count = &occurrences[abs(class) - 1];
    const int32_t before = *count;
    *count += class > 0 ? times : -times;
    return *count * *count - before * before;
}

static int change_squares(struct td_work *w, const struct memory *m, const int32_t *base,
                          int region, int32_t code, int times) {
    return change_square(&m->main, w->occurrences[0], base[region] + code, times) +
           change_square(&m->li, w->occurrences[1], m->shapes->li_base[region] + code, times);
}

/* ||phi||^2 of the shared features, each counting as often as it occurs. */
static void count_squares(struct td_work *w, const struct episode *e, const struct memory *m,
                          const int32_t *base) {
    const int last = trajectory_last_state(&e->trajectory), regions = m->shapes->region_count;
    int norm = 0;
    for (int r = 0; r < regions; r++) {
        w->code[r] = e->start_code[r];
        norm += change_squares(w, m, base, r, w->code[r], 1);
    }
    for (int t = 1, i = 0; t <= last; t++) {
        for (; i < e->log_end[t]; i++) {
            const struct shape_change change = e->log.entries[i];
            if (change.region == regions) continue;
            norm += change_squares(w, m, base, change.region, w->code[change.region], -1);
            w->code[change.region] = change.code;
            norm += change_squares(w, m, base, change.region, change.code, 1);
        }
        w->norm[t] = norm;
    }
}

/* Room for the occurrences, all zero; false when memory runs out. */
static bool prepare_occurrences(struct td_work *w, const struct memory *m) {
    const struct weight_set *const sets[2] = {&m->main, &m->li};
    for (int i = 0; i < 2; i++) {
        const size_t classes = sets[i]->classes ? (size_t)sets[i]->classes->class_count : 0;
        if (!w->occurrences[i])
            w->occurrences[i] = malloc((classes + 1) * sizeof *w->occurrences[i]);
        if (!w->occurrences[i]) return false;
        memset(w->occurrences[i], 0, (classes + 1) * sizeof *w->occurrences[i]);
    }
    return true;
}

/* A feature was active while the sum of steps grew by STEP. */
static inline void add_run(struct memory *m, const int32_t *base, int region, int32_t code,
                           double step) {
    if (m->main.classes) weight_set_add_now(&m->main, base[region] + code, (float)step);
    if (m->li.classes) weight_set_collect(&m->li, m->shapes->li_base[region] + code, (float)step);
}

void td_learn_shared(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                     double result, struct memory *m) {
    const int last = trajectory_last_state(&e->trajectory), regions = m->shapes->region_count;
    const int32_t *base = memory_weights(m).base;
    if (last < 1) return;
    if (rule->normalise == NORMALISE_OCCURRENCES && prepare_occurrences(w, m))
        count_squares(w, e, m, base);
    else
        count_weighted(w, e, m, base);
    sum_steps(w, rule, &e->trajectory, result);
    for (int r = 0; r < regions; r++) {
        w->code[r] = e->start_code[r];
        w->since[r] = 1;
    }
    for (int t = 1, i = 0; t <= last; t++)
        for (; i < e->log_end[t]; i++) {
            const struct shape_change change = e->log.entries[i];
            const int r = change.region;
            if (r == regions) continue;
            add_run(m, base, r, w->code[r], w->sum[t] - w->sum[w->since[r]]);
            w->code[r] = change.code;
            w->since[r] = t;
        }
    for (int r = 0; r < regions; r++)
        add_run(m, base, r, w->code[r], w->sum[last + 1] - w->sum[w->since[r]]);
    if (m->li.classes) weight_set_publish(&m->li);
}
