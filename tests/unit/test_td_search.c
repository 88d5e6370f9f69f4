/* TD search: its initial weights, what it learns, that it is reproducible, and that it finds
 * obvious moves. */
#include "guzumi/base/rng.h"
#include "guzumi/search/td_search.h"

#include "class_weights.h"
#include "diagram.h"
#include "patterns.h"
#include "problems.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* A search with all that it needs, on a board of one size. */
struct bench {
    struct params params;
    struct td_search *search;
    atomic_bool stop;
    struct rng rng;
};

static struct bench *bench_new(void **state, int size, const struct memory *memory) {
    struct failure why;
    struct bench *t = malloc(sizeof *t);
    assert_non_null(t);
    params_default(&t->params);
    t->params.memory = memory ? MEMORY_BOTH : MEMORY_SHORT;
    atomic_init(&t->stop, false);
    rng_seed(&t->rng, 1, 0);
    assert_int_equal(td_search_new(&t->search, *state, &why), STATUS_OK);
    assert_int_equal(td_search_start(t->search, size, &t->params, memory, &why), STATUS_OK);
    return t;
}

static void bench_free(struct bench *t) {
    td_search_free(t->search);
    free(t);
}

static void restart(struct bench *t, int size, const struct memory *memory) {
    struct failure why;
    assert_int_equal(td_search_start(t->search, size, &t->params, memory, &why), STATUS_OK);
}

static void run_on(struct bench *t, const struct board *board, enum color to_move, int half_komi,
                   uint64_t simulations, bool continues) {
    const struct search_position position = {.board = board,
                                             .to_move = to_move,
                                             .last_point = NO_POINT,
                                             .own_point = NO_POINT,
                                             .half_komi = half_komi};
    const struct search_limit limit = {
        .simulations = simulations, .target = INFINITY, .stop = &t->stop};
    td_search_run(t->search, &t->params, &position, NULL, &limit, continues, &t->rng);
}

static void run(struct bench *t, const struct board *board, enum color to_move, int half_komi,
                uint64_t simulations) {
    run_on(t, board, to_move, half_komi, simulations, false);
}

static uint64_t checksum(const struct td_search *search) {
    uint64_t sum = HASH_START;
    for (int i = 0; i <= search->shapes->flat_count; i++) sum = hash_float(sum, search->flat[i]);
    return sum;
}

static bool all_zero(const struct td_search *search) {
    for (int i = 0; i <= search->shapes->flat_count; i++)
        if (search->flat[i] != 0) return false;
    return true;
}

/* The candidate with the best gain by the weights that choose moves, and its win rate. */
static int greedy(const struct bench *t, const struct board *board, enum color color,
                  double *win_rate) {
    const struct shape_weights weights = td_search_choice_weights(t->search);
    struct tracker tracker;
    struct bitset candidates;
    int best = PASS;
    double best_value = 0;
    tracker_init(&tracker, &weights, board);
    board_candidates(board, color, &candidates);
    tracker_update_gains(&tracker, board, color, &candidates);
    BITSET_FOR_EACH(p, candidates, board->words) {
        const double value = color_sign(color) * (double)tracker.gain[color][p];
        if (best != PASS && value <= best_value) continue;
        best = p;
        best_value = value;
    }
    const double here = (double)tracker_value(&tracker);
    *win_rate = logistic((color == BLACK ? here : -here) + best_value);
    return best;
}

static struct memory *make_memory(int size, int shapes) {
    struct params params;
    struct memory *memory;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    params_default(&params);
    params.shapes = (enum shape_sizes)shapes;
    assert_int_equal(memory_new(&memory, size, &params, &why), STATUS_OK);
    struct weight_set *const sets[] = {&memory->main, &memory->li};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < class_count(sets[i]); j++)
            weight_set_set_theta(sets[i], j, (float)reference_weight(rng_next(&rng)) / 16);
    return memory;
}

/* --- memories --- */

