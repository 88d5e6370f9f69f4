/* The softmax policy: its patterns, its weights after every move of random games against weights
 * computed anew from a plain board, its draws, and its playouts. */
#include "guzumi/playout/playout.h"

#include "random_moves.h"
#include "reference_playout.h"
#include "reference_softmax.h"
#include "softmax_kernel.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct softmax *new_softmax(void) {
    struct softmax *s = malloc(sizeof *s);
    assert_non_null(s);
    softmax_init(s);
    return s;
}

/* Weights of all sizes, so that some features dominate and some nearly exclude a move. */
static struct softmax *random_softmax(struct rng *rng) {
    struct softmax *s = new_softmax();
    s->temperature = 0.75f;
    for (int i = 0; i < SOFTMAX_WEIGHTS; i++) s->theta[i] = (float)(3 * rng_real(rng) - 1.5);
    for (int i = SOFTMAX_FIRST_SELF_ATARI; i < SOFTMAX_FEATURES; i++)
        s->theta[SOFTMAX_FEATURE + i] = (float)(-2 * rng_real(rng));
    softmax_expand(s);
    return s;
}

/* --- patterns --- */

/* The pattern of an empty point does not change under symmetries, nor when the colours and the
 * mover are exchanged; and no two patterns share a number. */
static void patterns_are_symmetric(void **state) {
    (void)state;
    struct softmax *s = new_softmax();
    static unsigned least[SOFTMAX_PATTERNS]; /* the smallest code of each pattern seen, + 1 */
    int seen = 0;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int game = 0; game < 300; game++) {
        const int size = 2 + game % 8, symmetry = game % 8;
        struct board b;
        struct reference_board plain, turned;
        random_position(&b, size, (int)rng_below(&rng, 60), &rng);
        plain_copy(&plain, &b);
        reference_init(&turned, size);
        for (int p = 0; p < point_limit(size); p++) {
            const enum color color = reference_color(&plain, p);
            if (color < EMPTY)
                reference_set_color(&turned, point_transform(size, symmetry, p),
                                    color_other(color));
        }
        for (int p = 0; p < point_limit(size); p++) {
            if (reference_color(&plain, p) != EMPTY) continue;
            const int to = point_transform(size, symmetry, p);
            const unsigned here = reference_softmax_code(&plain, p, BLACK);
            const unsigned there = reference_softmax_code(&turned, to, WHITE);
            const int pattern = s->pattern[BLACK][surroundings_of_code(here)];
            assert_int_equal(s->pattern[BLACK][surroundings_of_code(there)], pattern);
            unsigned code = here;
            struct reference_board image;
            for (int i = 0; i < 8; i++) {
                reference_init(&image, size);
                for (int q = 0; q < point_limit(size); q++)
                    if (reference_color(&plain, q) < EMPTY)
                        reference_set_color(&image, point_transform(size, i, q),
                                            reference_color(&plain, q));
                const unsigned other =
                    reference_softmax_code(&image, point_transform(size, i, p), BLACK);
                if (other < code) code = other;
            }
            seen += least[pattern] == 0;
            if (least[pattern]) assert_int_equal(least[pattern], code + 1);
            least[pattern] = code + 1;
        }
    }
    print_message("%d patterns of %d seen\n", seen, SOFTMAX_PATTERNS);
    assert_true(seen > 600);
    free(s);
}

/* --- weights --- */

/* The weight of COLOR's move at POINT, computed from the plain board. */
static uint32_t plain_weight(const struct softmax *s, const struct reference_board *plain,
                             enum color color, struct softmax_history history, int point,
                             int seen[SOFTMAX_FEATURES]) {
    int counts[SOFTMAX_FEATURES], sum = 0;
    if (!reference_is_legal(plain, point, color) || reference_is_eye(plain, point, color)) return 0;
    const int around = surroundings_of_code(reference_softmax_code(plain, point, BLACK));
    reference_softmax_features(plain, color, history, point, counts);
    for (int i = 0; i < SOFTMAX_FEATURES; i++) {
        sum += counts[i] * s->log[SOFTMAX_FEATURE + i];
        seen[i] += counts[i] > 0;
    }
    if (reference_softmax_near(plain, point, history.last))
        sum += s->log[SOFTMAX_NEAR + s->pattern[color][around]];
    if (sum > SOFTMAX_LOG_MAX) sum = SOFTMAX_LOG_MAX;
    if (sum < -SOFTMAX_LOG_MAX) sum = -SOFTMAX_LOG_MAX;
    const uint64_t weight =
        (uint64_t)s->weight[color][around] * s->power[sum + SOFTMAX_LOG_MAX] / SOFTMAX_POWER;
    return weight < 1 ? 1 : weight > SOFTMAX_WEIGHT_MAX ? SOFTMAX_WEIGHT_MAX : (uint32_t)weight;
}

