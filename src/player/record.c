#include "engine_state.h"

#include "guzumi/clock.h"
#include "guzumi/rules.h"

#include <stdio.h>

enum status engine_load(struct engine *e, struct sgf *sgf, size_t stop, struct failure *why) {
    struct game game;
    enum status status = game_init(&game, sgf_size(sgf), why);
    if (status != STATUS_OK) return status;
    game.half_komi = e->game.half_komi;
    game.bonus = e->game.bonus;
    status = sgf_to_game(sgf, stop, &game, why);
    if (status != STATUS_OK) {
        game_free(&game);
        return status;
    }
    game_free(&e->game);
    e->game = game;
    engine_begin_game(e);
    return STATUS_OK;
}

static void add_result(struct engine *e, struct sgf *sgf) {
    char text[16];
    if (e->conduct.gave_up != EMPTY)
        snprintf(text, sizeof text, "%s", e->conduct.gave_up == BLACK ? "W+R" : "B+R");
    else if (game_passes(&e->game) >= 2)
        game_format_score(engine_final_score(e, NULL), text, sizeof text);
    else
        return;
    sgf_set_text(sgf, SGF_ROOT, "RE", text);
}

enum status engine_record(struct engine *e, struct sgf **out, struct failure *why) {
    char date[CLOCK_DATE_SIZE];
    const enum status status = sgf_from_game(out, &e->game, why);
    if (status != STATUS_OK) return status;
    sgf_set_text(*out, SGF_ROOT, "DT", clock_date(date));
    sgf_set_text(*out, SGF_ROOT, "RU", rules_of(&e->params).record_name);
    for (enum color color = BLACK; color <= WHITE; color++)
        if (e->conduct.moved[color]) sgf_set_player(*out, color, "Guzumi " GUZUMI_VERSION, NULL);
    add_result(e, *out);
    return STATUS_OK;
}
