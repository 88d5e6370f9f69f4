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

/* Seconds between checks of the clock and STOP. */
#define CHECK_INTERVAL 0.02

struct one_off_run {
    struct engine *engine;
    const atomic_bool *stop;
    double deadline;
    struct one_off *out;
};

static void take_report(void *context, const struct report *report) {
    struct one_off_run *run = context;
    if (report->final)
        run->out->report = *report;
    else if (clock_now() >= run->deadline || (run->stop && atomic_load(run->stop)))
        engine_interrupt(run->engine);
}

enum status one_off_search(struct engine *engine, enum color color, const atomic_bool *stop,
                           struct one_off *out, struct failure *why) {
    const struct params *params = engine_params(engine);
    const bool timed = params->simulations == 0;
    struct one_off_run run = {.engine = engine,
                              .stop = stop,
                              .deadline = timed ? clock_now() + params->move_time : INFINITY,
                              .out = out};
    const struct engine_watch watch = {
        .report = take_report, .context = &run, .interval = CHECK_INTERVAL};
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
