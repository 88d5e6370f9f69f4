/* guzumi learn: from a network to a stronger one, generation by generation. */
#include "guzumi/base/text.h"
#include "guzumi/base/threads.h"
#include "guzumi/network/network.h"

#include "cli.h"
#include "learn.h"
#include "selfplay_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads "9" or "13:2,19:1": sizes with their shares of the games. */
static enum status read_sizes(const char *text, struct learn_plan *plan, struct failure *why) {
    char copy[80];
    text_copy(copy, sizeof copy, text);
    bool good = strlen(text) < sizeof copy;
    for (char *at = copy, *end; good && *at; at = end) {
        int64_t size = 0, weight = 1;
        end = at + strcspn(at, ",");
        if (*end) *end++ = 0;
        char *colon = strchr(at, ':');
        if (colon) *colon++ = 0;
        good = plan->size_count < LEARN_SIZES &&
               text_to_int(at, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size) &&
               (!colon || text_to_int(colon, 1, 1000, &weight));
        for (int i = 0; i < plan->size_count; i++) good &= plan->sizes[i].size != size;
        if (good) plan->sizes[plan->size_count++] = (struct learn_size){(int)size, (int)weight};
    }
    if (good && plan->size_count) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "--size: '%.40s' is not a board size, nor a list of sizes with weights such as "
                "13:2,19:1",
                text);
}

/* One network serves sizes that differ little. */
static enum status check_sizes(const struct learn_plan *plan, struct failure *why) {
    int least, most;
    learn_find_range(plan, &least, &most);
    if (most - least <= 2 * NETWORK_REACH) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "--size: one network serves sizes at most %d lines apart, not %d and %d; use two "
                "folders",
                2 * NETWORK_REACH, least, most);
}

static void set_defaults(struct params *params) {
    learner_defaults(&network_learner, params);
    params->policy_simulations = 600;
    params->fast_simulations = 150;
    params->full_fraction = 0.4;
    params->epsilon = 0.08;
    params->root_noise = 0.25;
    params->root_forced = 2;
    params->drawn_moves = 16;
    params->alpha = 0.0008;
}

int cmd_learn(int argc, char **argv) {
    struct learn_plan plan = {.games = 2000,
                              .generations = 10,
                              .window = 1500000,
                              .passes = 2,
                              .match_games = 400,
                              .move_time = 0.1};
    const char *sizes = "9";
    int64_t jobs = 1, shard = 0;
    set_defaults(&plan.params);
    const struct option table[] = {
        OPT_TEXT("size", &sizes, "SIZES",
                 "Board size, or sizes with their weights in the games, such as 13:2,19:1 "
                 "(default: 9)."),
        OPT_FLAG("from-scratch", &plan.from_scratch,
                 "Begin with random weights instead of the built-in network."),
        OPT_INT("generations", &plan.generations, 1, 1000000, "N",
                "Total number of generations, including those of earlier calls (default: 10)."),
        OPT_INT("games", &plan.games, 2, 1e9, "N",
                "Games of self-play in each generation (default: 2000)."),
        OPT_INT("simulations", &plan.params.policy_simulations, 1, 1e7, "N",
                "Simulations of each position that becomes a sample (default: 600)."),
        OPT_INT("window", &plan.window, 1000, 1e12, "N",
                "Train on the newest N positions (default: 1500000)."),
        OPT_REAL("passes", &plan.passes, 0.001, 1000, "X",
                 "How often each position is trained on, on average (default: 2)."),
        OPT_INT("match-games", &plan.match_games, 2, 1e6, "N",
                "Games of a match at most (default: 400)."),
        OPT_REAL("match-time", &plan.move_time, 0.001, 3600, "S",
                 "Processor seconds a move in a match (default: 0.1)."),
        OPT_INT("jobs", &jobs, 1, THREADS_MAX, "N",
                "Games played at a time, and threads of the training (default: 1)."),
        OPT_INT("shard", &shard, 1, 999, "I",
                "Only play games, as shard I, for the loop that runs elsewhere on FOLDER."),
    };
    const struct options options = {
        .command = "learn",
        .summary =
            "Train a policy-value network by self-play, generation by generation: games,\n"
            "training on the newest positions, and a match against the current network, which\n"
            "the new one replaces if it is stronger. FOLDER holds everything; the same command\n"
            "continues after any interruption. FOLDER/report.html shows the progress.",
        OPTIONS_TABLE(table),
        .groups = (int)SELFPLAY_GROUPS | (int)PARAMS_OF_NETWORK,
        .params = &plan.params,
        .positional_names = "FOLDER",
        .min_positional = 1,
        .max_positional = 1,
        .letters = "j",
        .notes = "Other machines add games: the same command with --shard 1, --shard 2, ... on\n"
                 "the same folder. They count towards --games, like all files of FOLDER/games\n"
                 "whose names begin with the generation's number (003-...); any other file there\n"
                 "is learnt from as well."};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    plan.folder = result.positional[0];
    plan.jobs = (int)jobs;
    enum status status = read_sizes(sizes, &plan, &why);
    if (status == STATUS_OK) status = check_sizes(&plan, &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    plan.shard = (int)shard;
    status = shard ? learn_run_shard(&plan, &why) : learn_run(&plan, &why);
    if (status == STATUS_OK && !shard)
        printf("%s: %" PRId64 " generations; play with best.weights (guzumi gtp --weights), see "
               "report.html\n",
               plan.folder, plan.generations);
    return cli_outcome(status, &why);
}
