/* guzumi analyze, from outside: what its three formats hold, and records out of the ordinary. */
#define _POSIX_C_SOURCE 200809L
#define RECORD "test_analyze.sgf"
#include "guzumi/go/sgf.h"

#include "analysis.h"
#include "analyzed.h"
#include "engine_state.h"
#include "player.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Escapes, bytes that are no UTF-8, a property that nobody knows, a variation, a pass. */
static const char record[] = "(;FF[4]GM[1]SZ[5]KM[0.5]PB[A\\\\ \"\xff\xc3\xa9]PW[B]RE[B+R]"
                             "XX[kept \\] too]C[root];B[cc]C[played];W[bc](;B[cb]TR[aa];W[cd];"
                             "B[];W[db])(;B[aa]))";

static void text_has_a_row_for_each_move(void **state) {
    (void)state;
    char *output = analyze(record, "");
    expect_in(output, "5x5, komi 0.5, result B+R, 6 moves.\n");
    expect_in(output, "= Guzumi's choice  ? lost 5 or more  ?? lost 15 or more\n");
    expect_in(output, "\n   1 black C3 ");
    expect_in(output, "\n   5 black pass ");
    expect_in(output, "\n   6 white D4 ");
    assert_null(strstr(output, "\n   7 "));
    free(output);
    output = analyze(record, "--from 3 --to 4 --mistakes 0");
    assert_null(strstr(output, "\n   2 "));
    expect_in(output, "\n   3 black C4 ");
    expect_in(output, "\n   4 white C2 ");
    assert_null(strstr(output, "\n   5 "));
    assert_null(strstr(output, "mistakes")); /* not looked for */
    free(output);
    output = analyze("(;SZ[2]KM[0]AB[aa][bb];W[];B[])", "--from 2");
    expect_in(output, "\n   2 black pass = ");
    expect_in(output, "\nNo mistakes.\n");
    free(output);
}

/* --- JSON --- */

static const char *after_blanks(const char *c) {
    return c + strspn(c, " \n\r\t");
}

static const char *after_string(const char *c) {
    assert_true(*c == '"');
    for (c++; *c != '"'; c++) {
        assert_true((unsigned char)*c >= ' ');
        if (*c == '\\') assert_true(*++c && strchr("\"\\/bfnrtu", *c));
    }
    return c + 1;
}

/* Behind the JSON value at C; fails when it is none. Recursion is for tests. */
static const char *after_value(const char *c) {
    c = after_blanks(c);
    if (*c == '"') return after_string(c);
    if (strncmp(c, "null", 4) == 0) return c + 4;
    if (*c != '{' && *c != '[') {
        char *end;
        strtod(c, &end);
        assert_true(end > c && (isdigit((unsigned char)*c) || *c == '-'));
        return end;
    }
    const char close = *c == '{' ? '}' : ']';
    c = after_blanks(c + 1);
    while (*c != close) {
        if (close == '}') {
            c = after_blanks(after_string(c));
            assert_true(*c++ == ':');
        }
        c = after_blanks(after_value(c));
        if (*c == close) break;
        assert_true(*c == ',');
        c = after_blanks(c + 1);
        assert_true(*c != close);
    }
    return c + 1;
}

static void json_is_one_document(void **state) {
    (void)state;
    char *output = analyze(record, "--format json");
    assert_string_equal(after_blanks(after_value(output)), "");
    expect_in(output, "\"black\": \"A\\\\ \\\"\\ufffd\xc3\xa9\"");
    assert_int_equal(count_of(output, "{\"move\": "), 6);
    expect_in(output, "\"played\": \"pass\"");
    free(output);
    output = analyze("(;SZ[3];B[bb])", "--format json");
    assert_string_equal(after_blanks(after_value(output)), "");
    expect_in(output, "\"white\": null");
    free(output);
}

