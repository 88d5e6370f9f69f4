/* The tree search beside the paper's algorithms written down plainly (reference_tree.h): the same
 * seed must make the same tree with the same counts. */
#include "unit.h"

#include "guzumi/game.h"
#include "guzumi/tree_search.h"

#include "patterns.h"
#include "random_moves.h"
#include "reference_playout.h"
#include "reference_tree.h"
#include "tree_state.h"

/* A game on the fast board and on the plain one. */
struct both {
    struct game game;
    struct reference_game plain;
    struct playout_policy policy;
    int half_komi;
};

/* The playout board's lists follow the order of the moves: the fast board has to have made them. */
static void simulate(void *context, const int *points, int count, const struct reference_node *at,
                     struct rng *rng, struct reference_end *end) {
    const struct both *both = context;
    static struct trajectory game;
    struct board board;
    board_copy(&board, &both->game.board);
    enum color color = count % 2 ? color_other(at->to_move) : at->to_move;
    for (int i = 0; i < count; i++, color = color_other(color))
        board_play(&board, points[i], color);
    const struct playout_start start = {
        .to_move = at->to_move, .last_point = at->last_point, .passes = at->passes};
    trajectory_begin(&game, at->to_move);
    const struct playout_end fast = playout_run(
        &board, start, &both->policy, trajectory_move_limit(board.size) - count, rng, &game);
    end->count = fast.moves;
    for (int i = 0; i < fast.moves; i++) end->point[i] = game.point[i + 1];
    end->half_score = 2 * board_score_stones(board.size, fast.stones, NULL) - both->half_komi;
}

static void no_heuristic(void *context, const struct reference_game *game,
                         const struct reference_node *grandfather, struct reference_node *node) {
    (void)context, (void)game, (void)grandfather, (void)node;
}

/* --- comparing --- */

static int compare_nodes(const struct tree *tree, struct tree_node *fast,
                         const struct reference_node *plain);

static int compare_actions(const struct tree *tree, struct tree_node *fast,
                           const struct reference_node *plain, int slot) {
    const struct reference_action *a = &plain->action[slot];
    assert_int_equal(tree_is_legal(tree, fast, slot), a->legal);
    if (!a->legal) return 0;
    assert_true(node_visits(fast)[slot] == a->n);
    assert_true(node_wins(fast, tree->slots)[slot] == a->w);
    if (tree->has_rave) {
        assert_true(node_rave_visits(fast, tree->slots)[slot] == a->rave_n);
        assert_true(node_rave_wins(fast, tree->slots)[slot] == a->rave_w);
    }
    struct tree_node *child = tree_child(tree, fast, slot);
    assert_int_equal(child != NULL, a->child != NULL);
    if (child) return compare_nodes(tree, child, a->child);
    assert_int_equal(tree_edge_visits(tree, fast, slot), a->played);
    return 0;
}

/* Returns the number of nodes. */
static int compare_nodes(const struct tree *tree, struct tree_node *fast,
                         const struct reference_node *plain) {
    int nodes = 1;
    assert_int_equal(fast->to_move, plain->to_move);
    assert_int_equal(fast->passes, plain->passes);
    assert_int_equal(fast->visits, plain->visits);
    assert_int_equal(fast->half_scores, plain->half_scores);
    assert_true(fast->total == plain->total);
    for (int slot = 0; slot < tree->slots; slot++) {
        if (slot <= point_limit(tree->size))
            nodes += compare_actions(tree, fast, plain, slot);
        else
            assert_false(tree_is_legal(tree, fast, slot));
    }
    return nodes;
}

/* --- searching --- */

/* Plays MOVES random moves that the rules allow; returns the colour to move. */
static enum color play_random_game(struct both *both, int moves, struct rng *rng) {
    struct failure why;
    enum color color = BLACK;
    for (int i = 0; i < moves; i++) {
        int point = random_move(&both->game.board, color, rng);
        if (!game_is_legal(&both->game, point, color) || game_passes(&both->game) > 0) {
            const struct bitset legal = random_legal(&both->game.board, color);
            point = PASS;
            BITSET_FOR_EACH(p, legal, both->game.board.words) {
                if (point == PASS && game_is_legal(&both->game, p, color)) point = p;
            }
        }
        if (point == PASS && game_passes(&both->game) > 0) break;
        assert_int_equal(game_play(&both->game, point, color, &why), STATUS_OK);
        reference_game_play(&both->plain, point, color);
        color = color_other(color);
    }
    return color;
}

static struct bitset root_candidates(const struct game *game, enum color color) {
    struct bitset out = {{0}};
    board_candidates(&game->board, color, &out);
    BITSET_FOR_EACH(p, out, game->board.words) {
        if (!game_is_legal(game, p, color)) bitset_remove(&out, p);
    }
    return out;
}