static void the_short_term_memory_starts_at_zero(void **state) {
    struct memory *memory = make_memory(5, 6);
    struct bench *t = bench_new(state, 5, NULL);
    struct board board;
    board_init(&board, 5);
    assert_true(all_zero(t->search));
    run(t, &board, BLACK, 0, 50);
    assert_false(all_zero(t->search));
    restart(t, 5, memory); /* ignored with memory=short */
    assert_true(all_zero(t->search));
    t->params.memory = MEMORY_BOTH;
    restart(t, 5, NULL); /* no long-term memory */
    assert_true(all_zero(t->search));
    bench_free(t);
    memory_free(memory);
}

static void it_starts_as_the_long_term_memory(void **state) {
    struct memory *memory = make_memory(5, 2);
    const int uses[] = {MEMORY_LONG, MEMORY_BOTH};
    for (int i = 0; i < COUNT_OF(uses); i++)
        for (int size = 4; size <= 6; size++) {
            struct bench *t = bench_new(state, size, NULL);
            t->params.memory = (enum memory_use)uses[i];
            t->params.search_shapes = 0;
            restart(t, size, memory);
            const struct shapes *shapes = t->search->shapes;
            assert_int_equal(shapes->mask, 3); /* the sizes of both memories */
            float *flat = malloc(((size_t)shapes->flat_count + 1) * sizeof *flat);
            assert_non_null(flat);
            memory_expand(memory, shapes, false, flat);
            assert_memory_equal(flat, t->search->flat,
                                ((size_t)shapes->flat_count + 1) * sizeof *flat);
            assert_false(all_zero(t->search));
            free(flat);
            bench_free(t);
        }
    memory_free(memory);
}

/* Only shapes of the sizes search_shapes learn. */
static void only_search_shapes_learn(void **state) {
    struct memory *memory = make_memory(5, 6);
    for (int choice = 0; choice < 7; choice++) {
        struct bench *t = bench_new(state, 5, memory);
        struct board board;
        int changed[SHAPE_SIZES] = {0};
        board_init(&board, 5);
        t->params.search_shapes = (enum shape_sizes)choice;
        restart(t, 5, memory);
        const struct shapes *shapes = t->search->shapes;
        float *before = malloc(((size_t)shapes->flat_count + 1) * sizeof *before);
        assert_non_null(before);
        memcpy(before, t->search->flat, ((size_t)shapes->flat_count + 1) * sizeof *before);
        run(t, &board, BLACK, 0, 20);
        for (int r = 0; r < shapes->region_count; r++)
            for (int code = 0; code < shape_codes(shapes->region_size[r]); code++) {
                const int entry = shapes->flat_base[r] + code;
                if (before[entry] == t->search->flat[entry]) continue;
                assert_true(code != 0);
                changed[shapes->region_size[r] - 1]++;
            }
        for (int k = 0; k < SHAPE_SIZES; k++)
            assert_int_equal(changed[k] > 0, shapes_mask((enum shape_sizes)choice) >> k & 1);
        free(before);
        bench_free(t);
    }
    memory_free(memory);
}

static int changed_weights(const struct td_search *search) {
    int changed = 0;
    for (int i = 0; i < search->shapes->flat_count; i++) changed += search->flat[i] != 0;
    return changed;
}

/* With lambda 1 every learnt state changes weights; a move changes at most 14 shapes. */
static void search_learnt_moves_limits_learning(void **state) {
    for (int policy = POLICY_UNIFORM; policy <= POLICY_MOGO; policy++)
        for (int moves = 2; moves <= 9; moves++) {
            struct bench *t = bench_new(state, 7, NULL);
            struct board board;
            board_init(&board, 7);
            t->params.default_policy = (enum policy)policy;
            t->params.search_lambda = 1;
            t->params.search_moves = 2;
            t->params.search_learnt_moves = moves;
            run(t, &board, BLACK, 15, 1);
            assert_in_range(changed_weights(t->search), 3 * moves, SHAPE_COVERS * moves);
            restart(t, 7, NULL);
            t->params.search_learnt_moves = 0;
            run(t, &board, BLACK, 15, 1);
            assert_true(changed_weights(t->search) > 20 * SHAPE_COVERS);
            bench_free(t);
        }
}

