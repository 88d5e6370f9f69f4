/* Records with faults, as there are in public: read as they were meant, or without what is wrong,
 * and noted. No fault refuses a record. */
#include "records.h"
#include "same_game.h"

struct faulty_record {
    const char *text;
    const char *moves; /* as they are played */
    const char *note;  /* a part of it */
};

static void expect_readings(const struct faulty_record *records, int count) {
    for (int i = 0; i < count; i++) {
        struct sgf *sgf = parse(records[i].text);
        struct game game;
        char moves[200];
        load_game(sgf, SGF_ALL_MOVES, &game);
        list_moves(&game, moves, sizeof moves);
        if (strcmp(moves, records[i].moves) != 0) print_error("%s\n", records[i].text);
        assert_string_equal(moves, records[i].moves);
        expect_note(sgf, records[i].note);
        game_free(&game);
        sgf_free(sgf);
    }
}

static void nodes_and_variations(void **state) {
    (void)state;
    static const struct faulty_record records[] = {
        {"(;SZ[9];B[ee];W[cc]", "B E5 W C7", "line 1, column 20: \")\" is missing"},
        {"(;SZ[9];B[ee](;W[cc]", "B E5 W C7", "\")\" is missing"},
        {"(;SZ[9];B[ee];W[cc", "B E5 W C7", "column 16: this value has no end"},
        {"(;SZ[9];B[ee];W[", "B E5 W pass", "column 16: this value has no end"},
        {"(;SZ[9];B[ee];W[cc\\", "B E5 W C7", "this value has no end"},
        {"(;SZ[9];B[ee;W[cc];B[dd])", "B E5 W C7 B D6", "column 10: this value has no end"},
        {"(;", "", "\")\" is missing"},
        {"(;SZ[9];B[ee]W[cc];B[dd])", "B E5 W C7 B D6", "another move in one node"},
        {"(;SZ[9];B[ee][cc];W[dd])", "B E5 B C7 W D6", "another move in one node"},
        {"(;B[ee]SZ[9]KM[0];W[cc])", "B E5 W C7", "column 4: a move in the root"},
        {"(;SZ[9]B[ee]W[cc];B[dd])", "B E5 W C7 B D6", "another move in one node"},
        {"(\r\nTE[Cup]\r\nSZ[9]PB[A]\r\n;B[gd];W[dd])", "B G6 W D6", "line 2, column 1: missing"},
        {"(TE[Cup]SZ[9];B[gd](;W[dd])(;W[ee]))", "B G6 W D6", "missing \";\""},
        {"(;SZ[9]AW[aa](B[ab](W[ee])))", "B A8 W E5", "column 15: missing \";\""},
        {"(;SZ[9](;B[ee];W[cc])(B[dd]))", "B E5 W C7", "missing \";\""},
        {"(;SZ[9];B[ee](;W[cc]);B[dd])", "B E5 W C7", "node after the variations"},
        {"(;SZ[9];B[ee](;W[cc])C[x])", "B E5 W C7", "properties after the variations"},
        {"(;SZ[9];B[ee](;W[cc])W[dd])", "B E5 W C7", "properties after the variations"},
        {"(;SZ[9];B[ee]();W[cc])", "B E5 W C7", "empty variation"},
        {"(;SZ[9];B[ee]((;W[cc])))", "B E5 W C7", ""},
        {"(;SZ[9];B[ee]);W[cc];B[dd])", "B E5 W C7 B D6", "\")\" before the end of the game"},
        {";SZ[9];B[ee];W[cc])", "B E5 W C7", "column 1: missing \"(\""},
        {"SZ[9]\n;B[ee];W[cc]", "B E5 W C7", "missing \"(\""},
        {"\xef\xbb\xbfSZ[9];B[ee]", "B E5", "missing \"(\""},
        {"Mail (me), see page 9;\n;SZ[9];B[ee]", "B E5", "line 2, column 1: missing \"(\""},
        {"Mail (me)\n(;SZ[9];B[ee])\n-- \nMe [x] (not a game)", "B E5", ""},
        {"(;SZ[9];B[ee]!;W[cc])", "B E5 W C7", "column 14: unexpected '!'"},
        {"(;SZ[9];B[ee]] ];W[cc])", "B E5 W C7", "unexpected '] ]'"},
        {"(;SZ[9];B[ee] text \xe5\x9b\xb2\n[x] W[cc])", "B E5 W C7",
         "unexpected 'text \xe5\x9b\xb2?[x]'"},
        {"(;SZ[9];B[ee]KO;W[cc])", "B E5 W C7", "unexpected 'KO'"},
        {"(;SZ[9]KM;B[ee];W[cc])", "B E5 W C7", "unexpected 'KM'"},
        {"(;SZ[9];B;W[cc])", "W C7", "unexpected 'B'"},
        {"(;SZ[9]\n;;;B[ee]\r\n;\r;W[cc])", "B E5 W C7", ""},
        {"(;sz[9];b[ee];w[cc])", "B E5 W C7", "lower-case property name 'sz'"},
        {"(;SiZe[9];Black[ee];White[];AddBlack[aa];PLayer[W])", "", ""},
        {"(;SZ[9]A1[x]B_2[];B[ee])", "B E5", ""},
        {"(;SZ[9]KM[6.5]KM[0.5];B[ee])", "B E5", "column 17: second KM in one node; ignored"},
        {"(;SZ[9][19];B[ee])", "B E5", "column 8: second SZ in one node; ignored"},
        {"(;SZ[9];B[ee]MN[1]\nMN[7];W[cc])", "B E5 W C7", "line 2, column 3: second MN"},
        {"(;SZ[9]XX[1]XX[2][3]AB[aa]AB[bb]AP[a]AP[b];B[ee])", "B E5", ""},
    };
    expect_readings(records, COUNT_OF(records));
}

