/* What is compiled in is unpacked once, whoever asks for it first. */
#include "guzumi/memory_store.h"
#include "guzumi/threads.h"

#include "unit.h"

enum { ASKERS = 4 };

struct answers {
    struct memory_store *store;
    const struct memory *memory[ASKERS];
    const struct trained_network *network[ASKERS];
    const struct trained_policy *policy[ASKERS];
    bool good[ASKERS];
};

static void ask(void *context, int index) {
    struct answers *a = context;
    struct failure why;
    a->good[index] =
        memory_store_policy(a->store, &a->policy[index], &why) == STATUS_OK &&
        memory_store_get(a->store, 9, &a->memory[index], &why) == STATUS_OK &&
        memory_store_network(a->store, NETWORK_LIBERTIES, 5, &a->network[index], &why) == STATUS_OK;
}

/* The sanitizers tell when a second copy was made and lost. */
static void threads_get_the_same(void **state) {
    (void)state;
    for (int round = 0; round < 3; round++) {
        struct answers a = {0};
        struct failure why;
        assert_int_equal(memory_store_new(&a.store, &why), STATUS_OK);
        threads_run(ASKERS, ask, &a);
        for (int i = 0; i < ASKERS; i++) {
            assert_true(a.good[i]);
            assert_true(a.memory[i] && a.memory[i] == a.memory[0]);
            assert_true(a.network[i] && a.network[i] == a.network[0]);
            assert_true(a.policy[i] && a.policy[i] == a.policy[0]);
        }
        memory_store_free(a.store);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_get_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
