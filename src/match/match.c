#include "guzumi/match/match.h"
#include "guzumi/shapes/memory.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/threads.h"

#include "match_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The calling thread starts the workers and then watches them. Each worker has players of its own
 * and repeats: take a game, play it, save it. Only taking and saving hold the lock.
 *
 * How a match stops, because the caller set *stop, a worker failed or a test was decided:
 *
 *     stop set      match_take_game gives out no more games
 *     <= 0.2 s      child_ask notices *stop and gives up waiting for a program
 *     <= 0.2 s      watch interrupts the searches, and wakes workers that wait for a Swiss round
 *     then          match_player_genmove reports FAULT_STOPPED, and the referee drops the game:
 *                   without a line in the results it is played again by the next run
 *     <= 1 s each   programs get the command quit; the worker ends
 *
 * A decided test only does the first step: games in progress are finished and saved. */

/* --- playing ------------------------------------------------------------------------------------
 */

/* The worker's own player number PLAYER, created on first use: in a large field most workers never
 * meet most players, and each costs memory or a process. */
static enum status get_player(struct match_worker *w, int player, struct match_player **out,
                              struct failure *why) {
    struct match *m = w->match;
    *out = w->players[player];
    if (*out) return STATUS_OK;
    const enum status status =
        match_player_new(out, &m->world, &m->plan->players[player], m->stores[player], why);
    if (status != STATUS_OK) return status;
    pthread_mutex_lock(&m->lock); /* interrupt_all reads it */
    w->players[player] = *out;
    pthread_mutex_unlock(&m->lock);
    return STATUS_OK;
}

static enum status play_game(struct match_worker *w, int64_t game, struct pairing_of_game pairing,
                             struct failure *why) {
    struct match *m = w->match;
    struct match_player *players[2];
    struct game_record record;
    for (int color = BLACK; color <= WHITE; color++) {
        const enum status status = get_player(w, pairing.player[color], &players[color], why);
        if (status != STATUS_OK) return status;
    }
    switch (referee_play(&m->world, &w->scorer, game, pairing, players, &record, why)) {
    case FAULT_NONE:
        break;
    case FAULT_STOPPED:
        return fail(why, STATUS_STOPPED, "stopped");
    default:
        return STATUS_INVALID;
    }
    const enum status status = match_save_game(m, &record, why);
    record_free(&record);
    return status;
}

/* Frees the worker's players and scorer; not under the lock, because programs get time to quit. */
static void dismiss_players(struct match_worker *w) {
    const int players = w->match->plan->player_count;
    for (int i = 0; i < players; i++) {
        pthread_mutex_lock(&w->match->lock);
        struct match_player *player = w->players[i];
        w->players[i] = NULL;
        pthread_mutex_unlock(&w->match->lock);
        match_player_free(player);
    }
    child_end(&w->scorer, true);
}

/* A failed worker keeps its message, if it is the first, and stops the others. */
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
    dismiss_players(w);
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

/* Locked. Called repeatedly: a search that has not started yet misses the interrupt. */
static void interrupt_all(struct match *m) {
    for (int i = 0; i < m->options->jobs; i++)
        for (int j = 0; m->workers[i].players && j < m->plan->player_count; j++)
            if (m->workers[i].players[j]) match_player_interrupt(m->workers[i].players[j]);
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

/* Watches the workers until the last one has ended. The timeout of the wait is the pace of progress
 * reports and of interrupts, which have to be repeated. */
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
    w->players = calloc((size_t)m->plan->player_count, sizeof(struct match_player *));
    if (!w->players) return out_of_memory(why, "the players");
    pthread_mutex_lock(&m->lock);
    const enum status status = threads_start(&w->thread, work, w, "another game (lower -j)", why);
    m->live += status == STATUS_OK;
    pthread_mutex_unlock(&m->lock);
    if (status == STATUS_OK) return STATUS_OK;
    free(w->players);
    w->players = NULL;
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
    /* If a thread can't be started, those that run have to end first: they use M. */
    if (status != STATUS_OK) atomic_store(m->options->stop, true);
    watch(m);
    for (int i = 0; i < started; i++) {
        pthread_join(m->workers[i].thread, NULL);
        free(m->workers[i].players);
    }
    if (status != STATUS_OK) return status;
    *why = m->failure;
    return m->status;
}

/* --- before the first game ----------------------------------------------------------------------
 */

