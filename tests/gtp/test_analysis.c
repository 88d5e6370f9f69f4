/* KataGo's analysis protocol, through the executable: what clients such as KaTrain send, and what
 * they read. */
#define _POSIX_C_SOURCE 200809L
#define INPUT "test_analysis.in"
#include "analysis_answers.h"

#include <math.h>
#include <string.h>

/* One that is named twice has one answer. */
static void turns(void **state) {
    (void)state;
    struct answers a = ask("", "{\"id\":\"a\\\"b\"," GAME ",\"analyzeTurns\":[0,1,2,1,3,0]}\n");
    assert_int_equal(a.count, 4);
    for (int i = 0; i < 4; i++) {
        const struct json *j = a.line[i];
        assert_string_equal(text_of(j, "id"), "a\"b");
        assert_false(flag_of(j, "isDuringSearch"));
        assert_true(number_of(j, NULL, "turnNumber") == i);
        assert_true(number_of(j, "rootInfo", "visits") == 40);
        const int moves = json_member(j, JSON_ROOT, "moveInfos"), first = json_first(j, moves);
        assert_true(json_count(j, moves) >= 1);
        assert_true(json_count(j, json_member(j, first, "pv")) >= 1);
        assert_true(json_number(j, json_member(j, first, "order")) == 0);
        assert_int_equal(json_member(j, JSON_ROOT, "ownership"), JSON_NONE);
        assert_int_equal(json_member(j, JSON_ROOT, "policy"), JSON_NONE);
    }
    free_answers(&a);
}

/* The query that KaTrain builds. */
static void katrain(void **state) {
    (void)state;
    struct answers a =
        ask("-model m.bin.gz -analysis-threads 2",
            "{\"rules\": \"japanese\", \"priority\": 3, \"analyzeTurns\": [2], \"maxVisits\": 30, "
            "\"komi\": 6.5, \"boardXSize\": 9, \"boardYSize\": 9, \"includeOwnership\": true, "
            "\"includeMovesOwnership\": true, \"includePolicy\": true, \"initialStones\": "
            "[[\"B\", \"C3\"], [\"B\", \"G7\"]], \"initialPlayer\": \"W\", \"moves\": "
            "[[\"W\", \"E5\"], [\"B\", \"E4\"]], \"overrideSettings\": "
            "{\"reportAnalysisWinratesAs\": \"BLACK\", \"maxTime\": 8.0, \"wideRootNoise\": 0.04}, "
            "\"id\": \"QUERY:1\"}\n"
            "{\"action\": \"terminate\", \"terminateId\": \"QUERY:7\", \"id\": \"QUERY:2\"}\n");
    assert_int_equal(a.count, 3); /* with a warning of wideRootNoise */
    int count, analysis = 0;
    for (int i = 0; i < a.count; i++)
        if (json_member(a.line[i], JSON_ROOT, "moveInfos") != JSON_NONE) analysis = i;
    const struct json *j = a.line[analysis];
    sum_of(j, "ownership", &count);
    assert_int_equal(count, 81);
    assert_true(fabs(sum_of(j, "policy", &count) - 1) < 1e-3);
    assert_int_equal(count, 82);
    for (int v = json_first(j, json_member(j, JSON_ROOT, "moveInfos")); v != JSON_NONE;
         v = json_next(j, v)) {
        assert_int_equal(json_count(j, json_member(j, v, "ownership")), 81);
        assert_int_equal(json_member(j, v, "ownershipStdev"), JSON_NONE);
        assert_true(json_number(j, json_member(j, v, "scoreStdev")) > 0);
    }
    assert_true(number_of(j, "rootInfo", "scoreStdev") > 0);
    assert_string_equal(text_of(j, "id"), "QUERY:1");
    const int root = json_member(j, JSON_ROOT, "rootInfo");
    assert_string_equal(json_string(j, json_member(j, root, "currentPlayer")), "W");
    free_answers(&a);
}

