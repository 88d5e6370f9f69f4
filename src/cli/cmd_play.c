/* guzumi play: a game in the terminal. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include "board_view.h"
#include "interrupt.h"
#include "look.h"
#include "typed_lines.h"

#include "guzumi/clock.h"
#include "guzumi/sgf.h"
#include "guzumi/text.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The game at the table: the engine, who plays what, and how the game ended. */
struct table {
    struct engine *engine;
    bool human[2]; /* by colour */
    int handicap;
    bool colors;
    bool over;       /* by two passes or resignation; `new` and `undo` go on */
    char result[16]; /* when it is over, as in "B+3.5" */
    bool leaving;    /* `quit`, the end of the input, or Ctrl-C */
};

static const struct game *game_of(const struct table *t) {
    return engine_game(t->engine);
}

static enum color turn_of(const struct table *t) {
    return game_of(t)->to_move;
}

/* Whether Ctrl-C came, which is then dealt with. */
static bool take_interrupt(void) {
    return atomic_exchange(interrupt_flag(), false);
}

static void draw(struct table *t) {
    printf("\n");
    board_view_print(&game_of(t)->board, game_last_point(game_of(t)), t->colors, stdout);
    printf("\n");
}

/* --- moves --------------------------------------------------------------------------------------
 */

static void end_game(struct table *t, const char *how) {
    t->over = true;
    printf("%s The result is %s.\n", how, t->result);
    if (t->human[BLACK] || t->human[WHITE]) printf("Type new, undo, save FILE or quit.\n");
}

static void end_after_two_passes(struct table *t) {
    if (game_passes(game_of(t)) < 2) return;
    game_format_score(engine_final_score(t->engine, NULL), t->result, sizeof t->result);
    end_game(t, "Two passes end the game.");
}

static void resign(struct table *t, enum color color) {
    char text[40];
    snprintf(t->result, sizeof t->result, "%c+R", color == BLACK ? 'W' : 'B');
    snprintf(text, sizeof text, "%s resigns.", color == BLACK ? "Black" : "White");
    end_game(t, text);
}

static void show_engine_move(struct table *t, enum color color, int point) {
    double chance;
    char name[5];
    struct failure why;
    printf(" %s %s", color_name(color), point_format(game_of(t)->board.size, point, name));
    if (engine_value(t->engine, color, &chance, &why) == STATUS_OK)
        printf(", its chance of winning is %.0f %%", 100 * chance);
    printf(".\n");
    draw(t);
    end_after_two_passes(t);
}

/* A search, for a move or for a hint, and what came of it. */
struct search {
    struct engine *engine;
    enum color color;
    bool hints;
    int point;
    struct look look;
    enum status status;
    struct failure why;
};

static void run_search(void *context) {
    struct search *s = context;
    s->status = s->hints ? look_at(s->engine, s->color, NULL, &s->look, &s->why)
                         : engine_genmove(s->engine, s->color, &s->point, &s->why);
}

static void stop_search(void *context) {
    engine_interrupt(((struct search *)context)->engine);
}

/* Searches for the side to move; Ctrl-C makes it soon be over. */
static enum status search(struct table *t, bool hints, struct search *out, struct failure *why) {
    *out = (struct search){.engine = t->engine, .color = turn_of(t), .hints = hints};
    const enum status status = interrupt_run(run_search, stop_search, out, why);
    if (status != STATUS_OK) return status;
    *why = out->why;
    return out->status;
}

static enum status let_engine_move(struct table *t, struct failure *why) {
    struct search found;
    printf("Guzumi thinks ...");
    fflush(stdout);
    const enum status status = search(t, false, &found, why);
    if (status != STATUS_OK) {
        printf("\n");
        return status;
    }
    if (found.point != RESIGN) {
        show_engine_move(t, found.color, found.point);
    } else {
        printf("\n");
        resign(t, found.color);
    }
    return STATUS_OK;
}

static void say_over(void) {
    printf("The game is over. Type new, undo, save FILE or quit.\n");
}

static void take_move(struct table *t, int point) {
    struct failure why;
    if (t->over) {
        say_over();
    } else if (engine_play(t->engine, point, turn_of(t), &why) != STATUS_OK) {
        printf("%s\n", why.text);
    } else {
        if (t->human[turn_of(t)]) draw(t); /* otherwise Guzumi's answer will be drawn */
        end_after_two_passes(t);
    }
}

