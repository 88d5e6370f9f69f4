/* When a tree search ends: by counts, clocks, clear choices and doubts. */
#include "problems.h"
#include "tree_fixture.h"

#include <math.h>

/* Single precision would count no further. */
static void it_ends_before_the_counts_do(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_search(&f, NULL, 50);
    fixture_root(&f)->visits = TREE_MAX_VISITS - 20;
    fixture_search(&f, NULL, 1000);
    assert_in_range(f.found.simulations, 20, 60);
    assert_true((float)(TREE_MAX_VISITS + 1000000) + 1 > (float)(TREE_MAX_VISITS + 1000000));
    fixture_end(&f);
}

/* Half of a simulation's reward is the network's value: in a sum of millions a float has steps of a
 * half. Illegal moves stay so. */
static void fractions_add_up(void **state) {
    (void)state;
    float sum = 5e6f, illegal = -INFINITY;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 100000; i++) tree_add(&sum, 0.3f, &rng);
    assert_true(fabs((double)sum - 5.03e6) < 500); /* six standard deviations */
    tree_add(&illegal, 0.5f, &rng);
    assert_true(illegal == -INFINITY);
}

/* A search with one clear choice, which is returned. */
static int begin_with_clear_choice(struct tree_fixture *f) {
    fixture_begin(f, 5, NULL);
    const struct posed_problem problem = problem_pose(&problems[0], false);
    fixture_set_up(f, &problem.board, problem.to_move, problem.half_komi);
    return problem.move;
}

static void a_clear_choice_ends_early(void **state) {
    struct tree_fixture f;
    (void)state;
    const int choice = begin_with_clear_choice(&f);
    fixture_search(&f, NULL, 20000);
    assert_int_equal(f.found.simulations, 20000);
    tree_method.start(f.search, 5, NULL, NULL);
    f.limit.saves = true;
    f.limit.purpose = SEARCH_TO_CHOOSE;
    fixture_search(&f, NULL, 20000);
    assert_in_range(f.found.simulations, 1000, 19000);
    assert_int_equal(f.found.candidates[0].point, choice);
    fixture_end(&f);
}

/* The same by a clock: as many simulations as there is time for would change nothing. */
static void a_clear_choice_ends_before_its_time(void **state) {
    struct tree_fixture f;
    (void)state;
    const int choice = begin_with_clear_choice(&f);
    f.limit.clock = CLOCK_THREAD;
    f.limit.saves = true;
    f.limit.purpose = SEARCH_TO_CHOOSE;
    f.limit.begin = clock_read(CLOCK_THREAD);
    f.limit.target = f.limit.begin + 4; /* half of it is enough */
    fixture_search(&f, NULL, 0);
    assert_true(clock_read(CLOCK_THREAD) < f.limit.target);
    assert_true(f.found.until == f.limit.target);
    assert_int_equal(f.found.candidates[0].point, choice);
    fixture_end(&f);
}

/* Visits without a win for the move that was chosen last. */
static void visit_the_worst(struct tree_fixture *f) {
    const struct tree *tree = fixture_tree(f);
    const int slot = tree_slot(tree->size, f->found.candidates[f->found.count - 1].point);
    _Atomic uint32_t *edge = &node_edges(fixture_root(f), tree->slots)[slot];
    if (*edge & TREE_LEAF)
        *edge += 4000;
    else
        tree_node(tree, *edge)->before += 4000;
}

/* After its time it goes on while the most visited move is not the best one, and no longer. */
static void doubt_takes_longer(void **state) {
    struct tree_fixture f;
    (void)state;
    begin_with_clear_choice(&f);
    fixture_search(&f, NULL, 2000);
    f.limit.clock = CLOCK_THREAD;
    f.limit.purpose = SEARCH_TO_CHOOSE;
    f.limit.target = clock_read(CLOCK_THREAD); /* now */
    fixture_search(&f, NULL, 1000);
    assert_in_range(f.found.simulations, 1, 20);
    assert_true(f.found.until == f.limit.target); /* what it took beyond is an overrun */
    visit_the_worst(&f);
    fixture_search(&f, NULL, 1000);
    assert_int_equal(f.found.simulations, 1000);
    assert_true(isinf(f.found.until));
    fixture_end(&f);
}

/* But never longer than it may. */
static void doubt_has_an_end(void **state) {
    struct tree_fixture f;
    (void)state;
    begin_with_clear_choice(&f);
    fixture_search(&f, NULL, 2000);
    visit_the_worst(&f);
    f.limit.clock = CLOCK_THREAD;
    f.limit.purpose = SEARCH_TO_CHOOSE;
    f.limit.target = f.limit.most = clock_read(CLOCK_THREAD); /* now */
    fixture_search(&f, NULL, 1000);
    assert_in_range(f.found.simulations, 1, 20);
    fixture_end(&f);
}

/* A clock that stands at 0 leaves a few simulations, which begin with what is likely. */
static void without_time_it_plays_a_likely_move(void **state) {
    struct weight_store *store;
    struct tree_fixture f;
    struct failure why;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    fixture_begin(&f, 9, NULL);
    fixture_assign(&f, "heuristic=network");
    f.search->setting.store = store;
    f.limit.clock = CLOCK_THREAD;
    f.limit.purpose = SEARCH_TO_CHOOSE;
    f.limit.begin = f.limit.target = f.limit.most = clock_read(CLOCK_THREAD);
    fixture_search(&f, NULL, 1000);
    assert_in_range(f.found.simulations, 1, 5);
    for (int i = 1; i < f.found.count; i++)
        assert_true(f.found.candidates[i].prior <= f.found.candidates[0].prior);
    /* When it is stopped before it begins, too. */
    tree_method.start(f.search, 9, NULL, NULL);
    atomic_store(&f.stop, true);
    fixture_search(&f, NULL, 1000);
    assert_int_equal(f.found.simulations, 0);
    for (int i = 1; i < f.found.count; i++)
        assert_true(f.found.candidates[i].prior <= f.found.candidates[i - 1].prior);
    fixture_end(&f);
    weight_store_free(store);
}

static void stop_ends_it_at_once(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 9, NULL);
    atomic_store(&f.stop, true);
    fixture_search(&f, NULL, 0);
    assert_int_equal(f.found.simulations, 0);
    assert_int_equal(f.found.count, 81);
    fixture_end(&f);
}

/* A limit can count what is kept of a position, and of one that a kept tree leads to. */
static void kept_simulations_count(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 7, NULL);
    fixture_search(&f, NULL, 200);
    f.limit.counts_kept = true;
    fixture_search(&f, NULL, 300);
    assert_int_equal(f.found.simulations, 100);
    assert_int_equal(fixture_root(&f)->visits, 300);
    fixture_search(&f, NULL, 300);
    assert_int_equal(f.found.simulations, 1);
    fixture_play(&f, f.found.candidates[0].point);
    fixture_search(&f, NULL, 400);
    assert_in_range(f.found.simulations, 99, 399);
    assert_int_equal(fixture_root(&f)->visits, 400);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_ends_before_the_counts_do),
        cmocka_unit_test(fractions_add_up),
        cmocka_unit_test(a_clear_choice_ends_early),
        cmocka_unit_test(a_clear_choice_ends_before_its_time),
        cmocka_unit_test(doubt_takes_longer),
        cmocka_unit_test(doubt_has_an_end),
        cmocka_unit_test(without_time_it_plays_a_likely_move),
        cmocka_unit_test(stop_ends_it_at_once),
        cmocka_unit_test(kept_simulations_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
