/* Ekker's evaluation: the features of positions that can be counted by eye, values kept up to date
 * against values computed anew, and two-ply minimax against looking at everything. */
#include "guzumi/classics/liberty_value.h"

#include "diagram.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>

static struct classic *random_classic(int size, uint64_t seed) {
    const struct classic_shape shape = liberty_shape(size, 75);
    struct classic *n;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, seed, 0);
    assert_int_equal(classic_new(&n, &shape, &why), STATUS_OK);
    classic_randomise(n, 1, &rng);
    for (int i = 0; i < n->weight_count; i++) n->weights[i] += 0.05F * (float)rng_real(&rng);
    classic_expand(n);
    return n;
}

static void features_can_be_counted(void **state) {
    (void)state;
    struct board b;
    float f[LIBERTY_FEATURES_MAX];
    diagram_read(&b, 5,
                 ". . . . ."
                 ". O X X ."
                 ". . . X ."
                 ". . . . ."
                 "O X . . .");
    /* The white stone in the corner is in atari. Black's three have six liberties, five count. */
    assert_int_equal(liberty_feature_count(5), 32);
    liberty_features(&b, BLACK, f);
    const double expected[] = {-1, 2, 0, 0, 0, /* A1 to E1 */
                               0,  0, 0, 0, 0, 0, 0, 0, 5, 0, 0, -3, 5, 5, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 25; i++) assert_true(fabs((double)f[i] - expected[i] / 5) < 1e-6);
    assert_true(fabs((double)f[25] - 17 / 125.0) < 1e-6); /* own liberties */
    assert_true(fabs((double)f[26] - 4 / 125.0) < 1e-6);
    assert_true(fabs((double)f[27] - 2 / 25.0) < 1e-6); /* stones */
    assert_true(fabs((double)f[28] - 1 / 16.0) < 1e-6); /* on the edge */
    assert_true(fabs((double)f[29] - 1 / 16.0) < 1e-6);
    assert_true(f[30] == 0 && f[31] == 1); /* in atari */
    float other[LIBERTY_FEATURES_MAX];
    liberty_features(&b, WHITE, other);
    for (int i = 0; i < 25; i++) assert_true(other[i] == -f[i]);
    assert_true(other[25] == f[26] && other[27] == -f[27] && other[28] == f[29]);
    assert_true(other[30] == 1 && other[31] == 0);
}

static void values_after_moves_are_those_of_their_positions(void **state) {
    (void)state;
    for (int size = 4; size <= 7; size++) {
        struct classic *n = random_classic(size, 5);
        struct liberty_value kept, anew;
        struct failure why;
        struct rng rng;
        struct board base, b;
        rng_seed(&rng, 1, (uint64_t)size);
        assert_int_equal(liberty_value_init(&kept, n, &why), STATUS_OK);
        assert_int_equal(liberty_value_init(&anew, n, &why), STATUS_OK);
        enum color color = random_position(&base, size, size, &rng);
        for (int i = 0; i < 60; i++) {
            const enum color side = i % 2 ? BLACK : WHITE;
            const float here = liberty_value_set(&kept, &base, side);
            assert_true(fabsf(liberty_value_of(&kept, &base) - here) < 1e-5F);
            board_copy(&b, &base);
            for (int k = 0; k < 2; k++, color = color_other(color))
                board_play(&b, random_move(&b, color, &rng), color);
            assert_true(fabsf(liberty_value_of(&kept, &b) - liberty_value_set(&anew, &b, side)) <
                        1e-5F);
            board_copy(&base, &b);
        }
        liberty_value_free(&kept);
        liberty_value_free(&anew);
        classic_free(n);
    }
}

/* --- two plies --- */

static double plain_value(const struct classic *n, const struct board *b, enum color side) {
    struct liberty_value v;
    struct failure why;
    assert_int_equal(liberty_value_init(&v, n, &why), STATUS_OK);
    const double out = (double)liberty_value_set(&v, b, side);
    liberty_value_free(&v);
    return out;
}

