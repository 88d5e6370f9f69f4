/* guzumi gtp: the engine behind GTP. */
#include "guzumi/base/system.h"
#include "guzumi/gtp/gtp.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

int cmd_gtp(int argc, char **argv) {
    struct params params;
    params_default(&params);
    const char *weights = NULL;
    struct gtp_identity identity = {NULL, NULL};
    const struct option table[] = {
        OPT_WEIGHTS(&weights),
        OPT_TEXT("gtp-name", &identity.name, "NAME",
                 "Answer of the command name, for clients that expect another program."),
        OPT_TEXT("gtp-version", &identity.version, "VERSION", "Answer of the command version."),
    };
    const struct options options = {.command = "gtp",
                                    .summary = "Speak GTP on standard input and output.",
                                    OPTIONS_TABLE(table),
                                    .groups = PARAMS_OF_GTP,
                                    .params = &params,
                                    .draws_seed = true,
                                    .positional_names = ""};
    struct options_result result;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    struct player player;
    struct failure why;
    if (player_open(&player, &params, weights, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_FAILURE);
    const enum status status = gtp_run(player.engine, &identity, STANDARD_INPUT, stdout, &why);
    player_close(&player);
    return cli_outcome(status, &why);
}
