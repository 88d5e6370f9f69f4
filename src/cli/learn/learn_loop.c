/* The stages of a generation: self-play, training, the gate. */
#include "guzumi/base/clock.h"
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/base/threads.h"
#include "guzumi/match/match.h"
#include "guzumi/match/sprt.h"
#include "guzumi/network/samples.h"

#include "interrupt.h"
#include "learn.h"
#include "selfplay_run.h"
#include "train_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds between two lines of progress. */
#define PROGRESS_INTERVAL 30.0

struct learning {
    const struct learn_plan *plan;
    struct history history; /* owned */
    int64_t generation;     /* under way */
    int64_t plays;          /* the generation whose network plays */
    int size;               /* of the network */
    double spent;           /* processor seconds of earlier calls */
    double shown;           /* when progress of a match was last shown */
    struct learn_now now;
    struct generation row; /* of the generation under way */
};

static bool is_stopped(void) {
    return atomic_load(interrupt_flag());
}

static bool exists(const char *path) {
    return file_would_be_replaced(path);
}

static enum status network_path(const struct learning *l, int64_t number, char path[LEARN_PATH],
                                struct failure *why) {
    return learn_path(path, l->plan->folder, why, "networks/%03" PRId64 ".weights", number);
}

/* --- the beginning ------------------------------------------------------------------------------
 */

/* What may not change from call to call, as a line. */
static void print_settings(const struct learn_plan *plan, struct buffer *out) {
    buffer_print(out, "size=");
    for (int i = 0; i < plan->size_count; i++)
        buffer_print(out, "%s%d:%d", i ? "," : "", plan->sizes[i].size, plan->sizes[i].weight);
    buffer_print(out,
                 " seed=%" PRId64 " network_channels=%" PRId64 " network_blocks=%" PRId64
                 " from_scratch=%s\n",
                 plan->params.seed, plan->params.network_channels, plan->params.network_blocks,
                 plan->from_scratch ? "yes" : "no");
    buffer_append(out, "", 1);
}

