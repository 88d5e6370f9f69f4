/* The tree search as a method: what it chooses and keeps. */
#include "guzumi/learner/learner.h"

#include "problems.h"
#include "random_moves.h"
#include "tree_fixture.h"

#include <math.h>

/* Debug builds search less. */
#ifdef NDEBUG
enum { EFFORT = 1 };
#else
enum { EFFORT = 5 };
#endif

static void it_finds_what_decides(void **state) {
    static const char *const settings[] = {"rave=none", "rave=hand-selected", "rave=minimum-mse"};
    (void)state;
    for (int i = 0; i < COUNT_OF(problems); i++) {
        for (int j = 0; j < 2 * COUNT_OF(settings); j++) {
            struct tree_fixture f;
            const struct posed_problem problem = problem_pose(&problems[i], j % 2);
            fixture_begin(&f, problems[i].size, NULL);
            fixture_assign(&f, settings[j / 2]);
            fixture_assign(&f, j / 2 ? "exploration=0" : "exploration=0.5");
            fixture_set_up(&f, &problem.board, problem.to_move, problem.half_komi);
            fixture_search(&f, NULL, 5000 / EFFORT);
            if (f.found.candidates[0].point != problem.move)
                print_message("%s, %s\n", problems[i].name, settings[j / 2]);
            assert_int_equal(f.found.candidates[0].point, problem.move);
            fixture_end(&f);
        }
    }
}

/* --- rules ------------------------------------------------------------------------------------ */

/* Every action of the tree that was taken is legal in the game that leads to it. */
static int check_rules(const struct tree *tree, struct tree_node *node, struct game *game) {
    struct failure why;
    int nodes = 1;
    assert_int_equal(node->to_move, game->to_move);
    assert_int_equal(node->passes, game_passes(game));
    for (int slot = 0; slot < tree->slots; slot++) {
        const int point = tree_point(tree->size, slot);
        if (!tree_is_legal(tree, node, slot) || tree_edge_visits(tree, node, slot) == 0) continue;
        assert_true(slot <= point_limit(tree->size));
        assert_true(game_is_legal(game, point, game->to_move));
        struct tree_node *child = tree_child(tree, node, slot);
        if (!child) continue;
        assert_int_equal(game_play(game, point, game->to_move, &why), STATUS_OK);
        nodes += check_rules(tree, child, game);
        assert_true(game_undo(game, 1));
    }
    return nodes;
}

static void no_move_breaks_the_rules(void **state) {
    static const int sizes[] = {2, 3, 4, 5, 6, 9, 13, 19};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7, 1);
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        for (int j = 0; j < 6; j++) {
            struct tree_fixture f;
            fixture_begin(&f, sizes[i], NULL);
            f.params.tree_megabytes = 1; /* 19x19: the tree is full all the time */
            fixture_assign(&f, j % 2 ? "rave=none" : "rave=minimum-mse");
            fixture_assign(&f, "exploration=0.3");
            for (int k = 0; k < j * sizes[i] * sizes[i] / 3 && game_passes(&f.game) == 0; k++) {
                const int point = random_move(&f.game.board, f.game.to_move, &rng);
                if (game_is_legal(&f.game, point, f.game.to_move)) fixture_play(&f, point);
            }
            const uint64_t simulations = (sizes[i] > 9 ? 500 : 2000) / EFFORT;
            fixture_search(&f, NULL, simulations);
            assert_true(check_rules(fixture_tree(&f), fixture_root(&f), &f.game) >= 1);
            assert_int_equal(fixture_root(&f)->visits, simulations);
            fixture_end(&f);
        }
    }
}

/* A node is opened by the simulation that finds TREE_OPEN of them in it, and not before; the
 * actions of those before were the default policy's. */
static void check_open(const struct tree *tree, struct tree_node *node, uint32_t open,
                       int counts[2]) {
    uint32_t below = 0;
    float visits = 0;
    counts[tree_is_open(node)]++;
    for (int slot = 0; slot < tree->slots; slot++) {
        struct tree_node *child = tree_child(tree, node, slot);
        if (child) check_open(tree, child, open, counts);
        below += tree_edge_visits(tree, node, slot);
        visits += node_visits(node)[slot];
    }
    if (tree_is_open(node)) {
        assert_true(node->visits >= below && node->visits - below <= open);
        return;
    }
    assert_true(node->visits <= open && below == 0 && visits == (float)node->visits);
    for (int slot = 0; slot < tree->slots; slot++) assert_false(tree_is_legal(tree, node, slot));
}