static void moves(void **state) {
    (void)state;
    static const struct faulty_record records[] = {
        {"(;SZ[9]\n;B[ee];W[ee];B[cc])", "B E5 B C7", "line 2, column 9: illegal move: white E5, "},
        {"(;SZ[9]AW[ab][ba];B[aa];W[ee])", "B A9 W E5", "suicide is not allowed; played"},
        {"(;SZ[9]AB[ba][ab]AW[bb][ca];W[aa];B[ba])", "W A9 B B9",
         "retakes a ko at once (ko, and positional superko); played"},
        {"(;SZ[2];B[aa];W[bb];B[ba];W[ab];B[aa];W[ba];B[aa])", "B A2 W B1 B B2 W A1 B A2 W B2 B A2",
         "column 46: illegal move: black A2, it repeats"},
        {"(;SZ[9];B[ee];W[jj];B[cc])", "B E5 W pass B C7", "column 16: [jj] read as pass"},
        {"(;SZ[13];B[ee];W[nn])", "B E9 W pass", "[nn] read as pass"},
        {"(;;B[tt];W[])", "B pass W pass", ""},
        {"(;SZ[9];B[zz];W[PASS];B[pass];W[--];B[ ])", "B pass W pass B pass W pass B pass",
         "[--] read as pass"},
        {"(;SZ[9];B[kk];W[ee])", "W E5", "column 10: [kk] is not a point of a 9x9 board; ignored"},
        {"(;SZ[9];B[a];W[ee])", "W E5", "[a] is not a point"},
        {"(;SZ[9];B[aaa];W[tta];B[ee])", "B E5", "[tta] is not a point"},
        {"(;SZ[9];B[je];W[ej];B[ee])", "B E5", "[ej] is not a point"},
        {"(;SZ[9];B[[ee]];W[cc])", "B E5 W C7", "column 10: [[ee] read as E5"},
        {"(;SZ[9];B[e\ne];W[ c c ])", "B E5 W C7", "read as E5"},
        {"(;SZ[9];B[EE];W[Cc])", "B E5 W C7", "[EE] read as E5"},
        {"(;SZ[9];B[E5];W[c7];B[j1])", "B E5 W C7 B J1", "[E5] read as E5"},
        {"(;SZ[9];B[ee:1];W[cc, ])", "B E5 W C7", "[ee:1] read as E5"},
        {"(;SZ[9];B[\"ee\"];W[cc])", "B E5 W C7", "read as E5"},
    };
    expect_readings(records, COUNT_OF(records));
}