/* Writes the settings of a new folder, or compares those of an old one. */
static enum status check_settings(const struct learning *l, struct failure *why) {
    char path[LEARN_PATH], *text;
    size_t length;
    struct buffer own = {.data = NULL};
    enum status status = learn_path(path, l->plan->folder, why, "settings");
    if (status != STATUS_OK) return status;
    print_settings(l->plan, &own);
    if (own.failed) {
        status = out_of_memory(why, "the settings");
    } else if (!exists(path)) {
        status = file_write(path, own.data, own.length - 1, why);
    } else {
        status = file_read_text(path, LEARN_SETTINGS, "settings", &text, &length, why);
        if (status == STATUS_OK && strcmp(text, (const char *)own.data) != 0)
            status = fail(why, STATUS_INVALID,
                          "%.100s was begun with '%.*s', not '%.*s'; choose another folder",
                          l->plan->folder, (int)strcspn(text, "\n"), text,
                          (int)strcspn((const char *)own.data, "\n"), (const char *)own.data);
        if (status == STATUS_OK) free(text);
    }
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

/* The network of the beginning: random, or the one that is compiled in. */
static enum status make_first(const struct learning *l, struct learnt **out, struct failure *why) {
    const struct learnt *found = NULL;
    struct weight_store *store;
    enum status status = network_learner.make(out, l->size, &l->plan->params, why);
    if (status != STATUS_OK || l->plan->from_scratch) return status;
    status = weight_store_new(&store, why);
    if (status == STATUS_OK) {
        status = weight_store_find(store, &network_learner, l->size, &found, why);
        if (status == STATUS_OK && !found)
            status =
                fail(why, STATUS_INVALID, "no network for %dx%d is compiled in; use --from-scratch",
                     l->size, l->size);
        if (status == STATUS_OK) status = network_learner.start_from(*out, found, why);
        weight_store_free(store);
    }
    if (status != STATUS_OK) learnt_free(*out);
    return status;
}

static enum status write_first(const struct learning *l, struct failure *why) {
    char path[LEARN_PATH];
    struct learnt *first;
    enum status status = network_path(l, 0, path, why);
    if (status != STATUS_OK || exists(path)) return status;
    status = make_first(l, &first, why);
    if (status != STATUS_OK) return status;
    status = learnt_save(first, path, true, why);
    learnt_free(first);
    return status;
}

/* --- processor time -----------------------------------------------------------------------------
 */

static double all_hours(const struct learning *l) {
    return (l->spent + clock_cpu()) / 3600;
}

static enum status read_spent(struct learning *l, struct failure *why) {
    char path[LEARN_PATH], *text;
    size_t length;
    enum status status = learn_path(path, l->plan->folder, why, "spent");
    if (status != STATUS_OK || !exists(path)) return status;
    status = file_read_text(path, 100, "processor time", &text, &length, why);
    if (status != STATUS_OK) return status;
    text[strcspn(text, "\n")] = 0;
    if (!text_to_real(text, &l->spent) || l->spent < 0)
        status = fail(why, STATUS_INVALID, "%.200s: no number of seconds; remove the file", path);
    free(text);
    return status;
}

static enum status write_spent(const struct learning *l, struct failure *why) {
    char path[LEARN_PATH], text[40];
    enum status status = learn_path(path, l->plan->folder, why, "spent");
    const int length = snprintf(text, sizeof text, "%.0f\n", l->spent + clock_cpu());
    return status == STATUS_OK ? file_write(path, text, (size_t)length, why) : status;
}

/* At the end of each stage, and when it is stopped. */
static enum status save_state(struct learning *l, const char *stage, struct failure *why) {
    l->now.generation = l->generation;
    l->now.stage = stage;
    const enum status status = write_spent(l, why);
    return status == STATUS_OK ? learn_write_page(l->plan, &l->history, &l->now, why) : status;
}

/* --- self-play ----------------------------------------------------------------------------------
 */

/* The processes of a generation's self-play share the number of games that are still to be played.
 */
struct crew {
    struct learning *learning;
    struct weight_store *store; /* owned; has the network that plays */
    pthread_mutex_t lock;       /* of what follows */
    int64_t games[LEARN_SIZES]; /* in the files of this generation, and begun */
    int64_t done, played;       /* finished in all; of this call */
    double begin, shown;
    enum status status;
    struct failure why;
};

/* The share of ALL that the size number INDEX has; the shares add up to it. */
static int64_t share_of(const struct learn_plan *plan, int index, int64_t all) {
    int64_t weights = 0, before = 0;
    for (int i = 0; i < plan->size_count; i++) weights += plan->sizes[i].weight;
    for (int i = 0; i < index; i++) before += plan->sizes[i].weight;
    const int64_t after = before + plan->sizes[index].weight;
    return all * after / weights - all * before / weights;
}

/* Counts the games that the files of this generation hold already. */
static enum status count_games(struct crew *crew, struct failure *why) {
    const struct learning *l = crew->learning;
    struct file_names names;
    enum status status = learn_list_games(&names, l->plan->folder, why);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < names.count && status == STATUS_OK; i++) {
        char path[LEARN_PATH], prefix[40];
        struct samples_found found;
        for (int k = 0; k < l->plan->size_count && status == STATUS_OK; k++) {
            snprintf(prefix, sizeof prefix, "%03" PRId64 "-%d-", l->generation,
                     l->plan->sizes[k].size);
            if (strncmp(names.list[i], prefix, strlen(prefix)) != 0) continue;
            status = learn_path(path, l->plan->folder, why, "games/%s", names.list[i]);
            if (status == STATUS_OK) status = samples_read(NULL, path, &found, why);
            if (status == STATUS_OK) crew->games[k] += found.games;
            if (status == STATUS_OK) crew->done += found.games;
        }
    }
    file_names_free(&names);
    return status;
}

/* Takes a game from those to be played: the index of its size, or -1. The size that lacks the
 * largest part of its games comes first. */
static int take_game(struct crew *crew) {
    const struct learn_plan *plan = crew->learning->plan;
    int out = -1;
    double most = 0;
    pthread_mutex_lock(&crew->lock);
    for (int i = 0; i < plan->size_count && crew->status == STATUS_OK && !is_stopped(); i++) {
        const int64_t wanted = share_of(plan, i, plan->games), left = wanted - crew->games[i];
        const double part = wanted ? (double)left / (double)wanted : 0;
        if (left > 0 && part > most) most = part, out = i;
    }
    if (out >= 0) crew->games[out]++;
    pthread_mutex_unlock(&crew->lock);
    return out;
}

