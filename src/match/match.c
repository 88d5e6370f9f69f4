#include "guzumi/match.h"

#include "referee.h"

#include "guzumi/clock.h"
#include "guzumi/file.h"
#include "guzumi/memory_store.h"
#include "guzumi/results.h"
#include "guzumi/sgf.h"
#include "guzumi/threads.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No winner yet; beside enum color, where EMPTY is a draw. */
enum { UNPLAYED = 3 };

struct match;

/* A thread that plays one game after the other, with players of its own. */
struct match_worker {
    struct match *match;
    pthread_t thread;
    struct side **sides; /* owned; by player, made when first needed */
    struct child judge;
};

struct match {
    const struct plan *plan;
    const struct match_options *options;
    struct side_world world;
    struct memory_store **memories; /* owned; by player, shared where the weights are the same */
    struct file_grown file;         /* of results, claimed against a second match */
    pthread_mutex_t forking;

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    uint8_t *winner; /* owned; by game: enum color or UNPLAYED */
    int64_t next;    /* no game before this one is left to begin */
    int64_t done, total, played;
    int64_t round; /* Swiss: the one that ORDER is of, -1 at first */
    int *order;    /* owned; its pairings */
    double *wins;  /* owned; of each player before it */
    struct standings standings;
    struct sprt test;
    int64_t tested;               /* pairs that it has taken in */
    struct match_worker *workers; /* owned */
    int live;                     /* workers that have not ended */
    enum status status;           /* of the first worker that failed */
    struct failure failure;
};

/* --- which game is next -------------------------------------------------------------------------
 */

static bool is_mine(const struct match *m, int64_t game) {
    return game % m->options->shards == m->options->shard - 1;
}

/* Whether the present round's games are all known. */
static bool round_is_over(const struct match *m) {
    const int64_t games = schedule_round_games(m->plan), first = m->round * games;
    for (int64_t g = first; m->round >= 0 && g < first + games; g++)
        if (m->winner[g] == UNPLAYED) return false;
    return true;
}

/* Swiss: counts the present round's wins and draws the next one's pairings. */
static void enter_next_round(struct match *m) {
    const int64_t games = schedule_round_games(m->plan), first = m->round * games;
    for (int64_t g = first; m->round >= 0 && g < first + games; g++) {
        const struct pairing_of_game pairing = schedule_players(m->plan, g, m->order);
        for (int color = BLACK; color <= WHITE; color++)
            m->wins[pairing.player[color]] += m->winner[g] == EMPTY ? 0.5 : m->winner[g] == color;
    }
    schedule_swiss_round(m->plan, ++m->round, m->wins, m->order);
}

/* Takes in the pairs whose games are known, as far as none before them is missing. */
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

/* The next game to play, or -1 when none is left. Waits for the end of a Swiss round. Locked. */
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
        if (!is_mine(m, game) || m->winner[game] != UNPLAYED) continue;
        *pairing = schedule_players(m->plan, game, m->order);
        return game;
    }
    return -1;
}

/* --- the file -----------------------------------------------------------------------------------
 */

/* Takes in a game that the file tells of. */
static enum status recall(struct match *m, const struct result *result, struct failure *why) {
    const char *path = m->options->results;
    const int black = plan_find_player(m->plan, result->column[RESULT_BLACK]);
    const int white = plan_find_player(m->plan, result->column[RESULT_WHITE]);
    if (result->plan != m->plan->hash)
        return fail(why, STATUS_INVALID,
                    "%.150s: game %" PRId64 " is of plan %016" PRIx64 ", this plan is %016" PRIx64
                    "; give another --out, or restore the plan",
                    path, result->game, result->plan, m->plan->hash);
    if (black < 0 || white < 0)
        return fail(why, STATUS_INVALID, "%.150s: game %" PRId64 ": no such player in this plan",
                    path, result->game);
    /* `games` may have been lowered since. */
    if (result->game >= plan_total(m->plan) || m->winner[result->game] != UNPLAYED)
        return STATUS_OK;
    m->winner[result->game] = (uint8_t)result->winner;
    m->done += is_mine(m, result->game);
    standings_add(&m->standings, black, white, result->winner);
    standings_add_cost(&m->standings, black, result_cost(result, BLACK));
    standings_add_cost(&m->standings, white, result_cost(result, WHITE));
    return STATUS_OK;
}

/* Opens the file, takes in what it holds and cuts a half line off. Another match that writes the
 * same file would make each game twice. */
static enum status open_results(struct match *m, struct failure *why) {
    const char *path = m->options->results;
    struct results results = {0};
    size_t complete = 0;
    enum status status = file_grow_open(&m->file, path, why);
    if (status == STATUS_OK) status = results_read(&results, path, &complete, why);
    for (size_t i = 0; status == STATUS_OK && i < results.count; i++)
        status = recall(m, &results.list[i], why);
    results_free(&results);
    if (status == STATUS_OK) status = file_grow_claim(&m->file, why);
    if (status == STATUS_OK) status = file_grow_cut(&m->file, complete, why);
    if (status != STATUS_OK || complete) return status;
    struct buffer header = {0};
    buffer_print(&header, "%s\n", results_header);
    status = header.failed ? fail_memory(why, "a line of the results")
                           : file_grow_append(&m->file, header.data, header.length, why);
    buffer_free(&header);
    return status;
}

/* Appends the record's line at once. Locked. */
static enum status append_line(struct match *m, const struct game_record *record,
                               struct failure *why) {
    struct buffer line = {0};
    record_print(record, m->plan, &line);
    const enum status status = line.failed
                                   ? fail_memory(why, "a line of the results")
                                   : file_grow_append(&m->file, line.data, line.length, why);
    buffer_free(&line);
    return status;
}

