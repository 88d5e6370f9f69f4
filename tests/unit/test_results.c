/* Files of results: line ends of any system, and the cost of moves. */
#include "guzumi/base/file.h"
#include "guzumi/match/results.h"
#include "guzumi/match/standings.h"

#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char path[] = "test_results.tsv";

static void read_text(struct results *results, const char *begin, const char *end) {
    struct buffer text = {0};
    struct failure why;
    size_t complete;
    buffer_print(&text, "%s%s%s", begin, results_header, end);
    buffer_print(&text,
                 "0123456789abcdef\t7\ta\tb\tB+3.5\t40\tscore\tD4\t1\t2\t3\t4\t5\t-\tv\tw\tgone%s",
                 end);
    assert_int_equal(file_write(path, text.data, text.length, &why), STATUS_OK);
    *results = (struct results){0};
    assert_int_equal(results_read(results, path, &complete, &why), STATUS_OK);
    assert_int_equal(complete, text.length);
    buffer_free(&text);
    remove(path);
}

static void line_ends(void **state) {
    (void)state;
    struct results plain, other;
    read_text(&plain, "", "\n");
    read_text(&other, "\xef\xbb\xbf", "\r\n");
    assert_int_equal(plain.count, 1);
    assert_int_equal(other.count, 1);
    assert_int_equal(plain.list[0].winner, BLACK);
    for (int i = 0; i < RESULT_COLUMNS; i++)
        assert_string_equal(plain.list[0].column[i], other.list[0].column[i]);
    assert_string_equal(other.list[0].column[RESULT_COLUMNS - 1], "gone");
    results_free(&plain);
    results_free(&other);
}

/* Genmoves: all moves after the opening, in turn, and the last one if it was not a move. */
static void costs(void **state) {
    (void)state;
    static const struct {
        const char *moves, *opening, *end;
        int black, white;
    } games[] = {
        {"40", "D4,E5", "score", 19, 19},  {"41", "D4,E5", "moves", 20, 19},
        {"40", "D4,E5", "resign", 20, 19}, {"41", "D4,E5", "time", 20, 20},
        {"40", "D4", "score", 19, 20},     {"40", "-", "score", 20, 20},
        {"2", "D4,E5", "crash", 1, 0},     {"x", "-", "score", 0, 0},
    };
    for (int i = 0; i < COUNT_OF(games); i++) {
        struct result result = {.column = {[RESULT_MOVES] = games[i].moves,
                                           [RESULT_OPENING] = games[i].opening,
                                           [RESULT_END] = games[i].end,
                                           [RESULT_SECONDS_BLACK] = "1.5",
                                           [RESULT_SECONDS_WHITE] = "2",
                                           [RESULT_PROCESSOR_BLACK] = "0.25",
                                           [RESULT_PROCESSOR_WHITE] = "-"}};
        const struct result_cost black = result_cost(&result, BLACK);
        const struct result_cost white = result_cost(&result, WHITE);
        assert_int_equal(black.moves, games[i].black);
        assert_int_equal(white.moves, games[i].white);
        assert_true(black.seconds == 1.5 && white.seconds == 2);
        assert_true(black.processor == 0.25 && isnan(white.processor));
    }
}

static void draws_are_half_a_win(void **state) {
    (void)state;
    const struct score score = {.wins = 3, .draws = 2, .losses = 5};
    const struct estimate e = score_estimate(&score);
    assert_true(fabs(e.score - 0.4) < 1e-12);
    assert_true(fabs(e.elo - 400 * log10(0.4 / 0.6)) < 1e-9);
    assert_true(e.low < e.score && e.score < e.high);
}

static void expect_score(const struct standings *s, int player, int other, int wins, int draws,
                         int losses) {
    const struct score *score = standings_score(s, player, other);
    assert_int_equal(score->wins, wins);
    assert_int_equal(score->draws, draws);
    assert_int_equal(score->losses, losses);
}

