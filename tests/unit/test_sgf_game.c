/* Games from records and back: moves, set-up, handicap, komi, whose turn it is. */
#include "guzumi/base/rng.h"

#include "random_moves.h"
#include "records.h"

static int vertex(const struct game *game, const char *name) {
    int point = NO_POINT;
    assert_true(point_parse(game->board.size, name, &point));
    return point;
}

static enum color color_at(const struct game *game, const char *name) {
    return board_color(&game->board, vertex(game, name));
}

static void a_plain_game(void **state) {
    (void)state;
    struct sgf *sgf = parse("From: somebody (me)\n\n"
                            "(;FF[4]GM[1]SZ[9]KM[6.5]PB[A]PW[\xe9\xbb\x92 (x)]\n"
                            " ;B[dc];W[];B[aa]C[the last]) (;SZ[19];B[qq])");
    struct game game;
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(sgf_size(sgf), 9);
    assert_int_equal(game.board.size, 9);
    assert_int_equal(game.half_komi, 13);
    assert_int_equal(game.count, 3);
    assert_int_equal(game.moves[0].point, vertex(&game, "D7"));
    assert_int_equal(game.moves[1].point, PASS);
    assert_int_equal(game.moves[2].point, vertex(&game, "A9"));
    assert_int_equal(game.to_move, WHITE);
    assert_text(sgf, SGF_ROOT, "PW", "\xe9\xbb\x92 (x)");
    game_free(&game);
    sgf_free(sgf);
}

static void stopping_before_a_move(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[5];B[aa];C[no move];W[bb];B[cc])");
    for (size_t stop = 0; stop < 6; stop++) {
        struct game game;
        load_game(sgf, stop, &game);
        assert_int_equal(game.count, stop == 0 ? 0 : stop > 3 ? 3 : stop - 1);
        game_free(&game);
    }
    sgf_free(sgf);
}

/* [tt] is a pass on boards up to 19; every pass is written as []. */
static void passes(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;B[tt];W[];B[ tt ];W[ss])");
    struct game game;
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(game.board.size, 19);
    assert_int_equal(game.half_komi, 15); /* the record has none */
    for (int i = 0; i < 3; i++) assert_int_equal(game.moves[i].point, PASS);
    assert_int_equal(game.moves[3].point, vertex(&game, "T1"));
    sgf_free(sgf);
    struct failure why;
    assert_int_equal(sgf_from_game(&sgf, &game, &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, 1, "B", 0), "");
    sgf_free(sgf);
    game_free(&game);
}

static void set_up_stones(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9:9]AddBlack[aa:ca][dd]AW[ii][hh:ii]AE[ba]PL[W];W[ee]"
                            ";AE[ee]AB[ff]PL[b];B[gg])");
    struct game game;
    load_game(sgf, 1, &game);
    assert_int_equal(color_at(&game, "A9"), BLACK);
    assert_int_equal(color_at(&game, "B9"), EMPTY);
    assert_int_equal(color_at(&game, "C9"), BLACK);
    assert_int_equal(color_at(&game, "D6"), BLACK);
    assert_int_equal(color_at(&game, "H1"), WHITE);
    assert_int_equal(color_at(&game, "J2"), WHITE);
    assert_int_equal(game.to_move, WHITE);
    assert_int_equal(game.handicap, 0);
    game_free(&game);
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(color_at(&game, "E5"), EMPTY);
    assert_int_equal(color_at(&game, "F4"), BLACK);
    assert_int_equal(game.count, 1); /* the stones in the middle began anew */
    assert_int_equal(game.moves[0].color, BLACK);
    game_free(&game);
    sgf_free(sgf);
}

