/* Simulation policies: patterns as diagrams, and every choice against the plain rules of
 * tests/reference/reference_playout.h. */
#include "guzumi/playout/playout.h"

#include "diagram.h"
#include "patterns.h"
#include "random_moves.h"
#include "reference_playout.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* --- patterns --- */

struct position {
    const char *name, *rows; /* * is the point to play */
    bool black, white;       /* whether it is a pattern move of theirs */
};

static const struct position positions[] = {
    {"nothing around", ". . . . .  . . . . .  . . * . .  . . . . .  . . . . .", false, false},
    {"one stone", ". . . . .  . . O . .  . . * . .  . . . . .  . . . . .", false, false},
    {"hane between two", ". . . . .  . X O X .  . . * . .  . . . . .  . . . . .", true, true},
    {"hane", ". . . . .  . X O . .  . . * . .  . . . . .  . . . . .", true, true},
    {"hane with the way out closed", ". . . . .  . X O . .  . . * O .  . . . . .  . . . . .", false,
     false},
    {"magari", ". . . . .  . X O . .  . X * . .  . . . . .  . . . . .", true, true},
    {"hane against two", ". . . . .  . X O O .  . . * . .  . . . . .  . . . . .", true, false},
    {"cut in line", ". . . . .  . . X . .  . O * O .  . . . . .  . . . . .", true, true},
    {"no cut in line, connected below", ". . . . .  . . X . .  . O * O .  . . O . .  . . . . .",
     false, false},
    {"cut", ". . . . .  . X O . .  . O * . .  . . . . .  . . . . .", true, true},
    {"cut with one more stone around", ". . . . .  . X O . .  . O * . .  . . X . .  . . . . .",
     true, true},
    {"protected cut", ". . . . .  . X O . .  . O * O .  . . . . .  . . . . .", false, false},
    {"no cut without the corner", ". . . . .  . . O . .  . O * . .  . . . . .  . . . . .", false,
     false},
    {"edge: hane below", ". . . . .  . . . . .  . . . . .  . X . . .  . O * . .", true, true},
    {"edge: blocking", ". . . . .  . . . . .  . . . . .  . . X . .  . . * O .", true, true},
    {"edge: descending", ". . . . .  . . . . .  . . . . .  . . X O .  . . * . .", true, false},
    {"edge: connecting below", ". . . . .  . . . . .  . . . . .  . . O X .  . . * O .", true, true},
    {"edge: nothing there", ". . . . .  . . . . .  . . . . .  . . . . .  . . * . .", false, false},
    {"edge: one stone beside", ". . . . .  . . . . .  . . . . .  . . . . .  . X * . .", false,
     false},
    {"corner", ". . . . .  . . . . .  . . . . .  X O . . .  * X . . .", false, false},
};

static void patterns_are_found(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    int wrong = 0;
    for (int i = 0; i < COUNT_OF(positions); i++)
        for (int symmetry = 0; symmetry < 8; symmetry++)
            for (int exchange = 0; exchange < 2; exchange++) {
                struct board board;
                const int mark = diagram_read(&board, 5, positions[i].rows);
                const int point = point_transform(5, symmetry, mark);
                const struct board turned = diagram_turned(&board, symmetry, exchange);
                const bool black = exchange ? positions[i].white : positions[i].black;
                const bool white = exchange ? positions[i].black : positions[i].white;
                if (playout_is_pattern(patterns, &turned, point, BLACK) == black &&
                    playout_is_pattern(patterns, &turned, point, WHITE) == white)
                    continue;
                print_error("%s, symmetry %d, exchanged %d\n", positions[i].name, symmetry,
                            exchange);
                wrong++;
            }
    assert_int_equal(wrong, 0);
    free(patterns);
}