/* The number that follows NAME behind *AT, which goes behind it; -1 when there is none. */
static double next_number(const char **at, const char *name) {
    *at = strstr(*at, name);
    if (!*at) return -1;
    *at += strlen(name);
    return strtod(*at, NULL);
}

/* The losses are the differences of win rates; Guzumi's choice loses nothing. */
static void losses(void **state) {
    (void)state;
    char *output = analyze(record, "--format json");
    char played[8], choice[8];
    int moves = 0;
    for (const char *at = output; (at = strstr(at, "\"played\": \"")) != NULL; moves++) {
        assert_int_equal(sscanf(at, "\"played\": \"%7[^\"]", played), 1);
        const double best = next_number(&at, "\"best\": "), after = next_number(&at, "\"after\": ");
        const double loss = next_number(&at, "\"loss\": ");
        assert_true(best >= 0 && best <= 1 && after >= 0 && after <= best);
        assert_true(best - after - loss < 2e-4 && loss - (best - after) < 2e-4);
        at = strstr(at, "\"choice\": \"");
        assert_int_equal(sscanf(at, "\"choice\": \"%7[^\"]", choice), 1);
        if (strcmp(played, choice) == 0) assert_true(loss == 0);
    }
    assert_int_equal(moves, 6);
    free(output);
}

/* Black's win rate from move to move of a game whose moves are not the engine's own: it doesn't go
 * up and down with who has just moved, as it did by half of what a turn is worth, 0.25 here. It
 * does go down a little by each side's moves, 0.12 to 0.15 by all seeds, for they are not the best.
 */
static void no_saw_tooth(void **state) {
    (void)state;
    static const char game[] =
        "(;SZ[9]KM[7.5];B[ee];W[gd];B[gf];W[cd];B[cf];W[hf];B[hg];W[he];B[gg];W[ce];B[df];W[fd];"
        "B[bf];W[be];B[ed];W[ec];B[de];W[dc];B[ff];W[af];B[ag];W[ae])";
    char *output = analyze(game, "--format json --simulations 400");
    double black[40], zigzag = 0;
    int count = 0;
    for (const char *at = output; (at = strstr(at, "\"color\": \"")) != NULL; count++) {
        const bool is_black = strncmp(at, "\"color\": \"black", 15) == 0;
        const double after = next_number(&at, "\"after\": ");
        black[count] = is_black ? after : 1 - after;
    }
    assert_int_equal(count, 22);
    for (int i = 1; i + 1 < count; i++) {
        const double above = black[i] - (black[i - 1] + black[i + 1]) / 2;
        zigzag += (i % 2 == 0 ? above : -above) / (count - 2); /* Black moved where i is even */
    }
    print_message("after Black's moves %.3f above the mean of what is before and behind\n", zigzag);
    assert_true(zigzag < 0.12 && zigzag > -0.2);
    free(output);
}

/* --- SGF --- */

static void sgf_keeps_what_was_there(void **state) {
    (void)state;
    struct sgf *sgf;
    struct failure why;
    free(analyze(record, "--format sgf --out test_analyze_out.sgf"));
    assert_int_equal(sgf_load(&sgf, "test_analyze_out.sgf", &why), STATUS_OK);
    assert_string_equal(sgf_value(sgf, SGF_ROOT, "XX", 0), "kept \\] too");
    char *comment = sgf_text(sgf, SGF_ROOT, "C");
    assert_int_equal(strncmp(comment, "root\n\nAnalyzed by Guzumi", 24), 0);
    free(comment);
    int node = sgf_child(sgf, SGF_ROOT);
    comment = sgf_text(sgf, node, "C");
    assert_int_equal(strncmp(comment, "played\n\nGuzumi: Black's win rate", 32), 0);
    assert_non_null(sgf_value(sgf, node, "SBKV", 0));
    assert_non_null(sgf_value(sgf, node, "V", 0));
    free(comment);
    node = sgf_child(sgf, sgf_child(sgf, node));
    const int passes = sgf_child(sgf, sgf_child(sgf, node)); /* a mistake: V is what it leaves */
    assert_true(strtod(sgf_value(sgf, passes, "V", 0), NULL) < 0);
    assert_string_equal(sgf_value(sgf, node, "TR", 0), "aa");
    assert_non_null(sgf_value(sgf, node, "C", 0));
    assert_null(sgf_value(sgf, sgf_sibling(sgf, node), "C", 0)); /* a variation is left alone */
    sgf_free(sgf);
    remove("test_analyze_out.sgf");
}

