#include "guzumi/base/clock.h"
#include "guzumi/go/rules.h"

#include "engine_state.h"

#include <inttypes.h>
#include <stdio.h>

/* GAME, which is the engine's from now on. */
static void begin_with(struct engine *e, const struct game *game) {
    game_free(&e->game);
    e->game = *game;
    engine_follow_rules(e);
    engine_begin_game(e);
}

enum status engine_take_game(struct engine *e, const struct game *game, struct failure *why) {
    struct game copy;
    const enum status status = game_copy(&copy, game, why);
    if (status == STATUS_OK) begin_with(e, &copy);
    return status;
}

enum status engine_take_rules(struct engine *e, struct sgf *sgf, struct failure *why) {
    struct rules_setting setting;
    enum status status = STATUS_OK;
    if (e->params.rules_given) return STATUS_OK;
    if (sgf_rules(sgf, &setting))
        status = engine_set_param(e, "rules", setting.rules, why);
    else
        e->params.rules = e->usual_rules;
    e->params.rules_given = false;
    engine_follow_rules(e);
    return status;
}

enum status engine_load(struct engine *e, struct sgf *sgf, size_t stop, struct failure *why) {
    struct game game;
    enum status status = game_init(&game, sgf_size(sgf), why);
    if (status != STATUS_OK) return status;
    game.half_komi = e->game.half_komi;
    status = sgf_to_game(sgf, stop, &game, why);
    if (status == STATUS_OK) status = engine_take_rules(e, sgf, why);
    if (status == STATUS_OK)
        begin_with(e, &game);
    else
        game_free(&game);
    return status;
}

/* The result into TEXT of SIZE, or NULL while there is none. */
static const char *result_of(struct engine *e, char *text, size_t size) {
    if (e->conduct.gave_up != EMPTY) return e->conduct.gave_up == BLACK ? "W+R" : "B+R";
    if (game_passes(&e->game) < 2) return NULL;
    game_format_score(engine_final_score(e, NULL), text, size);
    return text;
}

enum status engine_record(struct engine *e, struct sgf **out, struct failure *why) {
    char date[CLOCK_DATE_SIZE], result[16], seed[30];
    const enum status status = sgf_from_game(out, &e->game, why);
    if (status != STATUS_OK) return status;
    snprintf(seed, sizeof seed, "Seed %" PRId64, e->params.seed);
    sgf_set_text(*out, SGF_ROOT, "GC", seed);
    sgf_set_facts(*out, clock_date(date), rules_of(&e->params).record_name,
                  result_of(e, result, sizeof result));
    for (enum color color = BLACK; color <= WHITE; color++)
        if (e->conduct.first_move[color])
            sgf_set_player(*out, color, "Guzumi " GUZUMI_VERSION, NULL);
    return STATUS_OK;
}
