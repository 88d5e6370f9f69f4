/* Faults in KataGo's analysis protocol, through the executable: wrong queries, lines that are too
 * long, clients that read late. */
#define _POSIX_C_SOURCE 200809L
#define INPUT "test_analysis_faults.in"
#include "analysis_answers.h"

#include "guzumi/base/text.h"

#include <string.h>

/* A line of 100 MB is refused in one, and the next one answered. */
static void too_long_line(void **state) {
    (void)state;
    enum { LENGTH = 100 << 20 };
    static const char head[] = "{\"id\":\"long\",\"moves\":[";
    static const char next[] = "\n{\"id\":\"next\"," GAME "}\n";
    char *queries = malloc(LENGTH + sizeof next), error[200];
    memset(queries, '[', LENGTH);
    memcpy(queries, head, sizeof head - 1);
    memcpy(queries + LENGTH, next, sizeof next);
    struct answers a = ask("", queries);
    snprintf(error, sizeof error, LINE_TOO_LONG_TEXT, LINE_MOST);
    assert_int_equal(a.count, 2);
    assert_string_equal(text_of(a.line[0], "error"), error);
    assert_string_equal(text_of(a.line[1], "id"), "next");
    free_answers(&a);
    free(queries);
}

static void faults(void **state) {
    (void)state;
    static const struct {
        const char *query, *field, *part;
    } cases[] = {
        {"nonsense", "", "Could not parse input line as JSON: column 1"},
        {"[]", "", "must be a JSON object"},
        {"{\"moves\":[]}", "", "'id'"},
        {"{\"id\":\"x\"}", "boardXSize", "integer from 2 to 19"},
        {"{\"id\":\"x\",\"boardXSize\":9,\"boardYSize\":13}", "boardYSize", "square"},
        {"{\"id\":\"x\",\"boardXSize\":9,\"boardYSize\":9}", "moves", "array"},
        {"{\"id\":\"x\",\"boardXSize\":9,\"boardYSize\":9,\"moves\":[]}", "rules", "rules"},
        {"{\"id\":\"x\"," GAME ",\"komi\":6.3}", "komi", "half-integer"},
        {"{\"id\":\"x\"," GAME ",\"komi\":\"6,3\"}", "komi", "half-integer"},
        {"{\"id\":\"x\"," GAME ",\"komi\":\"half\"}", "komi", "half-integer"},
        {"{\"id\":\"x\"," GAME ",\"moves\":[[\"B\",\"A1\"],[\"W\",\"A1\"]]}", "moves",
         "Illegal move 1: A1"},
        {"{\"id\":\"x\"," GAME ",\"analyzeTurns\":[4]}", "analyzeTurns", "0 to"},
        {"{\"id\":\"x\"," GAME ",\"analyzeTurns\":[]}", "analyzeTurns", "not empty"},
        {"{\"id\":\"x\"," GAME ",\"maxVisits\":0}", "maxVisits", "integer"},
        {"{\"id\":\"x\"," GAME ",\"maxVisits\":1e99999}", "maxVisits", "integer"},
        {"{\"id\":\"x\"," GAME ",\"priority\":-1e999}", "priority", "integer"},
        {"{\"id\":\"x\"," GAME ",\"reportDuringSearchEvery\":1e999}", "reportDuringSearchEvery",
         "number"},
        {"{\"id\":\"x\"," GAME ",\"avoidMoves\":[{\"player\":\"W\",\"moves\":[\"A1\"]}]}",
         "avoidMoves", "untilDepth"},
        {"{\"id\":\"x\"," GAME ",\"avoidMoves\":[{\"player\":\"W\",\"moves\":[\"A1\"],"
         "\"untilDepth\":0}]}",
         "avoidMoves", "untilDepth"},
        {"{\"id\":\"x\"," GAME ",\"allowMoves\":[{\"player\":\"W\",\"moves\":[\"A1\"],"
         "\"untilDepth\":1},{\"player\":\"W\",\"moves\":[\"B1\"],\"untilDepth\":2}]}",
         "allowMoves", "must have one depth"},
        {"{\"id\":\"x\"," GAME ",\"allowMoves\":[{\"player\":\"W\",\"moves\":[\"C3\"],"
         "\"untilDepth\":1}]}",
         "", "every move of white is excluded"},
        {"{\"id\":\"x\"," GAME ",\"priority\":1.5}", "priority", "integer"},
        {"{\"id\":\"x\"," GAME ",\"includePolicy\":1}", "includePolicy", "boolean"},
        {"{\"id\":\"x\"," GAME ",\"rules\":{\"scoring\":\"STONES\"}}", "rules",
         "expected AREA, TERRITORY"},
        {"{\"id\":\"x\"," GAME ",\"rules\":{\"tax\":\"SEKI\"}}", "rules", "NONE with AREA"},
        {"{\"id\":\"x\"," GAME ",\"initialStones\":[[\"B\",\"C3\"],[\"W\",\"C3\"]]}",
         "initialStones", "overlapping"},
        {"{\"id\":\"x\"," GAME ",\"overrideSettings\":{\"maxTime\":-1}}", "overrideSettings",
         "maxTime '-1'"},
        {"{\"id\":\"x\"," GAME ",\"whiteHandicapBonus\":2}", "whiteHandicapBonus",
         "expected 0, N-1, N"},
        {"{\"id\":\"x\"," GAME ",\"rules\":{\"colour\":1}}", "rules", "unknown rule 'colour'"},
        {"{\"id\":\"x\"," GAME ",\"priority\":1,\"priorities\":[1,2]}", "priorities", "length"},
        {"{\"id\":\"x\",\"action\":\"terminate\"}", "terminateId", "string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[700];
        snprintf(line, sizeof line, "%s\n", cases[i].query);
        struct answers a = ask("", line);
        assert_int_equal(a.count, 1);
        const char *error = text_of(a.line[0], "error");
        if (!strstr(error, cases[i].part)) print_error("%s: %s\n", cases[i].query, error);
        assert_non_null(strstr(error, cases[i].part));
        assert_string_equal(text_of(a.line[0], "field"), cases[i].field);
        free_answers(&a);
    }
    struct answers a = ask("", "{\"id\":\"x\"," GAME ",\"nonsense\":1}\n");
    assert_int_equal(a.count, 2);
    assert_string_equal(text_of(a.line[0], "field"), "nonsense");
    assert_true(*text_of(a.line[0], "warning"));
    free_answers(&a);
    a = ask("", "{\"id\":\"x\"," GAME ",\"id komi\":1}\n");
    assert_int_equal(a.count, 2);
    assert_string_equal(text_of(a.line[0], "field"), "id komi");
    free_answers(&a);
    a = ask("", "{\"id\":\"x\"," GAME ",\"maxVisits\":30,\"overrideSettings\":"
                "{\"maxVisits\":5,\"cpuctExploration\":1.1}}\n");
    assert_int_equal(a.count, 2);
    assert_string_equal(text_of(a.line[0], "field"), "overrideSettings");
    assert_non_null(strstr(text_of(a.line[0], "warning"), "cpuctExploration"));
    assert_true(number_of(a.line[1], "rootInfo", "visits") == 30);
    free_answers(&a);
}

/* A client that asks much more than a pipe holds before it reads the first answer. */
static void slow_reader(void **state) {
    (void)state;
    const int status = system(
        "rm -f test_analysis_faults.all; { yes '{\"id\":\"a\",\"action\":\"query_version\"}' | "
        "head -n 20000; : >test_analysis_faults.all; } | '" GUZUMI_EXECUTABLE "' analysis | { "
        "i=0; until test -f test_analysis_faults.all || test $i -ge 600; do sleep 0.1; "
        "i=$((i + 1)); done; test -f test_analysis_faults.all && wc -l; } | grep -qx ' *20000' && "
        "rm test_analysis_faults.all");
    assert_int_equal(status, 0);
}

/* A client that goes away in the middle: nobody reads what searches without an end would find. */
static void reader_has_gone(void **state) {
    (void)state;
    static const char query[] = "{\"id\":\"x\"," GAME ",\"maxVisits\":1000000000,"
                                "\"reportDuringSearchEvery\":0.05}\n";
    FILE *file = fopen(INPUT, "w");
    assert_non_null(file);
    for (int i = 0; i < 3; i++) fputs(query, file);
    fclose(file);
    const int status = system(
        "{ timeout 100 '" GUZUMI_EXECUTABLE "' analysis <" INPUT " 2>" INPUT ".error; "
        "echo $? >>" INPUT ".error; } | head -n 1 >/dev/null; "
        "grep -q \"can't write\" " INPUT ".error && [ \"$(tail -n 1 " INPUT ".error)\" = 1 ]");
    remove(INPUT ".error");
    remove(INPUT);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_long_line),
        cmocka_unit_test(faults),
        cmocka_unit_test(slow_reader),
        cmocka_unit_test(reader_has_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
