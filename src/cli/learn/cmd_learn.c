/* guzumi learn: the beginning of a folder, the loop over its generations, and the command. */
#include "guzumi/base/text.h"
#include "guzumi/base/threads.h"
#include "guzumi/network/network.h"

#include "cli.h"
#include "learn.h"
#include "runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A restart goes through the stages again, and each finds in the files what is done. Generation 4:
 *
 *     games/004-9-1.samples, ...   self-play: only the missing games are played
 *     training-004.weights         the training goes on from its last write
 *     networks/004.weights         it is trained; what that measured is in networks/004.tsv
 *     matches/004-9.tsv            the gate: only the missing games are played
 *     history.tsv has row 4        it is complete: the next one is 5
 *
 * Hence the order of writing: a stage's other results first, then the file that says that it is
 * done. Files are replaced atomically (file_write), or grow by whole records of which an incomplete
 * last one is dropped (samples_file_open, match_run), so no moment leaves half a result.
 * best.weights alone may be ahead of the history; every start writes it again. */

enum status learn_network_path(const struct learning *l, int64_t number, char path[LEARN_PATH],
                               struct failure *why) {
    return learn_path(path, l->plan->folder, why, "networks/%03" PRId64 ".weights", number);
}

/* --- the beginning --- */

/* The settings that are fixed by the first call, as a line, for example
 *
 *     size=9:1 seed=1 network_channels=32 network_blocks=3 from_scratch=no
 *
 * and network_planes=32 if it is not the default. All others may change from generation to
 * generation, and those that the files of self-play don't hold (games, window, time of the gate,
 * ...) from call to call. */
static void print_settings(const struct learn_plan *plan, struct buffer *out) {
    buffer_print(out, "size=");
    for (int i = 0; i < plan->size_count; i++)
        buffer_print(out, "%s%d:%d", i ? "," : "", plan->sizes[i].size, plan->sizes[i].weight);
    buffer_print(out, " seed=%" PRId64 " network_channels=%" PRId64 " network_blocks=%" PRId64,
                 plan->params.seed, plan->params.network_channels, plan->params.network_blocks);
    if (plan->params.network_planes != NETWORK_FIRST_PLANES)
        buffer_print(out, " network_planes=%" PRId64, plan->params.network_planes);
    buffer_print(out, " from_scratch=%s\n", plan->from_scratch ? "yes" : "no");
    buffer_append(out, "", 1);
}

static enum status settings_path(const struct learning *l, char path[LEARN_PATH],
                                 struct failure *why) {
    return learn_path(path, l->plan->folder, why, "settings");
}

/* Compares the settings with those of the folder, which there are if it was BEGUN: another size or
 * network would make nonsense of the files that are there. */
static enum status check_settings(const struct learning *l, bool *begun, struct failure *why) {
    char path[LEARN_PATH], *text;
    size_t length;
    struct buffer own = {.data = NULL};
    enum status status = settings_path(l, path, why);
    *begun = status == STATUS_OK && learn_has(path);
    if (!*begun) return status;
    status = file_read_text(path, LEARN_SETTINGS, "file of settings", &text, &length, why);
    if (status != STATUS_OK) return status;
    print_settings(l->plan, &own);
    if (own.failed) {
        status = out_of_memory(why, "the settings");
    } else if (strcmp(text, (const char *)own.data) != 0) {
        const struct text_difference d = text_find_difference(text, (const char *)own.data);
        status =
            fail(why, STATUS_INVALID,
                 "%.100s was begun with %.*s, not with %.*s; repeat that, or choose another folder",
                 l->plan->folder, d.a_length, d.a, d.b_length, d.b);
    }
    free(text);
    buffer_free(&own);
    return status;
}

/* The zero byte at the end is not written. */
static enum status write_settings(const struct learning *l, struct failure *why) {
    char path[LEARN_PATH];
    struct buffer own = {.data = NULL};
    print_settings(l->plan, &own);
    enum status status = settings_path(l, path, why);
    if (own.failed) status = out_of_memory(why, "the settings");
    if (status == STATUS_OK) status = file_write(path, own.data, own.length - 1, why);
    buffer_free(&own);
    return status;
}

