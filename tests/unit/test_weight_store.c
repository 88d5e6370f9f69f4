/* What is compiled in is unpacked once, whoever asks for it first; and sizes without weights of
 * their own. */
#include "guzumi/base/threads.h"
#include "guzumi/learner/learner.h"

#include "learnt.h"
#include "unit.h"

#include <stdio.h>

enum { ASKERS = 4 };

struct answers {
    struct weight_store *store;
    const struct memory *memory[ASKERS];
    const struct trained_classic *network[ASKERS];
    const struct trained_policy *policy[ASKERS];
    bool good[ASKERS];
};

static void ask(void *context, int index) {
    struct answers *a = context;
    struct failure why;
    a->good[index] =
        trained_policy_find(a->store, 9, &a->policy[index], &why) == STATUS_OK &&
        memory_find(a->store, 9, &a->memory[index], &why) == STATUS_OK &&
        trained_classic_find(a->store, CLASSIC_LIBERTIES, 5, &a->network[index], &why) == STATUS_OK;
}

/* The sanitizers report a second copy that is lost. */
static void threads_get_the_same(void **state) {
    (void)state;
    for (int round = 0; round < 3; round++) {
        struct answers a = {0};
        struct failure why;
        assert_int_equal(weight_store_new(&a.store, &why), STATUS_OK);
        threads_run(ASKERS, ask, &a);
        for (int i = 0; i < ASKERS; i++) {
            assert_true(a.good[i]);
            assert_true(a.memory[i] && a.memory[i] == a.memory[0]);
            assert_true(a.network[i] && a.network[i] == a.network[0]);
            assert_true(a.policy[i] && a.policy[i] == a.policy[0]);
        }
        weight_store_free(a.store);
    }
}

static const struct trained_policy *policy_of(struct weight_store *store, int size) {
    const struct trained_policy *policy;
    struct failure why;
    assert_int_equal(trained_policy_find(store, size, &policy, &why), STATUS_OK);
    return policy;
}

static void load_policy(struct weight_store *store, int size, float weight) {
    struct trained_policy *policy;
    struct params params;
    struct failure why;
    char name[60];
    snprintf(name, sizeof name, "test_weight_store_%d.tmp", size);
    params_default(&params);
    assert_int_equal(trained_policy_new(&policy, size, &params, &why), STATUS_OK);
    policy->softmax.theta[SOFTMAX_FEATURE] = weight;
    assert_int_equal(trained_policy_save(policy, name, true, &why), STATUS_OK);
    trained_policy_release(policy);
    assert_int_equal(weight_store_load(store, name, &why), STATUS_OK);
    remove(name);
}

static float weight_of(const struct trained_policy *policy) {
    return policy->softmax.theta[SOFTMAX_FEATURE];
}

/* Whatever is compiled in: 11x11 and 17x17 have policies of their own here. */
static void a_policy_serves_the_nearest_sizes(void **state) {
    (void)state;
    struct weight_store *store;
    struct playout_patterns patterns;
    struct failure why;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    load_policy(store, 17, 17);
    load_policy(store, 11, 11);
    assert_true(weight_of(policy_of(store, 17)) == 17);
    assert_true(weight_of(policy_of(store, 16)) == 17);
    assert_true(weight_of(policy_of(store, 10)) == 11);
    assert_true(weight_of(policy_of(store, 9)) != 11);
    load_policy(store, 11, 12);
    const struct trained_policy *held = policy_of(store, 11);
    assert_true(weight_of(held) == 12);
    playout_patterns_init(&patterns);
    assert_int_equal(trained_policy_find_playouts(store, 10, &patterns, &why), STATUS_OK);
    assert_ptr_equal(patterns.learnt, &held->softmax);
    weight_store_free(store);
}

static const struct trained_network *network_of(struct weight_store *store, int size) {
    const struct trained_network *network;
    struct failure why;
    assert_int_equal(trained_network_find(store, size, &network, &why), STATUS_OK);
    return network;
}

static void load_network(struct weight_store *store, int size) {
    static const char name[] = "test_weight_store_network.tmp";
    struct trained_network *network;
    struct params params;
    struct failure why;
    params_default(&params);
    params.network_channels = 16;
    params.network_blocks = 1;
    assert_int_equal(trained_network_new(&network, size, &params, &why), STATUS_OK);
    assert_int_equal(trained_network_save(network, name, false, &why), STATUS_OK);
    trained_network_release(network);
    assert_int_equal(weight_store_load(store, name, &why), STATUS_OK);
    remove(name);
}

/* What is compiled in is for other sizes, farther from the wanted ones. */
static void a_network_network_serves_sizes_near_it(void **state) {
    (void)state;
    struct weight_store *store;
    struct failure why;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    load_network(store, 19);
    load_network(store, 11);
    load_network(store, 7);
    assert_int_equal(network_of(store, 19)->learnt.size, 19);
    assert_int_equal(network_of(store, 18)->learnt.size, 19);
    assert_int_equal(network_of(store, 11)->learnt.size, 11);
    assert_int_equal(network_of(store, 4)->learnt.size, 7);
    assert_null(network_of(store, 3)); /* four lines less are too many */
    assert_false(network_of(store, 11)->learnt.can_continue);
    assert_null(network_of(store, 11)->m);
    weight_store_free(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_get_the_same),
                                       cmocka_unit_test(a_policy_serves_the_nearest_sizes),
                                       cmocka_unit_test(a_network_network_serves_sizes_near_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
