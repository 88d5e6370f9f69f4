/* The tree's policy: its features beside a plain board's, their symmetry, the gradient of its
 * likelihood beside differences, and learning. */
#include "guzumi/go/life.h"
#include "policy_trainer.h"

#include "diagram.h"
#include "random_moves.h"
#include "reference_moves.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct move_policy *random_policy(struct rng *rng) {
    struct move_policy *policy = malloc(sizeof *policy);
    assert_non_null(policy);
    move_policy_init(policy);
    for (int i = 0; i < MOVE_WEIGHTS; i++) policy->theta[i] = (float)(rng_real(rng) - 0.5);
    return policy;
}

/* A position of a random game, with the moves that led to it. */
struct posed {
    struct board board;
    struct move_situation situation;
    struct bitset candidates;
    float gain[BOARD_MAX_POINTS], share[BOARD_MAX_POINTS];
};

static void pose(struct posed *out, int size, int moves, struct rng *rng) {
    enum color color = BLACK;
    int last = NO_POINT, own = NO_POINT;
    float sum = 0;
    memset(out, 0, sizeof *out);
    board_init(&out->board, size);
    for (int i = 0; i < moves; i++) {
        const int point = random_move(&out->board, color, rng);
        board_play(&out->board, point, color);
        color = color_other(color);
        own = last;
        last = point;
    }
    out->situation = (struct move_situation){color, last, own, out->gain};
    board_candidates(&out->board, color, &out->candidates);
    BITSET_FOR_EACH(p, out->candidates, out->board.words) {
        out->gain[p] = (float)(4 * rng_real(rng) - 2);
        sum += out->share[p] = (float)rng_real(rng);
    }
    BITSET_FOR_EACH(q, out->candidates, out->board.words) out->share[q] /= sum;
}

/* Whether a feature can be on boards of up to 9x9: a single stone has at most four liberties, three
 * when it takes something. */
static bool is_possible(int feature) {
    const int liberties = feature - MOVE_LIBERTIES, chains = feature - MOVE_THEIRS;
    if (feature >= MOVE_DISTANCE + 16 && feature < MOVE_LINE) return false; /* seldom */
    if (chains >= 0 && feature < MOVE_SAVES && chains % 15 == 12) return false;
    if (feature == MOVE_OURS_TOUCHED + 9) return false; /* one of the four is taken */
    return liberties < 0 || liberties > 17 ||
           !(liberties == 4 || liberties == 5 || (liberties > 14 && liberties < 18));
}

static void features_are_those_of_a_plain_board(void **state) {
    (void)state;
    struct rng rng;
    int seen[MOVE_WEIGHTS] = {0};
    rng_seed(&rng, 5, 0);
    struct move_policy *policy = random_policy(&rng);
    for (int i = 0; i < 600; i++) {
        const int size = 4 + i % 6;
        struct posed at;
        struct reference_board plain;
        struct move_action actions[BOARD_MAX_POINTS];
        pose(&at, size, (int)rng_below(&rng, (uint32_t)(size * size)), &rng);
        plain_copy(&plain, &at.board);
        const int count =
            move_policy_actions(policy, &at.board, &at.situation, &at.candidates, actions);
        assert_int_equal(count, bitset_count(&at.candidates, at.board.words));
        for (int j = 0; j < count; j++) {
            int expected[MOVE_WEIGHTS], counts[MOVE_WEIGHTS] = {0};
            const int longest = reference_move_features(
                &plain, policy->pattern[BLACK], at.situation.to_move, at.situation.last,
                at.situation.own, actions[j].point, expected);
            if (longest > LADDER_POSITIONS) continue;
            for (int k = 0; k < actions[j].count; k++) counts[actions[j].index[k]]++;
            assert_memory_equal(counts, expected, sizeof counts);
            for (int k = 0; k < MOVE_WEIGHTS; k++) seen[k] += counts[k];
        }
    }
    for (int i = MOVE_DISTANCE; i < MOVE_GAIN; i++)
        if (!seen[i] && is_possible(i)) {
            print_message("feature %d was never seen\n", i);
            assert_true(seen[i] > 0);
        }
    free(policy);
}

/* The best gain is 0 behind itself, and 3 is as far behind as it gets. */
static void gains_are_the_situation_s(void **state) {
    (void)state;
    struct rng rng;
    struct posed at;
    struct move_action actions[BOARD_MAX_POINTS];
    rng_seed(&rng, 6, 0);
    struct move_policy *policy = random_policy(&rng);
    pose(&at, 9, 30, &rng);
    const int count =
        move_policy_actions(policy, &at.board, &at.situation, &at.candidates, actions);
    float best = -10;
    for (int i = 0; i < count; i++) best = fmaxf(best, at.gain[actions[i].point]);
    for (int i = 0; i < count; i++) {
        const float gain = at.gain[actions[i].point];
        assert_true(actions[i].gain == gain && actions[i].behind == fmaxf(gain - best, -3));
        assert_int_equal(actions[i].gain_index, MOVE_GAIN + 2); /* 30 stones or a few less of 81 */
    }
    at.situation.gain = NULL;
    move_policy_actions(policy, &at.board, &at.situation, &at.candidates, actions);
    assert_true(actions[0].gain == 0 && actions[0].behind == 0);
    free(policy);
}

/* Turned boards and exchanged colours are the same to it, but for ladders that are given up: which
 * these are depends on the order in which they are read. */