/* White can only pass, and Black should: what is expected does not name the move itself again, and
 * one simulation is one. */
static void sgf_says_what_comes_next(void **state) {
    (void)state;
    static const char game[] = "(;SZ[2]KM[0]AB[aa][bb];W[];B[ab])";
    char *output = analyze(game, "--format sgf");
    expect_in(output, "Guzumi's choice, then pass.]");
    free(output);
    output = analyze(game, "--format sgf --simulations 1");
    expect_in(output, "Guzumi's choice.]");
    expect_in(output, "with pass (1 simulation).]");
    free(output);
    output = analyze(game, "--format html --simulations 1");
    expect_in(output, "Guzumi would play pass.\"");
    free(output);
}

/* A second analysis takes the place of the first one, whose mistake is none any more; what others
 * wrote stays. */
static void sgf_forgets_the_last_analysis(void **state) {
    (void)state;
    static const char again[] =
        "(;SZ[2]KM[0]AB[aa][bb]C[Analyzed by Guzumi 0.0.1 with 9 s a position.];W[]BM[2]"
        "C[before\n\nGuzumi: White's chance of winning is 0.0 %. Mistake number 1.\n\nafter "
        "Guzumi: this];B[ab])";
    char *output = analyze(again, "--format sgf");
    assert_int_equal(count_of(output, "Analyzed by Guzumi"), 1);
    assert_int_equal(count_of(output, "White's win rate"), 1);
    assert_null(strstr(output, "White's chance"));
    assert_null(strstr(output, "BM[2]"));
    expect_in(output, "C[before\n\nafter Guzumi: this\n\nGuzumi: White's win rate");
    char *twice = analyze(output, "--format sgf");
    assert_string_equal(twice, output);
    free(output);
    free(twice);
    /* So does one of other moves: there is one mistake of each rank. */
    output = analyze("(;SZ[2]KM[0]AB[aa][bb];W[]C[Guzumi: hello.\n\nMe: Mistake number 3. Or not.];"
                     "B[ab])",
                     "--format sgf --from 2");
    expect_in(output, "Guzumi: hello.\n\nMe: Mistake number 3. Or not.");
    free(output);
    output = analyze(again, "--format sgf --from 2");
    expect_in(output, "Guzumi: White's chance of winning is 0.0 %.\n\nafter");
    assert_int_equal(count_of(output, "Mistake number 1."), 1);
    free(output);
}

/* The better line stands beside a mistake, behind the record's own variations, with our name; a
 * second analysis replaces it. */
static void sgf_has_the_better_line(void **state) {
    (void)state;
    static const char game[] = "(;SZ[2]KM[0]AB[aa][bb](;W[](;B[ab]))(;W[ab]N[mine]))";
    char *output = analyze(game, "--format sgf");
    struct sgf *sgf;
    struct failure why;
    assert_int_equal(sgf_parse(&sgf, "out", output, strlen(output), &why), STATUS_OK);
    const int white = sgf_child(sgf, SGF_ROOT), black = sgf_child(sgf, white);
    const int theirs = sgf_sibling(sgf, white), ours = sgf_sibling(sgf, black);
    assert_string_equal(sgf_value(sgf, theirs, "N", 0), "mine");
    assert_int_equal(sgf_sibling(sgf, theirs), SGF_NONE);
    assert_string_equal(sgf_value(sgf, black, "BM", 0), "1");
    assert_string_equal(sgf_value(sgf, ours, "N", 0), "Guzumi");
    assert_string_equal(sgf_value(sgf, ours, "B", 0), "");
    assert_int_equal(sgf_sibling(sgf, ours), SGF_NONE);
    sgf_free(sgf);
    char *twice = analyze(output, "--format sgf");
    assert_string_equal(twice, output);
    free(output);
    free(twice);
}

