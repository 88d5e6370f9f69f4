/* Game records: what is read, what is refused and where, what passes through, and games that come
 * back as they went. */
#include "guzumi/sgf.h"

#include "guzumi/rng.h"
#include "random_moves.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static void assert_good(enum status status, const struct failure *why) {
    if (status != STATUS_OK) print_error("%s\n", why->text);
    assert_int_equal(status, STATUS_OK);
}

static struct sgf *parse(const char *text) {
    struct sgf *sgf;
    struct failure why;
    assert_good(sgf_parse(&sgf, "test", text, strlen(text), &why), &why);
    return sgf;
}

/* The record as text, owned by the caller. */
static char *printed(const struct sgf *sgf) {
    struct buffer out = {0};
    struct failure why;
    assert_int_equal(sgf_print(sgf, &out, &why), STATUS_OK);
    buffer_append(&out, "", 1);
    assert_false(out.failed);
    return (char *)out.data;
}

static void load_game(struct sgf *sgf, size_t stop, struct game *game) {
    struct failure why;
    assert_int_equal(game_init(game, 9, &why), STATUS_OK);
    assert_good(sgf_to_game(sgf, stop, game, &why), &why);
}

static int vertex(const struct game *game, const char *name) {
    int point = NO_POINT;
    assert_true(point_parse(game->board.size, name, &point));
    return point;
}

static enum color color_at(const struct game *game, const char *name) {
    return board_color(&game->board, vertex(game, name));
}

static void assert_text(const struct sgf *sgf, int node, const char *name, const char *expected) {
    char *text = sgf_text(sgf, node, name);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
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

static void text_is_unescaped(void **state) {
    (void)state;
    struct sgf *sgf =
        parse("(;C[a\\]b\\\\c\\:d\\\ne\nf\r\ng\th\\\r\ni\n\rj]GN[one\ntwo\\\nthree]N[])");
    assert_text(sgf, SGF_ROOT, "C", "a]b\\c:de\nf\ng hi\nj");
    assert_text(sgf, SGF_ROOT, "GN", "one twothree");
    assert_text(sgf, SGF_ROOT, "N", "");
    assert_null(sgf_text(sgf, SGF_ROOT, "PB"));
    sgf_free(sgf);
}

/* What is set comes back, also from the printed record. */
static void text_comes_back(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "plain",
                                        "a]b[c\\d\\",
                                        "]];)(;B[aa]",
                                        "two\nlines\n",
                                        "\xe5\x9b\xb2\xe7\xa2\x81 caf\xc3\xa9: 5"};
    for (int i = 0; i < COUNT_OF(texts); i++) {
        struct sgf *sgf = parse("(;C[old]PB[B])");
        sgf_set_text(sgf, SGF_ROOT, "C", texts[i]);
        assert_text(sgf, SGF_ROOT, "C", texts[i]);
        char *text = printed(sgf);
        sgf_free(sgf);
        sgf = parse(text);
        free(text);
        assert_text(sgf, SGF_ROOT, "C", texts[i]);
        assert_text(sgf, SGF_ROOT, "PB", "B");
        assert_null(sgf_value(sgf, SGF_ROOT, "C", 1));
        sgf_free(sgf);
    }
}

static void comments_are_added(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9];B[aa]C[so\\]far];W[bb])");
    const int first = sgf_child(sgf, SGF_ROOT), second = sgf_child(sgf, first);
    sgf_add_comment(sgf, first, "and [more]");
    sgf_add_comment(sgf, second, "new");
    assert_text(sgf, first, "C", "so]far\n\nand [more]");
    assert_text(sgf, second, "C", "new");
    sgf_add_label(sgf, second, point_at(9, 3, 5), "a:1");
    sgf_add_label(sgf, second, PASS, "nowhere");
    assert_string_equal(sgf_value(sgf, second, "LB", 0), "dd:a\\:1");
    assert_null(sgf_value(sgf, second, "LB", 1));
    sgf_free(sgf);
}

