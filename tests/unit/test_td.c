/* The TD rule, which learns an episode at once by prefix sums, against the online rule with dense
 * traces, on random recorded episodes. */
#include "guzumi/learner/evaluator.h"
#include "guzumi/shapes/td.h"

#include "class_weights.h"
#include "memories.h"
#include "random_moves.h"
#include "reference_td.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* Debug builds learn fewer episodes on the larger boards. */
#ifdef NDEBUG
enum { EFFORT = 1, LARGEST_FLAT = 9 };
#else
enum { EFFORT = 4, LARGEST_FLAT = 5 };
#endif

enum { ALL_SIZES = 7 };

/* Steps of about 0.01 are compared; single precision adds errors of some 1e-7 of a weight, each
 * time that one is changed. */
#define TOLERANCE 3e-6

static const double lambdas[] = {0, 0.4, 1};

/* The rule number I of all combinations. */
static struct td_rule rule_number(int i) {
    static const enum normalisation divisors[] = {NORMALISE_ACTIVE, NORMALISE_SHAPES,
                                                  NORMALISE_OCCURRENCES};
    return (struct td_rule){
        .alpha = 1.5,
        .returns = {.lambda = lambdas[i % 3], .plies = 1 + i / 3 % 2, .clear_trace = i / 36 % 2},
        .value = i / 6 % 2 ? VALUE_LINEAR : VALUE_LOGISTIC,
        .normalise = divisors[i / 12 % 3]};
}
enum { RULES = 72 };

static double value_of(const struct td_rule *rule, double linear) {
    return rule->value == VALUE_LOGISTIC ? reference_logistic(linear) : 0.5 + linear;
}

/* --- the plain rule on a recorded episode --- */

/* Writes the features of a state (its codes) into PHI and returns their norm. */
typedef double (*features_of)(const void *context, const int32_t *codes, double *phi);

static int last_state(const struct episode *e) {
    const struct trajectory *game = &e->trajectory;
    return game->finished ? game->length - 1 : game->length;
}

static double error_of(const struct td_rule *rule, const struct episode *e, int t, double result) {
    const int next = t + rule->returns.plies;
    const double target =
        next <= last_state(e) ? value_of(rule, (double)e->trajectory.value[next]) : result;
    return target - value_of(rule, (double)e->trajectory.value[t]);
}

/* Whether a move since the state before on the same trace was drawn at random. */
static bool explored_since(const struct td_rule *rule, const struct episode *e, int t) {
    bool explored = false;
    for (int i = 0; i < rule->returns.plies && t - i > 0; i++)
        explored |= e->trajectory.explored[t - i];
    return explored;
}

static void learn_plainly(struct reference_td *td, const struct td_rule *rule,
                          const struct episode *e, double result, features_of features,
                          const void *context) {
    int32_t codes[SHAPE_REGION_ROOM];
    double *phi = malloc((size_t)td->weight_count * sizeof *phi + 1);
    assert_non_null(phi);
    memcpy(codes, e->start_code, sizeof codes);
    for (int t = 1, i = 0; t <= last_state(e); t++) {
        for (; i < e->log_end[t]; i++) codes[e->log.entries[i].region] = e->log.entries[i].code;
        memset(phi, 0, (size_t)td->weight_count * sizeof *phi);
        const double norm = features(context, codes, phi);
        const bool clear = rule->returns.clear_trace && explored_since(rule, e, t);
        reference_td_state(td, t, phi, norm, error_of(rule, e, t, result), clear);
    }
    free(phi);
}

struct flat_context {
    const struct shapes *shapes;
    int mask;
};

/* One weight for each shape; those of other sizes and the empty ones do not learn. */
static double flat_features(const void *context, const int32_t *codes, double *phi) {
    const struct flat_context *c = context;
    double norm = 0;
    for (int r = 0; r < c->shapes->region_count; r++) {
        if (!(c->mask >> (c->shapes->region_size[r] - 1) & 1) || codes[r] == 0) continue;
        phi[c->shapes->flat_base[r] + codes[r]] = 1;
        norm += 1;
    }
    return norm;
}

