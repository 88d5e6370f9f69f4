/* A learner of a few lines: what learner.h asks of one is enough for weight files, for training and
 * for going on with it. It learns the mean number of moves of random games. */
#include "guzumi/base/file.h"
#include "guzumi/go/board.h"
#include "guzumi/learner/learner.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct toy {
    struct learnt learnt;
    float length; /* mean moves of a game */
};

static const struct learner toy_learner;

static enum status make(struct learnt **out, int size, const struct params *params,
                        struct failure *why) {
    struct toy *toy = calloc(1, sizeof *toy);
    if (!toy) return out_of_memory(why, "a toy");
    learnt_begin(&toy->learnt, &toy_learner, size, params);
    *out = &toy->learnt;
    return STATUS_OK;
}

static void release(struct learnt *learnt) {
    free(learnt);
}

static void write(const struct learnt *learnt, struct weight_writer *writer, bool packed) {
    (void)packed;
    weight_writer_weights(writer, "length", &((const struct toy *)learnt)->length, 1,
                          STORAGE_FLOAT);
}

static enum status read(struct weight_file *file, const struct learnt *head, struct learnt **out,
                        struct failure *why) {
    const enum status status = make(out, head->size, &head->origin.params, why);
    if (status != STATUS_OK) return status;
    (*out)->origin = head->origin;
    weight_file_weights(file, "length", &((struct toy *)*out)->length, 1);
    return STATUS_OK;
}

static void describe(const struct learnt *learnt, struct buffer *out) {
    buffer_print(out, "moves: %.1f a game\n", (double)((const struct toy *)learnt)->length);
}

static enum status begin(struct training **out, struct learnt *learnt,
                         const struct training_plan *plan, struct failure *why) {
    *out = calloc(1, sizeof **out);
    if (!*out) return out_of_memory(why, "training");
    **out = (struct training){.learnt = learnt, .plan = plan};
    return STATUS_OK;
}

/* Plays to the end at random and moves the mean by one over the number of games. */
static enum status step(struct training *training, uint64_t until, struct failure *why) {
    struct learnt *t = training->learnt;
    struct board board;
    enum color color = BLACK;
    int moves = 0;
    (void)until, (void)why;
    board_init(&board, t->size);
    for (int passes = 0; passes < 2 && moves < 200; moves++, color = color_other(color)) {
        struct bitset candidates = {{0}};
        board_candidates(&board, color, &candidates);
        const int count = bitset_count(&candidates, board.words);
        const int point = count ? bitset_select(&candidates, board.words,
                                                (int)rng_below(&t->origin.rng, (uint32_t)count))
                                : PASS;
        board_play(&board, point, color);
        passes = point == PASS ? passes + 1 : 0;
    }
    t->origin.games++;
    struct toy *toy = (struct toy *)t;
    toy->length += ((float)moves - toy->length) / (float)t->origin.games;
    return STATUS_OK;
}

static struct training_progress progress(struct training *training) {
    return (struct training_progress){.games = training->learnt->origin.games};
}

static void finish(struct training *training) {
    free(training);
}

static const struct learner toy_learner = {.name = "toy",
                                           .file_kind = "toy",
                                           .about = "the mean length of random games",
                                           .play = "",
                                           .groups = PARAMS_OF_GAMES,
                                           .defaults = "alpha=0.5 seed=4",
                                           .options = LEARNS_FROM_GAMES,
                                           .length = 10,
                                           .make = make,
                                           .free = release,
                                           .read = read,
                                           .write = write,
                                           .describe = describe,
                                           .begin = begin,
                                           .step = step,
                                           .progress = progress,
                                           .finish = finish};

/* --- what the contract gives in return --- */

static struct learnt *make_toy(void) {
    struct params params;
    struct learnt *toy = NULL;
    struct failure why;
    learner_defaults(&toy_learner, &params);
    assert_int_equal(toy_learner.make(&toy, 5, &params, &why), STATUS_OK);
    return toy;
}

static void train(struct learnt *toy, uint64_t games) {
    const struct training_plan plan = {.length = games, .threads = 1};
    struct training *training;
    struct failure why;
    assert_int_equal(toy->learner->begin(&training, toy, &plan, &why), STATUS_OK);
    while (toy->origin.games < games)
        assert_int_equal(toy->learner->step(training, games, &why), STATUS_OK);
    assert_true(toy->learner->progress(training).games == games);
    toy->learner->finish(training);
}

static void its_defaults_are_set(void **state) {
    (void)state;
    struct learnt *toy = make_toy();
    assert_true(toy->origin.params.alpha == 0.5);
    assert_int_equal(toy->origin.params.seed, 4);
    learnt_free(toy);
}

static void training_goes_on_from_a_file(void **state) {
    static const char path[] = "test_toy_learner.tmp";
    (void)state;
    struct learnt *whole = make_toy(), *part = make_toy(), *resumed;
    struct failure why;
    train(whole, 20);
    train(part, 8);
    assert_int_equal(learnt_save(part, path, false, &why), STATUS_OK);
    assert_int_equal(learnt_load(&resumed, path, &toy_learner, &why), STATUS_OK);
    assert_true(resumed->can_continue && resumed->origin.games == 8 && resumed->size == 5);
    train(resumed, 20);
    assert_true(((struct toy *)resumed)->length == ((struct toy *)whole)->length);
    assert_memory_equal(&resumed->origin.rng, &whole->origin.rng, sizeof whole->origin.rng);
    learnt_free(resumed);
    learnt_free(part);
    learnt_free(whole);
    remove(path);
}

/* A kind that is not in the table is not guessed, and not taken for another. */
static void other_kinds_refuse_its_file(void **state) {
    static const char path[] = "test_toy_learner_kind.tmp";
    (void)state;
    struct learnt *toy = make_toy(), *read;
    struct failure why;
    assert_int_equal(learnt_save(toy, path, false, &why), STATUS_OK);
    assert_int_equal(learnt_load(&read, path, NULL, &why), STATUS_INVALID);
    assert_string_equal(why.text, "test_toy_learner_kind.tmp: unknown kind of weights 'toy'");
    assert_int_equal(learnt_load(&read, path, &shapes_learner, &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "toy"));
    assert_null(read);
    learnt_free(toy);
    remove(path);
}

static void its_weights_are_described(void **state) {
    (void)state;
    struct learnt *toy = make_toy();
    struct buffer text = {0};
    ((struct toy *)toy)->length = 12.25F;
    toy->learner->describe(toy, &text);
    buffer_append(&text, "", 1);
    assert_string_equal((const char *)text.data, "moves: 12.2 a game\n");
    buffer_free(&text);
    learnt_free(toy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_defaults_are_set), cmocka_unit_test(training_goes_on_from_a_file),
        cmocka_unit_test(other_kinds_refuse_its_file), cmocka_unit_test(its_weights_are_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
