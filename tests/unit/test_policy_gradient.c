/* Gradients of the softmax policy against differences: of the likelihood of a move, and of the
 * expected result of simulations on a board so small that all of them can be gone through. */
#include "policy_trainer.h"
#include "random_moves.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct softmax *random_softmax(struct rng *rng) {
    struct softmax *s = malloc(sizeof *s);
    assert_non_null(s);
    softmax_init(s);
    s->temperature = 0.5f;
    for (int i = 0; i < SOFTMAX_WEIGHTS; i++) s->theta[i] = (float)(rng_real(rng) - 0.5);
    for (int i = SOFTMAX_FIRST_SELF_ATARI; i < SOFTMAX_FEATURES; i++)
        s->theta[SOFTMAX_FEATURE + i] = (float)(-rng_real(rng));
    softmax_expand(s);
    return s;
}

static struct policy_position random_policy_position(int size, int moves, struct rng *rng) {
    struct policy_position out = {.history = {NO_POINT, NO_POINT}, .best = PASS};
    struct bitset candidates = {{0}};
    out.to_move = random_position(&out.board, size, moves, rng);
    board_candidates(&out.board, out.to_move, &candidates);
    const int count = bitset_count(&candidates, out.board.words);
    if (count)
        out.best =
            bitset_select(&candidates, out.board.words, (int)rng_below(rng, (uint32_t)count));
    return out;
}

/* The derivative of FUNCTION by weight INDEX, in the middle of two points. */
#define STEP 0.01f
#define DIFFERENCE(softmax, index, function, out)                                                  \
    do {                                                                                           \
        const float here = (softmax)->theta[index];                                                \
        (softmax)->theta[index] = here + STEP;                                                     \
        const double above = (function), over = (double)(softmax)->theta[index];                   \
        (softmax)->theta[index] = here - STEP;                                                     \
        const double below = (function), under = (double)(softmax)->theta[index];                  \
        (softmax)->theta[index] = here;                                                            \
        (out) = (above - below) / (over - under);                                                  \
    } while (0)

static void likelihood_has_its_gradient(void **state) {
    (void)state;
    int compared = 0;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    struct softmax *s = random_softmax(&rng);
    for (int i = 0; i < 40; i++) {
        double gradient[SOFTMAX_WEIGHTS] = {0}, ignored[SOFTMAX_WEIGHTS] = {0};
        const struct policy_position at = random_policy_position(4 + i % 6, 10 + i, &rng);
        if (at.best == PASS) continue;
        assert_true(policy_likelihood(s, &at, gradient) <= 0);
        for (int j = 0; j < SOFTMAX_WEIGHTS; j++) {
            double difference;
            if (gradient[j] == 0) continue;
            DIFFERENCE(s, j, policy_likelihood(s, &at, ignored), difference);
            assert_true(fabs(gradient[j] - difference) < 1e-4);
            compared++;
        }
    }
    print_message("%d derivatives\n", compared);
    assert_true(compared > 300);
    free(s);
}

static void a_step_climbs_the_likelihood(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    struct softmax *s = random_softmax(&rng);
    struct policy_steps *steps = calloc(1, sizeof *steps);
    assert_non_null(steps);
    steps->alpha = 0.05;
    const struct policy_position at = random_policy_position(7, 20, &rng);
    double before = -INFINITY;
    for (int i = 0; i < 30; i++) {
        double gradient[SOFTMAX_WEIGHTS] = {0};
        const double now = policy_likelihood(s, &at, gradient);
        assert_true(now > before);
        before = now;
        policy_step(s, steps, gradient);
        for (int j = 0; j < SOFTMAX_WEIGHTS; j++) assert_true(gradient[j] == 0);
        for (int j = SOFTMAX_FIRST_SELF_ATARI; j < SOFTMAX_FEATURES; j++)
            assert_true(s->theta[SOFTMAX_FEATURE + j] <= 0);
    }
    free(steps);
    free(s);
}

/* --- balance --- */

/* Black's expected result when POSITION is played out by the policy, all ways gone through. */
static double expected_result(const struct softmax *s, const struct policy_position *at,
                              int moves_left) {
    struct softmax_action actions[BOARD_MAX_POINTS];
    double weights[BOARD_MAX_POINTS], sum = 0, result = 0;
    if (at->passes >= 2 || moves_left == 0)
        return 2 * board_score_area(&at->board, NULL) > at->half_komi;
    const int count = softmax_actions(s, &at->board, at->to_move, at->history, actions);
    for (int i = 0; i < count; i++) {
        double logit = 0;
        for (int j = 0; j < actions[i].count; j++)
            logit += (double)(s->theta[actions[i].index[j]] / s->temperature);
        sum += weights[i] = exp(logit);
    }
    for (int i = 0; i < (count ? count : 1); i++) {
        struct policy_position next = *at;
        const int point = count ? actions[i].point : PASS;
        board_play(&next.board, point, at->to_move);
        next.passes = point == PASS ? at->passes + 1 : 0;
        next.history = (struct softmax_history){.last = point, .own = at->history.last};
        next.to_move = color_other(at->to_move);
        const double share = count ? weights[i] / sum : 1;
        result += share * expected_result(s, &next, moves_left - 1);
    }
    return result;
}

/* The mean of many steps is the derivative of the expected result times its error. */
static void balance_has_its_gradient(void **state) {
    (void)state;
    enum { STEPS = 4000 };
    const struct policy_balance balance = {.values = 4, .gradients = 4};
    const int limit = trajectory_move_limit(2);
    static double sum[SOFTMAX_WEIGHTS], squares[SOFTMAX_WEIGHTS];
    struct policy_position at = {
        .to_move = BLACK, .history = {NO_POINT, NO_POINT}, .half_komi = 1, .value = 0.9};
    int compared = 0;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    struct softmax *s = random_softmax(&rng);
    /* Fixed point rounds: the fast simulations then are not quite those that derivatives are of. */
    for (int i = 0; i < SOFTMAX_WEIGHTS; i++)
        s->theta[i] = roundf(SOFTMAX_LOG * s->theta[i]) / (2 * SOFTMAX_LOG);
    softmax_expand(s);
    board_init(&at.board, 2);
    board_play(&at.board, 0, BLACK);
    board_play(&at.board, 1, WHITE);
    const double error = at.value - expected_result(s, &at, limit);
    double errors = 0;
    for (int i = 0; i < STEPS; i++) {
        double gradient[SOFTMAX_WEIGHTS] = {0};
        errors += policy_balance_step(s, &at, balance, &rng, gradient);
        for (int j = 0; j < SOFTMAX_WEIGHTS; j++) {
            sum[j] += gradient[j];
            squares[j] += gradient[j] * gradient[j];
        }
    }
    assert_true(fabs(errors / STEPS - error) < 5 * 0.5 / sqrt(4.0 * STEPS));
    for (int j = 0; j < SOFTMAX_WEIGHTS; j++) {
        double difference;
        if (squares[j] == 0) continue;
        DIFFERENCE(s, j, expected_result(s, &at, limit), difference);
        const double mean = sum[j] / STEPS, reach = 5 * sqrt(squares[j]) / STEPS;
        assert_true(fabs(mean - error * difference) < reach + 1e-3);
        compared += fabs(error * difference) > reach;
    }
    print_message("%d derivatives that are not 0\n", compared);
    assert_true(compared >= 3);
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likelihood_has_its_gradient),
        cmocka_unit_test(a_step_climbs_the_likelihood),
        cmocka_unit_test(balance_has_its_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