struct shared_context {
    const struct memory *memory;
    enum normalisation normalise;
};

/* Adds the shape at ENTRY to the features of a set; returns 1 when it has a weight. */
static int add_shared(const struct weight_set *set, int entry, double *phi) {
    if (!set->classes || set->classes->class_of[entry] == 0) return 0;
    const int class = set->classes->class_of[entry];
    phi[abs(class) - 1] += class > 0 ? 1 : -1;
    return 1;
}

/* The weights of the main set, then those of the LI set. */
static double shared_features(const void *context, const int32_t *codes, double *phi) {
    const struct shared_context *c = context;
    const struct memory *m = c->memory;
    const int32_t *base = memory_weights(m).base;
    const int main_count = class_count(&m->main), li_count = class_count(&m->li);
    double active = 0, shapes = 0, squares = 0;
    for (int r = 0; r < m->shapes->region_count; r++) {
        const int own = add_shared(&m->main, base[r] + codes[r], phi) +
                        add_shared(&m->li, m->shapes->li_base[r] + codes[r], phi + main_count);
        active += own;
        shapes += own > 0;
    }
    for (int i = 0; i < main_count + li_count; i++) squares += phi[i] * phi[i];
    if (c->normalise == NORMALISE_SHAPES) return shapes;
    return c->normalise == NORMALISE_OCCURRENCES ? squares : active;
}

/* --- recorded episodes --- */

static struct shapes *make_shapes(int size, int mask) {
    struct shapes *shapes;
    struct failure why;
    assert_int_equal(shapes_new(&shapes, size, mask, &why), STATUS_OK);
    return shapes;
}

/* An episode from a random position by these weights; sometimes cut off, sometimes after a pass. */
static void record(struct episode *e, const struct shape_weights *weights, struct rng *rng) {
    const int size = weights->shapes->size;
    struct board board;
    struct tracker tracker;
    struct failure why;
    const int before = (int)rng_below(rng, (uint32_t)(size * size));
    const struct episode_policy policy = {.epsilon = 0.3};
    struct playout_start start = {.last_point = NO_POINT};
    start.to_move = random_position(&board, size, before, rng);
    const int moves = rng_bernoulli(rng, 0.4) ? 1 + (int)rng_below(rng, 12) : 0;
    start.passes = rng_bernoulli(rng, 0.2) ? 1 : 0;
    assert_int_equal(episode_init(e, size, &why), STATUS_OK);
    tracker_init(&tracker, weights, &board);
    episode_play(e, &board, &tracker, start, &policy, moves, true, rng);
}

static double random_result(struct rng *rng) {
    return (double)rng_below(rng, 3) / 2;
}

static void assert_changes(const float *before, const float *after, const double *change,
                           int count) {
    double largest = 0;
    for (int i = 0; i < count; i++) {
        const double error = fabs((double)after[i] - (double)before[i] - change[i]);
        const double scale = 1 + fabs((double)before[i]) + fabs(change[i]);
        if (error / scale > largest) largest = error / scale;
    }
    if (largest > TOLERANCE) print_error("differs by %g\n", largest);
    assert_true(largest <= TOLERANCE);
}

struct tally {
    int episodes, finished, cut, passes;
    double changed; /* the sum of all changes' sizes */
};

static void count(struct tally *tally, const struct episode *e, const double *change, int weights) {
    tally->episodes++;
    tally->finished += e->trajectory.finished;
    tally->cut += !e->trajectory.finished;
    for (int t = 1; t <= e->trajectory.length; t++)
        tally->passes += e->log_end[t] == e->log_end[t - 1];
    for (int i = 0; i < weights; i++) tally->changed += fabs(change[i]);
}