/* --- words --------------------------------------------------------------------------------------
 */

static void do_pass(struct table *t, const char *argument) {
    (void)argument;
    take_move(t, PASS);
}

/* Back to a human's last turn: the engine's answer goes with the move, unless it resigned. */
static void do_undo(struct table *t, const char *argument) {
    const struct game *game = game_of(t);
    size_t count = 1;
    (void)argument;
    while (count <= game->count && !t->human[game->moves[game->count - count].color]) count++;
    if (count > game->count || !engine_undo(t->engine, count)) {
        printf("There is no move of yours to take back.\n");
        return;
    }
    t->over = false;
    draw(t);
}

static enum status start_game(struct table *t, int size, struct failure *why) {
    engine_clear(t->engine, size);
    t->over = false;
    return t->handicap ? engine_fixed_handicap(t->engine, t->handicap, why) : STATUS_OK;
}

static void do_new(struct table *t, const char *argument) {
    struct failure why;
    (void)argument;
    if (start_game(t, game_of(t)->board.size, &why) != STATUS_OK) printf("%s\n", why.text);
    draw(t);
}

static void do_resign(struct table *t, const char *argument) {
    (void)argument;
    if (t->over)
        say_over();
    else
        resign(t, turn_of(t));
}

static void do_score(struct table *t, const char *argument) {
    char text[16];
    (void)argument;
    printf("Score: %s, dead stones removed.\n",
           game_format_score(engine_final_score(t->engine, NULL), text, sizeof text));
}

