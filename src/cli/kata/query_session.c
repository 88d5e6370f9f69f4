/* A conversation in KataGo's analysis protocol: parses lines and lets a pool answer the queries. */
#include "guzumi/base/text.h"

#include "query_pool.h"

#include <stdlib.h>
#include <string.h>

static void say(const struct query_session *s, struct buffer *lines) {
    query_pool_say(s->pool, lines);
    buffer_free(lines);
}

static void say_fault(const struct query_session *s, const char *id,
                      const struct query_fault *fault) {
    struct buffer line = {0};
    query_answer_fault(id, fault, &line);
    say(s, &line);
}

/* --- actions --- */

/* Echoes the query with MORE members at the end. */
static void echo(const struct query_session *s, const struct json *json, const char *more) {
    struct buffer line = {0};
    json_copy(json, JSON_ROOT, &line);
    if (line.length) line.length--; /* its closing brace */
    buffer_print(&line, "%s}\n", more);
    say(s, &line);
}

/* Terminates the queries with ID, or all; only the turns in turnNumbers if that is given. */
static enum status end_queries(const struct query_session *s, const struct json *json,
                               const char *id, struct query_fault *fault) {
    const int list = json_member(json, JSON_ROOT, "turnNumbers"), count = json_count(json, list);
    int *turns = NULL, i = 0;
    fault->field = "turnNumbers";
    if (list != JSON_NONE && json_kind(json, list) != JSON_ARRAY)
        return fail(&fault->why, STATUS_INVALID, "Must be an array of integers");
    if (list != JSON_NONE && !(turns = malloc((size_t)(count + 1) * sizeof *turns)))
        return out_of_memory(&fault->why, "a query");
    enum status status = STATUS_OK;
    for (int v = json_first(json, list); v != JSON_NONE; v = json_next(json, v))
        if (!json_whole(json, v, 0, INT32_MAX, &turns[i++]))
            status = fail(&fault->why, STATUS_INVALID, "Must be an array of integers");
    if (status == STATUS_OK) query_pool_end(s->pool, id, turns, count);
    free(turns);
    return status;
}

static enum status take_action(const struct query_session *s, const struct json *json, int action,
                               struct query_fault *fault) {
    const int ended = json_member(json, JSON_ROOT, "terminateId");
    const char *name = json_kind(json, action) == JSON_STRING ? json_string(json, action) : "";
    const char *more = "";
    enum status status = STATUS_OK;
    fault->field = "action";
    if (strcmp(name, "query_version") == 0) {
        more = ",\"git_hash\":\"<omitted>\",\"version\":\"" GUZUMI_VERSION "\"";
    } else if (strcmp(name, "query_models") == 0) {
        more = ",\"models\":[]";
    } else if (strcmp(name, "terminate") == 0) {
        fault->field = "terminateId";
        if (json_kind(json, ended) != JSON_STRING)
            return fail(&fault->why, STATUS_INVALID,
                        "Requests to terminate a query must have a string field "
                        "'terminateId'");
        status = end_queries(s, json, json_string(json, ended), fault);
    } else if (strcmp(name, "terminate_all") == 0) {
        status = end_queries(s, json, NULL, fault);
    } else if (strcmp(name, "clear_cache") == 0) {
        query_pool_forget(s->pool);
    } else {
        return fail(&fault->why, STATUS_INVALID,
                    "'action' field must be 'query_version', 'query_models', 'terminate', "
                    "'terminate_all' or 'clear_cache'");
    }
    if (status == STATUS_OK) echo(s, json, more);
    return status;
}

/* --- lines --- */

static enum status take_query(const struct query_session *s, const struct json *json,
                              struct query_fault *fault) {
    struct query query;
    struct buffer warnings = {0};
    enum status status = query_read(&query, json, &s->settings, fault);
    if (status == STATUS_OK) {
        query_warn(&query, json, &warnings);
        say(s, &warnings);
        fault->field = NULL;
        status = query_pool_add(s->pool, &query, &fault->why);
    }
    query_free(&query);
    return status;
}

static void take_object(const struct query_session *s, const struct json *json) {
    struct query_fault fault = {.field = NULL};
    const int id = json_member(json, JSON_ROOT, "id");
    const int action = json_member(json, JSON_ROOT, "action");
    const char *name = json_kind(json, id) == JSON_STRING ? json_string(json, id) : NULL;
    enum status status;
    if (json_kind(json, JSON_ROOT) != JSON_OBJECT)
        status = fail(&fault.why, STATUS_INVALID, "Request must be a JSON object");
    else if (!name)
        status = fail(&fault.why, STATUS_INVALID, "Request must have a string field 'id'");
    else if (action != JSON_NONE)
        status = take_action(s, json, action, &fault);
    else
        status = take_query(s, json, &fault);
    if (status != STATUS_OK) say_fault(s, name, &fault);
}

void query_session_take(const struct query_session *s, const char *line, size_t length) {
    struct json *json;
    struct query_fault fault = {.field = NULL};
    struct failure why;
    if (line[strspn(line, " \t\r\n")] == 0) return;
    if (json_parse(&json, line, length, &why) == STATUS_OK) {
        take_object(s, json);
        json_free(json);
        return;
    }
    fail(&fault.why, STATUS_INVALID, "Could not parse input line as JSON: %s", why.text);
    say_fault(s, NULL, &fault);
}

void query_session_refuse_long_line(const struct query_session *s) {
    struct query_fault fault = {.field = NULL};
    fail(&fault.why, STATUS_INVALID, LINE_TOO_LONG_TEXT, LINE_MOST);
    say_fault(s, NULL, &fault);
}
