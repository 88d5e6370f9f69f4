/* The command line: one function a subcommand, and what these share.
 *
 * A subcommand gets the arguments behind its name and returns the exit status of the process:
 * EXIT_SUCCESS, EXIT_FAILURE for work that failed, EXIT_USAGE for arguments that can't be taken. A
 * new one is a file cmd_<name>.c and a line in subcommands.def; before anything else it calls
 * cli_parse, by which the man page and the completions learn its options. */
#ifndef GUZUMI_CLI_H
#define GUZUMI_CLI_H

#include "guzumi/player/report.h"

#include "options.h"

#include <stdatomic.h>

enum { EXIT_USAGE = 2 };

#define SUBCOMMAND(name, help) int cmd_##name(int argc, char **argv);
#include "subcommands.def"
#undef SUBCOMMAND

struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help; /* one sentence */
};
extern const struct subcommand subcommand_table[];
extern const int subcommand_count;

/* Writes "guzumi: message" on stderr and returns EXIT_CODE. */
int cli_fail(const struct failure *why, int exit_code);

/* The exit status of work that ended with STATUS, whose message is written if it failed. */
int cli_outcome(enum status status, const struct failure *why);

/* Parses the arguments of a subcommand. False when there is nothing left to do, because the help
 * was asked for and shown or because a message was written; then EXIT_CODE says how to end. */
bool cli_parse(const struct options *options, int argc, char **argv, struct options_result *result,
               int *exit_code);

/* Writes the help of one subcommand in FORMAT, not HELP_NONE, on standard output. */
void cli_print_help(enum help_format format, const struct options *options);

/* An engine with its store. */
struct player {
    struct weight_store *store;
    struct engine *engine;
};

/* WEIGHTS is a file whose memory replaces the built-in one of its size, or NULL. Nothing has to be
 * closed when it fails. */
enum status player_open(struct player *player, const struct params *params, const char *weights,
                        struct failure *why);
void player_close(struct player *player);

/* --- one-off searches ---
 *
 * A search of a position that plays nothing, bounded by the parameters simulations or move_time. */

struct look {
    struct report report; /* the last one of the search; its first candidate is the choice */
    int line[REPORT_PV], line_length; /* what it expects from that on; the choice first */
};

/* Looks at ENGINE's position with COLOR to move. STOP, unless NULL, ends the search when it is set.
 * ENGINE has no watch afterwards. */
enum status look_at(struct engine *engine, enum color color, const atomic_bool *stop,
                    struct look *out, struct failure *why);

/* The LENGTH moves of LINE, blanks between them, into TEXT; returns TEXT. */
enum { LINE_TEXT = REPORT_PV * 5 };
const char *line_format(int size, const int line[], int length, char text[LINE_TEXT]);

#endif