static enum status make_folders(const struct learning *l, struct failure *why) {
    static const char *const parts[] = {"games", "networks", "matches"};
    char path[LEARN_PATH];
    enum status status = file_make_folder(l->plan->folder, why);
    for (int i = 0; i < 3 && status == STATUS_OK; i++) {
        status = learn_path(path, l->plan->folder, why, "%s", parts[i]);
        if (status == STATUS_OK) status = file_make_folder(path, why);
    }
    return status;
}

enum status learn_make_network(const struct learning *l, const struct learnt *from,
                               struct learnt **out, struct failure *why) {
    enum status status = network_learner.make(out, l->size, &l->plan->params, why);
    if (status != STATUS_OK || !from) return status;
    status = network_learner.start_from(*out, from, why);
    if (status != STATUS_OK) learnt_free(*out);
    return status;
}

/* The initial network: random, or the built-in one. */
static enum status make_first(const struct learning *l, struct learnt **out, struct failure *why) {
    const struct learnt *found = NULL;
    struct weight_store *store;
    if (l->plan->from_scratch) return learn_make_network(l, NULL, out, why);
    enum status status = weight_store_new(&store, why);
    if (status != STATUS_OK) return status;
    status = weight_store_find(store, &network_learner, l->size, &found, why);
    if (status == STATUS_OK && !found)
        status = fail(why, STATUS_INVALID, "no built-in network for %dx%d; use --from-scratch",
                      l->size, l->size);
    if (status == STATUS_OK) status = learn_make_network(l, found, out, why);
    weight_store_free(store);
    return status;
}

/* Generation 0: all later ones descend from it, and their Elo is counted from it. */
static enum status write_first(const struct learning *l, struct failure *why) {
    char path[LEARN_PATH];
    struct learnt *first;
    enum status status = learn_network_path(l, 0, path, why);
    if (status != STATUS_OK || learn_has(path)) return status;
    status = make_first(l, &first, why);
    if (status != STATUS_OK) return status;
    status = learnt_save(first, path, true, why);
    learnt_free(first);
    return status;
}

/* Settings and generation 0 of a folder that has not BEGUN with them. A beginning that fails fixes
 * no settings. */
static enum status write_beginning(const struct learning *l, bool begun, struct failure *why) {
    char path[LEARN_PATH];
    struct failure other;
    enum status status = begun ? STATUS_OK : write_settings(l, why);
    if (status == STATUS_OK) status = write_first(l, why);
    if (status != STATUS_OK && !begun && settings_path(l, path, &other) == STATUS_OK)
        file_remove(path);
    return status;
}

/* --- processor time --- */

/* Of all processes, threads and calls. Wall time would say little: machines are shared, and shards
 * add up. */
static double all_hours(const struct learning *l) {
    return (l->spent + l->spent_by_shards + clock_cpu()) / 3600;
}

static enum status read_seconds(const char *path, double *out, struct failure *why) {
    char *text;
    size_t length;
    enum status status = file_read_text(path, 100, "processor time", &text, &length, why);
    if (status != STATUS_OK) return status;
    text[strcspn(text, "\n")] = 0;
    if (!text_to_real(text, out) || *out < 0)
        status =
            fail(why, STATUS_INVALID, "%.200s: not a number of seconds; remove the file", path);
    free(text);
    return status;
}

static enum status spent_path(const struct learning *l, char path[LEARN_PATH],
                              struct failure *why) {
    if (!l->plan->shard) return learn_path(path, l->plan->folder, why, "spent");
    return learn_path(path, l->plan->folder, why, "%d.spent", l->plan->shard);
}

static enum status read_spent(struct learning *l, struct failure *why) {
    char path[LEARN_PATH];
    const enum status status = spent_path(l, path, why);
    return status == STATUS_OK && learn_has(path) ? read_seconds(path, &l->spent, why) : status;
}

