/* The lines of an analysis, from reports made by hand; the moves of a line of play are the engine's
 * own and not checked. */
#define _POSIX_C_SOURCE 200809L
#include "gtp_session.h"
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fixture {
    struct player player;
    struct report *report;
};

static int open_player(void **state) {
    static struct fixture f;
    struct failure why;
    struct params params;
    double value;
    params_default(&params);
    params.search = SEARCH_TWO_PHASE; /* has lines without having searched */
    f.report = calloc(1, sizeof *f.report);
    assert_non_null(f.report);
    start_player(state, &f.player, &params);
    engine_clear(f.player.engine, 3);
    assert_int_equal(engine_value(f.player.engine, BLACK, &value, &why), STATUS_OK);
    *state = &f;
    return 0;
}

static int close_player(void **state) {
    struct fixture *f = *state;
    end_player(state);
    free(f->report);
    return 0;
}

/* Two moves of White on 3x3 and one that was not searched. */
static struct report *white_report(struct fixture *f) {
    struct report *r = f->report;
    const struct search_candidate candidates[] = {
        {.point = point_at(3, 1, 1),
         .visits = 75,
         .winrate = 0.6,
         .error = 0.05,
         .score = -1.25,
         .score_stdev = 7.5,
         .prior = 0.5},
        {.point = point_at(3, 0, 2), .visits = 25, .winrate = 0.25, .score = -3, .prior = 0.125},
        {.point = PASS, .winrate = 0.1, .score = -2.5}};
    *r = (struct report){
        .found = {.to_move = WHITE, .simulations = 100, .winrate = 0.6, .score = -2.5, .count = 3}};
    r->found.score_stdev = 8.25;
    memcpy(r->found.candidates, candidates, sizeof candidates);
    r->found.ownership[point_at(3, 0, 2)] = 1;
    r->found.ownership[point_at(3, 2, 2)] = -1;
    r->found.ownership_stdev[point_at(3, 1, 2)] = 0.75;
    return r;
}

/* The line of REPORT as REQUEST wants it, without what follows "pv" up to the next of its words. */
static char *line_of(struct fixture *f, const struct live_request *request) {
    struct answer answer = {.streams = false};
    live_add_line(&answer, f->player.engine, request, f->report);
    answer_add(&answer, "%c", 0);
    return (char *)answer.text.data;
}

static void expect_parts(char *line, const char *const *parts) {
    const char *at = line;
    for (; *parts; parts++) {
        const char *found = strstr(at, *parts);
        if (!found) print_error("no '%s' in %s\n", *parts, at);
        assert_non_null(found);
        at = found + strlen(*parts);
    }
    assert_string_equal(at, "");
    free(line);
}

/* Those that were searched, and as many more as the request wants. */
static void test_as_many_moves_as_wanted(void **state) {
    static const int listed[] = {2, 2, 2, 3, 3};
    struct fixture *f = *state;
    white_report(f);
    for (int wanted = 0; wanted < COUNT_OF(listed); wanted++) {
        const struct live_request request = {
            .format = LIVE_LZ, .most_moves = 30, .fewest_moves = wanted};
        char *line = line_of(f, &request);
        int count = 0;
        for (const char *at = line; (at = strstr(at, "info move")); at++) count++;
        assert_int_equal(count, listed[wanted]);
        free(line);
    }
}

/* Intervals are given in hundredths of a second; very short ones are raised to the minimum. */
static void test_intervals_are_centiseconds(void **state) {
    static const struct {
        char *word;
        double seconds;
    } cases[] = {{"50", 0.5}, {"100", 1}, {"0", 0.01}};
    struct fixture *f = *state;
    struct gtp_session session = {.engine = f->player.engine};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char *words[] = {"lz-analyze", cases[i].word, NULL};
        struct answer answer = {.context = &session, .argc = 2, .argv = words};
        struct live_request request = {.format = LIVE_LZ};
        assert_true(live_read_request(&answer, &request));
        assert_true(request.interval == cases[i].seconds);
    }
}

