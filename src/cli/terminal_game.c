#include "terminal_game.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/go/rules.h"
#include "guzumi/go/sgf.h"
#include "guzumi/player/inspect.h"

#include "board_view.h"
#include "cli.h"
#include "interrupt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct game *terminal_game(const struct terminal_game *t) {
    return engine_game(t->engine);
}

enum color terminal_turn(const struct terminal_game *t) {
    return terminal_game(t)->to_move;
}

bool terminal_take_interrupt(void) {
    return atomic_exchange(interrupt_flag(), false);
}

void terminal_draw(const struct terminal_game *t) {
    const struct game *game = terminal_game(t);
    printf("\n");
    board_view_print(&game->board, game_last_point(game), t->colors, stdout);
    printf("\n");
}

/* --- the end --- */

static void say_what_now(void) {
    printf("Type new, undo, resume, score, save FILE or quit.\n");
}

void terminal_say_over(void) {
    printf("The game is over. ");
    say_what_now();
}

static void end_game(struct terminal_game *t, const char *how) {
    t->over = true;
    printf("%s The result is %s.\n", how, t->result);
    if (t->human[BLACK] || t->human[WHITE]) say_what_now();
}

void terminal_end_after_passes(struct terminal_game *t) {
    if (game_passes(terminal_game(t)) < 2) return;
    game_format_score(engine_final_score(t->engine, NULL), t->result, sizeof t->result);
    end_game(t, "Two passes end the game.");
}

void terminal_resign(struct terminal_game *t, enum color color) {
    char text[40];
    snprintf(t->result, sizeof t->result, "%c+R", color == BLACK ? 'W' : 'B');
    snprintf(text, sizeof text, "%s resigns.", color == BLACK ? "Black" : "White");
    end_game(t, text);
}

/* --- searches --- */

/* A search for a move or for a hint, and its result. */
struct thought {
    struct engine *engine;
    enum color color;
    struct one_off *hint; /* NULL for a move */
    int point;
    double winrate; /* after it, by the search that chose it */
    enum status status;
    struct failure why;
};

static void take_winrate(void *context, const struct report *report) {
    ((struct thought *)context)->winrate = report->found.winrate;
}

static enum status choose_move(struct thought *s) {
    const struct engine_watch watch = {.report = take_winrate, .context = s, .interval = INFINITY};
    engine_set_watch(s->engine, &watch);
    const enum status status = engine_genmove(s->engine, s->color, &s->point, &s->why);
    engine_set_watch(s->engine, NULL);
    return status;
}

static void run_search(void *context) {
    struct thought *s = context;
    s->status =
        s->hint ? one_off_search(s->engine, s->color, NULL, s->hint, &s->why) : choose_move(s);
}

static void stop_search(void *context) {
    engine_interrupt(((struct thought *)context)->engine);
}

/* Searches for the side to move; Ctrl-C ends the search. */
static enum status search(struct terminal_game *t, struct one_off *hint, struct thought *out,
                          struct failure *why) {
    *out = (struct thought){.engine = t->engine, .color = terminal_turn(t), .hint = hint};
    const enum status status = interrupt_run(run_search, stop_search, out, why);
    if (status != STATUS_OK) return status;
    *why = out->why;
    return out->status;
}

enum status terminal_search(struct terminal_game *t, struct one_off *out, struct failure *why) {
    struct thought found;
    const enum status status = search(t, out, &found, why);
    terminal_take_interrupt(); /* it has already ended the search */
    return status;
}

/* --- moves --- */

static void show_engine_move(struct terminal_game *t, const struct thought *found) {
    char name[5];
    printf(" %s %s", color_name(found->color),
           point_format(terminal_game(t)->board.size, found->point, name));
    if (found->point != PASS) printf(", its win rate is %.0f %%", 100 * found->winrate);
    printf(".\n");
    terminal_draw(t);
    terminal_end_after_passes(t);
}

enum status terminal_let_engine_move(struct terminal_game *t, struct failure *why) {
    struct thought found;
    printf("Guzumi thinks ...");
    fflush(stdout);
    const enum status status = search(t, NULL, &found, why);
    if (status != STATUS_OK) {
        printf("\n");
        return status;
    }
    if (found.point != RESIGN) {
        show_engine_move(t, &found);
    } else {
        printf("\n");
        terminal_resign(t, found.color);
    }
    return STATUS_OK;
}

