/* guzumi play: a game in the terminal; guzumi gtp: the engine behind GTP. The game itself is in
 * terminal_game.c and the typed commands in terminal_words.c; here are the command lines and the
 * loop:
 *
 *     a person's turn, or the game is over    let_human_move: a line, taken as a move or a command
 *     Guzumi's turn                           terminal_let_engine_move: a search and its move
 *     no person at all                        watch_game
 *
 * Ctrl-C means three things, by what runs: at the prompt it quits; during a search Guzumi moves at
 * once; and a game without people ends. */
#include "guzumi/gtp/gtp.h"

#include "board_view.h"
#include "cli.h"
#include "console.h"
#include "terminal_game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads and executes a line. The end of the input and Ctrl-C quit. */
static enum status let_human_move(struct terminal_game *t, struct console *console,
                                  struct failure *why) {
    char *line, prompt[20];
    snprintf(prompt, sizeof prompt, "%s> ", t->over ? "" : color_name(terminal_turn(t)));
    const enum status status = console_ask(console, prompt, &line, why);
    if (line) {
        if (*line) terminal_take_line(t, line);
    } else if (status == STATUS_OK) {
        printf("\n");
        /* A question may keep the game open (terminal_leave), and then the flag must not end the
         * next wait. */
        terminal_take_interrupt();
        terminal_leave(t);
    }
    return status;
}

/* Guzumi plays both sides, until the game ends or Ctrl-C. */
static enum status watch_game(struct terminal_game *t, struct failure *why) {
    enum status status = STATUS_OK;
    while (!t->over && status == STATUS_OK && !terminal_take_interrupt())
        status = terminal_let_engine_move(t, why);
    return status;
}

static bool is_watched(const struct terminal_game *t) {
    return !t->human[BLACK] && !t->human[WHITE];
}

/* Until somebody leaves. In a game that was only watched a person is asked at every turn. */
static enum status take_turns(struct terminal_game *t, struct console *console,
                              struct failure *why) {
    enum status status = STATUS_OK;
    while (!t->leaving && status == STATUS_OK && !interrupt_is_final()) {
        if (t->over || is_watched(t) || t->human[terminal_turn(t)]) {
            status = let_human_move(t, console, why);
        } else {
            status = terminal_let_engine_move(t, why);
            terminal_take_interrupt(); /* it has already ended the search */
        }
    }
    return status;
}

static enum status play_game(struct terminal_game *t, struct console *console,
                             struct failure *why) {
    terminal_draw(t);
    terminal_end_after_passes(t); /* of a loaded game */
    return is_watched(t) ? watch_game(t, why) : take_turns(t, console, why);
}

/* Saves the game at its end in PATH. At a terminal a failure costs nothing: the prompt comes back
 * for `save` with another name, and leaving then asks as without --save. */
static enum status save_at_end(struct terminal_game *t, const char *path, struct console *console,
                               struct failure *why) {
    enum status status = terminal_save(t, path, why);
    if (status == STATUS_OK || !t->asks || interrupt_is_final()) return status;
    say("%s\nType save and another file name, or quit.\n", why->text);
    t->saves_at_end = t->leaving = false;
    t->unsaved = true;
    status = take_turns(t, console, why);
    /* A signal leaves without asking. */
    return status == STATUS_OK && t->unsaved && interrupt_is_final() ? terminal_save(t, path, why)
                                                                     : status;
}

/* The command line without the parameters. */
struct play_settings {
    const char *color, *komi_text, *weights, *save, *load;
    int style; /* an index in "auto|plain|color" */
    int64_t size, handicap;
    double komi; /* NAN: not given, since a handicap leaves White half a point by default */
    bool human[2], colors;
};

static enum status read_komi(struct play_settings *s, struct failure *why) {
    if (!terminal_read_komi(s->komi_text, &s->komi) || !(fabs(s->komi) <= GAME_MAX_KOMI))
        return fail(why, STATUS_INVALID, "--komi: '%.60s' is not a number from %g to %g",
                    s->komi_text, -GAME_MAX_KOMI, GAME_MAX_KOMI);
    if (2 * s->komi != floor(2 * s->komi))
        return fail(why, STATUS_INVALID, "--komi: %g is not a whole or half number", s->komi);
    return STATUS_OK;
}

/* Words that the table of options can't check. */
static enum status read_words(struct play_settings *s, struct failure *why) {
    enum color color = BLACK;
    const bool both = strcmp(s->color, "both") == 0, none = strcmp(s->color, "none") == 0;
    if (!both && !none && !color_parse(s->color, &color))
        return fail(why, STATUS_INVALID,
                    "--color: unknown value '%.60s'; expected black, white, both or none",
                    s->color);
    if (s->komi_text && read_komi(s, why) != STATUS_OK) return STATUS_INVALID;
    s->human[color] = !none;
    s->human[color_other(color)] = both;
    s->colors = s->style ? s->style == 2 : board_view_has_colors();
    return STATUS_OK;
}

/* Size and handicap, which a record brings along. */
static enum status check_game(struct play_settings *s, struct failure *why) {
    if (s->load && (s->size || s->handicap))
        return fail(why, STATUS_INVALID, "--load: the record has a size and a handicap; omit --%s",
                    s->size ? "size" : "handicap");
    if (!s->size) s->size = 9;
    return game_check_handicap("--handicap", (int)s->size, (int)s->handicap, why);
}

