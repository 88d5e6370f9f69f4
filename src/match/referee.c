/* One game from its opening to its result. The referee has the only game that counts
 * (record->game): players get copies of its moves, and a move is legal if game_play takes it. A
 * player can therefore neither cheat nor, by a fault of its own, end the match:
 *
 *     player's fault    crash, hang, time, illegal move, refusal    the opponent wins
 *     scorer's fault    any                                         scored by area, with a note
 *     ours              stop, memory, processes                     no game: it is played again */
#include "match_game.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct live_game {
    const struct match_world *world;
    struct child *scorer;
    struct match_player *const *players;
    struct game_record *record;
    struct time_control time;
    /* Overwritten by each failure; a forfeit keeps it in the record. */
    struct failure *why;
};

/* --- the end --- */

static void lose(struct live_game *g, enum color loser, enum match_end end, char letter) {
    g->record->end = end;
    snprintf(g->record->result, sizeof g->record->result, "%c+%c", loser == BLACK ? 'W' : 'B',
             letter);
}

/* COLOR's player loses by FAULT: "B+T" on time, "B+F" by forfeit, as in SGF. Faults that end the
 * match, and FAULT_NONE, are only passed on. */
static enum fault forfeit(struct live_game *g, enum color color, enum fault fault) {
    static const enum match_end ends[] = {[FAULT_CRASH] = END_CRASH,
                                          [FAULT_HANG] = END_HANG,
                                          [FAULT_TIME] = END_TIME,
                                          [FAULT_ILLEGAL] = END_ILLEGAL,
                                          [FAULT_REFUSED] = END_REFUSED};
    if (fault == FAULT_NONE || fault == FAULT_STOPPED || fault == FAULT_FATAL) return fault;
    lose(g, color, ends[fault], fault == FAULT_TIME ? 'T' : 'F');
    g->record->error = *g->why;
    match_player_end(g->players[color], true);
    return fault;
}

/* --- the scorer --- */

/* Sends COMMAND to the scorer. False leaves the reason in WHY. */
static bool scorer_ask(struct live_game *g, const char *command, const char **text) {
    const enum answer answer =
        child_ask(g->scorer, command, clock_now() + g->world->plan->patience, g->world->stop, text);
    return child_outcome(g->scorer, answer, "the referee", command, *text, g->why) == STATUS_OK;
}

/* Loads the game into the scorer. */
static bool show_game(struct live_game *g) {
    const struct game *game = &g->record->game;
    const char *text;
    char command[60], vertex[5];
    snprintf(command, sizeof command, "boardsize %d", game->board.size);
    if (!scorer_ask(g, command, &text) || !scorer_ask(g, "clear_board", &text)) return false;
    snprintf(command, sizeof command, "komi %.1f", game_komi(game));
    if (!scorer_ask(g, command, &text)) return false;
    for (size_t i = 0; i < game->count; i++) {
        snprintf(command, sizeof command, "play %s %s", color_name(game->moves[i].color),
                 point_format(game->board.size, game->moves[i].point, vertex));
        if (!scorer_ask(g, command, &text)) return false;
    }
    return true;
}

/* Reads "B+3.5", "W+7.0" or "0" as half points, Black's view. No score is beyond 2000 points: what
 * a program writes must not overflow an int. */
static bool read_score(const char *text, int *half_score) {
    double points = 0;
    if (strcmp(text, "0") == 0) return *half_score = 0, true;
    if ((*text != 'B' && *text != 'W') || text[1] != '+' || !text_to_real(text + 2, &points) ||
        points < 0 || points > 2000)
        return false;
    *half_score = (int)lround(*text == 'B' ? 2 * points : -2 * points);
    return true;
}

static enum status start_scorer(struct live_game *g) {
    if (g->scorer->process) return STATUS_OK;
    return match_start_program(g->scorer, g->world->plan->referee, g->world, g->why);
}

static bool ask_scorer(struct live_game *g, int *half_score) {
    const char *text;
    if (!show_game(g) || !scorer_ask(g, "final_score", &text)) return false;
    if (read_score(text, half_score)) return true;
    fail(g->why, STATUS_INVALID, "the referee's final_score is '%.80s', which is not a score",
         text);
    return false;
}

/* Scores the final position. If the scorer fails, the area decides, and the record says so: losing
 * the game would punish a player for the referee's fault. */
