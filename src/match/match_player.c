/* Both kinds of players behind one set of functions. An engine in this process gets calls; a
 * program gets GTP. What a game looks like to a program:
 *
 *     name, version, list_commands            once, after its start
 *     boardsize 9, clear_board, komi 7.5      each game
 *     set_random_seed 713259187               if it lists the command
 *     time_settings 300 0 0                   if the plan has a clock
 *     play black E5, play white C4            the opening
 *     time_left black 297 0, genmove black    its move
 *     play white D4                           the opponent's
 *
 * A command that it refuses costs the program the game (FAULT_REFUSED). So beside the clock, which
 * is the plan's wish, only those are sent that GTP requires of every program or that it lists. */
#include "match_game.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a command line it stands for the game's seed, for programs that take it only there. */
static const char seed_mark[] = "{seed}";

struct match_player {
    const struct match_world *world;
    const struct plan_player *settings;
    char version[80];
    struct engine *engine; /* internal players; else NULL */
    struct child child;
    bool takes_seed, takes_time_left; /* optional commands that the program supports */
};

/* --- external programs --- */

static double patience_ends(const struct match_player *p) {
    return clock_now() + p->world->plan->patience;
}

/* Sends COMMAND and waits for the answer. */
static enum fault ask(struct match_player *p, const char *command, double deadline,
                      enum fault when_late, const char **text, struct failure *why) {
    const enum fault faults[] = {
        [ANSWER_GOOD] = FAULT_NONE,       [ANSWER_REFUSED] = FAULT_REFUSED,
        [ANSWER_ENDED] = FAULT_CRASH,     [ANSWER_LATE] = when_late,
        [ANSWER_MALFORMED] = FAULT_CRASH, [ANSWER_STOPPED] = FAULT_STOPPED};
    const enum answer answer = child_ask(&p->child, command, deadline, p->world->stop, text);
    child_outcome(&p->child, answer, p->settings->name, command, *text, why);
    return faults[answer];
}

/* Sends COMMAND, whose answer has no text of interest. */
static enum fault send_command(struct match_player *p, const char *command, struct failure *why) {
    const char *text;
    return ask(p, command, patience_ends(p), FAULT_HANG, &text, why);
}

/* Whether NAME is a line of LIST. Names are compared as whole lines: "play" is not listed by
 * "gogui-play_sequence". */
static bool lists(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == '\n') && (!at[length] || strchr(" \t\n", at[length])))
            return true;
    return false;
}

/* Asks a program that was just started for its name, version and commands. The version goes into
 * the results, where a column ends at a tab and a line at a newline, so control characters are
 * replaced. */
static enum fault introduce(struct match_player *p, struct failure *why) {
    const char *text;
    enum fault fault = ask(p, "name", patience_ends(p), FAULT_HANG, &text, why);
    if (fault != FAULT_NONE) return fault;
    text_copy(p->version, 40, text);
    fault = ask(p, "version", patience_ends(p), FAULT_HANG, &text, why);
    if (fault != FAULT_NONE) return fault;
    if (*text) {
        const size_t length = strlen(p->version);
        p->version[length] = ' ';
        text_copy(p->version + length + 1, sizeof p->version - length - 1, text);
    }
    text_make_printable(p->version, '?');
    fault = ask(p, "list_commands", patience_ends(p), FAULT_HANG, &text, why);
    if (fault != FAULT_NONE) return fault;
    p->takes_seed = lists(text, "set_random_seed");
    p->takes_time_left = lists(text, "time_left");
    return FAULT_NONE;
}

/* COMMAND with SEED for each seed_mark, for the caller to free. */
static char *fill_in_seed(const char *command, uint32_t seed) {
    const size_t mark = sizeof seed_mark - 1;
    char *out = malloc(4 * strlen(command) + 16), *end = out; /* 10 digits for 6 characters */
    if (!out) return NULL;
    for (const char *at; (at = strstr(command, seed_mark)); command = at + mark)
        end += sprintf(end, "%.*s%" PRIu32, (int)(at - command), command, seed);
    strcpy(end, command);
    return out;
}