static void assert_eventful(const struct tally *tally) {
    print_message("%d episodes, %d to the end, %d cut off, %d passes, changes of %g\n",
                  tally->episodes, tally->finished, tally->cut, tally->passes, tally->changed);
    assert_true(tally->finished > 0 && tally->cut > 0 && tally->passes > 0);
    assert_true(tally->changed > 1);
}

/* --- the short-term memory --- */

static float *copy_of(const float *weights, int count) {
    float *out = malloc(((size_t)count + 1) * sizeof *out);
    assert_non_null(out);
    memcpy(out, weights, ((size_t)count + 1) * sizeof *out);
    return out;
}

static void compare_flat(const struct shapes *shapes, int mask, const struct td_rule *rule,
                         struct td_work *work, struct rng *rng, struct tally *tally) {
    struct episode e;
    struct reference_td td;
    const double result = random_result(rng);
    float *flat = random_weights(shapes->flat_count, rng);
    const struct shape_weights weights = {
        .shapes = shapes, .base = shapes->flat_base, .table = flat};
    const struct flat_context context = {.shapes = shapes, .mask = mask};
    record(&e, &weights, rng);
    float *before = copy_of(flat, shapes->flat_count);
    reference_td_init(&td, rule->alpha, rule->returns.lambda, rule->returns.plies,
                      shapes->flat_count + 1);
    learn_plainly(&td, rule, &e, result, flat_features, &context);
    /* The same changes, three times as large, go into the delayed table. */
    float *delayed = calloc((size_t)shapes->flat_count + 1, sizeof *delayed);
    assert_non_null(delayed);
    const struct td_flat learner = {.shapes = shapes,
                                    .mask = mask,
                                    .table = flat,
                                    .delayed = delayed,
                                    .delay = 3,
                                    .concurrent = tally->episodes % 2};
    td_learn_flat(work, rule, &e, result, &learner);
    assert_changes(before, flat, td.change, shapes->flat_count + 1);
    for (int i = 0; i <= shapes->flat_count; i++)
        assert_true(fabs((double)delayed[i] - 3 * ((double)flat[i] - (double)before[i])) < 1e-5);
    free(delayed);
    count(tally, &e, td.change, shapes->flat_count);
    reference_td_free(&td);
    episode_free(&e);
    free(before);
    free(flat);
}

static void flat_weights_learn_as_by_the_online_rule(void **state) {
    (void)state;
    struct rng rng;
    struct tally tally = {0};
    rng_seed(&rng, 1, 0);
    for (int size = 3; size <= LARGEST_FLAT; size++) {
        struct td_work work;
        struct failure why;
        struct shapes *shapes = make_shapes(size, ALL_SIZES), *fewer = make_shapes(size, 3);
        assert_int_equal(td_work_init(&work, size, episode_log_room(size), NULL, &why), STATUS_OK);
        const int step = size <= 3 ? 1 : 5 * EFFORT;
        for (int i = 0; i < RULES; i += step) {
            const struct td_rule rule = rule_number(i);
            compare_flat(shapes, 1 + i % ALL_SIZES, &rule, &work, &rng, &tally);
            compare_flat(fewer, 1 + i % 3, &rule, &work, &rng, &tally);
        }
        td_work_free(&work);
        free(shapes);
        free(fewer);
    }
    assert_eventful(&tally);
}

/* --- the long-term memory --- */

static void set_random_weights(struct memory *memory, struct rng *rng) {
    struct weight_set *const sets[] = {&memory->main, &memory->li};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < class_count(sets[i]); j++)
            weight_set_set_theta(sets[i], j, (float)reference_weight(rng_next(rng)) / 8);
}

/* All weights, the main set's first. */
static float *all_weights(const struct memory *m, int *total) {
    const struct weight_set *const sets[] = {&m->main, &m->li};
    float *out =
        malloc(((size_t)class_count(sets[0]) + (size_t)class_count(sets[1]) + 1) * sizeof *out);
    assert_non_null(out);
    *total = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < class_count(sets[i]); j++)
            out[(*total)++] = weight_set_theta(sets[i], j);
    return out;
}