static bool parse(int argc, char **argv, struct params *params, struct play_settings *s,
                  int *exit_code) {
    const struct option table[] = {
        OPT_TEXT("color", &s->color, "black|white|both|none",
                 "The colours that you play (default: black); Guzumi plays the rest."),
        OPT_INT("size", &s->size, BOARD_MIN_SIZE, BOARD_MAX_SIZE, "SIZE",
                "Board size, 2 to 19 (default: 9)."),
        OPT_INT("handicap", &s->handicap, 2, 9, "N", "Handicap stones, 2 to 9."),
        OPT_TEXT("komi", &s->komi_text, "KOMI",
                 "Points for White (default: 7.5; 0.5 with a handicap)."),
        OPT_TEXT("load", &s->load, "FILE", "Continue the game in FILE, an SGF record."),
        OPT_TEXT("save", &s->save, "FILE",
                 "Write the game to FILE as SGF at the end; asks before replacing a file."),
        OPT_CHOICE("style", &s->style, "auto|plain|color",
                   "Colour the board (default: auto, if the terminal has colours)."),
        OPT_WEIGHTS(&s->weights),
    };
    const struct options options = {.command = "play",
                                    .summary = "Play a game in the terminal.",
                                    OPTIONS_TABLE(table),
                                    .groups = PARAMS_OF_PLAY,
                                    .params = params,
                                    .draws_seed = true,
                                    .positional_names = ""};
    struct options_result result;
    struct failure why;
    if (!cli_parse(&options, argc, argv, &result, exit_code)) return false;
    if (read_words(s, &why) == STATUS_OK && check_game(s, &why) == STATUS_OK) return true;
    *exit_code = cli_fail(&why, EXIT_USAGE);
    return false;
}

static void greet(const struct terminal_game *t) {
    const bool black = t->human[BLACK], white = t->human[WHITE];
    if (black || white)
        say("Guzumi %s. You are %s; type a point like D4, or help.\n", GUZUMI_VERSION,
            black && white ? "both colours" : color_name(black ? BLACK : WHITE));
    else
        say("Guzumi %s. It plays both colours; Ctrl-C ends the game.\n", GUZUMI_VERSION);
}

/* Replaces an existing file only if somebody at the terminal allows it. Asked before the game, not
 * after it, when refusing would lose it. */
static enum status check_save(const char *path, struct console *console, struct failure *why) {
    char *line = NULL;
    enum status status = file_try(path, why);
    if (status != STATUS_OK || !file_would_be_replaced(path)) return status;
    if (system_is_terminal(STANDARD_INPUT)) {
        say(TERMINAL_ASKS_TO_REPLACE, path);
        status = console_ask(console, "> ", &line, why);
    }
    if (status != STATUS_OK || (line && terminal_is_yes(line))) return status;
    return fail(why, STATUS_IO, "--save: %.200s exists; remove it or name another file", path);
}

/* The game at first: a new one, or that of --load with the komi of --komi. A record brings size,
 * handicap and komi. */
static enum status begin(const struct play_settings *s, struct terminal_game *t,
                         struct failure *why) {
    return s->load ? terminal_load(t, s->load, s->komi, why) : terminal_start(t, why);
}

static enum status play(const struct play_settings *s, struct engine *engine,
                        struct console *console, struct failure *why) {
    struct terminal_game game = {.engine = engine,
                                 .human = {s->human[BLACK], s->human[WHITE]},
                                 .size = (int)s->size,
                                 .handicap = (int)s->handicap,
                                 .komi = s->komi,
                                 .colors = s->colors,
                                 .asks = system_is_terminal(STANDARD_INPUT),
                                 .saves_at_end = s->save != NULL};
    enum status status = s->save ? check_save(s->save, console, why) : STATUS_OK;
    if (status == STATUS_OK) status = begin(s, &game, why);
    if (status != STATUS_OK) return status;
    greet(&game);
    /* Saved whatever ended the game: `quit`, the end of the input, or a signal. */
    status = play_game(&game, console, why);
    return status == STATUS_OK && s->save ? save_at_end(&game, s->save, console, why) : status;
}

int cmd_play(int argc, char **argv) {
    struct params params;
    params_default(&params);
    struct play_settings settings = {.color = "black", .komi = NAN};
    int exit_code;
    if (!parse(argc, argv, &params, &settings, &exit_code)) return exit_code;
    struct player player;
    struct failure why;
    if (player_open(&player, &params, settings.weights, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_FAILURE);
    /* Signals other than Ctrl-C end the game, which is then saved if --save was given. */
    enum status status = interrupt_prepare(&why);
    struct console console;
    if (status == STATUS_OK) status = console_open(&console, &why);
    if (status == STATUS_OK) {
        status = play(&settings, player.engine, &console, &why);
        console_close(&console);
    }
    player_close(&player);
    return cli_outcome(status, &why);
}

/* --- gtp --- */

int cmd_gtp(int argc, char **argv) {
    struct params params;
    params_default(&params);
    const char *weights = NULL;
    /* For clients that only support programs which they know by name (--gtp-name KataGo for
     * Lizzie). */
    struct gtp_identity identity = {NULL, NULL};
    const struct option table[] = {
        OPT_WEIGHTS(&weights),
        OPT_TEXT("gtp-name", &identity.name, "NAME",
                 "Name to report over GTP, for clients that expect another program."),
        OPT_TEXT("gtp-version", &identity.version, "VERSION", "Version to report over GTP."),
    };
    const struct options options = {.command = "gtp",
                                    .summary = "Speak GTP on standard input and output.",
                                    OPTIONS_TABLE(table),
                                    .groups = PARAMS_OF_GTP,
                                    .params = &params,
                                    .draws_seed = true,
                                    .positional_names = ""};
    struct options_result result;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    struct player player;
    struct failure why;
    if (player_open(&player, &params, weights, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_FAILURE);
    const enum status status = gtp_run(player.engine, &identity, STANDARD_INPUT, stdout, &why);
    player_close(&player);
    return cli_outcome(status, &why);
}
