/* Game records as text: what is read, what is refused and where, what passes through. */
#include "guzumi/base/rng.h"

#include "records.h"

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

static enum status refuse_text(const char *text, struct failure *why) {
    struct sgf *sgf;
    return sgf_parse(&sgf, "test", text, strlen(text), why);
}

/* What is no record of a game that Guzumi can play. */
static void refused_files(void **state) {
    (void)state;
    static const struct refused_record records[] = {
        {"", 1, 1, "not a game record"},
        {"two\nlines", 2, 6, "not a game record"},
        {"()", 1, 3, "not a game record"},
        {"{\"moves\": [1, 2]}", 1, 18, "not a game record"},
        {"int f(A[2], B) { return A[0]; }", 1, 15, "not a game record"},
        {"<html>\n(see C[1]; x)", 2, 14, "not a game record"},
        {"(;GM[2]SZ[9])", 1, 5, "is not Go"},
        {"(;SZ[20])", 1, 5, "square boards of 2 to 19"},
        {"(;SZ[1])", 1, 5, "square boards of 2 to 19"},
        {"(;SZ[9:13])", 1, 5, "square boards"},
        {"(;SZ[13x9])", 1, 5, "square boards"},
    };
    expect_refusals(records, COUNT_OF(records), refuse_text);
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
                                        "already a stone; ignored\n");
    sgf_free(sgf);
    struct buffer text = {0};
    buffer_print(&text, "(;SZ[9]");
    for (int i = 0; i < 50; i++) buffer_print(&text, ";B[ee]");
    buffer_print(&text, ")%c", 0);
    sgf = parse((const char *)text.data);
    load_game(sgf, SGF_ALL_MOVES, &game);
    assert_int_equal(game.count, 1);
    assert_non_null(strstr(sgf_notes(sgf), "further notes are not shown\n"));
    assert_true(strlen(sgf_notes(sgf)) < 3000);
    game_free(&game);
    buffer_free(&text);
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
        {"(;CA[GBK]PB[a\xff])", "a?", "invalid bytes"},
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
    /* What is noted behind the CA is noted the same in UTF-8. */
    struct sgf *sgf = parse("(;CA[GBK]PB[\x81\x5d]!)");
    assert_string_equal(sgf_notes(sgf), "test: line 1, column 15: unexpected '!'; ignored\n");
    sgf_free(sgf);
}

/* Without CA the bytes tell: the second ones of these characters are backslashes and brackets. */
static void character_sets_that_are_not_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *name, *comment, *set; /* "" when the bytes stay as they are */
    } cases[] = {
        {"(;PB[\x83\x5c]PW[\x94\x5c];B[cc]C[\x95\x5c\x8e\xa6];W[dd])", "\xe3\x82\xbd",
         "\xe8\xa1\xa8\xe7\xa4\xba", "Shift_JIS"},
        {"(;PB[\x83\x5d\x83\x8b\x83\x5e];B[cc]C[x];W[dd])", "\xe3\x82\xbe\xe3\x83\xab\xe3\x82\xbf",
         "x", "Shift_JIS"},
        {"(;PB[x];B[cc]C[\x93\x5d\x82\xb7];W[dd])", "x", "\xe8\xbb\xa2\xe3\x81\x99", "Shift_JIS"},
        {"(;CA[UTF-8]PB[\x83\x5c];B[cc]C[x];W[dd])", "\xe3\x82\xbd", "x", "Shift_JIS"},
        {"(;PB[\xb3\x5c\xa5\x5c\xbb\x5c];B[cc]C[x];W[dd])", "\xe8\xa8\xb1\xe5\x8a\x9f\xe8\x93\x8b",
         "x", "Big5"},
        {"(;PB[\xcb\xce\xc8\xdd\x96\x5c];B[cc]C[\xce\xa7\xc6\xe5];W[dd])",
         "\xe5\xae\x8b\xe5\xae\xb9\xe6\x9c\xb6", "\xe5\x9b\xb4\xe6\xa3\x8b", "GBK"},
        {"(;PB[Andr\xe9]PW[\xc4]BR[1d];B[cc]C[caf\xe9];W[dd])", "Andr\xe9", "caf\xe9", ""},
        {"(;PB[\xcb\xce\xc8\xdd];B[cc]C[x];W[dd])", "\xcb\xce\xc8\xdd", "x", ""},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sgf *sgf = parse(cases[i].text);
        char note[60];
        snprintf(note, sizeof note, "no character set named; read as %s\n", cases[i].set);
        assert_text(sgf, SGF_ROOT, "PB", cases[i].name);
        assert_text(sgf, sgf_child(sgf, SGF_ROOT), "C", cases[i].comment);
        assert_string_equal(sgf_value(sgf, sgf_child(sgf, sgf_child(sgf, SGF_ROOT)), "W", 0), "dd");
        if (*cases[i].set)
            assert_non_null(strstr(sgf_notes(sgf), note));
        else
            assert_string_equal(sgf_notes(sgf), "");
        sgf_free(sgf);
    }
}