/* Each game is a win for one player and a loss for the other, whoever has Black. */
static void both_players_scores(void **state) {
    (void)state;
    static const struct counted_game games[] = {
        {.player = {0, 1}, .winner = BLACK, .end = END_CRASH},
        {.player = {0, 1}, .winner = BLACK, .end = END_RESIGN},
        {.player = {1, 0}, .winner = BLACK, .has_error = true},
        {.player = {1, 0}, .winner = WHITE, .end = END_CRASH, .has_error = true},
        {.player = {0, 1}, .winner = EMPTY}};
    struct standings s, copy;
    struct failure why;
    assert_int_equal(standings_init(&s, 2, &why), STATUS_OK);
    assert_int_equal(standings_init(&copy, 2, &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(games); i++) standings_add(&s, &games[i]);
    standings_copy(&copy, &s);
    standings_free(&s);
    expect_score(&copy, 0, 1, 3, 1, 1);
    expect_score(&copy, 1, 0, 1, 1, 3);
    assert_int_equal(copy.black_wins, 3);
    assert_int_equal(copy.lost[MATCH_ENDS + END_CRASH], 2);
    assert_int_equal(copy.lost[END_CRASH], 0);
    assert_int_equal(copy.lost[END_SCORE], 1);
    assert_int_equal(copy.referee_failures, 1);
    standings_free(&copy);
}

/* The pairs before the first missing game: those behind it may be the ones that ended early. The
 * test of a sequential match takes them; a match without a test counts them for another one. */
static void a_test_ends_at_a_gap(void **state) {
    (void)state;
    static const int64_t games[] = {0, 1, 2, 3, 6, 7, 8, 9};
    char text[] = "size 9\nsprt 0 20\nplayer a engine\nplayer b engine\n";
    int64_t pairs[SPRT_SCORES];
    struct result list[COUNT_OF(games)];
    struct plan plan;
    struct failure why;
    assert_int_equal(plan_parse(&plan, text, "a.plan", &why), STATUS_OK);
    for (int i = 0; i < COUNT_OF(games); i++)
        list[i] = (struct result){.game = games[i], .winner = BLACK};
    struct results results = {.list = list, .count = COUNT_OF(games)};
    struct sprt test = merge_test(&results, &plan);
    assert_int_equal(sprt_pairs(&test), 2);
    results.count = 3; /* a pair without its second game */
    test = merge_test(&results, &plan);
    assert_int_equal(sprt_pairs(&test), 1);
    results.count = COUNT_OF(games);
    list[2].winner = WHITE; /* the second pair: both games for b */
    for (int is_sequential = 0; is_sequential < 2; is_sequential++) {
        plan.is_sequential = is_sequential;
        merge_pairs(&results, &plan, pairs);
        assert_int_equal(pairs[0], 1);
        assert_int_equal(pairs[2], 1);
        assert_int_equal(pairs[1] + pairs[3] + pairs[4], 0);
    }
    plan_free(&plan);
}

/* Who meets in a game is the plan's decision, except in a Swiss tournament. */
static void a_game_has_its_players(void **state) {
    (void)state;
    static const struct {
        const char *black, *white;
        int64_t game;
        bool fits, fits_swiss;
    } games[] = {{"a", "b", 0, true, true},  {"b", "a", 1, true, true},
                 {"b", "a", 0, false, true}, {"b", "b", 0, false, false},
                 {"a", "c", 0, false, true}, {"a", "x", 0, false, false}};
    for (int swiss = 0; swiss < 2; swiss++) {
        char text[200];
        struct plan plan;
        struct failure why;
        snprintf(text, sizeof text, "size 9\n%splayer a engine\nplayer b engine\nplayer c engine\n",
                 swiss ? "pairing swiss 2\n" : "");
        assert_int_equal(plan_parse(&plan, text, "a.plan", &why), STATUS_OK);
        for (int i = 0; i < COUNT_OF(games); i++) {
            const struct result line = {
                .plan = plan.hash,
                .game = games[i].game,
                .column = {[RESULT_BLACK] = games[i].black, [RESULT_WHITE] = games[i].white}};
            const bool fits = swiss ? games[i].fits_swiss : games[i].fits;
            assert_int_equal(standings_check(&line, &plan, &why),
                             fits ? STATUS_OK : STATUS_INVALID);
        }
        plan_free(&plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(line_ends),
                                       cmocka_unit_test(costs),
                                       cmocka_unit_test(a_game_has_its_players),
                                       cmocka_unit_test(draws_are_half_a_win),
                                       cmocka_unit_test(both_players_scores),
                                       cmocka_unit_test(a_test_ends_at_a_gap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
