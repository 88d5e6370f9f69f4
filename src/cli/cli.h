/* The command line: one function for each subcommand, and what they share.
 *
 * A subcommand gets the arguments after its name and returns the exit status of the process:
 * EXIT_SUCCESS, EXIT_FAILURE for failed work, EXIT_USAGE for invalid arguments. To add one, write
 * cmd_<name>.c and a line in subcommands.def. It must call cli_parse first: the man page and the
 * completions get its options that way. */
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

/* Writes "guzumi: message" to stderr and returns EXIT_CODE. */
int cli_fail(const struct failure *why, int exit_code);

/* The exit status for STATUS; writes the message of a failure. */
int cli_outcome(enum status status, const struct failure *why);

/* Parses the arguments of a subcommand. False if there is nothing left to do, after help or an
 * error message; *EXIT_CODE is then the exit status. */
bool cli_parse(const struct options *options, int argc, char **argv, struct options_result *result,
               int *exit_code);

/* Writes the help of one subcommand in FORMAT (not HELP_NONE) to standard output. */
void cli_print_help(enum help_format format, const struct options *options);

/* An engine with its store. */
struct player {
    struct weight_store *store;
    struct engine *engine;
};

/* WEIGHTS is a file that replaces the built-in weights of its kind and size, or NULL. After a
 * failure there is nothing to close. */
enum status player_open(struct player *player, const struct params *params, const char *weights,
                        struct failure *why);
void player_close(struct player *player);

/* Whether playouts by PARAMS use the weight file at PATH (NULL: none is given): only the learnt
 * policy reads weights. If not, says why and sets EXIT_CODE. */
bool cli_check_playout_weights(const struct params *params, const char *path, int *exit_code);

/* --- one-off searches ---
 *
 * A search of a position that plays nothing, bounded by the parameters simulations or move_time. */

struct one_off {
    struct report report;             /* the final report; its first candidate is the choice */
    int line[REPORT_PV], line_length; /* the principal variation, the choice first */
};

/* Searches ENGINE's position with COLOR to move. Setting STOP, unless it is NULL, ends the search.
 * Removes ENGINE's watch. */
enum status one_off_search(struct engine *engine, enum color color, const atomic_bool *stop,
                           struct one_off *out, struct failure *why);

/* The same, but simulations that the search has kept of the position count, and move_time is the
 * sum over all threads. */
enum status one_off_search_on(struct engine *engine, enum color color, const atomic_bool *stop,
                              struct one_off *out, struct failure *why);

/* Plays COUNT playouts from BOARD; returns Black's wins at HALF_KOMI, a draw counting half,
 * times 2. */
struct playout_policy;
struct playout_start;
struct rng;
int64_t cli_half_wins(const struct board *board, const struct playout_start *start,
                      const struct playout_policy *policy, int half_komi, int64_t count,
                      struct rng *rng);

/* Writes the LENGTH moves of LINE, separated by blanks, into TEXT; returns TEXT. */
enum { LINE_TEXT = REPORT_PV * 5 };
const char *line_format(int size, const int line[], int length, char text[LINE_TEXT]);

#endif