static void nodes_are_opened_when_they_are_wanted(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        static const int64_t open[] = {1, 2, 6};
        struct tree_fixture f;
        int counts[2] = {0};
        fixture_begin(&f, 7, NULL);
        fixture_assign(&f, i % 2 ? "heuristic=combined" : "heuristic=learnt");
        f.params.tree_open = open[i / 2];
        fixture_search(&f, NULL, 2000 / EFFORT);
        assert_int_equal(fixture_root(&f)->visits, 2000 / EFFORT);
        check_open(fixture_tree(&f), fixture_root(&f), (uint32_t)open[i / 2], counts);
        assert_true(counts[0] > 10 / EFFORT && counts[1] > 10 / EFFORT);
        /* A closed node does not stand in the way of the game. */
        for (int j = 0; j < 4; j++) {
            fixture_play(&f, f.found.candidates[j ? 0 : 12].point);
            fixture_search(&f, NULL, 300 / EFFORT);
            assert_true(f.found.candidates[0].visits > 0);
        }
        fixture_end(&f);
    }
}

/* Only moves that fill a seki are left. One side passes; so can the other, which is ahead. */
static void nobody_has_to_fill_a_seki(void **state) {
    static const char seki[] = "O O O O O O O O O  O . O . O . O . O  O O O O O O O O O"
                               "X X X X X X X X X  . X . X . X . X .  X X X X X X X X X"
                               "X X X X X X X X X  X X O O O O O O O  . X O . X X X . O";
    const struct bitset nothing = {{0}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct tree_fixture f;
        struct board board;
        const enum color color = i % 2 ? WHITE : BLACK;
        fixture_begin(&f, 9, NULL);
        fixture_assign(&f, i < 2 ? "rave=none" : "rave=minimum-mse");
        diagram_read(&board, 9, seki); /* Black is 7 points ahead */
        game_set_up(&f.game, &board, color);
        f.game.half_komi = color == WHITE ? 11 : 17;
        fixture_search(&f, &nothing, 2000);
        assert_true(f.found.winrate < 0.1);
        fixture_end(&f);
    }
}

/* Searches with a HALF_KOMI by which Black always or never wins, but passes end the game as
 * PASS_HALF_SCORE has it. */
static void search_with_passes(struct tree_fixture *f, int half_komi, int pass_half_score,
                               const struct bitset *candidates) {
    f->may_pass = true;
    f->game.half_komi = half_komi;
    f->pass_half_score = pass_half_score;
    fixture_search(f, candidates, 1000);
}

enum { NEVER = 201, ALWAYS = -201 };

/* A pass beside the other candidates is worth what the position says of a game that passes end. */
static void a_pass_is_worth_what_the_position_says(void **state) {
    static const char halves[] = ". . . . .  X X X X X  . . . . .  O O O O O  . . . . .";
    static const struct bitset nothing;
    struct tree_fixture f;
    struct board board;
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_assign(&f, "rave=none");
    fixture_assign(&f, "exploration=0.4");
    diagram_read(&board, 5, halves);
    game_set_up(&f.game, &board, BLACK);
    search_with_passes(&f, ALWAYS, 1, &nothing);
    assert_true(f.found.winrate > 0.9);
    search_with_passes(&f, ALWAYS, -1, &nothing); /* White passes, too */
    assert_true(f.found.winrate < 0.2);
    search_with_passes(&f, NEVER, 1, &nothing); /* White goes on */
    assert_true(f.found.winrate < 0.2);
    game_set_up(&f.game, &board, WHITE);
    fixture_play(&f, PASS); /* Black's own ends the game */
    search_with_passes(&f, NEVER, 1, NULL);
    assert_int_equal(f.found.candidates[0].point, PASS);
    assert_true(f.found.winrate > 0.95);
    search_with_passes(&f, ALWAYS, -1, NULL);
    assert_int_not_equal(f.found.candidates[0].point, PASS);
    assert_true(f.found.winrate > 0.95);
    f.may_pass = false;
    fixture_search(&f, NULL, 10);
    for (int i = 0; i < f.found.count; i++) assert_int_not_equal(f.found.candidates[i].point, PASS);
    fixture_end(&f);
}

