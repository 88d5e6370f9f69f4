/* The tree search with a policy-value network: what its evaluation does to the nodes and to what
 * simulations are worth. */
#include "guzumi/learner/learner.h"

#include "learnt.h"
#include "tree_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A search whose network's weights are zero but for the logit BIAS of the mover's win rate. */
struct biased {
    struct tree_fixture f;
    struct weight_store *store;
    struct search_setting setting;
};

static void load_network(struct weight_store *store, int size, float bias) {
    static const char file[] = "test_tree_network.weights";
    struct failure why;
    struct params params;
    struct trained_network *network;
    params_default(&params);
    params.network_channels = 16;
    params.network_blocks = 1;
    assert_int_equal(trained_network_new(&network, size, &params, &why), STATUS_OK);
    memset(network->network->weights, 0,
           (size_t)network->network->layout.count * sizeof *network->network->weights);
    network->network->weights[network->network->layout.value_bias] = bias;
    assert_int_equal(trained_network_save(network, file, true, &why), STATUS_OK);
    assert_int_equal(weight_store_load(store, file, &why), STATUS_OK);
    trained_network_release(network);
    remove(file);
}

static void begin(struct biased *b, int size, float bias) {
    struct failure why;
    fixture_begin(&b->f, size, NULL);
    assert_int_equal(weight_store_new(&b->store, &why), STATUS_OK);
    load_network(b->store, size, bias);
    search_free(b->f.search);
    b->setting = (struct search_setting){
        .params = &b->f.params, .patterns = b->f.patterns, .store = b->store};
    assert_int_equal(search_new(&b->f.search, &tree_method, &b->setting, &why), STATUS_OK);
    assert_int_equal(tree_method.start(b->f.search, size, NULL, &why), STATUS_OK);
    fixture_assign(&b->f, "heuristic=network");
}

static void end(struct biased *b) {
    fixture_end(&b->f);
    weight_store_free(b->store);
}

/* Every open node was evaluated, closed ones were not; the evaluation is the win rate of whoever is
 * to move. Returns how many are open. */
static int check_evaluations(const struct tree *tree, struct tree_node *node, double win_rate) {
    int open = 0;
    if (!tree_is_open(node)) {
        assert_false(tree_is_evaluated(node->evaluation));
        return 0;
    }
    const double black = node->to_move == BLACK ? win_rate : 1 - win_rate;
    assert_true(fabs((double)node->evaluation - black) < 1e-5);
    for (int slot = 0; slot < tree->slots; slot++) {
        if (!tree_is_legal(tree, node, slot)) continue;
        struct tree_node *child = tree_child(tree, node, slot);
        if (child) open += check_evaluations(tree, child, win_rate);
    }
    return open + 1;
}

static void open_nodes_are_evaluated(void **state) {
    (void)state;
    for (int size = 5; size <= 9; size += 4) {
        struct biased b;
        begin(&b, size, 1.5f);
        fixture_search(&b.f, NULL, 500);
        const int open =
            check_evaluations(fixture_tree(&b.f), fixture_root(&b.f), 1 / (1 + exp(-1.5)));
        assert_true(open > 20 && open < 250);
        end(&b);
    }
}

/* Compares the evaluations of the nodes that both trees reach without a pass; returns their number.
 */
static int same_evaluations(const struct tree *tree, struct tree_node *node,
                            const struct tree *other, struct tree_node *twin) {
    int same = 1;
    if (!tree_is_open(node) || !tree_is_open(twin)) return 0;
    assert_true(node->evaluation == twin->evaluation);
    for (int p = 0; p < point_limit(tree->size); p++) {
        if (!tree_is_legal(tree, node, p) || !tree_is_legal(other, twin, p)) continue;
        struct tree_node *child = tree_child(tree, node, p), *its = tree_child(other, twin, p);
        if (child && its) same += same_evaluations(tree, child, other, its);
    }
    return same;
}

/* By territory the network gets the komi that half of the games by area amount to where the
 * sides take turns: half a point more when Black has begun. */
static void by_territory_the_komi_is_half_a_point_more(void **state) {
    struct weight_store *store;
    struct tree_fixture f[2];
    struct failure why;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    for (int territory = 0; territory < 2; territory++) {
        struct tree_fixture *its = &f[territory];
        fixture_begin(its, 7, NULL);
        fixture_assign(its, "heuristic=network");
        its->search->setting.store = store;
        its->game.territory = territory;
        its->game.half_komi = territory ? 17 : 18;
        fixture_play(its, point_at(7, 3, 3));
        fixture_play(its, point_at(7, 3, 4));
        fixture_search(its, NULL, 400);
    }
    assert_true(same_evaluations(fixture_tree(&f[0]), fixture_root(&f[0]), fixture_tree(&f[1]),
                                 fixture_root(&f[1])) > 5);
    for (int i = 0; i < 2; i++) fixture_end(&f[i]);
    weight_store_free(store);
}

/* The network is applied to all moves, and the candidates divide the others' probability among
 * them. */
