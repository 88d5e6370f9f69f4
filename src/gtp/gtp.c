#include "guzumi/gtp/gtp.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include "gtp_session.h"

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

/* People ask programs who they are; a program that gives advice during a game would spoil it. */
bool gtp_chat(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc;
    if (!text_equal_nocase(argv[1], "game") && !text_equal_nocase(argv[1], "private"))
        return answer_error(answer, "syntax error: '%.20s' is neither game nor private", argv[1]);
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

/* A new game, or a setting that makes the search start again, loads tables and networks: here, so
 * that no genmove pays for it. The next search reports a failure. */
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