/* A pass that ends the game is reported as worth that to the side that passes. */
static void the_last_pass_is_worth_the_result(void **state) {
    static const struct bitset nothing;
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct tree_fixture f;
        const bool white = i % 2, wins = i / 2;
        fixture_begin(&f, 5, NULL);
        if (!white) fixture_play(&f, 12);
        fixture_play(&f, PASS);
        search_with_passes(&f, 1, white == wins ? -1 : 1, &nothing);
        assert_int_equal(f.found.to_move, white ? WHITE : BLACK);
        assert_int_equal(f.found.candidates[0].point, PASS);
        assert_true(wins ? f.found.winrate > 0.99 : f.found.winrate < 0.01);
        const double score = wins ? 0.5 : -0.5;
        assert_true(fabs(f.found.candidates[0].score - score) < 1e-6);
        assert_true(fabs(f.found.score - score) < 1e-6);
        fixture_end(&f);
    }
}

/* What the simulations through a node won, the view of COLOR. */
static double won_there(const struct tree_node *node, enum color color) {
    const double black = (double)tree_half_wins(node) / (2.0 * node->visits);
    return color == BLACK ? black : 1 - black;
}

/* Reported win rates exclude what scores have counted for: the mean of the move's
 * results, less half of what it is above all results of the position. */
static void check_chances(const struct tree_fixture *f) {
    const struct tree *tree = fixture_tree(f);
    struct tree_node *root = fixture_root(f);
    double above = 0;
    for (int i = 0; i < f->found.count; i++) {
        const struct search_candidate *c = &f->found.candidates[i];
        const struct tree_node *child = tree_child(tree, root, tree_slot(tree->size, c->point));
        if (!child || c->visits < 500) continue;
        const double mean = won_there(child, f->found.to_move);
        if (i == 0) above = fmax(mean - won_there(root, f->found.to_move), 0);
        assert_true(fabs(c->winrate - fmax(mean - above / 2, 0)) < 0.02);
    }
}

/* The same after the move that is chosen, where nothing is taken off, nor what a move began with.
 */
static void check_chances_below(struct tree_fixture *f) {
    const struct tree *tree = fixture_tree(f);
    struct tree_node *node = fixture_root(f);
    double values[BOARD_MAX_POINTS];
    const int point = f->found.candidates[0].point;
    node = tree_child(tree, node, tree_slot(tree->size, point));
    fixture_play(f, point);
    const struct search_position position = fixture_position(f);
    tree_method.values(f->search, &position, values);
    for (int p = 0; p < point_limit(tree->size); p++) {
        const struct tree_node *child =
            tree_is_legal(tree, node, p) ? tree_child(tree, node, p) : NULL;
        if (child && child->visits >= 500)
            assert_true(fabs(values[p] - won_there(child, (enum color)node->to_move)) < 0.02);
    }
}

enum { STEP = TEST_SHARE > 1 ? 3 : 1 };

/* How many of the problems are solved by score_fraction=SHARE where the komi favours one side so
 * much that it wins, or loses, with many a move. */
static int solved_when_decided(const char *share) {
    enum { FAVOUR = 35 /* half points */ };
    int solved = 0;
    for (int i = 0; i < 4 * COUNT_OF(problems); i += STEP) {
        struct tree_fixture f;
        const struct problem *drawn = &problems[i / 4];
        const struct posed_problem problem = problem_pose(drawn, i % 2);
        fixture_begin(&f, drawn->size, NULL);
        fixture_assign(&f, "heuristic=none"); /* no network, no priors */
        fixture_assign(&f, share);
        fixture_set_up(&f, &problem.board, problem.to_move, problem.half_komi);
        f.game.half_komi += i % 4 < 2 ? FAVOUR : -FAVOUR;
        fixture_search(&f, NULL, 3000);
        solved += f.found.candidates[0].point == problem.move;
        check_chances(&f);
        check_chances_below(&f);
        fixture_end(&f);
    }
    return solved;
}

/* Where the winner is clear the move that gains most points is played. */
static void scores_count_where_all_is_decided(void **state) {
    (void)state;
    const int by_score = solved_when_decided("score_fraction=1");
    const int by_wins = solved_when_decided("score_fraction=0");
    print_message("%d by scores, %d by wins, of %d\n", by_score, by_wins,
                  4 * COUNT_OF(problems) / STEP);
    assert_true(STEP * by_score >= 42 && STEP * by_wins < 35);
}

static void several_threads_share_the_tree(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tree_fixture f;
        fixture_begin(&f, 5, NULL);
        fixture_assign(&f, "threads=4");
        fixture_assign(&f, i ? "rave=none" : "rave=minimum-mse");
        if (i) fixture_assign(&f, "tree_megabytes=1");
        const struct posed_problem problem = problem_pose(&problems[0], false);
        fixture_set_up(&f, &problem.board, problem.to_move, problem.half_komi);
        fixture_search(&f, NULL, 20000 / EFFORT);
        assert_int_equal(f.found.simulations, 20000 / EFFORT);
        assert_int_equal(fixture_root(&f)->visits, 20000 / EFFORT);
        assert_int_equal(f.found.candidates[0].point, problem.move);
        assert_true(check_rules(fixture_tree(&f), fixture_root(&f), &f.game) > 10);
        fixture_end(&f);
    }
}

