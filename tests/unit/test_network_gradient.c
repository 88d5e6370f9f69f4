/* The policy-value network's loss and derivatives beside plain ones: of each part of the weights,
 * added up over positions, boards and threads. */
#include "network_gradient.h"
#include "network_kernel.h"
#include "random_network.h"

#include <math.h>

#define TOLERANCE 2e-4

static void assert_near(double a, double b, const char *what, int index) {
    const bool near = fabs(a - b) <= TOLERANCE * (1 + fabs(b));
    if (!near) print_error("%s %d: %g is not %g\n", what, index, a, b);
    assert_true(near);
}

struct subject {
    struct network_subject of;
    struct network_transposed *transposed;
    struct network_gradient *gradient;
    float *derivatives;
    struct network_loss loss;
};

static void begin(struct subject *s, int channels, int blocks, uint64_t seed) {
    struct failure why;
    struct rng rng;
    memset(s, 0, sizeof *s);
    rng_seed(&rng, seed, 0);
    network_subject_begin(&s->of, channels, blocks, &rng);
    assert_int_equal(network_transposed_new(&s->transposed, s->of.network, &why), STATUS_OK);
    network_transposed_update(s->transposed, s->of.network);
    assert_int_equal(network_gradient_new(&s->gradient, s->of.network, &why), STATUS_OK);
    s->derivatives = calloc((size_t)s->of.network->layout.count, sizeof *s->derivatives);
    assert_non_null(s->derivatives);
}

static void end(struct subject *s) {
    network_transposed_free(s->transposed);
    network_gradient_free(s->gradient);
    free(s->derivatives);
    network_subject_end(&s->of);
}

static void add(struct subject *s, int size, reference_planes planes,
                const struct network_target *target) {
    put_planes(s->of.workspace, size, planes);
    network_forward(s->of.network, s->of.workspace);
    network_gradient_add(s->gradient, s->of.network, s->transposed, &s->of.workspace, target,
                         (struct network_loss *[]){&s->loss}, 1);
}

/* A random position of a board of SIZE, by SEED. */
static void add_random(struct subject *s, int size, uint64_t seed) {
    static reference_planes planes;
    struct network_target target;
    struct rng rng;
    rng_seed(&rng, seed, (uint64_t)size);
    random_planes(size, &rng, planes);
    random_target(size, &rng, &target);
    add(s, size, planes, &target);
}

static void fold(struct subject *s) {
    memset(s->derivatives, 0, (size_t)s->of.network->layout.count * sizeof *s->derivatives);
    network_gradient_fold(s->gradient, s->of.network, s->derivatives);
}

struct part {
    const char *name;
    int at, count;
};

static int parts_of(const struct network *n, struct part *out) {
    const struct network_layout *l = &n->layout;
    const int channels = n->channels, square = channels * channels,
              hidden = (2 * channels + 2) * NETWORK_HIDDEN;
    const struct part others[] = {
        {"head", l->head, square},
        {"head's bias", l->head_bias, channels},
        {"policy", l->policy, channels},
        {"ownership", l->ownership, channels},
        {"ownership's bias", l->ownership_bias, 1},
        {"hidden", l->hidden, hidden},
        {"score's", l->hidden + 2 * channels * NETWORK_HIDDEN, NETWORK_HIDDEN},
        {"komi's", l->hidden + hidden - NETWORK_HIDDEN, NETWORK_HIDDEN},
        {"hidden bias", l->hidden_bias, NETWORK_HIDDEN},
        {"value", l->value, NETWORK_HIDDEN},
        {"value's bias", l->value_bias, 1}};
    int count = 0;
    for (int i = 0; i <= 2 * n->blocks; i++) {
        out[count++] = (struct part){"kernel", l->kernel[i], 9 * l->inputs[i] * channels};
        out[count++] = (struct part){"bias", l->bias[i], channels};
    }
    for (int i = 0; i < n->blocks; i++) out[count++] = (struct part){"pool", l->pool[i], square};
    memcpy(out + count, others, sizeof others);
    return count + COUNT_OF(others);
}

enum { MAX_PARTS = 2 * NETWORK_MAX_CONVOLUTIONS + NETWORK_MAX_BLOCKS + 11 };

/* EACH weights of each part. */
static void compare_derivatives(struct subject *s, int each, int size, reference_planes planes,
                                const struct network_target *target, struct rng *rng) {
    struct part parts[MAX_PARTS];
    const int count = parts_of(s->of.network, parts);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < each; k++) {
            const int index = parts[i].at + (int)rng_below(rng, (uint32_t)parts[i].count);
            const double expected = reference_network_derivative(s->of.network, s->of.weights,
                                                                 index, size, planes, target);
            assert_near((double)s->derivatives[index], expected, parts[i].name, index);
        }
}

