#include "guzumi/plan.h"

#include "guzumi/file.h"
#include "guzumi/game.h"
#include "guzumi/hash.h"
#include "guzumi/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 24, MAX_WEIGHTS = 1 << 30 };

static const char gnugo_referee[] = "gnugo --mode gtp --chinese-rules";

/* What is known only when the last line has been read. */
struct parser {
    struct plan *plan;
    struct buffer players; /* the players in one form, for the hash */
    const char *anchor;    /* its name, in the text; or NULL */
};

/* --- words --------------------------------------------------------------------------------------
 */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts the next word off *REST; "" at the end. */
static char *next_word(char **rest) {
    char *word = *rest;
    while (is_blank(*word)) word++;
    char *end = word;
    while (*end && !is_blank(*end)) end++;
    *rest = end + (*end != 0);
    *end = 0;
    return word;
}

/* What is left, without the blanks around it. */
static char *trimmed(char *rest) {
    while (is_blank(*rest)) rest++;
    size_t length = strlen(rest);
    while (length && is_blank(rest[length - 1])) length--;
    rest[length] = 0;
    return rest;
}

static void strip_comment(char *line) {
    char *c = line;
    while (*c && !(*c == '#' && (c == line || is_blank(c[-1])))) c++;
    *c = 0;
}

static char *copy_text(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

static enum status take_int(const char *key, const char *word, int64_t min, int64_t max,
                            int64_t *out, struct failure *why) {
    if (text_to_int(word, min, max, out)) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "%s: '%.60s' is not a whole number from %" PRId64 " to %" PRId64, key, word, min,
                max);
}

static enum status take_real(const char *key, const char *word, double min, double max, double *out,
                             struct failure *why) {
    double value;
    if (!text_to_real(word, &value) || value < min || value > max)
        return fail(why, STATUS_INVALID, "%s: '%.60s' is not a number from %g to %g", key, word,
                    min, max);
    *out = value;
    return STATUS_OK;
}

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
    if (!players) return fail_memory(why, "the players");
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
    player->weights = copy_text(word + 8);
    return player->weights ? STATUS_OK : fail_memory(why, "the players");
}

static enum status read_player(struct parser *p, char *rest, struct failure *why) {
    struct plan_player *player = NULL;
    const char *name = next_word(&rest);
    enum status status = add_player(p->plan, name, &player, why);
    if (status != STATUS_OK) return status;
    const char *kind = next_word(&rest);
    buffer_print(&p->players, "player %s %s", name, kind);
    if (strcmp(kind, "command") == 0) {
        const char *command = trimmed(rest);
        if (!*command)
            return fail(why, STATUS_INVALID, "player %s: the GTP program's command line is missing",
                        name);
        buffer_append(&p->players, command, strlen(command) + 1);
        player->command = copy_text(command);
        return player->command ? STATUS_OK : fail_memory(why, "the players");
    }
    if (strcmp(kind, "preset") == 0) {
        const char *preset = next_word(&rest);
        buffer_print(&p->players, " %.60s", preset);
        status = params_preset(&player->params, preset, why);
    } else if (strcmp(kind, "engine") != 0) {
        return fail(why, STATUS_INVALID, "player %s: '%.60s' is none of preset, engine, command",
                    name, kind);
    }
    for (const char *word; status == STATUS_OK && *(word = next_word(&rest));) {
        buffer_append(&p->players, " ", 1);
        buffer_append(&p->players, word, strlen(word));
        status = take_override(player, word, why);
    }
    buffer_append(&p->players, "\n", 1);
    return status;
}

/* --- the other keys -----------------------------------------------------------------------------
 */

static enum status no_more(const char *key, char *rest, struct failure *why) {
    const char *word = next_word(&rest);
    return *word ? fail(why, STATUS_INVALID, "%s: '%.60s' is too much", key, word) : STATUS_OK;
}

static enum status take_last_int(const char *key, char *rest, int64_t min, int64_t max,
                                 int64_t *out, struct failure *why) {
    const enum status status = take_int(key, next_word(&rest), min, max, out, why);
    return status == STATUS_OK ? no_more(key, rest, why) : status;
}

static enum status take_last_real(const char *key, char *rest, double min, double max, double *out,
                                  struct failure *why) {
    const enum status status = take_real(key, next_word(&rest), min, max, out, why);
    return status == STATUS_OK ? no_more(key, rest, why) : status;
}

