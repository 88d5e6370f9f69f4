/* A conversation: lines come from the reading thread (line_reader.c), one after the other is split
 * into words, run and answered. What a command passes through:
 *
 *     "7 genmove b"    answer_line    id "7", words "genmove" and "b"
 *                      run_command    the row of the table, the number of arguments
 *                      c->run         the handler adds to answer->text
 *                      prepare        ready for the next command, before this one is answered
 *                      finish_answer  "=7 D4\n\n", flushed
 *                      idle           thinks until there is input
 *
 * Handlers never write to the output themselves, so that an answer is whole, or an error, or
 * streamed by lines; a client can rely on the empty line behind it. */
#include "guzumi/gtp/protocol.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include "line_reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The destination of answers. */
struct conversation {
    FILE *out;
    struct line_reader *reader;
    const char *id; /* of the command being answered, "" for none */
    double asked;   /* see answer_asked */
};

/* --- answers --- */

void answer_add(struct answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_print_list(&answer->text, format, arguments);
    va_end(arguments);
}

/* In parentheses, so that the macro of this name in the header does not replace it here. */
bool(answer_error)(struct answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    answer->text.length = 0;
    buffer_print_list(&answer->text, format, arguments);
    va_end(arguments);
    return false;
}

/* Writes the text without its empty lines, because an empty line ends an answer: a name in a game
 * record, for example, may contain one. BEFORE is the last character written. */
static void write_lines(const struct buffer *text, unsigned char before, FILE *out) {
    size_t length = text->length;
    while (length && text->data[length - 1] == '\n') length--;
    for (size_t i = 0; i < length; i++) {
        if (text->data[i] != '\n' || before != '\n') putc(text->data[i], out);
        before = text->data[i];
    }
}

static bool flush(const struct conversation *c) {
    return fflush(c->out) == 0 && !ferror(c->out);
}

/* A broken output shows only when it is flushed; the search then ends by itself, and the
 * conversation with it. */
bool answer_stream(struct answer *answer) {
    const struct conversation *c = answer->conversation;
    if (!answer->streams) fprintf(c->out, "=%s\n", c->id);
    answer->streams = true;
    if (answer->text.length) {
        write_lines(&answer->text, '\n', c->out);
        putc('\n', c->out);
    }
    answer->text.length = 0;
    return flush(c);
}

double answer_asked(const struct answer *answer) {
    return answer->conversation->asked;
}

void answer_until_input(struct answer *answer) {
    line_reader_until_input(answer->conversation->reader);
}

/* Sends the answer, or the rest of a streamed one, and empties it for the next command. After a
 * streamed "=" an error can't be sent any more: its text is dropped, and the answer ends. False if
 * the output is broken. */
static bool finish_answer(struct answer *answer, bool good) {
    const struct conversation *c = answer->conversation;
    const bool lost = answer->text.failed;
    if (answer->streams) {
        if (good && !lost) answer_stream(answer);
        fputs("\n", c->out);
    } else {
        fprintf(c->out, "%c%s ", good && !lost ? '=' : '?', c->id);
        if (lost)
            fputs("out of memory for the answer", c->out);
        else
            write_lines(&answer->text, ' ', c->out);
        fputs("\n\n", c->out);
    }
    answer->streams = false;
    answer->text.length = 0;
    answer->text.failed = false;
    return flush(c);
}

/* --- the protocol's own commands --- */

struct protocol {
    const struct protocol_settings *settings;
    struct conversation conversation;
    struct answer answer;
    bool quit;
};

static bool run_protocol_version(struct answer *answer) {
    answer_add(answer, "2");
    return true;
}

static const struct command *find(const struct protocol *p, const char *name);
static const struct command *command_at(const struct protocol *p, int index);

static bool run_known_command(struct answer *answer) {
    answer_add(answer,
               answer->argc > 1 && find(answer->context, answer->argv[1]) ? "true" : "false");
    return true;
}

static bool run_list_commands(struct answer *answer) {
    const struct command *c;
    for (int i = 0; (c = command_at(answer->context, i)) != NULL; i++)
        answer_add(answer, "%s\n", c->name);
    return true;
}

static void describe(const struct command *c, struct answer *answer) {
    answer_add(answer, "%s%s%s: %s\n", c->name, *c->arguments ? " " : "", c->arguments, c->help);
}

static bool run_help(struct answer *answer) {
    const struct command *c;
    if (answer->argc > 1) {
        if (!(c = find(answer->context, answer->argv[1])))
            return answer_error(answer, "unknown command");
        describe(c, answer);
        return true;
    }
    for (int i = 0; (c = command_at(answer->context, i)) != NULL; i++) describe(c, answer);
    return true;
}

/* Nothing is freed here: `quit` is answered like any command, then converse ends. */
static bool run_quit(struct answer *answer) {
    struct protocol *p = answer->context;
    p->quit = true;
    return true;
}

static const struct command own_commands[] = {
    {"protocol_version", run_protocol_version, 0, 0, "", "The version of GTP, 2."},
    {"known_command", run_known_command, 0, 1, "COMMAND",
     "true if the command exists, else false."},
    {"list_commands", run_list_commands, 0, 0, "", "The names of all commands."},
    {"help", run_help, 0, 1, "[COMMAND]", "Describe the command, or all of them."},
    /* Accepts any arguments: a client that sends quit wants the program to end. */
    {"quit", run_quit, 0, ANY_NUMBER, "", "End the program, even during a search."},
};
enum { OWN_COUNT = sizeof own_commands / sizeof own_commands[0] };

const struct command *protocol_commands(int *count) {
    *count = OWN_COUNT;
    return own_commands;
}

/* Our own commands first, so that no table can redefine them. */
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

/* --- lines --- */

/* The protocol's own commands get the protocol as their context, all others the caller's. */
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
    answer->context = is_own(c) ? p : p->settings->context;
    answer->argc = argc;
    answer->argv = argv;
    return c->run(answer);
}

/* Splits TEXT into words, in place; NULL if memory runs out. The words stay in the line's text; the
 * array has a NULL at its end, by which handlers with options find it. */
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

/* The words lie in one string, in which `split` has put a zero after each. */
const char *arguments_join(char **argv, int first, int last) {
    for (char *c = argv[first]; c < argv[last]; c++)
        if (!*c) *c = ' ';
    return argv[first];
}

/* Only digits make an id, so a command is never mistaken for one. The id is sent back as it was
 * written, leading zeros included. */
static bool is_id(const char *word) {
    return word[strspn(word, "0123456789")] == 0;
}

static void prepare(const struct protocol *p) {
    if (p->settings->prepare && !p->quit) p->settings->prepare(p->settings->context);
}

/* Runs the line and writes its answer; false if the output is broken. prepare comes before the
 * answer, because afterwards the client's clock for the next move may run. */
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
    const bool written = finish_answer(&p->answer, good);
    free(argv);
    return written;
}

/* A command's time runs from when its line came, or, if lines were sent ahead, from the answer
 * before it: that is when the client's clock for it starts. */
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
