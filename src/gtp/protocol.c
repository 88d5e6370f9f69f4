#include "guzumi/gtp/protocol.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/lines.h"

#include "answer.h"

#include <stdlib.h>
#include <string.h>

struct protocol {
    const struct protocol_settings *settings;
    struct conversation conversation;
    struct answer answer;
    bool quit;
};

static bool run_protocol_version(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv;
    answer_add(answer, "2");
    return true;
}

static const struct command *find(const struct protocol *p, const char *name);
static const struct command *command_at(const struct protocol *p, int index);

static bool run_known_command(void *context, int argc, char **argv, struct answer *answer) {
    answer_add(answer, argc > 1 && find(context, argv[1]) ? "true" : "false");
    return true;
}

static bool run_list_commands(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const struct command *c;
    for (int i = 0; (c = command_at(context, i)) != NULL; i++) answer_add(answer, "%s\n", c->name);
    return true;
}

static void describe(const struct command *c, struct answer *answer) {
    answer_add(answer, "%s%s%s: %s\n", c->name, *c->arguments ? " " : "", c->arguments, c->help);
}

static bool run_help(void *context, int argc, char **argv, struct answer *answer) {
    const struct command *c;
    if (argc > 1) {
        if (!(c = find(context, argv[1]))) return answer_error(answer, "unknown command");
        describe(c, answer);
        return true;
    }
    for (int i = 0; (c = command_at(context, i)) != NULL; i++) describe(c, answer);
    return true;
}

static bool run_quit(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv, (void)answer;
    struct protocol *p = context;
    p->quit = true;
    return true;
}

static const struct command own_commands[] = {
    {"protocol_version", run_protocol_version, 0, 0, "", "The version of GTP, 2."},
    {"known_command", run_known_command, 0, 1, "COMMAND", "Whether there is such a command."},
    {"list_commands", run_list_commands, 0, 0, "", "The names of all commands."},
    {"help", run_help, 0, 1, "[COMMAND]", "What a command, or each, takes and does."},
    /* Whatever stands behind it, it was meant. */
    {"quit", run_quit, 0, ANY_NUMBER, "", "Ends the program, also during a search."},
};
enum { OWN_COUNT = sizeof own_commands / sizeof own_commands[0] };

const struct command *protocol_commands(int *count) {
    *count = OWN_COUNT;
    return own_commands;
}

static const struct command *command_at(const struct protocol *p, int index) {
    if (index < OWN_COUNT) return &own_commands[index];
    index -= OWN_COUNT;
    return index < p->settings->command_count ? &p->settings->commands[index] : NULL;
}

static const struct command *find(const struct protocol *p, const char *name) {
    const struct command *c;
    for (int i = 0; (c = command_at(p, i)) != NULL; i++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

static bool is_own(const struct command *c) {
    int i = 0;
    while (i < OWN_COUNT && c != &own_commands[i]) i++;
    return i < OWN_COUNT;
}

static bool run_command(struct protocol *p, int argc, char **argv) {
    struct answer *answer = &p->answer;
    if (argc == 0) return answer_error(answer, "syntax error: no command after the id");
    const struct command *c = find(p, argv[0]);
    if (!c) return answer_error(answer, "unknown command");
    const int arguments = argc - 1;
    if (arguments < c->min_arguments ||
        (c->max_arguments != ANY_NUMBER && arguments > c->max_arguments))
        return answer_error(answer, "syntax error: usage is %s%s%s", c->name,
                            *c->arguments ? " " : "", c->arguments);
    return c->run(is_own(c) ? p : p->settings->context, argc, argv, answer);
}

/* Cuts TEXT into its words, in place; NULL when memory runs out. */
static char **split(char *text, int *count) {
    size_t words = 0;
    for (const char *c = text; *c; c++) words += *c != ' ' && (c[1] == ' ' || !c[1]);
    char **argv = malloc((words + 1) * sizeof *argv);
    if (!argv) return NULL;
    for (size_t i = 0; i < words; i++) {
        argv[i] = text += strspn(text, " ");
        text += strcspn(text, " ");
        if (*text) *text++ = 0;
    }
    argv[words] = NULL;
    *count = (int)words;
    return argv;
}

const char *arguments_join(char **argv, int first, int last) {
    for (char *c = argv[first]; c < argv[last]; c++)
        if (!*c) *c = ' ';
    return argv[first];
}

static bool is_id(const char *word) {
    return word[strspn(word, "0123456789")] == 0;
}

static void prepare(const struct protocol *p) {
    if (p->settings->prepare && !p->quit) p->settings->prepare(p->settings->context);
}

/* Runs the line and writes its answer; false when the output is broken. */
static bool answer_line(struct protocol *p, struct line *line) {
    int argc = 0;
    char **argv = line->fault == LINE_LOST ? NULL : split(line->text, &argc);
    const int first = argc && is_id(argv[0]);
    p->conversation.id = first ? argv[0] : "";
    const bool good = !argv ? answer_error(&p->answer, "out of memory for a line of input")
                      : line->fault == LINE_TOO_LONG
                          ? answer_error(&p->answer, LINE_TOO_LONG_TEXT, LINE_MOST)
                          : run_command(p, argc - first, argv + first);
    prepare(p);
    const bool written = answer_finish(&p->answer, good);
    free(argv);
    return written;
}

static enum status converse(struct protocol *p, struct failure *why) {
    struct line_reader *reader = p->conversation.reader;
    struct line *line;
    double answered = clock_now();
    while (!p->quit && (line = line_reader_next(reader)) != NULL) {
        p->conversation.asked = line->came > answered ? line->came : answered;
        const bool written = answer_line(p, line);
        answered = clock_now();
        if (written && !p->quit && p->settings->idle && !line_reader_ended(reader)) {
            line_reader_until_input(reader);
            p->settings->idle(p->settings->context);
        }
        line_reader_done(reader);
        free(line);
        if (!written) return fail(why, STATUS_IO, "can't write answers to the output");
    }
    const int error = p->quit ? 0 : line_reader_error(reader);
    if (error) return fail(why, STATUS_IO, "can't read the input: %s", strerror(error));
    return STATUS_OK;
}

enum status protocol_run(const struct protocol_settings *settings, struct failure *why) {
    struct protocol p = {.settings = settings, .conversation = {.out = settings->out}};
    p.answer.conversation = &p.conversation;
    enum status status = line_reader_new(&p.conversation.reader, settings->in_fd,
                                         settings->interrupt, settings->context, why);
    if (status != STATUS_OK) return status;
    prepare(&p);
    status = converse(&p, why);
    line_reader_free(p.conversation.reader);
    buffer_free(&p.answer.text);
    return status;
}