/* Adds up what the shards have spent. */
static enum status read_shards(struct learning *l, struct failure *why) {
    struct file_names names;
    enum status status = file_list(&names, l->plan->folder, ".spent", why);
    if (status != STATUS_OK) return status;
    l->spent_by_shards = 0;
    for (int i = 0; i < names.count && status == STATUS_OK; i++) {
        char path[LEARN_PATH];
        double seconds = 0;
        status = learn_path(path, l->plan->folder, why, "%s", names.list[i]);
        if (status == STATUS_OK) status = read_seconds(path, &seconds, why);
        if (status == STATUS_OK) l->spent_by_shards += seconds;
    }
    file_names_free(&names);
    return status;
}

static enum status write_spent(const struct learning *l, struct failure *why) {
    char path[LEARN_PATH], text[40];
    enum status status = spent_path(l, path, why);
    const int length = snprintf(text, sizeof text, "%.0f\n", l->spent + clock_cpu());
    return status == STATUS_OK ? file_write(path, text, (size_t)length, why) : status;
}

/* At the end of each stage, and when it is stopped. With progress.all = 0 the page shows no bar:
 * the stage that follows has not counted yet. */
static enum status save_state(struct learning *l, const char *stage, struct failure *why) {
    l->now.generation = l->generation;
    l->now.stage = stage;
    l->now.progress.all = 0;
    l->page_written = clock_now();
    const enum status status = write_spent(l, why);
    return status == STATUS_OK ? learn_write_page(l->plan, &l->history, &l->now, why) : status;
}

/* A page that can't be written does not end the work; the end of the stage tries again, and fails
 * if need be. */
void learn_show_page(struct learning *l) {
    struct failure why;
    if (l->plan->shard || clock_now() - l->page_written < LEARN_PAGE_INTERVAL) return;
    l->page_written = clock_now();
    learn_write_page(l->plan, &l->history, &l->now, &why);
}

void learn_show_progress(struct learning *l, const char *more, const char *bound) {
    struct progress *p = &l->now.progress;
    char title[40];
    learn_show_page(l);
    if (p->done < p->all && clock_now() - p->shown < LEARN_INTERVAL) return;
    snprintf(title, sizeof title, "generation %" PRId64 ": ", l->generation);
    progress_show(p, title, more, bound, true);
}

/* --- the loop --- */

/* Copies the current network to best.weights. */
static enum status write_best(const struct learning *l, struct failure *why) {
    char from[LEARN_PATH], to[LEARN_PATH];
    unsigned char *data;
    size_t length;
    enum status status = learn_network_path(l, l->plays, from, why);
    if (status == STATUS_OK) status = learn_path(to, l->plan->folder, why, "best.weights");
    if (status == STATUS_OK) status = file_read(from, SIZE_MAX / 2, &data, &length, why);
    if (status != STATUS_OK) return status;
    status = file_write(to, data, length, why);
    free(data);
    return status;
}

/* The history comes last, because its row says that all is done. */
static enum status complete_generation(struct learning *l, struct failure *why) {
    const struct estimate won = score_estimate(&l->row.gate);
    enum status status = read_shards(l, why);
    l->row.number = l->generation;
    l->row.hours = all_hours(l);
    l->plays = l->row.plays;
    if (status == STATUS_OK) status = write_best(l, why);
    if (status == STATUS_OK) status = history_add(&l->history, &l->row, l->plan->folder, why);
    fprintf(stderr, "generation %" PRId64 ": won %.1f %% (%.1f to %.1f), %s\n", l->generation,
            100 * won.score, 100 * won.low, 100 * won.high,
            l->plays == l->generation ? "it is the current network now"
                                      : "the older network stays");
    return status;
}

static void begin_row(struct learning *l) {
    l->row = (struct generation){.number = l->generation};
    for (int k = 0; k < l->plan->size_count; k++) l->row.sizes[k].size = l->plan->sizes[k].size;
}

/* A generation's row is in the history only when all of it is done; before, a restart finds each
 * stage complete, in parts, or not begun. */
static enum status run_generation(struct learning *l, struct failure *why) {
    begin_row(l);
    enum status status = save_state(l, "self-play", why);
    if (status == STATUS_OK) status = learn_play(l, why);
    if (status == STATUS_OK) status = save_state(l, "training", why);
    if (status == STATUS_OK) status = learn_train(l, why);
    if (status == STATUS_OK) status = save_state(l, "match", why);
    if (status == STATUS_OK) status = learn_gate(l, why);
    return status == STATUS_OK ? complete_generation(l, why) : status;
}