static enum status read_size(struct parser *p, char *rest, struct failure *why) {
    int64_t size = 0;
    const enum status status =
        take_last_int("size", rest, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size, why);
    p->plan->size = (int)size;
    return status;
}

static enum status read_komi(struct parser *p, char *rest, struct failure *why) {
    double *komi = &p->plan->komi;
    const enum status status =
        take_last_real("komi", rest, -GAME_MAX_KOMI, GAME_MAX_KOMI, komi, why);
    if (status == STATUS_OK && *komi * 2 != (double)(int)(*komi * 2))
        return fail(why, STATUS_INVALID, "komi: %g is neither a whole nor a half number", *komi);
    return status;
}

static enum status read_seed(struct parser *p, char *rest, struct failure *why) {
    const char *word = next_word(&rest);
    if (!text_to_uint64(word, &p->plan->seed))
        return fail(why, STATUS_INVALID, "seed: '%.60s' is not a whole number from 0", word);
    return no_more("seed", rest, why);
}

static enum status read_games(struct parser *p, char *rest, struct failure *why) {
    const enum status status =
        take_last_int("games", rest, 2, PLAN_MAX_GAMES, &p->plan->games, why);
    if (status == STATUS_OK && p->plan->games % 2)
        return fail(why, STATUS_INVALID,
                    "games: %" PRId64 " is odd, but each opening is played with both colours; "
                    "write %" PRId64,
                    p->plan->games, p->plan->games + 1);
    return status;
}

static enum status read_pairing(struct parser *p, char *rest, struct failure *why) {
    const char *kind = next_word(&rest);
    if (strcmp(kind, "round-robin") == 0) {
        p->plan->pairing = PAIRING_ROUND_ROBIN;
    } else if (strcmp(kind, "anchor") == 0) {
        p->plan->pairing = PAIRING_ANCHOR;
        p->anchor = next_word(&rest);
    } else if (strcmp(kind, "swiss") == 0) {
        p->plan->pairing = PAIRING_SWISS;
        return take_last_int("pairing swiss", rest, 1, PLAN_MAX_GAMES, &p->plan->rounds, why);
    } else {
        return fail(why, STATUS_INVALID,
                    "pairing: '%.60s' is none of round-robin, anchor NAME, swiss ROUNDS", kind);
    }
    return no_more("pairing", rest, why);
}

static enum status read_opening(struct parser *p, char *rest, struct failure *why) {
    const char *kind = next_word(&rest);
    int64_t plies = 0;
    enum status status = STATUS_OK;
    if (strcmp(kind, "random") == 0)
        status = take_last_int("opening random", rest, 0, PLAN_MAX_OPENING, &plies, why);
    else if (strcmp(kind, "none") == 0)
        status = no_more("opening", rest, why);
    else
        status = fail(why, STATUS_INVALID, "opening: '%.60s' is neither 'random PLIES' nor 'none'",
                      kind);
    p->plan->opening_plies = (int)plies;
    return status;
}

static enum status read_time(struct parser *p, char *rest, struct failure *why) {
    struct plan *plan = p->plan;
    const char *word = next_word(&rest);
    int64_t stones = 0;
    plan->timed = strcmp(word, "none") != 0;
    plan->period = 0;
    plan->stones = 0;
    if (!plan->timed) return no_more("time", rest, why);
    enum status status = take_real("time", word, 0, 1e6, &plan->main_time, why);
    if (status != STATUS_OK) return status;
    word = next_word(&rest);
    if (*word) {
        status = take_real("time (period)", word, 0.001, 1e6, &plan->period, why);
        if (status == STATUS_OK)
            status = take_last_int("time (stones)", rest, 1, 1000, &stones, why);
        plan->stones = (int)stones;
    } else if (plan->main_time <= 0) {
        return fail(why, STATUS_INVALID,
                    "time: 0 seconds for a game; write 'time none' for no "
                    "clock");
    }
    return status;
}

static enum status read_clock(struct parser *p, char *rest, struct failure *why) {
    const char *kind = next_word(&rest);
    if (strcmp(kind, "wall") == 0)
        p->plan->clock = CLOCK_WALL;
    else if (strcmp(kind, "processor") == 0)
        p->plan->clock = CLOCK_THREAD;
    else
        return fail(why, STATUS_INVALID, "clock: '%.60s' is neither wall nor processor", kind);
    return no_more("clock", rest, why);
}