static void the_same_seed_is_the_same_search(void **state) {
    struct search_statistics first;
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tree_fixture f;
        fixture_begin(&f, 9, NULL);
        f.params.tree_megabytes = 1;
        fixture_search(&f, NULL, 2000 / EFFORT);
        if (i == 0) first = f.found;
        assert_memory_equal(&first, &f.found, sizeof first);
        fixture_end(&f);
    }
}

/* --- the tree that stays ---------------------------------------------------------------------- */

/* By territory, too, where the stones of the line have their cost. */
static void check_going_on(bool territory) {
    struct tree_fixture f;
    fixture_begin(&f, 5, NULL);
    f.game.territory = territory;
    fixture_search(&f, NULL, 3000);
    const int line_length = 3;
    int line[SEARCH_PV];
    const struct search_position position = fixture_position(&f);
    assert_in_range(tree_method.pv(f.search, &position, NO_POINT, line), line_length, SEARCH_PV);
    struct tree_node *node = fixture_root(&f);
    for (int i = 0; i < line_length; i++) {
        assert_int_equal(line[i] == PASS, false);
        node = tree_child(fixture_tree(&f), node, tree_slot(5, line[i]));
        fixture_play(&f, line[i]);
    }
    const uint32_t visits = node->visits;
    assert_in_range(visits, 2, 2999);
    fixture_search(&f, NULL, 100);
    assert_int_equal(fixture_root(&f)->visits, visits + 100);
    assert_int_equal(f.found.simulations, 100);
    /* The same position once more, then with less to choose from. */
    fixture_search(&f, NULL, 100);
    assert_int_equal(fixture_root(&f)->visits, visits + 200);
    struct bitset few = fixture_candidates(&f);
    bitset_remove(&few, f.found.candidates[0].point);
    fixture_search(&f, &few, 100);
    assert_int_equal(fixture_root(&f)->visits, visits + 300);
    /* With more than it has it starts again. */
    fixture_search(&f, NULL, 100);
    assert_int_equal(fixture_root(&f)->visits, 100);
    /* Scored in another way the game is another one. */
    f.game.territory = !territory;
    f.game.half_komi += game_half_compensation(&f.game) - game_half_deduction(&f.game);
    fixture_search(&f, NULL, 100);
    assert_int_equal(fixture_root(&f)->visits, 100);
    fixture_end(&f);
}

static void the_tree_is_gone_on_with(void **state) {
    (void)state;
    check_going_on(false);
    check_going_on(true);
}

/* What the root's actions have counted beyond what they began with are whole simulations. */
static void check_prior(const struct tree_fixture *f) {
    const struct tree_search *s = (const struct tree_search *)f->search;
    for (int slot = 0; slot <= point_limit(f->game.board.size); slot++) {
        struct tree_node *root = fixture_root(f);
        if (!tree_is_legal(&s->tree, root, slot)) continue;
        const float visits = node_visits(root)[slot] - s->prior[slot].visits;
        const float wins = node_wins(root, s->tree.slots)[slot] - s->prior[slot].wins;
        assert_true(fabsf(visits - roundf(visits)) < 1e-3f && visits > -1e-3f);
        assert_true(fabsf(wins - roundf(wins)) < 1e-3f && wins > -1e-3f);
    }
}

/* The statistics take off what a root began with, also one that was opened as a part of the tree.
 */