static void assert_published(const struct weight_set *set) {
    for (int entry = 0; set->classes && entry < set->classes->entry_count; entry++)
        assert_true(set->table[entry] == shape_weight(set, entry));
}

static void compare_shared(struct memory *m, const struct td_rule *rule, struct td_work *work,
                           struct rng *rng, struct tally *tally) {
    struct episode e;
    struct reference_td td;
    int total;
    const double result = random_result(rng);
    const struct shape_weights weights = memory_weights(m);
    const struct shared_context context = {.memory = m, .normalise = rule->normalise};
    set_random_weights(m, rng);
    record(&e, &weights, rng);
    float *before = all_weights(m, &total);
    reference_td_init(&td, rule->alpha, rule->returns.lambda, rule->returns.plies, total);
    learn_plainly(&td, rule, &e, result, shared_features, &context);
    m->concurrent = tally->episodes % 2;
    td_learn_shared(work, rule, &e, result, m);
    float *after = all_weights(m, &total);
    assert_changes(before, after, td.change, total);
    assert_published(&m->main);
    assert_published(&m->li);
    count(tally, &e, td.change, total);
    reference_td_free(&td);
    episode_free(&e);
    free(before);
    free(after);
}

static void shared_weights_learn_as_by_the_online_rule(void **state) {
    (void)state;
    struct rng rng;
    struct tally tally = {0};
    struct failure why;
    rng_seed(&rng, 2, 0);
    for (int size = 3; size <= 9; size++)
        for (int sharing = SHARE_NONE; sharing <= SHARE_BOTH; sharing++) {
            if (sharing == SHARE_NONE && size > 4) continue;
            struct td_work work;
            struct memory *m = make_memory(size, size == 4 ? 3 : ALL_SIZES, sharing);
            assert_int_equal(memory_prepare_learning(m, &why), STATUS_OK);
            assert_int_equal(td_work_init(&work, size, episode_log_room(size), m, &why), STATUS_OK);
            const int step = size <= 4 ? 1 : size <= 6 ? 5 * EFFORT - 1 : 11 * EFFORT + 1;
            for (int i = sharing % step; i < RULES; i += step) {
                const struct td_rule rule = rule_number(i);
                compare_shared(m, &rule, &work, &rng, &tally);
            }
            td_work_free(&work);
            memory_free(m);
        }
    assert_eventful(&tally);
}

/* --- step sizes by coherence --- */

/* Sets what is noted of the past steps of all weights. */
static void set_coherence(struct memory *m, float sum, float size) {
    struct weight_set *const sets[] = {&m->main, &m->li};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < class_count(sets[i]); j++) {
            sets[i]->coherence[2 * j] = sum;
            sets[i]->coherence[2 * j + 1] = size;
        }
}

/* What is noted of weight I: the sum of its steps (WHICH 0) or that of their sizes (1). */
static double noted(const struct memory *m, int i, int which) {
    const int main = class_count(&m->main);
    const struct weight_set *set = i < main ? &m->main : &m->li;
    return (double)set->coherence[2 * (i < main ? i : i - main) + which];
}

/* Learns the episode E into M as if every weight had SUM and SIZE noted, and checks that each
 * changes by SHARE of what it does without coherence, which is CHANGE, and what is noted then. */
static void check_share(struct memory *m, struct td_work *work, const struct td_rule *rule,
                        const struct episode *e, float sum, float size, double share,
                        const double *change) {
    int total;
    set_coherence(m, sum, size);
    float *before = all_weights(m, &total);
    td_learn_shared(work, rule, e, 1, m);
    float *after = all_weights(m, &total);
    for (int i = 0; i < total; i++) {
        const double got = (double)after[i] - (double)before[i];
        const double steps = noted(m, i, 0) - (double)sum, sizes = noted(m, i, 1) - (double)size;
        if (sizes < 0) { /* halved */
            assert_true(size > 64 && noted(m, i, 1) < 40 && steps < 0);
            continue;
        }
        /* Past steps weigh far more than those of one episode, but not infinitely more. */
        assert_true(fabs(got - share * change[i]) <= 0.05 * sizes + 1e-5);
        assert_true(fabs(steps - change[i]) < 1e-4 && sizes >= fabs(steps) - 1e-4);
    }
    free(before);
    free(after);
}

