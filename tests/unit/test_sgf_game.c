/* Games from records and back: moves, set-up, handicap, komi, whose turn it is. */
#include "guzumi/go/rules.h"

#include "records.h"
#include "same_game.h"

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
        {"(;SZ[9]HA[5];W[ee];B[cc])", WHITE, 0}, /* where White plays, one would stand */
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

/* A position that is set up during the game says whose turn it is. */
static void a_set_up_tells_whose_turn_it_is(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9];B[cc];W[ee];AB[gg]PL[W];W[dd])");
    struct game game;
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_true(game_undo(&game, 1));
    assert_int_equal(game.to_move, WHITE);
    game_free(&game);
    sgf_free(sgf);
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
        {"(;SZ[9];B[cc];B[gg];W[ee])", 2},
        {"(;SZ[9];B[cc];W[cc];B[gg];W[ee])", 0}, /* White's move can't be played */
        {"(;SZ[9];B[cc];W[kk];B[gg];W[ee])", 0},
        {"(;SZ[9]AB[cc][gg];W[cc];B[gc];W[ee])", 2},
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

static void expect_komi(const char *properties, int half_komi, const char *note) {
    char text[100];
    snprintf(text, sizeof text, "(;SZ[9]%s;B[ee])", properties);
    struct sgf *sgf = parse(text);
    struct game game;
    load_game(sgf, SGF_ALL_MOVES, &game);
    if (game.half_komi != half_komi) print_error("%s\n", properties);
    assert_int_equal(game.half_komi, half_komi);
    if (*note) expect_note(sgf, note);
    game_free(&game);
    sgf_free(sgf);
}

static void komi_as_it_is_found(void **state) {
    static const struct {
        const char *text;
        int half_komi;
        const char *note;
    } cases[] = {
        {"KM[6,5]", 13, "KM[6,5] read as 6.5 points"},
        {"KM[7,50]", 15, ""},
        {"KM[3.75]", 15, "KM[3.75] read as 7.5 points"},
        {"KM[2.75]", 11, ""},
        {"KM[0.25]", 1, ""},
        {"KM[-0.5]", -1, ""},
        {"KM[375]", 15, ""},
        {"KM[100]", 2, ""},
        {"AP[Guzumi:1]KM[100]", 200, ""},
        {"KM[325]", 13, ""},
        {"KM[650]", 13, ""},
        {"KM[50]", 100, ""},
        {"AP[foxwq]KM[50]HA[2]AB[cc][gg]", 1, "KM[50] read as 0.5 points"},
        {"KM[50]AP[GNU Go:3.8]AP[foxwq]", 1, ""},
        {"AP[foxwq]KM[0]", 0, ""},
        {"AP[foxwq]KM[6.5]", 13, ""},
        {"AP[foxwq]KM[375]", 15, ""},
        {"KM[6.75]", 13, ""},
        {"KM[6.3]", 13, "KM[6.3] read as 6.5 points"},
        {"KM[-6.3]", -13, ""},
        {"KM[0]", 0, ""},
        {"KM[ 7 ]", 14, ""},
        {"KM[5.5 points]", 11, "KM[5.5 points] read as 5.5 points"},
        {"KM[+6.5]", 13, ""},
        {"KM[5 1/2]", 11, ""},
        {"KM[5\xc2\xbd]", 11, ""},                                   /* 5½ */
        {"KM[6\xe7\x9b\xae\xe5\x8d\x8a]", 13, "read as 6.5 points"}, /* 6目半 */
        {"KM[6\xe7\x9b\xae]", 12, ""},                               /* 6目 */
        {"KM[\xe5\x85\xad\xe7\x9b\xae\xe5\x8d\x8a]", 13, ""},        /* 六目半 */
        {"KM[\xe5\x8d\x8a\xe7\x9b\xae]", 1, ""},                     /* 半目 */
        {"KM[\xef\xbc\x96\xef\xbc\x8e\xef\xbc\x95]", 13, ""},        /* full width */
        {"KM[3\xe5\x8f\x88"
         "3/4\xe5\xad\x90]",
         15, "read as 7.5 points"}, /* 3又3/4子 */
        {"KM[\xe4\xb8\x89\xe5\x8f\x88\xe5\x9b\x9b\xe5\x88\x86\xe4\xb9\x8b\xe4\xb8\x89\xe5\xad\x90]",
         15, ""},
        {"KM[2.5\xe5\xad\x90]", 10, ""},                           /* 2.5子 */
        {"KM[6\xec\xa7\x91\xeb\xb0\x98]", 13, ""},                 /* 6집반 */
        {"KM[\xec\x97\x86\xec\x9d\x8c]", 0, ""},                   /* 없음 */
        {"KM[\xe9\x80\x86\xe3\x82\xb3\xe3\x83\x9f-5.5]", -11, ""}, /* 逆コミ-5.5 */
        {"KM[\xe9\x80\x86"
         "5\xe7\x9b\xae\xe5\x8d\x8a]",
         -11, ""},                                    /* 逆5目半 */
        {"KM[6\xc4\xbf\xb0\xeb]", 13, "read as 6.5"}, /* 6目半 in GBK, which is not named */
        {"KM[\xe9\x80\x86\xe3\x82\xb3\xe3\x83\x9f"
         "5.5]",
         -11, ""}, /* 逆コミ5.5 */
        {"KM[none]", 0, ""},
        {"KM[lots]", 15, "KM[lots] is not a komi; ignored"},
        {"KM[1,000,0]", 15, "ignored"},
        {"KM[1/0]", 15, "ignored"},
        {"KM[362]", 15, "ignored"},
        {"KM[1e99]", 15, "ignored"},
        {"KM[1e400]", 15, "KM[1e400] is not a komi; ignored"},
        {"KM[-1e400]", 15, "ignored"},
        {"KM[1E+400 points]", 15, "ignored"},
        {"KM[1,5e400]", 15, "ignored"},
        {"KM[1.e400]", 15, "ignored"},
        {"KM[99999999999999999999999999999999999999999999]", 15, "ignored"},
        {"KM[65e-1 points]", 13, "read as 6.5"},
        {"HA[1e400]KM[1]", 2, "HA[1e400] is not a number of stones"},
        {"AP[Guzumi]GZHA[99999999999999999999 told]KM[1]", 2, ""},
    };
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++)
        expect_komi(cases[i].text, cases[i].half_komi, cases[i].note);
}