static struct reference_tree plain_tree(const struct params *params, struct both *both) {
    return (struct reference_tree){.schedule = (enum reference_schedule)params->rave,
                                   .c = (float)params->exploration,
                                   .first_play = (float)params->first_play,
                                   .k = (float)params->rave_equivalence,
                                   .b = (float)params->rave_bias,
                                   .expand = (int)params->tree_expand,
                                   .half_komi = both->half_komi,
                                   .simulate = simulate,
                                   .heuristic = no_heuristic,
                                   .context = both};
}

/* Searches the same position both ways; returns the nodes of the trees, which are the same. */
static int search_both_ways(const struct params *params, const struct playout_patterns *patterns,
                            struct both *both, enum color color, uint64_t simulations,
                            uint64_t seed) {
    struct failure why;
    struct search *search;
    const struct search_setting setting = {.params = params, .patterns = patterns};
    const struct bitset candidates = root_candidates(&both->game, color);
    const struct search_position position = {.board = &both->game.board,
                                             .to_move = color,
                                             .last_point = game_last_point(&both->game),
                                             .passes = game_passes(&both->game),
                                             .half_komi = both->half_komi,
                                             .hashes = both->game.hashes,
                                             .hash_count = both->game.count + 1};
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct search_limit limit = {.purpose = SEARCH_TO_SHOW,
                                       .simulations = simulations,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = &stop};
    struct rng rng, plain_rng;
    rng_seed(&rng, seed, 1);
    plain_rng = rng;
    assert_int_equal(search_new(&search, &tree_method, &setting, &why), STATUS_OK);
    assert_int_equal(tree_method.start(search, both->game.board.size, NULL, &why), STATUS_OK);
    assert_int_equal(tree_method.run(search, &position, &candidates, &limit, &rng, &why),
                     STATUS_OK);

    struct reference_tree plain = plain_tree(params, both);
    struct reference_set only = {.count = 0};
    BITSET_FOR_EACH(p, candidates, both->game.board.words) {
        only.has[p] = true;
        only.count++;
    }
    reference_tree_start(&plain, &both->plain, color, position.passes, position.last_point, &only);
    for (uint64_t i = 0; i < simulations; i++)
        reference_tree_simulate(&plain, &both->plain, &plain_rng);
    const struct tree *tree = &((struct tree_search *)search)->tree;
    const int nodes = compare_nodes(tree, tree_node(tree, tree->root), plain.root);
    assert_memory_equal(&rng, &plain_rng, sizeof rng);
    reference_tree_free(&plain);
    search_free(search);
    return nodes;
}

static void assign(struct params *params, const char *assignment) {
    struct failure why;
    assert_int_equal(params_assign(params, assignment, &why), STATUS_OK);
}

static void check_settings(const char *const settings[], int count) {
    static const int sizes[] = {2, 3, 4, 5, 7, 9};
    struct params params;
    struct failure why;
    struct playout_patterns *patterns = make_patterns();
    struct rng rng;
    rng_seed(&rng, 1, 1);
    int nodes = 0;
    params_default(&params);
    assign(&params, "heuristic=none");
    for (int i = 0; i < count; i++) assign(&params, settings[i]);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        for (int game = 0; game < 4; game++) {
            const int size = sizes[i];
            struct both both = {.policy = playout_default_policy(&params, patterns)};
            both.policy.epsilon = params.tree_epsilon;
            assert_int_equal(game_init(&both.game, size, &why), STATUS_OK);
            reference_game_init(&both.plain, size);
            both.half_komi = 2 * (int)rng_below(&rng, 8) + (game % 2);
            const enum color color = play_random_game(&both, game * size * size / 2, &rng);
            if (game_passes(&both.game) < 2)
                nodes += search_both_ways(&params, patterns, &both, color, 300, rng_next(&rng));
            game_free(&both.game);
            reference_game_free(&both.plain);
        }
    }
    assert_true(nodes > 500); /* trees to compare */
    free(patterns);
}

#define CHECK(...)                                                                                 \
    do {                                                                                           \
        const char *const settings[] = {__VA_ARGS__};                                              \
        check_settings(settings, COUNT_OF(settings));                                              \
    } while (0)

static void test_uct(void **state) {
    (void)state;
    CHECK("rave=none", "exploration=0.7", "first_play=1000");
    CHECK("rave=none", "exploration=0.3", "first_play=1.1", "tree_expand=3");
}

static void test_mc_rave(void **state) {
    (void)state;
    CHECK("rave=hand-selected", "rave_equivalence=100", "exploration=0");
    CHECK("rave=minimum-mse", "rave_bias=0.1", "exploration=0");
    CHECK("rave=minimum-mse", "rave_bias=0", "exploration=0", "tree_expand=2", "first_play=0.6");
}

static void test_uct_rave(void **state) {
    (void)state;
    CHECK("rave=hand-selected", "rave_equivalence=30", "exploration=0.4");
    CHECK("rave=minimum-mse", "rave_bias=0.1", "exploration=0.4", "tree_expand=4");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_uct), cmocka_unit_test(test_mc_rave),
                                       cmocka_unit_test(test_uct_rave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