void terminal_play(struct terminal_game *t, int point) {
    struct failure why;
    if (t->over) {
        terminal_say_over();
    } else if (engine_play(t->engine, point, terminal_turn(t), &why) != STATUS_OK) {
        printf("%s\n", why.text);
    } else {
        if (t->human[terminal_turn(t)])
            terminal_draw(t); /* otherwise Guzumi's reply will be drawn */
        terminal_end_after_passes(t);
    }
}

/* --- games --- */

enum status terminal_start(struct terminal_game *t, int size, struct failure *why) {
    enum status status = game_check_handicap("new", size, t->handicap, why);
    if (status != STATUS_OK) return status;
    engine_clear(t->engine, size);
    t->over = false;
    t->own[0] = 0;
    status = engine_set_komi(t->engine, t->komi, why);
    if (status != STATUS_OK || !t->handicap) return status;
    return engine_fixed_handicap(t->engine, t->handicap, why);
}

enum status terminal_save(const struct terminal_game *t, const char *path, struct failure *why) {
    struct sgf *sgf;
    enum status status = engine_record(t->engine, &sgf, why);
    if (status != STATUS_OK) return status;
    for (enum color color = BLACK; color <= WHITE; color++)
        sgf_set_player(sgf, color, t->human[color] ? "Human" : "Guzumi " GUZUMI_VERSION, NULL);
    if (t->over) sgf_set_facts(sgf, NULL, NULL, t->result);
    status = sgf_save(sgf, path, why);
    sgf_free(sgf);
    return status;
}

/* --- commands --- */

/* What a person may type instead of a move. */

static void do_pass(struct terminal_game *t, const char *argument) {
    (void)argument;
    terminal_play(t, PASS);
}

/* Undoes moves back to a human's last turn, the engine's reply included. */
static void do_undo(struct terminal_game *t, const char *argument) {
    const struct game *game = terminal_game(t);
    size_t count = 1;
    (void)argument;
    while (count <= game->count && !t->human[game->moves[game->count - count].color]) count++;
    if (count > game->count || !engine_undo(t->engine, count)) {
        printf("There is no move of yours to take back.\n");
        return;
    }
    t->over = false;
    terminal_draw(t);
}

/* Continues a game that has ended, without the two passes or the resignation. */
static void do_resume(struct terminal_game *t, const char *argument) {
    (void)argument;
    if (!t->over) {
        printf("The game is not over.\n");
        return;
    }
    if (game_passes(terminal_game(t)) >= 2) engine_undo(t->engine, 2);
    t->over = false;
    terminal_draw(t);
}

static void do_new(struct terminal_game *t, const char *argument) {
    struct failure why;
    (void)argument;
    if (terminal_start(t, terminal_game(t)->board.size, &why) != STATUS_OK)
        printf("%s\n", why.text);
    terminal_draw(t);
}

static void do_resign(struct terminal_game *t, const char *argument) {
    (void)argument;
    if (t->over)
        terminal_say_over();
    else
        terminal_resign(t, terminal_turn(t));
}

static void do_score(struct terminal_game *t, const char *argument) {
    struct bitset dead, seki;
    uint8_t owner[BOARD_MAX_POINTS];
    char text[16];
    (void)argument;
    const struct game *game = terminal_game(t);
    const int half_score = engine_final_score(t->engine, owner);
    engine_final_status(t->engine, &dead, &seki);
    printf("\n");
    board_view_print_score(&game->board, owner, &dead, stdout);
    board_view_print_count(game, owner, &dead, stdout);
    if (!t->over) {
        const double expected = engine_expected_score(t->engine);
        printf("Estimated final score: %c+%.0f. ", expected > 0 ? 'B' : 'W', fabs(expected));
    }
    printf("%s %s.\n", t->over ? "The score:" : "If the game ended here:",
           game_format_score(half_score, text, sizeof text));
}