static void logits_know_no_direction(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    struct move_policy *policy = random_policy(&rng);
    for (int i = MOVE_CAUGHT; i < MOVE_GAIN; i++) policy->theta[i] = 0;
    for (int i = 0; i < 160; i++) {
        const int size = 5 + i % 9, symmetry = i % 8;
        struct posed at;
        struct move_action actions[BOARD_MAX_POINTS], turned[BOARD_MAX_POINTS];
        float expected[BOARD_MAX_POINTS] = {0};
        struct bitset candidates = {{0}};
        pose(&at, size, (int)rng_below(&rng, (uint32_t)(size * size / 2)), &rng);
        if (at.board.ko >= 0) continue; /* diagrams have none */
        const struct board b = diagram_turned(&at.board, symmetry, i % 2);
        struct move_situation s = {.to_move = i % 2 ? color_other(at.situation.to_move)
                                                    : at.situation.to_move,
                                   .last = at.situation.last,
                                   .own = at.situation.own};
        if (s.last >= 0) s.last = point_transform(size, symmetry, s.last);
        if (s.own >= 0) s.own = point_transform(size, symmetry, s.own);
        at.situation.gain = NULL;
        const int count =
            move_policy_actions(policy, &at.board, &at.situation, &at.candidates, actions);
        for (int j = 0; j < count; j++) {
            const int image = point_transform(size, symmetry, actions[j].point);
            expected[image] = move_policy_logit(policy, &actions[j]);
            bitset_add(&candidates, image);
        }
        assert_int_equal(move_policy_actions(policy, &b, &s, &candidates, turned), count);
        for (int j = 0; j < count; j++)
            assert_true(fabsf(move_policy_logit(policy, &turned[j]) - expected[turned[j].point]) <
                        1e-4f);
    }
    free(policy);
}

static double likelihood(const struct move_policy *policy, const struct posed *at,
                         double gradient[MOVE_WEIGHTS]) {
    return move_likelihood(policy, &at->board, &at->situation, &at->candidates, at->share,
                           gradient);
}

#define STEP 0.01f

static void likelihood_has_its_gradient(void **state) {
    (void)state;
    int compared = 0;
    struct rng rng;
    rng_seed(&rng, 8, 0);
    struct move_policy *policy = random_policy(&rng);
    for (int i = 0; i < 12; i++) {
        struct posed at;
        double gradient[MOVE_WEIGHTS] = {0}, ignored[MOVE_WEIGHTS] = {0};
        pose(&at, 5 + i % 5, 12 + i, &rng);
        if (bitset_is_empty(&at.candidates, at.board.words)) continue;
        assert_true(likelihood(policy, &at, gradient) <= 0);
        for (int j = 0; j < MOVE_WEIGHTS; j++) {
            if (gradient[j] == 0 && j != MOVE_BEHIND) continue; /* which all actions have */
            const float here = policy->theta[j];
            policy->theta[j] = here + STEP;
            const double above = likelihood(policy, &at, ignored), over = (double)policy->theta[j];
            policy->theta[j] = here - STEP;
            const double below = likelihood(policy, &at, ignored), under = (double)policy->theta[j];
            policy->theta[j] = here;
            assert_true(fabs(gradient[j] - (above - below) / (over - under)) < 1e-3);
            compared++;
        }
    }
    print_message("%d derivatives\n", compared);
    assert_true(compared > 300);
    free(policy);
}

/* Steps lead to the shares: no other policy has a higher likelihood than the shares' own. */
static void steps_lead_to_the_shares(void **state) {
    (void)state;
    struct rng rng;
    struct posed at;
    static float squares[MOVE_WEIGHTS];
    double gradient[MOVE_WEIGHTS] = {0}, most = 0, was = -INFINITY;
    rng_seed(&rng, 9, 0);
    struct move_policy *policy = random_policy(&rng);
    pose(&at, 5, 11, &rng);
    BITSET_FOR_EACH(p, at.candidates, at.board.words) {
        most += (double)at.share[p] * log((double)at.share[p]);
    }
    for (int i = 0; i < 3000; i++) {
        const double now = likelihood(policy, &at, gradient);
        assert_true(now <= most + 1e-9);
        if (i % 300 == 0) {
            assert_true(now > was - 1e-6);
            was = now;
        }
        move_step(policy, 0.05, squares, gradient);
        for (int j = 0; j < MOVE_WEIGHTS; j++) assert_true(gradient[j] == 0);
    }
    assert_true(most - likelihood(policy, &at, gradient) < 0.05);
    free(policy);
}

/* Each step is divided by the root of the weight's squares so far. */
static void steps_shrink_with_their_squares(void **state) {
    (void)state;
    static struct move_policy policy;
    static float squares[MOVE_WEIGHTS];
    static double gradient[MOVE_WEIGHTS];
    gradient[3] = 2;
    move_step(&policy, 0.1, squares, gradient);
    assert_true(fabsf(policy.theta[3] - 0.1f) < 1e-6f);
    gradient[3] = -1.5;
    move_step(&policy, 0.1, squares, gradient);
    assert_true(fabsf(policy.theta[3] - (0.1f - 0.1f * 1.5f / 2.5f)) < 1e-6f);
    assert_true(fabsf(squares[3] - 6.25f) < 1e-6f);
    assert_true(policy.theta[2] == 0 && squares[2] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_those_of_a_plain_board),
        cmocka_unit_test(gains_are_the_situation_s),
        cmocka_unit_test(logits_know_no_direction),
        cmocka_unit_test(likelihood_has_its_gradient),
        cmocka_unit_test(steps_lead_to_the_shares),
        cmocka_unit_test(steps_shrink_with_their_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
