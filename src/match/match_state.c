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
    m->done += match_owns(m, result->game);
    standings_add(&m->standings, black, white, result->winner);
    standings_add_cost(&m->standings, black, result_cost(result, BLACK));
    standings_add_cost(&m->standings, white, result_cost(result, WHITE));
    return STATUS_OK;
}

enum status match_open_results(struct match *m, struct failure *why) {
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
    status = header.failed ? out_of_memory(why, "a line of the results")
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
                                   ? out_of_memory(why, "a line of the results")
                                   : file_grow_append(&m->file, line.data, line.length, why);
    buffer_free(&line);
    return status;
}

static enum color winner_of(const struct game_record *record) {
    return record->result[0] == 'B' ? BLACK : record->result[0] == 'W' ? WHITE : EMPTY;
}

/* The file of a game, and what is said there of whose game it is. */
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
    return fail(why, STATUS_INVALID, "--sgf: the folder's name is too long");
}

/* Fails if the file at PLACE is there and no game of this plan. */
static enum status spare_other_game(const struct sgf_place *place, struct failure *why) {
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
                "%.200s is no game of this plan and would be lost; choose another folder",
                place->path);
}

enum status match_spare_other_games(const struct match *m, struct failure *why) {
    struct sgf_place place;
    for (int64_t g = 0; g < plan_total(m->plan); g++) {
        if (!match_owns(m, g) || m->winner[g] != UNPLAYED) continue;
        const enum status status = place_of(m, g, &place, why);
        return status == STATUS_OK ? spare_other_game(&place, why) : status;
    }
    return STATUS_OK;
}

static enum status save_sgf(const struct match *m, const struct game_record *record,
                            struct failure *why) {
    struct sgf_place place;
    struct sgf *sgf;
    enum status status = place_of(m, record->number, &place, why);
    if (status == STATUS_OK) status = spare_other_game(&place, why);
    if (status == STATUS_OK) status = sgf_from_game(&sgf, &record->game, why);
    if (status != STATUS_OK) return status;
    for (enum color color = BLACK; color <= WHITE; color++)
        sgf_set_player(sgf, color, m->plan->players[record->players.player[color]].name,
                       record->version[color]);
    sgf_set_text(sgf, SGF_ROOT, "EV", place.event);
    sgf_set_facts(sgf, NULL, NULL, record->result);
    if (*record->error.text) sgf_add_comment(sgf, SGF_ROOT, record->error.text);
    status = sgf_save(sgf, place.path, why);
    sgf_free(sgf);
    return status;
}

/* The game's own file first: a line in the results says that all of the game is kept. */
enum status match_keep(struct match *m, const struct game_record *record, struct failure *why) {
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
        match_advance_test(m);
        pthread_cond_broadcast(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}