/* Weights whose past steps cancelled out hardly move, those whose steps agreed move as without. */
static void coherent_weights_take_longer_steps(void **state) {
    (void)state;
    struct rng rng;
    struct failure why;
    struct td_work work;
    struct episode e;
    struct params params;
    struct memory *m;
    int total;
    rng_seed(&rng, 6, 0);
    struct td_rule rule = rule_number(0);
    params_default(&params);
    assert_int_equal(memory_new(&m, 5, &params, &why), STATUS_OK);
    assert_null(m->main.coherence);
    assert_int_equal(memory_prepare_learning(m, &why), STATUS_OK);
    assert_int_equal(td_work_init(&work, 5, episode_log_room(5), m, &why), STATUS_OK);
    const struct shape_weights weights = memory_weights(m);
    record(&e, &weights, &rng);
    td_learn_shared(&work, &rule, &e, 1, m);
    float *learnt = all_weights(m, &total);
    double *change = calloc((size_t)total, sizeof *change), changed = 0;
    assert_non_null(change);
    for (int i = 0; i < total; i++) changed += fabs(change[i] = (double)learnt[i]);
    assert_true(changed > 0.1);
    m->learnt.origin.params.step_sizes = STEPS_COHERENT;
    assert_int_equal(memory_prepare_learning(m, &why), STATUS_OK);
    check_share(m, &work, &rule, &e, 48, 48, 1, change);
    check_share(m, &work, &rule, &e, -48, 48, 1, change);
    check_share(m, &work, &rule, &e, 12, 48, 0.25, change);
    check_share(m, &work, &rule, &e, 0, 48, 0, change);
    check_share(m, &work, &rule, &e, 35, 70, 0.5, change);
    free(change);
    free(learnt);
    td_work_free(&work);
    episode_free(&e);
    memory_free(m);
}

/* --- what learning is for --- */

/* The linear values of all states by these weights. */
static void values_of_states(const struct episode *e, const struct shape_weights *weights,
                             double *value) {
    struct tracker tracker;
    struct board empty;
    board_init(&empty, weights->shapes->size);
    tracker_init(&tracker, weights, &empty);
    memcpy(tracker.code, e->start_code,
           (size_t)weights->shapes->region_count * sizeof tracker.code[0]);
    for (int t = 1, i = 0; t <= last_state(e); t++) {
        for (; i < e->log_end[t]; i++)
            tracker.code[e->log.entries[i].region] = e->log.entries[i].code;
        tracker_refresh(&tracker);
        value[t] = (double)tracker_value(&tracker);
    }
}

/* With lambda 1 every state is moved towards the result, and no unshared weight away from it. */
static void a_win_raises_the_values_of_its_states(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < 12; i++) {
        const int size = 3 + i % 3;
        const bool won = i % 2;
        double before[1000], after[1000];
        struct td_rule rule = rule_number(0);
        struct td_work work;
        struct episode e;
        struct failure why;
        struct shapes *shapes = make_shapes(size, ALL_SIZES);
        float *flat = random_weights(shapes->flat_count, &rng);
        const struct shape_weights weights = {
            .shapes = shapes, .base = shapes->flat_base, .table = flat};
        rule.returns.lambda = 1;
        rule.returns.plies = 1 + i / 2 % 2;
        assert_int_equal(td_work_init(&work, size, episode_log_room(size), NULL, &why), STATUS_OK);
        record(&e, &weights, &rng);
        values_of_states(&e, &weights, before);
        for (int t = 1; t <= last_state(&e); t++)
            assert_true(before[t] == (double)e.trajectory.value[t]);
        const struct td_flat learner = {.shapes = shapes, .mask = ALL_SIZES, .table = flat};
        td_learn_flat(&work, &rule, &e, won ? 1 : 0, &learner);
        values_of_states(&e, &weights, after);
        for (int t = 1; t <= last_state(&e); t++)
            assert_true(won ? after[t] > before[t] : after[t] < before[t]);
        td_work_free(&work);
        episode_free(&e);
        free(shapes);
        free(flat);
    }
}