static void check_position(struct subject *s, int each, int size, struct rng *rng, bool in_tree) {
    static reference_planes planes;
    struct network_target target;
    random_planes(size, rng, planes);
    random_target(size, rng, &target);
    if (in_tree) { /* no ownership, and no visits */
        memset(target.policy, 0, sizeof target.policy);
        target.ownership_weight = 0;
    }
    network_gradient_clear(s->gradient);
    add(s, size, planes, &target);
    fold(s);
    compare_derivatives(s, each, size, planes, &target, rng);
}

static void derivatives_are_central_differences(void **state) {
    static const int sizes[] = {5, 9, 7};
    struct subject s;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 21, 0);
    begin(&s, 16, 2, 1);
    for (int i = 0; i < COUNT_OF(sizes); i++) check_position(&s, 3, sizes[i], &rng, false);
    check_position(&s, 1, 6, &rng, true);
    end(&s);
    for (int channels = 32; channels <= 64; channels += 16) {
        begin(&s, channels, 1, (uint64_t)channels);
        check_position(&s, 1, 4, &rng, false);
        end(&s);
    }
}

/* Every loss by itself. */
static void losses_are_those_of_the_definition(void **state) {
    static reference_planes planes;
    struct subject s;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 22, 0);
    begin(&s, 16, 1, 2);
    for (int i = 0; i < 8; i++) {
        const int size = 4 + i;
        struct network_target target;
        struct reference_network out;
        struct network_loss loss = {0};
        random_planes(size, &rng, planes);
        random_target(size, &rng, &target);
        if (i & 1) target.policy_weight = 0;
        if (i & 2) target.value_weight = 0;
        if (i & 4) target.ownership_weight = 0;
        put_planes(s.of.workspace, size, planes);
        network_forward(s.of.network, s.of.workspace);
        network_loss_add(&loss, s.of.workspace, &target, NULL);
        reference_network_forward(s.of.network, s.of.weights, size, planes, &out);
        assert_near(network_loss_total(&loss), reference_network_loss(size, &out, &target), "loss",
                    i);
    }
    end(&s);
}

/* A network without weights says what the linear policy says, that all is even, and nothing of
 * ownership. */
static void losses_can_be_worked_out(void **state) {
    static reference_planes planes;
    struct network *network;
    struct network_workspace *w;
    struct failure why;
    struct network_loss loss = {0}, sum = {0};
    struct network_target t = {.policy = {0.25F, 0.75F}, .value = 1, .policy_weight = 2};
    (void)state;
    t.value_weight = 3;
    t.ownership_weight = 4;
    t.ownership[0] = 1; /* one of four points */
    bitset_add(&t.candidates, 0);
    bitset_add(&t.candidates, 1);
    memset(planes, 0, sizeof planes);
    planes[0][NETWORK_PLANE_LIKELIHOOD] = 1; /* e to 1 */
    planes[1][NETWORK_PLANE_LIKELIHOOD] = 0.75;
    assert_int_equal(network_new(&network, 16, 1, NETWORK_PLANES, &why), STATUS_OK);
    assert_int_equal(network_workspace_new(&w, network, &why), STATUS_OK);
    put_planes(w, 2, planes);
    network_forward(network, w);
    network_loss_add(&loss, w, &t, NULL);
    const double likely = exp(1) / (1 + exp(1));
    const double policy = 0.25 * log(0.25 / likely) + 0.75 * log(0.75 / (1 - likely));
    assert_near(loss.policy, 2 * policy, "policy", 0);
    assert_near(loss.linear_policy, 2 * policy, "linear policy", 0);
    assert_near(loss.hits, 0, "hits", 0);
    assert_near(loss.value, 3 * log(2), "value", 0);
    assert_near(loss.value_square, 3 * 0.25, "value's square", 0);
    assert_near(loss.ownership, 4 * 2 * log(2) / 4, "ownership", 0);
    assert_near(loss.ownership_square, 4 * 0.25, "ownership squared", 0);
    w->logit[1] = 0; /* now the network knows better */
    network_loss_add(&loss, w, &t, NULL);
    assert_near(loss.hits, 2, "hits", 1);
    network_loss_merge(&sum, &loss);
    assert_memory_equal(&sum, &loss, sizeof sum);
    network_loss_merge(&sum, &loss);
    assert_int_equal(sum.positions, 4);
    assert_true(sum.policy == 2 * loss.policy && sum.ownership_weight == 2 * loss.ownership_weight);
    network_workspace_free(w);
    network_free(network);
}

