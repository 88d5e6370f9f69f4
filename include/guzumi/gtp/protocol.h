/* The protocol of GTP 2 without the game: lines, ids, answers, a table of commands.
 *
 * It is independent of Go. A thread reads the input, so that lines that a client sends during a
 * command are seen at once. The commands themselves run one after the other on the thread that
 * called protocol_run. A line that is too long (text.h) is answered with an error.
 *
 * Input. Control characters are dropped, the carriage return of \r\n included; tabs become blanks;
 * '#' starts a comment; blank lines are ignored; and if the first word is a number, it is the
 * command's id. A last line without a newline counts.
 *
 * Output. An answer is "=[id] text" or "?[id] message", and an empty line. A blank follows the id
 * even if the text is empty; the text has no empty line inside; the answer is flushed at its end. A
 * streamed answer begins with "=[id]" alone on a line, and its lines are flushed as they come.
 * Nothing else is ever written.
 *
 * Interrupts. Each of these ends the running command early, and then at once each waiting command
 * that was sent before it; later commands are not affected:
 *   - the line "# interrupt", exactly as GoGui sends it;
 *   - `quit`, or the end of the input, that comes while the client waits for an answer;
 *   - any line at all, if the command requested that (answer_until_input); only this command.
 * A script that is piped in is different: there `quit` and the end of the input follow the commands
 * without a pause (less than 0.1 s) and must not spoil their answers. Then the callback gets
 * INTERRUPT_PIPED, once a command has run for two seconds, and a command whose work is bounded in
 * another way may ignore it. In any case every command is answered before the protocol ends. */
#ifndef GUZUMI_PROTOCOL_H
#define GUZUMI_PROTOCOL_H

#include "guzumi/base/file.h"
#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* An answer in progress, with the command that it is for. If memory runs out, the client gets an
 * error instead. */
struct answer {
    void *context;      /* protocol_settings.context */
    int argc;           /* the number of words */
    char **argv;        /* the words: ARGV[0] is the command's name, ARGV[ARGC] is NULL */
    struct buffer text; /* not yet sent */
    struct conversation *conversation;
    bool streams; /* answer_stream has been called */
};

/* Appends text. When the answer is sent, empty lines and newlines at its end are removed. */
void answer_add(struct answer *answer, const char *format, ...) GUZUMI_PRINTF(2, 3);

/* Replaces the unsent text by an error message. Returns false, for the handler to return. */
bool answer_error(struct answer *answer, const char *format, ...) GUZUMI_PRINTF(2, 3);

#ifdef __clang_analyzer__ /* for clang-tidy to see that it returns false */
#define answer_error(...) (answer_error(__VA_ARGS__), false)
#endif

/* Sends the text so far, as whole lines. The first call makes the answer a streamed one: "=[id]" on
 * a line of its own, then lines as they come, and the empty line when the handler returns. It can
 * no longer become an error. Returns false if the output is broken; the handler should then stop.
 */
bool answer_stream(struct answer *answer);

/* When the command was asked for (clock_now): when its line came or, if that is later, when the
 * answer before it was sent. */
double answer_asked(const struct answer *answer);

/* From now on any line of input ends the command, even a comment or an empty line. A command on
 * that line is answered next. */
void answer_until_input(struct answer *answer);

/* Handles a command. If it returns true, ANSWER has the answer; if false, the error message. The
 * number of arguments has been checked against the table. */
typedef bool command_run(struct answer *answer);

enum { ANY_NUMBER = -1 }; /* of arguments, as max_arguments */

/* The arguments FIRST to LAST with the blanks between them, for file names. They are joined in
 * place: afterwards argv[FIRST] holds all of them. */
const char *arguments_join(char **argv, int first, int last);

/* A row of the table of commands, from which list_commands, known_command, help and the
 * documentation come. */
struct command {
    const char *name;
    command_run *run;
    int min_arguments, max_arguments;
    const char *arguments; /* "COLOR VERTEX", "" for none */
    const char *help;      /* what it does */
};

enum interrupt {
    INTERRUPT_NOW,  /* the client waits: answer soon with the best result so far */
    INTERRUPT_PIPED /* the script ends and nobody waits: bounded work may finish */
};

struct protocol_settings {
    /* protocol_version, list_commands, known_command, help and quit are the protocol's own and come
     * first in its list. */
    const struct command *commands;
    int command_count;
    void *context; /* handed to the handlers and to interrupt */
    /* Called from the reading thread while the command to be ended runs, and again every 20 ms
     * until it has ended: an interrupt that comes before a search has begun may be lost. Never
     * called between commands. It must take no lock that a handler holds, and return quickly. */
    void (*interrupt)(void *context, enum interrupt why);
    /* Called at the start, and after each command before its answer is written: prepares for the
     * next command; or NULL. This time is charged to no clock. */
    void (*prepare)(void *context);
    /* Called after an answer, for idle time; or NULL. It must return when it is interrupted, which
     * happens as soon as there is input, even input that arrived before the call. */
    void (*idle)(void *context);
    int in_fd;
    FILE *out;
};

/* Answers commands until `quit` or the end of the input. Fails if no thread can be started, and
 * with STATUS_IO if the input or the output breaks. */
enum status protocol_run(const struct protocol_settings *settings, struct failure *why);

/* The protocol's own commands, for the documentation. */
const struct command *protocol_commands(int *count);

#endif
