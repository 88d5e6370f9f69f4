/* How networks learn: backpropagation by the exact derivatives, RPROP against a plain transcription
 * of its rule. */
#include "classic_trainer.h"
#include "guzumi/classics/territory.h"

#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct classic *make(const struct classic_shape *shape) {
    struct classic *n;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    assert_int_equal(classic_new(&n, shape, &why), STATUS_OK);
    classic_randomise(n, 1, &rng);
    return n;
}

static struct params with_step(double first_step) {
    struct params out;
    params_default(&out);
    out.rprop_step = first_step;
    return out;
}

static void draw(float *x, int count, struct rng *rng) {
    for (int i = 0; i < count; i++) x[i] = (float)(rng_real(rng) - 0.5);
}

/* The derivatives of one noted state, by another gradient. */
static void derivatives_of(struct classic *n, const float *input, float bias_input,
                           const float *errors, float *out) {
    struct classic_gradient g;
    struct failure why;
    float *values = calloc((size_t)n->room, sizeof *values);
    assert_non_null(values);
    assert_int_equal(classic_gradient_init(&g, n, &why), STATUS_OK);
    memcpy(values, input, (size_t)n->shape.layers[0].units * sizeof *input);
    classic_forward(n, bias_input, values, NULL);
    classic_backward(n, bias_input, values, errors, &g);
    classic_fold(n, &g, out);
    classic_gradient_free(&g);
    free(values);
}

static void backpropagation_follows_the_derivatives(void **state) {
    (void)state;
    const struct classic_shape shape = territory_shape(3, 1, 3, 5, false);
    struct classic *n = make(&shape);
    struct classic_backprop learner;
    struct failure why;
    struct rng rng;
    float input[9], errors[9];
    rng_seed(&rng, 2, 0);
    draw(input, 9, &rng);
    draw(errors, 9, &rng);
    float *was = malloc((size_t)n->weight_count * sizeof *was),
          *slope = malloc(sizeof *slope * (size_t)n->weight_count);
    assert_true(was && slope);
    memcpy(was, n->weights, (size_t)n->weight_count * sizeof *was);
    derivatives_of(n, input, -1, errors, slope);
    const struct params params = with_step(0.1);
    assert_int_equal(classic_backprop_init(&learner, n, &params, &why), STATUS_OK);
    classic_backprop_see(&learner, input, -1);
    classic_backprop_note(&learner, -1, errors);
    classic_backprop_update(&learner, UPDATE_BACKPROPAGATION, 0.5);
    for (int i = 0; i < n->weight_count; i++) {
        /* A 3 x 3 kernel's middle serves 9 connections, its corners 4, its sides 6. */
        const int cell = i - n->link_start[0];
        const bool kernel = cell >= 0 && i < n->link_start[1];
        const int uses = !kernel ? 0 : cell == 4 ? 9 : cell % 2 ? 6 : 4;
        const double scale = i < n->link_start[0] ? 1 : 1 / sqrt(uses ? uses : 1);
        const double expected = (double)was[i] + 0.5 * scale * (double)slope[i];
        if (i < n->link_start[1]) assert_true(fabs((double)n->weights[i] - expected) < 1e-5);
    }
    /* The matrices show the new weights, and nothing is left to be learnt. */
    assert_true(classic_row(n, 0, 0)[0] == n->weights[n->link_start[0] + 4]);
    memcpy(was, n->weights, (size_t)n->weight_count * sizeof *was);
    classic_backprop_update(&learner, UPDATE_BACKPROPAGATION, 0.5);
    assert_memory_equal(was, n->weights, (size_t)n->weight_count * sizeof *was);
    free(was);
    free(slope);
    classic_backprop_free(&learner);
    classic_free(n);
}

/* One weight's rule, as Riedmiller and Braun have it (1993): CHANGE is its last change. */
struct plain_rprop {
    double weight, step, before, change;
};

