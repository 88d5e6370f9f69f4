/* guzumi selfplay: games that the policy-value network learns from, in a file that begins with a
 * line of settings: everything that its games depend on. */
#include "guzumi/base/file.h"
#include "guzumi/base/rng.h"
#include "guzumi/network/network.h"

#include "cli.h"
#include "console.h"
#include "runs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a file of games ---
 *
 * Its line of settings, for example
 *
 *     size=9 seed=1 policy_simulations=400 epsilon=0.2 exploration=1.5 network=07ed38ad4300e0a5
 *
 * has the parameters that differ from their defaults, and hashes of the weights in place of their
 * names: a file is continued only by the same games, whatever its network is called meanwhile. */

static void print_param(const struct params *params, const char *name, struct buffer *out) {
    char text[64];
    buffer_print(out, " %s=%s", name, params_format(params, param_find(name), text, sizeof text));
}

/* Identifies the policy-value network that plays, if any. */
static enum status print_network(const struct selfplay_run *p, struct weight_store *store,
                                 struct buffer *out, struct failure *why) {
    const struct trained_network *network;
    if (p->params.heuristic != HEURISTIC_NETWORK) return STATUS_OK;
    const enum status status = trained_network_find(store, p->size, &network, why);
    if (status != STATUS_OK || !network) return status;
    uint64_t hash = HASH_START;
    for (int i = 0; i < network->network->layout.count; i++)
        hash = hash_float(hash, network->network->weights[i]);
    buffer_print(out, " network=%016" PRIx64, hash);
    return STATUS_OK;
}

/* Identifies other weights, if they are not the built-in ones. A network is identified by its
 * weights (print_network), any other file by its bytes. */
static enum status print_weights(const struct selfplay_run *p, struct buffer *out,
                                 struct failure *why) {
    unsigned char *data;
    size_t length;
    if (!p->weights) return STATUS_OK;
    struct learnt *learnt;
    enum status status = learnt_load(&learnt, p->weights, NULL, why);
    const bool is_network = status == STATUS_OK && learnt->learner == &network_learner;
    learnt_free(learnt);
    if (status != STATUS_OK || is_network) return status;
    status = file_read(p->weights, SIZE_MAX / 2, &data, &length, why);
    if (status != STATUS_OK) return status;
    buffer_print(out, " weights=%016" PRIx64, hash_bytes(HASH_START, data, length));
    free(data);
    return STATUS_OK;
}

/* Only parameters that differ from their defaults, so that a file can still be continued when a
 * later version has more of them. Seed, simulations and epsilon always stand there: they are what
 * people look for. */
static enum status print_settings(const struct selfplay_run *p, struct weight_store *store,
                                  struct buffer *out, struct failure *why) {
    struct params plain;
    char text[64], usual[64];
    params_default(&plain);
    buffer_print(out, "size=%d", p->size);
    print_param(&p->params, "seed", out);
    print_param(&p->params, "policy_simulations", out);
    print_param(&p->params, "epsilon", out);
    for (int i = 0; i < param_count; i++) {
        const struct param *param = &param_table[i];
        if (!param_is_of(param, PARAMS_SELFPLAY | PARAMS_TREE)) continue;
        params_format(&p->params, param, text, sizeof text);
        if (strcmp(text, params_format(&plain, param, usual, sizeof usual)) != 0)
            buffer_print(out, " %s=%s", param->name, text);
    }
    enum status status = print_network(p, store, out, why);
    if (status == STATUS_OK) status = print_weights(p, out, why);
    buffer_append(out, "", 1);
    return status == STATUS_OK && out->failed ? out_of_memory(why, "the head of a file") : status;
}

/* Writes or compares the line of settings, and notes what was found. A game that a killed process
 * had begun is cut off: it is played again, with the same number and so the same moves. */
static enum status open_file(struct selfplay_run *p, struct weight_store *store,
                             struct failure *why) {
    struct buffer settings = {.data = NULL};
    struct samples_found found;
    enum status status = print_settings(p, store, &settings, why);
    if (status == STATUS_OK)
        status = samples_file_open(&p->file, p->out, (const char *)settings.data, &found, why);
    buffer_free(&settings);
    if (status != STATUS_OK) return status;
    if (found.dropped) fprintf(stderr, "%s: dropped the last game, which was incomplete\n", p->out);
    if (found.games)
        fprintf(stderr, "%s: continuing after %" PRIu32 " game%s\n", p->out, found.games,
                found.games == 1 ? "" : "s");
    return STATUS_OK;
}

enum status selfplay_run_open(struct selfplay_run *p, struct weight_store *store,
                              const atomic_bool *stop, struct failure *why) {
    const enum status status = selfplay_new(&p->selfplay, p->size, &p->params, store, stop, why);
    return status == STATUS_OK ? open_file(p, store, why) : status;
}

