/* A plan is read line by line, each by the function of its key (keys[] below), into a struct plan:
 *
 *     size 9
 *     player new engine weights=new.weights
 *     player gnugo command gnugo --mode gtp --seed {seed}
 *     games 200                          # of each pairing, half of them with either colour
 *
 * What a game depends on also goes into a canonical text whose hash names the plan: a file of
 * results belongs to the plan with its hash, and is neither continued nor merged with another one.
 */
#include "guzumi/match/plan.h"

#include "guzumi/base/file.h"
#include "guzumi/base/rng.h"
#include "guzumi/base/text.h"
#include "guzumi/go/game.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 24, MAX_WEIGHTS = 1 << 30 };

static const char gnugo_referee[] = "gnugo --mode gtp --chinese-rules";

/* A reader keeps its first failure and then continues with values that are valid but meaningless,
 * so that single steps need not check for failures. */
struct plan_reader {
    struct plan *plan;
    struct buffer canonical; /* the text that the hash of the plan covers */
    const char *anchor;      /* its name, in the text; or NULL */
    char *rest;              /* the unread part of the line */
    enum status status;
    struct failure why;
};

/* Fails with a message, unless an earlier failure is kept. */
#define REJECT(reader, ...)                                                                        \
    ((void)((reader)->status != STATUS_OK ||                                                       \
            ((reader)->status = fail(&(reader)->why, STATUS_INVALID, __VA_ARGS__))))

/* --- the words of a line --- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* A '#' within a word is part of it: a command may need one, as in "--colour=#fff". */
static void strip_comment(char *line) {
    char *c = line;
    while (*c && !(*c == '#' && (c == line || is_blank(c[-1])))) c++;
    *c = 0;
}

/* The next word of the line; "" at its end. */
static char *next_word(struct plan_reader *p) {
    char *word = p->rest;
    while (is_blank(*word)) word++;
    char *end = word;
    while (*end && !is_blank(*end)) end++;
    p->rest = end + (*end != 0);
    *end = 0;
    return word;
}

static char *copy_text(struct plan_reader *p, const char *text) {
    char *copy = text_duplicate(text);
    if (!copy && p->status == STATUS_OK) p->status = out_of_memory(&p->why, "the plan");
    return copy;
}

/* The rest of the line, a shell command, for the plan to own. WHAT names it in messages. */
static char *take_command(struct plan_reader *p, const char *what) {
    char *command = p->rest;
    while (is_blank(*command)) command++;
    size_t length = strlen(command);
    while (length && is_blank(command[length - 1])) length--;
    command[length] = 0;
    p->rest += strlen(p->rest);
    if (!*command) REJECT(p, "%s: missing command; write the command line of a GTP program", what);
    return copy_text(p, command);
}

static int64_t to_int(struct plan_reader *p, const char *what, const char *word, int64_t min,
                      int64_t max) {
    int64_t value;
    if (text_to_int(word, min, max, &value)) return value;
    REJECT(p, "%s: invalid value '%.60s'; expected an integer from %" PRId64 " to %" PRId64, what,
           word, min, max);
    return min;
}

static double to_real(struct plan_reader *p, const char *what, const char *word, double min,
                      double max) {
    double value;
    if (text_to_real(word, &value) && value >= min && value <= max) return value;
    REJECT(p, "%s: invalid value '%.60s'; expected a number from %g to %g", what, word, min, max);
    return min;
}

/* The index in CHOICES, which ends with NULL, of the next word. USAGE lists them with what follows
 * each. */
static int take_choice(struct plan_reader *p, const char *what, const char *const choices[],
                       const char *usage) {
    const char *word = next_word(p);
    for (int i = 0; choices[i]; i++)
        if (strcmp(word, choices[i]) == 0) return i;
    REJECT(p, "%s: unknown value '%.60s'; expected %s", what, word, usage);
    return 0;
}

/* --- players --- */

int plan_find_player(const struct plan *plan, const char *name) {
    for (int i = 0; i < plan->player_count; i++)
        if (strcmp(plan->players[i].name, name) == 0) return i;
    return -1;
}

/* Names are words in files of results, in SGF and in PGN; "-" means no value in the first. '=' lets
 * a name say what is different: "depth=3". */
