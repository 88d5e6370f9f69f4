#include "plan_keys.h"

#include "guzumi/base/text.h"
#include "guzumi/go/game.h"

#include "plan_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char gnugo_referee[] = "gnugo --mode gtp --chinese-rules";

/* --- players ------------------------------------------------------------------------------------
 */

static bool is_name(const char *text) {
    if (!*text || strlen(text) >= PLAN_MAX_NAME) return false;
    return text[strspn(
               text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-=")] == 0 &&
           strcmp(text, "-") != 0;
}

int plan_find_player(const struct plan *plan, const char *name) {
    for (int i = 0; i < plan->player_count; i++)
        if (strcmp(plan->players[i].name, name) == 0) return i;
    return -1;
}

static enum status add_player(struct plan *plan, const char *name, struct plan_player **out,
                              struct failure *why) {
    if (!is_name(name))
        return fail(why, STATUS_INVALID,
                    "player: '%.60s' is no name; write letters, digits and . _ + - =, at most %d",
                    name, PLAN_MAX_NAME - 1);
    if (plan_find_player(plan, name) >= 0)
        return fail(why, STATUS_INVALID, "player: there are two called %s; rename one", name);
    if (plan->player_count == PLAN_MAX_PLAYERS)
        return fail(why, STATUS_INVALID, "player: more than %d", PLAN_MAX_PLAYERS);
    const size_t size = ((size_t)plan->player_count + 1) * sizeof *plan->players;
    struct plan_player *players = realloc(plan->players, size);
    if (!players) return out_of_memory(why, "the players");
    plan->players = players;
    *out = &players[plan->player_count++];
    **out = (struct plan_player){.command = NULL};
    memcpy((*out)->name, name, strlen(name) + 1);
    params_default(&(*out)->params);
    return STATUS_OK;
}

static enum status take_override(struct plan_player *player, const char *word,
                                 struct failure *why) {
    if (strncmp(word, "seed=", 5) == 0)
        return fail(why, STATUS_INVALID,
                    "player %s: seed= is not for a player; the line 'seed' and "
                    "the number of the game make the seeds",
                    player->name);
    if (strncmp(word, "rules=", 6) == 0) player->rules_given = true;
    if (strncmp(word, "weights=", 8) != 0) {
        char user[PLAN_MAX_NAME + 8];
        snprintf(user, sizeof user, "player %s", player->name);
        const enum status status = params_check_use(word, PARAMS_OF_PLAY, user, why);
        return status == STATUS_OK ? params_assign(&player->params, word, why) : status;
    }
    free(player->weights);
    player->weights = plan_copy_text(word + 8);
    return player->weights ? STATUS_OK : out_of_memory(why, "the players");
}

static enum status read_player(struct plan_reader *p, char *rest, struct failure *why) {
    struct plan_player *player = NULL;
    const char *name = plan_next_word(&rest);
    enum status status = add_player(p->plan, name, &player, why);
    if (status != STATUS_OK) return status;
    const char *kind = plan_next_word(&rest);
    buffer_print(&p->players, "player %s %s", name, kind);
    if (strcmp(kind, "command") == 0) {
        const char *command = plan_rest(rest);
        if (!*command)
            return fail(why, STATUS_INVALID, "player %s: the GTP program's command line is missing",
                        name);
        buffer_append(&p->players, command, strlen(command) + 1);
        player->command = plan_copy_text(command);
        return player->command ? STATUS_OK : out_of_memory(why, "the players");
    }
    if (strcmp(kind, "preset") == 0) {
        const char *preset = plan_next_word(&rest);
        buffer_print(&p->players, " %.60s", preset);
        status = params_preset(&player->params, preset, why);
    } else if (strcmp(kind, "engine") != 0) {
        return fail(why, STATUS_INVALID, "player %s: '%.60s' is none of preset, engine, command",
                    name, kind);
    }
    for (const char *word; status == STATUS_OK && *(word = plan_next_word(&rest));) {
        buffer_append(&p->players, " ", 1);
        buffer_append(&p->players, word, strlen(word));
        status = take_override(player, word, why);
    }
    buffer_append(&p->players, "\n", 1);
    return status;
}

/* --- the other keys -----------------------------------------------------------------------------
 */

static enum status read_size(struct plan_reader *p, char *rest, struct failure *why) {
    int64_t size = 0;
    const enum status status =
        plan_take_last_int("size", rest, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size, why);
    p->plan->size = (int)size;
    return status;
}

static enum status read_komi(struct plan_reader *p, char *rest, struct failure *why) {
    double *komi = &p->plan->komi;
    const enum status status =
        plan_take_last_real("komi", rest, -GAME_MAX_KOMI, GAME_MAX_KOMI, komi, why);
    if (status == STATUS_OK && *komi * 2 != (double)(int)(*komi * 2))
        return fail(why, STATUS_INVALID, "komi: %g is neither a whole nor a half number", *komi);
    return status;
}

static enum status read_seed(struct plan_reader *p, char *rest, struct failure *why) {
    const char *word = plan_next_word(&rest);
    if (!text_to_uint64(word, &p->plan->seed))
        return fail(why, STATUS_INVALID, "seed: '%.60s' is not a whole number from 0", word);
    return plan_no_more("seed", rest, why);
}

static enum status read_games(struct plan_reader *p, char *rest, struct failure *why) {
    const enum status status =
        plan_take_last_int("games", rest, 2, PLAN_MAX_GAMES, &p->plan->games, why);
    if (status == STATUS_OK && p->plan->games % 2)
        return fail(why, STATUS_INVALID,
                    "games: %" PRId64 " is odd, but each opening is played with both colours; "
                    "write %" PRId64,
                    p->plan->games, p->plan->games + 1);
    return status;
}

static enum status read_pairing(struct plan_reader *p, char *rest, struct failure *why) {
    const char *kind = plan_next_word(&rest);
    if (strcmp(kind, "round-robin") == 0) {
        p->plan->pairing = PAIRING_ROUND_ROBIN;
    } else if (strcmp(kind, "anchor") == 0) {
        p->plan->pairing = PAIRING_ANCHOR;
        p->anchor = plan_next_word(&rest);
    } else if (strcmp(kind, "swiss") == 0) {
        p->plan->pairing = PAIRING_SWISS;
        return plan_take_last_int("pairing swiss", rest, 1, PLAN_MAX_GAMES, &p->plan->rounds, why);
    } else {
        return fail(why, STATUS_INVALID,
                    "pairing: '%.60s' is none of round-robin, anchor NAME, swiss ROUNDS", kind);
    }
    return plan_no_more("pairing", rest, why);
}

static enum status read_opening(struct plan_reader *p, char *rest, struct failure *why) {
    const char *kind = plan_next_word(&rest);
    int64_t plies = 0;
    enum status status = STATUS_OK;
    if (strcmp(kind, "random") == 0)
        status = plan_take_last_int("opening random", rest, 0, PLAN_MAX_OPENING, &plies, why);
    else if (strcmp(kind, "none") == 0)
        status = plan_no_more("opening", rest, why);
    else
        status = fail(why, STATUS_INVALID, "opening: '%.60s' is neither 'random PLIES' nor 'none'",
                      kind);
    p->plan->opening_plies = (int)plies;
    return status;
}

static enum status read_time(struct plan_reader *p, char *rest, struct failure *why) {
    struct plan *plan = p->plan;
    const char *word = plan_next_word(&rest);
    int64_t stones = 0;
    plan->timed = strcmp(word, "none") != 0;
    plan->period = 0;
    plan->stones = 0;
    if (!plan->timed) return plan_no_more("time", rest, why);
    enum status status = plan_take_real("time", word, 0, 1e6, &plan->main_time, why);
    if (status != STATUS_OK) return status;
    word = plan_next_word(&rest);
    if (*word) {
        status = plan_take_real("time (period)", word, 0.001, 1e6, &plan->period, why);
        if (status == STATUS_OK)
            status = plan_take_last_int("time (stones)", rest, 1, 1000, &stones, why);
        plan->stones = (int)stones;
    } else if (plan->main_time <= 0) {
        return fail(why, STATUS_INVALID,
                    "time: 0 seconds for a game; write 'time none' for no "
                    "clock");
    }
    return status;
}

static enum status read_clock(struct plan_reader *p, char *rest, struct failure *why) {
    const char *kind = plan_next_word(&rest);
    if (strcmp(kind, "wall") == 0)
        p->plan->clock = CLOCK_WALL;
    else if (strcmp(kind, "processor") == 0)
        p->plan->clock = CLOCK_THREAD;
    else
        return fail(why, STATUS_INVALID, "clock: '%.60s' is neither wall nor processor", kind);
    return plan_no_more("clock", rest, why);
}

static enum status read_sprt(struct plan_reader *p, char *rest, struct failure *why) {
    struct sprt_bounds *bounds = &p->plan->sprt;
    enum status status =
        plan_take_real("sprt", plan_next_word(&rest), -1000, 1000, &bounds->elo0, why);
    if (status == STATUS_OK)
        status = plan_take_last_real("sprt (second bound)", rest, -1000, 1000, &bounds->elo1, why);
    if (status != STATUS_OK) return status;
    p->plan->is_sequential = true;
    if (bounds->elo0 < bounds->elo1) return STATUS_OK;
    return fail(why, STATUS_INVALID, "sprt: %g is not below %g; write the lower bound first",
                bounds->elo0, bounds->elo1);
}

static enum status read_max_moves(struct plan_reader *p, char *rest, struct failure *why) {
    int64_t moves = 0;
    const enum status status = plan_take_last_int("max_moves", rest, 1, 100000, &moves, why);
    p->plan->max_moves = (int)moves;
    return status;
}

static enum status read_patience(struct plan_reader *p, char *rest, struct failure *why) {
    return plan_take_last_real("patience", rest, 0.01, 1e6, &p->plan->patience, why);
}

static enum status read_referee(struct plan_reader *p, char *rest, struct failure *why) {
    const char *kind = plan_next_word(&rest);
    const char *command = gnugo_referee;
    free(p->plan->referee);
    p->plan->referee = NULL;
    if (strcmp(kind, "area") == 0) return plan_no_more("referee", rest, why);
    if (strcmp(kind, "command") == 0) {
        command = plan_rest(rest);
        if (!*command)
            return fail(why, STATUS_INVALID, "referee: the GTP program's command line is missing");
    } else if (strcmp(kind, "gnugo") == 0) {
        const enum status status = plan_no_more("referee", rest, why);
        if (status != STATUS_OK) return status;
    } else {
        return fail(why, STATUS_INVALID, "referee: '%.60s' is none of area, gnugo, command COMMAND",
                    kind);
    }
    p->plan->referee = plan_copy_text(command);
    return p->plan->referee ? STATUS_OK : out_of_memory(why, "the referee");
}

/* --- lines --------------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    enum status (*read)(struct plan_reader *p, char *rest, struct failure *why);
    bool repeats;
} keys[] = {
    {"size", read_size, false},           {"komi", read_komi, false},
    {"seed", read_seed, false},           {"games", read_games, false},
    {"player", read_player, true},        {"pairing", read_pairing, false},
    {"opening", read_opening, false},     {"time", read_time, false},
    {"max_moves", read_max_moves, false}, {"patience", read_patience, false},
    {"referee", read_referee, false},     {"clock", read_clock, false},
    {"sprt", read_sprt, false},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static enum status read_line(struct plan_reader *p, char *line, int seen[KEY_COUNT], int number,
                             struct failure *why) {
    plan_strip_comment(line);
    const char *word = plan_next_word(&line);
    if (!*word) return STATUS_OK;
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(word, keys[i].name) != 0) continue;
        if (seen[i] && !keys[i].repeats)
            return fail(why, STATUS_INVALID, "%s: stands in line %d already", word, seen[i]);
        seen[i] = number;
        return keys[i].read(p, line, why);
    }
    char names[200] = "";
    for (int i = 0; i < KEY_COUNT; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
                 keys[i].name);
    return fail(why, STATUS_INVALID, "no key '%.60s'; there are: %s", word, names);
}

enum status plan_read_lines(struct plan_reader *p, char *text, const char *name,
                            struct failure *why) {
    int seen[KEY_COUNT] = {0};
    text += text_mark_length(text);
    for (int number = 1; *text; number++) {
        char *end = text + strcspn(text, "\n");
        char *next = end + (*end != 0);
        *end = 0;
        struct failure what;
        const enum status status = read_line(p, text, seen, number, &what);
        if (status != STATUS_OK) return fail(why, status, "%.120s:%d: %s", name, number, what.text);
        text = next;
    }
    return STATUS_OK;
}