/* A komi as people type it: the third answer differs. */
static void komi_in_words(void **state) {
    (void)state;
    static const char query[] = "{\"id\":\"x\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":[],"
                                "\"rules\":\"chinese\",\"maxVisits\":20,\"komi\":%s}\n";
    static const char *const komi[3] = {"7.5", "\"7,50\"", "-20.5"};
    double lead[3];
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text, query, komi[i]);
        struct answers a = ask("", text);
        assert_int_equal(a.count, 1);
        const int root = json_member(a.line[0], JSON_ROOT, "rootInfo");
        lead[i] = json_number(a.line[0], json_member(a.line[0], root, "scoreLead"));
        free_answers(&a);
    }
    assert_true(lead[0] == lead[1] && lead[0] != lead[2]);
}

/* Without moves White comes after handicap stones. Where nobody can play the policy is -1. */
static void handicap_stones(void **state) {
    (void)state;
    struct answers a = ask("", "{\"id\":\"x\",\"boardXSize\":9,\"boardYSize\":9,\"komi\":0.5,"
                               "\"rules\":\"chinese\",\"moves\":[],\"includePolicy\":true,"
                               "\"initialStones\":[[\"B\",\"C3\"],[\"B\",\"G7\"]]}\n");
    assert_int_equal(a.count, 1);
    const struct json *j = a.line[0];
    const int root = json_member(j, JSON_ROOT, "rootInfo");
    assert_string_equal(json_string(j, json_member(j, root, "currentPlayer")), "W");
    int v = json_first(j, json_member(j, JSON_ROOT, "policy"));
    for (int i = 0; i < 82; i++, v = json_next(j, v)) {
        const bool stone = i == 2 * 9 + 6 || i == 6 * 9 + 2; /* G7, C3, from the top */
        assert_true(stone ? json_number(j, v) == -1 : json_number(j, v) >= 0);
    }
    assert_int_equal(v, JSON_NONE);
    free_answers(&a);
}

/* The same position from three sides. */
static void views(void **state) {
    (void)state;
    static const char *const names[] = {"BLACK", "WHITE", "SIDETOMOVE"};
    double winrate[3], score[3];
    for (int i = 0; i < 3; i++) {
        char query[600];
        snprintf(query, sizeof query,
                 "{\"id\":\"x\"," GAME
                 ",\"overrideSettings\":{\"reportAnalysisWinratesAs\":\"%s\"}}\n",
                 names[i]);
        struct answers a = ask("", query);
        assert_int_equal(a.count, 1);
        winrate[i] = number_of(a.line[0], "rootInfo", "winrate");
        score[i] = number_of(a.line[0], "rootInfo", "scoreLead");
        free_answers(&a);
    }
    assert_true(fabs(winrate[0] + winrate[1] - 1) < 1e-5 && winrate[2] == winrate[1]);
    assert_true(score[0] == -score[1] && score[2] == score[1]);
}

/* Behind a search without end two queries wait: all turns of the later one, which has a priority,
 * come before the other. */
static void priorities(void **state) {
    (void)state;
    struct answers a = ask("--analysis-threads 1",
                           "{\"id\":\"long\"," GAME ",\"maxVisits\":1000000000}\n"
                           "{\"id\":\"low\"," GAME ",\"priority\":1}\n"
                           "{\"id\":\"high\"," GAME ",\"priority\":5,\"analyzeTurns\":[0,1,2]}\n"
                           "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"long\"}\n");
    int high = 0;
    for (int i = 0; i < a.count; i++) {
        high += strcmp(text_of(a.line[i], "id"), "high") == 0;
        if (strcmp(text_of(a.line[i], "id"), "low") == 0) assert_int_equal(high, 3);
    }
    assert_int_equal(high, 3);
    free_answers(&a);
}