static void plain_update(struct plain_rprop *p, double derivative, const struct params *params) {
    const double product = derivative * p->before;
    if (product > 0) {
        p->step = fmin(1.2 * p->step, params->rprop_largest);
        p->change = derivative > 0 ? p->step : -p->step;
        p->weight += p->change;
        p->before = derivative;
    } else if (product < 0) {
        p->step = fmax(0.5 * p->step, 1e-6);
        if (params->rprop_backtracking) p->weight -= p->change;
        p->before = 0;
    } else {
        p->change = derivative > 0 ? p->step : derivative < 0 ? -p->step : 0;
        p->weight += p->change;
        p->before = derivative;
    }
}

/* Sixty rounds of a small network, whose steps begin with FIRST_STEP and end at LARGEST. */
static void compare_with_plain_rprop(double first_step, double largest, bool backtracking) {
    struct classic_shape shape = {0};
    classic_shape_vector(&shape, "in", 4, ACTIVATION_LINEAR);
    classic_shape_vector(&shape, "hidden", 3, ACTIVATION_TANH);
    classic_shape_vector(&shape, "out", 2, ACTIVATION_LINEAR);
    classic_shape_link(&shape, 0, 1, 0);
    classic_shape_link(&shape, 1, 2, 0);
    struct classic *n = make(&shape);
    struct classic_backprop learner;
    struct failure why;
    struct rng rng;
    struct plain_rprop plain[64];
    float input[4], errors[2], slope[64];
    rng_seed(&rng, 3, 0);
    assert_true(n->weight_count <= 64);
    struct params params = with_step(first_step);
    params.rprop_largest = largest;
    params.rprop_backtracking = backtracking;
    assert_int_equal(classic_backprop_init(&learner, n, &params, &why), STATUS_OK);
    for (int i = 0; i < n->weight_count; i++)
        plain[i] = (struct plain_rprop){(double)n->weights[i], first_step, 0, 0};
    for (int round = 0; round < 60; round++) {
        draw(input, 4, &rng);
        draw(errors, 2, &rng);
        derivatives_of(n, input, 1, errors, slope);
        classic_backprop_see(&learner, input, 1);
        classic_backprop_note(&learner, 1, errors);
        classic_backprop_update(&learner, UPDATE_RPROP, 0);
        classic_backprop_update(&learner, UPDATE_RPROP,
                                0); /* nothing is noted: nothing is learnt */
        for (int i = 0; i < n->weight_count; i++) {
            plain_update(&plain[i], (double)slope[i], &params);
            assert_true(fabs((double)n->weights[i] - plain[i].weight) < 1e-4);
        }
    }
    classic_backprop_free(&learner);
    classic_free(n);
}

static void rprop_follows_the_signs(void **state) {
    (void)state;
    for (int backtracking = 0; backtracking < 2; backtracking++) {
        compare_with_plain_rprop(0.01, 1, backtracking);
        compare_with_plain_rprop(0.9, 1, backtracking); /* soon the largest */
        compare_with_plain_rprop(0.1, 50, backtracking);
    }
}

/* Learning the same state again and again leads to what was wanted. */
static void a_state_is_learnt(void **state) {
    (void)state;
    for (int kind = UPDATE_BACKPROPAGATION; kind <= UPDATE_RPROP; kind++) {
        const struct classic_shape shape = territory_shape(3, 1, 3, 5, kind == UPDATE_RPROP);
        const float input[9] = {0, 0, 0, 0, 1, 0, 0, 0, 0}; /* a stone in the middle */
        struct classic *n = make(&shape);
        struct classic_backprop learner;
        struct failure why;
        float errors[9];
        const struct params params = with_step(0.01);
        assert_int_equal(classic_backprop_init(&learner, n, &params, &why), STATUS_OK);
        for (int round = 0; round < 2000; round++) {
            const float *out = classic_backprop_see(&learner, input, -1);
            for (int i = 0; i < 9; i++) errors[i] = 0.9F - out[i];
            classic_backprop_note(&learner, -1, errors);
            classic_backprop_update(&learner, (enum update_kind)kind, 0.1);
        }
        for (int i = 0; i < 9; i++) assert_true(fabsf(errors[i]) < 0.01F);
        classic_backprop_free(&learner);
        classic_free(n);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backpropagation_follows_the_derivatives),
        cmocka_unit_test(rprop_follows_the_signs),
        cmocka_unit_test(a_state_is_learnt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
