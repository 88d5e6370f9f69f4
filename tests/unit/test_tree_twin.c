/* The tree search beside the paper's algorithms written down plainly (reference_tree.h): the same
 * seed must make the same tree with the same counts. */
#include "guzumi/go/game.h"
#include "guzumi/search/tree_search.h"

#include "memories.h"
#include "patterns.h"
#include "random_moves.h"
#include "reference_playout.h"
#include "reference_shapes.h"
#include "reference_tree.h"
#include "tree_state.h"
#include "unit.h"

/* Positions of each board size. */
#ifdef NDEBUG
enum { GAMES = 4 };
#else
enum { GAMES = 1 };
#endif

/* The local shapes that new nodes begin with, as both know them. */
struct shapes_of_both {
    const struct tree *tree;
    struct tree_heuristic fast;
    struct reference_regions regions;
    const struct shape_weights *weights;
};

/* A game on the fast board and on the plain one. */
struct both {
    struct game game;
    struct reference_game plain;
    struct playout_policy policy;
    int half_komi;
    bool by_territory;
    struct shapes_of_both shapes;
};

/* Half points taken off twice Black's area: by territory the stones that are there and those that
 * were taken, too. */
static int half_deduction(const struct both *both) {
    const struct game *game = &both->game;
    int put = game->prisoners[BLACK] - game->prisoners[WHITE];
    for (int p = 0; p < point_limit(game->board.size); p++)
        put += (board_color(&game->board, p) == BLACK) - (board_color(&game->board, p) == WHITE);
    return both->half_komi + (both->by_territory ? 2 * put : 0);
}

/* The count of B by territory where a playout ended with the stones of END and this ownership, but
 * for the prisoners so far: a stone is dead where its colour doesn't own the point any more, and an
 * empty point beside stones of both colours that are still there is nobody's. */
static int territory_of(const struct board *b, const struct bitset end[2],
                        const uint8_t owner[BOARD_MAX_POINTS]) {
    const int steps[4] = {1, -1, b->size + 1, -b->size - 1};
    int score = 0;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            const int p = point_at(b->size, column, row);
            const enum color color = board_color(b, p);
            if (color == owner[p]) continue;
            bool beside[2] = {false, false};
            for (int i = 0; i < 4; i++) {
                const enum color near = board_color(b, p + steps[i]);
                if (near < EMPTY) beside[near] |= bitset_has(&end[near], p + steps[i]);
            }
            const bool is_dame = color == EMPTY && beside[BLACK] && beside[WHITE];
            score += (color == WHITE) - (color == BLACK);
            if (!is_dame) score += (owner[p] == BLACK) - (owner[p] == WHITE);
        }
    return score;
}

/* The playout board's lists follow the order of the moves: the fast board has to have made them. */
static void simulate(void *context, const int *points, int count, const struct reference_node *at,
                     struct rng *rng, struct reference_end *end) {
    const struct both *both = context;
    static struct trajectory game;
    struct board board;
    board_copy(&board, &both->game.board);
    enum color color = count % 2 ? color_other(at->to_move) : at->to_move;
    int prisoners = both->game.prisoners[WHITE] - both->game.prisoners[BLACK];
    for (int i = 0; i < count; i++, color = color_other(color)) {
        board_play(&board, points[i], color);
        prisoners += color_sign(color) * board.last_captured;
    }
    const struct playout_start start = {.to_move = at->to_move,
                                        .last_point = at->last_point,
                                        .passes = at->passes < 2 ? at->passes : 0};
    trajectory_begin(&game, at->to_move);
    const struct playout_end fast = playout_run(
        &board, start, &both->policy, trajectory_move_limit(board.size) - count, rng, &game);
    end->count = at->passes < 2 ? fast.moves : 0;
    for (int i = 0; i < fast.moves; i++) end->point[i] = game.point[i + 1];
    uint8_t owner[BOARD_MAX_POINTS];
    const int area = board_score_stones(board.size, fast.stones, owner);
    const int score =
        both->by_territory ? territory_of(&board, fast.stones, owner) + prisoners : area;
    end->half_score = 2 * score - both->half_komi;
}

