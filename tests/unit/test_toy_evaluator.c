/* An evaluator of a few lines: what evaluator.h asks of one is enough for greedy choices,
 * values, priors and lines. It counts stones: a tenth for each of Black's less White's. */
#include "guzumi/learner/evaluator.h"
#include "guzumi/search/alpha_beta.h"

#include "diagram.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* --- the toy --- */

struct toy {
    struct evaluator base;
    int balance; /* Black's stones less White's */
};

static int sign_of(enum color color) {
    return color == BLACK ? 1 : -1;
}

static void set(struct evaluator *e, const struct board *b, enum color to_move) {
    (void)to_move;
    struct toy *toy = (struct toy *)e;
    toy->balance = 0;
    for (int c = BLACK; c <= WHITE; c++) {
        struct bitset stones;
        board_stones(b, (enum color)c, &stones);
        toy->balance += sign_of((enum color)c) * bitset_count(&stones, b->words);
    }
}

static void play(struct evaluator *e, int point, enum color color, const struct bitset *captured,
                 int captured_count) {
    (void)captured;
    if (point != PASS) ((struct toy *)e)->balance += sign_of(color) * (1 + captured_count);
}

static float value(const struct evaluator *e) {
    return 0.1f * (float)((const struct toy *)e)->balance;
}

static void gains(struct evaluator *e, const struct board *b, enum color color,
                  const struct bitset *candidates, float out[BOARD_MAX_POINTS]) {
    (void)e;
    BITSET_FOR_EACH(p, *candidates, b->words) {
        struct board after;
        board_copy(&after, b);
        board_play(&after, p, color);
        out[p] = 0.1f * (float)(sign_of(color) * (1 + after.last_captured));
    }
}

static const struct evaluator_method toy_method = {
    .name = "toy", .set = set, .play = play, .value = value, .gains = gains};

static struct toy make_toy(enum value_kind output) {
    return (struct toy){.base = {.method = &toy_method, .output = output}};
}

/* --- what it is used for --- */

/* Black to move takes one stone at A4 and three at D1. */
static const char *const captures = "OX..."
                                    ".X..."
                                    "....."
                                    "XXXX."
                                    "OOO.X";

static struct bitset legal_on(const struct board *b, enum color color) {
    struct bitset out = {{0}};
    board_candidates(b, color, &out);
    return out;
}

static void test_the_greedy_choice(void **state) {
    (void)state;
    struct toy toy = make_toy(VALUE_LOGISTIC);
    struct board b;
    float gain;
    diagram_read(&b, 5, captures);
    set(&toy.base, &b, BLACK);
    const struct bitset legal = legal_on(&b, BLACK), none = {{0}};
    const int best = evaluator_best(&toy.base, &b, BLACK, &legal, &gain);
    struct board after;
    board_copy(&after, &b);
    board_play(&after, best, BLACK);
    BITSET_FOR_EACH(p, legal, b.words) {
        struct board other;
        board_copy(&other, &b);
        board_play(&other, p, BLACK);
        assert_true(other.last_captured <= after.last_captured);
        if (p < best) assert_true(other.last_captured < after.last_captured); /* the first one */
    }
    assert_true(gain == 0.1f * (float)(1 + after.last_captured) && after.last_captured == 3);
    assert_int_equal(evaluator_best(&toy.base, &b, BLACK, &none, &gain), PASS);
    assert_true(gain == 0);
    board_init(&b, 5);
    set(&toy.base, &b, WHITE);
    const struct bitset all = legal_on(&b, WHITE);
    assert_int_equal(evaluator_best(&toy.base, &b, WHITE, &all, &gain),
                     bitset_first(&all, b.words));
    assert_true(gain == -0.1f);
}

/* What is best for White is what would be Black's with the colours exchanged. */
static void test_white_chooses_for_itself(void **state) {
    (void)state;
    struct toy toy = make_toy(VALUE_LOGISTIC);
    struct board b;
    struct bitset legal = {{0}};
    float gain;
    diagram_read(&b, 5, captures);
    const struct board exchanged = diagram_turned(&b, 0, true);
    board_candidates(&b, BLACK, &legal);
    const int best = evaluator_best(&toy.base, &b, BLACK, &legal, &gain);
    assert_int_equal(evaluator_best(&toy.base, &exchanged, WHITE, &legal, &gain), best);
    assert_true(gain < 0);
    double priors[BOARD_MAX_POINTS];
    evaluator_priors(&toy.base, &exchanged, WHITE, &legal, priors);
    BITSET_FOR_EACH(p, legal, b.words) assert_true(p == best || priors[p] < priors[best]);
}

