/* The evaluator by local shapes, against sums over an expanded table; and that weights are played
 * as what they were trained to mean. */
#include "guzumi/search/td_search.h"
#include "guzumi/shapes/local_shapes.h"

#include "class_weights.h"
#include "learnt.h"
#include "player.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_SIZES = 6, MOVES = 60 };

static void set_weights(struct weight_set *set, struct rng *rng) {
    for (int i = 0; i < class_count(set); i++)
        weight_set_set_theta(set, i, (float)reference_weight(rng_next(rng)));
}

/* A memory with random weights. Owned by the caller. */
static struct memory *random_memory(int size, int shapes, int sharing, struct rng *rng) {
    struct memory *memory;
    struct params params;
    struct failure why;
    params_default(&params);
    params.shapes = (enum shape_sizes)shapes;
    params.sharing = (enum sharing)sharing;
    assert_int_equal(memory_new(&memory, size, &params, &why), STATUS_OK);
    set_weights(&memory->main, rng);
    set_weights(&memory->li, rng);
    return memory;
}

/* Whether EVALUATOR says of BOARD what a tracker over FLAT does, within TOLERANCE. */
static void assert_within(struct evaluator *evaluator, const struct shape_weights *flat,
                          const struct board *b, float tolerance) {
    struct tracker t;
    tracker_init(&t, flat, b);
    assert_true(fabsf(evaluator->method->value(evaluator) - tracker_value(&t)) <= tolerance);
    for (int c = BLACK; c <= WHITE; c++) {
        const struct bitset legal = random_legal(b, (enum color)c);
        float gains[BOARD_MAX_POINTS];
        evaluator->method->gains(evaluator, b, (enum color)c, &legal, gains);
        tracker_update_gains(&t, b, (enum color)c, &legal);
        BITSET_FOR_EACH(p, legal, b->words) {
            assert_true(fabsf(gains[p] - t.gain[c][p]) <= tolerance);
        }
    }
}

/* The weights' sums are exact. */
static void assert_same(struct evaluator *evaluator, const struct shape_weights *flat,
                        const struct board *b) {
    assert_within(evaluator, flat, b, 0);
}

/* By orbit the smaller shapes lie in other regions, but positions have the same values and moves
 * the same gains. */
static void assert_orbits_alike(const struct memory *memory, const struct fused *flat, int size,
                                struct rng *rng) {
    struct fused fused;
    struct failure why;
    assert_int_equal(fused_init(&fused, size, true, &why), STATUS_OK);
    assert_int_equal(fused_expand(&fused, memory, &why), STATUS_OK);
    const struct shape_weights weights = fused_weights(&fused), expected = fused_weights(flat);
    for (int round = 0; round < 5; round++) {
        struct local_shapes by_orbit;
        struct board b;
        random_position(&b, size, (int)rng_below(rng, MOVES), rng);
        local_shapes_init(&by_orbit, &weights, VALUE_LOGISTIC);
        by_orbit.base.method->set(&by_orbit.base, &b, BLACK);
        assert_within(&by_orbit.base, &expected, &b, size % 2 ? 0 : 16 * FUSED_QUANTUM);
    }
    fused_free(&fused);
}

/* The fused table of a memory is that of its flat one, bit by bit. */
static void assert_fused_alike(const struct memory *memory, const struct shape_weights *flat,
                               struct rng *rng) {
    struct fused expanded, filled;
    struct failure why;
    const int size = flat->shapes->size;
    assert_int_equal(fused_init(&expanded, size, false, &why), STATUS_OK);
    assert_int_equal(fused_init(&filled, size, false, &why), STATUS_OK);
    for (int i = 0; i <= filled.shapes->flat_count; i++) expanded.table[i] = NAN; /* of old */
    assert_int_equal(fused_expand(&expanded, memory, &why), STATUS_OK);
    fused_fill(&filled, flat);
    assert_memory_equal(expanded.table, filled.table,
                        ((size_t)filled.shapes->flat_count + 1) * sizeof *filled.table);
    if (memory_is_symmetric(memory)) assert_orbits_alike(memory, &expanded, size, rng);
    fused_free(&expanded);
    fused_free(&filled);
}

/* Follows a random game, and begins again in its middle. */
static void follow_a_game(struct evaluator *evaluator, const struct shape_weights *flat, int size,
                          struct rng *rng) {
    const struct evaluator_method *m = evaluator->method;
    struct board b, before;
    enum color color = BLACK;
    board_init(&b, size);
    m->set(evaluator, &b, color);
    for (int i = 0; i < MOVES; i++, color = color_other(color)) {
        const int point = random_move(&b, color, rng);
        board_copy(&before, &b);
        board_play(&b, point, color);
        m->play(evaluator, point, color, &b.captured, b.last_captured);
        assert_same(evaluator, flat, &b);
        if (i % 10 == 0) m->set(evaluator, &b, color_other(color));
    }
    m->set(evaluator, &before, color);
    assert_same(evaluator, flat, &before);
}

