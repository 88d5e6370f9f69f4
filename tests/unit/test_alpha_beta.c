/* Alpha-beta against plain negamax on random small positions. The weights are such that every sum
 * is exact, so that values are compared to the bit. */
#include "guzumi/search/alpha_beta.h"
#include "guzumi/shapes/local_shapes.h"

#include "random_moves.h"
#include "reference_shapes.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

/* Debug builds compare fewer positions. */
#ifdef NDEBUG
enum { EFFORT = 1 };
#else
enum { EFFORT = 6 };
#endif

enum { ALL_SIZES = 7, LONGEST = 200 };

/* A game of random moves on both boards, a value function, and a search over it. */
struct bench {
    struct shapes *shapes;
    struct reference_regions regions;
    float *table;
    struct shape_weights weights;
    struct local_shapes evaluator;
    struct board board;
    struct reference_game plain;
    uint64_t hashes[LONGEST + 1];
    size_t moves;
    enum color to_move;
    int passes;
    struct params params;
    struct alpha_beta *search;
};

static void bench_init(struct bench *t, int size, int mask, struct rng *rng) {
    struct failure why;
    assert_int_equal(shapes_new(&t->shapes, size, mask, &why), STATUS_OK);
    assert_true(reference_regions_init(&t->regions, t->shapes));
    t->table = random_weights(t->shapes->flat_count, rng);
    t->weights = (struct shape_weights){
        .shapes = t->shapes, .base = t->shapes->flat_base, .table = t->table};
    local_shapes_init(&t->evaluator, &t->weights, VALUE_LOGISTIC);
    params_default(&t->params);
    t->params.hash_megabytes = 1;
    t->params.depth = 4;
    assert_int_equal(alpha_beta_new(&t->search, &why), STATUS_OK);
}

static void bench_free(struct bench *t) {
    free(t->shapes);
    free(t->table);
    alpha_beta_free(t->search);
}

/* A game of MOVES random moves, none of them repeating a position. */
static void play_random(struct bench *t, int size, int moves, struct rng *rng) {
    board_init(&t->board, size);
    reference_game_init(&t->plain, size);
    t->hashes[0] = 0;
    t->to_move = BLACK;
    t->passes = 0;
    for (t->moves = 0; t->moves < (size_t)moves && t->passes < 2; t->moves++) {
        int point = random_move(&t->board, t->to_move, rng);
        if (!reference_game_is_legal(&t->plain, point, t->to_move)) point = PASS;
        board_play(&t->board, point, t->to_move);
        reference_game_play(&t->plain, point, t->to_move);
        t->hashes[t->moves + 1] = t->board.hash;
        t->passes = point == PASS ? t->passes + 1 : 0;
        t->to_move = color_other(t->to_move);
    }
    if (t->passes > 1) t->passes = 1;
}

static struct search_position position_of(const struct bench *t) {
    return (struct search_position){.board = &t->board,
                                    .to_move = t->to_move,
                                    .last_point = NO_POINT,
                                    .own_point = NO_POINT,
                                    .passes = t->passes,
                                    .half_komi = 1,
                                    .hashes = t->hashes,
                                    .hash_count = t->moves + 1};
}

static struct reference_value_function function_of(const struct bench *t) {
    return (struct reference_value_function){
        .regions = &t->regions, .weights = &t->weights, .half_komi = 1, .win = ALPHA_BETA_WIN};
}

static struct alpha_beta_result search(struct bench *t, int depth) {
    struct failure why;
    const atomic_bool stop = false;
    const struct search_position position = position_of(t);
    const struct search_limit limit = {.target = INFINITY, .stop = &stop};
    struct bitset candidates = {{0}};
    struct alpha_beta_result result;
    for (int p = 0; p < point_limit(t->board.size); p++)
        if (reference_is_candidate(&t->plain, p, t->to_move)) bitset_add(&candidates, p);
    assert_int_equal(alpha_beta_prepare(t->search, &t->params, &t->evaluator.base, &why),
                     STATUS_OK);
    alpha_beta_run(t->search, &position, &candidates, depth, &limit, &result);
    return result;
}