/* Half of the queries wait when the first is ended; each turn is answered once. */
static void ending(void **state) {
    (void)state;
    struct answers a =
        ask("--analysis-threads 2",
            "{\"id\":\"long\"," GAME ",\"maxVisits\":1000000000,\"analyzeTurns\":[0,1,2]}\n"
            "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"long\","
            "\"turnNumbers\":[2]}\n"
            "{\"id\":\"all\",\"action\":\"terminate_all\"}\n"
            "{\"id\":\"next\"," GAME "}\n");
    int turn[3] = {0}, others = 0;
    for (int i = 0; i < a.count; i++) {
        const struct json *j = a.line[i];
        if (strcmp(text_of(j, "id"), "long") == 0)
            turn[(int)number_of(j, NULL, "turnNumber")]++;
        else
            others++;
    }
    assert_true(turn[0] == 1 && turn[1] == 1 && turn[2] == 1);
    assert_int_equal(others, 3);
    free_answers(&a);
    a = ask("-quit-without-waiting", "{\"id\":\"long\"," GAME ",\"maxVisits\":1000000000,"
                                     "\"analyzeTurns\":[0,1,2]}\n");
    assert_true(a.count <= 1);
    free_answers(&a);
}

/* The names of rules that KaTrain and Ogatak send, and the player of the first turn. */
static void names_and_players(void **state) {
    (void)state;
    struct answers a =
        ask("", "{\"id\":\"n\",\"rules\":\"New Zealand\",\"boardXSize\":5,\"boardYSize\":5,"
                "\"initialPlayer\":\"W\",\"moves\":[[\"B\",\"C3\"]],\"analyzeTurns\":[0]}\n"
                "{\"id\":\"t\",\"rules\":\"Tromp Taylor\",\"boardXSize\":5,\"boardYSize\":5,"
                "\"moves\":[[\"B\",\"C3\"]],\"analyzeTurns\":[0]}\n");
    assert_int_equal(a.count, 2);
    for (int i = 0; i < 2; i++) {
        const bool first =
            strcmp(json_string(a.line[i], json_member(a.line[i], JSON_ROOT, "id")), "n") == 0;
        const int root = json_member(a.line[i], JSON_ROOT, "rootInfo");
        assert_string_equal(json_string(a.line[i], json_member(a.line[i], root, "currentPlayer")),
                            first ? "W" : "B");
    }
    free_answers(&a);
}

/* Who is to move tells the empty boards apart, and nothing else does. */
static void hashes(void **state) {
    (void)state;
    struct answers a = ask(
        "", "{\"id\":\"b\",\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":[]}\n"
            "{\"id\":\"w\",\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":[],"
            "\"initialPlayer\":\"W\"}\n"
            "{\"id\":\"c\",\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":"
            "[[\"B\",\"A2\"]]}\n"
            "{\"id\":\"d\",\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":"
            "[[\"B\",\"D5\"]]}\n");
    const char *hash[4], *turned[4];
    assert_int_equal(a.count, 4);
    for (int i = 0; i < 4; i++) {
        const int root = json_member(a.line[i], JSON_ROOT, "rootInfo");
        hash[i] = json_string(a.line[i], json_member(a.line[i], root, "thisHash"));
        turned[i] = json_string(a.line[i], json_member(a.line[i], root, "symHash"));
    }
    assert_string_not_equal(hash[0], hash[1]);
    assert_string_not_equal(turned[0], turned[1]);
    assert_string_not_equal(hash[2], hash[3]);
    assert_string_equal(turned[2], turned[3]); /* the same point, turned */
    free_answers(&a);
}

/* The next answer of P. */
static struct json *next_answer(struct process *p) {
    char *end;
    while (!p->length || !(end = strchr(p->text, '\n')))
        if (!process_read_more(p)) fail_msg("the analysis ended without an answer");
    struct json *answer;
    struct failure why;
    assert_int_equal(json_parse(&answer, p->text, (size_t)(end - p->text), &why), STATUS_OK);
    p->length -= (size_t)(end + 1 - p->text);
    memmove(p->text, end + 1, p->length + 1);
    return answer;
}