/* Patterns turn with the position and change sides with the colours. */
static void patterns_are_symmetric(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    struct rng rng;
    int found = 0;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 60; i++) {
        const int size = 3 + i % 7;
        struct board board;
        random_position(&board, size, (int)rng_below(&rng, (uint32_t)(size * size)), &rng);
        const int symmetry = (int)rng_below(&rng, 8);
        const struct board same = diagram_turned(&board, symmetry, false);
        const struct board other = diagram_turned(&board, symmetry, true);
        for (int p = 0; p < point_limit(size); p++) {
            if (board_color(&board, p) != EMPTY) continue;
            const int to = point_transform(size, symmetry, p);
            for (int color = 0; color < 2; color++) {
                const bool here = playout_is_pattern(patterns, &board, p, (enum color)color);
                assert_int_equal(playout_is_pattern(patterns, &same, to, (enum color)color), here);
                assert_int_equal(playout_is_pattern(patterns, &other, to, (enum color) !color),
                                 here);
                found += here;
            }
        }
    }
    assert_true(found > 100);
    free(patterns);
}

/* --- choices --- */

struct rules_used {
    int taken, inside, spoilt, nakade, saved, patterns, captures, random, passes, self_ataris;
};

/* What MoGo's policy draws from when no rule applies, and with probability epsilon. */
static struct reference_set plain_random(const struct reference_board *plain,
                                         struct playout_start start,
                                         const struct playout_policy *policy,
                                         struct rules_used *used) {
    const struct reference_set any = reference_candidates(plain, start.to_move);
    const struct reference_set thrifty =
        reference_thrifty_moves(plain, start.to_move, policy->nakade);
    struct reference_set careful =
        reference_careful_moves(plain, start.to_move, policy->self_atari);
    used->self_ataris += policy->tactics && careful.count < any.count;
    used->spoilt += policy->tactics && thrifty.count < any.count;
    careful.count = 0;
    for (int p = 0; p < point_limit(plain->size); p++)
        careful.count += careful.has[p] &= thrifty.has[p];
    return policy->tactics ? careful : any;
}

/* The points that the policy draws from; none: PASS. */
static struct reference_set plain_choices(const struct reference_board *plain,
                                          const struct board *board, struct playout_start start,
                                          const struct playout_policy *policy,
                                          struct rules_used *used) {
    struct reference_set pattern = {.count = 0}, out;
    if (policy->tactics) {
        out = reference_taking_moves(plain, start.last_point, start.to_move);
        used->taken += out.count > 0;
        if (out.count > 0) return out;
        out = reference_answers_inside(plain, start.last_point, start.to_move, policy->nakade);
        used->inside += out.count > 0;
        if (out.count > 0) return out;
        out = reference_nakade_moves(plain, start.last_point, start.to_move, policy->nakade);
        used->nakade += out.count > 0;
        if (out.count > 0) return out;
    }
    out = reference_saving_moves(plain, start.last_point, start.to_move);
    used->saved += out.count > 0;
    if (out.count > 0) return out;
    for (int p = 0; p < point_limit(plain->size); p++)
        pattern.has[p] = reference_color(plain, p) == EMPTY &&
                         playout_is_pattern(policy->patterns, board, p, start.to_move);
    if (policy->tactics && policy->self_atari < 4) {
        const struct reference_set careful =
            reference_careful_moves(plain, start.to_move, policy->self_atari);
        for (int p = 0; p < point_limit(plain->size); p++) pattern.has[p] &= careful.has[p];
    }
    out = reference_pattern_moves(plain, start.last_point, start.to_move, &pattern);
    used->patterns += out.count > 0;
    if (out.count > 0) return out;
    out = reference_capturing_moves(plain, start.to_move);
    used->captures += out.count > 0;
    if (out.count > 0) return out;
    out = plain_random(plain, start, policy, used);
    used->random += out.count > 0;
    used->passes += out.count == 0;
    return out;
}

static void assert_among(int point, const struct reference_set *choices) {
    if (choices->count == 0)
        assert_int_equal(point, PASS);
    else
        assert_true(point >= 0 && choices->has[point]);
}

