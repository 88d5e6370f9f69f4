#include "referee.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A game in progress. */
struct table {
    const struct side_world *world;
    struct child *judge;
    struct side *const *sides;
    struct game_record *record;
    struct time_control time;
    struct failure *why;
};

/* --- the end ------------------------------------------------------------------------------------
 */

static const char *const end_names[] = {"score",   "moves",   "resign", "time",
                                        "illegal", "refused", "crash",  "hang"};

static void lose(struct table *t, enum color loser, enum match_end end, char letter) {
    t->record->end = end;
    snprintf(t->record->result, sizeof t->record->result, "%c+%c", loser == BLACK ? 'W' : 'B',
             letter);
}

/* COLOR's side has broken the game with FAULT. Passes the faults on that end the match. */
static enum fault forfeit(struct table *t, enum color color, enum fault fault) {
    switch (fault) {
    case FAULT_NONE:
    case FAULT_STOPPED:
    case FAULT_FATAL:
        return fault;
    case FAULT_TIME:
        lose(t, color, END_TIME, 'T');
        break;
    case FAULT_CRASH:
        lose(t, color, END_CRASH, 'F');
        break;
    case FAULT_HANG:
        lose(t, color, END_HANG, 'F');
        break;
    case FAULT_ILLEGAL:
        lose(t, color, END_ILLEGAL, 'F');
        break;
    case FAULT_REFUSED:
        lose(t, color, END_REFUSED, 'F');
        break;
    }
    t->record->error = *t->why;
    side_end(t->sides[color], true);
    return fault;
}

/* --- the judge ----------------------------------------------------------------------------------
 */

/* Says COMMAND to the judge; false leaves in WHY what went wrong. */
static bool judge_asks(struct table *t, const char *command, const char **text) {
    const enum answer answer =
        child_ask(t->judge, command, clock_now() + t->world->plan->patience, t->world->stop, text);
    if (answer == ANSWER_GOOD) return true;
    char how[150];
    if (answer == ANSWER_ENDED)
        fail(t->why, STATUS_IO, "the referee %s",
             child_how_it_ended(t->judge, command, how, sizeof how));
    else
        fail(t->why, STATUS_IO, "the referee %s '%s'%s%.80s",
             answer == ANSWER_LATE ? "did not answer" : "did not take", command, **text ? ": " : "",
             *text);
    return false;
}

/* Loads the game into the judge. */
static bool show_game(struct table *t) {
    const struct game *game = &t->record->game;
    const char *text;
    char command[60], vertex[5];
    snprintf(command, sizeof command, "boardsize %d", game->board.size);
    if (!judge_asks(t, command, &text) || !judge_asks(t, "clear_board", &text)) return false;
    snprintf(command, sizeof command, "komi %.1f", game_komi(game));
    if (!judge_asks(t, command, &text)) return false;
    for (size_t i = 0; i < game->count; i++) {
        snprintf(command, sizeof command, "play %s %s", color_name(game->moves[i].color),
                 point_format(game->board.size, game->moves[i].point, vertex));
        if (!judge_asks(t, command, &text)) return false;
    }
    return true;
}

/* "B+3.5", "W+7.0" or "0" in half points, Black's view. */
static bool read_score(const char *text, int *half_score) {
    double points = 0;
    if (strcmp(text, "0") == 0) return *half_score = 0, true;
    if ((*text != 'B' && *text != 'W') || text[1] != '+' || !text_to_real(text + 2, &points) ||
        points < 0 || points > 2000)
        return false;
    *half_score = (int)lround(*text == 'B' ? 2 * points : -2 * points);
    return true;
}

static enum status start_judge(struct table *t) {
    if (t->judge->process) return STATUS_OK;
    return side_start_child(t->judge, t->world->plan->referee, t->world, t->why);
}

static bool ask_judge(struct table *t, int *half_score) {
    const char *text;
    if (!show_game(t) || !judge_asks(t, "final_score", &text)) return false;
    if (read_score(text, half_score)) return true;
    fail(t->why, STATUS_INVALID, "the referee's final_score is '%.80s', which is no score", text);
    return false;
}

/* A judge that fails must not decide: then the stones do, and the record tells of it. */
static enum fault score(struct table *t, enum match_end end) {
    struct game_record *record = t->record;
    int half_score = game_half_score(&record->game), judged;
    if (t->world->plan->referee) {
        if (start_judge(t) != STATUS_OK) return FAULT_FATAL;
        if (ask_judge(t, &judged)) {
            half_score = judged;
        } else {
            child_end(t->judge, false);
            if (atomic_load(t->world->stop)) return FAULT_STOPPED;
            fail(&record->error, STATUS_IO, "%s; scored by area", t->why->text);
        }
    }
    record->end = end;
    game_format_score(half_score, record->result, sizeof record->result);
    return FAULT_NONE;
}

/* --- the moves ----------------------------------------------------------------------------------
 */

/* What COLOR has for its next move. */
static struct side_clock clock_of(const struct table *t, enum color color) {
    const struct time_clock *clock = &t->time.clock[color];
    struct side_clock out = {.left = clock->left, .allowed = INFINITY, .stones = clock->stones};
    if (t->time.kind == TIME_NONE) return out;
    out.allowed = clock->left;
    if (t->time.kind == TIME_CANADIAN && clock->stones == 0) out.allowed += t->time.period;
    return out;
}

