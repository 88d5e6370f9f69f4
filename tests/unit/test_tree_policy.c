/* The tree policy beside the paper's equations, with means and in double precision. */
#include "guzumi/search/tree_search.h"

#include "tree.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { SIZE = 5, GREEDY_VISITS = 50 };

/* A node whose actions have random statistics. */
struct sample {
    struct tree tree;
    struct tree_node *node;
    struct rng rng;
};

static int start(void **state) {
    static struct sample sample;
    struct failure why;
    memset(&sample, 0, sizeof sample);
    assert_int_equal(tree_prepare(&sample.tree, SIZE, TREE_OF_RAVE, 1, &why), STATUS_OK);
    rng_seed(&sample.rng, 1, 1);
    *state = &sample;
    return 0;
}

static int end(void **state) {
    tree_free(&((struct sample *)*state)->tree);
    return 0;
}

/* Statistics of whole visits, some of them none; every third point is illegal. */
static void draw(struct sample *s) {
    tree_clear(&s->tree);
    s->node = tree_node(&s->tree, tree_take(&s->tree, BLACK, 0));
    struct tree_prior priors[TREE_MAX_SLOTS];
    struct bitset moves = {{0}};
    for (int slot = 0; slot <= point_limit(SIZE); slot++) {
        const uint32_t n = rng_bernoulli(&s->rng, 0.3) ? 0 : rng_below(&s->rng, 1000);
        const uint32_t rave = rng_bernoulli(&s->rng, 0.3) ? 0 : rng_below(&s->rng, 3000);
        const struct tree_prior prior = {.visits = (float)n,
                                         .wins = (float)rng_below(&s->rng, n + 1),
                                         .rave_visits = (float)rave,
                                         .rave_wins = (float)rng_below(&s->rng, rave + 1),
                                         .probability = (float)rng_real(&s->rng)};
        priors[slot] = prior;
        if (slot % 3 && slot < point_limit(SIZE)) bitset_add(&moves, slot);
    }
    s->node->visits = rng_below(&s->rng, 3 * GREEDY_VISITS);
    tree_open(&s->tree, s->node, &moves, priors);
}

/* The equations of section 4, for an action that is legal. */
static double expected(const struct params *params, const struct sample *s, int slot) {
    const int slots = s->tree.slots;
    const double n = node_visits(s->node)[slot], all = s->node->total;
    const double rn = params->rave == RAVE_NONE ? 0 : node_rave_visits(s->node, slots)[slot];
    if (n + rn == 0) return params->fpu;
    const double q = n > 0 ? node_wins(s->node, slots)[slot] / n : 0;
    const double rave = rn > 0 ? node_rave_wins(s->node, slots)[slot] / rn : 0;
    double beta = params->rave == RAVE_HAND_SELECTED
                      ? sqrt(params->rave_equivalence / (3 * all + params->rave_equivalence))
                      : rn / (n + rn + 4 * n * rn * params->rave_bias * params->rave_bias);
    if (n == 0) beta = 1;
    if (rn == 0) beta = 0;
    const double m = params->exploration_after, visits = s->node->visits;
    const double explored = m > 0 ? fmax(visits / m, 1) : all;
    const double counted = n + (params->exploration_rave ? rn : 0);
    const double bonus = params->exploration * sqrt(log(explored) / fmax(counted, 1));
    return (1 - beta) * q + beta * rave + bonus;
}

static void values_are_the_equations(void **state) {
    struct sample *s = *state;
    for (int i = 0; i < 300; i++) {
        const struct params params = {.rave = (enum rave_schedule)(i % 3),
                                      .exploration = i % 2 ? 0 : rng_real(&s->rng),
                                      .exploration_after = i % 4 ? 0 : GREEDY_VISITS,
                                      .exploration_rave = i % 5 == 0,
                                      .fpu = 1.1,
                                      .rave_equivalence = (1 + rng_below(&s->rng, 3000)),
                                      .rave_bias = (rng_real(&s->rng) * rng_real(&s->rng))};
        draw(s);
        for (int slot = 0; slot < s->tree.slots; slot++) {
            const float value = tree_policy_value(&params, &s->tree, s->node, slot);
            if (tree_is_legal(&s->tree, s->node, slot))
                assert_true(fabs(value - expected(&params, s, slot)) < 1e-5);
            else
                assert_true(value == -INFINITY);
        }
    }
}

