/* What is written is read back as the same game: games that were played, and games that came from
 * records of any kind. */
#include "guzumi/base/rng.h"

#include "random_moves.h"
#include "records.h"
#include "same_game.h"

enum { GAMES = 10000, RECORDS = 10000 };

/* The record of GAME, written and read, makes the same game and the same record. */
static void expect_round_trip(const struct game *game) {
    struct sgf *sgf;
    struct game again;
    struct failure why;
    assert_good(sgf_from_game(&sgf, game, &why), &why);
    char *text = printed(sgf);
    sgf_free(sgf);
    sgf = parse(text);
    load_game(sgf, SGF_ALL_MOVES, &again);
    if (!same_game(game, &again)) print_error("%s\n%s\n", text, sgf_notes(sgf));
    assert_true(same_game(game, &again));
    sgf_free(sgf);
    assert_good(sgf_from_game(&sgf, &again, &why), &why);
    char *twice = printed(sgf);
    assert_string_equal(text, twice);
    free(twice);
    free(text);
    sgf_free(sgf);
    game_free(&again);
}

/* --- games --- */

/* Empty, with a handicap, or a position that other moves led to. */
static void begin_game(struct game *game, struct rng *rng) {
    struct failure why;
    const int size = BOARD_MIN_SIZE + (int)rng_below(rng, BOARD_MAX_SIZE - BOARD_MIN_SIZE + 1);
    assert_int_equal(game_init(game, size, &why), STATUS_OK);
    assert_int_equal(game_set_komi(game, (double)rng_below(rng, 1445) / 2 - 361, &why), STATUS_OK);
    if (rng_bernoulli(rng, 0.3) && game_max_fixed_handicap(size)) {
        assert_int_equal(game_fixed_handicap(game, 2 + (int)rng_below(rng, 3), &why), STATUS_OK);
    } else if (rng_bernoulli(rng, 0.3)) {
        struct board position;
        random_position(&position, size, (int)rng_below(rng, 30), rng);
        game_set_up(game, &position, rng_bernoulli(rng, 0.5) ? BLACK : WHITE);
    }
}

/* A move of COLOR; sometimes one that only other rules allow. */
static void play_somewhere(struct game *game, enum color color, struct rng *rng) {
    struct failure why;
    const int size = game->board.size;
    const int any =
        point_at(size, (int)rng_below(rng, (uint32_t)size), (int)rng_below(rng, (uint32_t)size));
    const int point = rng_bernoulli(rng, 0.05) ? any : random_move(&game->board, color, rng);
    game_play_allowing(game, point, color, ALLOW_ALL, &why);
}

/* What else may happen in a game. */
static void interrupt(struct game *game, struct rng *rng) {
    struct board position;
    switch (rng_below(rng, 3)) {
    case 0:
        game_undo(game, rng_below(rng, (uint32_t)game->count + 1));
        break;
    case 1:
        random_position(&position, game->board.size, 10, rng);
        game_edit(game, &position, rng_bernoulli(rng, 0.5) ? BLACK : WHITE);
        break;
    default:
        board_copy(&position, &game->board);
        game_edit(game, &position, game->to_move);
    }
}

static void random_game(struct game *game, struct rng *rng) {
    begin_game(game, rng);
    const double turns = rng_bernoulli(rng, 0.5) ? 0.95 : 0.5;
    for (uint32_t i = rng_below(rng, 30); i > 0; i--) {
        if (rng_bernoulli(rng, 0.03)) interrupt(game, rng);
        play_somewhere(game, rng_bernoulli(rng, turns) ? game->to_move : color_other(game->to_move),
                       rng);
    }
}

static void games_come_back(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 54, 3);
    for (int round = 0; round < GAMES / TEST_SHARE; round++) {
        struct game game;
        random_game(&game, &rng);
        expect_round_trip(&game);
        game_free(&game);
    }
}

/* --- records --- */

static void add_point(struct buffer *out, int size, struct rng *rng) {
    const uint32_t limit = (uint32_t)size + rng_bernoulli(rng, 0.1);
    const int column = 'a' + (int)rng_below(rng, limit), row = 'a' + (int)rng_below(rng, limit);
    buffer_print(out, "[%c%c]", column, row);
}

/* A property of a root or of any other node, mostly a sensible one. */
static void add_property(struct buffer *out, int size, bool root, struct rng *rng) {
    static const char *const facts[] = {
        "KM[6.5]", "KM[375]",      "HA[0]",  "HA[2]",        "HA[3]",      "HA[x]",   "PL[W]",
        "PL[B]",   "AP[Guzumi:0]", "RU[NZ]", "GZHA[2 told]", "GZPR[2 11]", "C[a\\]b]"};
    static const char *const stones[] = {"AB", "AW", "AE"};
    if (rng_bernoulli(rng, root ? 0.6 : 0.1)) {
        buffer_print(out, "%s", facts[rng_below(rng, COUNT_OF(facts))]);
        return;
    }
    buffer_print(out, "%s", stones[rng_below(rng, rng_bernoulli(rng, 0.7) ? 1 : 3)]);
    for (uint32_t i = 1 + rng_below(rng, 4); i > 0; i--) add_point(out, size, rng);
}

static void add_move(struct buffer *out, int size, enum color color, struct rng *rng) {
    buffer_print(out, color == BLACK ? "B" : "W");
    if (rng_bernoulli(rng, 0.1))
        buffer_print(out, "[]");
    else
        add_point(out, size, rng);
}

static void random_record(struct buffer *out, struct rng *rng) {
    const int size = 2 + (int)rng_below(rng, rng_bernoulli(rng, 0.8) ? 6 : 18);
    const double turns = rng_bernoulli(rng, 0.5) ? 1 : 0.6;
    enum color color = rng_bernoulli(rng, 0.5) ? BLACK : WHITE;
    buffer_print(out, "(;SZ[%d]", size);
    for (uint32_t i = rng_below(rng, 5); i > 0; i--) add_property(out, size, true, rng);
    for (uint32_t i = rng_below(rng, 20); i > 0; i--) {
        buffer_print(out, ";");
        if (rng_bernoulli(rng, 0.03)) add_property(out, size, false, rng);
        if (rng_bernoulli(rng, 0.95)) add_move(out, size, color, rng);
        if (rng_bernoulli(rng, turns)) color = color_other(color);
    }
    buffer_print(out, ")%c", 0);
}

static void records_come_back(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 51, 2);
    for (int round = 0; round < RECORDS / TEST_SHARE; round++) {
        struct buffer text = {0};
        struct game game;
        random_record(&text, &rng);
        assert_false(text.failed);
        struct sgf *sgf = parse((const char *)text.data);
        load_game(sgf, rng_bernoulli(&rng, 0.5) ? SGF_ALL_MOVES : rng_below(&rng, 8), &game);
        expect_round_trip(&game);
        game_undo(&game, rng_below(&rng, (uint32_t)game.count + 1));
        expect_round_trip(&game);
        game_free(&game);
        sgf_free(sgf);
        buffer_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_come_back),
                                       cmocka_unit_test(records_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