static void test_values_by_what_they_mean(void **state) {
    (void)state;
    struct board b;
    board_init(&b, 3);
    const struct bitset legal = legal_on(&b, WHITE);
    for (int kind = VALUE_LOGISTIC; kind <= VALUE_LINEAR; kind++) {
        struct toy toy = make_toy((enum value_kind)kind);
        double values[BOARD_MAX_POINTS];
        set(&toy.base, &b, WHITE);
        evaluator_values(&toy.base, &b, WHITE, &legal, values);
        const double expected = kind == VALUE_LINEAR ? 0.6 : 1 / (1 + exp(-0.1));
        for (int p = 0; p < BOARD_MAX_POINTS; p++)
            assert_true(bitset_has(&legal, p) ? fabs(values[p] - expected) < 1e-7
                                              : values[p] == -1);
        assert_true(fabs(color_win_rate(toy.base.output, 0.25, BLACK) +
                         color_win_rate(toy.base.output, 0.25, WHITE) - 1) < 1e-12);
    }
    const struct toy linear = make_toy(VALUE_LINEAR);
    assert_true(color_win_rate(linear.base.output, 3, BLACK) == 1);
    assert_true(color_win_rate(linear.base.output, 3, WHITE) == 0);
}

static void test_priors(void **state) {
    (void)state;
    struct toy toy = make_toy(VALUE_LOGISTIC);
    struct board b;
    float gain, all[BOARD_MAX_POINTS];
    double priors[BOARD_MAX_POINTS], sum = 0;
    diagram_read(&b, 5, captures);
    set(&toy.base, &b, BLACK);
    const struct bitset legal = legal_on(&b, BLACK), none = {{0}};
    const int best = evaluator_best(&toy.base, &b, BLACK, &legal, &gain);
    gains(&toy.base, &b, BLACK, &legal, all);
    evaluator_priors(&toy.base, &b, BLACK, &legal, priors);
    for (int p = 0; p < BOARD_MAX_POINTS; p++) {
        sum += priors[p];
        if (!bitset_has(&legal, p)) assert_true(priors[p] == 0);
        if (bitset_has(&legal, p))
            assert_true(fabs(log(priors[best] / priors[p]) - (double)(gain - all[p])) < 1e-6);
    }
    assert_true(fabs(sum - 1) < 1e-12);
    evaluator_priors(&toy.base, &b, BLACK, &none, priors);
    assert_true(priors[0] == 0);
}

/* A line is legal, begins with the given move, and goes on with the greedy choice. */
static void test_lines(void **state) {
    (void)state;
    enum { ROOM = 12 };
    struct toy toy = make_toy(VALUE_LOGISTIC);
    struct board b;
    int line[ROOM];
    diagram_read(&b, 5, captures);
    const int count = evaluator_pv(&toy.base, &b, WHITE, PASS, line, ROOM);
    assert_int_equal(count, ROOM);
    assert_int_equal(line[0], PASS);
    enum color color = BLACK;
    for (int i = 1; i < count; i++, color = color_other(color)) {
        const struct bitset legal = legal_on(&b, color);
        float gain;
        set(&toy.base, &b, color);
        assert_int_equal(evaluator_best(&toy.base, &b, color, &legal, &gain), line[i]);
        board_play(&b, line[i], color);
    }
    assert_int_equal(evaluator_pv(&toy.base, &b, color, PASS, line, 1), 1);
}

/* Alpha-beta has a kernel for local shapes, and says so. */
static void test_alpha_beta_refuses_it(void **state) {
    (void)state;
    struct toy toy = make_toy(VALUE_LOGISTIC);
    struct alpha_beta *search;
    struct params params;
    struct failure why;
    params_default(&params);
    assert_int_equal(alpha_beta_new(&search, &why), STATUS_OK);
    assert_int_equal(alpha_beta_prepare(search, &params, &toy.base, &why), STATUS_INVALID);
    assert_string_equal(why.text, "alpha-beta needs local shapes; the evaluator is toy");
    alpha_beta_free(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_greedy_choice),
        cmocka_unit_test(test_white_chooses_for_itself),
        cmocka_unit_test(test_values_by_what_they_mean),
        cmocka_unit_test(test_priors),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_alpha_beta_refuses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
