/* KataGo's analysis protocol: whatever is asked, each line of the answers is a JSON object with an
 * id or an error, and the next query is answered. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/text.h"

#include "../../src/cli/kata/query.h"

#include "fuzz.h"

#include <string.h>

enum { MAX_INPUT = 1 << 12, MAX_SIZE = 4, MAX_VISITS = 4 };

/* --- what would take long --- */

static bool exceeds(const struct json *json, int value, double limit) {
    char text[100];
    double number;
    if (value == JSON_NONE) return false;
    json_text(json, value, text, sizeof text);
    return !text_to_real(text, &number) || number > limit;
}

static bool is_quick(const struct json *json) {
    const int settings = json_member(json, JSON_ROOT, "overrideSettings");
    return !exceeds(json, json_member(json, JSON_ROOT, "boardXSize"), MAX_SIZE) &&
           !exceeds(json, json_member(json, JSON_ROOT, "maxVisits"), MAX_VISITS) &&
           !exceeds(json, json_member(json, settings, "maxVisits"), MAX_VISITS);
}

/* Lines that are no JSON are answered quickly, too. */
static bool line_is_quick(const char *line, size_t length) {
    struct json *json;
    struct failure why;
    if (json_parse(&json, line, length, &why) != STATUS_OK) return true;
    const bool quick = is_quick(json);
    json_free(json);
    return quick;
}

/* --- the conversation --- */

static struct query_session session = {.settings = {.view = VIEW_BLACK}};
static char *answers;
static size_t answers_length;
static FILE *out;

/* One pool for all inputs, because creating engines would take most of the time. */
static void begin_session(void) {
    static struct params params;
    struct failure why;
    if (session.pool) return;
    params_default(&params);
    /* The quality of the searches does not matter here. */
    CHECK(params_assign(&params, "simulations=2", &why) == STATUS_OK);
    CHECK(params_assign(&params, "seed=1", &why) == STATUS_OK);
    out = open_memstream(&answers, &answers_length);
    CHECK(out);
    const struct query_pool_setting setting = {.params = &params, .threads = 1, .out = out};
    CHECK(query_pool_new(&session.pool, &setting, &why) == STATUS_OK);
}

/* Takes the line as the program does, which reads it as a string. */
static void take_line(const uint8_t *data, size_t length) {
    char line[MAX_INPUT + 1];
    memcpy(line, data, length);
    line[length] = 0;
    if (line_is_quick(line, strlen(line))) query_session_take(&session, line, strlen(line));
}

static void take_lines(const uint8_t *data, size_t size) {
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        take_line(data, length);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

/* --- the answers --- */

static void check_analysis(const struct json *json) {
    const int root = json_member(json, JSON_ROOT, "rootInfo");
    int turn;
    if (root == JSON_NONE) return;
    CHECK(json_whole(json, json_member(json, JSON_ROOT, "turnNumber"), 0, MAX_INPUT, &turn));
    CHECK(json_kind(json, json_member(json, JSON_ROOT, "moveInfos")) == JSON_ARRAY);
    CHECK(json_kind(json, json_member(json, root, "winrate")) == JSON_NUMBER);
}

static void check_line(const char *line, size_t length) {
    struct json *json;
    struct failure why;
    CHECK(json_parse(&json, line, length, &why) == STATUS_OK);
    CHECK(json_kind(json, JSON_ROOT) == JSON_OBJECT);
    const int id = json_member(json, JSON_ROOT, "id");
    CHECK(json_kind(json, id) == JSON_STRING ||
          json_kind(json, json_member(json, JSON_ROOT, "error")) == JSON_STRING);
    check_analysis(json);
    json_free(json);
}

static void check_answers(const char *text, size_t length) {
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        CHECK(end);
        const size_t line = (size_t)(end - text);
        check_line(text, line);
        text += line + 1;
        length -= line + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char last[] = "{\"id\":\"last\",\"action\":\"query_version\"}";
    if (size > MAX_INPUT) return 0;
    begin_session();
    rewind(out);
    take_lines(data, size);
    query_session_take(&session, last, sizeof last - 1);
    query_pool_wait(session.pool);
    CHECK(fflush(out) == 0);
    CHECK(answers_length > sizeof last && strstr(answers, "\"id\":\"last\""));
    check_answers(answers, answers_length);
    return 0;
}
