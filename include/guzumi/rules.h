/* What the rules of Go leave open, by the parameters rules, handicap_bonus and suicide.
 *
 * Area is counted under all of them, and the engine's own moves keep to the strictest: no suicide,
 * no repetition of an earlier position. */
#ifndef GUZUMI_RULES_H
#define GUZUMI_RULES_H

#include "guzumi/game.h"
#include "guzumi/params.h"

struct rules {
    const char *record_name;   /* as game records name them */
    bool agreement;            /* dead stones are agreed upon; else all stones are alive */
    bool captures_cost;        /* a move that takes dead stones off costs a point */
    bool suicide;              /* others may commit it */
    enum handicap_bonus bonus; /* what White gets for handicap stones */
};

struct rules rules_of(const struct params *params);

/* The moves of others that these rules accept, for game_play_allowing. */
int rules_allowance(const struct params *params);

#endif