/* On boards of the memory's size and of others, near and far. */
static void test_it_is_the_expanded_memory(void **state) {
    (void)state;
    static const int sizes[][2] = {{5, 5}, {9, 9}, {9, 13}, {9, 5}, {9, 8}, {9, 2}, {5, 19}};
    struct rng rng;
    struct failure why;
    rng_seed(&rng, 11, 0);
    for (int i = 0; i < COUNT_OF(sizes); i++)
        for (int sharing = SHARE_NONE; sharing <= SHARE_BOTH; sharing++) {
            const int size = sizes[i][1];
            struct memory *memory = random_memory(sizes[i][0], (i + sharing) % 7, sharing, &rng);
            struct shapes *shapes;
            struct evaluator *evaluator;
            assert_int_equal(shapes_new(&shapes, size, memory->shapes->mask, &why), STATUS_OK);
            float *table = malloc(((size_t)shapes->flat_count + 1) * sizeof *table);
            assert_non_null(table);
            memory_expand(memory, shapes, false, table);
            const struct shape_weights flat = {
                .shapes = shapes, .base = shapes->flat_base, .table = table};
            assert_int_equal(local_shapes_new(&evaluator, size, memory, &why), STATUS_OK);
            follow_a_game(evaluator, &flat, size, &rng);
            assert_fused_alike(memory, &flat, &rng);
            evaluator_free(evaluator);
            memory_free(memory);
            free(shapes);
            free(table);
        }
}

static void test_no_memory_is_no_opinion(void **state) {
    (void)state;
    struct evaluator *evaluator;
    struct failure why;
    struct board b;
    struct rng rng;
    double values[BOARD_MAX_POINTS];
    rng_seed(&rng, 12, 0);
    random_position(&b, 9, 20, &rng);
    assert_int_equal(local_shapes_new(&evaluator, 9, NULL, &why), STATUS_OK);
    evaluator->method->set(evaluator, &b, BLACK);
    const struct bitset legal = random_legal(&b, BLACK);
    evaluator_values(evaluator, &b, BLACK, &legal, values);
    BITSET_FOR_EACH(p, legal, b.words) assert_true(values[p] == 0.5);
    evaluator_free(evaluator);
}

/* --- what values mean --- */

#define LINEAR_FILE "test_local_shapes.weights"

/* A memory for 5x5, trained with a linear value, in which a black stone at C3 is worth 0.2. */
static struct memory *linear_memory(void) {
    struct memory *memory;
    struct params params;
    struct failure why;
    params_default(&params);
    params.shapes = 0; /* 1x1 */
    params.sharing = SHARE_LD;
    params.value = VALUE_LINEAR;
    assert_int_equal(memory_new(&memory, 5, &params, &why), STATUS_OK);
    const int region = shapes_region(memory->shapes, 1, 2, 2);
    set_shape_weight(&memory->main, memory->shapes->ld_base[region] + 1, 0.2f);
    return memory;
}

static void test_linear_weights_are_played_as_such(void **state) {
    (void)state;
    struct memory *memory = linear_memory();
    struct player player;
    struct params params;
    struct failure why;
    double values[BOARD_MAX_POINTS], value;
    params_default(&params);
    params.search = SEARCH_TD; /* its values are the memories' own */
    assert_int_equal(params.value, VALUE_LOGISTIC);
    assert_int_equal(memory_save(memory, LINEAR_FILE, false, &why), STATUS_OK);
    assert_int_equal(player_open(&player, &params, LINEAR_FILE, &why), STATUS_OK);
    engine_clear(player.engine, 5);
    assert_int_equal(engine_values(player.engine, BLACK, values, &why), STATUS_OK);
    assert_true(fabs(values[point_at(5, 2, 2)] - 0.7) < 1e-6);
    assert_true(values[point_at(5, 0, 0)] == 0.5);
    assert_int_equal(engine_long_term_values(player.engine, WHITE, values, &why), STATUS_OK);
    assert_true(fabs(values[point_at(5, 2, 2)] - 0.7) < 1e-6);
    play(&player, BLACK, "C3");
    assert_int_equal(engine_value(player.engine, WHITE, &value, &why), STATUS_OK);
    assert_true(fabs(value - 0.3) < 1e-6);
    player_close(&player);
    memory_free(memory);
    remove(LINEAR_FILE);
}

/* The sum of the short-term memory after some simulations over MEMORY by PARAMS. */
static double learnt(const struct params *params, const struct memory *memory) {
    static struct playout_patterns patterns;
    struct td_search *search;
    struct failure why;
    struct board b;
    struct rng rng;
    atomic_bool stop;
    double sum = 0;
    atomic_init(&stop, false);
    playout_patterns_init(&patterns);
    rng_seed(&rng, 13, 0);
    board_init(&b, 5);
    assert_int_equal(td_search_new(&search, &patterns, &why), STATUS_OK);
    assert_int_equal(td_search_start(search, 5, params, memory, &why), STATUS_OK);
    const struct search_position position = {.board = &b,
                                             .to_move = BLACK,
                                             .last_point = NO_POINT,
                                             .own_point = NO_POINT,
                                             .half_komi = 15};
    const struct search_limit limit = {.simulations = 30, .target = INFINITY, .stop = &stop};
    td_search_run(search, params, &position, NULL, &limit, false, &rng);
    for (int i = 0; i < search->shapes->flat_count; i++) sum += (double)search->flat[i] * (i % 97);
    td_search_free(search);
    return sum;
}

/* TD search learns on with the value that the long-term memory was trained with; alone it has its
 * own. */
static void test_searches_learn_on_as_the_memory_did(void **state) {
    (void)state;
    struct memory *memory = linear_memory();
    struct params logistic_rule, linear_rule;
    params_default(&logistic_rule);
    linear_rule = logistic_rule;
    linear_rule.value = VALUE_LINEAR;
    assert_true(learnt(&logistic_rule, memory) == learnt(&linear_rule, memory));
    logistic_rule.memory = linear_rule.memory = MEMORY_SHORT;
    assert_true(learnt(&logistic_rule, memory) != learnt(&linear_rule, memory));
    memory_free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_is_the_expanded_memory),
        cmocka_unit_test(test_no_memory_is_no_opinion),
        cmocka_unit_test(test_linear_weights_are_played_as_such),
        cmocka_unit_test(test_searches_learn_on_as_the_memory_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