static void few_candidates_share_the_chances_of_all(void **state) {
    static struct tree_prior before[TREE_MAX_SLOTS];
    struct weight_store *store;
    struct tree_fixture f;
    struct failure why;
    struct bitset few = {{0}};
    double all = 0, left = 0;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    fixture_begin(&f, 7, NULL);
    fixture_assign(&f, "heuristic=network");
    f.search->setting.store = store;
    fixture_play(&f, point_at(7, 2, 2));
    fixture_play(&f, point_at(7, 4, 3));
    fixture_search(&f, NULL, 10);
    const struct tree_search *s = tree_search_of(f.search);
    const float evaluation = fixture_root(&f)->evaluation;
    memcpy(before, s->prior, sizeof before);
    const struct bitset candidates = fixture_candidates(&f);
    BITSET_FOR_EACH(p, candidates, f.game.board.words) {
        all += (double)before[p].probability;
        if (p % 3 > 0) continue;
        bitset_add(&few, p);
        left += (double)before[p].probability;
    }
    assert_int_equal(tree_method.start(f.search, 7, NULL, &why), STATUS_OK);
    fixture_search(&f, &few, 10);
    assert_true(fixture_root(&f)->evaluation == evaluation);
    BITSET_FOR_EACH(p, few, f.game.board.words) {
        const double expected = (double)before[p].probability * all / left;
        assert_true(fabs((double)s->prior[p].probability - expected) < 1e-5);
        assert_true(node_priors(fixture_root(&f), fixture_tree(&f)->slots)[p] ==
                    s->prior[p].probability);
    }
    const int pass = tree_slot(7, PASS);
    assert_true(s->prior[pass].probability == before[pass].probability);
    fixture_end(&f);
    weight_store_free(store);
}

/* What the root's actions have won of their simulations, the mover's view. */
static double won_at_root(const struct tree_fixture *f, double *visits) {
    const struct tree *tree = fixture_tree(f);
    const struct tree_search *s = (const struct tree_search *)f->search;
    struct tree_node *root = fixture_root(f);
    double won = 0;
    *visits = 0;
    for (int slot = 0; slot < tree->slots; slot++) {
        if (!tree_is_legal(tree, root, slot)) continue;
        *visits += tree_edge_visits(tree, root, slot);
        won += (double)(concurrent_read(&node_wins(root, tree->slots)[slot]) - s->prior[slot].wins);
    }
    return won;
}

/* With all of the share the results of playouts do not count: each simulation is worth what the
 * network thinks of the last state that it has seen, whose mover is one or the other. With none,
 * wins are whole. In between it is a mixture. */
static void simulations_are_worth_a_mixture(void **state) {
    static const double shares[] = {0, 0.25, 1};
    const double win_rate = 1 / (1 + exp(-3.0));
    (void)state;
    for (int i = 0; i < COUNT_OF(shares); i++) {
        struct biased b;
        double visits;
        begin(&b, 9, 3);
        b.f.params.network_fraction = shares[i];
        fixture_search(&b.f, NULL, 1); /* the root alone has been evaluated */
        const double first = won_at_root(&b.f, &visits);
        assert_true(visits == 1);
        const double loss = shares[i] * win_rate, win = 1 - shares[i] + shares[i] * win_rate;
        assert_true(fabs(first - loss) < 1e-5 || fabs(first - win) < 1e-5);
        fixture_search(&b.f, NULL, 400);
        const double won = won_at_root(&b.f, &visits);
        assert_true(visits == 401);
        if (shares[i] == 0) assert_true(fabs(won - round(won)) < 1e-3);
        if (shares[i] == 1) assert_true(won > visits * (1 - win_rate) && won < visits * win_rate);
        end(&b);
    }
}

/* Black's wins in VISITS simulations through NODE, if each is worth the evaluation of the last
 * state on its way that has one by now. */
static double wins_by_last(const struct tree *tree, struct tree_node *node, double visits) {
    double wins = 0;
    for (int slot = 0; slot < tree->slots; slot++) {
        struct tree_node *child =
            tree_is_legal(tree, node, slot) ? tree_child(tree, node, slot) : NULL;
        if (!child || !tree_is_open(child)) continue;
        const double its = tree_edge_visits(tree, node, slot);
        wins += wins_by_last(tree, child, its);
        visits -= its;
    }
    return wins + visits * (double)node->evaluation;
}

/* Each of the root's actions has won what the last states of its simulations are worth; returns how
 * many of them lead to an open state. */
static int check_wins_by_last(const struct tree_fixture *f) {
    const struct tree *tree = fixture_tree(f);
    const struct tree_search *s = (const struct tree_search *)f->search;
    struct tree_node *root = fixture_root(f);
    int opened = 0;
    for (int slot = 0; slot < point_limit(tree->size); slot++) {
        if (!tree_is_legal(tree, root, slot)) continue;
        struct tree_node *child = tree_child(tree, root, slot);
        const double won = (double)(node_wins(root, tree->slots)[slot] - s->prior[slot].wins);
        const double visits = tree_edge_visits(tree, root, slot);
        const bool is_open = child && tree_is_open(child);
        const double expected =
            is_open ? wins_by_last(tree, child, visits) : visits * (double)root->evaluation;
        assert_true(fabs(won - expected) < 1e-3);
        opened += is_open;
    }
    return opened;
}