static bool is_name(const char *text) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._+-=";
    return *text && strlen(text) < PLAN_MAX_NAME && !text[strspn(text, allowed)] &&
           strcmp(text, "-") != 0;
}

/* The array moves when it grows: players are kept by index, never by pointer, until the plan is
 * complete. */
static struct plan_player *add_player(struct plan_reader *p, const char *name) {
    struct plan *plan = p->plan;
    if (!is_name(name))
        REJECT(p, "player: invalid name '%.60s'; use letters, digits and . _ + - =, at most %d",
               name, PLAN_MAX_NAME - 1);
    if (plan_find_player(plan, name) >= 0)
        REJECT(p, "player: two players are called %s; rename one", name);
    if (plan->player_count == PLAN_MAX_PLAYERS)
        REJECT(p, "player: more than %d players; remove some", PLAN_MAX_PLAYERS);
    if (p->status != STATUS_OK) return NULL;
    const size_t size = ((size_t)plan->player_count + 1) * sizeof *plan->players;
    struct plan_player *players = realloc(plan->players, size);
    if (!players) return p->status = out_of_memory(&p->why, "the players"), NULL;
    plan->players = players;
    struct plan_player *player = &players[plan->player_count++];
    *player = (struct plan_player){.command = NULL};
    memcpy(player->name, name, strlen(name) + 1);
    params_default(&player->params);
    return player;
}

/* NAME=VALUE of an internal player. weights= is no parameter: it names a file, whose content is
 * hashed (hash_weights). */
static void take_override(struct plan_reader *p, struct plan_player *player, const char *word) {
    char user[PLAN_MAX_NAME + 8];
    if (strncmp(word, "seed=", 5) == 0)
        REJECT(p,
               "player %s: seed= is not allowed; the seeds follow from the line 'seed' and the "
               "number of the game",
               player->name);
    if (strncmp(word, "weights=", 8) == 0) {
        free(player->weights);
        player->weights = copy_text(p, word + 8);
        return;
    }
    snprintf(user, sizeof user, "player %s", player->name);
    if (p->status == STATUS_OK) p->status = params_check_use(word, PARAMS_OF_PLAY, user, &p->why);
    if (p->status == STATUS_OK) p->status = params_assign(&player->params, word, &p->why);
}

static void read_player(struct plan_reader *p) {
    static const char *const kinds[] = {"command", "preset", "engine", NULL};
    char what[PLAN_MAX_NAME + 8];
    struct plan_player *player = add_player(p, next_word(p));
    if (!player) return;
    snprintf(what, sizeof what, "player %s", player->name);
    const int kind = take_choice(p, what, kinds, "preset, engine or command");
    buffer_print(&p->canonical, "player %s %s", player->name, kinds[kind]);
    if (kind == 0) {
        player->command = take_command(p, what);
        if (player->command)
            /* With its zero byte, so that no command followed by the next line reads like another
             * one. */
            buffer_append(&p->canonical, player->command, strlen(player->command) + 1);
        return;
    }
    if (kind == 1) {
        const char *preset = next_word(p);
        buffer_print(&p->canonical, " %.60s", preset);
        if (p->status == STATUS_OK) p->status = params_preset(&player->params, preset, &p->why);
    }
    for (const char *word; p->status == STATUS_OK && *(word = next_word(p));) {
        buffer_print(&p->canonical, " %s", word);
        take_override(p, player, word);
    }
    buffer_print(&p->canonical, "\n");
}

/* --- the other keys --- */

static void read_size(struct plan_reader *p) {
    p->plan->size = (int)to_int(p, "size", next_word(p), BOARD_MIN_SIZE, BOARD_MAX_SIZE);
}

static void read_komi(struct plan_reader *p) {
    const double komi = to_real(p, "komi", next_word(p), -GAME_MAX_KOMI, GAME_MAX_KOMI);
    if (2 * komi != (double)(int)(2 * komi)) REJECT(p, "komi: %g is not a multiple of 0.5", komi);
    p->plan->komi = komi;
}

static void read_seed(struct plan_reader *p) {
    const char *word = next_word(p);
    if (!text_to_uint64(word, &p->plan->seed))
        REJECT(p, "seed: invalid value '%.60s'; expected an integer from 0", word);
}

