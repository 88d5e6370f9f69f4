#include "table.h"

#include "guzumi/base/clock.h"
#include "guzumi/go/rules.h"
#include "guzumi/go/sgf.h"

#include "board_view.h"
#include "cli.h"
#include "interrupt.h"
#include "look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct game *table_game(const struct table *t) {
    return engine_game(t->engine);
}

enum color table_turn(const struct table *t) {
    return table_game(t)->to_move;
}

bool table_take_interrupt(void) {
    return atomic_exchange(interrupt_flag(), false);
}

void table_draw(const struct table *t) {
    const struct game *game = table_game(t);
    printf("\n");
    board_view_print(&game->board, game_last_point(game), t->colors, stdout);
    printf("\n");
}

/* --- the end ------------------------------------------------------------------------------------
 */

static void say_what_now(void) {
    printf("Type new, undo, resume, score, save FILE or quit.\n");
}

void table_say_over(void) {
    printf("The game is over. ");
    say_what_now();
}

static void end_game(struct table *t, const char *how) {
    t->over = true;
    printf("%s The result is %s.\n", how, t->result);
    if (t->human[BLACK] || t->human[WHITE]) say_what_now();
}

void table_end_after_passes(struct table *t) {
    if (game_passes(table_game(t)) < 2) return;
    game_format_score(engine_final_score(t->engine, NULL), t->result, sizeof t->result);
    end_game(t, "Two passes end the game.");
}

void table_resign(struct table *t, enum color color) {
    char text[40];
    snprintf(t->result, sizeof t->result, "%c+R", color == BLACK ? 'W' : 'B');
    snprintf(text, sizeof text, "%s resigns.", color == BLACK ? "Black" : "White");
    end_game(t, text);
}

/* --- searches -----------------------------------------------------------------------------------
 */

/* A search, for a move or for a look, and what came of it. */
struct thought {
    struct engine *engine;
    enum color color;
    struct look *look; /* NULL for a move */
    int point;
    double chance; /* of winning after it, by the search that chose it */
    enum status status;
    struct failure why;
};

static void take_chance(void *context, const struct report *report) {
    ((struct thought *)context)->chance = report->found.winrate;
}

static enum status choose_move(struct thought *s) {
    const struct engine_watch watch = {.report = take_chance, .context = s, .interval = INFINITY};
    engine_set_watch(s->engine, &watch);
    const enum status status = engine_genmove(s->engine, s->color, &s->point, &s->why);
    engine_set_watch(s->engine, NULL);
    return status;
}

static void run_search(void *context) {
    struct thought *s = context;
    s->status = s->look ? look_at(s->engine, s->color, NULL, s->look, &s->why) : choose_move(s);
}

static void stop_search(void *context) {
    engine_interrupt(((struct thought *)context)->engine);
}

/* Searches for the side to move; Ctrl-C makes it soon be over. */
static enum status search(struct table *t, struct look *look, struct thought *out,
                          struct failure *why) {
    *out = (struct thought){.engine = t->engine, .color = table_turn(t), .look = look};
    const enum status status = interrupt_run(run_search, stop_search, out, why);
    if (status != STATUS_OK) return status;
    *why = out->why;
    return out->status;
}

enum status table_look(struct table *t, struct look *out, struct failure *why) {
    struct thought found;
    const enum status status = search(t, out, &found, why);
    table_take_interrupt(); /* it has ended the search, if it came */
    return status;
}

/* --- moves --------------------------------------------------------------------------------------
 */

static void show_engine_move(struct table *t, const struct thought *found) {
    char name[5];
    printf(" %s %s", color_name(found->color),
           point_format(table_game(t)->board.size, found->point, name));
    if (found->point != PASS) printf(", its win rate is %.0f %%", 100 * found->chance);
    printf(".\n");
    table_draw(t);
    table_end_after_passes(t);
}

enum status table_let_engine_move(struct table *t, struct failure *why) {
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
        table_resign(t, found.color);
    }
    return STATUS_OK;
}

void table_play(struct table *t, int point) {
    struct failure why;
    if (t->over) {
        table_say_over();
    } else if (engine_play(t->engine, point, table_turn(t), &why) != STATUS_OK) {
        printf("%s\n", why.text);
    } else {
        if (t->human[table_turn(t)]) table_draw(t); /* otherwise Guzumi's answer will be drawn */
        table_end_after_passes(t);
    }
}

/* --- games --------------------------------------------------------------------------------------
 */

enum status table_start(struct table *t, int size, struct failure *why) {
    enum status status = game_check_handicap("new", size, t->handicap, why);
    if (status != STATUS_OK) return status;
    engine_clear(t->engine, size);
    t->over = false;
    t->own[0] = 0;
    status = engine_set_komi(t->engine, t->komi, why);
    if (status != STATUS_OK || !t->handicap) return status;
    return engine_fixed_handicap(t->engine, t->handicap, why);
}

enum status table_save(const struct table *t, const char *path, struct failure *why) {
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