/* TEXT in UTF-16, four bytes for the last character. */
static struct buffer wide(const char *text, bool little, bool mark) {
    struct buffer out = {0};
    const char zero = 0;
    if (mark) buffer_append(&out, little ? "\xff\xfe" : "\xfe\xff", 2);
    for (; *text; text++) {
        if (!little) buffer_append(&out, &zero, 1);
        buffer_append(&out, text, 1);
        if (little) buffer_append(&out, &zero, 1);
    }
    return out;
}

static void utf16(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct buffer text = wide("(;CA[UTF-16]SZ[9]PB[A", i & 1, i & 2);
        struct buffer rest = wide("];B[ee])", i & 1, false);
        /* U+56F2, and U+20BB7 as a pair. */
        buffer_append(&text, i & 1 ? "\xf2\x56\x42\xd8\xb7\xdf" : "\x56\xf2\xd8\x42\xdf\xb7", 6);
        buffer_append(&text, rest.data, rest.length);
        struct sgf *sgf;
        struct failure why;
        assert_good(sgf_parse(&sgf, "test", text.data, text.length, &why), &why);
        assert_text(sgf, SGF_ROOT, "PB", "A\xe5\x9b\xb2\xf0\xa0\xae\xb7");
        assert_text(sgf, SGF_ROOT, "CA", "UTF-8");
        assert_int_equal(sgf_size(sgf), 9);
        assert_string_equal(sgf_notes(sgf), "");
        sgf_free(sgf);
        buffer_free(&text);
        buffer_free(&rest);
    }
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
    sgf = parse(text);
    assert_non_null(strstr(sgf_notes(sgf), "column 4: this value has no end"));
    sgf_free(sgf);
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
    buffer_print(&text, ";B[ee])%c", 0);
    sgf = parse((const char *)text.data);
    assert_non_null(strstr(sgf_notes(sgf), "more than 200 properties in a node; ignored"));
    assert_non_null(sgf_value(sgf, sgf_child(sgf, SGF_ROOT), "B", 0));
    sgf_free(sgf);
    buffer_free(&text);
    char *large = calloc(1, SGF_MAX_BYTES + 1);
    assert_non_null(large);
    assert_int_equal(sgf_parse(&sgf, "test", large, SGF_MAX_BYTES + 1, &why), STATUS_INVALID);
    free(large);
    assert_int_equal(sgf_load(&sgf, "/there/is/no/such/file.sgf", &why), STATUS_IO);
}

/* Damaged records are read, unless the damage makes another game or board of it; what was read
 * prints to something that reads the same. */
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
        if (rng_bernoulli(&rng, 0.2)) length = rng_below(&rng, (uint32_t)length);
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
    assert_true(good > 19800 && good < 20000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_unescaped),
        cmocka_unit_test(text_comes_back),
        cmocka_unit_test(comments_are_added),
        cmocka_unit_test(properties_are_removed),
        cmocka_unit_test(everything_passes_through),
        cmocka_unit_test(no_line_ends_behind_a_name),
        cmocka_unit_test(variations_are_added),
        cmocka_unit_test(refused_files),
        cmocka_unit_test(notes),
        cmocka_unit_test(character_sets),
        cmocka_unit_test(character_sets_that_are_not_named),
        cmocka_unit_test(utf16),
        cmocka_unit_test(other_files),
        cmocka_unit_test(nesting),
        cmocka_unit_test(too_much),
        cmocka_unit_test(damaged_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
