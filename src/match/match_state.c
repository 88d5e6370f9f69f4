#include "match_state.h"

#include "guzumi/go/sgf.h"
#include "guzumi/match/results.h"

#include <inttypes.h>
#include <string.h>

/* --- which game is next -------------------------------------------------------------------------
 */

bool match_owns(const struct match *m, int64_t game) {
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
 * would enter first, and the verdict would depend on the number of threads. */
void match_advance_test(struct match *m) {
    const int64_t pairs = plan_total(m->plan) / 2;
    for (; m->plan->is_sequential && m->tested < pairs; m->tested++) {
        const uint8_t *known = &m->winner[2 * m->tested];
        const enum color winners[2] = {(enum color)known[0], (enum color)known[1]};
        if (known[0] == UNPLAYED || known[1] == UNPLAYED) break;
        sprt_add(&m->test, schedule_pair_points(m->plan, m->tested, winners));
    }
}

bool match_is_decided(const struct match *m) {
    return m->test.verdict != SPRT_OPEN;
}

/* Games are given out in the order of their numbers, except those of other shards and those that
 * the file of results has. A round of a Swiss tournament begins when the one before is complete.
 * Then the first worker that notices draws the pairings, and the others find them drawn. */
int64_t match_take_game(struct match *m, struct pairing_of_game *pairing) {
    const int64_t games = plan_total(m->plan), round_games = schedule_round_games(m->plan);
    while (m->next < games && !match_is_decided(m) && !atomic_load(m->options->stop)) {
        const int64_t game = m->next;
        if (round_games && game / round_games != m->round) {
            if (round_is_over(m))
                enter_next_round(m);
            else
                pthread_cond_wait(&m->changed, &m->lock);
            continue;
        }
        m->next++;
        if (!match_owns(m, game) || m->winner[game] != UNPLAYED) continue;
        *pairing = schedule_players(m->plan, game, m->order);
        return game;
    }
    return -1;
}

/* --- the file -----------------------------------------------------------------------------------
 */

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
    m->done += match_owns(m, result->game);
    standings_add_result(&m->standings, result, m->plan);
    return STATUS_OK;
}

/* The file is read before file_grow_begin claims it: reading it later would release the claim. */
enum status match_open_results(struct match *m, struct failure *why) {
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

enum status match_check_sgf_folder(const struct match *m, struct failure *why) {
    struct sgf_place place;
    for (int64_t g = 0; g < plan_total(m->plan); g++) {
        if (!match_owns(m, g) || m->winner[g] != UNPLAYED) continue;
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
enum status match_save_game(struct match *m, const struct game_record *record,
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
        standings_add(&m->standings, record->pairing.player, winner, record->cost);
        match_advance_test(m);
        pthread_cond_broadcast(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}
