#include "guzumi/td.h"

#include <stdlib.h>
#include <string.h>

enum status td_work_init(struct td_work *w, int size, struct failure *why) {
    memset(w, 0, sizeof *w);
    const size_t steps = (size_t)episode_move_limit(size) + 4;
    w->sum = calloc(steps, sizeof *w->sum);
    w->error = calloc(steps, sizeof *w->error);
    w->norm = calloc(steps, sizeof *w->norm);
    if (w->sum && w->error && w->norm) return STATUS_OK;
    td_work_free(w);
    return fail_memory(why, "learning");
}

void td_work_free(struct td_work *w) {
    free(w->sum);
    free(w->error);
    free(w->norm);
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

/* The last state that is not terminal: the one after the second pass is. */
static int last_state(const struct episode *e) {
    return e->finished ? e->length - 1 : e->length;
}

/* Fills SUM from the errors and the norms: the step of state t is alpha G_t / norm_t. */
static void sum_steps(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                      double result) {
    const int last = last_state(e), plies = rule->plies;
    const struct episode_step *step = e->steps;
    double *value = w->sum; /* V(s_t), until the sums take its place */
    for (int t = 1; t <= last; t++) value[t] = td_value(rule->value, step[t].value);
    for (int t = last; t >= 1; t--) {
        const bool bootstraps = t + plies <= last;
        const double next = bootstraps ? value[t + plies] : result;
        bool trace = bootstraps;
        if (rule->clear_trace)
            for (int i = 1; i <= plies && trace; i++) trace = !step[t + i].explored;
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
    return s->region_size[region] && (mask >> (s->region_size[region] - 1) & 1);
}

/* Active features that learn, for each state. */
static void count_active(struct td_work *w, const struct episode *e, const struct shapes *s,
                         int mask) {
    const int last = last_state(e);
    int active = 0;
    for (int r = 0; r < s->region_count; r++) {
        w->code[r] = e->start_code[r];
        active += learns(s, mask, r) && w->code[r] != 0;
    }
    for (int t = 1, i = 0; t <= last; t++) {
        for (; i < e->steps[t].log_end; i++) {
            const struct shape_change change = e->log.entries[i];
            if (!learns(s, mask, change.region)) continue;
            active += (change.code != 0) - (w->code[change.region] != 0);
            w->code[change.region] = change.code;
        }
        w->norm[t] = active;
    }
}

void td_learn_flat(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                   double result, const struct shapes *s, int mask, float *flat) {
    const int last = last_state(e);
    if (last < 1) return;
    count_active(w, e, s, mask);
    sum_steps(w, rule, e, result);
    for (int r = 0; r < s->region_count; r++) {
        w->code[r] = learns(s, mask, r) ? e->start_code[r] : 0;
        w->since[r] = 1;
    }
    for (int t = 1, i = 0; t <= last; t++)
        for (; i < e->steps[t].log_end; i++) {
            const struct shape_change change = e->log.entries[i];
            const int r = change.region;
            if (!learns(s, mask, r)) continue;
            if (w->code[r] != 0)
                flat[s->flat_base[r] + w->code[r]] += (float)(w->sum[t] - w->sum[w->since[r]]);
            w->code[r] = change.code;
            w->since[r] = t;
        }
    for (int r = 0; r < s->region_count; r++)
        if (w->code[r] != 0)
            flat[s->flat_base[r] + w->code[r]] += (float)(w->sum[last + 1] - w->sum[w->since[r]]);
}

/* --- the long-term memory -----------------------------------------------------------------------
 */

/* Runs BODY for the sets in use of MEMORY, with SET and BASE (the region's first entry). */
static int used_sets(struct memory *m, struct weight_set *sets[2], const int32_t *bases[2]) {
    int count = 0;
    if (m->main.classes) {
        sets[count] = &m->main;
        bases[count++] = memory_weights(m).base;
    }
    if (m->li.classes) {
        sets[count] = &m->li;
        bases[count++] = m->shapes->li_base;
    }
    return count;
}

/* How the norm changes when the feature of class CLASS (signed) comes (1) or goes (-1). */
static int norm_change(struct td_work *w, bool squared, int set, int32_t class, int times) {
    if (class == 0) return 0;
    if (!squared) return times;
    int32_t *count = &w->occurrences[set][abs(class) - 1];
    const int32_t before = *count;
    *count += class > 0 ? times : -times;
    return (int)(*count * *count - before * before);
}

static int change_norm(struct td_work *w, bool squared, struct weight_set *const sets[2],
                       const int32_t *const bases[2], int count, int region, int32_t code,
                       int times) {
    int change = 0;
    for (int i = 0; i < count; i++)
        change +=
            norm_change(w, squared, i, sets[i]->classes->class_of[bases[i][region] + code], times);
    return change;
}

/* ||phi||^2 of each state: the active features that have a weight, or the squares of the signed
 * numbers of times that each weight is in use. */
static void count_norms(struct td_work *w, bool squared, const struct episode *e,
                        const struct memory *m, struct weight_set *const sets[2],
                        const int32_t *const bases[2], int count) {
    const int last = last_state(e);
    int norm = 0;
    for (int i = 0; i < count && squared; i++)
        memset(w->occurrences[i], 0,
               (size_t)sets[i]->classes->class_count * sizeof *w->occurrences[i]);
    for (int r = 0; r < m->shapes->region_count; r++) {
        w->code[r] = e->start_code[r];
        norm += change_norm(w, squared, sets, bases, count, r, w->code[r], 1);
    }
    for (int t = 1, i = 0; t <= last; t++) {
        for (; i < e->steps[t].log_end; i++) {
            const int r = e->log.entries[i].region;
            if (r == m->shapes->region_count) continue;
            norm += change_norm(w, squared, sets, bases, count, r, w->code[r], -1);
            w->code[r] = e->log.entries[i].code;
            norm += change_norm(w, squared, sets, bases, count, r, w->code[r], 1);
        }
        w->norm[t] = norm;
    }
}

static bool prepare_occurrences(struct td_work *w, struct weight_set *const sets[2], int count) {
    for (int i = 0; i < count; i++) {
        if (!w->occurrences[i])
            w->occurrences[i] =
                calloc((size_t)sets[i]->classes->class_count + 1, sizeof *w->occurrences[i]);
        if (!w->occurrences[i]) return false;
    }
    return true;
}

static void add_run(struct weight_set *const sets[2], const int32_t *const bases[2], int count,
                    int region, int32_t code, double step) {
    for (int i = 0; i < count; i++) weight_set_add(sets[i], bases[i][region] + code, (float)step);
}

void td_learn_shared(struct td_work *w, const struct td_rule *rule, const struct episode *e,
                     double result, struct memory *m) {
    const int last = last_state(e), regions = m->shapes->region_count;
    if (last < 1) return;
    struct weight_set *sets[2];
    const int32_t *bases[2];
    const int count = used_sets(m, sets, bases);
    const bool squared =
        rule->normalise == NORMALISE_OCCURRENCES && prepare_occurrences(w, sets, count);
    count_norms(w, squared, e, m, sets, bases, count);
    sum_steps(w, rule, e, result);
    for (int r = 0; r < regions; r++) {
        w->code[r] = e->start_code[r];
        w->since[r] = 1;
    }
    for (int t = 1, i = 0; t <= last; t++)
        for (; i < e->steps[t].log_end; i++) {
            const int r = e->log.entries[i].region;
            if (r == regions) continue;
            add_run(sets, bases, count, r, w->code[r], w->sum[t] - w->sum[w->since[r]]);
            w->code[r] = e->log.entries[i].code;
            w->since[r] = t;
        }
    for (int r = 0; r < regions; r++)
        add_run(sets, bases, count, r, w->code[r], w->sum[last + 1] - w->sum[w->since[r]]);
    for (int i = 0; i < count; i++) weight_set_publish(sets[i]);
}
