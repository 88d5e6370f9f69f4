/* The command line: one function a subcommand, and what these share.
 *
 * A subcommand gets the arguments behind its name and returns the exit status of the process:
 * EXIT_SUCCESS, EXIT_FAILURE for work that failed, EXIT_USAGE for arguments that can't be taken. A
 * new one is a file cmd_<name>.c and a line in subcommands.def; before anything else it calls
 * cli_parse, by which the man page and the completions learn its options. */
#ifndef GUZUMI_CLI_H
#define GUZUMI_CLI_H

#include "guzumi/player/engine.h"

#include "options.h"

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

#endif
