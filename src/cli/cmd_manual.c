/* guzumi manual: the man page and the shells' completions, for the installation. */
#include "cli.h"
#include "manual.h"

#include <stdlib.h>

int cmd_manual(int argc, char **argv) {
    const struct options options = {
        .command = "manual",
        .summary = "Writes the man page, or the completions of a shell, on standard output.",
        .positional_names = "man|bash|zsh|fish",
        .min_positional = 1,
        .max_positional = 1};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    const enum help_format format = help_format_find(result.positional[0]);
    if (format == HELP_NONE) {
        fail(&why, STATUS_INVALID, "manual: unknown format '%.60s'; expected %s",
             result.positional[0], options.positional_names);
        return cli_fail(&why, EXIT_USAGE);
    }
    manual_print(format);
    return EXIT_SUCCESS;
}