/* Stones that are set up, of which only those around the corner count here: as a drawing of the
 * board's upper left 3x3 points, rows from the top. */
static void set_up(void **state) {
    (void)state;
    static const struct {
        const char *text, *drawing, *note;
    } cases[] = {
        {"(;SZ[9]AB[aa:cc]AE[bb])", "XXX/X.X/XXX", ""},
        {"(;SZ[9]AB[cc:aa])", "XXX/XXX/XXX", "column 10: AB[cc:aa] read as"},
        {"(;SZ[9]AB[ca:ac])", "XXX/XXX/XXX", "AB[ca:ac]"},
        {"(;SZ[9]AB[aa:zz][bb])", ".../.X./...", "AB[aa:zz] is not a point or rectangle"},
        {"(;SZ[9]AB[a:b][aa:][:cc][aa:bbc][aaa][tt][]AW[cc])", ".../.../..O", "AB[aa:bbc] is not"},
        {"(;SZ[9]AB[[aa]]AW[BB][b9])", "XO./.O./...", "AW[BB] read as"},
        {"(;SZ[9]AW[aa]AB[ab][ba])", ".X./X../...", "the set-up stone at B9 captures"},
        {"(;SZ[9]AW[aa]AB[ab];AB[ba])", ".X./X../...", "column 20: the set-up stone at B9"},
        {"(;SZ[9]AB[aa];AW[ab];AW[ba])", ".O./O../...", "the set-up stone at B9 captures"},
        {"(;SZ[9]AB[aa][cc]AW[aa]AE[cc])", "O../.../...", ""},
        {"(;SZ[9]AB[aa]PL[X])", "X../.../...", "column 16: PL[X] is neither B nor W"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game;
        char drawing[12];
        load_game(sgf, SGF_ALL_MOVES, &game);
        for (int k = 0; k < 11; k++) {
            const enum color color =
                board_color(&game.board, point_at(9, k % 4 == 3 ? 0 : k % 4, 8 - k / 4));
            drawing[k] = (char)(k % 4 == 3       ? '/'
                                : color == EMPTY ? '.'
                                : color == BLACK ? 'X'
                                                 : 'O');
        }
        drawing[11] = 0;
        if (strcmp(drawing, cases[i].drawing) != 0) print_error("%s\n", cases[i].text);
        assert_string_equal(drawing, cases[i].drawing);
        expect_note(sgf, cases[i].note);
        game_free(&game);
        sgf_free(sgf);
    }
}

/* A board full of stones has a chain without liberties, whatever is left out. */
static void full_boards(void **state) {
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size += 17) {
        char text[40];
        struct game game;
        snprintf(text, sizeof text, "(;SZ[%d]AB[aa:%c%c])", size, 'a' + size - 1, 'a' + size - 1);
        struct sgf *sgf = parse(text);
        load_game(sgf, SGF_ALL_MOVES, &game);
        assert_int_equal(board_score_area(&game.board, NULL), size * size);
        assert_true(board_verify(&game.board));
        expect_note(sgf, "ignored");
        game_free(&game);
        sgf_free(sgf);
    }
}