static enum fault score(struct live_game *g, enum match_end end) {
    struct game_record *record = g->record;
    int half_score = game_half_score(&record->game), scored;
    if (g->world->plan->referee) {
        if (start_scorer(g) != STATUS_OK) return FAULT_FATAL;
        if (ask_scorer(g, &scored)) {
            half_score = scored;
        } else {
            child_end(g->scorer, false);
            if (atomic_load(g->world->stop)) return FAULT_STOPPED;
            fail(&record->error, STATUS_IO, "%s; scored by area", g->why->text);
        }
    }
    record->end = end;
    game_format_score(half_score, record->result, sizeof record->result);
    return FAULT_NONE;
}

/* --- the moves --- */

/* Before the first stone of a Canadian period, the period's time is not on the clock yet; nor are
 * the periods of byo-yomi that wait behind the running one. */
static struct player_clock clock_of(const struct live_game *g, enum color color) {
    const struct time_clock *clock = &g->time.clock[color];
    struct player_clock out = {.left = clock->left, .allowed = INFINITY, .stones = clock->stones};
    if (g->time.kind == TIME_NONE) return out;
    out.allowed = clock->left;
    if (g->time.kind == TIME_CANADIAN && clock->stones == 0) out.allowed += g->time.period;
    if (g->time.kind == TIME_BYO_YOMI)
        out.allowed += g->time.period * (clock->stones ? clock->stones - 1 : g->time.stones);
    return out;
}

/* Gets COLOR's move and charges its clock. Reading the processor time takes a while
 * (process_seconds), so it happens outside the wall time. Where the processor time is unknown, the
 * wall decides. */
static enum fault take_move(struct live_game *g, enum color color, int *point) {
    const struct player_clock clock = clock_of(g, color);
    struct match_player *player = g->players[color];
    const double processor_begin = match_player_processor(player);
    const double begin = clock_now();
    const enum fault fault = match_player_genmove(player, color, clock, point, g->why);
    const double seconds = clock_now() - begin;
    const double processor = match_player_processor(player) - processor_begin;
    const bool by_processor = g->world->plan->clock == CLOCK_THREAD && !isnan(processor);
    const double used = by_processor ? processor : seconds;
    g->record->cost[color].seconds += seconds;
    g->record->cost[color].processor += processor;
    time_control_spend(&g->time, color, used);
    if (fault != FAULT_NONE || used <= clock.allowed) return fault;
    fail(g->why, STATUS_INVALID, "a move took %.3f seconds, but only %.3f were left", used,
         clock.allowed);
    return FAULT_TIME;
}

/* One move of Black's, and the messages to both programs:
 *
 *     Black       referee                                        White
 *                 take_move: the clock runs
 *       <-------  genmove b
 *     = D4  --->  game_play checks that D4 is legal
 *                 two passes, or max_moves: score; else
 *                 match_player_play                    play b D4 ------->
 *
 * Plays one move; *DONE if it ends the game. The opponent hears of a move only if the game
 * continues, so that it can't lose by refusing the last one. */
static enum fault play_move(struct live_game *g, bool *done) {
    struct game_record *record = g->record;
    const enum color color = record->game.to_move, other = color_other(color);
    int point = PASS;
    *done = true;
    enum fault fault = take_move(g, color, &point);
    if (fault != FAULT_NONE) return forfeit(g, color, fault);
    if (point == RESIGN) {
        lose(g, color, END_RESIGN, 'R');
        return FAULT_NONE;
    }
    if (game_play(&record->game, point, color, g->why) != STATUS_OK)
        return forfeit(g, color, FAULT_ILLEGAL);
    if (game_passes(&record->game) >= 2) return score(g, END_SCORE);
    if (record->game.count >= (size_t)g->world->plan->max_moves) return score(g, END_MOVES);
    *done = false;
    fault = match_player_play(g->players[other], point, color, g->why);
    if (fault != FAULT_NONE) *done = true;
    return forfeit(g, other, fault);
}

/* Starts both players and plays the opening to them. Black begins: if neither player works, Black
 * loses. */
static enum fault begin(struct live_game *g) {
    const struct game *game = &g->record->game;
    for (int color = BLACK; color <= WHITE; color++) {
        struct match_player *player = g->players[color];
        enum fault fault = match_player_begin(player, g->record->seed[color], g->why);
        for (size_t i = 0; fault == FAULT_NONE && i < game->count; i++)
            fault = match_player_play(player, game->moves[i].point,
                                      (enum color)game->moves[i].color, g->why);
        if (fault != FAULT_NONE) return forfeit(g, (enum color)color, fault);
    }
    return FAULT_NONE;
}

