#include "guzumi/match/match.h"
#include "guzumi/shapes/memory.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/threads.h"

#include "match_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- playing ------------------------------------------------------------------------------------
 */

/* The worker's own player number PLAYER, made when it is not there yet. */
static enum status get_side(struct match_worker *w, int player, struct side **out,
                            struct failure *why) {
    struct match *m = w->match;
    *out = w->sides[player];
    if (*out) return STATUS_OK;
    const enum status status =
        side_new(out, &m->world, &m->plan->players[player], m->store[player], why);
    if (status != STATUS_OK) return status;
    pthread_mutex_lock(&m->lock); /* interrupt_all looks at it */
    w->sides[player] = *out;
    pthread_mutex_unlock(&m->lock);
    return STATUS_OK;
}

static enum status play_game(struct match_worker *w, int64_t game, struct pairing_of_game pairing,
                             struct failure *why) {
    struct match *m = w->match;
    struct side *sides[2];
    struct game_record record;
    for (int color = BLACK; color <= WHITE; color++) {
        const enum status status = get_side(w, pairing.player[color], &sides[color], why);
        if (status != STATUS_OK) return status;
    }
    switch (referee_play(&m->world, &w->judge, game, pairing, sides, &record, why)) {
    case FAULT_NONE:
        break;
    case FAULT_STOPPED:
        return fail(why, STATUS_STOPPED, "stopped");
    default:
        return STATUS_INVALID;
    }
    const enum status status = match_keep(m, &record, why);
    record_free(&record);
    return status;
}

/* Ends what the worker has; programs get a moment to quit, so this is not done under the lock. */
static void dismiss_sides(struct match_worker *w) {
    const int players = w->match->plan->player_count;
    for (int i = 0; i < players; i++) {
        pthread_mutex_lock(&w->match->lock);
        struct side *side = w->sides[i];
        w->sides[i] = NULL;
        pthread_mutex_unlock(&w->match->lock);
        side_free(side);
    }
    child_end(&w->judge, true);
}

static void *work(void *argument) {
    struct match_worker *w = argument;
    struct match *m = w->match;
    struct failure why;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        struct pairing_of_game pairing;
        pthread_mutex_lock(&m->lock);
        const int64_t game = match_take_game(m, &pairing);
        pthread_mutex_unlock(&m->lock);
        if (game < 0) break;
        status = play_game(w, game, pairing, &why);
    }
    dismiss_sides(w);
    pthread_mutex_lock(&m->lock);
    if (status != STATUS_OK && m->status == STATUS_OK) {
        m->status = status;
        m->failure = why;
        atomic_store(m->options->stop, true);
    }
    m->live--;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* Locked. Repeated until all have noticed: a search that is about to begin would not. */
static void interrupt_all(struct match *m) {
    for (int i = 0; i < m->options->jobs; i++)
        for (int j = 0; m->workers[i].sides && j < m->plan->player_count; j++)
            if (m->workers[i].sides[j]) side_interrupt(m->workers[i].sides[j]);
}

static void report(const struct match *m, double begin, bool over) {
    const struct match_progress progress = {.standings = &m->standings,
                                            .test = m->plan->is_sequential ? &m->test : NULL,
                                            .over = over,
                                            .done = m->done,
                                            .total = m->total,
                                            .played = m->played,
                                            .elapsed = clock_now() - begin};
    if (m->options->progress) m->options->progress(m->options->context, &progress);
}

/* Watches the workers until the last one has ended. */
static void watch(struct match *m) {
    const double begin = clock_now();
    pthread_mutex_lock(&m->lock);
    while (m->live > 0) {
        threads_wait(&m->changed, &m->lock, 0.2);
        if (atomic_load(m->options->stop)) {
            interrupt_all(m);
            pthread_cond_broadcast(&m->changed);
        }
        report(m, begin, false);
    }
    pthread_mutex_unlock(&m->lock);
}

static enum status start_worker(struct match *m, struct match_worker *w, struct failure *why) {
    w->match = m;
    w->sides = calloc((size_t)m->plan->player_count, sizeof(struct side *));
    if (!w->sides) return out_of_memory(why, "the players");
    pthread_mutex_lock(&m->lock);
    const enum status status = threads_start(
        &w->thread, work, w, "another game (fewer play at once with a lower -j)", why);
    m->live += status == STATUS_OK;
    pthread_mutex_unlock(&m->lock);
    if (status == STATUS_OK) return STATUS_OK;
    free(w->sides);
    w->sides = NULL;
    return status;
}

static enum status play_all(struct match *m, struct failure *why) {
    enum status status = STATUS_OK;
    int started = 0;
    const int64_t left = m->total - m->done;
    while (status == STATUS_OK && started < m->options->jobs && started < left) {
        status = start_worker(m, &m->workers[started], why);
        started += status == STATUS_OK;
    }
    if (status != STATUS_OK) atomic_store(m->options->stop, true);
    watch(m);
    for (int i = 0; i < started; i++) {
        pthread_join(m->workers[i].thread, NULL);
        free(m->workers[i].sides);
    }
    if (status != STATUS_OK) return status;
    *why = m->failure;
    return m->status;
}

