#include "guzumi/gtp/gtp.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include "gtp_session.h"

/* --- arguments and answers --- */

/* Times are capped at 30 years, beyond which they limit nothing. */
static const double max_seconds = 1e9;

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
        return answer_error(answer, "syntax error: '%.20s' is not a number of seconds", text);
    *out = number < max_seconds ? number : max_seconds;
    return true;
}

bool gtp_read_optional_color(void *context, int argc, char **argv, struct answer *answer,
                             enum color *out) {
    if (argc > 1) return gtp_read_color(answer, argv[1], out);
    *out = gtp_game(context)->to_move;
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

bool gtp_name(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const char *name = gtp_session(context)->identity.name;
    answer_add(answer, "%s", name ? name : "Guzumi");
    return true;
}

bool gtp_version(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const char *version = gtp_session(context)->identity.version;
    answer_add(answer, "%s", version ? version : GUZUMI_VERSION);
    return true;
}

bool gtp_cputime(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv;
    answer_add(answer, "%.3f", clock_cpu());
    return true;
}

/* People chat with programs; one that gave advice during a game would spoil it. */
bool gtp_chat(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc;
    if (!text_equal_nocase(argv[1], "game") && !text_equal_nocase(argv[1], "private"))
        return answer_error(answer, "syntax error: unknown chat '%.20s'; expected game or private",
                            argv[1]);
    answer_add(answer,
               "I am Guzumi " GUZUMI_VERSION ", a program, and can't chat. Have a good game!");
    return true;
}

bool gtp_stop(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv, (void)answer;
    return true;
}

bool gtp_gogui_interrupt(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv, (void)answer;
    return true;
}

static void interrupt(void *context, enum interrupt why) {
    struct gtp_session *session = gtp_session(context);
    if (why == INTERRUPT_NOW || !atomic_load(&session->bounded)) engine_interrupt(session->engine);
}

/* After a new game or a new setting the search loads tables and networks. That happens here, so
 * that no genmove pays for it; the next search reports a failure. */
static void prepare(void *context) {
    struct failure why;
    engine_prepare(gtp_session(context)->engine, &why);
}

static void idle(void *context) {
    struct gtp_session *session = gtp_session(context);
    atomic_store(&session->bounded, false);
    engine_ponder(session->engine);
}

bool gtp_title(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const int size = gtp_game(context)->board.size;
    answer_add(answer, "Guzumi %s, %dx%d", GUZUMI_VERSION, size, size);
    return true;
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