/* Values that were read otherwise are written as they were read. */
static void sgf_is_corrected(void **state) {
    (void)state;
    char *output = analyze("(;SZ[2]KM[0,5]HA[x];B[A1];W[zz];B[kk])", "--format sgf");
    expect_in(output, "KM[0.5]");
    expect_in(output, ";B[ab]");
    expect_in(output, ";W[]");
    assert_int_equal(count_of(output, "HA["), 0);
    assert_int_equal(count_of(output, "kk"), 0);
    free(output);
}

/* Where the record holds other games, they would be lost. */
static void a_collection_is_kept(void **state) {
    (void)state;
    static const char games[] = "(;SZ[5];B[cc])\n(;SZ[5];B[bb])\n";
    char *output = analyze_to(games, "--format sgf --out test_analyze.sgf", "2>&1", 1);
    expect_in(output, "would replace all games of the record but the first");
    free(output);
    output = analyze_to(games, "--format sgf", "2>&1 >/dev/null", 0);
    expect_in(output, "line 2, column 1: another game begins; only the first one is read");
    free(output);
}

/* A move that somebody has called doubtful or good is not called bad as well. */
static void sgf_keeps_one_mark(void **state) {
    (void)state;
    char *output = analyze("(;SZ[2]KM[0]AB[aa][bb];W[];B[ab])", "--format sgf");
    const bool is_bad = strstr(output, "BM[1]") != NULL;
    free(output);
    assert_true(is_bad);
    output = analyze("(;SZ[2]KM[0]AB[aa][bb];W[]DO[];B[ab]TE[1])", "--format sgf");
    assert_null(strstr(output, "BM["));
    expect_in(output, "DO[]");
    free(output);
}

/* --- pages --- */

static void points(void **state) {
    (void)state;
    static const char game[] = "(;SZ[5]KM[0];B[cc];W[aa];B[cb];W[ee])";
    char *output = analyze(game, "--simulations 200");
    expect_in(output, "\nmove       played    best  after   lost points  Guzumi's choice\n");
    free(output);
    output = analyze(game, "--simulations 200 --format json");
    const char *at = output;
    const double first = next_number(&at, "\"points\": "),
                 corner = next_number(&at, "\"points\": ");
    assert_true(first >= 0 && first < 3);
    assert_true(corner >= 0 && corner < 50);
    free(output);
    output = analyze(game, "--simulations 200 --format html");
    expect_in(output, " leads by ");
    free(output);
    output = analyze(game, "--to 2 --format html --search novice"); /* it has no scores */
    assert_null(strstr(output, " leads by "));
    assert_null(strstr(output, "the score is even"));
    assert_null(strstr(output, "0.0 points"));
    free(output);
}

/* How often TD search has run since it was last started, and at most. */
static int runs, most_runs;

static enum status count_from_start(struct search *search, int size, const struct memory *memory,
                                    struct failure *why) {
    runs = 0;
    return search_methods[SEARCH_TD]->start(search, size, memory, why);
}

static enum status count_run(struct search *search, const struct search_position *position,
                             const struct bitset *candidates, const struct search_limit *limit,
                             struct rng *rng, struct failure *why) {
    if (++runs > most_runs) most_runs = runs;
    return search_methods[SEARCH_TD]->run(search, position, candidates, limit, rng, why);
}

