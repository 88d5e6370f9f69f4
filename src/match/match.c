#include "guzumi/match/match.h"

#include "guzumi/base/file.h"
#include "guzumi/base/threads.h"
#include "guzumi/go/sgf.h"
#include "guzumi/learner/learner.h"
#include "guzumi/match/results.h"
#include "guzumi/shapes/memory.h"

#include "match_game.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The calling thread starts the workers and then watches them. Each worker has players of its own
 * and repeats: take a game, play it, save it. Only taking and saving hold the lock.
 *
 * How a match stops, because the caller set *stop, a worker failed or a test was decided:
 *
 *     stop set      take_game gives out no more games
 *     <= 0.2 s      child_ask notices *stop and gives up waiting for a program
 *     <= 0.2 s      watch interrupts the searches, and wakes workers that wait for a Swiss round
 *     then          match_player_genmove reports FAULT_STOPPED, and the referee drops the game:
 *                   without a line in the results it is played again by the next run
 *     <= 1 s each   programs get the command quit; the worker ends
 *
 * A decided test only does the first step: games in progress are finished and saved. */

/* A value beside enum color, whose EMPTY is a draw. */
enum { UNPLAYED = 3 };

struct match;

/* A thread that plays one game after another with players of its own, since an engine serves one
 * thread, and a program one conversation. */
struct match_worker {
    struct match *match;
    pthread_t thread;
    struct match_player **players; /* owned; by player, created on first use */
    struct child scorer;
};

struct match {
    const struct plan *plan;
    const struct match_options *options;
    struct match_world world;
    struct weight_store **stores; /* owned; by player, shared by players with the same weights */
    struct file_grown file;       /* of results; claimed against another match */
    pthread_mutex_t forking;

    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed;
    uint8_t *winner; /* owned; by game: enum color or UNPLAYED */
    int64_t next;    /* all games before it are known or being played */
    int64_t done, total, played;
    int64_t round; /* Swiss: the current round, -1 before the first */
    int *order;    /* owned; the pairings of ROUND */
    double *wins;  /* owned; by player, in the rounds before ROUND */
    struct standings standings;
    struct sprt test;
    int64_t tested;               /* the number of pairs in TEST */
    struct match_worker *workers; /* owned */
    int live;                     /* workers that are running */
    enum status status;           /* of the first worker that failed */
    struct failure failure;
};

/* --- which game is next --- */

/* Whether GAME belongs to this run's shard. */
static bool owns(const struct match *m, int64_t game) {
    return game / 2 % m->options->shards == m->options->shard - 1;
}

/* Whether all games of the current round are known. Before the first round, they are. */
static bool round_is_over(const struct match *m) {
    const int64_t games = schedule_round_games(m->plan), first = m->round * games;
    for (int64_t g = first; m->round >= 0 && g < first + games; g++)
        if (m->winner[g] == UNPLAYED) return false;
    return true;
}

/* Swiss: counts the wins of the current round and draws the pairings of the next one. */
static void enter_next_round(struct match *m) {
    const int64_t games = schedule_round_games(m->plan), first = m->round * games;
    for (int64_t g = first; m->round >= 0 && g < first + games; g++) {
        const struct pairing_of_game pairing = schedule_players(m->plan, g, m->order);
        for (int color = BLACK; color <= WHITE; color++)
            m->wins[pairing.player[color]] += m->winner[g] == EMPTY ? 0.5 : m->winner[g] == color;
    }
    schedule_swiss_round(m->plan, ++m->round, m->wins, m->order);
}

/* Pairs finish in any order but enter the test in the order of their numbers; otherwise short games
 * would enter first, and the verdict would depend on the number of threads. Locked. */
static void advance_test(struct match *m) {
    const int64_t pairs = plan_total(m->plan) / 2;
    for (; m->plan->is_sequential && m->tested < pairs; m->tested++) {
        const uint8_t *known = &m->winner[2 * m->tested];
        const enum color winners[2] = {(enum color)known[0], (enum color)known[1]};
        if (known[0] == UNPLAYED || known[1] == UNPLAYED) break;
        sprt_add(&m->test, schedule_pair_points(m->plan, m->tested, winners));
    }
}

/* Whether the test, if there is one, has been decided. */
static bool is_decided(const struct match *m) {
    return m->test.verdict != SPRT_OPEN;
}

/* Games are given out in the order of their numbers, except those of other shards and those that
 * the file of results has. A round of a Swiss tournament begins when the one before is complete.
 * Then the first worker that notices draws the pairings, and the others find them drawn. Returns -1
 * when no game is left. Locked. */