/* Compares all weights of COLOR with the plain ones. */
static void compare(const struct softmax *s, const struct softmax_sums *sums,
                    struct playout_board *b, const struct reference_board *plain, enum color color,
                    struct softmax_history history, int seen[SOFTMAX_FEATURES]) {
    const int size = plain->size;
    struct softmax_marks marks;
    struct softmax_draw d;
    uint64_t rows = 0, all = 0;
    softmax_find_marks(s, b, size, color, history.last, history.own, &marks);
    draw_begin(&d, s, sums, size, color, &marks);
    for (int row = 0; row < SOFTMAX_ROWS && row < size + 3; row++) rows += d.row[row];
    for (int p = 0; p < point_limit(size); p++) {
        all += d.weight[p + size + 2];
        const uint32_t expected = reference_color(plain, p) == EMPTY
                                      ? plain_weight(s, plain, color, history, p, seen)
                                      : 0;
        const uint32_t before = d.weight[p + size + 2];
        const uint32_t is = before ? draw_full_weight(&d, s, sums, b, size, p, color) : 0;
        assert_int_equal(is, expected);
        assert_true(is <= before);
    }
    assert_true(rows == all);
}

/* After every move, and before the first one of a game that starts in the middle. */
static void weights_follow_the_moves(void **state) {
    (void)state;
    int seen[SOFTMAX_FEATURES] = {0}, captures = 0;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int game = 0; game < 36; game++) {
        const int size = BOARD_MIN_SIZE + game % 12;
        struct softmax *s = random_softmax(&rng);
        struct softmax_history history = {NO_POINT, NO_POINT};
        struct softmax_sums sums;
        struct playout_board fast;
        struct board board;
        struct reference_board plain;
        enum color color = random_position(&board, size, game % 3 ? 0 : 3 * size, &rng);
        playout_load(&fast, size, &board, true);
        softmax_load(&sums, s, &fast, size);
        for (int move = 0; move < 80; move++) {
            struct bitset candidates = {{0}};
            plain_copy(&plain, &board);
            compare(s, &sums, &fast, &plain, color, history, seen);
            board_candidates(&board, color, &candidates);
            const int count = bitset_count(&candidates, board.words);
            const int point = count ? random_move(&board, color, &rng) : PASS;
            board_play(&board, point, color);
            if (point == PASS) {
                playout_pass(&fast);
            } else {
                playout_play(&fast, size, point, color, true);
                softmax_follow(&sums, s, &fast, size, point);
            }
            captures += fast.captured_count;
            history = (struct softmax_history){.last = point, .own = history.last};
            color = color_other(color);
        }
        free(s);
    }
    for (int i = 0; i < SOFTMAX_FEATURES; i++) {
        if (seen[i] < 10) print_message("feature %d seen %d times\n", i, seen[i]);
        assert_true(seen[i] >= 10);
    }
    assert_true(captures > 150);
}

