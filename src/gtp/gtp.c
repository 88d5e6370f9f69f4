/* The session, what all commands share (errors, arguments), the commands about the program and its
 * parameters, and the three functions by which the protocol drives the engine:
 *
 *     interrupt    on the reading thread    engine_interrupt: the search ends with what it has
 *     prepare      before each answer       engine_prepare: tables and networks are loaded
 *     idle         after each answer        engine_ponder: until there is input
 *
 * Everything else happens in handlers, one for each row of gtp_commands.def, on the thread of
 * gtp_run. */
#include "guzumi/gtp/gtp.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include "gtp_session.h"

#include <string.h>

/* --- arguments and answers --- */

/* Times are capped at 30 years, beyond which they limit nothing. */
static const double max_seconds = 1e9;

/* The texts before the colon are those of the GTP specification ("syntax error", "cannot load
 * file"); what follows says what was wrong. Arguments in messages are cut, since a client may send
 * megabytes. */
bool gtp_outcome(struct answer *answer, enum status status, const struct failure *why,
                 const char *prefix) {
    if (status == STATUS_OK) return true;
    return prefix ? answer_error(answer, "%s: %s", prefix, why->text)
                  : answer_error(answer, "%s", why->text);
}

bool gtp_read_color(struct answer *answer, const char *text, enum color *out) {
    return color_parse(text, out) ||
           answer_error(answer, "invalid color or coordinate: '%.20s'; expected black or white",
                        text);
}

bool gtp_read_vertex(struct answer *answer, int size, const char *text, int *out) {
    return point_parse(size, text, out) ||
           answer_error(answer, "invalid color or coordinate: '%.20s' is not on a %dx%d board",
                        text, size, size);
}

bool gtp_read_int(struct answer *answer, const char *text, int min, int max, int *out) {
    int64_t number;
    if (!text_to_int(text, min, max, &number))
        return answer_error(answer, "syntax error: '%.20s' is not a whole number from %d to %d",
                            text, min, max);
    *out = (int)number;
    return true;
}

bool gtp_read_seconds(struct answer *answer, const char *text, double *out) {
    double number;
    if (!text_to_real(text, &number) || number < 0)
        return answer_error(answer, "syntax error: '%.20s' is not a time, a number of 0 or more",
                            text);
    *out = number < max_seconds ? number : max_seconds;
    return true;
}

bool gtp_read_optional_color(struct answer *answer, int index, enum color *out) {
    if (answer->argc > index) return gtp_read_color(answer, answer->argv[index], out);
    *out = gtp_game(answer)->to_move;
    return true;
}

void gtp_add_vertex(struct answer *answer, int size, int point) {
    char name[5];
    answer_add(answer, "%s%s", answer->text.length ? " " : "", point_format(size, point, name));
}

/* --- the program and its commands --- */