/* What a search learnt of one position would colour what it says of the next one. */
static void positions_do_not_learn_from_each_other(void **state) {
    static const char text[] = "(;SZ[5]KM[0.5];B[cc];W[bc];B[cb])";
    static struct search_method counted;
    static struct player player;
    const struct analysis_request request = {.from = 1, .to = 3};
    struct analysis analysis;
    struct failure why;
    struct sgf *sgf;
    start_default_player(state, &player, 20);
    set(&player, "search", "td");
    counted = *search_methods[SEARCH_TD];
    counted.start = count_from_start;
    counted.run = count_run;
    assert_int_equal(engine_use_search(player.engine, &counted, &why), STATUS_OK);
    assert_int_equal(sgf_parse(&sgf, "test", text, sizeof text - 1, &why), STATUS_OK);
    assert_int_equal(analysis_run(&analysis, sgf, player.engine, &request, &why), STATUS_OK);
    assert_int_equal(analysis.count, 3);
    assert_int_equal(most_runs, 1);
    analysis_free(&analysis);
    sgf_free(sgf);
    end_player(state);
}

/* --- out of the ordinary --- */

static void set_up_and_handicap(void **state) {
    (void)state;
    char *output = analyze("(;SZ[5]HA[2]AB[bb][dd]KM[0.5];W[bd];B[db])", "");
    expect_in(output, "handicap 2");
    expect_in(output, "\n   1 white B2 ");
    free(output);
    /* Set-up in the middle: the moves go on from there; both colours in a row, too. */
    output = analyze("(;SZ[5];B[bb];AE[bb]AW[cc];B[bb];B[dd];W[db])", "");
    expect_in(output, "4 moves");
    expect_in(output, "\n   3 black D2 ");
    free(output);
    /* What is no move is left out, and what is against superko is looked at. */
    output = analyze("(;SZ[5];B[bb];W[bb];B[cc];W[dd]B[da])", "");
    expect_in(output, "4 moves");
    expect_in(output, "\n   2 black C3 ");
    expect_in(output, "\n   4 black D5 ");
    free(output);
    output = analyze("(;SZ[2];B[aa];W[bb];B[ba];W[ab];B[aa];W[ba];B[aa];W[])", "");
    expect_in(output, "\n   8 white pass ");
    free(output);
    /* A position that is settled, with nothing left but passes. */
    output = analyze("(;SZ[3]KM[0]AB[ab][bb][cb][ba][bc];W[];B[])", "");
    expect_in(output, "\n   2 black pass ");
    free(output);
    /* By Chinese rules five stones of handicap are worth five points; stones that were set up and
     * are no handicap are worth none. */
    output = analyze("(;SZ[3]KM[6.5]HA[5]AB[ab][bb][cb][ba][bc];W[];B[])", "--rules chinese");
    expect_in(output, "\n   2 black pass =     0.");
    free(output);
    output = analyze("(;SZ[3]KM[6.5]HA[0]AB[ab][bb][cb][ba][bc];W[];B[])", "--rules chinese");
    expect_in(output, "\n   2 black pass =   100.");
    free(output);
}

static void mistakes(void **state) {
    static const struct {
        const char *record, *arguments, *message;
    } cases[] = {
        {"(;SZ[20];B[bb])", "", "test_analyze.sgf: line 1, column 5: SZ: only square boards"},
        {"[bb]", "", "test_analyze.sgf: line 1, column 5: not a game record"},
        {"(;SZ[5])", "", "no moves to analyze: the game has none"},
        {"(;SZ[5];B[bb])", "--from 2", "no moves to analyze: the game has 1"},
        {"(;SZ[5];B[bb];W[cc])", "--from 2 --to 1", "no moves to analyze"},
        {"(;SZ[5];B[bb])", "--out /nonexistent/file", "/nonexistent/file"},
    };
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char *output =
            analyze_to(cases[i].record, cases[i].arguments, "2>&1 | tail -n 1; exit 0", 0);
        assert_int_equal(strncmp(output, "guzumi: ", 8), 0);
        expect_in(output, cases[i].message);
        free(output);
        free(analyze_to(cases[i].record, cases[i].arguments, ">/dev/null 2>&1", 1));
    }
    free(analyze_to(record, "--format xml", "2>/dev/null", 2));
}