static int64_t take_game(struct match *m, struct pairing_of_game *pairing) {
    const int64_t games = plan_total(m->plan), round_games = schedule_round_games(m->plan);
    while (m->next < games && !is_decided(m) && !atomic_load(m->options->stop)) {
        const int64_t game = m->next;
        if (round_games && game / round_games != m->round) {
            if (round_is_over(m))
                enter_next_round(m);
            else
                pthread_cond_wait(&m->changed, &m->lock);
            continue;
        }
        m->next++;
        if (!owns(m, game) || m->winner[game] != UNPLAYED) continue;
        *pairing = schedule_players(m->plan, game, m->order);
        return game;
    }
    return -1;
}

/* --- the file --- */

/* Adds a game from the file. */
static enum status add_known(struct match *m, const struct result *result, struct failure *why) {
    struct failure cause;
    const enum status status = standings_check(result, m->plan, &cause);
    if (status != STATUS_OK)
        return fail(why, status, "%.150s: %s; write to another --out or restore the plan",
                    m->options->results, cause.text);
    /* The plan's `games` may have been lowered. */
    if (result->game >= plan_total(m->plan) || m->winner[result->game] != UNPLAYED)
        return STATUS_OK;
    m->winner[result->game] = (uint8_t)result->winner;
    m->done += owns(m, result->game);
    standings_add_result(&m->standings, result, m->plan);
    return STATUS_OK;
}

/* The file is read before file_grow_begin claims it: reading it later would release the claim
 * (POSIX drops a process's locks when it closes any descriptor of the file). If another match
 * writes in between, file_grow_begin notices. */
static enum status open_results(struct match *m, struct failure *why) {
    const char *path = m->options->results;
    struct results results = {0};
    size_t complete = 0;
    enum status status = file_grow_open(&m->file, path, why);
    if (status == STATUS_OK) status = results_read(&results, path, &complete, why);
    for (size_t i = 0; status == STATUS_OK && i < results.count; i++)
        status = add_known(m, &results.list[i], why);
    results_free(&results);
    struct buffer header = {0};
    buffer_print(&header, "%s\n", results_header);
    if (status == STATUS_OK) status = file_grow_begin(&m->file, complete, &header, why);
    buffer_free(&header);
    return status;
}

/* Appends the record's line in one write, so that a killed run leaves at most one incomplete line.
 * Locked. */
static enum status append_line(struct match *m, const struct game_record *record,
                               struct failure *why) {
    struct buffer line = {0};
    record_print(record, m->plan, &line);
    const enum status status = file_grow_append(&m->file, &line, why);
    buffer_free(&line);
    return status;
}

static enum color winner_of(const struct game_record *record) {
    return record->result[0] == 'B' ? BLACK : record->result[0] == 'W' ? WHITE : EMPTY;
}

/* The SGF file of a game, and its property EV, which identifies plan and game. */
struct sgf_place {
    char path[1024], event[60];
};

static enum status place_of(const struct match *m, int64_t number, struct sgf_place *out,
                            struct failure *why) {
    const int length = snprintf(out->path, sizeof out->path, "%s/%07" PRId64 ".sgf",
                                m->options->sgf_folder, number);
    snprintf(out->event, sizeof out->event, "plan %016" PRIx64 " game %" PRId64, m->plan->hash,
             number);
    if (length >= 0 && length < (int)sizeof out->path) return STATUS_OK;
    return fail(why, STATUS_INVALID, "--sgf: the name of the folder is too long; shorten it");
}

/* Fails if the file at PLACE exists and is not this game of this plan. */
static enum status check_place(const struct sgf_place *place, struct failure *why) {
    struct sgf *sgf = NULL;
    struct failure ignored;
    if (!file_would_be_replaced(place->path)) return STATUS_OK;
    const char *event = sgf_load(&sgf, place->path, &ignored) == STATUS_OK
                            ? sgf_value(sgf, SGF_ROOT, "EV", 0)
                            : NULL;
    const bool ours = event && strcmp(event, place->event) == 0;
    sgf_free(sgf);
    if (ours) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "%.200s is not a game of this plan and would be lost; choose another folder",
                place->path);
}

/* Fails if the SGF file of the first game to play exists and belongs to another plan: files are
 * named by number alone, so a second match into the same folder would replace the first one's
 * games. The files of later games are checked when they are written. */
static enum status check_sgf_folder(const struct match *m, struct failure *why) {
    struct sgf_place place;
    for (int64_t g = 0; g < plan_total(m->plan); g++) {
        if (!owns(m, g) || m->winner[g] != UNPLAYED) continue;
        const enum status status = place_of(m, g, &place, why);
        return status == STATUS_OK ? check_place(&place, why) : status;
    }
    return STATUS_OK;
}