static void no_heuristic(void *context, const struct reference_game *game,
                         const struct reference_node *grandfather, struct reference_node *node) {
    int legal = 0;
    (void)context, (void)game, (void)grandfather;
    for (int slot = 0; slot < REFERENCE_SLOTS; slot++) legal += node->action[slot].legal;
    for (int slot = 0; slot < REFERENCE_SLOTS; slot++) node->action[slot].prior = 1 / (float)legal;
}

/* COLOR's win rate after a move by the plain sum of the shapes. */
static double plain_win_rate(const struct shapes_of_both *s, const struct reference_board *board,
                             int point, enum color color) {
    const double sum = reference_value_after(&s->regions, s->weights, board, point, color);
    return 1 / (1 + exp(color == BLACK ? -sum : sum));
}

/* The fast board with the same stones. */
static struct board board_of(const struct reference_board *plain) {
    struct board out;
    board_init(&out, plain->size);
    for (int row = 0; row < plain->size; row++)
        for (int column = 0; column < plain->size; column++) {
            const int p = point_at(plain->size, column, row);
            if (reference_color(plain, p) != EMPTY) board_place(&out, p, reference_color(plain, p));
        }
    return out;
}

/* What the fast heuristic says has to be the plain one's but for rounding; the nodes then begin
 * with it to the bit, so that all else can be compared so. */
static void by_local_shapes(void *context, const struct reference_game *game,
                            const struct reference_node *grandfather, struct reference_node *node) {
    struct both *both = context;
    struct shapes_of_both *s = &both->shapes;
    static struct tree_scratch scratch;
    const struct reference_board *plain = reference_game_board(game);
    const struct board board = board_of(plain);
    const struct tree_state state = {
        .board = &board, .to_move = node->to_move, .last_point = node->last_point};
    const int pass = point_limit(plain->size);
    const float visits = (float)s->fast.params->heuristic_visits;
    const float rave = (float)s->fast.params->heuristic_rave;
    struct bitset actions = {{0}};
    for (int p = 0; p < pass; p++)
        if (node->action[p].legal) bitset_add(&actions, p);
    tree_prior_find(&s->fast, s->tree, &state, &actions, &scratch);
    no_heuristic(context, game, grandfather, node);
    for (int slot = 0; slot <= pass; slot++) {
        struct reference_action *a = &node->action[slot];
        const struct tree_prior *prior = &scratch.prior[slot];
        if (!a->legal) continue;
        const double expected = plain_win_rate(s, plain, slot == pass ? PASS : slot, node->to_move);
        const double rounding = 2e-3; /* of the weights, to FUSED_QUANTUM */
        assert_true(fabs((double)prior->wins - expected * (double)visits) <=
                    rounding * (double)visits);
        assert_true(fabs((double)prior->rave_wins - expected * (double)rave) <=
                    rounding * (double)rave);
        *a = (struct reference_action){.legal = true,
                                       .n = visits,
                                       .w = prior->wins,
                                       .rave_n = rave,
                                       .rave_w = prior->rave_wins,
                                       .prior = a->prior};
    }
}

/* The equivalent experience of an action that its grandfather knows. */
enum { GRANDFATHER_VISITS = 3 };

/* Actions begin with what they are worth in the node two plies before, or else as even. */
static void by_grandfather(void *context, const struct reference_game *game,
                           const struct reference_node *grandfather, struct reference_node *node) {
    no_heuristic(context, game, grandfather, node);
    for (int slot = 0; slot < REFERENCE_SLOTS; slot++) {
        struct reference_action *a = &node->action[slot];
        const struct reference_action *known = grandfather ? &grandfather->action[slot] : NULL;
        const bool is_known = known && known->legal && known->n > 0;
        a->n = GRANDFATHER_VISITS;
        a->w = GRANDFATHER_VISITS * (is_known ? known->w / known->n : 0.5f);
    }
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
    if (tree->kind == TREE_OF_RAVE) {
        assert_true(node_rave_visits(fast, tree->slots)[slot] == a->rave_n);
        assert_true(node_rave_wins(fast, tree->slots)[slot] == a->rave_w);
    }
    if (tree->kind == TREE_OF_PUCT) assert_true(node_priors(fast, tree->slots)[slot] == a->prior);
    struct tree_node *child = tree_child(tree, fast, slot);
    assert_int_equal(child != NULL, a->child != NULL);
    if (child) return compare_nodes(tree, child, a->child);
    assert_int_equal(tree_edge_visits(tree, fast, slot), a->played);
    return 0;
}

