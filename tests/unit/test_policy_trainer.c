/* The training of the learnt policies and their weight files: what is saved is loaded, training
 * goes on through a file to the bit, and what is no such file is refused with one line. */
#include "guzumi/file.h"
#include "guzumi/hash.h"
#include "guzumi/policy_trainer.h"

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
    struct memory_store *memories;
    struct policy_trainer *trainer;
    struct failure why;
    assert_int_equal(memory_store_new(&memories, &why), STATUS_OK);
    assert_int_equal(policy_trainer_new(&trainer, policy, memories, &why), STATUS_OK);
    while (policy->origin.games < games)
        assert_int_equal(policy_trainer_play(trainer, &why), STATUS_OK);
    const struct policy_trainer_statistics out = policy_trainer_take_statistics(trainer);
    policy_trainer_free(trainer);
    memory_store_free(memories);
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
    assert_true(trained_policy_is_file(file_name()));
    assert_int_equal(trained_policy_load(&out, file_name(), &why), STATUS_OK);
    remove(file_name());
    return out;
}

static void assert_same(const struct trained_policy *a, const struct trained_policy *b) {
    assert_memory_equal(&a->softmax, &b->softmax, sizeof a->softmax);
    assert_memory_equal(a->squares, b->squares, sizeof a->squares);
    assert_memory_equal(&a->moves, &b->moves, sizeof a->moves);
    assert_memory_equal(a->move_squares, b->move_squares, sizeof a->move_squares);
    assert_memory_equal(&a->origin.rng, &b->origin.rng, sizeof a->origin.rng);
    assert_true(a->origin.games == b->origin.games);
    assert_int_equal(a->size, b->size);
    assert_true(a->lessons.count == b->lessons.count && a->lessons.count > 0);
    const size_t bytes = a->lessons.count * sizeof a->lessons.played[0];
    assert_memory_equal(a->lessons.played, b->lessons.played, bytes);
    assert_memory_equal(a->lessons.best, b->lessons.best, bytes);
    assert_memory_equal(a->lessons.value, b->lessons.value, bytes);
    assert_memory_equal(a->lessons.choices, b->lessons.choices, bytes);
    assert_true(a->lessons.choice_count == b->lessons.choice_count && a->lessons.choice_count > 0);
    const size_t choices = a->lessons.choice_count * sizeof a->lessons.choice[0];
    assert_memory_equal(a->lessons.choice, b->lessons.choice, choices);
    assert_memory_equal(a->lessons.visits, b->lessons.visits, choices);
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
        trained_policy_free(part);
        part = loaded;
    }
    assert_same(whole, part);
    trained_policy_free(whole);
    trained_policy_free(part);
}

/* Squares are summed up and visits counted for as long as a training takes. */
static void long_trainings_can_be_saved(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    train(policy, 1);
    policy->squares[POLICY_LIKELIHOOD][3] = 3e6f;
    policy->move_squares[5] = 2e9f;
    policy->lessons.visits[0] = 4e6f;
    struct trained_policy *loaded = through_file(policy, false);
    assert_same(policy, loaded);
    trained_policy_free(policy);
    trained_policy_free(loaded);
}

/* What is packed plays the same and cannot go on. */
static void packed_files_play(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    train(policy, 1);
    struct trained_policy *packed = through_file(policy, true);
    assert_memory_equal(&policy->softmax, &packed->softmax, sizeof policy->softmax);
    assert_memory_equal(&policy->moves, &packed->moves, sizeof policy->moves);
    assert_true(policy->can_continue && !packed->can_continue);
    assert_true(packed->lessons.count == 0);
    trained_policy_free(policy);
    trained_policy_free(packed);
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
    trained_policy_free(policy);
}

/* --- files that are none ------------------------------------------------------------------------
 */

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
        float *damaged = i == 0 ? policy->lessons.choice : policy->lessons.choices;
        const float was = damaged[0];
        damaged[0] = i == 0 ? 400 : was + 1;
        assert_int_equal(trained_policy_save(policy, file_name(), false, &why), STATUS_OK);
        damaged[0] = was;
        assert_int_equal(file_read(file_name(), 1 << 24, &data, &length, &why), STATUS_OK);
        refuse(data, length, "are no points");
        free(data);
    }
    /* A move that is on no board, a first row that begins no game. */
    for (int row = 0; row < 2; row++) {
        const float was = policy->lessons.played[row];
        policy->lessons.played[row] = row == 0 ? 0 : 400;
        assert_int_equal(trained_policy_save(policy, file_name(), false, &why), STATUS_OK);
        policy->lessons.played[row] = was;
        assert_int_equal(file_read(file_name(), 1 << 24, &data, &length, &why), STATUS_OK);
        refuse(data, length, "is no move");
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
    trained_policy_free(policy);
}

/* Rows that are moves of some board but not of this game stop the training, not the program. */
static void illegal_lessons_are_refused(void **state) {
    (void)state;
    struct trained_policy *policy = make();
    struct memory_store *memories;
    struct policy_trainer *trainer;
    struct failure why;
    assert_int_equal(policy_lessons_add(&policy->lessons, LESSON_BEGIN, PASS, -1, &why), STATUS_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(policy_lessons_add(&policy->lessons, 7, 7, 0.5, &why), STATUS_OK);
    assert_int_equal(memory_store_new(&memories, &why), STATUS_OK);
    assert_int_equal(policy_trainer_new(&trainer, policy, memories, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "row 2"));
    memory_store_free(memories);
    trained_policy_free(policy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_goes_on_through_a_file),
        cmocka_unit_test(long_trainings_can_be_saved),
        cmocka_unit_test(packed_files_play),
        cmocka_unit_test(training_learns),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(illegal_lessons_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