static enum fault play(struct live_game *g) {
    bool done = false;
    enum fault fault = begin(g);
    while (fault == FAULT_NONE && !done) {
        if (atomic_load(g->world->stop)) {
            fail(g->why, STATUS_STOPPED, "stopped");
            return FAULT_STOPPED;
        }
        fault = play_move(g, &done);
    }
    return fault == FAULT_STOPPED || fault == FAULT_FATAL ? fault : FAULT_NONE;
}

enum fault referee_play(const struct match_world *world, struct child *scorer, int64_t number,
                        struct pairing_of_game pairing, struct match_player *const players[2],
                        struct game_record *record, struct failure *why) {
    const struct plan *plan = world->plan;
    *record = (struct game_record){.number = number, .pairing = pairing};
    if (schedule_opening(plan, number, &record->game, why) != STATUS_OK) return FAULT_FATAL;
    record->opening = (int)record->game.count;
    struct live_game g = {world, scorer, players, record, .why = why};
    plan_set_clocks(plan, &g.time);
    for (int color = BLACK; color <= WHITE; color++)
        record->seed[color] = schedule_seed(plan, number, (enum color)color);
    /* Without a result both players count as broken, since nobody knows which position they hold:
     * programs start anew for the next game. */
    const enum fault fault = play(&g);
    const bool scored = record->end <= END_MOVES;
    for (int color = BLACK; color <= WHITE; color++) {
        record->cost[color].moves =
            result_turns((int64_t)record->game.count, record->opening, scored, (enum color)color);
        memcpy(record->version[color], match_player_version(players[color]),
               strlen(match_player_version(players[color])) + 1);
        match_player_end(players[color], fault != FAULT_NONE);
    }
    if (fault != FAULT_NONE) record_free(record);
    return fault;
}

enum status referee_try(const struct match_world *world, struct failure *why) {
    struct child scorer = {.process = NULL};
    struct game_record record = {.number = 0};
    struct failure cause;
    struct live_game g = {.world = world, .scorer = &scorer, .record = &record, .why = &cause};
    enum status status = game_init(&record.game, world->plan->size, why);
    if (status != STATUS_OK) return status;
    game_set_komi(&record.game, world->plan->komi, &cause);
    if (start_scorer(&g) != STATUS_OK || !show_game(&g)) {
        status = atomic_load(world->stop) ? fail(why, STATUS_STOPPED, "stopped")
                                          : match_reject_program(world->plan->referee, &cause, why);
    }
    child_end(&scorer, status == STATUS_OK);
    record_free(&record);
    return status;
}

void record_free(struct game_record *record) {
    game_free(&record->game);
}

/* --- the line of results --- */

static void print_opening(const struct game_record *record, struct buffer *out) {
    char vertex[5];
    for (int i = 0; i < record->opening; i++)
        buffer_print(out, "%s%s", i ? "," : "",
                     point_format(record->game.board.size, record->game.moves[i].point, vertex));
    buffer_print(out, "%s\t", record->opening ? "" : "-");
}

void record_print(const struct game_record *record, const struct plan *plan, struct buffer *out) {
    const char *error = record->error.text;
    buffer_print(out, "%016" PRIx64 "\t%" PRId64 "\t%s\t%s\t%s\t%zu\t%s\t", plan->hash,
                 record->number, plan->players[record->pairing.player[BLACK]].name,
                 plan->players[record->pairing.player[WHITE]].name, record->result,
                 record->game.count, match_end_words[record->end]);
    print_opening(record, out);
    buffer_print(out, "%" PRIu32 "\t%" PRIu32 "\t%.3f\t%.3f\t", record->seed[BLACK],
                 record->seed[WHITE], record->cost[BLACK].seconds, record->cost[WHITE].seconds);
    for (int color = BLACK; color <= WHITE; color++)
        if (isnan(record->cost[color].processor))
            buffer_print(out, "-\t");
        else
            buffer_print(out, "%.3f\t", record->cost[color].processor);
    buffer_print(out, "%s\t%s\t%s\n", record->version[BLACK], record->version[WHITE],
                 *error ? error : "-");
}
