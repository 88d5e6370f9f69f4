/* The commands typed instead of moves. Each is a row of words[] and a function do_NAME, which
 * prints its answer; a mistake is explained and nothing happens.
 *
 * A question is a command that waits: `asked` holds its line, and "yes" runs it again with
 * `allowed` set. Any other line drops the question and is taken as usual:
 *
 *     new          asked = "new"    "This game is not saved. Type yes to start a new one, ..."
 *     yes          allowed = true   "new" is run again, without the question
 *     D4           asked = ""       the point is played
 *
 * `quit` and Ctrl-C ask the same question, and a second Ctrl-C leaves (terminal_leave). */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/player/inspect.h"

#include "board_view.h"
#include "cli.h"
#include "console.h"
#include "terminal_game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether LINE may discard the game. If it is unsaved, asks first whether to do WHAT. Through a
 * pipe nobody could answer, so nothing is asked. */
static bool may_lose_game(struct terminal_game *t, const char *line, const char *what) {
    if (!t->asks || t->allowed || !t->unsaved || !terminal_game(t)->count) return true;
    snprintf(t->asked, sizeof t->asked, "%s", line);
    say("This game is not saved. Type yes to %s, or save FILE first.\n", what);
    return false;
}

/* --- moves --- */

static void do_pass(struct terminal_game *t, const char *argument) {
    (void)argument;
    terminal_play(t, PASS);
}

/* At most four moves by name: an undo to the beginning would fill the screen. */
static void say_what_goes(const struct game *game, size_t count) {
    char text[60] = "", name[5];
    for (size_t i = 0; i < count && i < 4; i++) {
        const struct move move = game->moves[game->count - 1 - i];
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s %s", i ? ", " : "",
                 color_name((enum color)move.color),
                 point_format(game->board.size, move.point, name));
    }
    say("Took back %s%s.\n", text, count > 4 ? " and more" : "");
}

/* Undoes moves back to a human's last turn, the engine's reply included. */
static void do_undo(struct terminal_game *t, const char *argument) {
    const struct game *game = terminal_game(t);
    size_t count = 1;
    (void)argument;
    while (count <= game->count && !t->human[game->moves[game->count - count].color]) count++;
    if (count > game->count) {
        say("There is no move of yours to take back.\n");
        return;
    }
    say_what_goes(game, count);
    engine_undo(t->engine, count);
    t->over = false;
    terminal_draw(t);
}

/* Whether the game has ended by Guzumi's resignation. */
static bool has_resigned(const struct terminal_game *t) {
    const enum color loser = t->result[0] == 'B' ? WHITE : BLACK;
    return strchr(t->result, 'R') && !t->human[loser];
}

/* Continues a game that has ended, for a player who disagrees with the count: takes back the two
 * passes; a resignation is no move. */
static void do_resume(struct terminal_game *t, const char *argument) {
    (void)argument;
    if (!t->over) {
        say("The game is not over.\n");
        return;
    }
    if (game_passes(terminal_game(t)) >= 2) {
        engine_undo(t->engine, 2);
    } else if (has_resigned(t)) {
        struct failure why;
        if (engine_set_param(t->engine, "resign_threshold", "0", &why) == STATUS_OK)
            say("Guzumi does not resign any more.\n");
    }
    t->over = false;
    terminal_draw(t);
}

static void do_resign(struct terminal_game *t, const char *argument) {
    (void)argument;
    if (t->over)
        terminal_say_over();
    else
        terminal_resign(t, terminal_turn(t));
}

/* --- views --- */

/* The count of the board as it stands, and before the end an estimate of how it will: until borders
 * are closed the two differ much. */