/* Shows progress now and then. */
static void show_games(struct crew *crew) {
    struct learning *l = crew->learning;
    const double now = clock_now(), elapsed = now - crew->begin;
    l->now.games_a_second = elapsed > 0 ? (double)crew->played / elapsed : 0;
    l->now.seconds_left =
        crew->played ? (double)(l->plan->games - crew->done) / l->now.games_a_second : 0;
    const bool last = crew->done >= l->plan->games;
    if (!last && now - crew->shown < PROGRESS_INTERVAL) return;
    crew->shown = now;
    fprintf(stderr,
            "generation %" PRId64 ": %" PRId64 " of %" PRId64 " games, %.3g games/s, %.0f s left\n",
            l->generation, crew->done, l->plan->games, l->now.games_a_second, l->now.seconds_left);
}

static void note_game(struct crew *crew, enum status status, const struct failure *why) {
    pthread_mutex_lock(&crew->lock);
    if (status == STATUS_OK) {
        crew->done++;
        crew->played++;
        show_games(crew);
    } else if (status != STATUS_STOPPED && crew->status == STATUS_OK) {
        crew->status = status;
        crew->why = *why;
    }
    pthread_mutex_unlock(&crew->lock);
}

/* Opens the file of process INDEX for the size number K. Seeds differ by generation and process. */
static enum status open_run(const struct crew *crew, int index, int k, char path[LEARN_PATH],
                            struct selfplay_run *run, struct failure *why) {
    const struct learning *l = crew->learning;
    *run = (struct selfplay_run){
        .params = l->plan->params, .size = l->plan->sizes[k].size, .out = path};
    run->params.seed = l->plan->params.seed + 1000 * l->generation + index;
    enum status status = learn_path(path, l->plan->folder, why, "games/%03" PRId64 "-%d-%d.samples",
                                    l->generation, run->size, index + 1);
    if (status != STATUS_OK) return status;
    return selfplay_run_open(run, crew->store, interrupt_flag(), why);
}

static void play_games(void *context, int index) {
    struct crew *crew = context;
    struct selfplay_run runs[LEARN_SIZES];
    char paths[LEARN_SIZES][LEARN_PATH];
    bool open[LEARN_SIZES] = {false};
    struct failure why;
    enum status status = STATUS_OK;
    for (int k; status == STATUS_OK && (k = take_game(crew)) >= 0;) {
        if (!open[k]) status = open_run(crew, index, k, paths[k], &runs[k], &why);
        open[k] = true;
        if (status == STATUS_OK) status = selfplay_run_game(&runs[k], &why);
        note_game(crew, status, &why);
    }
    for (int k = 0; k < crew->learning->plan->size_count; k++)
        if (open[k]) selfplay_run_close(&runs[k]);
}

static enum status play_generation(struct learning *l, struct failure *why) {
    struct crew crew = {.learning = l, .lock = PTHREAD_MUTEX_INITIALIZER, .begin = clock_now()};
    char path[LEARN_PATH];
    enum status status = count_games(&crew, why);
    if (status == STATUS_OK && crew.done >= l->plan->games) return STATUS_OK;
    if (status == STATUS_OK) status = network_path(l, l->plays, path, why);
    if (status == STATUS_OK) status = weight_store_new(&crew.store, why);
    if (status != STATUS_OK) return status;
    status = weight_store_load(crew.store, path, why);
    if (status == STATUS_OK) {
        threads_run(l->plan->jobs, play_games, &crew);
        status = crew.status;
        if (status != STATUS_OK) *why = crew.why;
    }
    weight_store_free(crew.store);
    if (status == STATUS_OK && is_stopped()) status = fail(why, STATUS_STOPPED, "stopped");
    return status;
}

/* --- training -----------------------------------------------------------------------------------
 */

/* The files to learn from. */
struct window {
    char **files; /* owned, as each of them; the newest first */
    int count;
    int64_t games, positions; /* in the whole folder */
    int64_t learnt;           /* in the window */
};

static void free_window(struct window *w) {
    for (int i = 0; i < w->count; i++) free(w->files[i]);
    free(w->files);
}

/* Counts all files of samples, the newest first, and takes those before the window is full. */
static enum status find_window(const struct learning *l, struct window *w, struct failure *why) {
    struct file_names names;
    *w = (struct window){.count = 0};
    enum status status = learn_list_games(&names, l->plan->folder, why);
    if (status != STATUS_OK) return status;
    w->files = calloc((size_t)names.count + 1, sizeof *w->files);
    if (!w->files) status = out_of_memory(why, "the files of samples");
    for (int i = names.count - 1; i >= 0 && status == STATUS_OK; i--) {
        char path[LEARN_PATH];
        struct samples_found found;
        status = learn_path(path, l->plan->folder, why, "games/%s", names.list[i]);
        if (status == STATUS_OK) status = samples_read(NULL, path, &found, why);
        if (status != STATUS_OK) break;
        w->games += found.games;
        w->positions += (int64_t)found.samples;
        if (w->learnt >= l->plan->window) continue;
        w->learnt += (int64_t)found.samples;
        w->files[w->count] = text_duplicate(path);
        if (!w->files[w->count++]) status = out_of_memory(why, "the files of samples");
    }
    file_names_free(&names);
    return status;
}