/* States open late, but what passed through them before is worth their evaluation, too. */
static void early_simulations_get_the_evaluation_of_their_state(void **state) {
    (void)state;
    for (int tree_open = 1; tree_open <= 11; tree_open += 5) {
        struct biased b;
        begin(&b, 9, 2);
        b.f.params.network_fraction = 1;
        b.f.params.score_fraction = 0;
        b.f.params.tree_open = tree_open;
        fixture_search(&b.f, NULL, 400);
        assert_true(check_wins_by_last(&b.f) > 1);
        end(&b);
    }
}

/* By territory two passes need a playout that shows what is alive, so the network counts as well.
 */
static void by_territory_passes_are_no_result(void **state) {
    (void)state;
    struct biased b;
    begin(&b, 7, -3); /* whoever is to move is losing: a pass is good */
    b.f.params.network_fraction = 1;
    b.f.params.score_fraction = 0;
    b.f.game.territory = true;
    fixture_search(&b.f, NULL, 2000);
    assert_true(check_wins_by_last(&b.f) > 0);
    end(&b);
}

/* A pass that ends the game is worth its result, and nothing that the network thinks. */
static void the_end_needs_no_evaluation(void **state) {
    const struct bitset nothing = {{0}};
    (void)state;
    for (int loses = 0; loses < 2; loses++) {
        struct biased b;
        double visits;
        begin(&b, 9, loses ? 3 : -3);
        b.f.params.network_fraction = 1;
        b.f.params.score_fraction = 0;
        fixture_play(&b.f, 40);
        fixture_play(&b.f, PASS);
        b.f.game.half_komi = loses ? 171 : 15; /* Black has the board */
        fixture_search(&b.f, &nothing, 50);
        const double won = won_at_root(&b.f, &visits);
        assert_true(visits == 50 && fabs(won - (loses ? 0 : 50)) < 1e-3);
        end(&b);
    }
}

/* Weights of any size make a search that ends with a legal move. */
static void wild_weights_do_no_harm(void **state) {
    const float wild[] = {INFINITY, -INFINITY, NAN, 1e30f};
    (void)state;
    for (int i = 0; i < COUNT_OF(wild); i++) {
        struct biased b;
        const struct trained_network *network;
        struct failure why;
        begin(&b, 5, 0);
        assert_int_equal(trained_network_find(b.store, 5, &network, &why), STATUS_OK);
        for (int k = 0; k < network->network->layout.count; k++)
            network->network->weights[k] = wild[i];
        network_transform(network->network);
        fixture_search(&b.f, NULL, 200);
        assert_true(game_is_legal(&b.f.game, b.f.found.candidates[0].point, BLACK));
        assert_true(b.f.found.winrate >= 0 && b.f.found.winrate <= 1);
        end(&b);
    }
}

/* The first run by a clock has nothing left to load. */
static void a_start_loads_what_runs_read(void **state) {
    struct weight_store *store;
    const struct memory *memory;
    struct tree_fixture f;
    struct failure why;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(memory_find(store, 7, &memory, &why), STATUS_OK);
    fixture_begin(&f, 7, NULL);
    fixture_assign(&f, "heuristic=network");
    f.search->setting.store = store;
    assert_int_equal(tree_method.start(f.search, 7, memory, &why), STATUS_OK);
    const struct tree_search *s = tree_search_of(f.search);
    assert_true(s->is_fused && s->worker_count == 1);
    const struct network_workspace *workspace = s->worker[0].scratch.workspace;
    const float *table = s->fused.table;
    assert_non_null(workspace);
    fixture_search(&f, NULL, 10);
    assert_ptr_equal(s->worker[0].scratch.workspace, workspace);
    assert_ptr_equal(s->fused.table, table);
    fixture_end(&f);
    weight_store_free(store);
}

/* Without the network the heuristic is the learnt one, and plays the same. */
static void without_a_network_it_is_the_learnt_one(void **state) {
    struct search_statistics found[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tree_fixture f;
        fixture_begin(&f, 7, NULL);
        fixture_assign(&f, i ? "heuristic=network" : "heuristic=learnt");
        fixture_assign(&f, "tree_policy=mogo"); /* else PUCT is what the network is for */
        fixture_search(&f, NULL, 300);
        found[i] = f.found;
        fixture_end(&f);
    }
    assert_int_equal(found[0].candidates[0].point, found[1].candidates[0].point);
    assert_true(found[0].winrate == found[1].winrate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_nodes_are_evaluated),
        cmocka_unit_test(by_territory_the_komi_is_half_a_point_more),
        cmocka_unit_test(few_candidates_share_the_chances_of_all),
        cmocka_unit_test(simulations_are_worth_a_mixture),
        cmocka_unit_test(early_simulations_get_the_evaluation_of_their_state),
        cmocka_unit_test(by_territory_passes_are_no_result),
        cmocka_unit_test(the_end_needs_no_evaluation),
        cmocka_unit_test(wild_weights_do_no_harm),
        cmocka_unit_test(a_start_loads_what_runs_read),
        cmocka_unit_test(without_a_network_it_is_the_learnt_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