static void what_a_root_began_with_is_known(void **state) {
    static const char *const settings[] = {"heuristic=learnt", "heuristic=combined",
                                           "heuristic=local-shape"};
    struct weight_store *store;
    const struct memory *memory;
    struct failure why;
    (void)state;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(memory_find(store, 7, &memory, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(settings); i++) {
        struct tree_fixture f;
        fixture_begin(&f, 7, memory);
        f.search->setting.store = store;
        fixture_assign(&f, settings[i]);
        for (int j = 0; j < 5; j++) {
            fixture_search(&f, NULL, 1000 / EFFORT);
            check_prior(&f);
            assert_true(j == 0 || fixture_root(&f)->visits > f.found.simulations);
            if (j == 2) continue; /* once more from the same position */
            fixture_play(&f, f.found.candidates[0].point);
        }
        fixture_end(&f);
    }
    weight_store_free(store);
}

/* Nodes note the mover's own last move, and who was winning when they were new. */
static void nodes_know_what_came_before(void **state) {
    (void)state;
    for (int won = 0; won < 2; won++) {
        struct tree_fixture f;
        int grandchildren = 0;
        double extreme = 0.5;
        fixture_begin(&f, 5, NULL);
        fixture_play(&f, 12);
        f.game.half_komi = won ? -70 : 70; /* Black's game, or White's */
        fixture_search(&f, NULL, 2000 / EFFORT);
        const struct tree *tree = fixture_tree(&f);
        for (int slot = 0; slot <= point_limit(5); slot++) {
            struct tree_node *child = tree_child(tree, fixture_root(&f), slot);
            if (!child) continue;
            assert_int_equal(child->own_point, 12);
            for (int next = 0; next <= point_limit(5); next++) {
                const struct tree_node *grandchild = tree_child(tree, child, next);
                if (!grandchild) continue;
                const double mean = (double)grandchild->black_mean;
                assert_int_equal(grandchild->own_point, tree_point(5, slot));
                assert_true(won ? mean > 0.5 : mean < 0.5);
                extreme = won ? fmax(extreme, mean) : fmin(extreme, mean);
                grandchildren++;
            }
        }
        assert_true(fabs(extreme - 0.5) > 0.4);
        assert_true(grandchildren > 10);
        fixture_end(&f);
    }
}

static void set_flag(void *context) {
    atomic_store((atomic_bool *)context, true);
}

/* Where only a word from outside ends a search, the first phase leaves the tree its turn. */
static void an_endless_search_gets_to_its_tree(void **state) {
    struct tree_fixture f;
    const struct search_watch watch = {.context = &f.stop, .notify = set_flag, .interval = 0.01};
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_assign(&f, "heuristic=local-shape");
    fixture_assign(&f, "heuristic_memory=short");
    fixture_assign(&f, "move_time=0.02");
    f.limit.watch = &watch;
    fixture_search(&f, NULL, 0);
    assert_true(f.found.simulations > 0);
    fixture_end(&f);
}

/* A position that the game did not lead to from the last one is searched from nothing. */
static void another_game_starts_anew(void **state) {
    struct tree_fixture f;
    (void)state;
    fixture_begin(&f, 5, NULL);
    fixture_search(&f, NULL, 500);
    f.game.half_komi += 2;
    fixture_search(&f, NULL, 200);
    assert_int_equal(fixture_root(&f)->visits, 200);
    f.game.to_move = WHITE;
    fixture_search(&f, NULL, 300);
    assert_int_equal(fixture_root(&f)->visits, 300);
    f.game.to_move = BLACK;
    fixture_play(&f, 14);
    fixture_search(&f, NULL, 400);
    assert_true(game_undo(&f.game, 1));
    fixture_search(&f, NULL, 100);
    assert_int_equal(fixture_root(&f)->visits, 100);
    /* The same stones by other moves: other positions are forbidden. */
    fixture_play(&f, 1), fixture_play(&f, 8), fixture_play(&f, 15);
    fixture_search(&f, NULL, 100);
    assert_true(game_undo(&f.game, 3));
    fixture_play(&f, 15), fixture_play(&f, 8), fixture_play(&f, 1);
    fixture_search(&f, NULL, 50);
    assert_int_equal(fixture_root(&f)->visits, 50);
    /* The same stones, but a ko bars a point. */
    f.game.board.ko = 20;
    f.game.board.ko_color = (uint8_t)f.game.to_move;
    fixture_search(&f, NULL, 40);
    assert_int_equal(fixture_root(&f)->visits, 40);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_finds_what_decides),
        cmocka_unit_test(no_move_breaks_the_rules),
        cmocka_unit_test(nodes_are_opened_when_they_are_wanted),
        cmocka_unit_test(nobody_has_to_fill_a_seki),
        cmocka_unit_test(a_pass_is_worth_what_the_position_says),
        cmocka_unit_test(the_last_pass_is_worth_the_result),
        cmocka_unit_test(scores_count_where_all_is_decided),
        cmocka_unit_test(the_tree_is_gone_on_with),
        cmocka_unit_test(what_a_root_began_with_is_known),
        cmocka_unit_test(nodes_know_what_came_before),
        cmocka_unit_test(an_endless_search_gets_to_its_tree),
        cmocka_unit_test(another_game_starts_anew),
        cmocka_unit_test(the_same_seed_is_the_same_search),
        cmocka_unit_test(several_threads_share_the_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