static void test_leela_zeros_line(void **state) {
    struct fixture *f = *state;
    white_report(f);
    const struct live_request request = {.format = LIVE_LZ, .most_moves = 30};
    static const char *const parts[] = {
        "info move B2 visits 75 winrate 6000 prior 5000 lcb 5020 order 0 pv B2",
        " info move A3 visits 25 winrate 2500 prior 1250 lcb 2500 order 1 pv A3", "\n", NULL};
    expect_parts(line_of(f, &request), parts);
}

static void test_katagos_line(void **state) {
    struct fixture *f = *state;
    white_report(f)->found.has_ownership = true;
    const struct live_request request = {.format = LIVE_KATA,
                                         .most_moves = 3,
                                         .fewest_moves = 3,
                                         .ownership = true,
                                         .ownership_stdev = true,
                                         .root_info = true};
    static const char *const parts[] = {
        "info move B2 visits 75 winrate 0.600000 scoreMean -1.250 scoreStdev 7.500 scoreLead "
        "-1.250 prior 0.500000 lcb 0.502000 order 0 pv B2",
        " order 1 pv A3",
        " info move pass visits 0 winrate 0.100000 scoreMean -2.500 scoreStdev 0.000 scoreLead "
        "-2.500 prior 0.000000 "
        "lcb 0.100000 order 2 pv pass",
        " rootInfo visits 100 winrate 0.600000 scoreMean -2.500 scoreStdev 8.250 scoreLead -2.500",
        /* White's view */
        " ownership -1.000 0.000 1.000 0.000 0.000 0.000 0.000 0.000 0.000",
        " ownershipStdev 0.000 0.750 0.000 0.000 0.000 0.000 0.000 0.000 0.000\n", NULL};
    expect_parts(line_of(f, &request), parts);
}

static void test_cgos_line(void **state) {
    struct fixture *f = *state;
    white_report(f)->found.has_ownership = true;
    const struct live_request request = {.format = LIVE_CGOS, .most_moves = 1};
    static const char *const parts[] = {
        "{\"winrate\":0.6000,\"score\":-2.50,\"visits\":100,\"moves\":[{\"move\":\"B2\","
        "\"winrate\":0.6000,\"score\":-1.25,\"prior\":0.5000,\"visits\":75,\"pv\":\"",
        "\"}],\"ownership\":\"Af+ffffff\"}\n", NULL};
    expect_parts(line_of(f, &request), parts);
}

static void test_gogui_graphics(void **state) {
    struct fixture *f = *state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    live_draw(out, f->player.engine, white_report(f));
    f->report->final = true;
    live_draw(out, f->player.engine, f->report);
    fclose(out);
    static const char *const parts[] = {
        "gogui-gfx:\nINFLUENCE B2 -1.000 A3 -0.333\nLABEL A3 25\nVAR w B2 b ",
        "\nTEXT 60.0 % after 100 simulations\n\ngogui-gfx: CLEAR\n", NULL};
    expect_parts(text, parts);
}

/* What gtp2ogs looks for: KataGo's name, then its words. */
static void test_chat(void **state) {
    struct fixture *f = *state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    live_chat(out, f->player.engine, white_report(f));
    fclose(out);
    static const char *const parts[] = {
        "As KataGo: CHAT:Visits 100 Winrate 60.00% ScoreLead -2.5 ScoreStdev 8.2 PV B2", "\n",
        NULL};
    expect_parts(text, parts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_many_moves_as_wanted),
        cmocka_unit_test(test_intervals_are_centiseconds),
        cmocka_unit_test(test_leela_zeros_line),
        cmocka_unit_test(test_katagos_line),
        cmocka_unit_test(test_cgos_line),
        cmocka_unit_test(test_gogui_graphics),
        cmocka_unit_test(test_chat),
    };
    return cmocka_run_group_tests(tests, open_player, close_player);
}