/* Whether the next answer is of a search that goes on. */
static bool is_report(struct process *p) {
    struct json *answer = next_answer(p);
    const bool during = flag_of(answer, "isDuringSearch");
    assert_string_equal(text_of(answer, "id"), "r");
    json_free(answer);
    return during;
}

static void reports_during_the_search(void **state) {
    (void)state;
    struct process p = process_start("analysis --seed 1");
    process_send(&p, "{\"id\":\"r\"," GAME ",\"maxVisits\":100000000,"
                     "\"reportDuringSearchEvery\":0.05}\n");
    assert_true(is_report(&p) && is_report(&p));
    process_send(&p, "{\"id\":\"r\",\"action\":\"terminate\",\"terminateId\":\"r\"}\n");
    while (is_report(&p)) continue;
    assert_false(is_report(&p)); /* of the search and of the action, the last two */
    process_close_input(&p);
    process_expect_end(&p, 0);
}

static void limits(void **state) {
    (void)state;
    struct answers a = ask("", "{\"id\":\"r\"," GAME ",\"allowMoves\":[{\"player\":\"W\",\"moves\":"
                               "[\"B2\",\"E5\"],\"untilDepth\":1}],\"avoidMoves\":[{\"player\":"
                               "\"W\",\"moves\":[\"E5\"],\"untilDepth\":1}]}\n");
    assert_int_equal(a.count, 1);
    const struct json *j = a.line[0];
    const int moves = json_member(j, JSON_ROOT, "moveInfos");
    assert_int_equal(json_count(j, moves), 1);
    assert_string_equal(json_string(j, json_member(j, json_first(j, moves), "move")), "B2");
    free_answers(&a);
}

static double total(const struct json *j, int list) {
    double sum = 0;
    for (int i = json_first(j, list); i != JSON_NONE; i = json_next(j, i)) sum += json_number(j, i);
    return sum;
}

/* What the two sides see: ownership with the other sign, standard deviations alike. */
static void deviations_and_regions(void **state) {
    static const char *const names[] = {"BLACK", "WHITE"};
    double point[2], spread[2], score[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        char query[600];
        snprintf(query, sizeof query,
                 "{\"id\":\"x\"," GAME
                 ",\"maxVisits\":300,\"includeOwnershipStdev\":true,\"includeMovesOwnership\":"
                 "true,\"includeMovesOwnershipStdev\":true,\"region\":\"E2-E1\","
                 "\"overrideSettings\":{\"reportAnalysisWinratesAs\":\"%s\"}}\n",
                 names[i]);
        struct answers a = ask("", query);
        assert_int_equal(a.count, 1);
        const struct json *j = a.line[0];
        const int moves = json_member(j, JSON_ROOT, "moveInfos"), first = json_first(j, moves);
        assert_true(json_count(j, moves) >= 1 && json_count(j, moves) <= 2);
        assert_int_equal(json_string(j, json_member(j, first, "move"))[0], 'E');
        assert_int_equal(json_member(j, JSON_ROOT, "ownership"), JSON_NONE);
        assert_int_equal(json_count(j, json_member(j, JSON_ROOT, "ownershipStdev")), 25);
        point[i] = json_number(j, json_first(j, json_member(j, first, "ownership")));
        spread[i] = total(j, json_member(j, first, "ownershipStdev"));
        score[i] = json_number(j, json_member(j, first, "scoreStdev"));
        free_answers(&a);
    }
    assert_true(point[0] == -point[1] && spread[0] == spread[1] && spread[0] > 0);
    assert_true(score[0] == score[1] && score[0] > 1);
    struct answers a = ask("", "{\"id\":\"x\"," GAME ",\"region\":\"E2\"}\n"
                               "{\"id\":\"y\"," GAME ",\"region\":[\"E2\"]}\n");
    assert_int_equal(a.count, 2);
    for (int i = 0; i < 2; i++) assert_string_equal(text_of(a.line[i], "field"), "region");
    free_answers(&a);
}

