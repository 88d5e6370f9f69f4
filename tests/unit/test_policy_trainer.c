/* The training of the learnt policies and their weight files: what is saved is loaded, training
 * goes on through a file to the bit, and what is no such file is refused with one line. */
#include "guzumi/base/file.h"
#include "guzumi/base/rng.h"
#include "guzumi/learner/evaluator.h"
#include "guzumi/selfplay/selfplay.h"
#include "guzumi/shapes/local_shapes.h"
#include "policy_trainer.h"

#include "learnt.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct trained_policy *make(void) {
    struct params params;
    struct failure why;
    struct trained_policy *policy;
    params_default(&params);
    params.policy_games = 4;
    params.policy_simulations = 20;
    params.policy_balance = 2;
    params.policy_values = params.policy_gradients = 4;
    params.lambda = 0.5;
    params.epsilon = 0.2;
    params.policy_temperature = 0.8;
    assert_int_equal(trained_policy_new(&policy, 5, &params, &why), STATUS_OK);
    return policy;
}

static struct policy_trainer_statistics train(struct trained_policy *policy, uint64_t games) {
    struct weight_store *store;
    struct policy_trainer *trainer;
    struct failure why;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    struct policy_games *source;
    assert_int_equal(
        policy_games_open(&source, policy->learnt.size, &policy->learnt.origin.params, store, &why),
        STATUS_OK);
    assert_int_equal(policy_trainer_new(&trainer, policy, source, store, &why), STATUS_OK);
    while (policy->learnt.origin.games < games)
        assert_int_equal(policy_trainer_play(trainer, &why), STATUS_OK);
    const struct policy_trainer_statistics out = policy_trainer_take_statistics(trainer);
    policy_trainer_free(trainer);
    source->free(source);
    weight_store_free(store);
    return out;
}

/* A file of this test's own. */
static const char *file_name(void) {
    static char name[64];
    snprintf(name, sizeof name, "/tmp/guzumi-policy-%ld", (long)getpid());
    return name;
}

static struct trained_policy *through_file(const struct trained_policy *policy, bool packed) {
    struct trained_policy *out;
    struct failure why;
    assert_int_equal(trained_policy_save(policy, file_name(), packed, &why), STATUS_OK);
    assert_int_equal(trained_policy_load(&out, file_name(), &why), STATUS_OK);
    remove(file_name());
    return out;
}

static void assert_same(const struct trained_policy *a, const struct trained_policy *b) {
    assert_memory_equal(&a->softmax, &b->softmax, sizeof a->softmax);
    assert_memory_equal(a->squares, b->squares, sizeof a->squares);
    assert_memory_equal(&a->moves, &b->moves, sizeof a->moves);
    assert_memory_equal(a->move_squares, b->move_squares, sizeof a->move_squares);
    assert_memory_equal(&a->learnt.origin.rng, &b->learnt.origin.rng, sizeof a->learnt.origin.rng);
    assert_true(a->learnt.origin.games == b->learnt.origin.games);
    assert_int_equal(a->learnt.size, b->learnt.size);
    assert_true(a->samples.count == b->samples.count && a->samples.count > 0);
    const size_t bytes = a->samples.count * sizeof a->samples.played[0];
    assert_memory_equal(a->samples.played, b->samples.played, bytes);
    assert_memory_equal(a->samples.best, b->samples.best, bytes);
    assert_memory_equal(a->samples.value, b->samples.value, bytes);
    assert_memory_equal(a->samples.choices, b->samples.choices, bytes);
    assert_true(a->samples.choice_count == b->samples.choice_count && a->samples.choice_count > 0);
    const size_t choices = a->samples.choice_count * sizeof a->samples.choice[0];
    assert_memory_equal(a->samples.choice, b->samples.choice, choices);
    assert_memory_equal(a->samples.visits, b->samples.visits, choices);
}

/* What games of self-play leave: none goes on once a search is sure, and no choice is a pass. */
static void games_end_when_sure(void **state) {
    (void)state;
    struct policy_samples samples = {.count = 0};
    struct weight_store *store;
    struct policy_games *games;
    struct params params;
    struct failure why;
    int sure = 0;
    params_default(&params);
    params.policy_simulations = 100;
    params.tree_megabytes = 8;
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(policy_games_open(&games, 5, &params, store, &why), STATUS_OK);
    for (uint64_t number = 0; number < 10; number++)
        assert_int_equal(games->play(games, number, &samples, &why), STATUS_OK);
    for (size_t i = 0; i < samples.count; i++) {
        const double value = (double)samples.value[i];
        if (value < 0 || (value > 0.049 && value < 0.951)) continue;
        sure++;
        assert_true(i + 1 == samples.count || samples.played[i + 1] == SAMPLE_BEGIN);
    }
    assert_true(sure > 5);
    for (size_t i = 0; i < samples.choice_count; i++) assert_true(samples.choice[i] != PASS);
    games->free(games);
    weight_store_free(store);
    policy_samples_free(&samples);
}

