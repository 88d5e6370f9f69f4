/* What the tree search's heuristic reads: the learnt policy, and the local shapes of a memory. */
#include "guzumi/network/trained_policy.h"

#include "tree_fixture.h"

#include <math.h>

/* A root begins with the probabilities of the built-in policy, computed here once more. */
static void the_learnt_policy_is_heard(void **state) {
    struct weight_store *store;
    const struct trained_policy *policy;
    struct move_action actions[BOARD_MAX_POINTS];
    struct tree_fixture f;
    struct failure why;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(trained_policy_find(store, 7, &policy, &why), STATUS_OK);
    assert_non_null(policy);
    fixture_begin(&f, 7, NULL);
    fixture_assign(&f, "heuristic=learnt");
    f.search->setting.store = store;
    fixture_play(&f, 24);
    fixture_play(&f, 16);
    fixture_search(&f, NULL, 10);
    const struct move_situation situation = {.to_move = BLACK, .last = 16, .own = 24};
    const struct bitset candidates = fixture_candidates(&f);
    const int count =
        move_policy_actions(&policy->moves, &f.game.board, &situation, &candidates, actions);
    double logit[BOARD_MAX_POINTS], most = -INFINITY, all = 0;
    for (int i = 0; i < count; i++) {
        logit[i] = (double)move_policy_logit(&policy->moves, &actions[i]);
        most = fmax(most, logit[i]);
        all += exp(logit[i]);
    }
    for (int i = 0; i < count; i++) {
        const struct tree_prior *prior = &tree_search_of(f.search)->prior[actions[i].point];
        const double won =
            f.params.heuristic_policy * exp(f.params.heuristic_power * (logit[i] - most));
        assert_true(fabs((double)prior->visits - f.params.heuristic_visits - 5 - won) < 1e-3);
        assert_true(fabs((double)(2 * prior->wins - prior->visits) - won) <
                    1e-3); /* the rest is even */
    }
    fixture_assign(&f, "tree_policy=puct");
    fixture_search(&f, NULL, 10);
    for (int i = 0; i < count; i++) {
        const struct tree_prior *prior = &tree_search_of(f.search)->prior[actions[i].point];
        assert_true(fabs((double)prior->probability - exp(logit[i]) / all) < 1e-5);
        assert_true((double)prior->visits == f.params.puct_visits);
    }
    fixture_end(&f);
    weight_store_free(store);
}

/* Searches, and returns the values of a position of which the tree knows nothing: by the weights
 * alone. */
static void values_without_tree(struct tree_fixture *f, double values[BOARD_MAX_POINTS]) {
    fixture_search(f, NULL, 200);
    struct search_position elsewhere = fixture_position(f);
    elsewhere.to_move = WHITE;
    tree_method.values(f->search, &elsewhere, values);
}

/* The first and the third values are by the same weights, the second ones by others. */
static void assert_others_between(double values[3][BOARD_MAX_POINTS]) {
    assert_memory_not_equal(values[0], values[1], sizeof values[0]);
    assert_memory_equal(values[0], values[2], sizeof values[0]);
}

/* Another memory of the heuristic's is read from the next run on. */
static void the_heuristic_s_memory_can_change(void **state) {
    struct tree_fixture f;
    struct weight_store *store;
    const struct memory *memory;
    struct failure why;
    double values[3][BOARD_MAX_POINTS];
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(memory_find(store, 5, &memory, &why), STATUS_OK);
    fixture_begin(&f, 5, memory);
    fixture_assign(&f, "heuristic=local-shape");
    for (int i = 0; i < 3; i++) {
        fixture_assign(&f, i == 1 ? "heuristic_memory=short" : "heuristic_memory=long");
        values_without_tree(&f, values[i]);
    }
    assert_others_between(values);
    fixture_end(&f);
    weight_store_free(store);
}

/* A game with other weights doesn't keep the tables of the last one's. */
static void each_game_has_its_own_weights(void **state) {
    struct tree_fixture f;
    struct weight_store *store;
    const struct memory *trained;
    struct memory *empty;
    struct params params;
    struct failure why;
    double values[3][BOARD_MAX_POINTS];
    (void)state;
    params_default(&params);
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(memory_find(store, 5, &trained, &why), STATUS_OK);
    assert_int_equal(memory_new(&empty, 5, &params, &why), STATUS_OK);
    fixture_begin(&f, 5, trained);
    fixture_assign(&f, "heuristic=local-shape");
    const struct memory *const memories[3] = {trained, empty, trained};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tree_method.start(f.search, 5, memories[i], &why), STATUS_OK);
        values_without_tree(&f, values[i]);
    }
    assert_others_between(values);
    fixture_end(&f);
    memory_free(empty);
    weight_store_free(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_learnt_policy_is_heard),
        cmocka_unit_test(the_heuristic_s_memory_can_change),
        cmocka_unit_test(each_game_has_its_own_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