/* Opens the weight store of each internal player, one for all players with the same weights. */
static enum status open_stores(struct match *m, struct failure *why) {
    const struct plan_player *players = m->plan->players;
    for (int i = 0; i < m->plan->player_count; i++) {
        const char *weights = players[i].weights ? players[i].weights : "";
        if (players[i].command) continue;
        for (int j = 0; j < i && !m->stores[i]; j++)
            if (m->stores[j] && strcmp(weights, players[j].weights ? players[j].weights : "") == 0)
                m->stores[i] = m->stores[j];
        if (m->stores[i]) continue;
        const struct memory *expanded;
        enum status status = weight_store_new(&m->stores[i], why);
        if (status == STATUS_OK && *weights) status = weight_store_load(m->stores[i], weights, why);
        /* Expanded now, so that the threads only read the store. */
        if (status == STATUS_OK) status = memory_find(m->stores[i], m->plan->size, &expanded, why);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static void close_stores(struct match *m) {
    for (int i = 0; m->stores && i < m->plan->player_count; i++) {
        bool shared = false;
        for (int j = 0; j < i; j++) shared = shared || m->stores[j] == m->stores[i];
        if (!shared) weight_store_free(m->stores[i]);
    }
    free(m->stores);
}

/* Starts and ends PROGRAM once: a mistake in its command line must fail now, not lose all its
 * games. */
static enum status try_program(struct match *m, const struct plan_player *program,
                               struct failure *why) {
    struct match_player *player;
    struct failure cause;
    const enum status status = match_player_new(&player, &m->world, program, NULL, why);
    if (status != STATUS_OK) return status;
    const enum fault fault = match_player_begin(player, 1, &cause);
    const bool has_clock = m->plan->clock == CLOCK_WALL || !isnan(match_player_processor(player));
    match_player_end(player, fault != FAULT_NONE);
    match_player_free(player);
    if (fault == FAULT_NONE && has_clock) return STATUS_OK;
    if (fault == FAULT_NONE)
        return fail(why, STATUS_IO,
                    "clock processor: the processor time of '%.100s' is unknown on this system; "
                    "write 'clock wall'",
                    program->command);
    if (fault == FAULT_STOPPED) return fail(why, STATUS_STOPPED, "stopped");
    return match_reject_program(program->command, &cause, why);
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
    m->stores = calloc(players, sizeof(struct weight_store *));
    m->order = calloc(players, sizeof *m->order);
    m->wins = calloc(players, sizeof *m->wins);
    m->winner = malloc(games);
    m->workers = calloc((size_t)m->options->jobs, sizeof *m->workers);
    if (!m->stores || !m->order || !m->wins || !m->winner || !m->workers)
        return out_of_memory(why, "the match");
    memset(m->winner, UNPLAYED, games);
    for (int64_t g = 0; g < (int64_t)games; g++) m->total += match_owns(m, g);
    const char *folder = m->options->sgf_folder;
    enum status status = standings_init(&m->standings, (int)players, why);
    if (status == STATUS_OK && folder) status = file_make_folder(folder, why);
    if (status == STATUS_OK) status = match_open_results(m, why);
    if (status != STATUS_OK) return status;
    match_advance_test(m);
    return folder ? match_check_sgf_folder(m, why) : STATUS_OK;
}

static void close_match(struct match *m) {
    close_stores(m);
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

static bool is_over(const struct match *m) {
    return m->done >= m->total || match_is_decided(m);
}

/* Plays the games that are not known yet. */
static enum status play_missing(struct match *m, struct failure *why) {
    if (is_over(m)) return STATUS_OK;
    enum status status = open_stores(m, why);
    if (status == STATUS_OK) status = try_programs(m, why);
    if (status == STATUS_OK) status = play_all(m, why);
    if (status != STATUS_OK || is_over(m)) return status;
    return fail(why, STATUS_STOPPED, "stopped");
}

enum status match_run(const struct plan *plan, const struct match_options *options,
                      struct failure *why) {
    struct match m = {
        .plan = plan, .options = options, .round = -1, .test = sprt_start(plan->sprt)};
    m.world = (struct match_world){.plan = plan, .forking = &m.forking, .stop = options->stop};
    pthread_mutex_init(&m.forking, NULL);
    pthread_mutex_init(&m.lock, NULL);
    pthread_cond_init(&m.changed, NULL);
    enum status status = open_match(&m, why);
    if (status == STATUS_OK) status = play_missing(&m, why);
    if (status == STATUS_OK) report(&m, clock_now(), true);
    close_match(&m);
    return status;
}