/* Even, because a pair is one opening with both colours: the colours cancel, and the test and the
 * intervals rely on it. */
static void read_games(struct plan_reader *p) {
    const int64_t games = to_int(p, "games", next_word(p), 2, PLAN_MAX_GAMES);
    if (games % 2)
        REJECT(p,
               "games: %" PRId64 " is odd, but each opening is played with both colours; write "
               "%" PRId64,
               games, games + 1);
    p->plan->games = games;
}

/* The anchor may be a player of a later line, so its name is looked up at the end (complete). */
static void read_pairing(struct plan_reader *p) {
    static const char *const kinds[] = {[PAIRING_ROUND_ROBIN] = "round-robin",
                                        [PAIRING_ANCHOR] = "anchor",
                                        [PAIRING_SWISS] = "swiss",
                                        NULL};
    p->plan->pairing =
        (enum pairing)take_choice(p, "pairing", kinds, "round-robin, anchor NAME or swiss ROUNDS");
    if (p->plan->pairing == PAIRING_ANCHOR) p->anchor = next_word(p);
    if (p->plan->pairing == PAIRING_SWISS)
        p->plan->rounds = to_int(p, "pairing swiss", next_word(p), 1, PLAN_MAX_GAMES);
}

static void read_opening(struct plan_reader *p) {
    static const char *const kinds[] = {"none", "random", NULL};
    const int kind = take_choice(p, "opening", kinds, "random PLIES or none");
    p->plan->opening_plies =
        kind ? (int)to_int(p, "opening random", next_word(p), 0, PLAN_MAX_OPENING) : 0;
}

/* "none", "MAIN", "MAIN PERIOD STONES", "byo-yomi MAIN PERIOD PERIODS" or "fischer MAIN INCREMENT".
 * The first word is a name or a number, and only MAIN may stand alone: the word after it decides
 * whether there is a period. */
static void read_time(struct plan_reader *p) {
    struct plan *plan = p->plan;
    const char *word = next_word(p);
    if (strcmp(word, "none") == 0) return;
    plan->time_kind = strcmp(word, "byo-yomi") == 0  ? TIME_BYO_YOMI
                      : strcmp(word, "fischer") == 0 ? TIME_FISCHER
                                                     : TIME_ABSOLUTE;
    const bool named = plan->time_kind != TIME_ABSOLUTE;
    plan->main_time = to_real(p, "time", named ? next_word(p) : word, 0, 1e6);
    word = next_word(p);
    if (named || *word) plan->period = to_real(p, "time (period)", word, 0.001, 1e6);
    if (plan->time_kind == TIME_FISCHER || (!named && !*word)) {
        if (plan->main_time <= 0)
            REJECT(p, "time: 0 seconds for a game; write 'time none' for games without a clock");
        return;
    }
    plan->stones = (int)to_int(p, "time (stones)", next_word(p), 1, 1000);
    if (!named) plan->time_kind = TIME_CANADIAN;
}

void plan_set_clocks(const struct plan *plan, struct time_control *time) {
    time_control_init(time);
    if (plan->time_kind == TIME_BYO_YOMI)
        time_control_byo_yomi(time, plan->main_time, plan->period, plan->stones);
    else if (plan->time_kind == TIME_FISCHER)
        time_control_fischer(time, plan->main_time, plan->period, INFINITY, INFINITY);
    else if (plan->time_kind != TIME_NONE)
        time_control_settings(time, plan->main_time, plan->period, plan->stones);
}

static void read_clock(struct plan_reader *p) {
    static const char *const clocks[] = {[CLOCK_WALL] = "wall", [CLOCK_THREAD] = "processor", NULL};
    p->plan->clock = (enum clock)take_choice(p, "clock", clocks, "wall or processor");
}

static void read_sprt(struct plan_reader *p) {
    struct sprt_bounds *bounds = &p->plan->sprt;
    bounds->elo0 = to_real(p, "sprt", next_word(p), -1000, 1000);
    bounds->elo1 = to_real(p, "sprt (second bound)", next_word(p), -1000, 1000);
    p->plan->is_sequential = true;
    if (!(bounds->elo0 < bounds->elo1))
        REJECT(p, "sprt: %g is not below %g; write the lower bound first", bounds->elo0,
               bounds->elo1);
}

