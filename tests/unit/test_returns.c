/* Returns against equation 1 of Ekker et al. 2004 written out: the mean of the n-step returns that
 * lambda weighs, and against the plain cases of lambda 0 and 1. */
#include "guzumi/base/rng.h"
#include "guzumi/learner/returns.h"

#include "unit.h"

#include <math.h>
#include <string.h>

enum { LONGEST = 24 };

static struct trajectory game;
static double value[LONGEST + 2], got[LONGEST + 2];

static double random_share(struct rng *rng) {
    return (double)rng_below(rng, 1000) / 1000;
}

/* A game of some moves, of which some explored and some states were left without a value. */
static void random_game(struct rng *rng, bool rewarded) {
    trajectory_begin(&game, BLACK);
    game.length = 1 + (int)rng_below(rng, LONGEST);
    game.valued =
        rng_bernoulli(rng, 0.5) ? game.length : (int)rng_below(rng, (uint32_t)game.length);
    game.finished = rng_bernoulli(rng, 0.5);
    game.rewarded = rewarded;
    for (int t = 1; t <= game.length; t++) {
        game.explored[t] = rng_bernoulli(rng, 0.3);
        game.reward[t] = (float)random_share(rng) - 0.5f; /* counts only when REWARDED */
        value[t] = random_share(rng);
    }
}

static double rewards_between(int from, int to) {
    double sum = 0;
    for (int t = from + 1; t <= to && game.rewarded; t++) sum += (double)game.reward[t];
    return sum;
}

/* The return of state T that looks STEPS values ahead, PLIES apart: equation 1's bracket. */
static double step_return(int t, int steps, int plies, double result) {
    const int at = t + steps * plies;
    return at <= trajectory_last_state(&game) ? rewards_between(t, at) + value[at]
                                              : rewards_between(t, game.length) + result;
}

/* Steps from T until the end of the game, or until the trace is cleared. */
static int steps_ahead(const struct return_rule *rule, int t) {
    int steps = 1;
    for (; t + steps * rule->plies <= trajectory_last_state(&game); steps++) {
        if (!rule->clear_trace) continue;
        const int begin = t + (steps - 1) * rule->plies;
        bool explored = false;
        for (int i = 1; i <= rule->plies; i++) explored |= game.explored[begin + i];
        if (explored) break;
    }
    return steps;
}

static double lambda_return(const struct return_rule *rule, int t, double result) {
    const int steps = steps_ahead(rule, t);
    double sum = 0;
    for (int n = 1; n < steps; n++)
        sum +=
            (1 - rule->lambda) * pow(rule->lambda, n - 1) * step_return(t, n, rule->plies, result);
    return sum + pow(rule->lambda, steps - 1) * step_return(t, steps, rule->plies, result);
}

static void returns_are_means_of_step_returns(void **state) {
    (void)state;
    static const double lambdas[] = {0, 0.3, 0.9, 1};
    struct rng rng;
    int states = 0, bootstrapped = 0;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 4000; i++) {
        const struct return_rule rule = {
            .lambda = lambdas[i % 4], .plies = 1 + i / 4 % 2, .clear_trace = i / 8 % 2};
        const double result = (double)(i / 16 % 3) / 2;
        random_game(&rng, i / 48 % 2);
        returns_lambda(&rule, &game, value, result, got);
        for (int t = 1; t <= trajectory_last_state(&game); t++) {
            assert_true(fabs(got[t] + value[t] - lambda_return(&rule, t, result)) < 1e-12);
            states++;
            bootstrapped += steps_ahead(&rule, t) > 1;
        }
    }
    assert_true(states > 20000 && bootstrapped > states / 2);
}

/* By lambda 1 the return is what came: the rewards that were left and the result. */
static void without_bootstrapping_the_result_counts(void **state) {
    (void)state;
    const struct return_rule rule = {.lambda = 1, .plies = 1};
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < 200; i++) {
        random_game(&rng, i % 2);
        returns_lambda(&rule, &game, value, 1, got);
        for (int t = 1; t <= trajectory_last_state(&game); t++)
            assert_true(fabs(got[t] + value[t] - 1 - rewards_between(t, game.length)) < 1e-12);
    }
}

/* The state after the second pass is the end itself. */
static void the_last_pass_is_not_learnt_from(void **state) {
    (void)state;
    const struct return_rule rule = {.lambda = 0.5, .plies = 2};
    trajectory_begin(&game, WHITE);
    game.length = game.valued = 3;
    game.finished = true;
    for (int t = 1; t <= 3; t++) {
        value[t] = 0.25 * t;
        got[t] = 77;
        game.explored[t] = false;
    }
    assert_int_equal(trajectory_last_state(&game), 2);
    returns_lambda(&rule, &game, value, 1, got);
    assert_true(got[1] == 0.75 && got[2] == 0.5 && got[3] == 77);
    game.finished = false;
    returns_lambda(&rule, &game, value, 1, got);
    assert_true(got[3] == 0.25 && got[2] == 0.5 && got[1] == 0.75 - 0.25 + 0.5 * 0.25);
    assert_int_equal(trajectory_color(&game, 1), WHITE);
    assert_int_equal(trajectory_color(&game, 2), BLACK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(returns_are_means_of_step_returns),
        cmocka_unit_test(without_bootstrapping_the_result_counts),
        cmocka_unit_test(the_last_pass_is_not_learnt_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