/* What the last checkpoint measured on held-out games, into the generation's row. */
static void note_measures(void *context, const struct training *training) {
    struct generation *row = context;
    const struct {
        const char *name;
        double *to;
    } wanted[] = {{"policy_loss", &row->policy_loss},
                  {"linear_policy_loss", &row->linear_policy_loss},
                  {"policy_hits", &row->policy_hits},
                  {"value_error", &row->value_error},
                  {"ownership_error", &row->ownership_error}};
    for (int i = 0; i < training->measured_count; i++)
        for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
            if (strcmp(training->measured[i].name, wanted[k].name) == 0)
                *wanted[k].to = training->measured[i].value;
}

/* The network to train: that of an interrupted training, or a copy of the one that plays. */
static enum status begin_training(const struct learning *l, const char *out, struct learnt **learnt,
                                  bool *resumed, struct failure *why) {
    char path[LEARN_PATH];
    struct learnt *from;
    *resumed = exists(out);
    if (*resumed) return learnt_load(learnt, out, &network_learner, why);
    enum status status = network_path(l, l->plays, path, why);
    if (status == STATUS_OK) status = learnt_load(&from, path, &network_learner, why);
    if (status != STATUS_OK) return status;
    status = network_learner.make(learnt, l->size, &l->plan->params, why);
    if (status == STATUS_OK) {
        status = network_learner.start_from(*learnt, from, why);
        if (status != STATUS_OK) learnt_free(*learnt);
    }
    learnt_free(from);
    return status;
}

/* Trains on the window until its steps are made, and packs the network. */
static enum status train_on(struct learning *l, const struct window *w, const char *out,
                            const char *packed, struct failure *why) {
    struct learnt *learnt;
    bool resumed;
    struct weight_store *store;
    enum status status = begin_training(l, out, &learnt, &resumed, why);
    if (status != STATUS_OK) return status;
    status = weight_store_new(&store, why);
    if (status == STATUS_OK) {
        const struct train_run run = {.plan = {.length = (uint64_t)l->row.steps,
                                               .threads = l->plan->jobs,
                                               .resumed = resumed,
                                               .stop = interrupt_flag(),
                                               .store = store,
                                               .samples = (const char *const *)w->files,
                                               .sample_count = w->count},
                                      .again = "",
                                      .out = out,
                                      .resumed = resumed ? out : NULL,
                                      .minutes = 2,
                                      .measured = note_measures,
                                      .context = &l->row};
        fprintf(stderr, "generation %" PRId64 ": training on %" PRId64 " positions\n",
                l->generation, w->learnt);
        status = train_run(&run, learnt, why);
        weight_store_free(store);
    }
    /* The row first: once the network is there, the training is complete. */
    if (status == STATUS_OK) status = generation_save(&l->row, l->plan->folder, why);
    if (status == STATUS_OK) status = learnt_save(learnt, packed, true, why);
    if (status == STATUS_OK) remove(out); /* only a continuation would need it */
    learnt_free(learnt);
    return status;
}

static enum status train_generation(struct learning *l, struct failure *why) {
    char out[LEARN_PATH], packed[LEARN_PATH];
    struct window window;
    enum status status = network_path(l, l->generation, packed, why);
    if (status != STATUS_OK) return status;
    if (exists(packed)) return generation_load(&l->row, l->plan->folder, why);
    status = find_window(l, &window, why);
    if (status == STATUS_OK)
        status =
            learn_path(out, l->plan->folder, why, "training-%03" PRId64 ".weights", l->generation);
    if (status == STATUS_OK) {
        l->row.games = window.games;
        l->row.positions = window.positions;
        l->row.learnt = window.learnt;
        l->row.steps = 1 + (int64_t)(l->plan->passes * (double)window.learnt /
                                     (double)l->plan->params.network_batch);
        status = train_on(l, &window, out, packed, why);
    }
    free_window(&window);
    return status;
}

