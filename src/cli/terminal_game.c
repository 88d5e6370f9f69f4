/* A game in the terminal: turns, the end, searches that Ctrl-C ends, and records. The engine has
 * the game; struct terminal_game has what the engine does not know: who is a person, whether the
 * game is over for us, and what would be lost.
 *
 *     playing    two passes, a resignation    ->  over
 *     over       undo, resume, new, load      ->  playing
 *
 * The engine itself would go on after two passes; `over` is what ends a game here. */
#include "terminal_game.h"

#include "guzumi/go/rules.h"
#include "guzumi/go/sgf.h"

#include "board_view.h"
#include "cli.h"
#include "console.h"

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

/* Read and cleared in one step: a signal in between is not lost. */
bool terminal_take_interrupt(void) {
    return atomic_exchange(interrupt_flag(), false);
}

/* Says what is left out when the terminal becomes too narrow, once and not at each move. */
static void check_width(struct terminal_game *t) {
    const int wanted = board_view_columns(terminal_game(t)->board.size),
              columns = console_columns();
    if (columns < wanted && !t->narrow)
        say("The board needs %d columns, but the terminal has %d: points on the right are left "
            "out.\n",
            wanted, columns);
    t->narrow = columns < wanted;
}

void terminal_draw(struct terminal_game *t) {
    const struct game *game = terminal_game(t);
    printf("\n");
    board_view_print(&game->board, game_last_point(game), t->colors);
    printf("\n");
    check_width(t);
}

/* --- the end --- */

static void say_what_now(void) {
    say("Type score for the count, or new, undo, resume, save FILE or quit.\n");
}

void terminal_say_over(void) {
    say("The game is over.\n");
    say_what_now();
}

/* In a game that is only watched nobody is there to type. */
static void end_game(struct terminal_game *t, const char *how) {
    t->over = true;
    say("%s The result is %s.\n", how, t->result);
    if (t->human[BLACK] || t->human[WHITE]) say_what_now();
}

void terminal_end_after_passes(struct terminal_game *t) {
    if (game_passes(terminal_game(t)) < 2) return;
    game_format_score(engine_final_score(t->engine, NULL), t->result, sizeof t->result);
    end_game(t, "Two passes end the game.");
}

static void resign(struct terminal_game *t, enum color color) {
    char text[40];
    snprintf(t->result, sizeof t->result, "%c+R", color == BLACK ? 'W' : 'B');
    snprintf(text, sizeof text, "%s resigns.", color == BLACK ? "Black" : "White");
    end_game(t, text);
}

void terminal_resign(struct terminal_game *t, enum color color) {
    t->unsaved = true;
    resign(t, color);
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

/* The win rate comes with the final report, since engine_genmove returns the move alone. */
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

/* For a move and for a hint alike: the search answers with what it has. */
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

static const char thinking[] = "Guzumi thinks ...";

/* Suggests how to end the game when little is left to play for. */
static void offer_the_end(struct terminal_game *t, const struct thought *found) {
    if (!t->asks || t->over) return;
    if (found->point == PASS) {
        say("Type pass to end the game and count it, or play on.\n");
    } else if (found->winrate > 0.97 && !t->offered) {
        t->offered = true;
        say("Type resign if you agree, score for the count, or play on.\n");
    }
}

/* The move stands on the line that says "Guzumi thinks ...", and the board below shows it: say_from
 * continues the line, so that a narrow terminal still breaks it. */
static void show_engine_move(struct terminal_game *t, const struct thought *found) {
    char name[5], rest[40] = "";
    point_format(terminal_game(t)->board.size, found->point, name);
    if (found->point != PASS)
        snprintf(rest, sizeof rest, ", its win rate is %.0f %%", 100 * found->winrate);
    say_from((int)strlen(thinking), 0, " %s %s%s.\n", color_name(found->color), name, rest);
    terminal_draw(t);
    terminal_end_after_passes(t);
    offer_the_end(t, found);
}

/* A resignation is not played, so the board is not drawn again. */
enum status terminal_let_engine_move(struct terminal_game *t, struct failure *why) {
    struct thought found;
    printf("%s", thinking);
    console_flush();
    const enum status status = search(t, NULL, &found, why);
    if (status != STATUS_OK) {
        printf("\n");
        return status;
    }
    if (found.point != RESIGN) {
        show_engine_move(t, &found);
    } else {
        printf("\n");
        resign(t, found.color);
    }
    return STATUS_OK;
}

/* The same for a typed point and for `pass`. A mistake is said in the words of the engine. */
void terminal_play(struct terminal_game *t, int point) {
    struct failure why;
    if (t->over) {
        terminal_say_over();
    } else if (engine_accept(t->engine, point, terminal_turn(t),
                             rules_allowed(engine_params(t->engine)), &why) != STATUS_OK) {
        say("%s\n", why.text);
    } else {
        t->unsaved = true;
        if (t->human[terminal_turn(t)])
            terminal_draw(t); /* otherwise Guzumi's reply will be drawn */
        terminal_end_after_passes(t);
    }
}

/* --- games --- */

/* The game is new here. */
static void begin(struct terminal_game *t) {
    t->over = t->unsaved = t->offered = false;
    t->own[0] = 0;
}

/* Fails before anything has changed if the handicap does not fit the size. */
enum status terminal_start(struct terminal_game *t, struct failure *why) {
    enum status status = game_check_handicap("new", t->size, t->handicap, why);
    if (status != STATUS_OK) return status;
    const double komi = !isnan(t->komi) ? t->komi : t->handicap ? 0.5 : 7.5;
    engine_clear(t->engine, t->size);
    begin(t);
    status = engine_set_komi(t->engine, komi, why);
    if (status != STATUS_OK || !t->handicap) return status;
    return engine_fixed_handicap(t->engine, t->handicap, why);
}

static void say_what_was_loaded(const struct terminal_game *t, const char *path) {
    const struct game *game = terminal_game(t);
    const int size = game->board.size, stones = game_handicap(game);
    char handicap[40] = "";
    if (stones) snprintf(handicap, sizeof handicap, ", %d handicap stones", stones);
    say("Loaded %s: %dx%d, komi %g%s, %zu move%s.\n", path, size, size, game_komi(game), handicap,
        game->count, game->count == 1 ? "" : "s");
    if (game_passes(game) < 2)
        say("It is %s's turn; %s %s.\n", color_name(terminal_turn(t)),
            t->human[terminal_turn(t)] ? "you play" : "Guzumi plays", color_name(terminal_turn(t)));
}

/* The record's notes are shown, since it may have been read otherwise than it was meant. Later
 * games are on the loaded board's size. */
enum status terminal_load(struct terminal_game *t, const char *path, double komi,
                          struct failure *why) {
    struct sgf *sgf;
    enum status status = sgf_load(&sgf, path, why);
    if (status != STATUS_OK) return status;
    status = engine_load(t->engine, sgf, SGF_ALL_MOVES, why);
    if (status == STATUS_OK && !isnan(komi)) status = engine_set_komi(t->engine, komi, why);
    say("%s", sgf_notes(sgf));
    sgf_free(sgf);
    if (status != STATUS_OK) return status;
    begin(t);
    t->size = terminal_game(t)->board.size;
    say_what_was_loaded(t, path);
    if (t->handicap > game_max_fixed_handicap(t->size)) {
        say("New games have no handicap now: %d stones don't fit on %dx%d.\n", t->handicap, t->size,
            t->size);
        t->handicap = 0;
    }
    return STATUS_OK;
}

/* The engine's record names only its own side; here the people get a name as well, and a
 * resignation is a result. */
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