/* Games of the policy: the plain rules allow each of its moves. */
static void choices_follow_the_rules(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    const struct playout_policy uniform = policy_of(POLICY_UNIFORM, patterns);
    struct playout_policy mogo = policy_of(POLICY_MOGO, patterns);
    struct rules_used used = {0};
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int game = 0; game < 120; game++) {
        mogo.tactics = game % 2;
        mogo.nakade = 3 + game / 2 % 4;
        mogo.self_atari = 1 + game / 8 % 4;
        const int size = 2 + game % 12;
        struct playout_start start = {.to_move = BLACK, .last_point = NO_POINT};
        struct board board;
        board_init(&board, size);
        for (int move = 0; move < size * size + size && start.passes < 2; move++) {
            struct reference_board plain;
            plain_copy(&plain, &board);
            const struct reference_set any = reference_candidates(&plain, start.to_move);
            const struct reference_set best = plain_choices(&plain, &board, start, &mogo, &used);
            assert_among(playout_choose(&board, start, &uniform, &rng), &any);
            const int point = playout_choose(&board, start, &mogo, &rng);
            assert_among(point, &best);
            board_play(&board, point, start.to_move);
            start.passes = point == PASS ? start.passes + 1 : 0;
            start.last_point = point;
            start.to_move = color_other(start.to_move);
        }
    }
    print_message("%d answers inside, %d spoilt spaces\n", used.inside, used.spoilt);
    print_message("%d taken, %d nakade, %d saved, %d patterns, %d captures, %d random without %d "
                  "self-ataris, %d passes\n",
                  used.taken, used.nakade, used.saved, used.patterns, used.captures, used.random,
                  used.self_ataris, used.passes);
    assert_true(used.taken > 20 && used.nakade > 20 && used.self_ataris > 20);
    assert_true(used.inside > 10 && used.spoilt > 50);
    assert_true(used.saved > 50 && used.patterns > 500 && used.captures > 20);
    assert_true(used.random > 500 && used.passes > 20);
    free(patterns);
}

/* The 99.9 % quantile of the chi-square distribution (Wilson and Hilferty 1931). */
static double chi_square_limit(int freedom) {
    const double spread = 2.0 / (9.0 * freedom);
    double root = spread;
    for (int i = 0; i < 40; i++) root = (root + spread / root) / 2;
    const double base = 1 - spread + 3.09 * root;
    return freedom * base * base * base;
}

static void assert_uniform(const struct board *board, struct playout_start start,
                           const struct playout_policy *policy, const struct reference_set *choices,
                           struct rng *rng) {
    enum { DRAWS_EACH = 400 };
    int count[BOARD_MAX_POINTS] = {0};
    double chi_square = 0;
    for (int i = 0; i < DRAWS_EACH * choices->count; i++) {
        const int point = playout_choose(board, start, policy, rng);
        assert_among(point, choices);
        count[point]++;
    }
    for (int p = 0; p < point_limit(board->size); p++) {
        const double difference = count[p] - DRAWS_EACH;
        if (choices->has[p]) chi_square += difference * difference / DRAWS_EACH;
    }
    assert_true(chi_square < chi_square_limit(choices->count - 1));
}