/* --- the gate -----------------------------------------------------------------------------------
 */

/* The test's two hypotheses, in Elo. */
enum { GATE_ELO0 = 0, GATE_ELO1 = 40 };

/* The match of the gate on boards of SIZE: the new network against the one that plays, at equal
 * processor time. Names are generations. */
static enum status write_gate(const struct learning *l, int size, int64_t games, const char *path,
                              struct failure *why) {
    struct buffer out = {.data = NULL};
    buffer_print(&out, "# The gate of generation %" PRId64 ", by guzumi learn.\n", l->generation);
    buffer_print(&out, "size %d\nseed %" PRId64 "\nclock processor\ngames %" PRId64 "\n", size,
                 l->generation, games);
    if (l->plan->size_count == 1) buffer_print(&out, "sprt %d %d\n", GATE_ELO0, GATE_ELO1);
    const int64_t players[2] = {l->generation, l->plays};
    for (int i = 0; i < 2; i++)
        buffer_print(&out,
                     "player %03" PRId64 " engine weights=../networks/%03" PRId64
                     ".weights move_time=%g\n",
                     players[i], players[i], l->plan->move_time);
    const enum status status = file_save(path, &out, why);
    buffer_free(&out);
    return status;
}

/* Shows progress now and then. */
static void show_match(void *context, const struct match_progress *now) {
    struct learning *l = context;
    const struct estimate won = score_estimate(standings_score(now->standings, 0, 1));
    if (now->over || clock_now() - l->shown < PROGRESS_INTERVAL) return;
    l->shown = clock_now();
    fprintf(stderr, "generation %" PRId64 ": %" PRId64 " of %" PRId64 " games, %.1f %% won",
            l->generation, now->done, now->total, 100 * won.score);
    if (now->played > 0)
        fprintf(stderr, ", %.0f s left at most",
                (double)(now->total - now->done) * now->elapsed / (double)now->played);
    fprintf(stderr, "\n");
}

/* Adds the results in the file PATH of PLAN to the row; pairs to TEST. */
static enum status count_match(struct learning *l, const struct plan *plan, const char *path,
                               struct sprt *test, struct failure *why) {
    struct results results = {0};
    struct merge_report report = {0};
    struct standings standings = {0};
    enum status status = results_read(&results, path, NULL, why);
    if (status == STATUS_OK) status = merge_results(&results, plan, &report, why);
    if (status == STATUS_OK) status = merge_standings(&results, plan, &standings, why);
    if (status == STATUS_OK) {
        const struct score *score = standings_score(&standings, 0, 1);
        const struct sprt pairs = merge_test(&results, plan);
        l->row.gate.wins += score->wins;
        l->row.gate.draws += score->draws;
        l->row.gate.losses += score->losses;
        for (int half = 0; half < SPRT_SCORES; half++)
            for (int64_t i = 0; i < pairs.count[half]; i++) sprt_add(test, half);
    }
    standings_free(&standings);
    buffer_free(&report.notes);
    results_free(&results);
    return status;
}

static enum status play_gate(struct learning *l, int index, struct sprt *test,
                             struct failure *why) {
    const struct learn_plan *lp = l->plan;
    const int size = lp->sizes[index].size;
    char plan_path[LEARN_PATH], results[LEARN_PATH], games_path[LEARN_PATH];
    struct plan plan;
    const int64_t games = 2 * ((share_of(lp, index, lp->match_games) + 1) / 2);
    enum status status = learn_path(plan_path, lp->folder, why, "matches/%03" PRId64 "-%d.plan",
                                    l->generation, size);
    if (status == STATUS_OK)
        status = learn_path(results, lp->folder, why, "matches/%03" PRId64 "-%d.tsv", l->generation,
                            size);
    if (status == STATUS_OK)
        status = learn_path(games_path, lp->folder, why, "matches/%03" PRId64 "-%d", l->generation,
                            size);
    if (status == STATUS_OK && !exists(plan_path))
        status = write_gate(l, size, games, plan_path, why);
    if (status == STATUS_OK) status = plan_read(&plan, plan_path, why);
    if (status != STATUS_OK) return status;
    plan.sprt = (struct sprt_bounds){GATE_ELO0, GATE_ELO1};
    const struct match_options options = {.results = results,
                                          .sgf_folder = games_path,
                                          .shard = 1,
                                          .shards = 1,
                                          .jobs = lp->jobs,
                                          .stop = interrupt_flag(),
                                          .progress = show_match,
                                          .context = l};
    status = match_run(&plan, &options, why);
    if (status == STATUS_OK) status = count_match(l, &plan, results, test, why);
    plan_free(&plan);
    return status;
}