static void training_goes_on_through_a_file(void **state) {
    (void)state;
    struct trained_policy *whole = make(), *part = make();
    train(whole, 7);
    /* In the middle of the games, and in the middle of learning alone. */
    for (uint64_t games = 2; games <= 7; games += games == 2 ? 3 : 2) {
        struct trained_policy *loaded;
        train(part, games);
        loaded = through_file(part, false);
        assert_same(part, loaded);
        trained_policy_release(part);
        part = loaded;
    }
    assert_same(whole, part);
    trained_policy_release(whole);
    trained_policy_release(part);
}

/* Squares are summed up and visits counted for as long as a training takes. */
static void long_trainings_can_be_saved(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    train(policy, 1);
    policy->squares[POLICY_LIKELIHOOD][3] = 3e6f;
    policy->move_squares[5] = 2e9f;
    policy->samples.visits[0] = 4e6f;
    struct trained_policy *loaded = through_file(policy, false);
    assert_same(policy, loaded);
    trained_policy_release(policy);
    trained_policy_release(loaded);
}

/* What is packed plays the same and cannot go on. */
static void packed_files_play(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    train(policy, 1);
    struct trained_policy *packed = through_file(policy, true);
    assert_memory_equal(&policy->softmax, &packed->softmax, sizeof policy->softmax);
    assert_memory_equal(&policy->moves, &packed->moves, sizeof policy->moves);
    assert_true(policy->learnt.can_continue && !packed->learnt.can_continue);
    assert_true(packed->samples.count == 0);
    trained_policy_release(policy);
    trained_policy_release(packed);
}

/* The likelihood of the search's moves rises when the same games are learnt from again. */
static void training_learns(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    const struct policy_trainer_statistics first = train(policy, 4), later = train(policy, 40);
    assert_true(first.games == 4 && first.positions > 10 && later.positions == 0);
    assert_true(later.log_likelihood / (double)later.followed >
                first.log_likelihood / (double)first.followed + 0.1);
    assert_true(first.visited > 0);
    assert_true(later.visits_likelihood / (double)later.visited >
                first.visits_likelihood / (double)first.visited + 0.1);
    trained_policy_release(policy);
}

/* The value of BOARD, for COLOR. */
static float value_for(struct evaluator *shapes, const struct board *board, enum color color) {
    shapes->method->set(shapes, board, color);
    return (float)color_sign(color) * shapes->method->value(shapes);
}

/* One step of the tree's policy at the position that POLICY draws next: the gains are the mover's,
 * from the values of the afterstates. Returns who is to move there. */
static enum color step_plainly(struct trained_policy *policy, const struct policy_positions *kept,
                               struct evaluator *shapes) {
    struct policy_position at;
    struct bitset candidates = {{0}};
    float share[BOARD_MAX_POINTS], gain[BOARD_MAX_POINTS];
    double gradient[MOVE_WEIGHTS] = {0};
    const size_t index = rng_below(&policy->learnt.origin.rng, (uint32_t)kept->count);
    policy_positions_get(kept, index, &at);
    assert_true(policy_positions_target(kept, &policy->samples, index, share));
    board_candidates(&at.board, at.to_move, &candidates);
    const float before = value_for(shapes, &at.board, at.to_move);
    BITSET_FOR_EACH(p, candidates, at.board.words) {
        struct board after = at.board;
        board_play(&after, p, at.to_move);
        gain[p] = value_for(shapes, &after, at.to_move) - before;
    }
    const struct move_situation situation = {
        .to_move = at.to_move, .last = at.history.last, .own = at.history.own, .gain = gain};
    move_likelihood(&policy->moves, &at.board, &situation, &candidates, share, gradient);
    move_step(&policy->moves, policy->learnt.origin.params.alpha, policy->move_squares, gradient);
    return at.to_move;
}

static void visits_are_learnt_from_with_the_mover_s_gains(void **state) {
    (void)state;
    struct trained_policy *policy = make(), *plain;
    struct params *params = &policy->learnt.origin.params;
    struct weight_store *store;
    const struct memory *memory;
    struct evaluator *shapes;
    struct failure why;
    int moved[2] = {0};
    train(policy, 4);
    params->policy_likelihood = params->policy_balance = 0;
    params->policy_visits = 1;
    plain = through_file(policy, false);
    struct policy_positions kept = {.size = 5, .half_komi = 15, .lambda = 0.5};
    assert_int_equal(policy_positions_read(&kept, &plain->samples, &why), STATUS_OK);
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(memory_find(store, 5, &memory, &why), STATUS_OK);
    assert_int_equal(local_shapes_new(&shapes, 5, memory, &why), STATUS_OK);
    for (int i = 1; i <= 12; i++) {
        train(policy, 4 + (uint64_t)i);
        moved[step_plainly(plain, &kept, shapes)]++;
        for (int k = 0; k < MOVE_WEIGHTS; k++)
            assert_true(fabsf(policy->moves.theta[k] - plain->moves.theta[k]) < 1e-4f);
    }
    assert_true(moved[BLACK] > 1 && moved[WHITE] > 1);
    evaluator_free(shapes);
    weight_store_free(store);
    policy_positions_free(&kept);
    trained_policy_release(plain);
    trained_policy_release(policy);
}