/* HA in words, or without its stones: the fixed ones, unless the moves show that it was others. */
static void handicaps_as_they_are_found(void **state) {
    static const struct {
        const char *text;
        int handicap;
        const char *note;
    } cases[] = {
        {"HA[\xe5\xaf\xb9\xe5\xad\x90];B[ee]", 0, "is not a number of stones; ignored"}, /* 对子 */
        {"HA[x]AB[cc][gg];W[ee]", 2, "HA[x] is not a number of stones"},
        {"HA[2 stones]AB[cc][gg];W[ee]", 2, ""},
        {"HA[two stones]AB[cc][gg];W[ee]", 2, ""},
        {"HA[\xe4\xba\x8c\xe5\xad\x90]AB[cc][gg];W[ee]", 2, ""},             /* 二子 */
        {"HA[\xe8\xae\xa9\xe4\xb8\xa4\xe5\xad\x90]AB[cc][gg];W[ee]", 2, ""}, /* 让两子 */
        {"HA[\xef\xbc\x92]AB[cc][gg];W[ee]", 2, ""},                         /* full width */
        {"HA[2];W[ee];B[ce]", 2, "HA[2] without stones; placed the fixed handicap"},
        {"HA[4];W[ee];B[ce]", 4, "placed the fixed handicap"},
        {"HA[4]PL[W]", 4, "placed the fixed handicap"},
        {"HA[5];W[ee];B[ce]", 0, "HA[5], but fewer handicap stones; ignored"},
        {"HA[4];W[ee];B[ce];W[gc]", 0, "fewer handicap stones"},
        {"HA[10];W[ee];B[ce]", 0, "fewer handicap stones"},
        {"HA[2];B[ee];W[ce]", 0, "fewer handicap stones"},
        {"HA[3]AB[cc][gg];W[ee]", 2, "fewer handicap stones"},
        {"HA[2];AB[cc][gg];W[ee]", 2, ""},
        {"HA[2.5];W[ee]", 0, "is not a number of stones"},
        {"HA[-2];W[ee]", 0, "is not a number of stones"},
        {"HA[9999999999];W[ee]", 0, "is not a number of stones"},
        {";HA[2]AB[cc][gg];W[ee]", 2, ""},
    };
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char text[100];
        snprintf(text, sizeof text, "(;SZ[9]%s)", cases[i].text);
        struct sgf *sgf = parse(text);
        struct game game;
        load_game(sgf, SGF_ALL_MOVES, &game);
        if (game_handicap(&game) != cases[i].handicap) print_error("%s\n", cases[i].text);
        assert_int_equal(game_handicap(&game), cases[i].handicap);
        if (*cases[i].note) expect_note(sgf, cases[i].note);
        game_free(&game);
        sgf_free(sgf);
    }
}