/* Plays the gate. The new network plays from now on if the games speak for the larger difference
 * rather than for none. */
static enum status judge_generation(struct learning *l, struct failure *why) {
    struct sprt test = sprt_start((struct sprt_bounds){GATE_ELO0, GATE_ELO1});
    enum status status = STATUS_OK;
    l->row.gate = (struct score){0};
    fprintf(stderr, "generation %" PRId64 ": match against generation %" PRId64 "\n", l->generation,
            l->plays);
    for (int i = 0; i < l->plan->size_count && status == STATUS_OK; i++)
        status = play_gate(l, i, &test, why);
    l->row.ratio = test.ratio;
    l->row.plays = test.ratio > 0 ? l->generation : l->plays;
    return status;
}

/* --- the loop -----------------------------------------------------------------------------------
 */

/* Copies the network that plays to best.weights. */
static enum status write_best(const struct learning *l, struct failure *why) {
    char from[LEARN_PATH], to[LEARN_PATH];
    unsigned char *data;
    size_t length;
    enum status status = network_path(l, l->plays, from, why);
    if (status == STATUS_OK) status = learn_path(to, l->plan->folder, why, "best.weights");
    if (status == STATUS_OK) status = file_read(from, SIZE_MAX / 2, &data, &length, why);
    if (status != STATUS_OK) return status;
    status = file_write(to, data, length, why);
    free(data);
    return status;
}

static enum status complete_generation(struct learning *l, struct failure *why) {
    const struct estimate won = score_estimate(&l->row.gate);
    l->row.number = l->generation;
    l->row.hours = all_hours(l);
    l->plays = l->row.plays;
    enum status status = write_best(l, why);
    if (status == STATUS_OK) status = history_add(&l->history, &l->row, l->plan->folder, why);
    fprintf(stderr, "generation %" PRId64 ": won %.1f %% (%.1f to %.1f), %s\n", l->generation,
            100 * won.score, 100 * won.low, 100 * won.high,
            l->plays == l->generation ? "it plays from now on" : "the older network goes on");
    return status;
}

/* A generation's row is in the history only when all of it is done; before, a restart finds each
 * stage complete, in parts, or not begun. */
static enum status run_generation(struct learning *l, struct failure *why) {
    l->row = (struct generation){.number = l->generation};
    enum status status = save_state(l, "self-play", why);
    if (status == STATUS_OK) status = play_generation(l, why);
    if (status == STATUS_OK) status = save_state(l, "training", why);
    if (status == STATUS_OK) status = train_generation(l, why);
    if (status == STATUS_OK) status = save_state(l, "match", why);
    if (status == STATUS_OK) status = judge_generation(l, why);
    return status == STATUS_OK ? complete_generation(l, why) : status;
}

/* The size of a network for all sizes of the plan: the one in the middle. */
static int network_size(const struct learn_plan *plan) {
    int least = BOARD_MAX_SIZE, most = 0;
    for (int i = 0; i < plan->size_count; i++) {
        if (plan->sizes[i].size < least) least = plan->sizes[i].size;
        if (plan->sizes[i].size > most) most = plan->sizes[i].size;
    }
    return (least + most) / 2;
}

static enum status begin(struct learning *l, struct failure *why) {
    enum status status = check_settings(l, why);
    if (status == STATUS_OK) status = history_read(&l->history, l->plan->folder, why);
    if (status == STATUS_OK) status = read_spent(l, why);
    if (status == STATUS_OK) status = write_first(l, why);
    l->plays = history_plays(&l->history);
    l->generation = l->history.count + 1;
    return status == STATUS_OK ? write_best(l, why) : status;
}

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

enum status learn_run(const struct learn_plan *plan, struct failure *why) {
    struct learning l = {.plan = plan, .size = network_size(plan)};
    struct file_claim claim;
    char path[LEARN_PATH];
    interrupt_catch();
    enum status status = make_folders(&l, why);
    if (status == STATUS_OK) status = learn_path(path, plan->folder, why, "history.tsv");
    if (status == STATUS_OK) status = file_claim(&claim, path, why);
    if (status != STATUS_OK) return status;
    status = run_all(&l, why);
    history_free(&l.history);
    file_release(&claim);
    return status;
}