enum status match_start_program(struct child *child, const char *command,
                                const struct match_world *world, struct failure *why) {
    struct failure cause;
    const enum status status = child_start(child, command, world->forking, &cause);
    if (status == STATUS_OK) return status;
    return fail(why, status, "%.300s; lower -j: fewer games at once need fewer programs",
                cause.text);
}

enum status match_reject_program(const char *command, const struct failure *cause,
                                 struct failure *why) {
    return fail(why, STATUS_IO, "'%.100s' does not work as a GTP program: %.200s", command,
                cause->text);
}

/* A program runs on from game to game, since starting may take seconds. If it does not even
 * introduce itself, it is ended at once: the next game starts it anew. */
static enum fault start(struct match_player *p, uint32_t seed, struct failure *why) {
    if (p->child.process) return FAULT_NONE;
    char *command = fill_in_seed(p->settings->command, seed);
    if (!command) {
        out_of_memory(why, "a command");
        return FAULT_FATAL;
    }
    const enum status status = match_start_program(&p->child, command, p->world, why);
    free(command);
    if (status != STATUS_OK) return FAULT_FATAL;
    const enum fault fault = introduce(p, why);
    if (fault != FAULT_NONE) child_end(&p->child, false);
    return fault;
}

/* The command that sets the plan's clock: GTP's own knows neither byo-yomi nor Fischer's clock. */
static void print_clock(const struct plan *plan, char *out, size_t size) {
    if (plan->time_kind == TIME_BYO_YOMI)
        snprintf(out, size, "kgs-time_settings byoyomi %.10g %.10g %d", plan->main_time,
                 plan->period, plan->stones);
    else if (plan->time_kind == TIME_FISCHER)
        snprintf(out, size, "kata-time_settings fischer %.10g %.10g", plan->main_time,
                 plan->period);
    else
        snprintf(out, size, "time_settings %.10g %.10g %d", plan->main_time, plan->period,
                 plan->stones);
}

static enum fault begin_external(struct match_player *p, uint32_t seed, struct failure *why) {
    const struct plan *plan = p->world->plan;
    char commands[5][100];
    int count = 0;
    /* Before the commands are chosen: only its list says whether the program takes a seed. */
    enum fault fault = start(p, seed, why);
    snprintf(commands[count++], sizeof commands[0], "boardsize %d", plan->size);
    snprintf(commands[count++], sizeof commands[0], "clear_board");
    snprintf(commands[count++], sizeof commands[0], "komi %.1f", plan->komi);
    if (p->takes_seed)
        snprintf(commands[count++], sizeof commands[0], "set_random_seed %" PRIu32, seed);
    if (plan->time_kind != TIME_NONE) print_clock(plan, commands[count++], sizeof commands[0]);
    for (int i = 0; fault == FAULT_NONE && i < count; i++)
        fault = send_command(p, commands[i], why);
    return fault;
}

/* When genmove has to be answered:
 *
 *     without a clock       patience             later: FAULT_HANG
 *     by the wall           allowed              later: FAULT_TIME
 *     by the processor      allowed + patience   later: FAULT_HANG (it may have been waiting) */
static enum fault ask_genmove(struct match_player *p, const char *command, double allowed,
                              const char **text, struct failure *why) {
    const struct plan *plan = p->world->plan;
    if (plan->time_kind == TIME_NONE)
        return ask(p, command, patience_ends(p), FAULT_HANG, text, why);
    if (plan->clock == CLOCK_WALL)
        return ask(p, command, clock_now() + allowed, FAULT_TIME, text, why);
    return ask(p, command, patience_ends(p) + allowed, FAULT_HANG, text, why);
}