/* The fused table has the values of the table that it was made from. */
static void test_fused_values(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 11, 0);
    for (int size = 2; size <= 13; size++)
        for (int mask = 1; mask <= ALL_SIZES; mask++) {
            struct bench t;
            struct failure why;
            struct fused fused;
            bench_init(&t, size, mask, &rng);
            assert_int_equal(fused_init(&fused, size, false, &why), STATUS_OK);
            fused_fill(&fused, &t.weights);
            const struct shape_weights weights = fused_weights(&fused);
            for (int round = 0; round < 20; round++) {
                struct tracker tracker;
                play_random(&t, size, (int)rng_below(&rng, 60), &rng);
                tracker_init(&tracker, &weights, &t.board);
                const double plain =
                    reference_value(&t.regions, &t.weights, reference_game_board(&t.plain));
                assert_true((double)tracker_value(&tracker) == plain);
                reference_game_free(&t.plain);
            }
            fused_free(&fused);
            bench_free(&t);
        }
}

/* One random position, searched to each depth up to DEEPEST. */
static void compare(struct bench *t, int deepest) {
    const struct reference_value_function f = function_of(t);
    const double sign = t->to_move == BLACK ? 1 : -1;
    for (int depth = 1; depth <= deepest; depth++) {
        const double expected = reference_negamax(&f, &t->plain, t->to_move, t->passes, depth);
        const struct alpha_beta_result r = search(t, depth);
        assert_true(r.length >= 1);
        assert_true(sign * (double)r.value == expected);
        assert_true(reference_move_value(&f, &t->plain, t->to_move, t->passes, r.pv[0], depth) ==
                    expected);
    }
}

static void compare_many(int size, int deepest, int positions, int moves, int threads,
                         struct rng *rng) {
    struct bench t;
    for (int i = 0; i < positions; i++) {
        if (i % 50 == 0) {
            bench_init(&t, size, i % 100 ? ALL_SIZES : 1 + (int)rng_below(rng, ALL_SIZES), rng);
            t.params.threads = threads;
        }
        play_random(&t, size, (int)rng_below(rng, (uint32_t)moves), rng);
        compare(&t, deepest);
        reference_game_free(&t.plain);
        if (i % 50 == 49 || i == positions - 1) bench_free(&t);
    }
}

static void test_agrees_with_negamax(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 12, 0);
    compare_many(2, 6, 600 / EFFORT, 12, 1, &rng);
    compare_many(3, 4, 600 / EFFORT, 40, 1, &rng);
    compare_many(4, 3, 600 / EFFORT, 50, 1, &rng);
    compare_many(5, 3, 120 / EFFORT, 60, 1, &rng);
    compare_many(7, 2, 300 / EFFORT, 80, 1, &rng);
    compare_many(9, 2, 60 / EFFORT, 120, 1, &rng);
    compare_many(3, 5, 120 / EFFORT, 40, 1, &rng); /* kos that other orders of moves do not have */
}

static void test_threads_agree_too(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 13, 0);
    compare_many(4, 3, 60 / EFFORT, 50, 3, &rng);
}

/* Null moves and reductions may change the value, but there is a line of legal moves. */
static void test_line_of_open_depth_is_legal(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 14, 0);
    struct bench t;
    bench_init(&t, 5, ALL_SIZES, &rng);
    t.params.depth = 0;
    for (int i = 0; i < 120 / EFFORT; i++) {
        play_random(&t, 5, (int)rng_below(&rng, 40), &rng);
        const struct alpha_beta_result r = search(&t, 5);
        enum color color = t.to_move;
        assert_true(r.length >= 1);
        for (int j = 0; j < r.length; j++) {
            assert_true(r.pv[j] == PASS || reference_is_candidate(&t.plain, r.pv[j], color));
            reference_game_play(&t.plain, r.pv[j], color);
            color = color_other(color);
        }
        reference_game_free(&t.plain);
    }
    bench_free(&t);
}

/* Whether the position with HASH occurred in the game or among the COUNT of the LINE. */
static bool occurred(const struct bench *t, const uint64_t *line, int count, uint64_t hash) {
    for (size_t i = 0; i <= t->moves; i++)
        if (t->hashes[i] == hash) return true;
    for (int i = 0; i < count; i++)
        if (line[i] == hash) return true;
    return false;
}

/* On the smallest board captures follow captures: none in a line brings a position of the line
 * back, however deep the search. */