static void do_values(struct table *t, const char *argument) {
    double values[BOARD_MAX_POINTS];
    struct failure why;
    (void)argument;
    if (engine_values(t->engine, turn_of(t), values, &why) != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    printf("Chances of winning in percent after each move of %s, by what the last search "
           "learnt:\n\n",
           color_name(turn_of(t)));
    board_view_print_values(&game_of(t)->board, values, t->colors, stdout);
    printf("\n");
}

static void do_hint(struct table *t, const char *argument) {
    struct search found;
    struct failure why;
    char line[LINE_TEXT];
    (void)argument;
    if (search(t, true, &found, &why) != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    take_interrupt(); /* it has ended the search, if it came */
    printf("%s: chance of winning %.0f %%.\n",
           line_format(game_of(t)->board.size, found.look.line, found.look.line_length, line),
           100 * found.look.report.winrate);
}

static void do_show(struct table *t, const char *argument) {
    (void)argument;
    draw(t);
}

static enum status save_game(const struct table *t, const char *path, struct failure *why) {
    struct sgf *sgf;
    char date[CLOCK_DATE_SIZE];
    enum status status = sgf_from_game(&sgf, game_of(t), why);
    if (status != STATUS_OK) return status;
    for (int color = BLACK; color <= WHITE; color++)
        sgf_set_text(sgf, SGF_ROOT, color == BLACK ? "PB" : "PW",
                     t->human[color] ? "Human" : "Guzumi " GUZUMI_VERSION);
    sgf_set_text(sgf, SGF_ROOT, "DT", clock_date(date));
    if (t->over) sgf_set_text(sgf, SGF_ROOT, "RE", t->result);
    status = sgf_save(sgf, path, why);
    sgf_free(sgf);
    return status;
}

static void do_save(struct table *t, const char *argument) {
    struct failure why;
    if (!*argument)
        printf("Where to? Type save and the name of a file.\n");
    else if (save_game(t, argument, &why) != STATUS_OK)
        printf("%s\n", why.text);
    else
        printf("Saved in %s.\n", argument);
}

static void do_quit(struct table *t, const char *argument) {
    (void)argument;
    t->leaving = true;
}

static void do_help(struct table *t, const char *argument);

static const struct {
    const char *name;
    void (*run)(struct table *t, const char *argument);
    const char *argument, *help;
} words[] = {
    {"pass", do_pass, "", "leave the move to the other side; two passes end the game"},
    {"undo", do_undo, "", "take your last move back"},
    {"hint", do_hint, "", "what Guzumi would play, and what it expects then"},
    {"values", do_values, "", "the chance of winning after each move, as a heat map"},
    {"score", do_score, "", "estimate the score"},
    {"show", do_show, "", "draw the board"},
    {"save", do_save, "FILE", "write the game as SGF"},
    {"resign", do_resign, "", "give the game up"},
    {"new", do_new, "", "begin another game"},
    {"help", do_help, "", "show this"},
    {"quit", do_quit, "", "leave"},
};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static void do_help(struct table *t, const char *argument) {
    (void)t, (void)argument;
    printf("Type a point like D4 to play there, or\n");
    for (int i = 0; i < WORD_COUNT; i++) {
        char left[20];
        snprintf(left, sizeof left, "%s %s", words[i].name, words[i].argument);
        printf("  %-9s %s\n", left, words[i].help);
    }
    printf("Ctrl-C makes Guzumi move at once, or leaves.\n");
}

/* Runs a line that begins with one of the words; ARGUMENT is what stands behind it. */
static bool take_word(struct table *t, const char *word, const char *argument) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (text_equal_nocase(word, words[i].name) && (!*argument || *words[i].argument)) {
            words[i].run(t, argument);
            return true;
        }
    return false;
}

static void take_line(struct table *t, char *line) {
    int point;
    char *argument = line + strcspn(line, " \t"), end = *argument;
    *argument = 0;
    char *rest = argument + (end != 0);
    rest += strspn(rest, " \t");
    if (take_word(t, line, rest)) return;
    if (!*rest && point_parse(game_of(t)->board.size, line, &point))
        take_move(t, point);
    else
        printf("That is neither a point of this board nor a command; help lists them.\n");
}

/* The line without the blanks and control characters around it. */
static char *trim(char *line) {
    size_t length = strlen(line);
    while (length && (unsigned char)line[length - 1] <= ' ') line[--length] = 0;
    while (*line && (unsigned char)*line <= ' ') line++;
    return line;
}

/* Reads a line and does what it says. At the end of the input or with Ctrl-C it is time to leave.
 */
static enum status let_human_move(struct table *t, struct typed_lines *lines, struct failure *why) {
    char *line;
    printf("%s> ", color_name(turn_of(t)));
    fflush(stdout);
    const enum status status = typed_lines_next(lines, &line, why);
    if (line && status == STATUS_OK) {
        line = trim(line);
        if (*line) take_line(t, line);
    } else {
        printf("\n");
        t->leaving = true;
    }
    return status;
}

/* Both sides are Guzumi's: Ctrl-C ends the game, as its end does. */
static enum status watch_game(struct table *t, struct failure *why) {
    enum status status = STATUS_OK;
    while (!t->over && status == STATUS_OK && !take_interrupt()) status = let_engine_move(t, why);
    return status;
}

static enum status play_game(struct table *t, struct failure *why) {
    struct typed_lines lines = {.fd = STDIN_FILENO};
    enum status status = STATUS_OK;
    draw(t);
    if (!t->human[BLACK] && !t->human[WHITE]) return watch_game(t, why);
    while (!t->leaving && status == STATUS_OK && !interrupt_is_final()) {
        if (t->over || t->human[turn_of(t)]) {
            status = let_human_move(t, &lines, why);
        } else {
            status = let_engine_move(t, why);
            take_interrupt(); /* it has made the move, if it came */
        }
    }
    typed_lines_free(&lines);
    return status;
}

/* What the command line says beside the parameters. */
struct play_settings {
    const char *color, *style, *weights, *save;
    int64_t size, handicap;
    double komi;
    bool human[2], colors;
};

static enum status read_words(struct play_settings *s, struct failure *why) {
    enum color color = BLACK;
    const bool both = strcmp(s->color, "both") == 0, none = strcmp(s->color, "none") == 0;
    if (!both && !none && !color_parse(s->color, &color))
        return fail(why, STATUS_INVALID, "--color: '%.60s' is none of black, white, both, none",
                    s->color);
    s->human[color] = !none;
    s->human[color_other(color)] = both;
    const bool chosen = strcmp(s->style, "auto") != 0;
    s->colors = chosen ? strcmp(s->style, "color") == 0 : board_view_has_colors(stdout);
    if (chosen && !s->colors && strcmp(s->style, "plain") != 0)
        return fail(why, STATUS_INVALID, "--style: '%.60s' is none of auto, plain, color",
                    s->style);
    return STATUS_OK;
}

static bool parse(int argc, char **argv, struct params *params, struct play_settings *s,
                  int *exit_code) {
    const struct option table[] = {
        {"color", OPTION_TEXT, &s->color, 0, 0, "black|white|both|none",
         "What you play; black unless told otherwise. Guzumi plays the rest."},
        {"size", OPTION_INT, &s->size, BOARD_MIN_SIZE, BOARD_MAX_SIZE, "SIZE",
         "Lines of the board, 2 to 19; 9 unless told otherwise."},
        {"handicap", OPTION_INT, &s->handicap, 0, 9, "N", "Handicap stones, 2 to 9."},
        {"komi", OPTION_REAL, &s->komi, -GAME_MAX_KOMI, GAME_MAX_KOMI, "KOMI",
         "Points for White; 7.5, with a handicap 0.5, unless told otherwise."},
        {"save", OPTION_TEXT, &s->save, 0, 0, "FILE", "Writes the game there as SGF at the end."},
        {"style", OPTION_TEXT, &s->style, 0, 0, "auto|plain|color",
         "Whether the board is coloured; where the terminal can, unless told otherwise."},
        {"weights", OPTION_TEXT, &s->weights, 0, 0, "FILE",
         "Uses this long-term memory instead of the built-in one of its board size."},
    };
    const struct options options = {.command = "play",
                                    .summary = "Plays a game in the terminal.",
                                    .table = table,
                                    .count = sizeof table / sizeof table[0],
                                    .groups = PARAMS_OF_PLAY,
                                    .params = params,
                                    .positional_names = ""};
    struct options_result result;
    struct failure why;
    if (!cli_parse(&options, argc, argv, &result, exit_code)) return false;
    if (read_words(s, &why) == STATUS_OK) return true;
    *exit_code = cli_fail(&why, EXIT_USAGE);
    return false;
}

static void greet(const struct table *t) {
    const bool black = t->human[BLACK], white = t->human[WHITE];
    printf("Guzumi %s. ", GUZUMI_VERSION);
    if (black || white)
        printf("You are %s; type a point like D4, or help.\n",
               black && white ? "both colours" : color_name(black ? BLACK : WHITE));
    else
        printf("It plays both colours; Ctrl-C ends the game.\n");
}

static enum status check_handicap(const struct play_settings *s, struct failure *why) {
    const int size = (int)s->size, most = game_max_fixed_handicap(size);
    if (!s->handicap || (s->handicap >= 2 && s->handicap <= most)) return STATUS_OK;
    if (most == 0)
        return fail(why, STATUS_INVALID, "--handicap: a %dx%d board has no points for it", size,
                    size);
    return fail(why, STATUS_INVALID, "--handicap: a %dx%d board takes 2 to %d stones, not %d", size,
                size, most, (int)s->handicap);
}

static enum status play(const struct play_settings *s, struct engine *engine, struct failure *why) {
    struct table table = {.engine = engine,
                          .human = {s->human[BLACK], s->human[WHITE]},
                          .handicap = (int)s->handicap,
                          .colors = s->colors};
    const double komi = !isnan(s->komi) ? s->komi : s->handicap ? 0.5 : 7.5;
    enum status status = check_handicap(s, why);
    if (status == STATUS_OK && s->save) status = file_try(s->save, why);
    if (status == STATUS_OK) status = engine_set_komi(engine, komi, why);
    if (status == STATUS_OK) status = start_game(&table, (int)s->size, why);
    if (status != STATUS_OK) return status;
    greet(&table);
    status = play_game(&table, why);
    if (status == STATUS_OK && s->save) status = save_game(&table, s->save, why);
    return status;
}

int cmd_play(int argc, char **argv) {
    struct params params;
    params_default(&params);
    struct play_settings settings = {.color = "black", .style = "auto", .size = 9, .komi = NAN};
    int exit_code;
    if (!parse(argc, argv, &params, &settings, &exit_code)) return exit_code;
    struct player player;
    struct failure why;
    if (player_open(&player, &params, settings.weights, &why) != STATUS_OK)
        return cli_fail(&why, EXIT_FAILURE);
    interrupt_catch(SIGINT);
    interrupt_catch(SIGTERM); /* these two end the game, which is saved if that was wanted */
    interrupt_catch(SIGHUP);
    interrupt_hold();
    const enum status status = play(&settings, player.engine, &why);
    player_close(&player);
    return status == STATUS_OK ? EXIT_SUCCESS : cli_fail(&why, EXIT_FAILURE);
}