/* What one thread adds up and what two do; folding adds to what is there. */
static void gradients_add_up(void **state) {
    static const int sizes[] = {9, 5, 9, 19, 7, 2};
    struct subject all, half[2];
    (void)state;
    begin(&all, 32, 2, 3);
    for (int i = 0; i < 2; i++) begin(&half[i], 32, 2, 3);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        add_random(&all, sizes[i], 30);
        add_random(&half[i % 2], sizes[i], 30);
    }
    fold(&all);
    fold(&half[0]);
    network_gradient_fold(half[1].gradient, half[1].of.network, half[0].derivatives);
    for (int i = 0; i < all.of.network->layout.count; i++)
        assert_near((double)half[0].derivatives[i], (double)all.derivatives[i], "weight", i);
    assert_near(network_loss_total(&half[0].loss) + network_loss_total(&half[1].loss),
                network_loss_total(&all.loss), "loss", 0);
    assert_int_equal(all.loss.positions, COUNT_OF(sizes));
    end(&all);
    for (int i = 0; i < 2; i++) end(&half[i]);
}

/* Positions of several sizes in groups of COUNT have the derivatives and outputs that they have one
 * by one, to the bit. */
static void compare_groups(int count) {
    static const int sizes[NETWORK_GROUP] = {9, 19, 5, 9, 13, 2, 19, 9};
    static reference_planes planes[NETWORK_GROUP];
    static struct network_target targets[NETWORK_GROUP];
    struct network_workspace *all[NETWORK_GROUP];
    struct network_loss *losses[NETWORK_GROUP];
    struct subject single, grouped;
    struct rng rng;
    struct failure why;
    rng_seed(&rng, 40, (uint64_t)count);
    begin(&single, 32, 2, 5);
    begin(&grouped, 32, 2, 5);
    for (int i = 0; i < count; i++) {
        losses[i] = &grouped.loss;
        random_planes(sizes[i], &rng, planes[i]);
        random_target(sizes[i], &rng, &targets[i]);
        add(&single, sizes[i], planes[i], &targets[i]);
        assert_int_equal(network_workspace_new(&all[i], grouped.of.network, &why), STATUS_OK);
        put_planes(all[i], sizes[i], planes[i]);
    }
    network_forward_all(grouped.of.network, all, count);
    network_gradient_add(grouped.gradient, grouped.of.network, grouped.transposed, all, targets,
                         losses, count);
    fold(&single);
    fold(&grouped);
    assert_memory_equal(grouped.derivatives, single.derivatives,
                        (size_t)single.of.network->layout.count * sizeof *single.derivatives);
    assert_memory_equal(&grouped.loss, &single.loss, sizeof single.loss);
    assert_true(all[count - 1]->value == single.of.workspace->value);
    for (int i = 0; i < count; i++) network_workspace_free(all[i]);
    end(&single);
    end(&grouped);
}

static void groups_change_nothing(void **state) {
    (void)state;
    compare_groups(3);
    compare_groups(NETWORK_GROUP);
}

/* After other sizes, cleared, a position's derivatives are the same to the bit, and so is the
 * workspace's output. */
static void clearing_leaves_nothing_behind(void **state) {
    static const int sizes[] = {9, 8, 13, 2};
    struct subject used, fresh;
    (void)state;
    begin(&used, 48, 1, 4);
    add_random(&used, 19, 31);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        begin(&fresh, 48, 1, 4);
        network_gradient_clear(used.gradient);
        add_random(&fresh, sizes[i], 32);
        add_random(&used, sizes[i], 32);
        fold(&fresh);
        fold(&used);
        const size_t bytes = (size_t)used.of.network->layout.count * sizeof *used.derivatives;
        assert_memory_equal(used.derivatives, fresh.derivatives, bytes);
        const float value = used.of.workspace->value;
        network_forward(used.of.network, used.of.workspace);
        assert_true(used.of.workspace->value == value);
        end(&fresh);
    }
    end(&used);
}

/* As those of any processor, to the bit. */
static void kernels_find_the_same(void **state) {
    const struct network_kernels *const kernels = network_kernels_tested(state);
    static const int channels[] = {16, 32, 48, 64};
    for (int i = 0; i < COUNT_OF(channels); i++) {
        struct subject expected, found;
        begin(&expected, channels[i], 1, 31);
        begin(&found, channels[i], 1, 31);
        expected.of.network->kernels = network_kernels_for(NETWORK_ANY);
        found.of.network->kernels = kernels;
        network_transposed_update(expected.transposed, expected.of.network);
        network_transposed_update(found.transposed, found.of.network);
        for (int size = 5; size <= 19; size += 7) {
            add_random(&expected, size, 32);
            add_random(&found, size, 32);
        }
        fold(&expected);
        fold(&found);
        assert_memory_equal(expected.derivatives, found.derivatives,
                            (size_t)found.of.network->layout.count * sizeof *found.derivatives);
        end(&expected);
        end(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_central_differences),
        cmocka_unit_test(losses_are_those_of_the_definition),
        cmocka_unit_test(losses_can_be_worked_out),
        cmocka_unit_test(gradients_add_up),
        cmocka_unit_test(groups_change_nothing),
        network_kernel_tests(kernels_find_the_same),
        cmocka_unit_test(clearing_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