static void test_no_capture_of_a_line_repeats(void **state) {
    (void)state;
    enum { DEPTH = 11 };
    struct rng rng;
    struct bench t;
    int captures = 0;
    rng_seed(&rng, 98, 0);
    bench_init(&t, 2, ALL_SIZES, &rng);
    t.params.depth = DEPTH;
    for (int i = 0; i < 300 / EFFORT; i++) {
        uint64_t line[DEPTH];
        play_random(&t, 2, (int)rng_below(&rng, 12), &rng);
        const struct alpha_beta_result r = search(&t, DEPTH);
        struct board b = t.board;
        enum color color = t.to_move;
        for (int j = 0; j < r.length; j++, color = color_other(color)) {
            board_play(&b, r.pv[j], color);
            const bool takes = r.pv[j] != PASS && b.last_captured > 0;
            if (takes) assert_false(occurred(&t, line, j, b.hash));
            captures += takes;
            line[j] = b.hash;
        }
        reference_game_free(&t.plain);
    }
    assert_true(captures > 50 / EFFORT);
    bench_free(&t);
}

/* Pruning that can change the result is for open depth only, where each of the two saves nodes. */
static void test_open_depth_prunes(void **state) {
    (void)state;
    enum { PLAIN, NULL_MOVES, REDUCTIONS, KINDS, DEPTH = 5 };
    uint64_t nodes[KINDS] = {0};
    struct rng rng;
    struct bench t;
    rng_seed(&rng, 16, 0);
    bench_init(&t, 5, ALL_SIZES, &rng);
    for (int i = 0; i < 60 / EFFORT; i++) {
        float value[KINDS];
        play_random(&t, 5, (int)rng_below(&rng, 20), &rng);
        for (int kind = 0; kind < KINDS; kind++) {
            t.params.depth = 0;
            t.params.null_move = kind == NULL_MOVES;
            t.params.late_move_reductions = kind == REDUCTIONS;
            const struct alpha_beta_result r = search(&t, DEPTH);
            nodes[kind] += r.nodes;
            value[kind] = r.value;
        }
        t.params.depth = DEPTH;
        t.params.null_move = t.params.late_move_reductions = true;
        assert_true(search(&t, DEPTH).value == value[PLAIN]);
        reference_game_free(&t.plain);
    }
    print_message("%.3g nodes; with null moves %.3g, with reductions %.3g\n", (double)nodes[PLAIN],
                  (double)nodes[NULL_MOVES], (double)nodes[REDUCTIONS]);
    assert_true(nodes[NULL_MOVES] < nodes[PLAIN] && nodes[REDUCTIONS] < nodes[PLAIN]);
    bench_free(&t);
}

static void test_limits(void **state) {
    (void)state;
    struct rng rng;
    struct failure why;
    rng_seed(&rng, 15, 0);
    struct bench t;
    bench_init(&t, 9, ALL_SIZES, &rng);
    play_random(&t, 9, 10, &rng);
    const struct search_position position = position_of(&t);
    struct bitset candidates = {{0}};
    struct alpha_beta_result result;
    board_candidates(&t.board, t.to_move, &candidates);
    assert_int_equal(alpha_beta_prepare(t.search, &t.params, &t.evaluator.base, &why), STATUS_OK);

    /* A search that is stopped at once still names a candidate. */
    const atomic_bool stopped = true, stop = false;
    struct search_limit limit = {.target = INFINITY, .stop = &stopped};
    alpha_beta_run(t.search, &position, &candidates, 30, &limit, &result);
    assert_true(result.length >= 1 && bitset_has(&candidates, result.pv[0]));
    assert_true(result.depth < 30);

    /* Nodes are counted exactly. */
    limit.stop = &stop;
    limit.simulations = 200;
    alpha_beta_run(t.search, &position, &candidates, 0, &limit, &result);
    assert_true(result.nodes <= 200 * ALPHA_BETA_NODES_A_SIMULATION + 1 && result.depth >= 1);
    assert_true(bitset_has(&candidates, result.pv[0]));

    /* Without candidates the line is a pass. */
    bitset_clear(&candidates, BITSET_WORDS);
    alpha_beta_run(t.search, &position, &candidates, 2, &limit, &result);
    assert_int_equal(result.pv[0], PASS);
    reference_game_free(&t.plain);
    bench_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fused_values),
        cmocka_unit_test(test_agrees_with_negamax),
        cmocka_unit_test(test_threads_agree_too),
        cmocka_unit_test(test_line_of_open_depth_is_legal),
        cmocka_unit_test(test_no_capture_of_a_line_repeats),
        cmocka_unit_test(test_open_depth_prunes),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
