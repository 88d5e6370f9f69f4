/* guzumi perft: counts move sequences from the empty board. */
#include "guzumi/base/text.h"
#include "guzumi/go/board.h"
#include "guzumi/go/point.h"

#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status read_number(const char *name, const char *text, int min, int max, int *out,
                               struct failure *why) {
    int64_t number;
    if (!text_to_int(text, min, max, &number))
        return fail(why, STATUS_INVALID, "%s: '%.60s' is not a whole number from %d to %d", name,
                    text, min, max);
    *out = (int)number;
    return STATUS_OK;
}

static enum status read_ko(const char *text, bool *positional, struct failure *why) {
    *positional = strcmp(text, "positional") == 0;
    if (!*positional && strcmp(text, "simple") != 0)
        return fail(why, STATUS_INVALID,
                    "--ko: unknown rule '%.60s'; expected simple or positional", text);
    return STATUS_OK;
}

int cmd_perft(int argc, char **argv) {
    struct perft_rules rules = {.passes = false};
    const char *ko = "positional";
    const struct option table[] = {
        OPT_FLAG("passes", &rules.passes, "Count passes, too."),
        OPT_TEXT("ko", &ko, "RULE",
                 "simple, or positional (default): superko, the empty board counts."),
    };
    const struct options options = {
        .command = "perft",
        .summary = "Count the sequences of 1 to DEPTH moves from the empty board of SIZE, Black "
                   "first;\nprint a line 'DEPTH COUNT' for each.",
        OPTIONS_TABLE(table),
        .positional_names = "SIZE DEPTH",
        .min_positional = 2,
        .max_positional = 2};
    struct options_result result;
    struct failure why;
    int exit_code, size = 0, depth = 0;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (read_number("SIZE", result.positional[0], BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size, &why) ||
        read_number("DEPTH", result.positional[1], 1, PERFT_MAX_DEPTH, &depth, &why) ||
        read_ko(ko, &rules.positional, &why))
        return cli_fail(&why, EXIT_USAGE);
    for (int d = 1; d <= depth; d++) {
        printf("%d %" PRIu64 "\n", d, perft(size, d, rules));
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}