/* The smallest and the largest size of PLAN. */
static void find_range(const struct learn_plan *plan, int *least, int *most) {
    *least = BOARD_MAX_SIZE;
    *most = 0;
    for (int i = 0; i < plan->size_count; i++) {
        if (plan->sizes[i].size < *least) *least = plan->sizes[i].size;
        if (plan->sizes[i].size > *most) *most = plan->sizes[i].size;
    }
}

/* The size of a network for all sizes of the plan: the one in the middle, so that no board is
 * further from it than NETWORK_REACH (check_sizes). */
static int network_size(const struct learn_plan *plan) {
    int least, most;
    find_range(plan, &least, &most);
    return (least + most) / 2;
}

static enum status begin(struct learning *l, struct failure *why) {
    bool begun;
    enum status status = check_settings(l, &begun, why);
    if (status == STATUS_OK) status = history_read(&l->history, l->plan->folder, why);
    if (status == STATUS_OK) status = read_spent(l, why);
    if (status == STATUS_OK) status = write_beginning(l, begun, why);
    l->plays = history_plays(&l->history);
    l->generation = l->history.count + 1;
    return status == STATUS_OK ? write_best(l, why) : status;
}

/* After a failure only the processor time is saved: the files already say how far the work is. */
static enum status run_all(struct learning *l, struct failure *why) {
    struct failure other;
    enum status status = begin(l, why);
    while (status == STATUS_OK && l->generation <= l->plan->generations) {
        status = run_generation(l, why);
        if (status == STATUS_OK) l->generation++;
    }
    if (status == STATUS_OK) {
        l->generation = l->history.count;
        status = save_state(l, "complete", why);
    } else {
        write_spent(l, &other);
    }
    if (status == STATUS_STOPPED)
        fail(why, status, "stopped in generation %" PRId64 "; the same command continues",
             l->generation);
    return status;
}

/* Runs generations until there are plan->generations, or until the interrupt flag is set
 * (STATUS_STOPPED). */
static enum status run_loop(const struct learn_plan *plan, struct failure *why) {
    struct learning l = {.plan = plan, .size = network_size(plan)};
    struct file_claim claim;
    char path[LEARN_PATH];
    interrupt_catch();
    enum status status = make_folders(&l, why);
    if (status == STATUS_OK) status = learn_path(path, plan->folder, why, "history.tsv");
    /* One loop at a time: two would play the same games and write the same history. Shards need no
     * claim, because they only add files of their own. */
    if (status == STATUS_OK) status = file_claim(&claim, path, why);
    if (status != STATUS_OK) return status;
    status = run_all(&l, why);
    if (status == STATUS_OK)
        printf("%s: %d generation%s; see %s/report.html, and play with guzumi gtp --weights "
               "%s/best.weights\n",
               plan->folder, l.history.count, l.history.count == 1 ? "" : "s", plan->folder,
               plan->folder);
    history_free(&l.history);
    file_release(&claim);
    return status;
}

/* --- a shard --- */

/* Seconds between two looks for a generation with games to play. */
#define SHARD_INTERVAL 2.0

/* Waits a while, or until it is interrupted: threads_wait with a condition that nobody signals is a
 * sleep that works on every system. */
static void wait_a_while(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    const double begin = clock_now();
    pthread_mutex_lock(&lock);
    while (clock_now() - begin < SHARD_INTERVAL && !learn_is_stopped())
        threads_wait(&never, &lock, SHARD_INTERVAL / 10);
    pthread_mutex_unlock(&lock);
}

/* Plays what the generation under way still lacks; nothing before the loop has begun the folder.
 * The history is read again each time, because the loop elsewhere has gone on. While that trains or
 * plays its gate, the games are complete and there is nothing to do. */