static void draws_are_uniform(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    const struct playout_policy uniform = policy_of(POLICY_UNIFORM, patterns);
    const struct playout_policy mogo = policy_of(POLICY_MOGO, patterns);
    struct playout_policy always_uniform = mogo, tactics = mogo;
    always_uniform.epsilon = 1;
    tactics.tactics = true;
    tactics.nakade = 6;
    tactics.self_atari = 1;
    struct rules_used used = {0};
    struct rng rng, other_rng;
    rng_seed(&rng, 3, 0);
    rng_seed(&other_rng, 3, 1);
    for (int i = 0; i < 40; i++) {
        const int size = 3 + i % 4;
        struct playout_start start = {.last_point = NO_POINT};
        struct board board;
        struct reference_board plain;
        /* A random position whose last move is known. */
        start.to_move = random_position(&board, size, (i * 7) % (size * size + 8), &rng);
        start.last_point = random_move(&board, start.to_move, &rng);
        board_play(&board, start.last_point, start.to_move);
        start.to_move = color_other(start.to_move);
        plain_copy(&plain, &board);
        const struct reference_set any = reference_candidates(&plain, start.to_move);
        const struct reference_set best = plain_choices(&plain, &board, start, &mogo, &used);
        const struct reference_set other = plain_choices(&plain, &board, start, &tactics, &used);
        if (any.count > 1) assert_uniform(&board, start, &uniform, &any, &rng);
        if (any.count > 1) assert_uniform(&board, start, &always_uniform, &any, &rng);
        if (best.count > 1) assert_uniform(&board, start, &mogo, &best, &rng);
        if (other.count > 1) assert_uniform(&board, start, &tactics, &other, &other_rng);
    }
    assert_true(used.patterns > 2 && used.random > 2);
    free(patterns);
}

/* Positions with one right answer. */
struct answer {
    const char *name, *rows; /* * is the answer; Black to move */
    int last_column, last_row;
    bool tactics;
};

static const struct answer answers[] = {
    {"a stone in atari runs", ". . . . .  . . * . .  . O X O .  . . O . .  . . . . .", 2, 1, false},
    {"a stone in atari captures", ". . . . .  . . . . .  O . . . .  . * . . .  X O X . .", 1, 0,
     false},
    {"a capture elsewhere", ". . . . O  . . . . .  . . . . .  X . . . .  O * . . .", 4, 4, false},
    {"only chains near the last move are saved",
     ". . . . O  . . . . .  . . . . .  X X . . .  O O * . .", 4, 4, false},
    {"a move into atari is captured", ". . . . O  . X . . .  * O X . .  . X . . O  O . . . .", 1, 2,
     true},
    {"the middle of a space of three", ". * . O .  O O O O .  . . . . .  . . . . .  . . . X O", 3,
     4, true},
    {"a pyramid of four", ". * . O .  O . O O .  O O O . .  . . . . .  . . . X O", 3, 4, true},
    {"a bulky five", ". . O . O  . * . O O  O O O O .  . . . . .  . . . X .", 2, 4, true},
    {"a crossed five", "O . O . X  . * . O .  O . O . .  O O O . .  . . . X .", 2, 4, true},
    {"the other middle of a row of four", ". O * . X  X X X X X  . . . . .  . . . . .  . . . . .",
     1, 4, true},
    {"the other middle of a bent four", ". O X . .  X * . X .  X X X X .  . . . . .  . . . . .", 1,
     4, true},
    {"the middle of an invaded three", "O * . X .  X X X X .  . . . . .  . . . . .  . . . . .", 0,
     4, true},
    {"a rabbity six", ". . O . X  . * . O .  O . O . .  O O O . .  . . . X .", 2, 4, true},
};

static void plain_answers(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    struct playout_policy policy = policy_of(POLICY_MOGO, patterns);
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < COUNT_OF(answers); i++)
        for (int symmetry = 0; symmetry < 8; symmetry++)
            for (int exchange = 0; exchange < 2; exchange++) {
                struct board board;
                const int mark = diagram_read(&board, 5, answers[i].rows);
                const int last = point_at(5, answers[i].last_column, answers[i].last_row);
                const struct board turned = diagram_turned(&board, symmetry, exchange);
                const struct playout_start start = {.to_move = exchange ? WHITE : BLACK,
                                                    .last_point =
                                                        point_transform(5, symmetry, last)};
                policy.tactics = answers[i].tactics;
                policy.nakade = 6;
                for (int draw = 0; draw < 20; draw++)
                    assert_int_equal(playout_choose(&turned, start, &policy, &rng),
                                     point_transform(5, symmetry, mark));
            }
    free(patterns);
}