/* Q of the agent's move POINT, as the header has it. */
static double plain_q(const struct classic *n, const struct board *b, enum color agent, int point) {
    struct board after, leaf;
    struct bitset answers = {{0}};
    const double points = b->size * b->size;
    board_copy(&after, b);
    board_play(&after, point, agent);
    const double reward = point == PASS ? 0 : after.last_captured / points;
    board_candidates(&after, color_other(agent), &answers);
    if (bitset_is_empty(&answers, b->words)) return reward + plain_value(n, &after, agent);
    double worst = INFINITY;
    BITSET_FOR_EACH(p, answers, b->words) {
        board_copy(&leaf, &after);
        board_play(&leaf, p, color_other(agent));
        const double q = reward - leaf.last_captured / points + plain_value(n, &leaf, agent);
        if (q < worst) worst = q;
    }
    return worst;
}

static void check_choice(struct liberty_value *v, const struct board *b, enum color agent) {
    struct bitset candidates = {{0}};
    struct liberty_choice fast, full;
    double qs[BOARD_MAX_POINTS], best = -INFINITY;
    board_candidates(b, agent, &candidates);
    liberty_choose(2, v, b, agent, &candidates, NULL, &fast);
    liberty_choose(2, v, b, agent, &candidates, qs, &full);
    if (bitset_is_empty(&candidates, b->words)) {
        assert_int_equal(fast.point, PASS);
        assert_true(fabs(fast.value - plain_q(v->network, b, agent, PASS)) < 1e-5);
        return;
    }
    BITSET_FOR_EACH(p, candidates, b->words) {
        const double q = plain_q(v->network, b, agent, p);
        assert_true(fabs(qs[p] - q) < 1e-5);
        if (q > best) best = q;
    }
    assert_true(fabs(fast.value - best) < 1e-5 && fabs(full.value - best) < 1e-5);
    assert_true(fabs(plain_q(v->network, b, agent, fast.point) - best) < 1e-5);
    assert_true(fast.leaves <= full.leaves);
    /* The leaf is the position that the value comes from. */
    const double at_leaf = plain_value(v->network, &fast.leaf, agent);
    assert_true(fabs(fast.to_leaf + at_leaf - fast.value) < 1e-5);
}

static void two_plies_are_minimax(void **state) {
    (void)state;
    struct classic *n = random_classic(4, 6);
    struct liberty_value v;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 4, 0);
    assert_int_equal(liberty_value_init(&v, n, &why), STATUS_OK);
    for (int i = 0; i < 60; i++) {
        struct board b;
        const enum color color = random_position(&b, 4, (int)rng_below(&rng, 40), &rng);
        check_choice(&v, &b, color);
    }
    liberty_value_free(&v);
    classic_free(n);
}

static void one_ply_is_the_best_afterstate(void **state) {
    (void)state;
    struct classic *n = random_classic(5, 6);
    struct liberty_value v;
    struct failure why;
    struct rng rng;
    rng_seed(&rng, 4, 0);
    assert_int_equal(liberty_value_init(&v, n, &why), STATUS_OK);
    for (int i = 0; i < 40; i++) {
        struct board b, after;
        struct bitset candidates = {{0}};
        struct liberty_choice choice;
        const enum color color = random_position(&b, 5, (int)rng_below(&rng, 40), &rng);
        board_candidates(&b, color, &candidates);
        liberty_choose(1, &v, &b, color, &candidates, NULL, &choice);
        BITSET_FOR_EACH(p, candidates, b.words) {
            board_copy(&after, &b);
            board_play(&after, p, color);
            const double q = after.last_captured / 25.0 + plain_value(n, &after, color);
            assert_true(q < choice.value + 1e-5);
            if (p == choice.point) assert_true(fabs(q - choice.value) < 1e-5);
        }
    }
    liberty_value_free(&v);
    classic_free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_can_be_counted),
        cmocka_unit_test(values_after_moves_are_those_of_their_positions),
        cmocka_unit_test(two_plies_are_minimax),
        cmocka_unit_test(one_ply_is_the_best_afterstate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
