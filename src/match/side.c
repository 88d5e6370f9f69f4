#include "side.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char seed_mark[] = "{seed}";

struct side {
    const struct side_world *world;
    const struct plan_player *player;
    char version[80];
    struct engine *engine; /* in process; NULL otherwise */
    struct child child;
    bool takes_seed, takes_time_left; /* commands that it lists */
};

/* --- external programs --------------------------------------------------------------------------
 */

static double patience_ends(const struct side *s) {
    return clock_now() + s->world->plan->patience;
}

/* Says COMMAND; a fault explains itself in WHY. */
static enum fault ask(struct side *s, const char *command, double deadline, enum fault when_late,
                      const char **text, struct failure *why) {
    const char *name = s->player->name;
    char how[150];
    switch (child_ask(&s->child, command, deadline, s->world->stop, text)) {
    case ANSWER_GOOD:
        return FAULT_NONE;
    case ANSWER_REFUSED:
        fail(why, STATUS_INVALID, "%s answered '%s' with '? %.80s'", name, command, *text);
        return FAULT_REFUSED;
    case ANSWER_ENDED:
        fail(why, STATUS_IO, "%s %s", name,
             child_how_it_ended(&s->child, command, how, sizeof how));
        return FAULT_CRASH;
    case ANSWER_NONSENSE:
        fail(why, STATUS_INVALID, "%s answered '%s' with '%.80s', which is no GTP", name, command,
             *text);
        return FAULT_CRASH;
    case ANSWER_LATE:
        fail(why, STATUS_IO, "%s did not answer '%s' in time", name, command);
        return when_late;
    case ANSWER_STOPPED:
        break;
    }
    fail(why, STATUS_STOPPED, "stopped");
    return FAULT_STOPPED;
}

static enum fault tell(struct side *s, const char *command, struct failure *why) {
    const char *text;
    return ask(s, command, patience_ends(s), FAULT_HANG, &text, why);
}

/* Whether NAME is a line of LIST. */
static bool lists(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == '\n') && (!at[length] || strchr(" \t\n", at[length])))
            return true;
    return false;
}

