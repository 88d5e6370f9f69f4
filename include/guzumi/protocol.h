/* The protocol of GTP 2 without its game: lines, ids, answers, a table of commands.
 *
 * Knows nothing of Go. A thread reads the input, so that what a client sends during a command is
 * seen at once; the commands themselves run one after the other on the thread that called
 * protocol_run. Lines may have any length.
 *
 * Input. Control characters are dropped (so is the carriage return of \r\n), tabs become blanks,
 * '#' starts a comment, blank lines are ignored, and a first word of digits is the id of the
 * command. A last line without its newline counts.
 *
 * Output. An answer is "=[id] text" or "?[id] message" and an empty line, with a blank after the id
 * even when the text is empty, without an empty line inside, flushed at its end. An answer that
 * streams begins with "=[id]" alone on a line, and its lines are flushed as they come. Nothing else
 * is ever written.
 *
 * What ends a command early. Each of these ends the running command, and at once those that
 * were sent before it and still wait; commands sent after it are left alone:
 *   - the line "# interrupt", exactly as GoGui sends it;
 *   - `quit`, or the end of the input, that comes while the client waits for an answer;
 *   - any line at all, if the command asked for that (answer_until_input); no other is touched.
 * A script that is piped in is another matter: there `quit` and the end of the input follow the
 * commands without a pause (less than 0.1 s) and must not spoil their answers. Then the callback
 * comes with INTERRUPT_PIPED, for each command that has run for two seconds, and may be ignored by
 * a command whose work is bounded otherwise. In every case each command is answered before the
 * protocol ends. */
#ifndef GUZUMI_PROTOCOL_H
#define GUZUMI_PROTOCOL_H

#include "guzumi/file.h"
#include "guzumi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The answer in the making. When memory runs out the command is answered with an error instead. */
struct answer {
    struct buffer text; /* added and not yet sent */
    struct conversation *conversation;
    bool streams; /* answer_stream has been called */
};

/* Appends. Empty lines are removed and the newlines at the end cut when the answer is sent. */
void answer_add(struct answer *answer, const char *format, ...) GUZUMI_PRINTF(2, 3);

/* Replaces what is there, unless it was sent, by an error message; returns false, for the handler
 * to return. */
bool answer_error(struct answer *answer, const char *format, ...) GUZUMI_PRINTF(2, 3);

/* Sends what has been added so far, as whole lines. The first call makes the answer one that comes
 * as it is found: "=[id]" on a line of its own, lines, and the empty line when the handler returns;
 * it can no longer become an error. False when the output takes no more, which is no reason to go
 * on. */
bool answer_stream(struct answer *answer);

/* From now on any line of input ends the command, be it a comment or empty; it is answered itself
 * when its turn comes. */
void answer_until_input(struct answer *answer);

/* Handles a command: ARGV[0] is its name, ARGV[ARGC] is NULL. True makes ANSWER the answer, false
 * makes it the error message. The number of arguments has been checked against the table. */
typedef bool command_run(void *context, int argc, char **argv, struct answer *answer);

enum { ANY_NUMBER = -1 }; /* of arguments, as max_arguments */

/* The arguments FIRST to LAST as they stood in the line, the blanks between them included, for
 * names of files. They are joined in place: afterwards argv[FIRST] is all of them. */
const char *arguments_join(char **argv, int first, int last);

/* A row of the table that feeds list_commands, known_command, help and the documentation. */
struct command {
    const char *name;
    command_run *run;
    int min_arguments, max_arguments;
    const char *arguments; /* "COLOR VERTEX", "" for none */
    const char *help;      /* one sentence */
};

enum interrupt {
    INTERRUPT_NOW,  /* the client waits: answer soon with the best there is */
    INTERRUPT_PIPED /* the script ends, nobody waits; nothing is lost by finishing bounded work */
};

struct protocol_settings {
    /* protocol_version, list_commands, known_command, help and quit are the protocol's own and come
     * first in its list. */
    const struct command *commands;
    int command_count;
    void *context; /* handed to the handlers and to interrupt */
    /* Called from the reading thread while the command to be ended runs, and again every 20 ms
     * until it has ended, so an interrupt that comes before a search has begun may be forgotten.
     * Never called between commands. Takes no lock that a handler holds, and returns quickly. */
    void (*interrupt)(void *context, enum interrupt why);
    /* Called after an answer, or NULL: time that no command needs. It has to return when it is
     * interrupted, which happens as soon as there is input, even if it came before. */
    void (*idle)(void *context);
    int in_fd;
    FILE *out;
};

/* Answers commands until `quit` or the end of the input. Fails when no thread can be started, or
 * with STATUS_IO when the input or the output breaks. */
enum status protocol_run(const struct protocol_settings *settings, struct failure *why);

/* The protocol's own commands, for the documentation. */
const struct command *protocol_commands(int *count);

#endif