/* Learning sees the features that the weights are made of. */
static void actions_have_the_features(void **state) {
    (void)state;
    struct softmax_action actions[BOARD_MAX_POINTS];
    struct rng rng;
    int seen = 0;
    rng_seed(&rng, 3, 0);
    struct softmax *s = random_softmax(&rng);
    for (int i = 0; i < 200; i++) {
        const int size = 3 + i % 9;
        struct board b;
        struct reference_board plain;
        struct softmax_history history = {NO_POINT, NO_POINT};
        enum color color = random_position(&b, size, (int)rng_below(&rng, 60), &rng);
        for (int move = 0; move < 2; move++) {
            const int point = random_move(&b, color, &rng);
            board_play(&b, point, color);
            history = (struct softmax_history){.last = point, .own = history.last};
            color = color_other(color);
        }
        plain_copy(&plain, &b);
        const struct reference_set expected = reference_candidates(&plain, color);
        const int count = softmax_actions(s, &b, color, history, actions);
        assert_int_equal(count, expected.count);
        for (int k = 0; k < count; k++) {
            const int p = actions[k].point;
            int counts[SOFTMAX_FEATURES], patterns = 0, near = 0;
            assert_true(expected.has[p]);
            reference_softmax_features(&plain, color, history, p, counts);
            const unsigned code = reference_softmax_code(&plain, p, color);
            const int pattern = s->pattern[BLACK][surroundings_of_code(code)];
            for (int j = 0; j < actions[k].count; j++) {
                const int index = actions[k].index[j];
                patterns += index == pattern;
                near += index == SOFTMAX_NEAR + pattern;
                if (index >= SOFTMAX_FEATURE) counts[index - SOFTMAX_FEATURE]--;
                if (index >= SOFTMAX_FEATURE) seen++;
            }
            assert_int_equal(patterns, 1);
            assert_int_equal(near, reference_softmax_near(&plain, p, history.last));
            for (int j = 0; j < SOFTMAX_FEATURES; j++) assert_int_equal(counts[j], 0);
        }
    }
    assert_true(seen > 1000);
    free(s);
}

/* --- draws --- */

/* Moves are drawn in proportion to their weights, self-ataris and illegal points included. */
static void draws_follow_the_weights(void **state) {
    (void)state;
    enum { DRAWS = 8000 };
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < 12; i++) {
        const int size = 4 + i % 4;
        struct softmax *s = random_softmax(&rng);
        struct board b;
        struct reference_board plain;
        int count[BOARD_MAX_POINTS] = {0}, seen[SOFTMAX_FEATURES], passes = 0;
        double total = 0;
        const enum color color = random_position(&b, size, 2 * size, &rng);
        const struct softmax_history history = {NO_POINT, NO_POINT};
        const struct playout_policy policy = {.kind = POLICY_SOFTMAX, .softmax = s};
        const struct playout_start start = {.to_move = color, .last_point = NO_POINT};
        plain_copy(&plain, &b);
        for (int k = 0; k < DRAWS; k++) {
            const int point = playout_choose(&b, start, &policy, &rng);
            passes += point == PASS;
            if (point >= 0) count[point]++;
        }
        for (int p = 0; p < point_limit(size); p++)
            if (reference_color(&plain, p) == EMPTY)
                total += plain_weight(s, &plain, color, history, p, seen);
        assert_int_equal(passes, total > 0 ? 0 : DRAWS);
        for (int p = 0; p < point_limit(size) && total > 0; p++) {
            if (reference_color(&plain, p) != EMPTY) continue;
            const double share = plain_weight(s, &plain, color, history, p, seen) / total;
            const double error = sqrt(share * (1 - share) * DRAWS);
            assert_true(fabs(count[p] - share * DRAWS) <= 5 * error + 1e-9);
        }
        free(s);
    }
}

/* With equal weights it is the uniform policy: the same fraction of wins, and playouts that the
 * mercy rule makes as short. */
static void without_weights_it_is_uniform(void **state) {
    (void)state;
    enum { PLAYOUTS = 4000 };
    struct softmax *s = new_softmax();
    struct board b;
    double wins[2] = {0}, moves[2] = {0};
    board_init(&b, 5);
    for (int i = 0; i < 2; i++) {
        const struct playout_policy policy = {
            .kind = i ? POLICY_SOFTMAX : POLICY_UNIFORM, .mercy = 6, .softmax = s};
        const struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
        struct rng rng;
        rng_seed(&rng, 5, (uint64_t)i);
        for (int k = 0; k < PLAYOUTS; k++) {
            const struct playout_end end = playout_run(&b, start, &policy, 75, &rng, NULL);
            wins[i] += board_score_stones(5, end.stones, NULL) > 0;
            moves[i] += end.moves;
        }
    }
    assert_true(fabs(wins[0] - wins[1]) < 5 * sqrt(PLAYOUTS * 0.5));
    assert_true(fabs(moves[0] - moves[1]) < PLAYOUTS);
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_symmetric),        cmocka_unit_test(weights_follow_the_moves),
        cmocka_unit_test(actions_have_the_features),     cmocka_unit_test(draws_follow_the_weights),
        cmocka_unit_test(without_weights_it_is_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