/* Learning one game again and again makes the memory believe in its result. */
static void a_memory_learns_a_game_by_heart(void **state) {
    (void)state;
    struct rng rng;
    struct failure why;
    rng_seed(&rng, 4, 0);
    for (int won = 0; won < 2; won++) {
        double value[1000];
        struct params params;
        struct memory *m;
        struct td_work work;
        struct episode e;
        struct td_rule rule = rule_number(0);
        params_default(&params);
        assert_int_equal(memory_new(&m, 5, &params, &why), STATUS_OK);
        assert_int_equal(memory_prepare_learning(m, &why), STATUS_OK);
        assert_int_equal(td_work_init(&work, 5, episode_log_room(5), m, &why), STATUS_OK);
        const struct shape_weights weights = memory_weights(m);
        record(&e, &weights, &rng);
        rule.alpha = 0.5;
        for (int i = 0; i < 300; i++) {
            values_of_states(&e, &weights, value);
            for (int t = 1; t <= last_state(&e); t++) e.trajectory.value[t] = (float)value[t];
            td_learn_shared(&work, &rule, &e, won, m);
        }
        for (int t = 1; t <= last_state(&e); t++)
            assert_true(won ? logistic(value[t]) > 0.9 : logistic(value[t]) < 0.1);
        td_work_free(&work);
        episode_free(&e);
        memory_free(m);
    }
}

static void the_logistic_function(void **state) {
    (void)state;
    double before = -1;
    for (double x = -60; x <= 60; x += 0.0625) {
        const double y = logistic(x);
        assert_true(fabs(y - reference_logistic(x)) < 1e-10);
        assert_true(y >= before && y >= 0 && y <= 1);
        assert_true(value_win_rate(VALUE_LOGISTIC, x) == y);
        assert_true(value_win_rate(VALUE_LINEAR, x) == 0.5 + x);
        before = y;
    }
    assert_true(logistic(0) == 0.5);
    assert_true(logistic(1000) == 1 && logistic(-1000) == 0);
}

/* The two memories learn by settings of their own. */
static void rules_follow_the_parameters(void **state) {
    (void)state;
    struct params params;
    params_default(&params);
    params.alpha = 0.25;
    params.lambda = 0.75;
    params.search_alpha = 0.5;
    params.search_lambda = 0.125;
    params.plies = 1;
    params.normalise = NORMALISE_OCCURRENCES;
    params.search_clear_trace = true;
    const struct td_rule slow = td_long_term_rule(&params), fast = td_short_term_rule(&params);
    assert_true(slow.alpha == 0.25 && slow.returns.lambda == 0.75 && slow.returns.plies == 1);
    assert_true(slow.normalise == NORMALISE_OCCURRENCES && !slow.returns.clear_trace);
    assert_true(fast.alpha == 0.5 && fast.returns.lambda == 0.125 && fast.returns.plies == 1);
    assert_true(fast.returns.clear_trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_weights_learn_as_by_the_online_rule),
        cmocka_unit_test(shared_weights_learn_as_by_the_online_rule),
        cmocka_unit_test(coherent_weights_take_longer_steps),
        cmocka_unit_test(a_win_raises_the_values_of_its_states),
        cmocka_unit_test(a_memory_learns_a_game_by_heart),
        cmocka_unit_test(the_logistic_function),
        cmocka_unit_test(rules_follow_the_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
