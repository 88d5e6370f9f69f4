/* The page of guzumi analyze: what it holds for browsers, with and without scripts. */
#define _POSIX_C_SOURCE 200809L
#define RECORD "test_analyze_page.sgf"
#include "analyzed.h"

/* One file that asks for no other, with all frames and mistakes; nothing of the record is markup.
 */
static void a_page_alone(void **state) {
    (void)state;
    char *output = analyze("(;SZ[5]PB[<b>&\"]PW[x];B[cc];W[cb];B[aa];W[ee])", "--format html");
    assert_int_equal(strncmp(output, "<!DOCTYPE html>", 15), 0);
    expect_in(output, "<title>&lt;b&gt;&amp;\" - x</title>");
    expect_in(output, "<h1>&lt;b&gt;&amp;\" (Black) – x (White)</h1>\n<p>5x5, komi 7.5, 4 moves.");
    expect_in(output, "stars=[],"); /* so small a board has none */
    expect_in(output, "name=\"viewport\"");
    assert_int_equal(count_of(output, "{\"b\":\""), 5); /* the beginning and four moves */
    expect_in(output, "{\"b\":\"............X............\"");
    expect_in(output, "\"n\":1,\"m\":12,");
    expect_in(output, "{\"b\":\".......O....X............\"");
    expect_in(output, "\"n\":2,\"m\":7,"); /* C4, in the second row from the top */
    assert_null(strstr(output, "src="));
    assert_null(strstr(output, "href="));
    assert_int_equal(count_of(output, "http"),
                     2); /* the name of SVG, in the graph and the script */
    assert_int_equal(count_of(output, "<svg"), count_of(output, "</svg>"));
    free(output);
    /* Moves are counted as in the table, and stones may be set up anywhere. */
    output = analyze("(;SZ[5];B[cc];AB[aa]PL[W];W[dd];AB[ec]B[dc];W[cd])", "--format html");
    assert_int_equal(count_of(output, "The beginning"), 1);
    assert_int_equal(count_of(output, "Stones are set up"), 1);
    expect_in(output, "Move 2: white D2");
    expect_in(output, "Move 3: black D3");
    expect_in(output, "Move 4: white C2");
    free(output);
    output = analyze("(;SZ[9];B[cc])", "--format html");
    expect_in(output, "<h1>Black – White</h1>\n<p>9x9, komi 7.5, 1 move.");
    expect_in(output, "stars=[40,");
    free(output);
    output = analyze("(;SZ[5];B[cc];W[cb])", "--format svg");
    assert_int_equal(strncmp(output, "<svg xmlns=", 11), 0);
    expect_in(output, "<polyline");
    expect_in(output, "</svg>\n");
    free(output);
    free(analyze("(;SZ[5];B[cc])", "--format svg"));
}

/* The part of a page under Black's or White's mistakes, without what follows; to be freed. */
static char *mistakes_of(const char *page, const char *title, const char *next) {
    char *part = strstr(page, title);
    assert_non_null(part);
    part = strdup(part);
    char *end = strstr(part, next);
    assert_non_null(end);
    *end = 0;
    return part;
}

/* Each player has the largest mistakes of its own, however large the other's are. */
static void a_page_has_the_mistakes_of_both(void **state) {
    (void)state;
    /* White passes where Black then captures; Black's moves are Guzumi's. */
    static const char game[] = "(;SZ[2]KM[0]AB[aa][bb];W[];B[ab])";
    char *output = analyze(game, "--format html --mistakes 1");
    char *black = mistakes_of(output, "<h2>Black's largest mistakes", "<h2>White's");
    char *white = mistakes_of(output, "<h2>White's largest mistakes", "</section>");
    expect_in(black, "<h3>Move 2, black ");
    expect_in(black, " lost, ");
    assert_int_equal(count_of(black, "<article"), 1);
    expect_in(white, "<p>None.</p>");
    free(black);
    free(white);
    free(output);
    output = analyze(game, "--format html --mistakes 0");
    assert_null(strstr(output, "mistakes</h2>"));
    free(output);
}

/* What keyboards and screen readers need. Up and down scroll. */
static void a_page_is_for_everybody(void **state) {
    (void)state;
    char *output = analyze("(;SZ[5]BR[3<d]DT[2026-11-27]EV[Cup];B[cc];W[cb])", "--format html");
    expect_in(output, "<dt>Event</dt><dd>Cup</dd>");
    expect_in(output, "<dt>Black's rank</dt><dd>3&lt;d</dd>");
    assert_null(strstr(output, "<dt>Place"));
    static const char *const keys[] = {"ArrowLeft", "ArrowRight", "'Home'", "'End'"};
    for (int i = 0; i < COUNT_OF(keys); i++) expect_in(output, keys[i]);
    assert_null(strstr(output, "ArrowUp"));
    assert_int_equal(count_of(output, "role=\"img\""), count_of(output, "<svg"));
    for (const char *at = output; (at = strstr(at, "<button")) != NULL; at++) {
        const char *end = strchr(at, '>'), *label = strstr(at, "aria-label=");
        assert_true((label && label < end) || strncmp(end, ">Play the line", 14) == 0);
    }
    expect_in(output, "prefers-color-scheme:dark");
    free(output);
}

/* The better line: the player, and its points in reading order. */
static void a_page_has_the_better_line(void **state) {
    (void)state;
    char *output = analyze("(;SZ[2]KM[0]AB[aa][bb];W[];B[ab])", "--format html");
    expect_in(output, "\"c\":-1,\"w\":\"X\",\"v\":[-1");
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_alone),
        cmocka_unit_test(a_page_has_the_mistakes_of_both),
        cmocka_unit_test(a_page_is_for_everybody),
        cmocka_unit_test(a_page_has_the_better_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