/* The number of the next game is that of the games in the file: a continued file goes on with the
 * random numbers that follow. */
enum status selfplay_run_game(struct selfplay_run *p, struct failure *why) {
    samples_clear(&p->samples);
    enum status status = selfplay_play(p->selfplay, p->file.games, &p->samples, why);
    if (status == STATUS_OK) status = samples_file_append(&p->file, &p->samples, 0, why);
    if (status != STATUS_OK) return status;
    p->played++;
    p->moves += selfplay_moves(p->selfplay);
    p->positions += samples_count(&p->samples);
    return STATUS_OK;
}

void selfplay_run_close(struct selfplay_run *p) {
    samples_file_close(&p->file);
    samples_free(&p->samples);
    selfplay_free(p->selfplay);
    p->selfplay = NULL;
}

/* --- the command --- */

struct playing {
    struct selfplay_run run;
    int64_t size, games;
    struct progress progress;
};

/* After a game; a line that stays at 1, 2, 5, 10, 20, ... games. */
static void report(struct playing *p, bool checkpoint) {
    char more[80];
    const double played = (double)p->run.played;
    p->progress.done = p->run.file.games;
    if (!checkpoint && !progress_is_due(&p->progress, INFINITY)) return;
    snprintf(more, sizeof more, ", %.1f moves and %.1f samples a game",
             (double)p->run.moves / played, (double)p->run.positions / played);
    progress_show(&p->progress, "", more, "", checkpoint);
}

/* As a training reports at checkpoints, so that a log of days stays readable. */
static enum status play_games(struct playing *p, struct failure *why) {
    enum status status = STATUS_OK;
    uint64_t due = training_next_checkpoint(p->run.file.games);
    p->progress = progress_begin("games", p->run.file.games, p->games);
    while (status == STATUS_OK && p->run.file.games < (uint64_t)p->games) {
        status = selfplay_run_game(&p->run, why);
        const bool checkpoint = p->run.file.games == due || p->run.file.games == (uint64_t)p->games;
        if (status == STATUS_OK) report(p, checkpoint);
        if (p->run.file.games == due) due = training_next_checkpoint(due);
    }
    if (status != STATUS_STOPPED) return status;
    progress_end(&p->progress);
    return fail(why, STATUS_STOPPED, "stopped after %" PRIu32 " game%s; the same command continues",
                p->run.file.games, p->run.file.games == 1 ? "" : "s");
}

static enum status run(struct playing *p, struct failure *why) {
    struct weight_store *store;
    enum status status = weight_store_new(&store, why);
    if (status != STATUS_OK) return status;
    /* The flag ends the search, and the game under way is dropped. */
    interrupt_catch();
    p->run.size = (int)p->size;
    if (p->run.weights) status = weight_store_load(store, p->run.weights, why);
    if (status == STATUS_OK) status = selfplay_run_open(&p->run, store, interrupt_flag(), why);
    if (status == STATUS_OK) status = play_games(p, why);
    selfplay_run_close(&p->run);
    weight_store_free(store);
    return status;
}

int cmd_selfplay(int argc, char **argv) {
    struct playing p = {.size = 9, .games = 1000};
    params_default(&p.run.params);
    p.run.params.epsilon = 0.2;
    const struct option table[] = {
        OPT_INT("size", &p.size, BOARD_MIN_SIZE, BOARD_MAX_SIZE, "N", "Board size (default: 9)."),
        OPT_INT("games", &p.games, 0, 1e9, "N",
                "Total number of games, including those in FILE (default: 1000)."),
        OPT_TEXT("out", &p.run.out, "FILE",
                 "Write samples to FILE, or continue it if it was made with the same settings. "
                 "Each process needs its own FILE and --seed."),
        OPT_TEXT("weights", &p.run.weights, "FILE",
                 "Play with these weights instead of the built-in ones of their kind and size."),
        OPT_INT("simulations", &p.run.params.policy_simulations, 1, 1e7, "N",
                "Simulations of each position (default: 400)."),
        OPT_REAL("epsilon", &p.run.params.epsilon, 0, 1, "P",
                 "Probability that the default policy moves instead of the search (default: 0.2)."),
    };
    const struct options options = {
        .command = "selfplay",
        .summary =
            "Play games by tree search and write samples for the policy-value network: their\n"
            "positions and some from inside the search trees, with visits, win rates and\n"
            "ownership. Ctrl-C leaves a file that the same command continues.",
        OPTIONS_TABLE(table),
        .groups = SELFPLAY_GROUPS,
        .params = &p.run.params,
        .positional_names = ""};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    if (!p.run.out) {
        fail(&why, STATUS_INVALID, "selfplay: --out FILE is required: where to write the samples");
        return cli_fail(&why, EXIT_USAGE);
    }
    return cli_outcome(run(&p, &why), &why);
}
