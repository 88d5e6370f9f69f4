#include "cli.h"

#include "guzumi/base/clock.h"
#include "guzumi/learner/learner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        cli_print_help(result->help, options);
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

/* --- one-off searches --- */

/* Seconds between two looks at the clock. */
#define LOOK_INTERVAL 0.02

struct looking {
    struct engine *engine;
    const atomic_bool *stop;
    double deadline;
    struct look *out;
};

static void take_report(void *context, const struct report *report) {
    struct looking *looking = context;
    if (report->final)
        looking->out->report = *report;
    else if (clock_now() >= looking->deadline || (looking->stop && atomic_load(looking->stop)))
        engine_interrupt(looking->engine);
}

enum status look_at(struct engine *engine, enum color color, const atomic_bool *stop,
                    struct look *out, struct failure *why) {
    const struct params *params = engine_params(engine);
    const bool timed = params->simulations == 0;
    struct looking looking = {.engine = engine,
                              .stop = stop,
                              .deadline = timed ? clock_now() + params->move_time : INFINITY,
                              .out = out};
    const struct engine_watch watch = {
        .report = take_report, .context = &looking, .interval = LOOK_INTERVAL};
    engine_set_watch(engine, &watch);
    const enum status status =
        engine_analyze(engine, color, timed ? 0 : (uint64_t)params->simulations, why);
    engine_set_watch(engine, NULL);
    if (status != STATUS_OK) return status;
    out->line_length = engine_pv(engine, color, out->report.found.candidates[0].point, out->line);
    return STATUS_OK;
}

const char *line_format(int size, const int line[], int length, char text[LINE_TEXT]) {
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < length; i++) {
        if (i) text[used++] = ' ';
        point_format(size, line[i], text + used);
        used += strlen(text + used);
    }
    return text;
}