/* A second search continues with the weights of the first; a start resets them. */
static void keeping_and_resetting(void **state) {
    struct bench *t = bench_new(state, 5, NULL);
    struct board board;
    board_init(&board, 5);
    run(t, &board, BLACK, 0, 40);
    const uint64_t first = checksum(t->search);
    run(t, &board, BLACK, 0, 40);
    const uint64_t kept = checksum(t->search);
    restart(t, 5, NULL);
    rng_seed(&t->rng, 1, 0);
    run(t, &board, BLACK, 0, 40);
    assert_true(checksum(t->search) == first);
    run(t, &board, BLACK, 0, 40);
    assert_true(checksum(t->search) == kept);
    restart(t, 5, NULL);
    rng_seed(&t->rng, 1, 0);
    run(t, &board, BLACK, 0, 80); /* two searches in a row equal one of the same length */
    assert_true(checksum(t->search) == kept);
    restart(t, 6, NULL);
    assert_true(all_zero(t->search));
    bench_free(t);
}

/* The table that chooses is the one of search_age searches ago, or the oldest. */
static void old_values_choose(void **state) {
    enum { SEARCHES = 9 };
    for (int age = 0; age <= 3; age++) {
        uint64_t after[SEARCHES];
        struct bench *t = bench_new(state, 4, NULL);
        struct board board;
        board_init(&board, 4);
        t->params.search_age = age;
        t->params.search_mean = false;
        restart(t, 4, NULL);
        for (int i = 0; i < SEARCHES; i++) {
            run(t, &board, BLACK, 0, 10);
            after[i] = checksum(t->search);
            float *present = t->search->flat;
            t->search->flat = (float *)td_search_choice_weights(t->search).table;
            assert_true(checksum(t->search) == after[i > age ? i - age : 0]);
            t->search->flat = present;
        }
        bench_free(t);
    }
}

/* The mean against a plain one over the tables after simulations 1 to N, each from a search of its
 * own. */
static void the_mean_agrees_with_a_plain_one(void **state) {
    enum { SIMULATIONS = 40 };
    struct board board;
    board_init(&board, 4);
    struct bench *t = bench_new(state, 4, NULL);
    const int count = t->search->shapes->flat_count;
    double *sum = calloc((size_t)count, sizeof *sum);
    assert_non_null(sum);
    for (int n = 1; n <= SIMULATIONS; n++) {
        restart(t, 4, NULL);
        rng_seed(&t->rng, 9, 0);
        run(t, &board, BLACK, 0, (uint64_t)n);
        for (int i = 0; i < count; i++) sum[i] += n * (double)t->search->flat[i];
    }
    const float *mean = td_search_choice_weights(t->search).table;
    assert_true(mean != t->search->flat);
    double largest = 0;
    for (int i = 0; i < count; i++) {
        const double plain = sum[i] / (SIMULATIONS * (SIMULATIONS + 1) / 2);
        assert_true(fabs((double)mean[i] - plain) < 1e-6);
        largest = fmax(largest, fabs((double)mean[i] - (double)t->search->flat[i]));
    }
    assert_true(largest > 1e-3); /* it differs from the last weights */
    free(sum);
    bench_free(t);
}

/* --- searching --- */

/* Where some moves are excluded every simulation begins with one of the others. */
static void only_candidates_are_simulated(void **state) {
    struct bench *t = bench_new(state, 5, NULL);
    struct board board;
    struct bitset candidates = {{0}};
    board_init(&board, 5);
    bitset_add(&candidates, point_at(5, 0, 0));
    bitset_add(&candidates, point_at(5, 3, 1));
    const struct search_position position = {.board = &board,
                                             .to_move = BLACK,
                                             .last_point = NO_POINT,
                                             .own_point = NO_POINT,
                                             .half_komi = 1};
    const struct search_limit limit = {.simulations = 50, .target = INFINITY, .stop = &t->stop};
    td_search_run(t->search, &t->params, &position, &candidates, &limit, false, &t->rng);
    for (int p = 0; p < point_limit(5); p++)
        assert_true(bitset_has(&candidates, p) || t->search->visits[p] == 0);
    assert_int_equal(t->search->visits[point_at(5, 0, 0)] + t->search->visits[point_at(5, 3, 1)],
                     50);
    bench_free(t);
}

