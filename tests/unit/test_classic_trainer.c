/* Training networks: what a small board teaches, the same seed, stopping and
 * going on, opponents, records. */
#include "classic_trainer.h"
#include "guzumi/classics/liberty_value.h"
#include "guzumi/classics/territory.h"

#include "learnt.h"
#include "trained.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t checksum(const struct trained_classic *n) {
    uint64_t sum = n->learnt.origin.rng.state[0];
    for (int i = 0; i < n->network->weight_count; i++) {
        uint32_t bits;
        memcpy(&bits, &n->network->weights[i], sizeof bits);
        sum = (sum ^ bits) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static double score_of(const struct trained_classic *n, const struct board *b, enum color to_move) {
    struct territory t;
    struct failure why;
    assert_int_equal(territory_init(&t, n->network, n->learnt.size, &why), STATUS_OK);
    territory_set(&t, b, to_move);
    const double score = territory_score(&t);
    territory_free(&t);
    return score;
}

/* On 3x3 Black wins the whole board by beginning in the middle. */
static void small_boards_are_learnt(void **state) {
    (void)state;
    struct trained_classic *n =
        make(CLASSIC_TERRITORY, 3,
             "alpha=0.03 annealing_games=1500 temperature=3 final_temperature=0.3");
    struct board b;
    train(n, 3000);
    board_init(&b, 3);
    const int middle = point_at(3, 1, 1);
    board_play(&b, middle, BLACK);
    const double after_middle = score_of(n, &b, WHITE);
    printf("after the middle %.2f\n", after_middle);
    assert_true(after_middle > 8);
    /* And no other beginning is better. */
    for (int p = 0; p < point_limit(3); p++) {
        board_init(&b, 3);
        if (board_color(&b, p) != EMPTY || p == middle) continue;
        board_play(&b, p, BLACK);
        assert_true(score_of(n, &b, WHITE) < after_middle);
    }
    trained_classic_release(n);
}

static const struct {
    enum classic_kind kind;
    int size;
    const char *settings;
} curves[] = {
    {CLASSIC_TERRITORY, 5, "alpha=0.01"},
    {CLASSIC_TERRITORY, 4, "alpha=0.01 symmetric=on batch=3"},
    {CLASSIC_TERRITORY, 5,
     "grow_games=5 batch=2 opponent=novice opponent_random=0.5 opponent_step=0.1"},
    {CLASSIC_TERRITORY, 5, "undifferentiated=on hidden_units=10 opponent=random"},
    {CLASSIC_LIBERTIES, 5, "td=mu opponent=novice lambda=0.5"},
    {CLASSIC_LIBERTIES, 4, "td=leaf update=rprop batch=5 lambda=0.5 opponent=novice"},
    {CLASSIC_LIBERTIES, 4, "td=directed residual=0.5"},
    {CLASSIC_LIBERTIES, 5, "td=one-ply opponent=random"},
};

/* The same from a file. */
static struct trained_classic *read_again(struct trained_classic *n) {
    const char *const name = "test_classic_trainer.weights";
    struct trained_classic *out;
    struct failure why;
    assert_int_equal(trained_classic_save(n, name, false, &why), STATUS_OK);
    assert_int_equal(trained_classic_load(&out, name, &why), STATUS_OK);
    trained_classic_release(n);
    remove(name);
    return out;
}

/* Twenty games, at once and by way of a file in the middle of them, and of a batch. */
static void training_repeats_and_goes_on(void **state) {
    (void)state;
    for (int i = 0; i < COUNT_OF(curves); i++) {
        struct trained_classic *a = make(curves[i].kind, curves[i].size, curves[i].settings);
        struct trained_classic *b = make(curves[i].kind, curves[i].size, curves[i].settings);
        const uint64_t before = checksum(a);
        train(a, 20);
        train(b, 8);
        b = read_again(b);
        train(b, 20);
        assert_true(checksum(a) == checksum(b) && checksum(a) != before);
        assert_true(a->random_share == b->random_share);
        trained_classic_release(a);
        trained_classic_release(b);
    }
}

static void the_seed_matters(void **state) {
    (void)state;
    struct trained_classic *a = make(CLASSIC_LIBERTIES, 4, "seed=1");
    struct trained_classic *b = make(CLASSIC_LIBERTIES, 4, "seed=2");
    train(a, 5);
    train(b, 5);
    assert_true(checksum(a) != checksum(b));
    trained_classic_release(a);
    trained_classic_release(b);
}

/* What NETWORK says of a position with a few stones. */
static void look(const struct trained_classic *n, double fates[BOARD_MAX_POINTS]) {
    struct territory t;
    struct failure why;
    struct board board;
    board_init(&board, n->learnt.size);
    for (int i = 0; i < n->learnt.size; i++)
        assert_true(board_place(&board, point_at(n->learnt.size, i, i / 2), i % 2 ? WHITE : BLACK));
    assert_int_equal(territory_init(&t, n->network, n->learnt.size, &why), STATUS_OK);
    territory_set(&t, &board, WHITE);
    territory_ownership(&t, fates);
    territory_free(&t);
}

/* Hidden channels come one at a time and change nothing at first: the weights of the game after
 * which one came are those of a network without it. */
static void networks_grow(void **state) {
    (void)state;
    struct trained_classic *n = make(CLASSIC_TERRITORY, 4, "grow_games=10 hidden_channels=2");
    struct trained_classic *plain = make(CLASSIC_TERRITORY, 4, "grow_games=1000 hidden_channels=2");
    double grown[BOARD_MAX_POINTS], small[BOARD_MAX_POINTS];
    train(plain, 10);
    assert_int_equal(n->network->shape.layer_count, 2);
    train(n, 9);
    assert_int_equal(n->network->shape.layer_count, 2);
    train(n, 10);
    assert_int_equal(n->network->shape.layer_count, 3);
    assert_string_equal(n->network->shape.layers[1].name, "h0");
    look(n, grown);
    look(plain, small);
    for (int i = 0; i < 16; i++) {
        const int point = point_at(4, i % 4, i / 4);
        assert_true(grown[point] == small[point] && small[point] != 0);
    }
    trained_classic_release(plain);
    train(n, 40);
    assert_int_equal(n->network->shape.layer_count, 4);
    trained_classic_release(n);
}

/* The share of random moves goes down with the wins, and up with the losses. */
static void opponents_adapt(void **state) {
    (void)state;
    struct trained_classic *n =
        make(CLASSIC_TERRITORY, 4, "opponent=random opponent_random=0.5 opponent_step=0.01");
    const struct classic_trainer_statistics s = train(n, 30);
    const double expected = 0.5 - 0.01 * ((double)s.wins - (double)(s.games - s.wins));
    assert_true(fabs(n->random_share - expected) < 1e-9);
    trained_classic_release(n);
}

/* But not while it does not play. */
static void opponents_wait_for_priming(void **state) {
    (void)state;
    struct trained_classic *n =
        make(CLASSIC_TERRITORY, 4,
             "opponent=random opponent_random=0.5 opponent_step=0.01 priming_games=9");
    train(n, 9);
    assert_true(n->random_share == 0.5);
    train(n, 10);
    assert_true(n->random_share != 0.5);
    trained_classic_release(n);
}

/* A network that has a teacher beats it more often than one that has not learnt
 * yet. */
static void ekkers_network_learns_to_win(void **state) {
    (void)state;
    struct trained_classic *n = make(
        CLASSIC_LIBERTIES, 5, "td=mu lambda=0.5 alpha=0.03 epsilon=0 opponent=novice train_komi=0");
    struct trained_classic *fresh = make(
        CLASSIC_LIBERTIES, 5, "td=mu lambda=0.5 alpha=0 epsilon=0 opponent=novice train_komi=0");
    train(n, 300);
    const struct classic_trainer_statistics after = train(n, 500);
    const struct classic_trainer_statistics before = train(fresh, 200);
    printf("wins %d after, %d before\n", (int)after.wins, (int)before.wins);
    assert_true(after.wins > before.wins + 60);
    trained_classic_release(n);
    trained_classic_release(fresh);
}

static void records_of_whole_games(void **state) {
    (void)state;
    struct game game;
    struct failure why;
    assert_int_equal(game_init(&game, 4, &why), STATUS_OK);
    assert_false(recorded_game_is_whole(&game));
    assert_int_equal(game_play(&game, PASS, BLACK, &why), STATUS_OK);
    assert_int_equal(game_play(&game, PASS, WHITE, &why), STATUS_OK);
    assert_true(recorded_game_is_whole(&game));
    game_clear(&game, 4);
    for (int i = 0; i < 10; i++) {
        assert_false(recorded_game_is_whole(&game));
        const int p = point_at(4, i % 4, i / 4);
        assert_int_equal(game_play(&game, p, i % 2 ? WHITE : BLACK, &why), STATUS_OK);
    }
    assert_true(recorded_game_is_whole(&game));
    game_free(&game);
}

/* Recorded games in which Black owns everything teach that. */
static void records_teach(void **state) {
    (void)state;
    struct recorded_games records = {.count = 1};
    struct trained_classic *n = make(CLASSIC_TERRITORY, 3, "opponent=records alpha=0.05");
    struct classic_trainer *trainer;
    struct failure why;
    struct board empty;
    const int moves[] = {point_at(3, 1, 1), PASS, PASS};
    records.games = calloc(1, sizeof *records.games);
    assert_non_null(records.games);
    assert_int_equal(game_init(&records.games[0], 3, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(moves); i++)
        assert_int_equal(game_play(&records.games[0], moves[i], i % 2 ? WHITE : BLACK, &why),
                         STATUS_OK);
    assert_int_equal(classic_trainer_new(&trainer, n, NULL, &records, &why), STATUS_OK);
    for (int i = 0; i < 500; i++) assert_int_equal(classic_trainer_play(trainer, &why), STATUS_OK);
    board_init(&empty, 3);
    board_play(&empty, moves[0], BLACK);
    assert_true(score_of(n, &empty, WHITE) > 7);
    classic_trainer_free(trainer);
    trained_classic_release(n);
    recorded_games_free(&records);
}

/* Plays GAMES of RECORD; returns the moves of the last one. */
static uint64_t train_on(struct trained_classic *n, struct game *record, int games) {
    struct recorded_games records = {.games = record, .count = 1};
    struct classic_trainer *trainer;
    struct failure why;
    assert_int_equal(classic_trainer_new(&trainer, n, NULL, &records, &why), STATUS_OK);
    for (int i = 0; i < games; i++) {
        classic_trainer_take_statistics(trainer);
        assert_int_equal(classic_trainer_play(trainer, &why), STATUS_OK);
    }
    const uint64_t moves = classic_trainer_take_statistics(trainer).moves;
    classic_trainer_free(trainer);
    return moves;
}

/* Where people pass with dead stones on the board the novice takes these first. */
static void dead_stones_of_records(void **state) {
    (void)state;
    static const char *const moves[] = {"C3", "A5", "C2", "E1",   "C4",  "pass",
                                        "C1", "B1", "C5", "pass", "pass"};
    struct trained_classic *n = make(CLASSIC_TERRITORY, 5, "opponent=records alpha=0.05");
    struct game record;
    struct failure why;
    struct territory t;
    double fates[BOARD_MAX_POINTS];
    assert_int_equal(game_init(&record, 5, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(moves); i++) {
        int point;
        assert_true(point_parse(5, moves[i], &point));
        assert_int_equal(game_play(&record, point, i % 2 ? WHITE : BLACK, &why), STATUS_OK);
    }
    assert_true(train_on(n, &record, 500) > record.count);
    assert_int_equal(territory_init(&t, n->network, n->learnt.size, &why), STATUS_OK);
    territory_set(&t, &record.board, WHITE);
    territory_ownership(&t, fates);
    assert_true(fates[point_at(5, 0, 4)] > 0.5 && fates[point_at(5, 4, 0)] > 0.5);
    territory_free(&t);
    game_free(&record);
    trained_classic_release(n);
}

/* One side's two moves in a row: the state between them is one in which it is to move. */
static void turns_of_records(void **state) {
    (void)state;
    static const enum color colors[] = {BLACK, BLACK, WHITE, WHITE, BLACK, WHITE};
    static const float to_move[] = {1, -1, -1, 1, -1};
    struct trained_classic *n = make(CLASSIC_TERRITORY, 5, "opponent=records");
    struct recorded_games records = {.count = 1};
    struct classic_trainer *trainer;
    struct game record;
    struct failure why;
    assert_int_equal(game_init(&record, 5, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(colors); i++)
        assert_int_equal(game_play(&record, point_at(5, i % 5, i / 5), colors[i], &why), STATUS_OK);
    records.games = &record;
    assert_int_equal(classic_trainer_new(&trainer, n, NULL, &records, &why), STATUS_OK);
    assert_int_equal(classic_trainer_play(trainer, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(to_move); i++) assert_true(trainer->bias_inputs[i] == to_move[i]);
    classic_trainer_free(trainer);
    game_free(&record);
    trained_classic_release(n);
}

/* Weights change at the end of a batch of games, and not before. */
static void batches_are_learnt_as_one(void **state) {
    (void)state;
    struct trained_classic *n = make(CLASSIC_LIBERTIES, 4, "td=mu opponent=novice batch=3");
    const size_t size = (size_t)n->network->weight_count * sizeof *n->network->weights;
    float *before = malloc(size);
    assert_non_null(before);
    memcpy(before, n->network->weights, size);
    train(n, 1);
    train(n, 2);
    assert_memory_equal(n->network->weights, before, size);
    train(n, 3);
    assert_memory_not_equal(n->network->weights, before, size);
    free(before);
    trained_classic_release(n);
}

/* A draw is nobody's win. */
static void results_of_games(void **state) {
    (void)state;
    struct trained_classic n = {.learnt.origin.params.train_komi = 3};
    struct classic_trainer t = {.trained = &n};
    assert_int_equal(classic_trainer_result(&t, 4, WHITE), 1); /* Black's, without an opponent */
    assert_int_equal(classic_trainer_result(&t, 2, WHITE), -1);
    t.opponent = (struct opponent *)&n; /* never called */
    for (int own = BLACK; own <= WHITE; own++) {
        const int sign = color_sign((enum color)own);
        assert_int_equal(classic_trainer_result(&t, 4, (enum color)own), sign);
        assert_int_equal(classic_trainer_result(&t, 3, (enum color)own), 0);
        assert_int_equal(classic_trainer_result(&t, 2, (enum color)own), -sign);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_are_learnt),
        cmocka_unit_test(training_repeats_and_goes_on),
        cmocka_unit_test(the_seed_matters),
        cmocka_unit_test(networks_grow),
        cmocka_unit_test(opponents_adapt),
        cmocka_unit_test(opponents_wait_for_priming),
        cmocka_unit_test(ekkers_network_learns_to_win),
        cmocka_unit_test(records_of_whole_games),
        cmocka_unit_test(records_teach),
        cmocka_unit_test(dead_stones_of_records),
        cmocka_unit_test(turns_of_records),
        cmocka_unit_test(batches_are_learnt_as_one),
        cmocka_unit_test(results_of_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
