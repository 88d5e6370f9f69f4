/* guzumi analysis: KataGo's analysis protocol, for KaTrain, Ogatak and other programs. This file
 * reads lines and dispatches them:
 *
 *     {"id":"q1","moves":...}                    query.c reads it, query_pool.c answers it
 *     {"id":"a1","action":"terminate",...}       an action: done at once, and echoed
 *     anything else                              an error, with the id if there is one
 *
 * A line is handled at once, whatever is being searched, since the pool has the threads. At the end
 * of the input the waiting queries are still answered, unless --quit-without-waiting.
 *
 * The command line is KataGo's as well, because KaTrain and Ogatak start the engine themselves:
 * options with one dash, a configuration file, and a model that is ignored. */
#include "guzumi/base/text.h"

#include "cli.h"
#include "interrupt.h"
#include "query.h"

#include <stdlib.h>
#include <string.h>

/* The pool writes, so that no line breaks into another thread's. */
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

/* Echoes the query with MORE members at the end, which is KataGo's answer to an action:
 *
 *     {"id":"a1","action":"query_version"}  ->
 *     {"id":"a1","action":"query_version","git_hash":"<omitted>","version":"1.0.0"} */
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

/* The name must be one of these: KataGo's error lists them, too. query_models has no models to
 * name; clear_cache forgets what the engines have kept. */
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

/* Warnings come before the query is queued, so that no answer overtakes them. */
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

/* Answers a line that was too long to be read (text.h). */
static void refuse_long_line(const struct query_session *s) {
    struct query_fault fault = {.field = NULL};
    fail(&fault.why, STATUS_INVALID, LINE_TOO_LONG_TEXT, LINE_MOST);
    say_fault(s, NULL, &fault);
}

/* --- the conversation --- */

struct session {
    struct params params;
    struct query_session queries;
    const char *config, *override, *weights, *model;
    int64_t threads; /* 0: as the configuration says */
    int64_t configured_threads;
    bool quits_at_once;
};

/* The input may end, break, or be abandoned by a reader that has gone; in each case the pool is
 * closed, and the first failure is reported. A byte order mark is dropped from the first line:
 * editors put one at the start of a script. */
static enum status converse(const struct session *s, struct failure *why) {
    struct typed_lines lines;
    struct failure reading, finishing;
    struct query_pool *pool = s->queries.pool;
    char *line;
    bool begun = false;
    enum status status = typed_lines_open(&lines, STANDARD_INPUT, &reading);
    while (status == STATUS_OK && !query_pool_is_broken(pool)) {
        status = typed_lines_next(&lines, &line, &reading);
        if (!line || status != STATUS_OK) break;
        line += begun ? 0 : text_mark_length(line);
        begun = true;
        if (lines.read.too_long)
            refuse_long_line(&s->queries);
        else
            query_session_take(&s->queries, line, strlen(line));
    }
    typed_lines_close(&lines);
    const bool now = s->quits_at_once || query_pool_is_broken(pool);
    const enum status finished = query_pool_finish(pool, now, &finishing);
    *why = status == STATUS_OK ? finishing : reading;
    return status == STATUS_OK ? finished : status;
}

/* --- the command line --- */

/* Applies a line "NAME = VALUE # comment" of the configuration, or one setting of
 * --override-config. Lines without "=" and unknown names are ignored: the file is written for
 * KataGo. WHERE is its place, for messages. */
static enum status take_setting(struct session *s, char *line, const char *where,
                                struct failure *why) {
    line[strcspn(line, "#")] = 0;
    char *equals = strchr(line, '=');
    if (!equals) return STATUS_OK;
    *equals = 0;
    char *value = equals + 1;
    char *name = line + strspn(line, " \t\r");
    name[strcspn(name, " \t\r")] = 0;
    value += strspn(value, " \t\r");
    value[strcspn(value, " \t\r")] = 0;
    bool good = query_setting(&s->queries.settings, name, value);
    if (strcmp(name, "numAnalysisThreads") == 0)
        good = text_to_int(value, 1, 1024, &s->configured_threads);
    if (good) return STATUS_OK;
    return fail(why, STATUS_INVALID, "%.200s: %s: invalid value '%.40s'", where, name, value);
}

/* Reads the settings of KataGo's configuration that have a meaning here: numAnalysisThreads,
 * maxVisits, maxTime and reportAnalysisWinratesAs. Those of the command line come later, and win.
 */