static void equal_seeds_give_equal_weights(void **state) {
    for (int size = 3; size <= 13; size += 5)
        for (int policy = POLICY_NONE; policy <= POLICY_MOGO; policy++) {
            uint64_t sums[3];
            for (int i = 0; i < 3; i++) {
                struct bench *t = bench_new(state, size, NULL);
                struct board board;
                board_init(&board, size);
                t->params.default_policy = (enum policy)policy;
                t->params.search_lambda = 0.4;
                t->params.search_clear_trace = true;
                rng_seed(&t->rng, (uint64_t)(i / 2), 3);
                run(t, &board, WHITE, 1, 12);
                sums[i] = checksum(t->search);
                bench_free(t);
            }
            assert_true(sums[0] == sums[1]);
            assert_true(sums[0] != sums[2]);
        }
}

static void limits(void **state) {
    struct bench *t = bench_new(state, 5, NULL);
    struct board board;
    board_init(&board, 5);
    const uint64_t numbers[] = {1, 2, 15, 16, 17, 100};
    for (int i = 0; i < COUNT_OF(numbers); i++) {
        run(t, &board, BLACK, 15, numbers[i]);
        assert_true(t->search->simulations == numbers[i]);
        assert_true(t->search->black_wins <= 2 * numbers[i]);
    }
    const struct search_position position = {
        .board = &board, .to_move = BLACK, .last_point = NO_POINT, .own_point = NO_POINT};
    const struct search_limit over = {.simulations = 0, .target = 0, .stop = &t->stop};
    td_search_run(t->search, &t->params, &position, NULL, &over, false, &t->rng);
    assert_true(t->search->simulations == 0);
    atomic_store(&t->stop, true);
    run(t, &board, BLACK, 0, 100);
    assert_true(t->search->simulations == 0);
    bench_free(t);
}

/* A search that continues another one is one search with it, counts and averages included. */
static void searches_that_continue(void **state) {
    struct bench *once = bench_new(state, 5, NULL), *twice = bench_new(state, 5, NULL);
    struct board board;
    board_init(&board, 5);
    assert_true(once->params.search_mean);
    run(once, &board, BLACK, 1, 400);
    run(twice, &board, BLACK, 1, 200);
    run_on(twice, &board, BLACK, 1, 200, true);
    const struct td_search *whole = once->search, *parts = twice->search;
    assert_int_equal(whole->simulations, 400);
    assert_int_equal(parts->simulations, 400);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) assert_int_equal(whole->visits[p], parts->visits[p]);
    assert_true(checksum(whole) == checksum(parts));
    assert_ptr_not_equal(td_search_choice_weights(whole).table, whole->flat);
    assert_memory_equal(td_search_choice_weights(whole).table,
                        td_search_choice_weights(parts).table,
                        (size_t)whole->shapes->flat_count * sizeof *whole->flat);
    bench_free(once);
    bench_free(twice);
}

/* With a komi beyond the board all simulations have the same result, and all values approach it. */
static void komi_decides(void **state) {
    for (int i = 0; i < 3; i++) {
        struct bench *t = bench_new(state, 5, NULL);
        struct board board;
        double win_rate;
        board_init(&board, 5);
        run(t, &board, BLACK, (i - 1) * 51, 600);
        assert_true(i == 1 || t->search->black_wins == (i == 0 ? 1200u : 0u));
        greedy(t, &board, BLACK, &win_rate);
        if (i == 0) assert_true(win_rate > 0.9);
        if (i == 2) assert_true(win_rate < 0.4);
        bench_free(t);
    }
}

