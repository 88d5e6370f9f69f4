/* Training: a small curve that is the same to the bit everywhere (tests/golden), stopping and going
 * on through a file, checkpoints. */
#include "guzumi/shapes/trainer.h"

#include "class_weights.h"
#include "learnt.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    const char *name;
    int size;
    const char *params; /* as for --set */
};

/* The curves of tests/golden/training.txt, in its order. */
static const struct setting curves[] = {
    {"paper", 5, ""},
    {"lambda", 5, "lambda=0.4 plies=1 epsilon=0.3 alpha=0.5"},
    {"linear", 4, "value=linear sharing=ld normalise=occurrences shapes=12 train_komi=0"},
    {"unshared", 3, "sharing=none train_komi=8"},
    {"li", 6, "sharing=li normalise=occurrences lambda=1"},
    {"decay", 5, "alpha=1 alpha_decay=40"},
    {"coherence", 5, "step_sizes=temporal-coherence alpha=0.5"},
    {"mu", 5, "returns=mu lambda=0.5"},
    {"leaf", 5, "td_leaf=on lambda=0.5"},
    {"9x9", 9, ""},
};
enum { GAMES = 200, EVERY = 50 };

static struct memory *make_memory(const struct setting *setting) {
    char text[200];
    struct params params;
    struct memory *memory;
    struct failure why;
    params_default(&params);
    snprintf(text, sizeof text, "%s", setting->params);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        assert_int_equal(params_assign(&params, word, &why), STATUS_OK);
    assert_int_equal(memory_new(&memory, setting->size, &params, &why), STATUS_OK);
    return memory;
}

static struct trainer *make_trainer(struct memory *memory) {
    struct trainer *trainer;
    struct failure why;
    assert_int_equal(trainer_new(&trainer, memory, &why), STATUS_OK);
    return trainer;
}

static struct trainer_statistics train(struct memory *memory, int games) {
    struct trainer *trainer = make_trainer(memory);
    for (int i = 0; i < games; i++) trainer_play(trainer);
    const struct trainer_statistics out = trainer_take_statistics(trainer);
    trainer_free(trainer);
    return out;
}

/* The lines of one curve: name, games, Black's wins among the last of them, moves, checksum. */
static void print_curve(const struct setting *setting, char *out, size_t room) {
    struct memory *memory = make_memory(setting);
    struct trainer *trainer = make_trainer(memory);
    out[0] = 0;
    for (int game = 1; game <= GAMES; game++) {
        trainer_play(trainer);
        if (game % EVERY) continue;
        const struct trainer_statistics s = trainer_take_statistics(trainer);
        const size_t length = strlen(out);
        assert_true(s.games == EVERY);
        snprintf(out + length, room - length, "%s %d %llu %llu %016llx\n", setting->name, game,
                 (unsigned long long)s.black_wins, (unsigned long long)s.moves,
                 (unsigned long long)memory_checksum(memory));
    }
    trainer_free(trainer);
    memory_free(memory);
}

static void next_line(FILE *file, char *line, int room) {
    do {
        line[0] = 0;
        if (!fgets(line, room, file)) return;
    } while (line[0] == '#');
}

static void golden_curves(void **state) {
    (void)state;
    FILE *file = fopen(GUZUMI_TESTS_DIR "/golden/training.txt", "r");
    int wrong = 0;
    assert_non_null(file);
    for (int i = 0; i < COUNT_OF(curves); i++) {
        char text[1000], line[200];
        print_curve(&curves[i], text, sizeof text);
        for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
            const size_t length = (size_t)(strchr(at, '\n') - at) + 1;
            next_line(file, line, sizeof line);
            if (strlen(line) == length && strncmp(line, at, length) == 0) continue;
            print_error("expected: %sgot:      %.*s\n", line, (int)length - 1, at);
            wrong++;
        }
    }
    fclose(file);
    assert_int_equal(wrong, 0);
}

static void curves_repeat(void **state) {
    (void)state;
    char first[1000], second[1000];
    print_curve(&curves[0], first, sizeof first);
    print_curve(&curves[0], second, sizeof second);
    assert_string_equal(first, second);
}

static void the_seed_matters(void **state) {
    (void)state;
    const struct setting other = {"seed", 5, "seed=2"};
    struct memory *a = make_memory(&curves[0]), *b = make_memory(&other);
    train(a, 5);
    train(b, 5);
    assert_true(memory_checksum(a) != memory_checksum(b));
    memory_free(a);
    memory_free(b);
}

/* Stopped after any number of games, saved, loaded and gone on with: the same to the bit. */
static void resuming_through_a_file(void **state) {
    (void)state;
    const char *const path = "test_trainer.weights";
    struct failure why;
    for (int i = 0; i < COUNT_OF(curves) - 1; i++) {
        struct memory *whole = make_memory(&curves[i]), *part = make_memory(&curves[i]);
        train(whole, 60);
        for (int stop = 0; stop < 60; stop += 15) {
            assert_int_equal(memory_save(part, path, false, &why), STATUS_OK);
            memory_free(part);
            assert_int_equal(memory_load(&part, path, &why), STATUS_OK);
            assert_true(part->learnt.origin.games == (uint64_t)stop);
            train(part, 15);
        }
        assert_true(memory_checksum(part) == memory_checksum(whole));
        assert_true(part->learnt.origin.games == 60 && whole->learnt.origin.games == 60);
        memory_free(part);
        memory_free(whole);
    }
    remove(path);
}