/* Limits of both colours, to their depths, and of the pass. */
static void limits_of_lines(void **state) {
    (void)state;
    struct answers a = ask(
        "", "{\"id\":\"r\"," GAME ",\"maxVisits\":300,\"allowMoves\":[{\"player\":\"W\",\"moves\":"
            "[\"B2\"],\"untilDepth\":1},{\"player\":\"W\",\"moves\":[\"pass\"],\"untilDepth\":1},"
            "{\"player\":\"B\",\"moves\":[\"E1\",\"D2\"],\"untilDepth\":2}],\"avoidMoves\":"
            "[{\"player\":\"B\",\"moves\":[\"D2\"],\"untilDepth\":9}]}\n");
    assert_int_equal(a.count, 1);
    const struct json *j = a.line[0];
    const int moves = json_member(j, JSON_ROOT, "moveInfos"), first = json_first(j, moves);
    assert_true(json_count(j, moves) >= 1 && json_count(j, moves) <= 2);
    assert_string_equal(json_string(j, json_member(j, first, "move")), "B2");
    const int reply = json_next(j, json_first(j, json_member(j, first, "pv")));
    assert_string_equal(json_string(j, reply), "E1");
    free_answers(&a);
}

/* In a settled position the pass comes first, unless some moves alone are asked about. */
static void limits_leave_the_pass_out(void **state) {
    (void)state;
#define SETTLED                                                                                    \
    "\"boardXSize\":3,\"boardYSize\":3,\"rules\":\"chinese\",\"komi\":0.5,\"moves\":[],"           \
    "\"initialStones\":[[\"B\",\"A2\"],[\"B\",\"B2\"],[\"B\",\"C2\"]],\"initialPlayer\":\"B\","    \
    "\"maxVisits\":10000000000,\"overrideSettings\":{\"maxTime\":0.05},\"priority\":1700000000000"
    struct answers a = ask("", "{\"id\":\"p\"," SETTLED "}\n");
    assert_int_equal(a.count, 1);
    const struct json *j = a.line[0];
    int first = json_first(j, json_member(j, JSON_ROOT, "moveInfos"));
    assert_string_equal(json_string(j, json_member(j, first, "move")), "pass");
    free_answers(&a);
    a = ask("", "{\"id\":\"p\"," SETTLED ",\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"A1\"],"
                "\"untilDepth\":1}]}\n");
    assert_int_equal(a.count, 1);
    j = a.line[0];
    const int moves = json_member(j, JSON_ROOT, "moveInfos");
    first = json_first(j, moves);
    assert_int_equal(json_count(j, moves), 1);
    assert_string_equal(json_string(j, json_member(j, first, "move")), "A1");
    free_answers(&a);
}

static void actions(void **state) {
    (void)state;
    struct answers a = ask("", "\xef\xbb\xbf{\"id\":\"v\",\"action\":\"query_version\"}\r\n\n"
                               "{\"id\":\"c\",\"action\":\"clear_cache\"}\n"
                               "{\"id\":\"m\",\"action\":\"query_models\"}\n"
                               "{\"id\":\"x\",\"action\":\"dance\"}\n");
    assert_int_equal(a.count, 4);
    assert_string_equal(text_of(a.line[0], "version"), GUZUMI_VERSION);
    assert_string_equal(text_of(a.line[0], "action"), "query_version");
    assert_string_equal(text_of(a.line[1], "id"), "c");
    assert_string_equal(text_of(a.line[3], "field"), "action");
    free_answers(&a);
}

