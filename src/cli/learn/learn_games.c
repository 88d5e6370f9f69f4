/* Self-play of a generation: a thread for each process, each with a file of its own for each size.
 */
#include "guzumi/base/threads.h"
#include "guzumi/network/samples.h"

#include "learn.h"
#include "selfplay_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int64_t learn_share(const struct learn_plan *plan, int index, int64_t all) {
    int64_t weights = 0, before = 0;
    for (int i = 0; i < plan->size_count; i++) weights += plan->sizes[i].weight;
    for (int i = 0; i < index; i++) before += plan->sizes[i].weight;
    const int64_t after = before + plan->sizes[index].weight;
    return all * after / weights - all * before / weights;
}

/* The processes of self-play share the count of games still to be played. */
struct crew {
    struct learning *learning;
    struct weight_store *store; /* owned; holds the current network */
    pthread_mutex_t lock;       /* of what follows */
    int64_t games[LEARN_SIZES]; /* in the files of this generation, and begun */
    int64_t done, played;       /* finished in all; of this call */
    double begin;
    enum status status;
    struct failure why;
};

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

/* Takes the next game: returns the index of its size, or -1. The size that lacks the largest
 * fraction of its games comes first. */
static int take_game(struct crew *crew) {
    const struct learn_plan *plan = crew->learning->plan;
    int out = -1;
    double most = 0;
    pthread_mutex_lock(&crew->lock);
    for (int i = 0; i < plan->size_count && crew->status == STATUS_OK && !learn_is_stopped(); i++) {
        const int64_t wanted = learn_share(plan, i, plan->games), left = wanted - crew->games[i];
        const double part = wanted ? (double)left / (double)wanted : 0;
        if (left > 0 && part > most) most = part, out = i;
    }
    if (out >= 0) crew->games[out]++;
    pthread_mutex_unlock(&crew->lock);
    return out;
}

/* Shows progress every LEARN_INTERVAL seconds. */
static void show_games(struct crew *crew) {
    struct learning *l = crew->learning;
    const double elapsed = clock_now() - crew->begin;
    l->now.games_a_second = elapsed > 0 ? (double)crew->played / elapsed : 0;
    const double left = (double)(l->plan->games - crew->done) / l->now.games_a_second;
    const bool last = crew->done >= l->plan->games;
    if (!learn_progress_is_due(l) && !last) return;
    fprintf(stderr,
            "generation %" PRId64 ": %" PRId64 " of %" PRId64 " games, %.3g games/s, %.0f s left\n",
            l->generation, crew->done, l->plan->games, l->now.games_a_second, left);
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

enum status learn_play(struct learning *l, struct failure *why) {
    struct crew crew = {.learning = l, .lock = PTHREAD_MUTEX_INITIALIZER, .begin = clock_now()};
    char path[LEARN_PATH];
    enum status status = count_games(&crew, why);
    if (status == STATUS_OK && crew.done >= l->plan->games) return STATUS_OK;
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