/* A handicap stone that was captured does not stand in the way of a move. */
static void placed_stones_can_be_captured(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9]HA[2];W[bg];B[aa];W[cf];B[ab];W[dg];B[ac];W[ch];B[ad];W[cg])");
    struct game game;
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(game_handicap(&game), 2);
    assert_int_equal(game.count, 9);
    assert_int_equal(color_at(&game, "C3"), WHITE);
    game_free(&game);
    sgf_free(sgf);
}

static void rules_by_their_names(void **state) {
    static const struct {
        const char *value, *rules;
    } cases[] = {
        {"Chinese", "chinese"},
        {"chinese rules", "chinese"},
        {"CN", "chinese"},
        {"\xe4\xb8\xad\xe5\x9b\xbd\xe8\xa7\x84\xe5\x88\x99", "chinese"}, /* 中国规则 */
        {"Japanese", "japanese"},
        {"jp", "japanese"},
        {"\xe6\x97\xa5\xe6\x9c\xac", "japanese"}, /* 日本 */
        {"Korean", "japanese"},
        {"\xed\x95\x9c\xea\xb5\xad", "japanese"}, /* 한국 */
        {"AGA", "aga"},
        {"NZ", "new-zealand"},
        {"New Zealand", "new-zealand"},
        {"Tromp-Taylor", "tromp-taylor"},
        {"koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"},
        {"NZ Rules", "new-zealand"},
        {"KR", "japanese"},
        {"Jap.", "japanese"},
        {"territory scoring", "japanese"},
        {"Area", "chinese"},
        {"\xe6\x95\xb0\xe5\xad\x90", "chinese"}, /* 数子 */
        {"Ing", "new-zealand"},
        {"GOE", "new-zealand"},
        {"Ing's rules, SST", "new-zealand"},
        {"Simplified Ing", "new-zealand"},
        {"Casing", NULL},
        {"", NULL},
    };
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char text[100];
        struct rules_setting setting;
        snprintf(text, sizeof text, "(;SZ[9]RU[%s];B[ee])", cases[i].value);
        struct sgf *sgf = parse(text);
        const bool known = sgf_rules(sgf, &setting);
        assert_true(known == (cases[i].rules != NULL));
        if (known) assert_string_equal(setting.rules, cases[i].rules);
        const bool is_ing = known && i >= COUNT_OF(cases) - 6;
        expect_note(sgf, is_ing                      ? "read as new-zealand"
                         : known || !*cases[i].value ? ""
                                                     : "unknown rules RU[Casing]; ignored");
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
    assert_true(same_game(&game, &again));
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
        cmocka_unit_test(a_set_up_tells_whose_turn_it_is),
        cmocka_unit_test(records_tell_whose_turn_it_is),
        cmocka_unit_test(handicap_survives_editing),
        cmocka_unit_test(empty_values_say_nothing),
        cmocka_unit_test(komi_as_it_is_found),
        cmocka_unit_test(handicaps_as_they_are_found),
        cmocka_unit_test(placed_stones_can_be_captured),
        cmocka_unit_test(rules_by_their_names),
        cmocka_unit_test(moves_get_nodes),
        cmocka_unit_test(a_handicap_of_moves_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