static enum fault introduce(struct side *s, struct failure *why) {
    const char *text;
    enum fault fault = ask(s, "name", patience_ends(s), FAULT_HANG, &text, why);
    if (fault != FAULT_NONE) return fault;
    int length = snprintf(s->version, sizeof s->version, "%.39s", text);
    fault = ask(s, "version", patience_ends(s), FAULT_HANG, &text, why);
    if (fault != FAULT_NONE) return fault;
    if (*text) snprintf(s->version + length, sizeof s->version - (size_t)length, " %.38s", text);
    text_make_printable(s->version, '?');
    fault = ask(s, "list_commands", patience_ends(s), FAULT_HANG, &text, why);
    if (fault != FAULT_NONE) return fault;
    s->takes_seed = lists(text, "set_random_seed");
    s->takes_time_left = lists(text, "time_left");
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

enum status side_start_child(struct child *child, const char *command,
                             const struct side_world *world, struct failure *why) {
    struct failure cause;
    const enum status status = child_start(child, command, world->forking, &cause);
    if (status == STATUS_OK) return status;
    return fail(why, status, "%.300s; fewer games at once (-j) need less", cause.text);
}

enum status side_refuse(const char *command, const struct failure *what, struct failure *why) {
    return fail(why, STATUS_IO, "'%.100s' does not work as a GTP program: %.200s", command,
                what->text);
}

/* Starts the program unless it runs. */
static enum fault start(struct side *s, uint32_t seed, struct failure *why) {
    if (s->child.process) return FAULT_NONE;
    char *command = fill_in_seed(s->player->command, seed);
    if (!command) {
        out_of_memory(why, "a command");
        return FAULT_FATAL;
    }
    const enum status status = side_start_child(&s->child, command, s->world, why);
    free(command);
    if (status != STATUS_OK) return FAULT_FATAL;
    const enum fault fault = introduce(s, why);
    if (fault != FAULT_NONE) child_end(&s->child, false);
    return fault;
}

static enum fault begin_external(struct side *s, uint32_t seed, struct failure *why) {
    const struct plan *plan = s->world->plan;
    char commands[5][100];
    int count = 0;
    enum fault fault = start(s, seed, why);
    snprintf(commands[count++], sizeof commands[0], "boardsize %d", plan->size);
    snprintf(commands[count++], sizeof commands[0], "clear_board");
    snprintf(commands[count++], sizeof commands[0], "komi %.1f", plan->komi);
    if (s->takes_seed)
        snprintf(commands[count++], sizeof commands[0], "set_random_seed %" PRIu32, seed);
    if (plan->timed)
        snprintf(commands[count++], sizeof commands[0], "time_settings %.10g %.10g %d",
                 plan->main_time, plan->period, plan->stones);
    for (int i = 0; fault == FAULT_NONE && i < count; i++) fault = tell(s, commands[i], why);
    return fault;
}

static enum fault genmove_external(struct side *s, enum color color, struct side_clock clock,
                                   int *point, struct failure *why) {
    const bool timed = s->world->plan->timed;
    const bool has_deadline = timed && s->world->plan->clock == CLOCK_WALL;
    char command[60];
    const char *text;
    if (timed && s->takes_time_left) {
        snprintf(command, sizeof command, "time_left %s %.0f %d", color_name(color),
                 floor(clock.left), clock.stones);
        const enum fault fault = tell(s, command, why);
        if (fault != FAULT_NONE) return fault;
    }
    snprintf(command, sizeof command, "genmove %s", color_name(color));
    const double patience = timed ? patience_ends(s) + clock.allowed : patience_ends(s);
    const double deadline = has_deadline ? clock_now() + clock.allowed : patience;
    const enum fault when_late = has_deadline ? FAULT_TIME : FAULT_HANG;
    const enum fault fault = ask(s, command, deadline, when_late, &text, why);
    if (fault != FAULT_NONE) return fault;
    char move[12];
    snprintf(move, sizeof move, "%.*s", (int)strcspn(text, " \t\n"), text);
    if (strcmp(move, "resign") == 0 || strcmp(move, "RESIGN") == 0) {
        *point = RESIGN;
    } else if (!point_parse(s->world->plan->size, move, point)) {
        fail(why, STATUS_INVALID, "%s answered '%s' with '%.80s', which is no move",
             s->player->name, command, text);
        return FAULT_ILLEGAL;
    }
    return FAULT_NONE;
}

/* --- players in process -------------------------------------------------------------------------
 */

static enum status begin_engine(struct side *s, uint32_t seed, struct failure *why) {
    const struct plan *plan = s->world->plan;
    engine_clear(s->engine, plan->size);
    engine_seed(s->engine, seed);
    engine_use_clock(s->engine, plan->clock);
    enum status status = engine_set_komi(s->engine, plan->komi, why);
    /* Loading is on no clock. */
    if (status == STATUS_OK) status = engine_prepare(s->engine, why);
    struct time_control *time = engine_time_control(s->engine);
    time_control_init(time);
    if (plan->timed) time_control_settings(time, plan->main_time, plan->period, plan->stones);
    return status;
}

static enum fault fatal_unless(enum status status) {
    return status == STATUS_OK ? FAULT_NONE : FAULT_FATAL;
}

/* --- both ---------------------------------------------------------------------------------------
 */

enum status side_new(struct side **out, const struct side_world *world,
                     const struct plan_player *player, struct weight_store *store,
                     struct failure *why) {
    struct side *s = calloc(1, sizeof *s);
    if (!s) return out_of_memory(why, "a player");
    s->world = world;
    s->player = player;
    if (!player->command) {
        snprintf(s->version, sizeof s->version, "Guzumi %s", GUZUMI_VERSION);
        const enum status status = engine_new(&s->engine, &player->params, store, why);
        if (status != STATUS_OK) {
            side_free(s);
            return status;
        }
    }
    *out = s;
    return STATUS_OK;
}

void side_free(struct side *s) {
    if (!s) return;
    engine_free(s->engine);
    child_end(&s->child, true);
    free(s);
}

double side_processor(const struct side *s) {
    if (!s->engine) return child_processor(&s->child);
    return s->player->params.threads == 1 ? clock_read(CLOCK_THREAD) : NAN;
}

const char *side_version(const struct side *s) {
    return *s->version ? s->version : "-";
}

enum fault side_begin(struct side *s, uint32_t seed, struct failure *why) {
    if (s->engine) return fatal_unless(begin_engine(s, seed, why));
    return begin_external(s, seed, why);
}

enum fault side_play(struct side *s, int point, enum color color, struct failure *why) {
    if (s->engine) return fatal_unless(engine_play(s->engine, point, color, why));
    char vertex[5], command[40];
    snprintf(command, sizeof command, "play %s %s", color_name(color),
             point_format(s->world->plan->size, point, vertex));
    return tell(s, command, why);
}

enum fault side_genmove(struct side *s, enum color color, struct side_clock clock, int *point,
                        struct failure *why) {
    if (!s->engine) return genmove_external(s, color, clock, point, why);
    const enum fault fault = fatal_unless(engine_genmove(s->engine, color, point, why));
    return fault == FAULT_NONE && atomic_load(s->world->stop) ? FAULT_STOPPED : fault;
}

void side_end(struct side *s, bool broken) {
    if (s->engine) return;
    /* A program that is given its seed when it starts is started for each game. */
    if (broken || strstr(s->player->command, seed_mark)) child_end(&s->child, !broken);
}

void side_interrupt(struct side *s) {
    if (s->engine) engine_interrupt(s->engine);
}
