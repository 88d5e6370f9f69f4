/* What a person may type at the table beside moves. */
#include "guzumi/base/file.h"
#include "guzumi/base/text.h"
#include "guzumi/go/sgf.h"
#include "guzumi/player/mind.h"

#include "board_view.h"
#include "look.h"
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void do_pass(struct table *t, const char *argument) {
    (void)argument;
    table_play(t, PASS);
}

/* Back to a human's last turn: the engine's answer goes with the move, unless it resigned. */
static void do_undo(struct table *t, const char *argument) {
    const struct game *game = table_game(t);
    size_t count = 1;
    (void)argument;
    while (count <= game->count && !t->human[game->moves[game->count - count].color]) count++;
    if (count > game->count || !engine_undo(t->engine, count)) {
        printf("There is no move of yours to take back.\n");
        return;
    }
    t->over = false;
    table_draw(t);
}

/* On with a game that two passes or a resignation have ended, as if they had not been. */
static void do_resume(struct table *t, const char *argument) {
    (void)argument;
    if (!t->over) {
        printf("The game is not over.\n");
        return;
    }
    if (game_passes(table_game(t)) >= 2) engine_undo(t->engine, 2);
    t->over = false;
    table_draw(t);
}

static void do_new(struct table *t, const char *argument) {
    struct failure why;
    (void)argument;
    if (table_start(t, table_game(t)->board.size, &why) != STATUS_OK) printf("%s\n", why.text);
    table_draw(t);
}

static void do_resign(struct table *t, const char *argument) {
    (void)argument;
    if (t->over)
        table_say_over();
    else
        table_resign(t, table_turn(t));
}

static void do_score(struct table *t, const char *argument) {
    struct bitset dead, seki;
    uint8_t owner[BOARD_MAX_POINTS];
    char text[16];
    (void)argument;
    const struct game *game = table_game(t);
    const int half_score = engine_final_score(t->engine, owner);
    engine_final_status(t->engine, &dead, &seki);
    printf("\n");
    board_view_print_score(&game->board, owner, &dead, stdout);
    board_view_print_count(game, owner, &dead, stdout);
    if (!t->over) {
        const double expected = engine_expected_score(t->engine);
        printf("An estimate of the final score: %c+%.0f. ", expected > 0 ? 'B' : 'W',
               fabs(expected));
    }
    printf("%s %s.\n", t->over ? "The score:" : "If the game ended here:",
           game_format_score(half_score, text, sizeof text));
}

static void do_values(struct table *t, const char *argument) {
    double values[BOARD_MAX_POINTS];
    struct failure why;
    (void)argument;
    if (engine_values(t->engine, table_turn(t), values, &why) != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    printf("Chances of winning in percent after each move of %s,\n"
           "by what the last search learnt; what it left alone has no number:\n\n",
           color_name(table_turn(t)));
    board_view_print_values(&table_game(t)->board, values, t->colors, stdout);
    printf("\n");
}

static void do_hint(struct table *t, const char *argument) {
    struct look look;
    struct failure why;
    char line[LINE_TEXT], name[5];
    (void)argument;
    const int size = table_game(t)->board.size;
    if (t->over) {
        table_say_over();
    } else if (table_look(t, &look, &why) != STATUS_OK) {
        printf("%s\n", why.text);
    } else {
        printf("Guzumi would play %s: win rate %.0f %%.\n", point_format(size, look.line[0], name),
               100 * look.report.found.winrate);
        if (look.line_length > 1)
            printf("It expects %s then.\n",
                   line_format(size, look.line + 1, look.line_length - 1, line));
    }
}

static void do_show(struct table *t, const char *argument) {
    (void)argument;
    table_draw(t);
}

/* --- files --------------------------------------------------------------------------------------
 */

static void save_as(struct table *t, const char *path) {
    struct failure why;
    if (table_save(t, path, &why) != STATUS_OK) {
        printf("%s\n", why.text);
        return;
    }
    snprintf(t->own, sizeof t->own, "%s", path);
    printf("Saved in %s.\n", path);
}

static void do_save(struct table *t, const char *argument) {
    if (!*argument) {
        printf("Where to? Type save and the name of a file.\n");
    } else if (strlen(argument) >= sizeof t->asked) {
        printf("That name is too long.\n");
    } else if (strcmp(argument, t->own) != 0 && file_would_be_replaced(argument)) {
        snprintf(t->asked, sizeof t->asked, "%s", argument);
        printf(TABLE_ASKS_TO_REPLACE, argument);
    } else {
        save_as(t, argument);
    }
}

static void do_load(struct table *t, const char *argument) {
    struct sgf *sgf;
    struct failure why;
    if (!*argument) {
        printf("Which one? Type load and the name of a file.\n");
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
    table_draw(t);
    table_end_after_passes(t);
}

/* --- lines --------------------------------------------------------------------------------------
 */

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
    {"values", do_values, "", "the win rate after each move, as a heat map"},
    {"score", do_score, "", "count the board: dead stones, territory, score"},
    {"show", do_show, "", "draw the board"},
    {"save", do_save, "FILE", "write the game as SGF"},
    {"load", do_load, "FILE", "continue a game from a file"},
    {"resign", do_resign, "", "give the game up"},
    {"resume", do_resume, "", "continue a game that has ended"},
    {"new", do_new, "", "begin another game"},
    {"help", do_help, "", "show this, as ? does"},
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
    if (strcmp(word, "?") == 0) word = "help";
    for (int i = 0; i < WORD_COUNT; i++)
        if (text_equal_nocase(word, words[i].name) && (!*argument || *words[i].argument)) {
            words[i].run(t, argument);
            return true;
        }
    return false;
}

bool table_is_yes(const char *line) {
    return text_equal_nocase(line, "yes") || text_equal_nocase(line, "y");
}

/* The answer to what was asked: true when LINE was nothing but that. */
static bool take_answer(struct table *t, const char *line) {
    char path[TABLE_PATH];
    if (!*t->asked) return false;
    snprintf(path, sizeof path, "%s", t->asked);
    t->asked[0] = 0;
    if (table_is_yes(line)) {
        save_as(t, path);
        return true;
    }
    printf("Not saved.\n");
    return text_equal_nocase(line, "no") || text_equal_nocase(line, "n");
}

void table_take_line(struct table *t, char *line) {
    int point;
    if (take_answer(t, line)) return;
    char *argument = line + strcspn(line, " \t"), end = *argument;
    *argument = 0;
    char *rest = argument + (end != 0);
    rest += strspn(rest, " \t");
    if (take_word(t, line, rest)) return;
    if (!*rest && point_parse(table_game(t)->board.size, line, &point))
        table_play(t, point);
    else
        printf("That is neither a point of this board nor a command; help lists them.\n");
}