/* --- before the first game ----------------------------------------------------------------------
 */

/* Opens the long-term memory of each player in process, one for all that use the same. */
static enum status open_memories(struct match *m, struct failure *why) {
    const struct plan_player *players = m->plan->players;
    for (int i = 0; i < m->plan->player_count; i++) {
        const char *weights = players[i].weights ? players[i].weights : "";
        if (players[i].command) continue;
        for (int j = 0; j < i && !m->store[i]; j++)
            if (m->store[j] && strcmp(weights, players[j].weights ? players[j].weights : "") == 0)
                m->store[i] = m->store[j];
        if (m->store[i]) continue;
        const struct memory *unpacked;
        enum status status = weight_store_new(&m->store[i], why);
        if (status == STATUS_OK && *weights) status = weight_store_load(m->store[i], weights, why);
        /* What is unpacked here is only read by the threads. */
        if (status == STATUS_OK) status = memory_find(m->store[i], m->plan->size, &unpacked, why);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static void close_memories(struct match *m) {
    for (int i = 0; m->store && i < m->plan->player_count; i++) {
        bool shared = false;
        for (int j = 0; j < i; j++) shared = shared || m->store[j] == m->store[i];
        if (!shared) weight_store_free(m->store[i]);
    }
    free(m->store);
}

/* A program that does not start is a mistake in the plan rather than the loss of all its games. */
static enum status try_program(struct match *m, const struct plan_player *player,
                               struct failure *why) {
    struct side *side;
    struct failure what;
    const enum status status = side_new(&side, &m->world, player, NULL, why);
    if (status != STATUS_OK) return status;
    const enum fault fault = side_begin(side, 1, &what);
    const bool has_clock = m->plan->clock == CLOCK_WALL || !isnan(side_processor(side));
    side_end(side, fault != FAULT_NONE);
    side_free(side);
    if (fault == FAULT_NONE && has_clock) return STATUS_OK;
    if (fault == FAULT_NONE)
        return fail(why, STATUS_IO,
                    "clock: this system does not tell the processor time of "
                    "'%.100s'; write 'clock wall'",
                    player->command);
    if (fault == FAULT_STOPPED) return fail(why, STATUS_STOPPED, "stopped");
    return side_refuse(player->command, &what, why);
}

static enum status try_programs(struct match *m, struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < m->plan->player_count; i++)
        if (m->plan->players[i].command) status = try_program(m, &m->plan->players[i], why);
    if (status == STATUS_OK && m->plan->referee) status = referee_try(&m->world, why);
    return status;
}

static enum status open_match(struct match *m, struct failure *why) {
    const size_t players = (size_t)m->plan->player_count, games = (size_t)plan_total(m->plan);
    m->store = calloc(players, sizeof(struct weight_store *));
    m->order = calloc(players, sizeof *m->order);
    m->wins = calloc(players, sizeof *m->wins);
    m->winner = malloc(games);
    m->workers = calloc((size_t)m->options->jobs, sizeof *m->workers);
    if (!m->store || !m->order || !m->wins || !m->winner || !m->workers)
        return out_of_memory(why, "the match");
    memset(m->winner, UNPLAYED, games);
    for (int64_t g = 0; g < (int64_t)games; g++) m->total += match_owns(m, g);
    const char *folder = m->options->sgf_folder;
    enum status status = standings_init(&m->standings, (int)players, why);
    if (status == STATUS_OK && folder) status = file_make_folder(folder, why);
    if (status == STATUS_OK) status = match_open_results(m, why);
    if (status == STATUS_OK && folder) status = match_spare_other_games(m, why);
    return status;
}

static void close_match(struct match *m) {
    close_memories(m);
    standings_free(&m->standings);
    free(m->order);
    free(m->wins);
    free(m->winner);
    free(m->workers);
    file_grow_close(&m->file);
    pthread_mutex_destroy(&m->forking);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->changed);
}

enum status match_run(const struct plan *plan, const struct match_options *options,
                      struct failure *why) {
    struct match m = {
        .plan = plan, .options = options, .round = -1, .test = sprt_start(plan->sprt)};
    m.world = (struct side_world){.plan = plan, .forking = &m.forking, .stop = options->stop};
    pthread_mutex_init(&m.forking, NULL);
    pthread_mutex_init(&m.lock, NULL);
    pthread_cond_init(&m.changed, NULL);
    enum status status = open_match(&m, why);
    if (status == STATUS_OK) match_advance_test(&m);
    if (status == STATUS_OK && m.done < m.total && !match_is_decided(&m)) {
        status = open_memories(&m, why);
        if (status == STATUS_OK) status = try_programs(&m, why);
        if (status == STATUS_OK) status = play_all(&m, why);
        if (status == STATUS_OK && m.done < m.total && !match_is_decided(&m))
            status = fail(why, STATUS_STOPPED, "stopped");
    }
    if (status == STATUS_OK) report(&m, clock_now(), true);
    close_match(&m);
    return status;
}