static enum status read_sprt(struct parser *p, char *rest, struct failure *why) {
    struct sprt_bounds *bounds = &p->plan->sprt;
    enum status status = take_real("sprt", next_word(&rest), -1000, 1000, &bounds->elo0, why);
    if (status == STATUS_OK)
        status = take_last_real("sprt (second bound)", rest, -1000, 1000, &bounds->elo1, why);
    if (status != STATUS_OK) return status;
    p->plan->is_sequential = true;
    if (bounds->elo0 < bounds->elo1) return STATUS_OK;
    return fail(why, STATUS_INVALID, "sprt: %g is not below %g; write the lower bound first",
                bounds->elo0, bounds->elo1);
}

static enum status read_max_moves(struct parser *p, char *rest, struct failure *why) {
    int64_t moves = 0;
    const enum status status = take_last_int("max_moves", rest, 1, 100000, &moves, why);
    p->plan->max_moves = (int)moves;
    return status;
}

static enum status read_patience(struct parser *p, char *rest, struct failure *why) {
    return take_last_real("patience", rest, 0.01, 1e6, &p->plan->patience, why);
}

static enum status read_referee(struct parser *p, char *rest, struct failure *why) {
    const char *kind = next_word(&rest);
    const char *command = gnugo_referee;
    free(p->plan->referee);
    p->plan->referee = NULL;
    if (strcmp(kind, "area") == 0) return no_more("referee", rest, why);
    if (strcmp(kind, "command") == 0) {
        command = trimmed(rest);
        if (!*command)
            return fail(why, STATUS_INVALID, "referee: the GTP program's command line is missing");
    } else if (strcmp(kind, "gnugo") == 0) {
        const enum status status = no_more("referee", rest, why);
        if (status != STATUS_OK) return status;
    } else {
        return fail(why, STATUS_INVALID, "referee: '%.60s' is none of area, gnugo, command COMMAND",
                    kind);
    }
    p->plan->referee = copy_text(command);
    return p->plan->referee ? STATUS_OK : fail_memory(why, "the referee");
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    enum status (*read)(struct parser *p, char *rest, struct failure *why);
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

static enum status read_line(struct parser *p, char *line, int seen[KEY_COUNT], int number,
                             struct failure *why) {
    strip_comment(line);
    const char *word = next_word(&line);
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

static enum status read_lines(struct parser *p, char *text, const char *name, struct failure *why) {
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

static int64_t pairing_count(const struct plan *plan) {
    const int64_t players = plan->player_count;
    switch (plan->pairing) {
    case PAIRING_ROUND_ROBIN:
        return players * (players - 1) / 2;
    case PAIRING_ANCHOR:
        return players - 1;
    case PAIRING_SWISS:
        return players / 2 * plan->rounds;
    }
    return 0;
}

int64_t plan_total(const struct plan *plan) {
    return pairing_count(plan) * plan->games;
}

/* Only one pairing of two can be tested, and its pairs are to come one after the other. */
static enum status check_sprt(const struct plan *plan, const char *name, struct failure *why) {
    if (!plan->is_sequential) return STATUS_OK;
    if (plan->player_count > 2)
        return fail(why, STATUS_INVALID, "%.120s: sprt: only two players can be compared", name);
    if (plan->pairing == PAIRING_SWISS)
        return fail(why, STATUS_INVALID, "%.120s: sprt: not in a Swiss tournament", name);
    return STATUS_OK;
}

/* The processor time of several threads can't be told apart from that of others. */
static enum status check_clock(const struct plan *plan, const char *name, struct failure *why) {
    for (int i = 0; plan->clock == CLOCK_THREAD && i < plan->player_count; i++)
        if (!plan->players[i].command && plan->players[i].params.threads > 1)
            return fail(why, STATUS_INVALID,
                        "%.120s: clock processor: player %s has several threads; take threads= out",
                        name, plan->players[i].name);
    return STATUS_OK;
}

/* Games a pairing when the plan does not say. */
static int64_t default_games(const struct plan *plan) {
    if (plan->pairing == PAIRING_SWISS) return 2;
    return plan->is_sequential ? 10000 : 100;
}

static enum status check_whole(struct parser *p, const char *name, struct failure *why) {
    struct plan *plan = p->plan;
    if (plan->player_count < 2)
        return fail(why, STATUS_INVALID, "%.120s: a match needs two lines 'player' at least", name);
    if (plan->pairing == PAIRING_ANCHOR) {
        plan->anchor = plan_find_player(plan, p->anchor);
        if (plan->anchor < 0)
            return fail(why, STATUS_INVALID, "%.120s: pairing anchor: there is no player '%.63s'",
                        name, p->anchor);
    }
    /* Who expects dead stones to be taken off loses to a referee who leaves them. */
    for (int i = 0; i < plan->player_count && !plan->referee; i++)
        if (!plan->players[i].rules_given) plan->players[i].params.rules = RULES_CGOS;
    if (plan->games == 0) plan->games = default_games(plan);
    if (plan->max_moves == 0) plan->max_moves = 3 * plan->size * plan->size;
    if (pairing_count(plan) > PLAN_MAX_GAMES / plan->games)
        return fail(why, STATUS_INVALID, "%.120s: more than %d games in all; lower 'games'", name,
                    PLAN_MAX_GAMES);
    const enum status status = check_sprt(plan, name, why);
    return status == STATUS_OK ? check_clock(plan, name, why) : status;
}

static enum status hash_whole(struct parser *p, struct failure *why) {
    struct plan *plan = p->plan;
    struct buffer *all = &p->players;
    buffer_print(all, "size %d komi %.1f seed %" PRIu64 " pairing %d %s opening %d ", plan->size,
                 plan->komi, plan->seed, (int)plan->pairing,
                 plan->pairing == PAIRING_ANCHOR ? p->anchor : "-", plan->opening_plies);
    buffer_print(all, "time %d %.6f %.6f %d max_moves %d patience %.6f referee ", plan->timed,
                 plan->main_time, plan->period, plan->stones, plan->max_moves, plan->patience);
    /* A Swiss round is made of games a pairing: there their number changes the games. */
    if (plan->pairing == PAIRING_SWISS) buffer_print(all, "games %" PRId64 " ", plan->games);
    if (plan->referee) buffer_append(all, plan->referee, strlen(plan->referee));
    if (plan->clock == CLOCK_THREAD) buffer_print(all, " clock processor");
    if (all->failed) return fail_memory(why, "the plan");
    plan->hash = hash_bytes(HASH_START, all->data, all->length);
    return STATUS_OK;
}

enum status plan_parse(struct plan *plan, char *text, const char *name, struct failure *why) {
    *plan = (struct plan){.size = 9, .komi = 7.5, .seed = 1, .opening_plies = 2, .patience = 60};
    struct parser p = {.plan = plan};
    enum status status = read_lines(&p, text, name, why);
    if (status == STATUS_OK) status = check_whole(&p, name, why);
    if (status == STATUS_OK) status = hash_whole(&p, why);
    buffer_free(&p.players);
    if (status != STATUS_OK) plan_free(plan);
    return status;
}

static enum status hash_weights(struct plan *plan, struct failure *why) {
    for (int i = 0; i < plan->player_count; i++) {
        const struct plan_player *player = &plan->players[i];
        unsigned char *data;
        size_t length;
        if (!player->weights) continue;
        const enum status status = file_read(player->weights, MAX_WEIGHTS, &data, &length, why);
        if (status != STATUS_OK) return status;
        plan->hash = hash_bytes(plan->hash, data, length);
        free(data);
    }
    return STATUS_OK;
}

enum status plan_read(struct plan *plan, const char *path, struct failure *why) {
    unsigned char *data;
    size_t length;
    enum status status = file_read(path, MAX_FILE, &data, &length, why);
    if (status != STATUS_OK) return status;
    if (memchr(data, 0, length))
        status = fail(why, STATUS_INVALID, "%.200s: no plan, it holds zero bytes", path);
    else
        status = plan_parse(plan, (char *)data, path, why);
    free(data);
    if (status != STATUS_OK) return status;
    status = hash_weights(plan, why);
    if (status != STATUS_OK) plan_free(plan);
    return status;
}

void plan_free(struct plan *plan) {
    for (int i = 0; i < plan->player_count; i++) {
        free(plan->players[i].command);
        free(plan->players[i].weights);
    }
    free(plan->players);
    free(plan->referee);
    *plan = (struct plan){.size = 0};
}