/* Returns the number of nodes. Of one that no second simulation has opened the actions are unknown.
 */
static int compare_nodes(const struct tree *tree, struct tree_node *fast,
                         const struct reference_node *plain) {
    int nodes = 1;
    assert_int_equal(fast->to_move, plain->to_move);
    assert_int_equal(fast->passes, plain->passes);
    assert_int_equal(fast->visits, plain->visits);
    assert_int_equal(tree_half_scores(fast), plain->half_scores);
    assert_int_equal(tree_half_wins(fast), plain->half_wins);
    assert_int_equal(fast->score_squares, plain->score_squares);
    assert_true(fast->score_bonus == plain->score_bonus);
    if (!tree_is_open(fast)) {
        assert_in_range(fast->visits, 0, 1); /* none at the end of the longest game */
        return 1;
    }
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
    const bool puct = params->tree_policy == TREE_POLICY_PUCT;
    return (struct reference_tree){
        .schedule = puct ? REFERENCE_PUCT : (enum reference_schedule)params->rave,
        .c = (float)(puct ? params->puct : params->exploration),
        .m = (float)params->exploration_after,
        .counts_rave = params->exploration_rave,
        .fpu = (float)params->fpu,
        .k = (float)params->rave_equivalence,
        .b = (float)params->rave_bias,
        .expand = (int)params->tree_expand,
        .limit = trajectory_move_limit(both->game.board.size),
        .half_komi = half_deduction(both),
        .by_territory = both->by_territory,
        .score_fraction = (float)params->score_fraction,
        .simulate = simulate,
        .heuristic = params->heuristic == HEURISTIC_LOCAL_SHAPE   ? by_local_shapes
                     : params->heuristic == HEURISTIC_GRANDFATHER ? by_grandfather
                                                                  : no_heuristic,
        .context = both};
}

/* A long-term memory of small weights. */
static struct memory *make_long_term(int size, struct rng *rng) {
    struct memory *memory = make_memory(size, 7, SHARE_BOTH);
    struct weight_set *sets[] = {&memory->main, &memory->li};
    for (int i = 0; i < 2; i++)
        for (int j = 0; sets[i]->classes && j < sets[i]->classes->class_count; j++)
            weight_set_set_theta(sets[i], j, (float)reference_weight(rng_next(rng)) / 16);
    return memory;
}

/* Has the local shapes ready that the tree of SEARCH is to begin its nodes with: the long-term
 * memory's, or what a TD search of its own learns, drawing from RNG. Returns that search. */