static enum status read_config(struct session *s, struct failure *why) {
    unsigned char *data;
    size_t length;
    enum { MAX_CONFIG = 1 << 20 };
    enum status status = file_read(s->config, MAX_CONFIG, &data, &length, why);
    if (status != STATUS_OK) return status;
    char *rest = (char *)data, *line, where[240];
    for (int number = 1; status == STATUS_OK && (line = lines_cut(&rest)) != NULL; number++) {
        snprintf(where, sizeof where, "%.200s:%d", s->config, number);
        status = take_setting(s, line, where, why);
    }
    free(data);
    return status;
}

/* The same settings from "NAME=VALUE,NAME=VALUE". A person types them, for this program too: what
 * is not a setting is a mistake. */
static enum status read_override(struct session *s, struct failure *why) {
    char setting[200];
    enum status status = STATUS_OK;
    for (const char *text = s->override; *text && status == STATUS_OK;) {
        const size_t length = strcspn(text, ",");
        snprintf(setting, sizeof setting, "%.*s", (int)(length < 200 ? length : 200), text);
        if (!strchr(setting, '=') || setting[strspn(setting, " \t")] == '=')
            return fail(why, STATUS_INVALID, "--override-config: '%.60s' is not NAME=VALUE",
                        setting);
        status = take_setting(s, setting, "--override-config", why);
        text += length + (text[length] != 0);
    }
    return status;
}

/* KataGo's options have one dash: "-config" becomes "--config". The caller frees the result and its
 * entry number ARGC, the buffer of the new words. */
static char **double_dashes(int argc, char **argv) {
    size_t length = 1;
    for (int i = 0; i < argc; i++) length += strlen(argv[i]) + 2;
    char **out = calloc((size_t)argc + 2, sizeof *out), *words = malloc(length);
    if (!out || !words) {
        free(out);
        free(words);
        return NULL;
    }
    out[argc] = words;
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        /* "-config" and "-override-config", but neither "-h" nor a negative number nor a file name.
         */
        const bool one = a[0] == '-' && a[1] >= 'a' && a[1] <= 'z' && a[2] && a[2] != '=';
        out[i] = words;
        words += sprintf(words, "%s%s", one ? "-" : "", a) + 1;
    }
    return out;
}

static bool parse(int argc, char **argv, struct session *s, int *exit_code) {
    const struct option table[] = {
        OPT_INT("analysis-threads", &s->threads, 1, 1024, "N",
                "Number of positions analyzed at a time (default: 1); the parameter threads is the "
                "number of search threads for each."),
        OPT_TEXT("config", &s->config, "FILE",
                 "KataGo's configuration: its numAnalysisThreads, maxVisits, maxTime and "
                 "reportAnalysisWinratesAs are used."),
        OPT_TEXT("override-config", &s->override, "NAME=VALUE,...",
                 "Override the same settings of the configuration."),
        OPT_TEXT("model", &s->model, "FILE", "Accepted and ignored."),
        OPT_TEXT("human-model", &s->model, "FILE", "Accepted and ignored."),
        OPT_FLAG("quit-without-waiting", &s->quits_at_once,
                 "Quit at the end of the input, even if queries are waiting."),
        OPT_WEIGHTS(&s->weights),
    };
    const struct options options = {
        .command = "analysis",
        .summary =
            "Answer queries in KataGo's analysis protocol, a JSON object a line, for KaTrain, "
            "Ogatak\nand other programs. Without maxVisits, the parameter simulations or "
            "move_time limits a\nsearch. Win rates are Black's view by default "
            "(reportAnalysisWinratesAs).",
        OPTIONS_TABLE(table),
        .groups = PARAMS_OF_ANALYSIS,
        .params = &s->params,
        .draws_seed = true,
        .positional_names = ""};
    struct options_result result;
    return cli_parse(&options, argc, argv, &result, exit_code);
}

static int run(struct session *s) {
    struct failure why;
    if (s->config && read_config(s, &why) != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    if (s->override && read_override(s, &why) != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    if (s->threads == 0) s->threads = s->configured_threads;
    const struct query_pool_setting setting = {.params = &s->params,
                                               .weights = s->weights,
                                               .threads = s->threads ? (int)s->threads : 1,
                                               .out = stdout};
    enum status status = query_pool_new(&s->queries.pool, &setting, &why);
    if (status == STATUS_OK) status = converse(s, &why);
    return cli_outcome(status, &why);
}

int cmd_analysis(int argc, char **argv) {
    struct session session = {.queries = {.settings = {.view = VIEW_BLACK}}};
    struct failure why;
    int exit_code;
    params_default(&session.params);
    char **words = double_dashes(argc, argv);
    if (!words) {
        out_of_memory(&why, "the command line");
        return cli_fail(&why, EXIT_FAILURE);
    }
    char *text = words[argc];
    words[argc] = NULL;
    if (parse(argc, words, &session, &exit_code)) exit_code = run(&session);
    free(text);
    free(words);
    return exit_code;
}