/* --- invalid files --- */

static void refuse(unsigned char *data, size_t length, const char *part) {
    struct trained_policy *policy;
    struct failure why;
    if (length > 8) {
        const uint64_t sum = hash_bytes(HASH_START, data, length - 8);
        for (int i = 0; i < 8; i++) data[length - 8 + (size_t)i] = (unsigned char)(sum >> (8 * i));
    }
    assert_int_equal(trained_policy_decode(&policy, data, length, "input", &why), STATUS_INVALID);
    if (!strstr(why.text, part)) fprintf(stderr, "%s\n", why.text);
    assert_non_null(strstr(why.text, part));
    assert_null(strchr(why.text, '\n'));
}

static void damaged_files_are_refused(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    struct failure why;
    const char *const changes[][2] = {
        {"kind=policy", "kind=pol1cy"},     {"size=5", "size=1"}, {"alpha=0.1", "alpha=x.1"},
        {"section theta", "section thete"}, {"played", "plaied"},
    };
    const char *const says[] = {"kind", "size", "alpha", "theta", "likelihood_squares"};
    unsigned char *data, *copy;
    size_t length;
    train(policy, 1);
    /* A choice that is on no board, more choices than there are. */
    for (int i = 0; i < 2; i++) {
        float *damaged = i == 0 ? policy->samples.choice : policy->samples.choices;
        const float was = damaged[0];
        damaged[0] = i == 0 ? 400 : was + 1;
        assert_int_equal(trained_policy_save(policy, file_name(), false, &why), STATUS_OK);
        damaged[0] = was;
        assert_int_equal(file_read(file_name(), 1 << 24, &data, &length, &why), STATUS_OK);
        refuse(data, length, "is not a point");
        free(data);
    }
    /* A move that is on no board, a first row that begins no game. */
    for (int row = 0; row < 2; row++) {
        const float was = policy->samples.played[row];
        policy->samples.played[row] = row == 0 ? 0 : 400;
        assert_int_equal(trained_policy_save(policy, file_name(), false, &why), STATUS_OK);
        policy->samples.played[row] = was;
        assert_int_equal(file_read(file_name(), 1 << 24, &data, &length, &why), STATUS_OK);
        refuse(data, length, "is not a move");
        free(data);
    }
    assert_int_equal(trained_policy_save(policy, file_name(), false, &why), STATUS_OK);
    assert_int_equal(file_read(file_name(), 1 << 24, &data, &length, &why), STATUS_OK);
    copy = malloc(length);
    assert_non_null(copy);
    for (int i = 0; i < COUNT_OF(changes); i++) {
        memcpy(copy, data, length);
        size_t at = 0;
        while (memcmp(copy + at, changes[i][0], strlen(changes[i][0])) != 0) at++;
        memcpy(copy + at, changes[i][1], strlen(changes[i][1]));
        refuse(copy, length, says[i]);
    }
    for (size_t cut = 1; cut < length; cut += length / 7) {
        memcpy(copy, data, length);
        refuse(copy, length - cut, "input");
    }
    free(copy);
    free(data);
    remove(file_name());
    trained_policy_release(policy);
}

/* Rows that are moves of some board but not of this game stop the training, not the program. */
static void illegal_samples_are_refused(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    struct weight_store *store;
    struct policy_trainer *trainer;
    struct failure why;
    assert_int_equal(policy_samples_add(&policy->samples, SAMPLE_BEGIN, PASS, -1, &why), STATUS_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(policy_samples_add(&policy->samples, 7, 7, 0.5, &why), STATUS_OK);
    assert_int_equal(weight_store_new(&store, &why), STATUS_OK);
    assert_int_equal(policy_trainer_new(&trainer, policy, NULL, store, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "row 2"));
    weight_store_free(store);
    trained_policy_release(policy);
}

/* On the smallest board random openings end with two passes: nothing follows them. */
static void games_end_with_two_passes(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    struct trained_policy *policy;
    int passes = 0, ends = 0;
    params_default(&params);
    params.policy_games = 30;
    params.policy_simulations = 10;
    assert_int_equal(trained_policy_new(&policy, 2, &params, &why), STATUS_OK);
    train(policy, 30);
    const struct policy_samples *samples = &policy->samples;
    for (size_t i = 0; i < samples->count; i++) {
        const bool begins = samples->played[i] == SAMPLE_BEGIN;
        assert_true(begins || passes < 2);
        passes = !begins && samples->played[i] == PASS ? passes + 1 : 0;
        ends += passes == 2;
    }
    assert_true(ends > 5);
    trained_policy_release(policy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_when_sure),
        cmocka_unit_test(training_goes_on_through_a_file),
        cmocka_unit_test(long_trainings_can_be_saved),
        cmocka_unit_test(packed_files_play),
        cmocka_unit_test(training_learns),
        cmocka_unit_test(visits_are_learnt_from_with_the_mover_s_gains),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(illegal_samples_are_refused),
        cmocka_unit_test(games_end_with_two_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