static void who_moves_first(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum color first;
        int handicap;
    } cases[] = {
        {"(;SZ[9])", BLACK, 0},
        {"(;SZ[9]HA[2]AB[cc][gg])", WHITE, 2},
        {"(;SZ[9]HA[2]AB[cc][gg];B[ee])", BLACK, 2},
        {"(;SZ[9]HA[2]AB[cc][gg]PL[B])", BLACK, 2},
        {"(;SZ[9]HA[3]AB[cc][gg])", BLACK, 0},
        {"(;SZ[9]HA[2]AB[cc][gg]AW[ee];W[aa])", WHITE, 2},
        {"(;SZ[9]HA[2]AB[cc][gg][aa]AW[ee])", BLACK, 2},
        {"(;SZ[9]HA[0]AB[cc][gg];W[aa])", WHITE, NO_HANDICAP},
        {"(;SZ[9]HA[0])", BLACK, 0},
        {"(;SZ[9]AB[cc]PL[W])", WHITE, 0},
        {"(;SZ[9]PL[W])", WHITE, 0},
        {"(;SZ[9]PL[2])", WHITE, 0},
        {"(;SZ[9]HA[2]AB[cc][gg]PL[1])", BLACK, 2},
        {"(;SZ[9];W[ee];B[cc])", WHITE, 0},
        {"(;SZ[9];C[a];C[b];W[ee];B[cc])", WHITE, 0},
        {"(;SZ[9]AB[cc][gg];C[a];W[ee])", WHITE, 0},
        {"(;SZ[9]AB[cc][gg];PL[B];C[a];W[ee])", WHITE, 0}, /* the move counts */
        {"(;SZ[9]AB[cc][gg];AE[cc];PL[B])", BLACK, 0},
        {"(;SZ[9]HA[2];B[cc];W[];B[gg])", BLACK, 2},
        {"(;SZ[9]HA[2]AW[ee])", BLACK, 0},
        {"(;SZ[9]HA[5];W[ee];B[cc])", WHITE, 0}, /* no stone of it is there */
        {"(;SZ[9]HA[3];B[cc];W[ee];B[gg])", BLACK, 0},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game;
        load_game(sgf, 1, &game);
        assert_int_equal(game.to_move, cases[i].first);
        assert_int_equal(game.first, cases[i].first);
        assert_int_equal(game.handicap, cases[i].handicap);
        game_free(&game);
        sgf_free(sgf);
    }
}

/* Before a move it is the turn of who makes it. */
static void records_tell_whose_turn_it_is(void **state) {
    (void)state;
    static const enum color turns[] = {BLACK, BLACK, WHITE, WHITE, BLACK};
    struct sgf *sgf = parse("(;SZ[9];B[cc];B[gg];W[ee];W[ed])");
    for (int i = 0; i < COUNT_OF(turns); i++) {
        struct game game;
        load_game(sgf, (size_t)i + 1, &game);
        assert_int_equal(game.count, i);
        assert_int_equal(game.to_move, turns[i]);
        game_free(&game);
    }
    sgf_free(sgf);
}

/* What is edited in the middle of a game is no handicap, and leaves it what it was. */
static void handicap_survives_editing(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int handicap;
    } cases[] = {
        {"(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ed];W[fd])", 2},
        {"(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ed];W[fd];AE[aa])", 2},
        {"(;SZ[9]HA[2]AB[cc][gg];W[ee];AB[ed][df]AE[ee];W[aa])", 2},
        {"(;SZ[9];B[cc];W[gg];AE[gg]AB[dd];W[aa])", 0},
        {"(;SZ[9]HA[2];AB[cc][gg];W[aa])", 2}, /* nothing is edited yet */
        {"(;SZ[9];AB[cc];AB[gg];W[aa])", 2},
        {"(;SZ[9]HA[2]AB[cc][gg];W[ee];W[aa])", 2}, /* Black's pass is left out */
        {"(;SZ[9]HA[2]AB[cc][gg];W[ee];AE[aa];W[aa];W[ba])", 2},
        {"(;SZ[9]HA[3]AB[cc][gg][cg];W[ee];AE[cc])", 0}, /* the stones no longer show it */
        {"(;SZ[9]HA[2];B[cc];W[];B[gg];W[ee])", 2},      /* as moves, with passes between */
        {"(;SZ[9]HA[2];B[cc];B[gg];W[ee];W[ed])", 2},    /* or one left out */
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text), *record;
        struct game game, again;
        struct failure why;
        load_game(sgf, SGF_ALL_MOVES, &game);
        assert_int_equal(game_handicap(&game), cases[i].handicap);
        assert_good(sgf_from_game(&record, &game, &why), &why);
        load_game(record, SGF_ALL_MOVES, &again);
        assert_int_equal(game_handicap(&again), cases[i].handicap);
        game_free(&again);
        game_free(&game);
        sgf_free(record);
        sgf_free(sgf);
    }
}