static enum color winner_of(const struct game_record *record) {
    return record->result[0] == 'B' ? BLACK : record->result[0] == 'W' ? WHITE : EMPTY;
}

static enum status save_sgf(const struct match *m, const struct game_record *record,
                            struct failure *why) {
    char path[1024], event[60];
    struct sgf *sgf;
    snprintf(path, sizeof path, "%s/%07" PRId64 ".sgf", m->options->sgf_folder, record->number);
    enum status status = sgf_from_game(&sgf, &record->game, why);
    if (status != STATUS_OK) return status;
    for (enum color color = BLACK; color <= WHITE; color++)
        sgf_set_player(sgf, color, m->plan->players[record->players.player[color]].name,
                       record->version[color]);
    snprintf(event, sizeof event, "plan %016" PRIx64 " game %" PRId64, m->plan->hash,
             record->number);
    sgf_set_text(sgf, SGF_ROOT, "EV", event);
    sgf_set_facts(sgf, NULL, NULL, record->result);
    if (*record->error.text) sgf_add_comment(sgf, SGF_ROOT, record->error.text);
    status = sgf_save(sgf, path, why);
    sgf_free(sgf);
    return status;
}

/* The game's own file first: a line in the results says that all of the game is kept. */
static enum status keep(struct match *m, const struct game_record *record, struct failure *why) {
    enum status status = m->options->sgf_folder ? save_sgf(m, record, why) : STATUS_OK;
    if (status != STATUS_OK) return status;
    pthread_mutex_lock(&m->lock);
    status = append_line(m, record, why);
    if (status == STATUS_OK) {
        const enum color winner = winner_of(record);
        m->winner[record->number] = (uint8_t)winner;
        m->done++;
        m->played++;
        standings_add(&m->standings, record->players.player[BLACK], record->players.player[WHITE],
                      winner);
        for (int color = BLACK; color <= WHITE; color++)
            standings_add_cost(&m->standings, record->players.player[color], record->cost[color]);
        advance_test(m);
        pthread_cond_broadcast(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

/* --- playing ------------------------------------------------------------------------------------
 */

/* The worker's own player number PLAYER, made when it is not there yet. */
static enum status get_side(struct match_worker *w, int player, struct side **out,
                            struct failure *why) {
    struct match *m = w->match;
    *out = w->sides[player];
    if (*out) return STATUS_OK;
    const enum status status =
        side_new(out, &m->world, &m->plan->players[player], m->memories[player], why);
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
    const enum status status = keep(m, &record, why);
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
        const int64_t game = take_game(m, &pairing);
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
    if (!w->sides) return fail_memory(why, "the players");
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
        for (int j = 0; j < i && !m->memories[i]; j++)
            if (m->memories[j] &&
                strcmp(weights, players[j].weights ? players[j].weights : "") == 0)
                m->memories[i] = m->memories[j];
        if (m->memories[i]) continue;
        const struct memory *unpacked;
        enum status status = memory_store_new(&m->memories[i], why);
        if (status == STATUS_OK && *weights)
            status = memory_store_load(m->memories[i], weights, why);
        /* What is unpacked here is only read by the threads. */
        if (status == STATUS_OK)
            status = memory_store_get(m->memories[i], m->plan->size, &unpacked, why);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static void close_memories(struct match *m) {
    for (int i = 0; m->memories && i < m->plan->player_count; i++) {
        bool shared = false;
        for (int j = 0; j < i; j++) shared = shared || m->memories[j] == m->memories[i];
        if (!shared) memory_store_free(m->memories[i]);
    }
    free(m->memories);
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
    return fail(why, STATUS_IO, "'%.100s' does not work as a GTP program: %.200s", player->command,
                what.text);
}

static enum status try_programs(struct match *m, struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < m->plan->player_count; i++)
        if (m->plan->players[i].command) status = try_program(m, &m->plan->players[i], why);
    if (status == STATUS_OK && m->plan->referee) {
        const struct plan_player referee = {.name = "referee", .command = m->plan->referee};
        status = try_program(m, &referee, why);
    }
    return status;
}

static enum status open_match(struct match *m, struct failure *why) {
    const size_t players = (size_t)m->plan->player_count, games = (size_t)plan_total(m->plan);
    m->memories = calloc(players, sizeof(struct memory_store *));
    m->order = calloc(players, sizeof *m->order);
    m->wins = calloc(players, sizeof *m->wins);
    m->winner = malloc(games);
    m->workers = calloc((size_t)m->options->jobs, sizeof *m->workers);
    if (!m->memories || !m->order || !m->wins || !m->winner || !m->workers)
        return fail_memory(why, "the match");
    memset(m->winner, UNPLAYED, games);
    for (int64_t g = 0; g < (int64_t)games; g++) m->total += is_mine(m, g);
    const char *folder = m->options->sgf_folder;
    enum status status = standings_init(&m->standings, (int)players, why);
    if (status == STATUS_OK && folder) status = file_make_folder(folder, why);
    if (status == STATUS_OK) status = open_results(m, why);
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
    if (status == STATUS_OK) advance_test(&m);
    if (status == STATUS_OK && m.done < m.total && !is_decided(&m)) {
        status = open_memories(&m, why);
        if (status == STATUS_OK) status = try_programs(&m, why);
        if (status == STATUS_OK) status = play_all(&m, why);
    }
    if (status == STATUS_OK) report(&m, clock_now(), true);
    close_match(&m);
    return status;
}
