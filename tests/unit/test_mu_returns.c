/* TD(mu), the residual algorithms and rewards in TD(lambda), against the equations as the paper has
 * them. */
#include "guzumi/base/rng.h"
#include "guzumi/learner/returns.h"

#include "reference_td.h"
#include "unit.h"

#include <math.h>

enum { GAMES = 200, MOVES = 40 };

/* A game with random values and rewards, and the same as the agent, AGENT, sees it: its state T is
 * the trajectory's T + 1. */
struct sample {
    struct trajectory game;
    double value[MOVES + 2], result;
    double v[MOVES + 2], r[MOVES + 2];
    bool agent_played[MOVES + 2];
    struct reference_episode plain;
};

static void draw(struct sample *s, enum color first, enum color agent, struct rng *rng) {
    const double sign = agent == BLACK ? 1 : -1;
    trajectory_begin(&s->game, first);
    s->game.length = s->game.valued = 1 + (int)rng_below(rng, MOVES);
    s->game.rewarded = true;
    for (int t = 1; t <= s->game.length; t++) {
        s->value[t] = rng_real(rng) - 0.5;
        s->game.reward[t] = rng_bernoulli(rng, 0.3) ? (float)rng_below(rng, 9) / 8 - 0.5F : 0;
        s->v[t - 1] = sign * s->value[t];
        s->r[t - 1] = sign * (double)s->game.reward[t];
        s->agent_played[t - 1] = trajectory_color(&s->game, t) == agent;
    }
    const int last = s->game.length;
    s->result = rng_real(rng) - 0.5;
    s->v[last] = sign * s->result;
    s->r[last] = 0;
    s->agent_played[last] = trajectory_color(&s->game, last + 1) == agent;
    s->plain = (struct reference_episode){last, s->v, s->r, s->agent_played};
}

static void mu_is_equation_8(void **state) {
    (void)state;
    static struct sample s;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < GAMES; i++) {
        const enum color agent = i / 2 % 2 ? WHITE : BLACK;
        const struct mu_rule rule = {.lambda = (i % 5) / 4.0,
                                     .plies = 1 + i / 8 % 2,
                                     .gain = i % 3 ? 4 : 1,
                                     .rewarded = i / 4 % 2};
        double error[MOVES + 2];
        draw(&s, i % 2 ? WHITE : BLACK, agent, &rng);
        returns_mu(&rule, &s.game, s.value, s.result, error);
        for (int t = 1; t <= s.game.length; t++) {
            const double expected = reference_mu_error(&s.plain, rule.lambda, rule.plies, rule.gain,
                                                       rule.rewarded, t - 1);
            const double sign = agent == BLACK ? 1 : -1;
            assert_true(fabs(sign * error[t] * rule.gain - expected) < 1e-7);
        }
    }
}

static void lambda_is_equation_9(void **state) {
    (void)state;
    static struct sample s;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < GAMES; i++) {
        const struct return_rule rule = {.lambda = (i % 5) / 4.0, .plies = 1};
        double error[MOVES + 2];
        draw(&s, BLACK, BLACK, &rng);
        returns_lambda(&rule, &s.game, s.value, s.result, error);
        for (int t = 1; t <= s.game.length; t++)
            assert_true(fabs(error[t] - reference_lambda_error(&s.plain, rule.lambda, t - 1)) <
                        1e-9);
    }
}

/* A blunder by the other side changes nothing of what came before it: the example of section 4. */
static void a_gift_is_not_learnt_from(void **state) {
    (void)state;
    struct trajectory game;
    const double value[] = {0, -0.4, -0.4, 0.5, 0.5};
    const struct mu_rule rule = {.lambda = 0.5, .plies = 1, .gain = 1};
    const struct return_rule plain = {.lambda = 0.5, .plies = 1};
    double mu[5], lambda[5];
    trajectory_begin(&game, BLACK); /* White plays move 2 and 4; 3 is to be White's gift */
    game.first = WHITE;
    game.length = game.valued = 4;
    returns_mu(&rule, &game, value, 0.5, mu);
    returns_lambda(&plain, &game, value, 0.5, lambda);
    assert_true(trajectory_color(&game, 3) == WHITE);
    for (int t = 1; t <= 4; t++) assert_true(fabs(mu[t]) < 1e-9);
    assert_true(lambda[1] > 0.1);
}

