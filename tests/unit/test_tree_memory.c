/* The network's short-term memory against a plain one, and what it does to the tree. */
#include "guzumi/learner/learner.h"
#include "guzumi/network/network.h"

#include "random_moves.h"
#include "reference_tree_memory.h"
#include "tree_fixture.h"

#include <math.h>
#include <string.h>

/* A search with the network that ships; without local shapes. */
struct subject {
    struct tree_fixture f;
    struct weight_store *store;
};

static void begin(struct subject *s, int size, const char *step) {
    struct failure why;
    fixture_begin(&s->f, size, NULL);
    assert_int_equal(weight_store_new(&s->store, &why), STATUS_OK);
    s->f.search->setting.store = s->store;
    fixture_assign(&s->f, step);
    assert_int_equal(tree_method.start(s->f.search, size, NULL, &why), STATUS_OK);
}

static void end(struct subject *s) {
    fixture_end(&s->f);
    weight_store_free(s->store);
}

static struct tree_search *search_of(const struct subject *s) {
    return tree_search_of(s->f.search);
}

static const struct tree_memory_state *state_of(const struct tree_search *s,
                                                const struct tree_node *node) {
    return &s->short_term.state[tree_index(&s->tree, node)];
}

/* The features and the network's last layer are its value. */
static void check_features(const struct network *n, const struct tree_memory_state *state) {
    double value = (double)n->weights[n->layout.value_bias];
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        value += (double)n->weights[n->layout.value + i] * (double)state->phi[i];
    assert_true(fabs(value - (double)state->long_term) < 1e-4);
    assert_true(state->phi[NETWORK_HIDDEN] == 1);
}

/* The states of the last simulation that the network has evaluated, from what the search keeps of
 * each; returns their number. */
static int read_path(struct subject *s, struct reference_memory_state *out,
                     struct tree_node **node) {
    const struct tree_search *search = search_of(s);
    const struct worker *w = &search->worker[0];
    const struct trained_network *network;
    struct failure why;
    int count = 0;
    assert_int_equal(trained_network_find(s->store, search->tree.size, &network, &why), STATUS_OK);
    for (int t = 0; t < w->length; t++) {
        struct tree_node *at = w->path[t].node;
        if (!tree_is_open(at) || !tree_is_evaluated(at->evaluation)) continue;
        const struct tree_memory_state *state = state_of(search, at);
        check_features(network->network, state);
        out[count].long_term = (double)state->long_term;
        out[count].to_move = (enum color)at->to_move;
        for (int i = 0; i < TREE_MEMORY_FEATURES; i++) out[count].phi[i] = (double)state->phi[i];
        node[count++] = at;
    }
    return count;
}

/* Searches simulation by simulation: each state on the way has the plain value before the plain
 * memory learns from it, and the weights agree. Returns the number of states. */
static int compare(struct subject *s, struct reference_tree_memory *plain, int simulations) {
    static struct reference_memory_state states[100];
    struct tree_node *node[100];
    struct tree_search *search = search_of(s);
    int seen = 0;
    for (int i = 0; i < simulations; i++) {
        fixture_search(&s->f, NULL, 1);
        const int count = read_path(s, states, node);
        for (int t = 0; t < count; t++) {
            const double value = reference_memory_value(plain, &states[t]);
            const double doubted = fmin(fmax(value, 0.01), 0.99);
            assert_true(fabs((double)node[t]->evaluation - doubted) < 1e-5);
        }
        reference_memory_learn(plain, states, count, search->worker[0].black_won);
        for (int k = 0; k < TREE_MEMORY_FEATURES; k++)
            assert_true(fabs((double)search->short_term.theta[k] - plain->theta[k]) < 2e-5);
        seen += count;
    }
    return seen;
}

/* Positions of random games, whose short-term memory goes on from move to move. */
static void it_learns_as_the_papers_say(void **state) {
    static const char *const lambdas[] = {"search_lambda=0", "search_lambda=0.4",
                                          "search_lambda=1"};
    (void)state;
    for (int i = 0; i < 2 * COUNT_OF(lambdas); i++) {
        struct subject s;
        begin(&s, i % 2 ? 9 : 7, i < 3 ? "network_memory=0.1" : "network_memory=1");
        fixture_assign(&s.f, lambdas[i % COUNT_OF(lambdas)]);
        struct reference_tree_memory plain = {.alpha = s.f.params.network_memory,
                                              .lambda = s.f.params.search_lambda};
        int seen = 0;
        for (int move = 0; move < 4; move++) {
            seen += compare(&s, &plain, 60);
            int point = PASS; /* a second pass would end the game */
            do point = random_move(&s.f.game.board, s.f.game.to_move, &s.f.rng);
            while (point == PASS && game_passes(&s.f.game) == 1);
            assert_true(game_is_legal(&s.f.game, point, s.f.game.to_move));
            fixture_play(&s.f, point);
        }
        assert_true(seen > 4 * 60 + 40);
        end(&s);
    }
}

/* A new node is valued by what simulations have taught before. */
static void new_nodes_are_corrected(void **state) {
    struct subject s;
    (void)state;
    begin(&s, 9, "network_memory=0.1");
    const struct tree_search *search = search_of(&s);
    fixture_search(&s.f, NULL, 200);
    const double taught = (double)search->short_term.theta[NETWORK_HIDDEN];
    assert_true(taught != 0);
    for (int p = 0; p < 2; p++) /* where the tree has no node */
        fixture_play(&s.f, p);
    s.f.limit.purpose = SEARCH_TO_CHOOSE; /* among none: the root is entered and that is all */
    fixture_search(&s.f, &(struct bitset){{0}}, 1);
    const struct tree_memory_state *root = state_of(search, fixture_root(&s.f));
    double odds = (double)root->long_term;
    for (int i = 0; i < TREE_MEMORY_FEATURES; i++)
        odds += (double)root->phi[i] * (double)search->short_term.theta[i];
    const double black = 1 / (1 + exp(-odds)), alone = 1 / (1 + exp(-(double)root->long_term));
    assert_true(fabs((double)fixture_root(&s.f)->evaluation - black) < 1e-5);
    assert_true(fabs(black - alone) > 1e-3);
    end(&s);
}

/* A new game begins without it, and a search that does not want it keeps nothing. */
static void a_start_forgets(void **state) {
    struct subject s;
    struct failure why;
    (void)state;
    begin(&s, 9, "network_memory=0.1");
    const struct tree_memory *memory = &search_of(&s)->short_term;
    fixture_search(&s.f, NULL, 50);
    assert_true(memory->theta[NETWORK_HIDDEN] != 0);
    assert_int_equal(tree_method.start(s.f.search, 9, NULL, &why), STATUS_OK);
    for (int i = 0; i < TREE_MEMORY_FEATURES; i++) assert_true(memory->theta[i] == 0);
    fixture_assign(&s.f, "network_memory=0");
    assert_int_equal(tree_method.start(s.f.search, 9, NULL, &why), STATUS_OK);
    assert_null(memory->state);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_learns_as_the_papers_say),
        cmocka_unit_test(new_nodes_are_corrected),
        cmocka_unit_test(a_start_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