static struct search *learn_shapes(struct both *both, struct search *search,
                                   const struct search_position *position,
                                   const struct bitset *candidates,
                                   const struct search_limit *limit, struct rng *rng) {
    const struct search_setting *setting = &search->setting;
    struct tree_search *tree = (struct tree_search *)search;
    struct search_limit learning = *limit;
    struct shapes_of_both *s = &both->shapes;
    struct failure why;
    struct search *td;
    assert_int_equal(search_new(&td, search_methods[SEARCH_TD], setting, &why), STATUS_OK);
    assert_int_equal(td->method->start(td, position->board->size, tree->memory, &why), STATUS_OK);
    learning.purpose = SEARCH_TO_LEARN;
    if (setting->params->heuristic_memory == HEURISTIC_SHORT)
        assert_int_equal(td->method->run(td, position, candidates, &learning, rng, &why),
                         STATUS_OK);
    const struct evaluator *learnt = td->method->evaluator(td);
    s->weights = learnt->method->shapes(learnt);
    assert_true(reference_regions_init(&s->regions, s->weights->shapes));
    s->tree = &tree->tree;
    s->fast = (struct tree_heuristic){.params = setting->params,
                                      .patterns = setting->patterns,
                                      .shapes = &tree->weights,
                                      .output = tree->output};
    return td;
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
                                             .own_point = game_own_point(&both->game),
                                             .passes = game_passes(&both->game),
                                             .half_komi = half_deduction(both),
                                             .stone_cost = both->by_territory ? 2 : 0,
                                             .hashes = both->game.hashes,
                                             .hash_count = both->game.count + 1};
    atomic_bool stop;
    atomic_init(&stop, false);
    const struct search_limit limit = {.purpose = SEARCH_TO_SHOW,
                                       .simulations = simulations,
                                       .target = INFINITY,
                                       .most = INFINITY,
                                       .stop = &stop};
    struct rng rng, plain_rng, weights_rng;
    rng_seed(&rng, seed, 1);
    rng_seed(&weights_rng, seed, 2);
    plain_rng = rng;
    assert_int_equal(search_new(&search, &tree_method, &setting, &why), STATUS_OK);
    struct memory *memory = make_long_term(both->game.board.size, &weights_rng);
    assert_int_equal(tree_method.start(search, both->game.board.size, memory, &why), STATUS_OK);
    assert_int_equal(tree_method.run(search, &position, &candidates, &limit, &rng, &why),
                     STATUS_OK);

    struct search *td = NULL;
    if (params->heuristic == HEURISTIC_LOCAL_SHAPE)
        td = learn_shapes(both, search, &position, &candidates, &limit, &plain_rng);
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
    search_free(td);
    memory_free(memory);
    return nodes;
}

static void assign(struct params *params, const char *assignment) {
    struct failure why;
    assert_int_equal(params_assign(params, assignment, &why), STATUS_OK);
}

/* PRESET (or NULL), with SETTINGS, by area or by territory. */
static void check_settings(const char *preset, const char *const settings[], int count,
                           bool by_territory) {
    static const int sizes[] = {2, 3, 4, 5, 7, 9};
    struct params params;
    struct failure why;
    struct playout_patterns *patterns = make_patterns();
    struct rng rng;
    rng_seed(&rng, 1, 1);
    int nodes = 0;
    params_default(&params);
    if (preset)
        assert_int_equal(params_preset(&params, preset, &why), STATUS_OK);
    else
        assign(&params, "heuristic=none");
    for (int i = 0; i < count; i++) assign(&params, settings[i]);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        for (int game = 0; game < GAMES; game++) {
            const int size = sizes[i];
            struct both both = {.policy = playout_default_policy(&params, patterns),
                                .by_territory = by_territory};
            both.policy.epsilon = params.tree_epsilon;
            both.policy.mercy = (int)ceil(params.tree_mercy * size * size);
            assert_int_equal(game_init(&both.game, size, &why), STATUS_OK);
            reference_game_init(&both.plain, size);
            both.half_komi = 2 * (int)rng_below(&rng, 8) + (game % 2);
            if (game % 4 == 3) both.half_komi += 2 * size * size / 3; /* more than the mercy */
            const enum color color = play_random_game(&both, game * size * size / 2, &rng);
            both.policy.half_komi = half_deduction(&both);
            if (game_passes(&both.game) < 2)
                nodes += search_both_ways(&params, patterns, &both, color, 300, rng_next(&rng));
            game_free(&both.game);
            reference_game_free(&both.plain);
        }
    }
    assert_true(nodes > 100 * GAMES); /* trees to compare */
    free(patterns);
}

#define CHECK(...)                                                                                 \
    do {                                                                                           \
        const char *const settings[] = {__VA_ARGS__};                                              \
        check_settings(NULL, settings, COUNT_OF(settings), false);                                 \
    } while (0)

static void test_uct(void **state) {
    (void)state;
    CHECK("rave=none", "exploration=0.7", "fpu=1000", "exploration_after=0");
    CHECK("rave=none", "exploration=0.3", "fpu=1.1", "tree_expand=3", "exploration_after=0");
}