static void properties_are_removed(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;A[1]N[2]C[3])");
    sgf_remove(sgf, SGF_ROOT, "C");
    sgf_add_value(sgf, SGF_ROOT, "D", "4");
    sgf_remove(sgf, SGF_ROOT, "A");
    sgf_remove(sgf, SGF_ROOT, "missing");
    sgf_add_value(sgf, SGF_ROOT, "D", "5");
    char *text = printed(sgf);
    assert_string_equal(text, "(;N[2]D[4][5]\n)\n");
    free(text);
    sgf_remove(sgf, SGF_ROOT, "N");
    sgf_remove(sgf, SGF_ROOT, "D");
    sgf_add_value(sgf, SGF_ROOT, "E", "6");
    text = printed(sgf);
    assert_string_equal(text, "(;E[6]\n)\n");
    free(text);
    sgf_free(sgf);
}

/* Variations, unknown properties and strange values are written as they were read. */
static void everything_passes_through(void **state) {
    (void)state;
    static const char text[] = "(;FF[4]SZ[9]XY[a\\]\\\n:b][] [c]\n"
                               ";B[aa]\n"
                               "(;W[bb]QQ[\xff\xfe];B[cc]\n(;W[dd])\n(;W[ee]))\n"
                               "(;W[ff]C[v]))\n";
    struct sgf *sgf = parse(text);
    char *once = printed(sgf);
    struct sgf *again = parse(once);
    char *twice = printed(again);
    assert_string_equal(once, twice);
    assert_string_equal(sgf_value(again, SGF_ROOT, "XY", 0), "a\\]\\\n:b");
    assert_string_equal(sgf_value(again, SGF_ROOT, "XY", 1), "");
    assert_string_equal(sgf_value(again, SGF_ROOT, "XY", 2), "c");
    assert_null(sgf_value(again, SGF_ROOT, "XY", 3));
    const int first = sgf_child(again, sgf_child(again, SGF_ROOT));
    const int other = sgf_sibling(again, first);
    assert_string_equal(sgf_value(again, first, "QQ", 0), "\xff\xfe");
    assert_string_equal(sgf_value(again, other, "W", 0), "ff");
    assert_int_equal(sgf_sibling(again, other), SGF_NONE);
    assert_int_equal(sgf_parent(again, other), sgf_parent(again, first));
    free(once);
    free(twice);
    sgf_free(sgf);
    sgf_free(again);
}

/* Scripts look for "RE[": lines end before a property or between two values, wherever they do. */
static void no_line_ends_behind_a_name(void **state) {
    (void)state;
    for (int length = 0; length < 80; length++) {
        char text[200];
        snprintf(
            text, sizeof text, "(;SZ[9]PB[%.*s]RE[W+4]RU[AGA]KM[0]AB[aa][bb];B[cc];W[dd])", length,
            "................................................................................");
        struct sgf *sgf = parse(text);
        char *out = printed(sgf);
        static const char *const parts[] = {"PB[",   "RE[W+4]", "RU[AGA]",
                                            "KM[0]", "AB[aa]",  ";B[cc]"};
        for (int i = 0; i < COUNT_OF(parts); i++) {
            if (!strstr(out, parts[i])) print_error("no %s in %s", parts[i], out);
            assert_non_null(strstr(out, parts[i]));
        }
        free(out);
        sgf_free(sgf);
    }
}

static void variations_are_added(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9];B[aa];W[bb])");
    const int first = sgf_child(sgf, SGF_ROOT);
    const int better = sgf_add_move(sgf, first, PASS, WHITE);
    sgf_add_move(sgf, better, point_at(9, 0, 0), BLACK);
    char *text = printed(sgf);
    assert_string_equal(text, "(;SZ[9]\n;B[aa]\n(;W[bb])\n(;W[];B[ai]))\n");
    free(text);
    sgf_free(sgf);
}