static enum fault genmove_external(struct match_player *p, enum color color,
                                   struct player_clock clock, int *point, struct failure *why) {
    char command[60], move[12];
    const char *text;
    enum fault fault = FAULT_NONE;
    if (p->world->plan->time_kind != TIME_NONE && p->takes_time_left) {
        snprintf(command, sizeof command, "time_left %s %.0f %d", color_name(color),
                 floor(clock.left), clock.stones);
        fault = send_command(p, command, why);
    }
    snprintf(command, sizeof command, "genmove %s", color_name(color));
    if (fault == FAULT_NONE) fault = ask_genmove(p, command, clock.allowed, &text, why);
    if (fault != FAULT_NONE) return fault;
    /* Some programs write more behind the move, on the line or below it; the first word counts. */
    snprintf(move, sizeof move, "%.*s", (int)strcspn(text, " \t\n"), text);
    if (text_equal_nocase(move, "resign")) {
        *point = RESIGN;
    } else if (!point_parse(p->world->plan->size, move, point)) {
        fail(why, STATUS_INVALID, "%s answered '%s' with '%.80s', which is not a move",
             p->settings->name, command, text);
        return FAULT_ILLEGAL;
    }
    return FAULT_NONE;
}

/* --- internal players --- */

static enum status begin_internal(struct match_player *p, uint32_t seed, struct failure *why) {
    const struct plan *plan = p->world->plan;
    engine_clear(p->engine, plan->size);
    engine_seed(p->engine, seed);
    engine_use_clock(p->engine, plan->clock);
    enum status status = engine_set_komi(p->engine, plan->komi, why);
    /* Before the clock runs: loading weights is not thinking. */
    if (status == STATUS_OK) status = engine_prepare(p->engine, why);
    plan_set_clocks(plan, engine_time_control(p->engine));
    return status;
}

/* An internal player fails only for want of memory or of sound weights, and the other games would
 * fail as well: the match ends, and continues once that is repaired. */
static enum fault fatal_unless_ok(enum status status) {
    return status == STATUS_OK ? FAULT_NONE : FAULT_FATAL;
}

/* --- both --- */

enum status match_player_new(struct match_player **out, const struct match_world *world,
                             const struct plan_player *settings, struct weight_store *store,
                             struct failure *why) {
    struct match_player *p = calloc(1, sizeof *p);
    if (!p) return out_of_memory(why, "a player");
    p->world = world;
    p->settings = settings;
    if (!settings->command) {
        snprintf(p->version, sizeof p->version, "Guzumi %s", GUZUMI_VERSION);
        const enum status status = engine_new(&p->engine, &settings->params, store, why);
        if (status != STATUS_OK) {
            match_player_free(p);
            return status;
        }
    }
    *out = p;
    return STATUS_OK;
}

void match_player_free(struct match_player *p) {
    if (!p) return;
    engine_free(p->engine);
    child_end(&p->child, true);
    free(p);
}

/* The thread's clock is only the player's if it has no helper threads, since those count apart. */
double match_player_processor(const struct match_player *p) {
    if (!p->engine) return child_processor(&p->child);
    return p->settings->params.threads == 1 ? clock_read(CLOCK_THREAD) : NAN;
}

const char *match_player_version(const struct match_player *p) {
    return *p->version ? p->version : "-";
}

enum fault match_player_begin(struct match_player *p, uint32_t seed, struct failure *why) {
    if (p->engine) return fatal_unless_ok(begin_internal(p, seed, why));
    return begin_external(p, seed, why);
}

enum fault match_player_play(struct match_player *p, int point, enum color color,
                             struct failure *why) {
    if (p->engine) return fatal_unless_ok(engine_play(p->engine, point, color, why));
    char vertex[5], command[40];
    snprintf(command, sizeof command, "play %s %s", color_name(color),
             point_format(p->world->plan->size, point, vertex));
    return send_command(p, command, why);
}

enum fault match_player_genmove(struct match_player *p, enum color color, struct player_clock clock,
                                int *point, struct failure *why) {
    if (!p->engine) return genmove_external(p, color, clock, point, why);
    const enum fault fault = fatal_unless_ok(engine_genmove(p->engine, color, point, why));
    /* An interrupted search returns a move, but one of too few simulations. */
    return fault == FAULT_NONE && atomic_load(p->world->stop) ? FAULT_STOPPED : fault;
}

void match_player_end(struct match_player *p, bool broken) {
    if (p->engine) return;
    /* A program with its seed in the command line is restarted for each game. */
    if (broken || strstr(p->settings->command, seed_mark)) child_end(&p->child, !broken);
}

void match_player_interrupt(struct match_player *p) {
    if (p->engine) engine_interrupt(p->engine);
}