static const struct command commands[] = {
#define GTP_COMMAND(name, handler, fewest, most, arguments, help)                                  \
    {name, gtp_##handler, fewest, most, arguments, help},
#include "gtp_commands.def"
#undef GTP_COMMAND
};

const struct command *gtp_commands(int *count) {
    *count = (int)(sizeof commands / sizeof commands[0]);
    return commands;
}

/* Lizzie wants the name KataGo, or takes the program for an old Leela Zero (--gtp-name). */
bool gtp_name(struct answer *answer) {
    const char *name = gtp_session(answer)->identity.name;
    answer_add(answer, "%s", name ? name : "Guzumi");
    return true;
}

bool gtp_version(struct answer *answer) {
    const char *version = gtp_session(answer)->identity.version;
    answer_add(answer, "%s", version ? version : GUZUMI_VERSION);
    return true;
}

bool gtp_cputime(struct answer *answer) {
    answer_add(answer, "%.3f", clock_cpu());
    return true;
}

/* People chat with programs; one that gave advice during a game would spoil it. */
bool gtp_chat(struct answer *answer) {
    if (!text_equal_nocase(answer->argv[1], "game") &&
        !text_equal_nocase(answer->argv[1], "private"))
        return answer_error(answer, "syntax error: unknown chat '%.20s'; expected game or private",
                            answer->argv[1]);
    answer_add(answer,
               "I am Guzumi " GUZUMI_VERSION ", a program, and can't chat. Have a good game!");
    return true;
}

/* For `stop`, the line itself has ended the analysis (answer_until_input). GoGui only asks whether
 * gogui-interrupt exists, and then sends the comment line "# interrupt". */
bool gtp_nothing(struct answer *answer) {
    (void)answer;
    return true;
}

bool gtp_title(struct answer *answer) {
    const int size = gtp_game(answer)->board.size;
    answer_add(answer, "Guzumi %s, %dx%d", GUZUMI_VERSION, size, size);
    return true;
}

/* --- parameters --- */

/* Integers with at most this many values are shown as a list. */
enum { LISTED_NUMBERS = 10 };

/* Each row is "[TYPE] NAME VALUE", from which GoGui makes a dialog:
 *
 *     [list/two-phase/td/alpha-beta/greedy/tree/territory/liberties/novice] search tree
 *     [list/1/2/3/4/5/6/7/8/9/10] level 10
 *     [string] move_time 1
 *     [bool] ponder 0 */
static void add_numbers(struct answer *answer, const struct param *p) {
    answer_add(answer, "[list");
    for (int number = (int)p->min; number <= (int)p->max; number++)
        answer_add(answer, "/%d", number);
    answer_add(answer, "] ");
}

/* "[list/a/b] ", GoGui's type of choices. */
static void add_words(struct answer *answer, const char *const *words) {
    answer_add(answer, "[list");
    for (; *words; words++) answer_add(answer, "/%s", *words);
    answer_add(answer, "] ");
}

static void add_typed(struct answer *answer, const struct params *params, const struct param *p) {
    char value[64];
    params_format(params, p, value, sizeof value);
    if (p->kind == PARAM_KIND_BOOL) {
        const bool on = *(const bool *)((const char *)params + p->offset);
        answer_add(answer, "[bool] %s %d\n", p->name, on);
        return;
    }
    if (p->kind == PARAM_KIND_CHOICE)
        add_words(answer, p->words);
    else if (p->kind == PARAM_KIND_INT && p->max - p->min < LISTED_NUMBERS)
        add_numbers(answer, p);
    else
        answer_add(answer, "[string] ");
    answer_add(answer, "%s %s\n", p->name, value);
}

static bool set(struct answer *answer, const char *name, const char *value) {
    struct failure why;
    enum status status = params_check_use(name, PARAMS_OF_GTP, "GTP", &why);
    if (status == STATUS_OK)
        status = engine_set_param(gtp_session(answer)->engine, name, value, &why);
    return gtp_outcome(answer, status, &why, NULL);
}

/* A selection of the parameters that GTP uses. */
enum which { ALL_PARAMS, EVERYDAY_PARAMS, RESEARCH_PARAMS };

static bool is_selected(const struct param *p, enum which which) {
    if (!param_is_of(p, PARAMS_OF_GTP)) return false;
    return which == ALL_PARAMS || (p->use == PARAM_EVERYDAY) == (which == EVERYDAY_PARAMS);
}

/* The first selected parameter from P on; NULL after the last. */
static const struct param *next_param(const struct param *p, enum which which) {
    const struct param *end = param_table + param_count;
    while (p < end && !is_selected(p, which)) p++;
    return p < end ? p : NULL;
}

/* GoGui sends the command with a name and a value for each changed field of its dialog, and without
 * either to fill it. It has two such dialogs, since everyday parameters are few and those of
 * research many. */
static bool list_or_set(struct answer *answer, enum which which) {
    if (answer->argc == 3) return set(answer, answer->argv[1], answer->argv[2]);
    if (answer->argc == 2)
        return answer_error(answer, "syntax error: usage is %s [NAME VALUE]", answer->argv[0]);
    const struct params *params = engine_params(gtp_session(answer)->engine);
    for (const struct param *p = param_table; (p = next_param(p, which)); p++)
        add_typed(answer, params, p);
    return true;
}

bool gtp_param(struct answer *answer) {
    return list_or_set(answer, ALL_PARAMS);
}

bool gtp_param_play(struct answer *answer) {
    return list_or_set(answer, EVERYDAY_PARAMS);
}

bool gtp_param_research(struct answer *answer) {
    return list_or_set(answer, RESEARCH_PARAMS);
}

/* KataGo's parameters that clients set: the parameter of ours that each one sets, or its only
 * possible value. */
static const struct {
    const char *theirs, *ours, *fixed;
} kata_params[] = {
    {"maxVisits", "simulations", NULL},      {"maxPlayouts", "simulations", NULL},
    {"numSearchThreads", "threads", NULL},   {"maxTime", "move_time", NULL},
    {"playoutDoublingAdvantage", NULL, "0"},
};
enum { KATA_PARAMS = sizeof kata_params / sizeof kata_params[0] };

/* The index of NAME, or -1. */
static int find_kata_param(const char *name) {
    int i = KATA_PARAMS - 1;
    while (i >= 0 && strcmp(kata_params[i].theirs, name) != 0) i--;
    return i;
}

bool gtp_set_param(struct answer *answer) {
    const int kata = find_kata_param(answer->argv[1]);
    if (kata < 0) return set(answer, answer->argv[1], answer->argv[2]);
    if (kata_params[kata].ours) return set(answer, kata_params[kata].ours, answer->argv[2]);
    double value;
    return (text_to_real(answer->argv[2], &value) && value == 0) ||
           answer_error(answer, "parameter %s: only %s is possible", answer->argv[1],
                        kata_params[kata].fixed);
}

bool gtp_get_param(struct answer *answer) {
    const int kata = find_kata_param(answer->argv[1]);
    if (kata >= 0 && kata_params[kata].fixed) {
        answer_add(answer, "%s", kata_params[kata].fixed);
        return true;
    }
    const struct param *p = param_find(kata < 0 ? answer->argv[1] : kata_params[kata].ours);
    if (!p || !param_is_of(p, PARAMS_OF_GTP))
        return answer_error(answer, "unknown parameter '%.60s'; see kata-list-params",
                            answer->argv[1]);
    char value[64];
    const struct params *params = engine_params(gtp_session(answer)->engine);
    answer_add(answer, "%s", params_format(params, p, value, sizeof value));
    return true;
}

bool gtp_list_params(struct answer *answer) {
    const char *before = "";
    for (const struct param *p = param_table; (p = next_param(p, ALL_PARAMS)); p++) {
        answer_add(answer, "%s%s", before, p->name);
        before = " ";
    }
    for (int i = 0; i < KATA_PARAMS; i++) answer_add(answer, " %s", kata_params[i].theirs);
    return true;
}

bool gtp_get_random_seed(struct answer *answer) {
    answer_add(answer, "%lld", (long long)engine_params(gtp_session(answer)->engine)->seed);
    return true;
}

bool gtp_set_random_seed(struct answer *answer) {
    return set(answer, "seed", answer->argv[1]);
}

/* --- the conversation --- */

/* On the reading thread: only the atomic flag of the session may be read here. A piped script's end
 * leaves a bounded search alone, so that a script gives the same moves each time. */
static void interrupt(void *context, enum interrupt why) {
    struct gtp_session *session = context;
    if (why == INTERRUPT_NOW || !atomic_load(&session->bounded)) engine_interrupt(session->engine);
}

/* After a new game or a new setting the search loads tables and networks. That happens here, so
 * that no genmove pays for it. A failure is not reported, because this command is not to blame; the
 * next search fails with the same message. */
static void prepare(void *context) {
    const struct gtp_session *session = context;
    struct failure why;
    engine_prepare(session->engine, &why);
}

/* Pondering ends with the first line of input, even one that came just before
 * (line_reader_until_input). */
static void idle(void *context) {
    struct gtp_session *session = context;
    atomic_store(&session->bounded, false);
    engine_ponder(session->engine);
}

enum status gtp_run(struct engine *engine, const struct gtp_identity *identity, int in_fd,
                    FILE *out, struct failure *why) {
    struct gtp_session session = {.engine = engine, .identity = *identity};
    struct protocol_settings settings = {.context = &session,
                                         .interrupt = interrupt,
                                         .prepare = prepare,
                                         .idle = idle,
                                         .in_fd = in_fd,
                                         .out = out};
    settings.commands = gtp_commands(&settings.command_count);
    return protocol_run(&settings, why);
}
