/* What subcommands share: how they parse, fail and end, the engine with its weights, and searches
 * that play nothing. */
#include "cli.h"

#include "guzumi/base/clock.h"
#include "guzumi/learner/learner.h"
#include "guzumi/playout/playout.h"
#include "guzumi/playout/trajectory.h"

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

/* Failures end here or in cli_fail, so that messages and exit codes look alike: 1 for failed work,
 * 2 for a mistake in the call. */
int cli_outcome(enum status status, const struct failure *why) {
    return status == STATUS_OK ? EXIT_SUCCESS : cli_fail(why, EXIT_FAILURE);
}

/* `guzumi manual` calls each subcommand with --help=FORMAT to learn its options: hence parsing
 * comes before anything else that a subcommand does. */
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

bool cli_check_playout_weights(const struct params *params, const char *path, int *exit_code) {
    struct learnt *learnt;
    struct failure why;
    enum status status = STATUS_OK;
    if (path && params->default_policy != POLICY_SOFTMAX) {
        status = fail(&why, STATUS_INVALID,
                      "--weights: playouts read weights only with --default-policy softmax");
    } else if (path) {
        status = learnt_load(&learnt, path, &policy_learner, &why);
        learnt_free(learnt);
    }
    if (status != STATUS_OK)
        *exit_code = cli_fail(&why, status == STATUS_INVALID ? EXIT_USAGE : EXIT_FAILURE);
    return status == STATUS_OK;
}

/* --- one-off searches --- */

/* Seconds between checks of the clock and STOP. */
#define CHECK_INTERVAL 0.02

struct one_off_run {
    struct engine *engine;
    const atomic_bool *stop;
    double begin, seconds; /* of one thread if KEEPS */
    bool keeps;
    struct one_off *out;
};

/* Whether the time is used up. A search that keeps its tree is charged for the kept simulations as
 * well, at the pace of the new ones, and for the time of each thread: so every position of a game
 * gets the same effort, whatever the tree knew of it before, and however many processors search. */
static bool is_over(const struct one_off_run *run, const struct search_statistics *found) {
    const double spent = clock_now() - run->begin;
    if (!run->keeps || found->simulations == 0) return spent >= run->seconds;
    const double each = spent / (double)found->simulations;
    const double all = (double)engine_params(run->engine)->threads * (double)search_visits(found);
    return all * each >= run->seconds;
}

/* The engine has no clock here; the watch ends the search from within. */
static void take_report(void *context, const struct report *report) {
    struct one_off_run *run = context;
    if (report->final)
        run->out->report = *report;
    else if (is_over(run, &report->found) || (run->stop && atomic_load(run->stop)))
        engine_interrupt(run->engine);
}

/* With simulations given, time does not matter: a search that a number ends has the same result on
 * any machine. */
static enum status one_off_run(struct engine *engine, enum color color, bool keeps,
                               const atomic_bool *stop, struct one_off *out, struct failure *why) {
    const struct params *params = engine_params(engine);
    const bool timed = params->simulations == 0;
    const uint64_t simulations = (uint64_t)params->simulations;
    struct one_off_run run = {.engine = engine,
                              .stop = stop,
                              .begin = clock_now(),
                              .seconds = timed ? params->move_time : INFINITY,
                              .keeps = keeps,
                              .out = out};
    const struct engine_watch watch = {
        .report = take_report, .context = &run, .interval = CHECK_INTERVAL};
    engine_set_watch(engine, &watch);
    const enum status status = keeps ? engine_analyze_on(engine, color, simulations, why)
                                     : engine_analyze(engine, color, simulations, why);
    engine_set_watch(engine, NULL);
    if (status != STATUS_OK) return status;
    out->line_length = engine_pv(engine, color, out->report.found.candidates[0].point, out->line);
    return STATUS_OK;
}

enum status one_off_search(struct engine *engine, enum color color, const atomic_bool *stop,
                           struct one_off *out, struct failure *why) {
    return one_off_run(engine, color, false, stop, out, why);
}

enum status one_off_search_on(struct engine *engine, enum color color, const atomic_bool *stop,
                              struct one_off *out, struct failure *why) {
    return one_off_run(engine, color, true, stop, out, why);
}

int64_t cli_half_wins(const struct board *b, const struct playout_start *start,
                      const struct playout_policy *policy, int half_komi, int64_t count,
                      struct rng *rng) {
    int64_t half_wins = 0;
    for (int64_t i = 0; i < count; i++) {
        const struct playout_end end =
            playout_run(b, *start, policy, trajectory_move_limit(b->size), rng, NULL);
        /* In half points, so that komi and draws need no fractions. */
        const int half_score = 2 * board_score_stones(b->size, end.stones, NULL) - half_komi;
        half_wins += half_score > 0 ? 2 : half_score == 0;
    }
    return half_wins;
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
