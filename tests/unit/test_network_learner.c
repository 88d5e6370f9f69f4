/* Steps of the policy-value network's learner beside the plain rule, and what they lead to. */
#include "network_gradient.h"
#include "random_network.h"

#include <math.h>

/* One weight's rule, as the papers have it. */
struct plain_adam {
    double weight, first, second, average;
};

static void plain_step(struct plain_adam *p, double slope, double alpha, int step, double part) {
    p->first = 0.9 * p->first + 0.1 * slope;
    p->second = 0.999 * p->second + 0.001 * slope * slope;
    const double first = p->first / (1 - pow(0.9, step));
    const double second = p->second / (1 - pow(0.999, step));
    p->weight -= alpha * (first / (sqrt(second) + 1e-8) + 0.001 * p->weight);
    p->average += part * (p->weight - p->average);
}

enum { WATCHED = 50 };

static void steps_are_those_of_the_rule(void **state) {
    struct network_subject s;
    struct network_adam learner;
    struct plain_adam plain[WATCHED];
    struct failure why;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 41, 0);
    network_subject_begin(&s, 16, 1, &rng);
    assert_int_equal(network_adam_init(&learner, s.network, &why), STATUS_OK);
    const size_t count = (size_t)s.network->layout.count;
    float *slope = calloc(count, sizeof *slope), *average = calloc(count, sizeof *average);
    assert_true(slope && average);
    for (int i = 0; i < WATCHED; i++)
        plain[i] = (struct plain_adam){s.weights[i], 0, 0, s.weights[i]};
    for (int step = 1; step <= 1020; step++) {
        const double alpha = step < 600 ? 0.003 : 0.1;
        for (int i = 0; i < WATCHED; i++) {
            slope[i] = (float)random_between(&rng, -1, 1.2);
            plain_step(&plain[i], (double)slope[i], alpha, step, step <= 1000 ? 0.02 : 0.002);
        }
        network_adam_step(&learner, s.network, slope, alpha);
    }
    network_adam_average(&learner, average);
    for (int i = 0; i < WATCHED; i++) {
        assert_true(fabs((double)s.network->weights[i] - plain[i].weight) < 2e-3);
        assert_true(fabs((double)average[i] - plain[i].average) < 2e-3);
    }
    assert_int_equal(learner.steps, 1020);
    free(slope);
    free(average);
    network_adam_free(&learner);
    network_subject_end(&s);
}

enum { POSITIONS = 4, STEPS = 600 };

struct sample {
    int size;
    reference_planes planes;
    struct network_target target;
};

struct course {
    struct network_subject of;
    struct network_transposed *transposed;
    struct network_gradient *gradient;
    struct network_adam learner;
    float *derivatives;
};

static void course_begin(struct course *c) {
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 42, 0);
    network_subject_begin(&c->of, 16, 1, &rng);
    assert_int_equal(network_transposed_new(&c->transposed, c->of.network, &why), STATUS_OK);
    assert_int_equal(network_gradient_new(&c->gradient, c->of.network, &why), STATUS_OK);
    assert_int_equal(network_adam_init(&c->learner, c->of.network, &why), STATUS_OK);
    c->derivatives = calloc((size_t)c->of.network->layout.count, sizeof *c->derivatives);
    assert_non_null(c->derivatives);
}

static void course_end(struct course *c) {
    network_transposed_free(c->transposed);
    network_gradient_free(c->gradient);
    network_adam_free(&c->learner);
    free(c->derivatives);
    network_subject_end(&c->of);
}

static void draw_samples(struct sample samples[POSITIONS]) {
    struct rng rng;
    rng_seed(&rng, 43, 0);
    for (int i = 0; i < POSITIONS; i++) {
        samples[i].size = 4 + i % 2;
        random_planes(samples[i].size, &rng, samples[i].planes);
        random_target(samples[i].size, &rng, &samples[i].target);
    }
}

/* One step over all samples; returns their loss before it. */
static double take_step(struct course *c, struct sample samples[POSITIONS], double alpha) {
    struct network *n = c->of.network;
    const int count = n->layout.count;
    struct network_loss loss = {0};
    network_transform(n);
    network_transposed_update(c->transposed, n);
    network_gradient_clear(c->gradient);
    for (int i = 0; i < POSITIONS; i++) {
        put_planes(c->of.workspace, samples[i].size, samples[i].planes);
        network_forward(n, c->of.workspace);
        network_gradient_add(c->gradient, n, c->transposed, &c->of.workspace, &samples[i].target,
                             (struct network_loss *[]){&loss}, 1);
    }
    memset(c->derivatives, 0, (size_t)count * sizeof *c->derivatives);
    network_gradient_fold(c->gradient, n, c->derivatives);
    for (int i = 0; i < count; i++) c->derivatives[i] /= POSITIONS;
    network_adam_step(&c->learner, n, c->derivatives, alpha);
    return network_loss_total(&loss) / POSITIONS;
}

static void positions_are_learnt(void **state) {
    static struct sample samples[POSITIONS];
    struct course c;
    double first = 0, last = 0;
    (void)state;
    draw_samples(samples);
    course_begin(&c);
    for (int i = 0; i < STEPS; i++) {
        last = take_step(&c, samples, 0.005 * (STEPS - i) / STEPS);
        if (i == 0) first = last;
    }
    print_message("the loss goes from %g to %g\n", first, last);
    assert_true(first > 0.5 && last < 0.01);
    memcpy(c.of.network->weights, c.learner.average,
           (size_t)c.learner.count * sizeof *c.learner.average);
    assert_true(take_step(&c, samples, 0) < 0.02);
    course_end(&c);
}

/* Two that learn the same are the same to the bit; so is one whose numbers were handed on. */
static void steps_are_repeatable(void **state) {
    static struct sample samples[POSITIONS];
    struct course a, b;
    (void)state;
    draw_samples(samples);
    course_begin(&a);
    course_begin(&b);
    const size_t bytes = (size_t)a.learner.count * sizeof(float);
    for (int i = 0; i < 10; i++) take_step(&a, samples, 0.005);
    memcpy(b.of.network->weights, a.of.network->weights, bytes);
    memcpy(b.learner.m, a.learner.m, bytes);
    memcpy(b.learner.v, a.learner.v, bytes);
    memcpy(b.learner.average, a.learner.average, bytes);
    b.learner.steps = a.learner.steps;
    for (int i = 0; i < 10; i++) {
        assert_true(take_step(&a, samples, 0.005) == take_step(&b, samples, 0.005));
        assert_memory_equal(a.of.network->weights, b.of.network->weights, bytes);
        assert_memory_equal(a.learner.average, b.learner.average, bytes);
    }
    course_end(&a);
    course_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_rule),
        cmocka_unit_test(positions_are_learnt),
        cmocka_unit_test(steps_are_repeatable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
