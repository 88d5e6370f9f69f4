/* GTP 2: the commands that make a struct engine a citizen of GoGui, Sabaki, CGOS and the others.
 *
 * The protocol underneath is guzumi/protocol.h. The table of commands is src/gtp/gtp_commands.def:
 * what stands there is listed, known, explained by `help`, and complete. */
#ifndef GUZUMI_GTP_H
#define GUZUMI_GTP_H

#include "guzumi/engine.h"
#include "guzumi/protocol.h"

/* What the commands name and version answer, for clients that look for another program's; NULL for
 * what the program is. */
struct gtp_identity {
    const char *name, *version;
};

/* Answers the commands that come from IN_FD on OUT, until `quit` or the end of the input; ENGINE
 * stays the caller's. Fails when no thread can be started, or when input or output breaks.
 *
 * "# interrupt", `quit` and the end of the input end a search as protocol.h says. At the end of a
 * script that is piped in, a search by the game's clock is cut after two seconds; one by a number
 * of simulations or by seconds a move (no clock) is left to finish, so that such scripts give the
 * same moves each time. */
enum status gtp_run(struct engine *engine, const struct gtp_identity *identity, int in_fd,
                    FILE *out, struct failure *why);

/* The table of commands, for the documentation (the protocol's own are not in it). */
const struct command *gtp_commands(int *count);

#endif