/* Gets COLOR's move and charges its clock. */
static enum fault take_move(struct table *t, enum color color, int *point) {
    const struct side_clock clock = clock_of(t, color);
    struct side *side = t->sides[color];
    const double processor_begin = side_processor(side); /* may take its time */
    const double begin = clock_now();
    const enum fault fault = side_genmove(side, color, clock, point, t->why);
    const double seconds = clock_now() - begin;
    const double processor = side_processor(side) - processor_begin;
    const bool by_processor = t->world->plan->clock == CLOCK_THREAD && !isnan(processor);
    const double used = by_processor ? processor : seconds;
    t->record->cost[color].moves++;
    t->record->cost[color].seconds += seconds;
    t->record->cost[color].processor += processor;
    time_control_spend(&t->time, color, used);
    if (fault != FAULT_NONE || used <= clock.allowed) return fault;
    fail(t->why, STATUS_INVALID, "a move took %.3f seconds, %.3f were left", used, clock.allowed);
    return FAULT_TIME;
}

/* One move by the side whose turn it is. DONE when the game is over by it. */
static enum fault play_move(struct table *t, bool *done) {
    struct game_record *record = t->record;
    const enum color color = record->game.to_move, other = color_other(color);
    int point = PASS;
    *done = true;
    enum fault fault = take_move(t, color, &point);
    if (fault != FAULT_NONE) return forfeit(t, color, fault);
    if (point == RESIGN) {
        lose(t, color, END_RESIGN, 'R');
        return FAULT_NONE;
    }
    if (game_play(&record->game, point, color, t->why) != STATUS_OK)
        return forfeit(t, color, FAULT_ILLEGAL);
    if (game_passes(&record->game) >= 2) return score(t, END_SCORE);
    if (record->game.count >= (size_t)t->world->plan->max_moves) return score(t, END_MOVES);
    *done = false;
    fault = side_play(t->sides[other], point, color, t->why);
    if (fault != FAULT_NONE) *done = true;
    return forfeit(t, other, fault);
}

/* Puts the sides before the position after the opening. */
static enum fault seat(struct table *t) {
    const struct game *game = &t->record->game;
    for (int color = BLACK; color <= WHITE; color++) {
        struct side *side = t->sides[color];
        enum fault fault = side_begin(side, t->record->seed[color], t->why);
        for (size_t i = 0; fault == FAULT_NONE && i < game->count; i++)
            fault = side_play(side, game->moves[i].point, (enum color)game->moves[i].color, t->why);
        if (fault != FAULT_NONE) return forfeit(t, (enum color)color, fault);
    }
    return FAULT_NONE;
}

static enum fault play(struct table *t) {
    bool done = false;
    enum fault fault = seat(t);
    while (fault == FAULT_NONE && !done) {
        if (atomic_load(t->world->stop)) {
            fail(t->why, STATUS_STOPPED, "stopped");
            return FAULT_STOPPED;
        }
        fault = play_move(t, &done);
    }
    return fault == FAULT_STOPPED || fault == FAULT_FATAL ? fault : FAULT_NONE;
}

enum fault referee_play(const struct side_world *world, struct child *judge, int64_t number,
                        struct pairing_of_game players, struct side *const sides[2],
                        struct game_record *record, struct failure *why) {
    const struct plan *plan = world->plan;
    *record = (struct game_record){.number = number, .players = players};
    if (schedule_opening(plan, number, &record->game, why) != STATUS_OK) return FAULT_FATAL;
    record->opening = (int)record->game.count;
    struct table t = {world, judge, sides, record, .why = why};
    time_control_init(&t.time);
    if (plan->timed) time_control_settings(&t.time, plan->main_time, plan->period, plan->stones);
    for (int color = BLACK; color <= WHITE; color++)
        record->seed[color] = schedule_seed(plan, number, (enum color)color);
    const enum fault fault = play(&t);
    for (int color = BLACK; color <= WHITE; color++) {
        memcpy(record->version[color], side_version(sides[color]),
               strlen(side_version(sides[color])) + 1);
        side_end(sides[color], fault != FAULT_NONE);
    }
    if (fault != FAULT_NONE) record_free(record);
    return fault;
}

enum status referee_try(const struct side_world *world, struct failure *why) {
    struct child judge = {.process = NULL};
    struct game_record record = {.number = 0};
    struct failure what;
    struct table t = {.world = world, .judge = &judge, .record = &record, .why = &what};
    enum status status = game_init(&record.game, world->plan->size, why);
    if (status != STATUS_OK) return status;
    game_set_komi(&record.game, world->plan->komi, &what);
    if (start_judge(&t) != STATUS_OK || !show_game(&t)) {
        status = atomic_load(world->stop) ? fail(why, STATUS_STOPPED, "stopped")
                                          : side_refuse(world->plan->referee, &what, why);
    }
    child_end(&judge, status == STATUS_OK);
    record_free(&record);
    return status;
}

void record_free(struct game_record *record) {
    game_free(&record->game);
}

/* --- the line -----------------------------------------------------------------------------------
 */

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
                 record->number, plan->players[record->players.player[BLACK]].name,
                 plan->players[record->players.player[WHITE]].name, record->result,
                 record->game.count, end_names[record->end]);
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