/* The equations decide, alone or with other threads about. */
static void the_best_is_selected(void **state) {
    struct sample *s = *state;
    for (int i = 0; i < 300; i++) {
        const struct params params = {.rave = (enum rave_schedule)(i % 3),
                                      .exploration = i % 2 ? 0 : 0.5,
                                      .exploration_after = i % 4 ? 0 : GREEDY_VISITS,
                                      .exploration_rave = i % 11 == 0,
                                      .fpu = i % 7 ? 0.3 : 1000,
                                      .rave_equivalence = 1000,
                                      .rave_bias = 0.1,
                                      .threads = i % 5 == 0 ? 2 : 1};
        draw(s);
        const int chosen = tree_policy_select(&params, &s->tree, s->node, &s->rng);
        assert_true(tree_is_legal(&s->tree, s->node, chosen));
        for (int slot = 0; slot < s->tree.slots; slot++)
            assert_true(tree_policy_value(&params, &s->tree, s->node, slot) <=
                        tree_policy_value(&params, &s->tree, s->node, chosen));
    }
}

/* PUCT, for which a node has priors in the place of RAVE's numbers: values, selection, and what is
 * forbidden. */
static void puct_uses_priors(void **state) {
    struct sample *s = *state;
    struct failure why;
    assert_int_equal(tree_prepare(&s->tree, SIZE, TREE_OF_PUCT, 1, &why), STATUS_OK);
    for (int i = 0; i < 300; i++) {
        const struct params params = {.rave = RAVE_MINIMUM_MSE,
                                      .puct = i % 4 ? rng_real(&s->rng) : 0,
                                      .exploration_after = 1000,
                                      .fpu = 0.7,
                                      .threads = i % 5 == 0 ? 2 : 1};
        double best = -1;
        draw(s);
        for (int slot = 1; slot < point_limit(SIZE); slot += 12)
            tree_forbid(&s->tree, s->node, slot);
        const int chosen = tree_policy_select(&params, &s->tree, s->node, &s->rng);
        for (int slot = 0; slot < s->tree.slots; slot++) {
            const double n = node_visits(s->node)[slot],
                         w = node_wins(s->node, s->tree.slots)[slot];
            const double p = node_priors(s->node, s->tree.slots)[slot];
            const double value = tree_policy_value(&params, &s->tree, s->node, slot);
            if (!tree_is_legal(&s->tree, s->node, slot)) {
                assert_true(value == -INFINITY);
                continue;
            }
            const double bonus = params.puct * p * sqrt(1 + s->node->visits) / (1 + n);
            assert_true(fabs(value - (n > 0 ? w / n + bonus : 0.7)) < 2e-5);
            best = fmax(best, value);
        }
        assert_true(tree_is_legal(&s->tree, s->node, chosen));
        assert_true(tree_policy_value(&params, &s->tree, s->node, chosen) >= best - 2e-5);
    }
    assert_int_equal(tree_prepare(&s->tree, SIZE, TREE_OF_RAVE, 1, &why), STATUS_OK);
}

/* By default c and the reduction of untried actions fall with the board and the network's weight
 * grows; a number that is given holds on every board. */
static void settings_follow_the_board(void **state) {
    struct params params;
    (void)state;
    params_default(&params);
    assert_float_equal(tree_puct(&params, 9), 1, 0);
    assert_float_equal(tree_network_weight(&params, 9), 0.65f, 0);
    assert_float_equal(tree_fpu_reduction(&params, 9), 0.1f, 0);
    assert_float_equal(tree_puct(&params, 13), 1, 0);
    assert_true(tree_puct(&params, 19) < 1 && tree_network_weight(&params, 19) > 0.65f);
    assert_true(tree_fpu_reduction(&params, 19) > 0 && tree_fpu_reduction(&params, 19) < 0.1f);
    for (int size = BOARD_MIN_SIZE; size < BOARD_MAX_SIZE; size++) {
        assert_true(tree_puct(&params, size + 1) <= tree_puct(&params, size));
        assert_true(tree_network_weight(&params, size + 1) >= tree_network_weight(&params, size));
        assert_true(tree_fpu_reduction(&params, size + 1) <= tree_fpu_reduction(&params, size));
    }
    assert_true(tree_network_turned(&params, 9) && tree_network_turned(&params, 13));
    assert_false(tree_network_turned(&params, 19));
    params.network_turned = NETWORK_TURNED_OFF;
    assert_false(tree_network_turned(&params, 9));
    params.network_turned = NETWORK_TURNED_ON;
    assert_true(tree_network_turned(&params, 19));
    params.puct = params.network_fraction = params.fpu_reduction = 0;
    assert_float_equal(tree_puct(&params, 19), 0, 0);
    assert_float_equal(tree_network_weight(&params, 19), 0, 0);
    assert_float_equal(tree_fpu_reduction(&params, 19), 0, 0);
}

