/* GTP 2: the commands by which GoGui, Sabaki, CGOS and others play with a struct engine.
 *
 * The protocol underneath is protocol.h. The table of commands is src/gtp/gtp_commands.def;
 * list_commands, known_command, `help` and the documentation come from it. */
#ifndef GUZUMI_GTP_H
#define GUZUMI_GTP_H

#include "guzumi/gtp/protocol.h"
#include "guzumi/player/engine.h"

/* The answers to the commands `name` and `version`, for clients that expect another program; NULL:
 * the program's own. */
struct gtp_identity {
    const char *name, *version;
};

/* Reads commands from IN_FD and answers them on OUT, until `quit` or the end of the input. ENGINE
 * is borrowed. Fails if no thread can be started, or if input or output breaks.
 *
 * "# interrupt", `quit` and the end of the input end a search as protocol.h says. At the end of a
 * piped script, a search on the game's clock is ended after two seconds. A search limited by
 * simulations, or by seconds per move without a clock, may finish, so that such scripts give the
 * same moves each time. */
enum status gtp_run(struct engine *engine, const struct gtp_identity *identity, int in_fd,
                    FILE *out, struct failure *why);

/* The table of commands, for the documentation, without the protocol's own. */
const struct command *gtp_commands(int *count);

#endif