static void do_score(struct terminal_game *t, const char *argument) {
    struct bitset dead, seki;
    uint8_t owner[BOARD_MAX_POINTS];
    char text[16], estimate[60] = "";
    (void)argument;
    const struct game *game = terminal_game(t);
    const int half_score = engine_final_score(t->engine, owner);
    engine_final_status(t->engine, &dead, &seki);
    printf("\n");
    board_view_print_score(&game->board, owner, &dead);
    board_view_print_count(game, owner, &dead);
    if (!t->over) {
        const double expected = engine_expected_score(t->engine);
        if (fabs(expected) < 0.5)
            snprintf(estimate, sizeof estimate, "Estimated final score: even. ");
        else
            snprintf(estimate, sizeof estimate, "Estimated final score: %c+%.0f. ",
                     expected > 0 ? 'B' : 'W', fabs(expected));
    }
    say("%s%s %s.\n", estimate, t->over ? "The score:" : "If the game ended here:",
        game_format_score(half_score, text, sizeof text));
}

/* Of the last search, so that looking costs nothing; `hint` searches. */
static void do_values(struct terminal_game *t, const char *argument) {
    double values[BOARD_MAX_POINTS];
    struct failure why;
    (void)argument;
    if (engine_values(t->engine, terminal_turn(t), values, &why) != STATUS_OK) {
        say("%s\n", why.text);
        return;
    }
    say("Win rates in percent after each move of %s, by the last search.\n",
        color_name(terminal_turn(t)));
    say("Moves that it has not considered have no number.\n\n");
    board_view_print_values(&terminal_game(t)->board, values, t->colors);
    printf("\n");
}

/* Searches as long as a move may take, but plays nothing. Ctrl-C shows what is known so far. */
static void do_hint(struct terminal_game *t, const char *argument) {
    struct one_off hint;
    struct failure why;
    char line[LINE_TEXT], name[5];
    (void)argument;
    const int size = terminal_game(t)->board.size;
    if (t->over) {
        terminal_say_over();
    } else if (terminal_search(t, &hint, &why) != STATUS_OK) {
        say("%s\n", why.text);
    } else {
        say("Guzumi would play %s: win rate %.0f %%.\n", point_format(size, hint.line[0], name),
            100 * hint.report.found.winrate);
        if (hint.line_length > 1)
            say("It then expects %s.\n",
                line_format(size, hint.line + 1, hint.line_length - 1, line));
    }
}

static void do_board(struct terminal_game *t, const char *argument) {
    (void)argument;
    terminal_draw(t);
}

/* --- settings --- */

static void do_level(struct terminal_game *t, const char *argument) {
    struct failure why;
    if (*argument && engine_set_param(t->engine, "level", argument, &why) != STATUS_OK)
        say("%s\n", why.text);
    else
        say("Guzumi plays at level %d of 10.\n", (int)engine_params(t->engine)->level);
}

/* A setting of new games applies to the present one too, unless moves were played. */
static void start_or_wait(struct terminal_game *t) {
    struct failure why;
    char handicap[40] = "";
    if (t->handicap) snprintf(handicap, sizeof handicap, " with %d handicap stones", t->handicap);
    if (terminal_game(t)->count > 0)
        say("The next game will be on %dx%d%s; type new to start it.\n", t->size, t->size,
            handicap);
    else if (terminal_start(t, &why) != STATUS_OK)
        say("%s\n", why.text);
    else
        terminal_draw(t);
}