/* Which policy plays where. */
static void settings_choose_the_policy(void **state) {
    struct params params;
    (void)state;
    params_default(&params);
    params.rave = RAVE_MINIMUM_MSE;
    for (int size = 2; size <= 19; size++)
        assert_int_equal(tree_kind_of(&params, size), size >= 6 ? TREE_OF_PUCT : TREE_OF_RAVE);
    params.heuristic = HEURISTIC_LEARNT;
    assert_int_equal(tree_kind_of(&params, 9), TREE_OF_RAVE);
    params.rave = RAVE_NONE;
    assert_int_equal(tree_kind_of(&params, 9), TREE_OF_UCT);
    params.tree_policy = TREE_POLICY_PUCT;
    assert_int_equal(tree_kind_of(&params, 19), TREE_OF_PUCT);
    params.heuristic = HEURISTIC_NETWORK;
    params.tree_policy = TREE_POLICY_MOGO;
    assert_int_equal(tree_kind_of(&params, 9), TREE_OF_UCT);
}

/* Opens the node with the points from FROM to before END, without any experience. */
static void open_points(struct sample *s, int from, int end) {
    static const struct tree_prior none[TREE_MAX_SLOTS];
    struct bitset moves = {{0}};
    for (int p = from; p < end; p++) bitset_add(&moves, p);
    tree_open(&s->tree, s->node, &moves, none);
}

/* Of actions of which nothing is known each is taken about as often as the others. */
static void ties_are_broken_at_random(void **state) {
    struct sample *s = *state;
    const struct params params = {.rave = RAVE_MINIMUM_MSE, .fpu = 1};
    int taken[TREE_MAX_SLOTS] = {0};
    tree_clear(&s->tree);
    s->node = tree_node(&s->tree, tree_take(&s->tree, WHITE, 0));
    open_points(s, 3, 12);
    for (int i = 0; i < 10000; i++)
        taken[tree_policy_select(&params, &s->tree, s->node, &s->rng)]++;
    for (int slot = 0; slot < s->tree.slots; slot++) {
        const bool legal = (slot >= 3 && slot < 12) || slot == tree_slot(SIZE, PASS);
        assert_in_range(taken[slot], legal ? 850 : 0, legal ? 1150 : 0);
    }
}

/* A forbidden action stays so whatever is counted for it. */
static void the_forbidden_is_not_taken(void **state) {
    struct sample *s = *state;
    tree_clear(&s->tree);
    s->node = tree_node(&s->tree, tree_take(&s->tree, WHITE, 0));
    open_points(s, 0, 3);
    tree_forbid(&s->tree, s->node, 1);
    node_rave_visits(s->node, s->tree.slots)[1] = node_rave_wins(s->node, s->tree.slots)[1] = 9;
    for (int i = 0; i < 300; i++) {
        const struct params params = {.rave = (enum rave_schedule)(i % 3),
                                      .fpu = 0.1,
                                      .rave_equivalence = i % 4 < 2 ? 0 : 1e6,
                                      .exploration = i % 2 ? 0 : 1};
        assert_true(tree_policy_value(&params, &s->tree, s->node, 1) == -INFINITY);
        assert_int_not_equal(tree_policy_select(&params, &s->tree, s->node, &s->rng), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_equations),   cmocka_unit_test(the_best_is_selected),
        cmocka_unit_test(puct_uses_priors),           cmocka_unit_test(settings_follow_the_board),
        cmocka_unit_test(settings_choose_the_policy), cmocka_unit_test(ties_are_broken_at_random),
        cmocka_unit_test(the_forbidden_is_not_taken),
    };
    return cmocka_run_group_tests(tests, start, end);
}