static void do_values(struct terminal_game *t, const char *argument) {
    double values[BOARD_MAX_POINTS];
    struct failure why;
    (void)argument;
    if (engine_values(t->engine, terminal_turn(t), values, &why) != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    printf("Win rates in percent after each move of %s, by the last search;\n"
           "moves that it has not considered have no number:\n\n",
           color_name(terminal_turn(t)));
    board_view_print_values(&terminal_game(t)->board, values, t->colors, stdout);
    printf("\n");
}

static void do_hint(struct terminal_game *t, const char *argument) {
    struct one_off hint;
    struct failure why;
    char line[LINE_TEXT], name[5];
    (void)argument;
    const int size = terminal_game(t)->board.size;
    if (t->over) {
        terminal_say_over();
    } else if (terminal_search(t, &hint, &why) != STATUS_OK) {
        printf("%s\n", why.text);
    } else {
        printf("Guzumi would play %s: win rate %.0f %%.\n", point_format(size, hint.line[0], name),
               100 * hint.report.found.winrate);
        if (hint.line_length > 1)
            printf("It then expects %s.\n",
                   line_format(size, hint.line + 1, hint.line_length - 1, line));
    }
}

static void do_show(struct terminal_game *t, const char *argument) {
    (void)argument;
    terminal_draw(t);
}

/* --- files --- */

static void save_as(struct terminal_game *t, const char *path) {
    struct failure why;
    if (terminal_save(t, path, &why) != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    snprintf(t->own, sizeof t->own, "%s", path);
    printf("Saved in %s.\n", path);
}

static void do_save(struct terminal_game *t, const char *argument) {
    if (!*argument) {
        printf("Type save and a file name.\n");
    } else if (strlen(argument) >= sizeof t->asked) {
        printf("That name is too long.\n");
    } else if (strcmp(argument, t->own) != 0 && file_would_be_replaced(argument)) {
        snprintf(t->asked, sizeof t->asked, "%s", argument);
        printf(TERMINAL_ASKS_TO_REPLACE, argument);
    } else {
        save_as(t, argument);
    }
}

static void do_load(struct terminal_game *t, const char *argument) {
    struct sgf *sgf;
    struct failure why;
    if (!*argument) {
        printf("Type load and a file name.\n");
        return;
    }
    enum status status = sgf_load(&sgf, argument, &why);
    if (status == STATUS_OK) {
        status = engine_load(t->engine, sgf, SGF_ALL_MOVES, &why);
        printf("%s", sgf_notes(sgf));
        sgf_free(sgf);
    }
    if (status != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    t->over = false;
    t->own[0] = 0;
    terminal_draw(t);
    terminal_end_after_passes(t);
}

/* --- lines --- */

static void do_quit(struct terminal_game *t, const char *argument) {
    (void)argument;
    t->leaving = true;
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
    {"show", do_show, "", "draw the board"},
    {"save", do_save, "FILE", "write the game as SGF"},
    {"load", do_load, "FILE", "continue a game from a file"},
    {"resign", do_resign, "", "resign"},
    {"resume", do_resume, "", "continue a game that has ended"},
    {"new", do_new, "", "start a new game"},
    {"help", do_help, "", "show this, as ? does"},
    {"quit", do_quit, "", "quit the program"},
};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static void do_help(struct terminal_game *t, const char *argument) {
    (void)t, (void)argument;
    printf("Type a point like D4 to play there, or\n");
    for (int i = 0; i < WORD_COUNT; i++) {
        char left[20];
        snprintf(left, sizeof left, "%s %s", words[i].name, words[i].argument);
        printf("  %-9s %s\n", left, words[i].help);
    }
    printf("Ctrl-C makes Guzumi move at once, or quits.\n");
}

/* Runs the command WORD; ARGUMENT is the rest of the line. */
static bool take_word(struct terminal_game *t, const char *word, const char *argument) {
    if (strcmp(word, "?") == 0) word = "help";
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

/* Takes LINE as the answer to a question; false if it is something else. */
static bool take_answer(struct terminal_game *t, const char *line) {
    char path[TERMINAL_PATH];
    if (!*t->asked) return false;
    snprintf(path, sizeof path, "%s", t->asked);
    t->asked[0] = 0;
    if (terminal_is_yes(line)) {
        save_as(t, path);
        return true;
    }
    printf("Not saved.\n");
    return text_equal_nocase(line, "no") || text_equal_nocase(line, "n");
}

void terminal_take_line(struct terminal_game *t, char *line) {
    int point;
    if (take_answer(t, line)) return;
    char *argument = line + strcspn(line, " \t"), end = *argument;
    *argument = 0;
    char *rest = argument + (end != 0);
    rest += strspn(rest, " \t");
    if (take_word(t, line, rest)) return;
    if (!*rest && point_parse(terminal_game(t)->board.size, line, &point))
        terminal_play(t, point);
    else
        printf("Unknown point or command; type help for a list.\n");
}