static void test_mc_rave(void **state) {
    (void)state;
    CHECK("rave=hand-selected", "rave_equivalence=100", "exploration=0");
    CHECK("rave=minimum-mse", "rave_bias=0.1", "exploration=0");
    CHECK("rave=minimum-mse", "rave_bias=0", "exploration=0", "tree_expand=2", "fpu=0.6");
}

static void test_uct_rave(void **state) {
    (void)state;
    CHECK("rave=hand-selected", "rave_equivalence=30", "exploration=0.4", "exploration_after=0");
    CHECK("rave=minimum-mse", "rave_bias=0.1", "exploration=0.4", "tree_expand=4",
          "exploration_after=0");
    CHECK("rave=hand-selected", "rave_equivalence=30", "exploration=0.4", "exploration_after=0",
          "exploration_rave=on");
}

/* Greedy nodes begin to explore. */
static void test_late_exploration(void **state) {
    (void)state;
    CHECK("rave=none", "exploration=0.7", "exploration_after=5", "fpu=1000");
    CHECK("rave=minimum-mse", "rave_bias=0.1", "exploration=0.4", "exploration_after=20");
}

static void test_puct(void **state) {
    (void)state;
    CHECK("tree_policy=puct", "puct=0.7", "fpu=1.1");
    CHECK("tree_policy=puct", "puct=2", "heuristic=local-shape", "heuristic_visits=2");
    CHECK("tree_policy=puct", "puct=0.3", "heuristic=local-shape", "heuristic_visits=3",
          "tree_expand=2", "fpu=0.6");
}

/* Scores count where the winner is clear. */
static void test_score_fraction(void **state) {
    (void)state;
    CHECK("score_fraction=0.7", "rave=none", "fpu=1000");
    CHECK("score_fraction=1", "rave=minimum-mse");
    CHECK("score_fraction=0.5", "tree_policy=puct", "puct=0.7", "fpu=1.1");
    CHECK("score_fraction=0", "rave=minimum-mse");
}

/* The papers' programs, as they are. */
static void test_presets(void **state) {
    static const char *const presets[] = {"uct",      "mc-rave",           "mc-rave-mse",
                                          "uct-rave", "heuristic-mc-rave", "two-phase-tree"};
    (void)state;
    for (int i = 0; i < COUNT_OF(presets); i++) check_settings(presets[i], NULL, 0, false);
}

/* Each state is counted by its territory and prisoners, as a player does. */
static void test_territory(void **state) {
    static const char *const shares[] = {"score_fraction=0.7", "rave=none", "fpu=1000"};
    static const char *const likely[] = {"tree_policy=puct", "puct=0.7", "fpu=1.1"};
    (void)state;
    check_settings(NULL, shares, COUNT_OF(shares), true);
    check_settings(NULL, likely, COUNT_OF(likely), true);
    check_settings("uct-rave", NULL, 0, true);
}

/* Local shapes for both experiences, and by the other schedule. */
static void test_local_shapes(void **state) {
    (void)state;
    CHECK("heuristic=local-shape", "heuristic_visits=7", "heuristic_rave=3", "rave=minimum-mse");
    CHECK("heuristic=local-shape", "heuristic_visits=20", "heuristic_rave=0", "rave=none",
          "exploration=0.3", "heuristic_memory=short", "memory=short", "search_mean=off");
}

/* The same player's values two plies before. */
static void test_grandfather(void **state) {
    (void)state;
    CHECK("heuristic=grandfather", "heuristic_visits=3", "rave=none", "exploration=0.3");
    CHECK("heuristic=grandfather", "heuristic_visits=3", "rave=none", "tree_expand=2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uct),       cmocka_unit_test(test_mc_rave),
        cmocka_unit_test(test_uct_rave),  cmocka_unit_test(test_late_exploration),
        cmocka_unit_test(test_puct),      cmocka_unit_test(test_score_fraction),
        cmocka_unit_test(test_presets),   cmocka_unit_test(test_local_shapes),
        cmocka_unit_test(test_territory), cmocka_unit_test(test_grandfather)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