static void sizes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int size;
        const char *note;
    } cases[] = {
        {"(;SZ[19:19])", 19, ""},
        {"(;SZ[9x9])", 9, ""},
        {"(;SZ[13*13])", 13, ""},
        {"(;SZ[9,9])", 9, ""},
        {"(;SZ[ 9 ])", 9, ""},
        {"(;SZ[\xef\xbc\x99])", 9, "read as 9"},
        {"(;SZ[13\xe8\xb7\xaf])", 13, "read as 13"},
        {"(;SZ[x])", 19, "SZ[x] is not a board size; read as 19"},
        {"(;SZ[0])", 19, "not a board size"},
        {"(;SZ[1e400])", 19, "not a board size"},
        {"(;SZ[99999999999999999999])", 19, "not a board size"},
        {"(;SZ[-9])", 19, "not a board size"},
        {"(;SZ[9.5])", 19, "not a board size"},
        {"(;SZ[190])", 19, "not a board size"},
        {"(;SZ[])", 19, ""},
        {"(;GM[1];SZ[9];B[ee])", 9, ""},
        {"(;;B[ee]SZ[9])", 9, ""},
        {"(;GM[Go]SZ[9])", 9, "GM[Go] read as GM[1]"},
        {"(;GM[0]SZ[9])", 9, "GM[0]"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        assert_int_equal(sgf_size(sgf), cases[i].size);
        expect_note(sgf, cases[i].note);
        sgf_free(sgf);
    }
}