/* White's points for handicap stones, and what else the configuration says. */
static void configuration(void **state) {
    (void)state;
    FILE *file = fopen("test_analysis.cfg", "w");
    assert_non_null(file);
    fputs("# KataGo's\nlogDir = logs\nmaxVisits=25#few\nnumAnalysisThreads=3\n"
          "reportAnalysisWinratesAs = SIDETOMOVE\n",
          file);
    fclose(file);
    struct answers a = ask("-config test_analysis.cfg", "{\"id\":\"x\"," GAME "}\n");
    assert_int_equal(a.count, 1);
    assert_true(number_of(a.line[0], "rootInfo", "visits") == 25);
    free_answers(&a);
    /* As KaTrain starts the program that it believes to be KataGo. */
    a = ask("-model m -human-model h -config test_analysis.cfg "
            "-override-config homeDataDir=/x,maxVisits=12",
            "{\"id\":\"x\"," GAME "}\n");
    assert_int_equal(a.count, 1);
    assert_true(number_of(a.line[0], "rootInfo", "visits") == 12);
    free_answers(&a);
    remove("test_analysis.cfg");
}

#define LINE                                                                                       \
    "\"id\":\"x\",\"rules\":\"chinese\",\"komi\":1.5,\"boardXSize\":9,\"boardYSize\":9,"           \
    "\"overrideSettings\":{\"reportAnalysisWinratesAs\":\"BLACK\"},"                               \
    "\"moves\":[[\"B\",\"E5\"],[\"W\",\"A1\"],[\"B\",\"E3\"],[\"W\",\"D3\"],[\"B\",\"D4\"]]"

/* The lead after move 5 by the answer after move 4, and the visits that it comes from. */
static double lead_after(const struct json *j, double *visits) {
    const int moves = json_member(j, JSON_ROOT, "moveInfos");
    for (int m = json_first(j, moves); m != JSON_NONE; m = json_next(j, m)) {
        if (strcmp(json_string(j, json_member(j, m, "move")), "D4") != 0) continue;
        *visits = json_number(j, json_member(j, m, "visits"));
        return json_number(j, json_member(j, m, "scoreLead"));
    }
    fail_msg("D4 was not visited");
    return 0;
}

/* In positions one after the other leads are means with those before, until the client has
 * everything forgotten. */
static void leads_of_a_game(void **state) {
    (void)state;
    const char *before = "{" LINE ",\"analyzeTurns\":[4]}\n", *after = "{" LINE "}\n";
    const char *forget = "{\"id\":\"x\",\"action\":\"clear_cache\"}\n";
    const char *turns = "{" LINE ",\"analyzeTurns\":[4,5]}\n";
    char queries[1200];
    double visits = 0;
    snprintf(queries, sizeof queries, "%s%s", before, after);
    struct answers a = ask("", queries), b = ask("", turns);
    snprintf(queries, sizeof queries, "%s%s%s", before, forget, after);
    struct answers alone = ask("", queries);
    /* The echo of the action may come before the first answer. */
    const struct json *own = alone.line[alone.count - 1];
    assert_true(a.count == 2 && b.count == 2 && alone.count == 3);
    const double was = lead_after(a.line[0], &visits), is = number_of(own, "rootInfo", "scoreLead");
    const double mean = (40 * is + visits * was) / (40 + visits);
    assert_true(fabs(is - was) > 0.01);
    assert_true(fabs(number_of(a.line[1], "rootInfo", "scoreLead") - mean) < 0.001);
    assert_true(fabs(number_of(b.line[1], "rootInfo", "scoreLead") - mean) < 0.001);
    free_answers(&a);
    free_answers(&b);
    free_answers(&alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),
        cmocka_unit_test(katrain),
        cmocka_unit_test(komi_in_words),
        cmocka_unit_test(handicap_stones),
        cmocka_unit_test(views),
        cmocka_unit_test(ending),
        cmocka_unit_test(priorities),
        cmocka_unit_test(reports_during_the_search),
        cmocka_unit_test(names_and_players),
        cmocka_unit_test(hashes),
        cmocka_unit_test(limits_of_lines),
        cmocka_unit_test(deviations_and_regions),
        cmocka_unit_test(limits_leave_the_pass_out),
        cmocka_unit_test(limits),
        cmocka_unit_test(actions),
        cmocka_unit_test(configuration),
        cmocka_unit_test(leads_of_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