/* A handicap that the new size has no points for would make `new` fail later. */
static void do_size(struct terminal_game *t, const char *argument) {
    const struct game *game = terminal_game(t);
    int64_t size;
    if (!*argument) {
        say("The board is %dx%d.\n", game->board.size, game->board.size);
    } else if (!text_to_int(argument, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &size)) {
        say("Type size and a number from %d to %d.\n", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    } else if (t->handicap > game_max_fixed_handicap((int)size)) {
        say("%d handicap stones don't fit on %dx%d; type handicap 0 first.\n", t->handicap,
            (int)size, (int)size);
    } else {
        t->size = (int)size;
        start_or_wait(t);
    }
}

static void do_handicap(struct terminal_game *t, const char *argument) {
    struct failure why;
    int64_t stones;
    if (!*argument) {
        say("The handicap is %d.\n", game_handicap(terminal_game(t)));
    } else if (!text_to_int(argument, 0, 9, &stones)) {
        say("Type handicap and a number from 2 to 9, or 0 for none.\n");
    } else if (game_check_handicap("handicap", t->size, (int)stones, &why) != STATUS_OK) {
        say("%s\n", why.text);
    } else {
        t->handicap = (int)stones;
        start_or_wait(t);
    }
}

/* A note, since not everybody who types 3.75 counts in stones. */
bool terminal_read_komi(const char *text, double *out) {
    double typed;
    if (!game_read_komi(text, &typed)) return false;
    *out = game_quarter_komi(typed);
    if (*out != typed) say("A komi of %g is read as %g points.\n", typed, *out);
    return true;
}

/* Unlike size and handicap, komi changes at once: it belongs to the count, not to the board. */
static void do_komi(struct terminal_game *t, const char *argument) {
    struct failure why;
    double komi = 0;
    if (*argument && !terminal_read_komi(argument, &komi)) {
        say("Type komi and a number such as 6.5.\n");
    } else if (*argument && engine_set_komi(t->engine, komi, &why) != STATUS_OK) {
        say("%s\n", why.text);
    } else {
        if (*argument) t->komi = komi;
        say("White gets %g points of komi.\n", game_komi(terminal_game(t)));
    }
}

static void do_new(struct terminal_game *t, const char *argument) {
    struct failure why;
    (void)argument;
    if (!may_lose_game(t, "new", "start a new one")) return;
    if (terminal_start(t, &why) != STATUS_OK) say("%s\n", why.text);
    terminal_draw(t);
}

/* --- files --- */

/* A file that this game was saved to before may be replaced without a question. The length is
 * checked for the question, which keeps the name. */
static void do_save(struct terminal_game *t, const char *argument) {
    struct failure why;
    char path[TERMINAL_PATH];
    if (!*argument) {
        say("Type save and a file name.\n");
    } else if (strlen(argument) + sizeof "save " > sizeof t->asked) {
        say("That name is too long.\n");
    } else if (!t->allowed && strcmp(argument, t->own) != 0 && file_would_be_replaced(argument)) {
        snprintf(t->asked, sizeof t->asked, "save %s", argument);
        say(TERMINAL_ASKS_TO_REPLACE, argument);
    } else if (terminal_save(t, argument, &why) != STATUS_OK) {
        say("%s\n", why.text);
    } else {
        snprintf(path, sizeof path, "%s", argument);
        memcpy(t->own, path, sizeof path);
        t->unsaved = false;
        say("Saved in %s.\n", path);
    }
}

/* The line is kept whole for the question, so its length is checked before; a path that was cut
 * would name another file. */
static void do_load(struct terminal_game *t, const char *argument) {
    struct failure why;
    char line[TERMINAL_PATH];
    if (!*argument) {
        say("Type load and a file name.\n");
        return;
    }
    if (snprintf(line, sizeof line, "load %s", argument) >= (int)sizeof line) {
        say("That name is too long.\n");
        return;
    }
    if (!may_lose_game(t, line, "load another")) return;
    if (terminal_load(t, argument, NAN, &why) != STATUS_OK) {
        say("%s\n", why.text);
        return;
    }
    terminal_draw(t);
    terminal_end_after_passes(t);
}

/* --- lines --- */

static void do_quit(struct terminal_game *t, const char *argument) {
    (void)argument;
    t->leaving = t->saves_at_end || may_lose_game(t, "quit", "quit");
}

void terminal_leave(struct terminal_game *t) {
    if (strcmp(t->asked, "quit") == 0)
        t->leaving = true;
    else
        do_quit(t, "");
}

static void do_help(struct terminal_game *t, const char *argument);

static const struct {
    const char *name;
    void (*run)(struct terminal_game *t, const char *argument);
    const char *argument, *help;
} words[] = {
    {"pass", do_pass, "", "pass; two passes end the game"},
    {"undo", do_undo, "", "take your last move back"},
    {"hint", do_hint, "", "show the move that Guzumi would play"},
    {"values", do_values, "", "show the win rate after each move as a heat map"},
    {"score", do_score, "", "count the board: dead stones, territory, score"},
    {"board", do_board, "", "draw the board"},
    {"level", do_level, "N", "set the strength, 1 to 10"},
    {"size", do_size, "N", "set the board size of new games"},
    {"handicap", do_handicap, "N", "set the handicap of new games, 2 to 9 or 0"},
    {"komi", do_komi, "N", "set White's komi, now and in new games"},
    {"new", do_new, "", "start a new game"},
    {"save", do_save, "FILE", "write the game as SGF"},
    {"load", do_load, "FILE", "continue a game from a file"},
    {"resign", do_resign, "", "resign"},
    {"resume", do_resume, "", "continue a game that has ended"},
    {"help", do_help, "", "show this list, as ? does"},
    {"quit", do_quit, "", "quit the program"},
};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static const struct {
    const char *typed, *meant;
} other_words[] = {{"?", "help"}, {"show", "board"}, {"exit", "quit"}};
enum { OTHER_WORD_COUNT = sizeof other_words / sizeof other_words[0] };

static void do_help(struct terminal_game *t, const char *argument) {
    (void)t, (void)argument;
    say("Type a point like D4 to play there, or\n");
    for (int i = 0; i < WORD_COUNT; i++) {
        char left[20];
        snprintf(left, sizeof left, "%s %s", words[i].name, words[i].argument);
        say_from(0, 13, "  %-10s %s\n", left, words[i].help);
    }
    say("The arrow keys edit the line, and bring earlier lines back.\n");
    say("Ctrl-C makes Guzumi move at once, or quits.\n");
}

/* Runs the command WORD; ARGUMENT is the rest of the line. A command without arguments does not
 * take one: "pass D4" is neither. */
static bool take_word(struct terminal_game *t, const char *word, const char *argument) {
    for (int i = 0; i < OTHER_WORD_COUNT; i++)
        if (text_equal_nocase(word, other_words[i].typed)) word = other_words[i].meant;
    for (int i = 0; i < WORD_COUNT; i++)
        if (text_equal_nocase(word, words[i].name) && (!*argument || *words[i].argument)) {
            words[i].run(t, argument);
            return true;
        }
    return false;
}

bool terminal_is_yes(const char *line) {
    return text_equal_nocase(line, "yes") || text_equal_nocase(line, "y");
}

/* Names of commands are tried first, then points. */
static void take_command(struct terminal_game *t, char *line) {
    int point;
    char *argument = line + strcspn(line, " \t"), end = *argument;
    *argument = 0;
    char *rest = argument + (end != 0);
    rest += strspn(rest, " \t");
    if (take_word(t, line, rest)) return;
    if (!*rest && point_parse(terminal_game(t)->board.size, line, &point))
        terminal_play(t, point);
    else if (!*rest && (*line == 'I' || *line == 'i') && strspn(line + 1, "0123456789"))
        say("Boards have no column I: J follows H. Did you mean J%s?\n", line + 1);
    else
        say("Unknown point or command; type help for a list.\n");
}

/* Treats LINE as the answer to a question; false if it is none. The question is dropped before its
 * command runs again, since that may ask another one. */
static bool take_answer(struct terminal_game *t, const char *line) {
    char asked[TERMINAL_PATH];
    if (!*t->asked) return false;
    snprintf(asked, sizeof asked, "%s", t->asked);
    t->asked[0] = 0;
    if (terminal_is_yes(line)) {
        t->allowed = true;
        take_command(t, asked);
        t->allowed = false;
        return true;
    }
    if (strncmp(asked, "save ", 5) == 0) say("Not saved.\n");
    return text_equal_nocase(line, "no") || text_equal_nocase(line, "n");
}

void terminal_take_line(struct terminal_game *t, char *line) {
    if (!take_answer(t, line)) take_command(t, line);
}