/* Of a bulky five of one's own the stone at C5 would leave a square four, and that at A4 a pyramid,
 * which White kills; after any other there are two eyes. */
static void a_bulky_five_is_not_spoilt(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    struct playout_policy policy = policy_of(POLICY_MOGO, patterns);
    const struct playout_start start = {.to_move = BLACK, .last_point = point_at(5, 4, 0)};
    const int spoilt[] = {point_at(5, 2, 4), point_at(5, 0, 3)};
    const int whole[] = {point_at(5, 0, 4), point_at(5, 1, 4), point_at(5, 1, 3)};
    int chosen[BOARD_MAX_POINTS] = {0};
    struct board board;
    struct rng rng;
    rng_seed(&rng, 10, 0);
    diagram_read(&board, 5, ". . . X .  . . X X .  X X X . .  . . . . .  . . . . O");
    policy.tactics = true;
    policy.nakade = 6;
    for (int draw = 0; draw < 1000; draw++) {
        const int point = playout_choose(&board, start, &policy, &rng);
        assert_int_not_equal(point, PASS);
        chosen[point]++;
    }
    for (int i = 0; i < COUNT_OF(spoilt); i++) assert_int_equal(chosen[spoilt[i]], 0);
    for (int i = 0; i < COUNT_OF(whole); i++) assert_true(chosen[whole[i]] > 0);
    free(patterns);
}

/* With tactics_always, captures and nakade are played even if epsilon is 1. */
static void tactics_come_before_epsilon(void **state) {
    (void)state;
    struct playout_patterns *patterns = make_patterns();
    struct playout_policy policy = policy_of(POLICY_MOGO, patterns);
    struct rng rng;
    rng_seed(&rng, 9, 0);
    policy.epsilon = 1;
    policy.tactics = true;
    policy.nakade = 6;
    for (int always = 0; always < 2; always++)
        for (int i = 0; i < COUNT_OF(answers); i++) {
            if (!answers[i].tactics) continue;
            struct board board;
            int found = 0;
            const int mark = diagram_read(&board, 5, answers[i].rows);
            const struct playout_start start = {
                .to_move = BLACK,
                .last_point = point_at(5, answers[i].last_column, answers[i].last_row)};
            policy.tactics_always = always;
            for (int draw = 0; draw < 100; draw++)
                found += playout_choose(&board, start, &policy, &rng) == mark;
            assert_true(always ? found == 100 : found < 50);
        }
    free(patterns);
}

static void epsilon_is_a_probability(void **state) {
    (void)state;
    enum { DRAWS = 20000 };
    struct playout_patterns *patterns = make_patterns();
    struct playout_policy policy = policy_of(POLICY_MOGO, patterns);
    struct board board;
    struct reference_board plain;
    struct rng rng;
    policy.epsilon = 0.3;
    rng_seed(&rng, 8, 0);
    const int mark = diagram_read(&board, 5, answers[0].rows);
    const struct playout_start start = {
        .to_move = BLACK, .last_point = point_at(5, answers[0].last_column, answers[0].last_row)};
    plain_copy(&plain, &board);
    const struct reference_set any = reference_candidates(&plain, BLACK);
    int rules = 0;
    for (int i = 0; i < DRAWS; i++) {
        const int point = playout_choose(&board, start, &policy, &rng);
        assert_among(point, &any);
        rules += point == mark;
    }
    const double expected = 0.7 + 0.3 / any.count;
    assert_true(fabs(rules - expected * DRAWS) < 5 * sqrt(expected * (1 - expected) * DRAWS));
    free(patterns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_found),
        cmocka_unit_test(patterns_are_symmetric),
        cmocka_unit_test(choices_follow_the_rules),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(plain_answers),
        cmocka_unit_test(a_bulky_five_is_not_spoilt),
        cmocka_unit_test(tactics_come_before_epsilon),
        cmocka_unit_test(epsilon_is_a_probability),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