/* A finished position, by two passes or without moves for either side, teaches nothing. */
static void positions_that_are_over(void **state) {
    struct bench *t = bench_new(state, 3, NULL);
    struct board board;
    diagram_read(&board, 3, ". X X  X X X  X X .");
    run(t, &board, BLACK, 0, 20);
    assert_true(t->search->simulations == 20 && t->search->black_wins == 40);
    board_init(&board, 3);
    const struct search_position position = {.board = &board,
                                             .to_move = BLACK,
                                             .last_point = PASS,
                                             .own_point = NO_POINT,
                                             .passes = 2,
                                             .half_komi = 1};
    const struct search_limit limit = {.simulations = 20, .target = INFINITY, .stop = &t->stop};
    restart(t, 3, NULL);
    td_search_run(t->search, &t->params, &position, NULL, &limit, false, &t->rng);
    assert_true(t->search->simulations == 20 && t->search->black_wins == 0);
    assert_true(all_zero(t->search));
    bench_free(t);
}

/* --- obvious moves --- */

static void obvious_moves_are_found(void **state) {
    int wrong = 0;
    for (int i = 0; i < COUNT_OF(problems); i++)
        for (int turn = 0; turn < 2; turn++) {
            const struct posed_problem posed = problem_pose(&problems[i], turn);
            const int size = posed.board.size;
            double win_rate;
            struct bench *t = bench_new(state, size, NULL);
            run(t, &posed.board, posed.to_move, posed.half_komi, 2000);
            const int move = greedy(t, &posed.board, posed.to_move, &win_rate);
            bench_free(t);
            if (move == posed.move) continue;
            char name[8];
            print_error("%s, turn %d: %s, %.3f\n", problems[i].name, turn,
                        point_format(size, move, name), win_rate);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* Several threads run the requested number of simulations and count each once. */
static void threads_share_the_memory(void **state) {
    struct board drawn;
    struct failure why;
    diagram_read(&drawn, problems[0].size, problems[0].rows);
    struct bench *t = bench_new(state, 5, NULL);
    assert_false(td_search_weights(t->search).concurrent);
    assert_int_equal(td_search_threads(t->search, 4, &why), STATUS_OK);
    assert_true(td_search_weights(t->search).concurrent);
    run(t, &drawn, problems[0].to_move, problems[0].half_komi, 3001);
    assert_int_equal(t->search->simulations, 3001);
    uint64_t visits = 0;
    for (int p = 0; p < BOARD_MAX_POINTS; p++) visits += t->search->visits[p];
    assert_int_equal(visits, 3001);
    assert_true(t->search->black_wins <= 2 * 3001);
    for (int i = 0; i <= t->search->shapes->flat_count; i++)
        assert_true(isfinite(t->search->flat[i]));

    /* Back on one thread it repeats. */
    uint64_t sums[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(td_search_threads(t->search, 1, &why), STATUS_OK);
        restart(t, 5, NULL);
        rng_seed(&t->rng, 3, 0);
        run(t, &drawn, BLACK, 1, 200);
        sums[i] = checksum(t->search);
    }
    assert_true(sums[0] == sums[1]);
    bench_free(t);
}

/* Patterns are slow to compute: once for all tests. */
static int start_with_patterns(void **state) {
    *state = make_patterns();
    return 0;
}

static int free_patterns(void **state) {
    free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_short_term_memory_starts_at_zero),
        cmocka_unit_test(it_starts_as_the_long_term_memory),
        cmocka_unit_test(only_search_shapes_learn),
        cmocka_unit_test(search_learnt_moves_limits_learning),
        cmocka_unit_test(keeping_and_resetting),
        cmocka_unit_test(old_values_choose),
        cmocka_unit_test(the_mean_agrees_with_a_plain_one),
        cmocka_unit_test(searches_that_continue),
        cmocka_unit_test(only_candidates_are_simulated),
        cmocka_unit_test(equal_seeds_give_equal_weights),
        cmocka_unit_test(limits),
        cmocka_unit_test(komi_decides),
        cmocka_unit_test(positions_that_are_over),
        cmocka_unit_test(obvious_moves_are_found),
        cmocka_unit_test(threads_share_the_memory),
    };
    return cmocka_run_group_tests(tests, start_with_patterns, free_patterns);
}
