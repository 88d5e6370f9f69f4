/* Self-play of a generation: a thread for each process, each with a file of its own for each size,
 * since a file has one writer and one seed.
 *
 * How many games are left is counted from the files: those of this call, and those of other
 * machines that play for the same folder (--shard). No process assigns the games: each takes one
 * when it is free, and sees with a delay what the others have played. So there may be a few games
 * too many, which does no harm. */
#include "guzumi/base/threads.h"
#include "guzumi/network/samples.h"

#include "learn.h"
#include "runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The sums of the weights before and after are both rounded down, so the parts add up to ALL
 * whatever the weights. */
int64_t learn_share(const struct learn_plan *plan, int index, int64_t all) {
    int64_t weights = 0, before = 0;
    for (int i = 0; i < plan->size_count; i++) weights += plan->sizes[i].weight;
    for (int i = 0; i < index; i++) before += plan->sizes[i].weight;
    const int64_t after = before + plan->sizes[index].weight;
    return all * after / weights - all * before / weights;
}

/* Seconds between two looks at what other machines have played: reading a folder of files costs
 * more than the numbers are worth after each game. */
#define LOOK_INTERVAL 5.0

/* The processes of a generation's self-play share the number of games that are still to be played.
 */
struct crew {
    struct learning *learning;
    struct weight_store *store;  /* owned; has the network that plays */
    pthread_mutex_t lock;        /* of what follows */
    int64_t own[LEARN_SIZES];    /* games in the crew's files, and begun */
    int64_t others[LEARN_SIZES]; /* of this generation in other files */
    int64_t finished;            /* of OWN */
    double looked;               /* when OTHERS were counted */
    enum status status;
    struct failure why;
};

/* The file of process INDEX for boards of SIZE: 003-9-1.samples, of shard 2 003-9-2.1.samples. */
static void print_name(const struct learning *l, int size, int index, char name[LEARN_NAME]) {
    const int length = snprintf(name, LEARN_NAME, "%03" PRId64 "-%d-", l->generation, size);
    if (l->plan->shard)
        snprintf(name + length, LEARN_NAME - (size_t)length, "%d.%d.samples", l->plan->shard,
                 index + 1);
    else
        snprintf(name + length, LEARN_NAME - (size_t)length, "%d.samples", index + 1);
}

static bool is_own(const struct crew *crew, const char *file) {
    const struct learn_plan *plan = crew->learning->plan;
    char name[LEARN_NAME];
    for (int k = 0; k < plan->size_count; k++)
        for (int i = 0; i < plan->jobs; i++) {
            print_name(crew->learning, plan->sizes[k].size, i, name);
            if (strcmp(name, file) == 0) return true;
        }
    return false;
}

/* Adds the games of the files of this generation that are the crew's OWN, or not, to GAMES, each to
 * its size. */
static enum status count_games(const struct crew *crew, bool own, int64_t games[LEARN_SIZES],
                               struct failure *why) {
    const struct learning *l = crew->learning;
    struct file_names names;
    enum status status = learn_list_games(&names, l->plan->folder, why);
    if (status != STATUS_OK) return status;
    memset(games, 0, LEARN_SIZES * sizeof *games);
    for (int i = 0; i < names.count && status == STATUS_OK; i++) {
        char path[LEARN_PATH];
        struct samples_found found;
        if (learn_generation_of(names.list[i]) != l->generation ||
            is_own(crew, names.list[i]) != own)
            continue;
        status = learn_path(path, l->plan->folder, why, "games/%s", names.list[i]);
        if (status == STATUS_OK) status = samples_survey(path, &found, why);
        for (int k = 0; k < l->plan->size_count && status == STATUS_OK; k++)
            if (l->plan->sizes[k].size == found.size) games[k] += found.games;
    }
    file_names_free(&names);
    return status;
}

/* Only the first failure counts. An interruption is none: the other threads notice it by
 * themselves. */
static void fail_crew(struct crew *crew, enum status status, const struct failure *why) {
    if (status == STATUS_OK || status == STATUS_STOPPED || crew->status != STATUS_OK) return;
    crew->status = status;
    crew->why = *why;
}

/* Counts the other files now and then: games of other machines count, too. One thread does it, not
 * holding the lock, since the folder may be on a slow network. */
static void look_at_others(struct crew *crew) {
    int64_t others[LEARN_SIZES];
    struct failure why;
    pthread_mutex_lock(&crew->lock);
    const bool due = clock_now() - crew->looked >= LOOK_INTERVAL;
    if (due) crew->looked = clock_now();
    pthread_mutex_unlock(&crew->lock);
    if (!due) return;
    const enum status status = count_games(crew, false, others, &why);
    pthread_mutex_lock(&crew->lock);
    if (status == STATUS_OK) memcpy(crew->others, others, sizeof others);
    fail_crew(crew, status, &why);
    pthread_mutex_unlock(&crew->lock);
}