/* Each side after itself, an interrupted order, set-up stones in between, and a part of it all. */
static void progress_ends_at_its_total(void **state) {
    static const struct {
        const char *record, *arguments, *last;
    } cases[] = {
        {"(;SZ[5];B[cc];W[bb];B[dd])", "", "4 of 4 positions"},
        {"(;SZ[5];W[cc];W[bb];B[dd])", "", "5 of 5 positions"},
        {"(;SZ[5];B[cc];C[x];W[bb];AB[aa];B[dd])", "", "5 of 5 positions"},
        {"(;SZ[5];B[cc];W[bb];B[dd];W[ee])", "--from 2 --to 3", "3 of 3 positions"},
        {"(;SZ[5];B[aa];W[aa];B[aa];W[bb];B[cc])", "", "4 of 4 positions"}, /* two left out */
    };
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char *output = analyze_to(cases[i].record, cases[i].arguments, "2>&1 >/dev/null", 0);
        expect_in(output, cases[i].last);
        expect_in(strstr(output, cases[i].last), ", 0 s left\n");
        assert_null(strchr(strstr(output, cases[i].last), '-'));
        free(output);
    }
    /* Nothing but what is left out. */
    free(analyze_to("(;SZ[9];B[aa];W[aa];B[cc]AW[dd];W[ee])", "--from 3 --to 3",
                    "2>/dev/null >/dev/null", 0));
}

static void the_output_is_tried_first(void **state) {
    (void)state;
    char *output = analyze_to("(;SZ[5];B[cc])", "--out /nonexistent/file", "2>&1", 1);
    assert_memory_equal(output, "guzumi: can't write /nonexistent/file", 37);
    free(output);
}

/* Asks to stop once so many positions are done. */
struct stopper {
    atomic_bool stop;
    int after;
};

static void stop_after(void *context, int done, int total) {
    struct stopper *s = context;
    (void)total;
    if (done == s->after) atomic_store(&s->stop, true);
}

/* The message counts the moves that are in the report. */
static void stopped_after_what_is_there(void **state) {
    static const char moves[] = "(;SZ[5]KM[0.5];B[cc];W[bc];B[cb])";
    static struct player player;
    (void)state;
    void *unused;
    start_default_player(&unused, &player, 20);
    for (int after = 1; after <= 3; after++) {
        struct stopper stopper = {.after = after};
        const struct analysis_request request = {
            .from = 1, .to = 3, .stop = &stopper.stop, .progress = stop_after, .context = &stopper};
        struct analysis analysis;
        struct sgf *sgf;
        struct failure why;
        char expected[80] = "stopped before the first move was analyzed";
        assert_int_equal(sgf_parse(&sgf, "test", moves, strlen(moves), &why), STATUS_OK);
        assert_int_equal(analysis_run(&analysis, sgf, player.engine, &request, &why),
                         STATUS_STOPPED);
        assert_int_equal(analysis.count, after - 1);
        if (after > 1) snprintf(expected, sizeof expected, "stopped after move %d", after - 1);
        assert_string_equal(why.text, expected);
        analysis_free(&analysis);
        sgf_free(sgf);
    }
    player_close(&player);
}

