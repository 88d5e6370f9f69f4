/* guzumi problems: plays positions whose right moves are known, and lists what it gets wrong. */
#include "cli.h"
#include "problem_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct tally {
    int solved, tried;
};

/* The engine's move at PROBLEM. */
static enum status answer(struct engine *engine, const struct problem *problem, int *point,
                          struct failure *why) {
    engine_set_up(engine, &problem->start, problem->to_move);
    enum status status = engine_set_komi(engine, problem->komi, why);
    for (int i = 0; i < problem->move_count && status == STATUS_OK; i++)
        status =
            engine_play(engine, problem->moves[i].point, (enum color)problem->moves[i].color, why);
    return status == STATUS_OK ? engine_reg_genmove(engine, problem->to_move, point, why) : status;
}

static enum status set_seed(struct engine *engine, int64_t seed, struct failure *why) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, seed);
    return engine_set_param(engine, "seed", text, why);
}

/* Plays PROBLEM with each of SEEDS seeds; a line says what was wrong. */
static enum status solve(struct engine *engine, const char *path, const struct problem *problem,
                         int64_t seeds, struct tally *tally, struct failure *why) {
    const int64_t first = engine_params(engine)->seed;
    char played[8], right[PROBLEM_TEXT];
    int wrong = 0, point = PASS, shown = PASS;
    enum status status = STATUS_OK;
    for (int64_t i = 0; i < seeds && status == STATUS_OK; i++) {
        status = set_seed(engine, first + i, why);
        if (status == STATUS_OK) status = answer(engine, problem, &point, why);
        if (status != STATUS_OK || problem_is_solved(problem, point)) continue;
        wrong++;
        shown = point;
    }
    if (status == STATUS_OK) status = set_seed(engine, first, why);
    if (status != STATUS_OK) return status;
    tally->tried += (int)seeds;
    tally->solved += (int)seeds - wrong;
    if (wrong)
        printf("%s:%d: %s: %s plays %s in %d of %d, right is %s\n", path, problem->line,
               problem->name, color_name(problem->to_move),
               point_format(problem->start.size, shown, played), wrong, (int)seeds,
               problem_format_right(problem, right));
    fflush(stdout);
    return STATUS_OK;
}

static enum status solve_file(struct engine *engine, const char *path, int64_t seeds,
                              struct tally *all, struct failure *why) {
    struct problem *problems;
    struct tally tally = {0};
    int count;
    enum status status = problems_read(path, &problems, &count, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = solve(engine, path, &problems[i], seeds, &tally, why);
    free(problems);
    if (status == STATUS_OK) printf("%s %d of %d\n", path, tally.solved, tally.tried);
    all->solved += tally.solved;
    all->tried += tally.tried;
    return status;
}

int cmd_problems(int argc, char **argv) {
    struct params params;
    int64_t seeds = 1;
    params_default(&params);
    const struct option table[] = {
        {.name = "seeds",
         .kind = OPTION_INT,
         .out = &seeds,
         .min = 1,
         .max = 1000,
         .argument = "N",
         .help = "Plays each problem with N seeds (1), from the parameter's on."},
    };
    const struct options options = {
        .command = "problems",
        .summary = "Plays problems from files, positions of which the right moves are known: a "
                   "line for each that\nit does not solve, and how many it solves of each file and "
                   "of all. It takes the parameter\nsimulations for each (5000 when it is 0).",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .params = &params,
        .positional_names = "FILE...",
        .min_positional = 1,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct player player;
    struct tally all = {0};
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    enum status status = player_open(&player, &params, NULL, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    for (int i = 0; i < result.positional_count && status == STATUS_OK; i++)
        status = solve_file(player.engine, result.positional[i], seeds, &all, &why);
    player_close(&player);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    printf("solved %d of %d\n", all.solved, all.tried);
    return EXIT_SUCCESS;
}
