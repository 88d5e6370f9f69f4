#include "cli.h"

#include "guzumi/learner/learner.h"

#include "manual.h"

#include <stdio.h>
#include <stdlib.h>

const struct subcommand subcommand_table[] = {
#define SUBCOMMAND(name, help) {#name, cmd_##name, help},
#include "subcommands.def"
#undef SUBCOMMAND
};
const int subcommand_count = (int)(sizeof subcommand_table / sizeof subcommand_table[0]);

int cli_fail(const struct failure *why, int exit_code) {
    fprintf(stderr, "guzumi: %s\n", why->text);
    return exit_code;
}

int cli_outcome(enum status status, const struct failure *why) {
    return status == STATUS_OK ? EXIT_SUCCESS : cli_fail(why, EXIT_FAILURE);
}

bool cli_parse(const struct options *options, int argc, char **argv, struct options_result *result,
               int *exit_code) {
    struct failure why;
    if (options_parse(options, argc, argv, result, &why) != STATUS_OK) {
        *exit_code = cli_fail(&why, EXIT_USAGE);
        return false;
    }
    if (result->help) {
        manual_print_options(result->help, options);
        *exit_code = EXIT_SUCCESS;
        return false;
    }
    return true;
}

enum status player_open(struct player *player, const struct params *params, const char *weights,
                        struct failure *why) {
    *player = (struct player){.store = NULL};
    enum status status = weight_store_new(&player->store, why);
    if (status != STATUS_OK) return status;
    if (weights) status = weight_store_load(player->store, weights, why);
    if (status == STATUS_OK) status = engine_new(&player->engine, params, player->store, why);
    if (status != STATUS_OK) weight_store_free(player->store);
    return status;
}

void player_close(struct player *player) {
    engine_free(player->engine);
    weight_store_free(player->store);
}