static enum status refuse_game(const char *text, struct failure *why) {
    struct sgf *sgf = parse(text);
    struct game game;
    assert_int_equal(game_init(&game, 9, why), STATUS_OK);
    const enum status status = sgf_to_game(sgf, SGF_ALL_MOVES, &game, why);
    game_free(&game);
    sgf_free(sgf);
    return status;
}

static void games_that_cannot_be_played(void **state) {
    (void)state;
    static const struct refused_record records[] = {
        {"(;SZ[9];B[jj])", 1, 10, "no point of a 9x9 board"},
        {"(;SZ[9];B[a])", 1, 10, "no point"},
        {"(;SZ[9];B[aaa])", 1, 10, "no point"},
        {"(;SZ[9];W[tta])", 1, 10, "no point"},
        {"(;SZ[9]AB[aa:bb][cc:bb])", 1, 17, "AB[cc:bb]"},
        {"(;SZ[9]AB[a:b])", 1, 10, "no point or rectangle"},
        {"(;SZ[9]AB[aa:])", 1, 10, "no point or rectangle"},
        {"(;SZ[9]AB[aa:bbc])", 1, 10, "no point or rectangle"},
        {"(;SZ[9]AW[aa]AB[ab][ba])", 1, 2, "no liberty"},
        {"(;SZ[2]AB[aa:bb])", 1, 2, "no liberty"},
        {"(;SZ[9]KM[lots])", 1, 10, "KM[lots]"},
        {"(;SZ[9]KM[6.3])", 1, 10, "half"},
        {"(;SZ[9]KM[6,3])", 1, 10, "half"},
        {"(;SZ[9]KM[1,000,0])", 1, 10, "no number"},
        {"(;SZ[9]HA[x])", 1, 10, "HA[x]"},
        {"(;SZ[9]PL[X])", 1, 10, "PL[X]"},
        {"(;SZ[9]PL[3])", 1, 10, "PL[3]"},
        {"(;SZ[9]KM[362])", 1, 10, "between -361 and 361"},
    };
    expect_refusals(records, COUNT_OF(records), refuse_game);
}

static void empty_values_say_nothing(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;GM[]SZ[]KM[]HA[ ]PL[]AB[]SZ[9])");
    struct game game;
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(game.board.size, 19); /* the first value counts */
    assert_int_equal(game.half_komi, 15);
    assert_int_equal(game.to_move, BLACK);
    game_free(&game);
    sgf_free(sgf);
}

static void komi_as_it_is_found(void **state) {
    static const struct {
        const char *text;
        int half_komi;
    } cases[] = {{"(;SZ[9]KM[6,5])", 13},  {"(;SZ[9]KM[3.75])", 15},
                 {"(;SZ[9]KM[2.75])", 11}, {"(;SZ[9]KM[0.25])", 1},
                 {"(;SZ[9]KM[-0.5])", -1}, {"(;SZ[9]KM[375])", 15},
                 {"(;SZ[9]KM[100])", 2},   {"(;SZ[9]AP[Guzumi:1]KM[100])", 200},
                 {"(;SZ[9]KM[325])", 13},  {"(;SZ[9]KM[650])", 13},
                 {"(;SZ[9]KM[6.75])", 13}, {"(;SZ[9]KM[0])", 0},
                 {"(;SZ[9]KM[ 7 ])", 14}};
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game;
        load_game(sgf, SGF_ALL_MOVES, &game);
        assert_int_equal(game.half_komi, cases[i].half_komi);
        game_free(&game);
        sgf_free(sgf);
    }
}

/* Moves that came into nodes of their own are written so; what stood beside them stays where it
 * was. */