static void read_max_moves(struct plan_reader *p) {
    p->plan->max_moves = (int)to_int(p, "max_moves", next_word(p), 1, 100000);
}

static void read_patience(struct plan_reader *p) {
    p->plan->patience = to_real(p, "patience", next_word(p), 0.01, 1e6);
}

static void read_referee(struct plan_reader *p) {
    static const char *const kinds[] = {"area", "gnugo", "command", NULL};
    const int kind = take_choice(p, "referee", kinds, "area, gnugo or command COMMAND");
    if (kind == 1) p->plan->referee = copy_text(p, gnugo_referee);
    if (kind == 2) p->plan->referee = take_command(p, "referee");
}

/* --- lines --- */

/* A key may occur once, except player: a second `komi` is more likely a slip than a wish. */
static const struct {
    const char *name;
    void (*read)(struct plan_reader *p);
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

static void reject_key(struct plan_reader *p, const char *word) {
    char names[200] = "";
    for (int i = 0; i < KEY_COUNT; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                 i == 0              ? ""
                 : i + 1 < KEY_COUNT ? ", "
                                     : " or ",
                 keys[i].name);
    REJECT(p, "unknown key '%.60s'; expected %s", word, names);
}

/* SEEN: the lines of the keys so far, 0 for none. Each reader takes the words that it knows; one
 * that is left is a mistake. */
static void read_line(struct plan_reader *p, int seen[KEY_COUNT], int number) {
    const char *word = next_word(p);
    int key = 0;
    if (!*word) return;
    while (key < KEY_COUNT && strcmp(word, keys[key].name) != 0) key++;
    if (key == KEY_COUNT)
        reject_key(p, word);
    else if (seen[key] && !keys[key].repeats)
        REJECT(p, "%s: already given in line %d", word, seen[key]);
    if (p->status != STATUS_OK) return;
    seen[key] = number;
    keys[key].read(p);
    const char *more = next_word(p);
    if (*more) REJECT(p, "%s: unexpected '%.60s'", word, more);
}

/* Reads TEXT, which it changes, up to the first mistake. */
static enum status read_lines(struct plan_reader *p, char *text, const char *name,
                              struct failure *why) {
    int seen[KEY_COUNT] = {0};
    text += text_mark_length(text);
    char *line;
    for (int number = 1; (line = lines_cut(&text)) != NULL; number++) {
        strip_comment(line);
        p->rest = line;
        read_line(p, seen, number);
        if (p->status != STATUS_OK)
            return fail(why, p->status, "%.120s:%d: %s", name, number, p->why.text);
    }
    return STATUS_OK;
}

/* --- the whole plan --- */

/* In a Swiss tournament each round has a pairing for every two players; the odd one has a bye. */
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

/* 100 games give a score with an interval of about 10 % to either side. A sequential test between
 * close players may need thousands, and ends as soon as it can. */
static int64_t default_games(const struct plan *plan) {
    if (plan->pairing == PAIRING_SWISS) return 2;
    return plan->is_sequential ? 10000 : 100;
}

/* Fills in what depends on several lines. */
static void complete(struct plan_reader *p) {
    struct plan *plan = p->plan;
    if (p->anchor) plan->anchor = plan_find_player(plan, p->anchor);
    if (plan->games == 0) plan->games = default_games(plan);
    /* Real games are far shorter; positional superko alone would allow almost endless ones. */
    if (plan->max_moves == 0) plan->max_moves = 3 * plan->size * plan->size;
    if (plan->max_moves <= plan->opening_plies)
        REJECT(p, "max_moves: %d leaves no moves after an opening of %d plies; set a larger one",
               plan->max_moves, plan->opening_plies);
    /* Without a referee that removes dead stones, a player that relies on it would lose won games:
     * it has to capture them. */
    for (int i = 0; i < plan->player_count && !plan->referee; i++)
        if (!plan->players[i].params.rules_given) plan->players[i].params.rules = RULES_CGOS;
}

static void check_whole(struct plan_reader *p) {
    const struct plan *plan = p->plan;
    if (plan->player_count < 2) REJECT(p, "a match needs at least two lines 'player'");
    if (plan->anchor < 0) REJECT(p, "pairing anchor: unknown player '%.63s'", p->anchor);
    if (pairing_count(plan) > PLAN_MAX_GAMES / plan->games)
        REJECT(p, "more than %d games in all; lower 'games'", PLAN_MAX_GAMES);
    /* The test takes pairs of games of one pairing, in their order. */
    if (plan->is_sequential && plan->player_count > 2)
        REJECT(p, "sprt: compares exactly two players; remove the others");
    if (plan->is_sequential && plan->pairing == PAIRING_SWISS)
        REJECT(p, "sprt: impossible in a Swiss tournament; write 'pairing round-robin'");
    /* A player's helper threads share the process with the other games, so their processor time is
     * unknown. */
    for (int i = 0; plan->clock == CLOCK_THREAD && i < plan->player_count; i++)
        if (!plan->players[i].command && plan->players[i].params.threads > 1)
            REJECT(p, "clock processor: player %s uses several threads; remove threads=",
                   plan->players[i].name);
}

/* The hash covers all that a game depends on. `games` (except in a Swiss tournament) and the test
 * are not part of it, so that a match can continue after they change. */
static void hash_whole(struct plan_reader *p) {
    struct plan *plan = p->plan;
    struct buffer *all = &p->canonical;
    buffer_print(all, "size %d komi %.1f seed %" PRIu64 " pairing %d %s opening %d ", plan->size,
                 plan->komi, plan->seed, (int)plan->pairing,
                 plan->pairing == PAIRING_ANCHOR ? p->anchor : "-", plan->opening_plies);
    /* Clocks without a name have been 1 since before there were others. */
    const enum time_kind kind = plan->time_kind == TIME_CANADIAN ? TIME_ABSOLUTE : plan->time_kind;
    buffer_print(all, "time %d %.6f %.6f %d max_moves %d patience %.6f referee ", (int)kind,
                 plan->main_time, plan->period, plan->stones, plan->max_moves, plan->patience);
    /* In a Swiss tournament `games` decides which round a game belongs to. */
    if (plan->pairing == PAIRING_SWISS) buffer_print(all, "games %" PRId64 " ", plan->games);
    if (plan->referee) buffer_append(all, plan->referee, strlen(plan->referee));
    if (plan->clock == CLOCK_THREAD) buffer_print(all, " clock processor");
    if (all->failed && p->status == STATUS_OK) p->status = out_of_memory(&p->why, "the plan");
    plan->hash = hash_bytes(HASH_START, all->data, all->length);
}

/* The default opening of two random plies has 81 * 80 positions on 9x9: without it, deterministic
 * players would repeat one game. */
enum status plan_parse(struct plan *plan, char *text, const char *name, struct failure *why) {
    *plan = (struct plan){.size = 9, .komi = 7.5, .seed = 1, .opening_plies = 2, .patience = 60};
    struct plan_reader p = {.plan = plan};
    enum status status = read_lines(&p, text, name, why);
    if (status == STATUS_OK) {
        complete(&p);
        check_whole(&p);
        hash_whole(&p);
        if (p.status != STATUS_OK) status = fail(why, p.status, "%.120s: %s", name, p.why.text);
    }
    buffer_free(&p.canonical);
    if (status != STATUS_OK) plan_free(plan);
    return status;
}

/* Names of files are relative to the plan's own folder, wherever the match is started from. */
static enum status locate_weights(struct plan *plan, const char *path, struct failure *why) {
    for (int i = 0; i < plan->player_count; i++) {
        struct plan_player *player = &plan->players[i];
        if (!player->weights) continue;
        char *located = file_beside(path, player->weights);
        if (!located) return out_of_memory(why, "the plan");
        free(player->weights);
        player->weights = located;
    }
    return STATUS_OK;
}

/* By content: a weight file that was replaced makes another match. */
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

/* The weight files come last, since hashing them is the slow part: a plan with a mistake fails at
 * once. */
enum status plan_read(struct plan *plan, const char *path, struct failure *why) {
    char *text;
    size_t length;
    enum status status = file_read_text(path, MAX_FILE, "plan", &text, &length, why);
    if (status != STATUS_OK) return status;
    status = plan_parse(plan, text, path, why);
    free(text);
    if (status != STATUS_OK) return status;
    status = locate_weights(plan, path, why);
    if (status == STATUS_OK) status = hash_weights(plan, why);
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