/* What rounds to zero has no sign. */
static void no_number_is_minus_zero(void **state) {
    (void)state;
    struct analyzed_move moves[] = {
        {.number = 1, .move = {0, BLACK}, .lead = -0.04, .score = -0.004},
        {.number = 2, .move = {0, WHITE}, .lead = 0.04, .score = -0.004},
    };
    struct params params;
    struct buffer out = {0};
    struct failure why;
    struct sgf *sgf;
    params_default(&params);
    assert_int_equal(sgf_parse(&sgf, "test", "(;SZ[5];B[ae];W[be])", 20, &why), STATUS_OK);
    struct analysis analysis = {.sgf = sgf, .size = 5, .move_count = 2, .moves = moves, .count = 2};
    moves[0].node = sgf_child(sgf, SGF_ROOT);
    moves[1].node = sgf_child(sgf, moves[0].node);
    analysis_print_json(&analysis, &params, "test", &out);
    assert_int_equal(analysis_print_sgf(&analysis, &params, &out, &why), STATUS_OK);
    buffer_append(&out, "", 1);
    assert_int_equal(count_of((const char *)out.data, "V[0.0]"), 2);
    assert_int_equal(count_of((const char *)out.data, "\"score\": 0.00"), 2);
    assert_null(strstr((const char *)out.data, "-0.0"));
    buffer_free(&out);
    sgf_free(sgf);
}

static void graphs_are_black_s_view(void **state) {
    const struct analyzed_move black = {.move.color = BLACK, .after = 0.25};
    const struct analyzed_move white = {.move.color = WHITE, .after = 0.25};
    (void)state;
    assert_true(analysis_black(&black) == 0.25 && analysis_black(&white) == 0.75);
}

static void the_largest_mistakes_come_first(void **state) {
    (void)state;
    char *output = analyze("(;SZ[5]KM[0.5];B[cc];W[bc];B[aa];W[ee];B[cb];W[cd];B[ea];W[dc];B[ae])",
                           "--simulations 100");
    const char *line = strstr(output, "The largest mistakes:\n");
    double last = 100;
    int count = 0, number, first = 0;
    assert_non_null(line);
    for (; (line = strstr(line, ". move ")); count++) {
        double after, best;
        assert_int_equal(
            sscanf(line, ". move %d, %*s %*[^:]: %lf instead of %lf", &number, &after, &best), 3);
        assert_true(best - after < last + 0.11); /* by the rounded numbers */
        last = best - after;
        if (count == 0) first = number;
        line++;
    }
    assert_true(count >= 3);
    /* Move 3 is a mistake, but not the largest. */
    assert_true(first > 3);
    assert_non_null(strstr(output, ". move 3, black A5"));
    free(output);
}

static void all_processors_search(void **state) {
    (void)state;
    char *output = analyze("(;SZ[5];B[cc])", "--help");
    expect_in(output, "all processors]");
    free(output);
}

static void the_same_every_time(void **state) {
    (void)state;
    char *first = analyze(record, "--format json"), *second = analyze(record, "--format json");
    assert_string_equal(first, second);
    free(first);
    free(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_a_row_for_each_move),
        cmocka_unit_test(json_is_one_document),
        cmocka_unit_test(losses),
        cmocka_unit_test(no_saw_tooth),
        cmocka_unit_test(sgf_keeps_what_was_there),
        cmocka_unit_test(sgf_says_what_comes_next),
        cmocka_unit_test(sgf_keeps_one_mark),
        cmocka_unit_test(sgf_forgets_the_last_analysis),
        cmocka_unit_test(sgf_has_the_better_line),
        cmocka_unit_test(sgf_is_corrected),
        cmocka_unit_test(a_collection_is_kept),
        cmocka_unit_test(positions_do_not_learn_from_each_other),
        cmocka_unit_test(points),
        cmocka_unit_test(set_up_and_handicap),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(progress_ends_at_its_total),
        cmocka_unit_test(the_output_is_tried_first),
        cmocka_unit_test(stopped_after_what_is_there),
        cmocka_unit_test(no_number_is_minus_zero),
        cmocka_unit_test(graphs_are_black_s_view),
        cmocka_unit_test(the_largest_mistakes_come_first),
        cmocka_unit_test(all_processors_search),
        cmocka_unit_test(the_same_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