static void moves_get_nodes(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;B[ee]SZ[9]C[root];W[cc]B[dd]C[two](;W[ff])(;W[gg]))");
    char *text = printed(sgf);
    assert_string_equal(text, "(;SZ[9]C[root]\n;B[ee];W[cc]C[two];B[dd]\n(;W[ff])\n(;W[gg]))\n");
    free(text);
    sgf_free(sgf);
}

static void assert_same_game(const struct game *a, const struct game *b) {
    assert_int_equal(a->board.size, b->board.size);
    assert_int_equal(a->half_komi, b->half_komi);
    assert_int_equal(game_handicap(a), game_handicap(b));
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->moves[i].point, b->moves[i].point);
        assert_int_equal(a->moves[i].color, b->moves[i].color);
    }
    for (size_t i = 0; i <= a->count; i++) assert_true(a->hashes[i] == b->hashes[i]);
}

/* A random game on a random start: empty, handicap, or a position that other moves led to. */
static void random_game(struct game *game, struct rng *rng) {
    struct failure why;
    const int size = BOARD_MIN_SIZE + (int)rng_below(rng, BOARD_MAX_SIZE - BOARD_MIN_SIZE + 1);
    assert_int_equal(game_init(game, size, &why), STATUS_OK);
    assert_int_equal(game_set_komi(game, (double)rng_below(rng, 40) / 2 - 10, &why), STATUS_OK);
    if (rng_bernoulli(rng, 0.3) && game_max_fixed_handicap(size)) {
        assert_int_equal(game_fixed_handicap(game, 2 + (int)rng_below(rng, 3), &why), STATUS_OK);
    } else if (rng_bernoulli(rng, 0.3)) {
        struct board position;
        random_position(&position, size, 30, rng);
        game_set_up(game, &position, rng_bernoulli(rng, 0.5) ? BLACK : WHITE);
    }
    for (int i = 0; i < 60; i++) {
        const enum color color =
            rng_bernoulli(rng, 0.9) ? game->to_move : color_other(game->to_move);
        const int point = random_move(&game->board, color, rng);
        if (game_is_legal(game, point, color))
            assert_int_equal(game_play(game, point, color, &why), STATUS_OK);
    }
}

static void random_games_come_back(void **state) {
    (void)state;
    struct rng rng;
    struct failure why;
    rng_seed(&rng, 4, 2);
    for (int round = 0; round < 300; round++) {
        struct game game, again;
        struct sgf *sgf;
        random_game(&game, &rng);
        assert_int_equal(sgf_from_game(&sgf, &game, &why), STATUS_OK);
        char *text = printed(sgf);
        sgf_free(sgf);
        sgf = parse(text);
        load_game(sgf, SGF_ALL_MOVES, &again);
        assert_same_game(&game, &again);
        char *twice = printed(sgf);
        assert_string_equal(text, twice);
        free(text);
        free(twice);
        sgf_free(sgf);
        game_free(&game);
        game_free(&again);
    }
}

/* Readers need the number to count White's points for them. */
static void a_handicap_of_moves_is_named(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9];B[cc];B[gg];W[ee])"), *record;
    struct game game, again;
    struct failure why;
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(sgf_from_game(&record, &game, &why), STATUS_OK);
    assert_string_equal(sgf_value(record, SGF_ROOT, "HA", 0), "2");
    load_game(record, SGF_ALL_MOVES, &again);
    assert_same_game(&game, &again);
    game_free(&game);
    game_free(&again);
    sgf_free(record);
    sgf_free(sgf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_game),
        cmocka_unit_test(stopping_before_a_move),
        cmocka_unit_test(passes),
        cmocka_unit_test(set_up_stones),
        cmocka_unit_test(who_moves_first),
        cmocka_unit_test(records_tell_whose_turn_it_is),
        cmocka_unit_test(handicap_survives_editing),
        cmocka_unit_test(games_that_cannot_be_played),
        cmocka_unit_test(empty_values_say_nothing),
        cmocka_unit_test(komi_as_it_is_found),
        cmocka_unit_test(moves_get_nodes),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(a_handicap_of_moves_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