/* Between leaves it is the move behind the first of them that changed something. */
static void leaves_are_one_move_late(void **state) {
    (void)state;
    struct trajectory game;
    const double value[] = {0, 0.2, -0.5, -0.5}; /* Black's first move was a blunder */
    struct mu_rule rule = {.lambda = 1, .plies = 1, .gain = 1, .leaves = true};
    double error[4];
    trajectory_begin(&game, BLACK);
    game.length = game.valued = 3;
    returns_mu(&rule, &game, value, -0.5, error);
    for (int t = 1; t <= 3; t++) assert_true(fabs(error[t]) < 1e-9);
    rule.leaves = false;
    returns_mu(&rule, &game, value, -0.5, error);
    assert_true(error[1] < -0.1);
}

/* Probabilities stay probabilities. */
static void probabilities_are_not_transformed(void **state) {
    (void)state;
    struct trajectory game;
    const double value[] = {0, 0.5, 0.9, 0.2};
    const struct mu_rule rule = {.lambda = 1, .plies = 1};
    double error[5];
    trajectory_begin(&game, BLACK);
    game.length = game.valued = 3;
    /* Move 2, White's, loses 0.4 by the values, move 3, Black's, 0.7; the last one, White's, gains.
     */
    returns_mu(&rule, &game, value, 0, error);
    assert_true(fabs(error[3] - (0 - 0.2)) < 1e-12);
    assert_true(fabs(error[2] - (0 + 0.7 - 0.9)) < 1e-12);
    assert_true(fabs(error[1] - (0 + 0.7 - 0.4 - 0.5)) < 1e-12);
    /* Then White passes and Black wins it back: more than a sure win counts as one. */
    const double longer[] = {0, 0.5, 0.9, 0.2, 0.2};
    game.length = game.valued = 4;
    returns_mu(&rule, &game, longer, 0.9, error);
    assert_true(fabs(error[4] - (0.9 - 0.2)) < 1e-12);
    assert_true(fabs(error[1] - (1 - 0.5)) < 1e-12);
}

/* With linear values v_t = w x_t the residual update is the derivative of half the summed squared
 * errors of the returns, for PHI = 1. */
static void residuals_follow_the_whole_gradient(void **state) {
    (void)state;
    static struct sample s;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < GAMES; i++) {
        const double lambda = (i % 4) / 4.0, step = 1e-5;
        const struct return_rule rule = {.lambda = lambda, .plies = 1};
        double x[MOVES + 2], value[MOVES + 2], error[MOVES + 2], energy[2];
        draw(&s, BLACK, BLACK, &rng);
        const int last = s.game.length;
        for (int t = 1; t <= last; t++) x[t] = rng_real(&rng) - 0.5;
        for (int side = 0; side < 2; side++) {
            const double w = 0.7 + (side ? step : -step);
            energy[side] = 0;
            for (int t = 1; t <= last; t++) value[t] = w * x[t];
            returns_lambda(&rule, &s.game, value, s.result, error);
            for (int t = 1; t <= last; t++) energy[side] += error[t] * error[t] / 2;
        }
        for (int t = 1; t <= last; t++) value[t] = 0.7 * x[t];
        returns_lambda(&rule, &s.game, value, s.result, error);
        returns_residual(lambda, 1, 1, &s.game, error);
        double update = 0;
        for (int t = 1; t <= last; t++) update += error[t] * x[t];
        assert_true(fabs(update + (energy[1] - energy[0]) / (2 * step)) < 1e-6);
    }
}

/* PHI = 0 is the direct update, and between them it is between them. */
static void residuals_mix(void **state) {
    (void)state;
    struct trajectory game;
    double error[] = {0, 1, 2, 4};
    trajectory_begin(&game, BLACK);
    game.length = game.valued = 3;
    returns_residual(0, 1, 0, &game, error);
    assert_true(error[1] == 1 && error[2] == 2 && error[3] == 4);
    returns_residual(0, 1, 0.5, &game, error);
    assert_true(error[1] == 1 && error[2] == 1.5 && error[3] == 3);
    double apart[] = {0, 1, 2, 4};
    returns_residual(0, 2, 0.5, &game, apart);
    assert_true(apart[1] == 1 && apart[2] == 2 && apart[3] == 3.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mu_is_equation_8),
        cmocka_unit_test(lambda_is_equation_9),
        cmocka_unit_test(a_gift_is_not_learnt_from),
        cmocka_unit_test(leaves_are_one_move_late),
        cmocka_unit_test(probabilities_are_not_transformed),
        cmocka_unit_test(residuals_follow_the_whole_gradient),
        cmocka_unit_test(residuals_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