static enum status play_for_loop(struct learning *l, struct failure *why) {
    char path[LEARN_PATH];
    bool begun;
    history_free(&l->history);
    enum status status = check_settings(l, &begun, why);
    if (status != STATUS_OK || !begun) return status;
    status = history_read(&l->history, l->plan->folder, why);
    l->plays = history_plays(&l->history);
    l->generation = l->history.count + 1;
    if (status == STATUS_OK) status = learn_network_path(l, l->plays, path, why);
    if (status != STATUS_OK || l->generation > l->plan->generations || !learn_has(path))
        return status;
    status = learn_play(l, why);
    struct failure other;
    if (status == STATUS_OK) return write_spent(l, why);
    write_spent(l, &other);
    return status;
}

/* Plays games for the loop that runs elsewhere on the same folder, generation by generation, until
 * that has plan->generations. */
static enum status run_shard(const struct learn_plan *plan, struct failure *why) {
    struct learning l = {.plan = plan, .size = network_size(plan)};
    interrupt_catch();
    enum status status = make_folders(&l, why);
    if (status == STATUS_OK) status = read_spent(&l, why);
    while (status == STATUS_OK && l.history.count < plan->generations) {
        status = play_for_loop(&l, why);
        if (status == STATUS_OK && learn_is_stopped()) status = STATUS_STOPPED;
        if (status == STATUS_OK && l.history.count < plan->generations) wait_a_while();
    }
    history_free(&l.history);
    if (status == STATUS_STOPPED) fail(why, status, "stopped; the same command continues");
    return status;
}

/* --- the command --- */

/* Reads "9" or "13:2,19:1": sizes with their weights in the number of games, 1 without a colon. A
 * size may be named once. */
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

/* One network serves boards at most NETWORK_REACH lines larger or smaller than its own (network.h),
 * and its own is the middle one (network_size). */
static enum status check_sizes(const struct learn_plan *plan, struct failure *why) {
    int least, most;
    find_range(plan, &least, &most);
    if (most - least <= 2 * NETWORK_REACH) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "--size: one network serves sizes at most %d lines apart, not %d and %d; use two "
                "folders",
                2 * NETWORK_REACH, least, most);
}

/* Apart from the network's own: many cheap moves between searches in full, noise and forced visits
 * at the root so that more than the favourites are tried (Wu 2019), and openings that are drawn. */
static void set_defaults(struct params *params) {
    learner_defaults(&network_learner, params);
    params->policy_simulations = 600;
    params->fast_simulations = 150;
    params->full_fraction = 0.4;
    params->epsilon = 0.08;
    params->root_noise = 0.25;
    params->root_forced = 2;
    params->drawn_moves = 16;
    params->handicap_games = 0.1;
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
                 "Board size, or several sizes with the ratio of their games, such as 13:2,19:1 "
                 "(default: 9)."),
        OPT_FLAG("from-scratch", &plan.from_scratch,
                 "Begin with random weights instead of the built-in network."),
        OPT_INT("generations", &plan.generations, 1, 1000000, "N",
                "Total number of generations, including those of earlier calls (default: 10)."),
        OPT_INT("games", &plan.games, 2, 1e9, "N",
                "Games of self-play in each generation (default: 2000)."),
        OPT_INT("simulations", &plan.params.policy_simulations, 1, 1e7, "N",
                "Simulations of each position that becomes a sample (default: 600)."),
        OPT_INT("window", &plan.window, 1, 1e12, "N",
                "Train on the newest N positions (default: 1500000)."),
        OPT_REAL("passes", &plan.passes, 0.001, 1000, "X",
                 "How often each position is trained on, on average (default: 2)."),
        OPT_INT("match-games", &plan.match_games, 2, 1e6, "N",
                "Largest number of games of a match (default: 400)."),
        OPT_REAL("match-time", &plan.move_time, 0.001, 3600, "S",
                 "Processor seconds a move in a match (default: 0.1)."),
        OPT_INT("jobs", &jobs, 1, THREADS_MAX, "N",
                "Games played at a time, and threads of the training (default: 1)."),
        OPT_INT("shard", &shard, 1, 999, "I",
                "Only play games, as shard I, for the training that runs elsewhere on FOLDER."),
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
                 "is learnt from as well, as long as the window has room for it."};
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
    status = shard ? run_shard(&plan, &why) : run_loop(&plan, &why);
    return cli_outcome(status, &why);
}