/* A bracket in a text that is not escaped belongs to it, if only a text can go on like that. */
static void brackets_in_texts(void **state) {
    (void)state;
    static const struct {
        const char *text, *name, *value;
    } cases[] = {
        {"(;C[joe [10k]: hi];B[ee])", "C", "joe [10k]: hi"},
        {"(;C[joe [10k\\]: hi];B[ee])", "C", "joe [10k]: hi"},
        {"(;C[joe [10k\\]: hi]PB[x];B[ee])", "C", "joe [10k]: hi"},
        {"(;C[joe [10k\\]: hi]\n(;B[ee])(;B[cc]))\n-- \nsigned [x]", "C", "joe [10k]: hi"},
        {"(;C[a [1k]: b\nc [2d]: d [x]];B[ee])", "C", "a [1k]: b\nc [2d]: d [x]"},
        {"(;C[smile :] ok];B[ee])", "C", "smile :] ok"},
        {"(;C[[a]];B[ee])", "C", "[a]"},
        {"(;C[[10k] B[dd] is good];B[ee])", "C", "[10k] B[dd] is good"},
        {"(;C[he [one] [two] [3]: a];B[ee])", "C", "he [one] [two] [3]: a"},
        {"(;C[see (;) [1k] ; then];B[ee])", "C", "see (;) [1k] ; then"},
        {"(;C[(see [1k]) ok];B[ee])", "C", "(see [1k]) ok"},
        {"(;PB[joe [10k]]PW[x];B[ee])", "PB", "joe [10k]"},
        {"(;PB[joe [10k] ok]PW[x];B[ee])", "PB", "joe [10k] ok"},
        {"(;PB[a]x PW[b];B[ee])", "PB", "a"},
        {"(;C[a]x;B[ee];W[cc])", "C", "a"},
        {"(;C[a]!;B[ee]C[b])", "C", "a"},
        {"(;GN[x\\\\]PB[[];B[ee])", "PB", "["},
        {"(;C[good]B[ee]C[see [A] or [B] x])", "C", "good\n\nsee [A] or [B] x"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game;
        char moves[40];
        load_game(sgf, SGF_ALL_MOVES, &game);
        list_moves(&game, moves, sizeof moves);
        if (strncmp(moves, "B E15", 5) != 0) print_error("%s: %s\n", cases[i].text, moves);
        assert_true(strncmp(moves, "B E15", 5) == 0);
        assert_text(sgf, SGF_ROOT, cases[i].name, cases[i].value);
        char *once = printed(sgf);
        struct sgf *again = parse(once);
        char *twice = printed(again);
        assert_string_equal(once, twice);
        free(once);
        free(twice);
        sgf_free(again);
        game_free(&game);
        sgf_free(sgf);
    }
}

/* A backslash before the bracket that ends a value, in values of every kind: it escapes nothing if
 * the game goes on behind it. */
static void escaped_ends(void **state) {
    (void)state;
    static const char ignored[] = "\"\\\" before the end of a value";
    static const struct faulty_record records[] = {
        {"(;SZ[9]DT[\\];B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9]DT[\\]PB[a];B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9]DT[2001\\]\n;B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9\\];B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9]KM[6.5\\]HA[0];B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9]RU[Japanese\\];B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9];B[ee\\];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9];B[ee];W[\\];B[cc])", "B E5 W pass B C7", ignored},
        {"(;SZ[9]AB[aa\\][bb];W[cc])", "W C7", ignored},
        {"(;SZ[9]LB[aa:\\][bb:2\\];B[ee];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9];B[ee]C[C:\\Go\\];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9];B[ee]C[he [10k\\]: hi\\];W[cc])", "B E5 W C7", ignored},
        {"(;SZ[9];B[ee]C[a [b\\](;W[cc])(;W[dd]))", "B E5 W C7", ignored},
        {"(;SZ[9]XX[\\]YY[\\];B[ee]C[\\];W[cc\\];B[dd]C[\\])", "B E5 W C7 B D6", ignored},
        {"(;SZ[9];B[ee]C[\\])\nsigned [x]", "B E5", ignored},
        {"(;SZ[9];B[ee]C[\\]", "B E5", ignored},
        {"(;SZ[9] ! [a\\];B[ee];W[cc])", "B E5 W C7", "unexpected"},
        {"(;SZ[9]DT[\\\\];B[ee];W[cc])", "B E5 W C7", ""},
        {"(;SZ[9]C[:\\]];B[ee];W[cc])", "B E5 W C7", ""},
        {"(;SZ[9]C[:\\];B[cc\\] is good];B[ee])", "B E5", ""},
        {"(;SZ[9]C[[10k\\] B[cc\\] (see\\)];B[ee])", "B E5", ""},
        {"(;SZ[9]C[\\];B\\[cc];B[ee])", "B E5", ""},
        {"(;SZ[9]C[a\\] (b [c\\]) [d];B[ee])", "B E5", ""},
    };
    expect_readings(records, COUNT_OF(records));
}

/* Texts that look like more of the game when they are written, and come back as they are. */
static void texts_like_games(void **state) {
    (void)state;
    static const char *const texts[] = {"];B[ee",  "];B[ee]",    "[",      "a]PB[",
                                        "](;W[cc", "[x];B[dd][", "\\];B[a"};
    for (int i = 0; i < COUNT_OF(texts); i++) {
        struct sgf *sgf = parse("(;SZ[9];B[ee])");
        sgf_set_text(sgf, SGF_ROOT, "PB", texts[i]);
        sgf_set_text(sgf, SGF_ROOT, "C", texts[i]);
        char *text = printed(sgf);
        struct sgf *again = parse(text);
        expect_note(again, "");
        assert_text(again, SGF_ROOT, "PB", texts[i]);
        assert_text(again, SGF_ROOT, "C", texts[i]);
        free(text);
        sgf_free(again);
        sgf_free(sgf);
    }
}

/* What is corrected is read without a note, as the same game. */
static void corrections(void **state) {
    (void)state;
    static const struct {
        const char *text, *corrected;
    } cases[] = {
        {"(;SZ[9]KM[6,5];B[ee])", "(;SZ[9]KM[6.5]\n;B[ee])\n"},
        {"(;SZ[9]KM[375];B[ee])", "(;SZ[9]KM[7.5]\n;B[ee])\n"},
        {"(;SZ[9]KM[1e400];B[ee])", "(;SZ[9]\n;B[ee])\n"},
        {"(;SZ[9]AP[foxwq]KM[650];B[ee])", "(;SZ[9]AP[foxwq]KM[6.5]\n;B[ee])\n"},
        {"(;GM[Go]SZ[ 9 x 9 ]KM[lots];B[ee])", "(;GM[1]SZ[9]\n;B[ee])\n"},
        {"(;SZ[9];KM[6 points];B[ee])", "(;SZ[9]\n;KM[6];B[ee])\n"},
        {"(;SZ[9]HA[two]AB[cc][gg];W[ee])", "(;SZ[9]HA[2]AB[cc][gg]\n;W[ee])\n"},
        {"(;SZ[9]HA[2];W[ee])", "(;SZ[9]HA[2]AB[gc][cg]\n;W[ee])\n"},
        {"(;SZ[9]HA[x];B[ee])", "(;SZ[9]\n;B[ee])\n"},
        {"(;SZ[9];B[E5];W[JJ];B[zz];W[[cc]])", "(;SZ[9]\n;B[ee];W[];B[];W[cc])\n"},
        {"(;SZ[9];B[kk]C[x];W[tt](;B[DD])(;B[kk]))", "(;SZ[9]\n;C[x];W[tt]\n(;B[dd])\n(;))\n"},
        {"(;SZ[9]AB[ca:ac][kk][C3]AW[kk]PL[2];W[ee])", "(;SZ[9]AB[aa:cc][cg]PL[W]\n;W[ee])\n"},
        {"(;SZ[9]KM[6.5]KM[0.5]PB[a]PW[c]PB[b][d];B[ee]BL[30]BL[20]TR[aa]TR[bb])",
         "(;SZ[9]KM[6.5]PB[a]PW[c]\n;B[ee]BL[30]TR[aa][bb])\n"},
        {"(;SZ[9]AB[kk][aa][zz:aa]AE[E5:e5]PL[X];W[ee])", "(;SZ[9]AB[aa]AE[ee]\n;W[ee])\n"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        struct game game, again;
        load_game(sgf, SGF_ALL_MOVES, &game);
        sgf_correct(sgf);
        char *text = printed(sgf);
        assert_string_equal(text, cases[i].corrected);
        sgf_free(sgf);
        sgf = parse(text);
        load_game(sgf, SGF_ALL_MOVES, &again);
        expect_note(sgf, "");
        assert_true(same_game(&game, &again));
        game_free(&again);
        game_free(&game);
        free(text);
        sgf_free(sgf);
    }
}

/* Zero bytes, and what looks far ahead again and again. */
static void strange_bytes(void **state) {
    (void)state;
    struct sgf *sgf;
    struct failure why;
    assert_good(sgf_parse(&sgf, "test", "(;SZ[9]C[a\0b];B[ee])", 20, &why), &why);
    assert_text(sgf, SGF_ROOT, "C", "a b");
    expect_note(sgf, "1 zero byte; read as a blank");
    sgf_free(sgf);
    struct buffer text = {0};
    buffer_print(&text, "(;");
    while (text.length < (1 << 20)) buffer_print(&text, "C[a]x ");
    buffer_print(&text, "%c", 0);
    sgf = parse((const char *)text.data);
    sgf_free(sgf);
    buffer_free(&text);
    buffer_print(&text, "(;");
    while (text.length < (1 << 20)) buffer_print(&text, "C[a\\]x[ ");
    while (text.length < (1 << 21)) buffer_print(&text, "C[a\\]");
    buffer_print(&text, "%c", 0);
    sgf = parse((const char *)text.data);
    sgf_free(sgf);
    buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_and_variations),
        cmocka_unit_test(moves),
        cmocka_unit_test(set_up),
        cmocka_unit_test(full_boards),
        cmocka_unit_test(sizes),
        cmocka_unit_test(brackets_in_texts),
        cmocka_unit_test(escaped_ends),
        cmocka_unit_test(texts_like_games),
        cmocka_unit_test(corrections),
        cmocka_unit_test(strange_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