static void expect_refusal(enum status status, const struct failure *why, int line, int column,
                           const char *part) {
    char place[60];
    snprintf(place, sizeof place, "test: line %d, column %d: ", line, column);
    assert_int_equal(status, STATUS_INVALID);
    const bool good = strncmp(why->text, place, strlen(place)) == 0 && strstr(why->text, part);
    if (!good) print_error("expected \"%s... %s\", got \"%s\"\n", place, part, why->text);
    assert_true(good);
}

static void malformed_files(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *part;
    } cases[] = {
        {"", 1, 1, "no game record"},
        {"two\nlines", 2, 6, "no game record"},
        {"()", 1, 3, "no game record"},
        {"(;B[aa]\r\n;W[b", 2, 3, "\"]\" is missing"},
        {"(;C[abc\\]", 1, 4, "\"]\" is missing"},
        {"(;C[abc\\", 1, 4, "\"]\" is missing"},
        {"(;\nB;W[aa])", 2, 1, "property B has no value"},
        {"(;abc[x])", 1, 3, "no capital letter"},
        {"(;B[aa]\r;W[bb]\r 7)", 3, 2, "expected"},
        {"(;B[\xc3\xa9\xc3\xa9]!)", 1, 8, "expected"},
        {"(;B[aa](;W[bb]);B[cc])", 1, 16, "after the variations"},
        {"(;B[aa](;W[bb])C[cc])", 1, 16, "expected"},
        {"(;B[aa]())", 1, 9, "must begin with"},
        {"(;GM[2]SZ[9])", 1, 5, "no game of Go"},
        {"(;SZ[20])", 1, 5, "square boards of 2 to 19"},
        {"(;SZ[9:13])", 1, 5, "square boards"},
        {"(;SZ[x])", 1, 5, "square boards"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf;
        struct failure why;
        const enum status status =
            sgf_parse(&sgf, "test", cases[i].text, strlen(cases[i].text), &why);
        expect_refusal(status, &why, cases[i].line, cases[i].column, cases[i].part);
    }
    struct sgf *sgf;
    struct failure why;
    expect_refusal(sgf_parse(&sgf, "test", "(;C[a\0b])", 9, &why), &why, 1, 6, "zero byte");
}