static enum status save_sgf(const struct match *m, const struct game_record *record,
                            struct failure *why) {
    struct sgf_place place;
    struct sgf *sgf;
    enum status status = place_of(m, record->number, &place, why);
    if (status == STATUS_OK) status = check_place(&place, why);
    if (status == STATUS_OK) status = sgf_from_game(&sgf, &record->game, why);
    if (status != STATUS_OK) return status;
    for (enum color color = BLACK; color <= WHITE; color++)
        sgf_set_player(sgf, color, m->plan->players[record->pairing.player[color]].name,
                       record->version[color]);
    sgf_set_text(sgf, SGF_ROOT, "EV", place.event);
    sgf_set_facts(sgf, NULL, NULL, record->result);
    if (*record->error.text) sgf_add_comment(sgf, SGF_ROOT, record->error.text);
    status = sgf_save(sgf, place.path, why);
    sgf_free(sgf);
    return status;
}

/* The SGF file first: a line in the results promises that all of the game is saved. */
static enum status save_game(struct match *m, const struct game_record *record,
                             struct failure *why) {
    enum status status = m->options->sgf_folder ? save_sgf(m, record, why) : STATUS_OK;
    if (status != STATUS_OK) return status;
    pthread_mutex_lock(&m->lock);
    status = append_line(m, record, why);
    if (status == STATUS_OK) {
        const enum color winner = winner_of(record);
        m->winner[record->number] = (uint8_t)winner;
        m->done++;
        m->played++;
        const struct counted_game game = {
            .player = {record->pairing.player[BLACK], record->pairing.player[WHITE]},
            .winner = winner,
            .end = record->end,
            .has_error = *record->error.text != 0,
            .cost = {record->cost[BLACK], record->cost[WHITE]}};
        standings_add(&m->standings, &game);
        advance_test(m);
        pthread_cond_broadcast(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

/* --- playing --- */

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
    const enum status status = save_game(m, &record, why);
    record_free(&record);
    return status;
}

/* Frees the worker's players and scorer. Each is taken out of reach of interrupt_all under the
 * lock, and freed outside it, because programs get time to quit. */
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

/* A failed worker keeps its message, if it is the first, and stops the others. Those end with
 * STATUS_STOPPED, which must not hide the cause. */
static void *work(void *argument) {
    struct match_worker *w = argument;
    struct match *m = w->match;
    struct failure why;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        struct pairing_of_game pairing;
        pthread_mutex_lock(&m->lock);
        const int64_t game = take_game(m, &pairing);
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

static void report(const struct match *m, bool over) {
    const struct match_progress progress = {.standings = &m->standings,
                                            .test = m->plan->is_sequential ? &m->test : NULL,
                                            .over = over,
                                            .done = m->done,
                                            .total = m->total,
                                            .played = m->played};
    if (m->options->progress) m->options->progress(m->options->context, &progress);
}

/* Watches the workers until the last one has ended. The timeout of the wait is the pace of progress
 * reports and of interrupts, which have to be repeated. */
static void watch(struct match *m) {
    pthread_mutex_lock(&m->lock);
    while (m->live > 0) {
        threads_wait(&m->changed, &m->lock, 0.2);
        if (atomic_load(m->options->stop)) {
            interrupt_all(m);
            pthread_cond_broadcast(&m->changed);
        }
        report(m, false);
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

/* No more workers than games: in a match that is nearly done, the others would only load weights.
 */
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

/* --- before the first game --- */

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

/* Whether PATH is named as a file in FOLDER. */
static bool is_inside(const char *path, const char *folder) {
    const size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length - 1] == '/');
}

/* Opens the results and then makes the folder of the records, so that a name that can't be written
 * leaves no folder; first the folder if the results are to lie in it. */
static enum status open_outputs(struct match *m, struct failure *why) {
    const char *folder = m->options->sgf_folder;
    const bool first = folder && is_inside(m->options->results, folder);
    enum status status = first ? file_make_folder(folder, why) : STATUS_OK;
    if (status == STATUS_OK) status = open_results(m, why);
    if (status == STATUS_OK && folder && !first) status = file_make_folder(folder, why);
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
    for (int64_t g = 0; g < (int64_t)games; g++) m->total += owns(m, g);
    enum status status = standings_init(&m->standings, (int)players, why);
    if (status == STATUS_OK) status = open_outputs(m, why);
    if (status != STATUS_OK) return status;
    advance_test(m);
    return m->options->sgf_folder ? check_sgf_folder(m, why) : STATUS_OK;
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
    return m->done >= m->total || is_decided(m);
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
    if (status == STATUS_OK) report(&m, true);
    close_match(&m);
    return status;
}