static void statistics_add_up(void **state) {
    (void)state;
    struct memory *memory = make_memory(&curves[0]);
    struct trainer *trainer = make_trainer(memory);
    struct trainer_statistics s = trainer_take_statistics(trainer);
    assert_true(s.games == 0 && s.moves == 0 && s.black_wins == 0);
    for (int i = 0; i < 20; i++) trainer_play(trainer);
    s = trainer_take_statistics(trainer);
    assert_true(s.games == 20 && s.black_wins <= 20);
    assert_true(s.moves > 20 * 10 && s.moves <= 20 * 75);
    s = trainer_take_statistics(trainer);
    assert_true(s.games == 0 && s.moves == 0 && s.black_wins == 0);
    trainer_free(trainer);
    memory_free(memory);
}

/* With a komi that nobody can overcome one side wins every game. */
static void komi_decides(void **state) {
    (void)state;
    const struct setting lost = {"lost", 4, "train_komi=17"}, won = {"won", 4, "train_komi=-17"};
    const struct setting drawn = {"drawn", 2, "train_komi=1000"};
    struct memory *a = make_memory(&lost), *b = make_memory(&won), *c = make_memory(&drawn);
    assert_true(train(a, 30).black_wins == 0);
    assert_true(train(b, 30).black_wins == 30);
    assert_true(train(c, 30).black_wins == 0);
    memory_free(a);
    memory_free(b);
    memory_free(c);
}

/* Without komi Black, who moves first, soon wins most games on 5x5: it learns something. */
static void black_learns_to_win(void **state) {
    (void)state;
    const struct setting setting = {"first", 5, "train_komi=0.5 alpha=0.5"};
    struct memory *memory = make_memory(&setting);
    const uint64_t early = train(memory, 200).black_wins;
    train(memory, 3000);
    const uint64_t late = train(memory, 200).black_wins;
    print_message("Black wins %d of 200 at first, %d later\n", (int)early, (int)late);
    assert_true(late > early + 20);
    memory_free(memory);
}

/* A run on one thread is the same games, however it is cut up. */
static void runs_on_one_thread(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct memory *a = make_memory(&curves[5 * i]), *b = make_memory(&curves[5 * i]);
        struct trainer *trainer = make_trainer(b);
        atomic_bool stop;
        train(a, 60);
        atomic_init(&stop, true);
        trainer_run(trainer, 60, &stop);
        assert_true(b->learnt.origin.games == 0);
        atomic_store(&stop, false);
        trainer_run(trainer, 25, &stop);
        trainer_run(trainer, 20, &stop);
        assert_true(b->learnt.origin.games == 25);
        trainer_run(trainer, 60, &stop);
        assert_true(b->learnt.origin.games == 60 && memory_checksum(a) == memory_checksum(b));
        assert_true(trainer_take_statistics(trainer).games == 60);
        trainer_free(trainer);
        memory_free(a);
        memory_free(b);
    }
}

/* Three threads play as many games as one, and learn as much from them. */
static void runs_on_three_threads(void **state) {
    (void)state;
    const struct setting setting = {"first", 5, "train_komi=0.5 alpha=0.5"};
    struct memory *memory = make_memory(&setting);
    struct trainer *trainer = make_trainer(memory);
    struct failure why;
    atomic_bool stop;
    atomic_init(&stop, false);
    assert_false(memory->concurrent);
    assert_int_equal(trainer_threads(trainer, 3, &why), STATUS_OK);
    assert_true(memory->concurrent);
    trainer_run(trainer, 200, &stop);
    const struct trainer_statistics early = trainer_take_statistics(trainer);
    trainer_run(trainer, 2400, &stop);
    const struct trainer_statistics middle = trainer_take_statistics(trainer);
    trainer_run(trainer, 3400, &stop);
    const struct trainer_statistics late = trainer_take_statistics(trainer);
    print_message("three threads: Black wins %d of 1000\n", (int)late.black_wins);
    assert_true(early.games == 200 && middle.games == 2200 && late.games == 1000);
    assert_true(middle.moves > 2200 * 10);
    assert_true(memory->learnt.origin.games == 3400);
    assert_true(late.black_wins >
                600); /* 700 to 800, from run to run; the first games: about half */
    /* A class has one weight, with its signs. */
    const struct weight_set *const sets[] = {&memory->main, &memory->li};
    for (int i = 0; i < 2; i++)
        for (int entry = 0; entry < sets[i]->classes->entry_count; entry++)
            assert_true(sets[i]->table[entry] == shape_weight(sets[i], entry));
    trainer_free(trainer);
    memory_free(memory);
}

static void checkpoints(void **state) {
    (void)state;
    const uint64_t due[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    for (int i = 0; i + 1 < COUNT_OF(due); i++)
        for (uint64_t games = due[i]; games < due[i + 1]; games++)
            assert_true(training_next_checkpoint(games) == due[i + 1]);
    assert_true(training_next_checkpoint(0) == 1);
    assert_true(training_next_checkpoint(1000000) == 2000000);
    /* However many games: always a later one, or none any more. */
    for (uint64_t games = 1; games < UINT64_MAX / 3; games *= 3)
        assert_true(training_next_checkpoint(games) > games);
    assert_true(training_next_checkpoint(UINT64_MAX) == UINT64_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_curves),       cmocka_unit_test(curves_repeat),
        cmocka_unit_test(the_seed_matters),    cmocka_unit_test(resuming_through_a_file),
        cmocka_unit_test(statistics_add_up),   cmocka_unit_test(komi_decides),
        cmocka_unit_test(black_learns_to_win), cmocka_unit_test(checkpoints),
        cmocka_unit_test(runs_on_one_thread),  cmocka_unit_test(runs_on_three_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