static void games_that_cannot_be_played(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *part;
    } cases[] = {
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
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game;
        struct failure why;
        assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
        expect_refusal(sgf_to_game(sgf, SGF_ALL_MOVES, &game, &why), &why, cases[i].line,
                       cases[i].column, cases[i].part);
        game_free(&game);
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

/* What public records have that the format doesn't allow: read as what was meant, and noted. */
static void records_with_faults(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *moves; /* as they are played */
        const char *note;
    } cases[] = {
        {"(;SZ[9];B[ee];W[cc]", "B E5 W C7", "line 1, column 20: \")\" is missing"},
        {"(;SZ[9];B[ee](;W[cc]", "B E5 W C7", "\")\" is missing"},
        {"(;", "", "\")\" is missing"},
        {"(;SZ[9];W[ee]B[cc];B[dd])", "W E5 B C7 B D6", "column 15: another move in one node"},
        {"(;SZ[9];B[ee][cc];W[dd])", "B E5 B C7 W D6", "another move in one node"},
        {"(;B[ee]SZ[9]KM[0];W[cc])", "B E5 W C7", "column 4: a move in the root"},
        {"(;SZ[9]B[ee]W[cc];B[dd])", "B E5 W C7 B D6", "another move in one node"},
        {"(;SZ[9]\n;B[ee];W[ee];B[cc])", "B E5 B C7", "line 2, column 9: illegal move: white E5, "},
        {"(;SZ[9]AW[ab][ba];B[aa];W[ee])", "B A9 W E5", "suicide is not allowed; played"},
        {"(;SZ[9]AB[ba][ab]AW[bb][ca];W[aa];B[ba])", "W A9 B B9",
         "takes a ko back at once (ko, and positional superko); played"},
        {"(;SZ[2];B[aa];W[bb];B[ba];W[ab];B[aa];W[ba];B[aa])", "B A2 W B1 B B2 W A1 B A2 W B2 B A2",
         "column 46: illegal move: black A2, it repeats"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game;
        load_game(sgf, SGF_ALL_MOVES, &game);
        char moves[100] = "";
        for (size_t k = 0; k < game.count; k++) {
            char name[5];
            snprintf(moves + strlen(moves), sizeof moves - strlen(moves), "%s%c %s", k ? " " : "",
                     game.moves[k].color == BLACK ? 'B' : 'W',
                     point_format(game.board.size, game.moves[k].point, name));
        }
        assert_string_equal(moves, cases[i].moves);
        if (!strstr(sgf_notes(sgf), cases[i].note))
            print_error("%s: %s\n", cases[i].text, sgf_notes(sgf));
        assert_non_null(strstr(sgf_notes(sgf), cases[i].note));
        game_free(&game);
        sgf_free(sgf);
    }
}

/* A note comes once, and many are cut short. */
static void notes(void **state) {
    (void)state;
    struct sgf *sgf = parse("(;SZ[9]PL[2];W[ee];W[ee])");
    struct game game;
    assert_string_equal(sgf_notes(sgf), "");
    load_game(sgf, 0, &game);
    assert_int_equal(game.to_move, WHITE);
    game_free(&game);
    load_game(sgf, SGF_ALL_MOVES, &game);
    game_free(&game);
    load_game(sgf, SGF_ALL_MOVES, &game);
    game_free(&game);
    assert_string_equal(sgf_notes(sgf), "test: line 1, column 21: illegal move: white E5, there is "
                                        "a stone already; left out\n");
    sgf_free(sgf);
    struct buffer text = {0};
    buffer_print(&text, "(;SZ[9]");
    for (int i = 0; i < 50; i++) buffer_print(&text, ";B[ee]");
    buffer_print(&text, ")%c", 0);
    sgf = parse((const char *)text.data);
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(game.count, 1);
    assert_non_null(strstr(sgf_notes(sgf), "more of the kind\n"));
    assert_true(strlen(sgf_notes(sgf)) < 3000);
    game_free(&game);
    buffer_free(&text);
    sgf_free(sgf);
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

/* The second bytes of these characters are a backslash and a bracket. */
static void character_sets(void **state) {
    (void)state;
    static const struct {
        const char *text, *name, *note;
    } cases[] = {
        {"(;CA[ISO-8859-1]SZ[9]PB[Andr\xe9])", "Andr\xc3\xa9", ""},
        {"(;SZ[9]PB[\xcb\xce\xc8\xdd]CA[GB2312])", "\xe5\xae\x8b\xe5\xae\xb9", ""},
        {"(;CA[gbk]PB[\x81\x5c\x81\x5d])", "\xe4\xb9\x97\xe4\xb9\x9a", ""},
        {"(;CA[Shift_JIS]PB[\x83\x5c\\]])", "\xe3\x82\xbd]", ""},
        {"(;CA[EUC-KR]PB[\xc0\xcc])", "\xec\x9d\xb4", ""},
        {"(;PB[\xbf]CA[Shift_JIS];B[dd])", "\xef\xbd\xbf", ""},
        {"(;GN[\x83]CA[Shift_JIS]PB[x];B[dd])", "x", ""},
        {"(;PB[\x83\x5c\x95\x5c]CA[Shift_JIS]PW[\x94\x5c\x97\xcd];B[ee])",
         "\xe3\x82\xbd\xe8\xa1\xa8", ""},
        {"(;PB[\x95\x5c]CA[Shift_JIS])", "\xe8\xa1\xa8", ""},
        {"(;CA[ GBK ]PB[\xcb\xce\xc8\xdd])", "\xe5\xae\x8b\xe5\xae\xb9", ""},
        {"(;PB[\x83\x5c]CA[ Shift_JIS\n])", "\xe3\x82\xbd", ""},
        {"(;PB[\xe9\xbb\x92];B[cc])(;CA[GBK]PB[\xcb\xce])", "\xe9\xbb\x92", "another game"},
        {"(;PB[\xe9\xbb\x92]C[CA[GBK\\]];B[cc]CA[GBK])", "\xe9\xbb\x92", ""},
        {"(;XCA[GBK]PB[\xe9])", "\xe9", ""},
        {"(;CA[\033[31mred]PB[\xe9])", "\xe9", "CA[?[31mred] is not known"},
        {"(;CA[utf-8]PB[\xe9\xbb\x92])", "\xe9\xbb\x92", ""},
        {"(;PB[\xff\xfe])", "\xff\xfe", ""},
        {"(;CA[GBK]PB[a\xff])", "a?", "bytes are no text"},
        {"(;CA[nonsense]PB[\xe9])", "\xe9", "CA[nonsense] is not known"},
        {"(;CA[UTF-16]PB[\xe9])", "\xe9", "CA[UTF-16] is not known"},
        {"(;CA[UTF-8//IGNORE]PB[\xe9])", "\xe9", "is not known"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        assert_text(sgf, SGF_ROOT, "PB", cases[i].name);
        assert_non_null(strstr(sgf_notes(sgf), cases[i].note));
        if (!*cases[i].note) assert_string_equal(sgf_notes(sgf), "");
        if (i < 7) assert_text(sgf, SGF_ROOT, "CA", "UTF-8");
        sgf_free(sgf);
    }
    /* What fails behind the CA fails the same in UTF-8. */
    struct sgf *sgf;
    struct failure why;
    const char *bad = "(;CA[GBK]PB[\x81\x5d]!)";
    expect_refusal(sgf_parse(&sgf, "test", bad, strlen(bad), &why), &why, 1, 15, "expected");
}

static void other_files(void **state) {
    (void)state;
    struct sgf *sgf = parse("\xef\xbb\xbf(;SZ[9])\r\n");
    assert_int_equal(sgf_size(sgf), 9);
    assert_string_equal(sgf_notes(sgf), "");
    sgf_free(sgf);
    struct failure why;
    assert_int_equal(sgf_parse(&sgf, "a.sgf.gz", "\x1f\x8b\x08\0\0", 5, &why), STATUS_INVALID);
    assert_string_equal(why.text, "a.sgf.gz: compressed; unpack it first (gunzip)");
}

/* COUNT times BEGIN and then COUNT times END. */
static char *repeated(const char *begin, const char *end, size_t count) {
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) buffer_append(&text, begin, strlen(begin));
    for (size_t i = 0; i < count; i++) buffer_append(&text, end, strlen(end));
    buffer_append(&text, "", 1);
    assert_false(text.failed);
    return (char *)text.data;
}

static void nesting(void **state) {
    (void)state;
    struct sgf *sgf;
    struct failure why;
    char *text = repeated("(;", ")", SGF_MAX_LINE);
    sgf = parse(text);
    char *again = printed(sgf);
    assert_int_equal(strspn(again, ";()\n"), strlen(again));
    sgf_free(sgf);
    free(again);
    free(text);
    text = repeated("(;", ")", SGF_MAX_LINE + 1);
    expect_refusal(sgf_parse(&sgf, "test", text, strlen(text), &why), &why, 1, 2 * SGF_MAX_LINE + 2,
                   "nodes in a line");
    free(text);
    text = repeated("(", ")", 1000000);
    assert_int_equal(sgf_parse(&sgf, "test", text, strlen(text), &why), STATUS_INVALID);
    free(text);
    text = repeated("(;A[", "", 1000);
    expect_refusal(sgf_parse(&sgf, "test", text, strlen(text), &why), &why, 1, 4, "is missing");
    free(text);
}

static void too_much(void **state) {
    (void)state;
    struct sgf *sgf;
    struct failure why;
    struct buffer text = {0};
    buffer_print(&text, "(;");
    for (int i = 0; i <= SGF_MAX_PROPERTIES; i++)
        buffer_print(&text, "%c%c[]", 'A' + i / 26, 'A' + i % 26);
    buffer_print(&text, ")");
    expect_refusal(sgf_parse(&sgf, "test", text.data, text.length, &why), &why, 1,
                   3 + 4 * SGF_MAX_PROPERTIES, "properties in a node");
    buffer_free(&text);
    char *large = calloc(1, SGF_MAX_BYTES + 1);
    assert_non_null(large);
    assert_int_equal(sgf_parse(&sgf, "test", large, SGF_MAX_BYTES + 1, &why), STATUS_INVALID);
    free(large);
    assert_int_equal(sgf_load(&sgf, "/there/is/no/such/file.sgf", &why), STATUS_IO);
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
    if (rng_chance(rng, 0.3) && game_max_fixed_handicap(size)) {
        assert_int_equal(game_fixed_handicap(game, 2 + (int)rng_below(rng, 3), &why), STATUS_OK);
    } else if (rng_chance(rng, 0.3)) {
        struct board position;
        random_position(&position, size, 30, rng);
        game_set_up(game, &position, rng_chance(rng, 0.5) ? BLACK : WHITE);
    }
    for (int i = 0; i < 60; i++) {
        const enum color color = rng_chance(rng, 0.9) ? game->to_move : color_other(game->to_move);
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

/* Damaged records are refused or read; what was read prints to something that reads the same. */
static void damaged_records(void **state) {
    (void)state;
    static const char whole[] = "(;FF[4]GM[1]SZ[9]KM[7.5]HA[2]AB[cc][gg:hh]C[x\\]y]PL[W]\n"
                                ";W[dd](;B[ee];W[])(;B[ff]C[a\\\nb];W[tt]AE[cc]))";
    static const char bytes[] = "()[];\\:BWAZSaz19 \n\r\0\xc3\xff";
    struct rng rng;
    int good = 0;
    rng_seed(&rng, 4, 3);
    for (int round = 0; round < 20000; round++) {
        char text[sizeof whole];
        size_t length = sizeof whole - 1;
        memcpy(text, whole, sizeof whole);
        for (uint32_t i = rng_below(&rng, 4) + 1; i > 0; i--)
            text[rng_below(&rng, (uint32_t)length)] =
                bytes[rng_below(&rng, (uint32_t)sizeof bytes - 1)];
        if (rng_chance(&rng, 0.2)) length = rng_below(&rng, (uint32_t)length);
        struct sgf *sgf, *again;
        struct failure why;
        if (sgf_parse(&sgf, "test", text, length, &why) != STATUS_OK) continue;
        struct game game;
        assert_int_equal(game_init(&game, 9, &why), STATUS_OK);
        good += sgf_to_game(sgf, SGF_ALL_MOVES, &game, &why) == STATUS_OK;
        game_free(&game);
        char *once = printed(sgf);
        again = parse(once);
        char *twice = printed(again);
        assert_string_equal(once, twice);
        free(once);
        free(twice);
        sgf_free(sgf);
        sgf_free(again);
    }
    print_message("%d of 20000 damaged records are still games\n", good);
    assert_true(good > 100 && good < 19000);
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
        cmocka_unit_test(text_is_unescaped),
        cmocka_unit_test(text_comes_back),
        cmocka_unit_test(comments_are_added),
        cmocka_unit_test(properties_are_removed),
        cmocka_unit_test(everything_passes_through),
        cmocka_unit_test(no_line_ends_behind_a_name),
        cmocka_unit_test(variations_are_added),
        cmocka_unit_test(malformed_files),
        cmocka_unit_test(games_that_cannot_be_played),
        cmocka_unit_test(empty_values_say_nothing),
        cmocka_unit_test(komi_as_it_is_found),
        cmocka_unit_test(records_with_faults),
        cmocka_unit_test(notes),
        cmocka_unit_test(moves_get_nodes),
        cmocka_unit_test(character_sets),
        cmocka_unit_test(other_files),
        cmocka_unit_test(nesting),
        cmocka_unit_test(too_much),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(a_handicap_of_moves_is_named),
        cmocka_unit_test(damaged_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