/* The games of the generation that are finished, of those that are wanted. */
static int64_t done_of(const struct crew *crew) {
    int64_t done = crew->finished;
    for (int i = 0; i < crew->learning->plan->size_count; i++) done += crew->others[i];
    return done;
}

/* The games of size number INDEX that nobody has begun; below 0 if shards have played more than its
 * share. Own games count from their beginning, so that two threads do not take the last one. */
static int64_t left_of(const struct crew *crew, int index) {
    const struct learn_plan *plan = crew->learning->plan;
    return learn_share(plan, index, plan->games) - crew->own[index] - crew->others[index];
}

static bool has_games_left(const struct crew *crew) {
    bool left = false;
    for (int i = 0; i < crew->learning->plan->size_count; i++) left |= left_of(crew, i) > 0;
    return left;
}

/* Takes a game from those to be played: the index of its size, or -1. The size that lacks the
 * largest part of its games comes first. */
static int take_game(struct crew *crew) {
    const struct learn_plan *plan = crew->learning->plan;
    int out = -1;
    double most = 0;
    look_at_others(crew);
    pthread_mutex_lock(&crew->lock);
    for (int i = 0; i < plan->size_count && crew->status == STATUS_OK && !learn_is_stopped(); i++) {
        const int64_t left = left_of(crew, i);
        const double part = left > 0 ? (double)left / (double)learn_share(plan, i, plan->games) : 0;
        if (part > most) most = part, out = i;
    }
    if (out >= 0) crew->own[out]++;
    pthread_mutex_unlock(&crew->lock);
    return out;
}

static void note_game(struct crew *crew, enum status status, const struct failure *why) {
    struct learn_now *now = &crew->learning->now;
    pthread_mutex_lock(&crew->lock);
    if (status == STATUS_OK) {
        crew->finished++;
        now->progress.done = done_of(crew);
        now->games_a_second = progress_speed(&now->progress);
        learn_show_progress(crew->learning, "", "");
    }
    fail_crew(crew, status, why);
    pthread_mutex_unlock(&crew->lock);
}

/* Seeds differ by generation, process and shard: two processes with one seed would play the same
 * games. They stay in the range of the parameter seed. */
static int64_t seed_of(const struct learning *l, int index) {
    const uint64_t seed = (uint64_t)l->plan->params.seed + 1000 * (uint64_t)l->generation +
                          (uint64_t)index + 10000000 * (uint64_t)l->plan->shard;
    return (int64_t)(seed & INT64_MAX);
}

/* Opens the file of process INDEX for the size number K. */
static enum status open_run(const struct crew *crew, int index, int k, char path[LEARN_PATH],
                            struct selfplay_run *run, struct failure *why) {
    const struct learning *l = crew->learning;
    *run = (struct selfplay_run){
        .params = l->plan->params, .size = l->plan->sizes[k].size, .out = path};
    run->params.seed = seed_of(l, index);
    char name[LEARN_NAME];
    print_name(l, run->size, index, name);
    enum status status = learn_path(path, l->plan->folder, why, "games/%s", name);
    if (status != STATUS_OK) return status;
    return selfplay_run_open(run, crew->store, interrupt_flag(), why);
}

/* A file is opened when its first game is due: a size with a small weight may have none for this
 * process. */
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

/* What the files hold at first. */
static enum status begin_crew(struct crew *crew, struct failure *why) {
    crew->looked = clock_now();
    enum status status = count_games(crew, true, crew->own, why);
    if (status == STATUS_OK) status = count_games(crew, false, crew->others, why);
    for (int k = 0; k < crew->learning->plan->size_count; k++) crew->finished += crew->own[k];
    return status;
}

/* It is not a failure if nothing is left to play: after a restart the generation may be past its
 * self-play, and then not even the network is loaded. */
enum status learn_play(struct learning *l, struct failure *why) {
    struct crew crew = {.learning = l, .lock = PTHREAD_MUTEX_INITIALIZER};
    char path[LEARN_PATH];
    enum status status = begin_crew(&crew, why);
    if (status == STATUS_OK && !has_games_left(&crew)) return STATUS_OK;
    l->now.progress = progress_begin("games", done_of(&crew), l->plan->games);
    if (status == STATUS_OK) status = learn_network_path(l, l->plays, path, why);
    if (status == STATUS_OK) status = weight_store_new(&crew.store, why);
    if (status != STATUS_OK) return status;
    status = weight_store_load(crew.store, path, why);
    if (status == STATUS_OK) {
        threads_run(l->plan->jobs, play_games, &crew);
        status = crew.status;
        if (status != STATUS_OK) *why = crew.why;
    }
    weight_store_free(crew.store);
    if (status == STATUS_OK && learn_is_stopped()) status = fail(why, STATUS_STOPPED, "stopped");
    return status;
}
