/* Where rules of Go differ, as the parameters rules, handicap_bonus and suicide say.
 *
 * The score is by area or by territory (guzumi/go/score.h). The engine's own moves obey the
 * strictest rules of all: no suicide, no repetition of an earlier position. */
#ifndef GUZUMI_RULES_H
#define GUZUMI_RULES_H

#include "guzumi/base/json.h"
#include "guzumi/base/params.h"
#include "guzumi/go/game.h"

struct rules {
    const char *record_name;   /* as game records name them */
    bool agreement;            /* dead stones are agreed upon; else all stones are alive */
    bool territory;            /* the score is by territory, with agreement; else by area */
    bool suicide;              /* others may commit it */
    enum handicap_bonus bonus; /* White's points for handicap stones; but HANDICAP_BONUS_BY_RULES */
};

struct rules rules_of(const struct params *params);

/* Values of the parameters rules, handicap_bonus and suicide. */
struct rules_setting {
    const char *rules, *bonus, *suicide;
};

/* The rules that clients call NAME ("chinese", "aga", "korean", ...). False for rules that can't be
 * followed. */
bool rules_find(const char *name, struct rules_setting *out);

/* The settings that make RULES. */
struct rules_setting rules_setting_of(const struct rules *rules);

/* What KataGo's objects of rules, {"ko":"SIMPLE",...}, begin with: Tromp and Taylor's. */
struct rules rules_unnamed(void);

/* Sets KataGo's rule KEY in RULES to VALUE of JSON, or all members of OBJECT. Fails if one can't be
 * followed; any ko rule can, since the engine's own moves obey the strictest. */
enum status rules_take(struct rules *rules, const char *key, const struct json *json, int value,
                       struct failure *why);
enum status rules_take_all(struct rules *rules, const struct json *json, int object,
                           struct failure *why);

/* KataGo's name of a bonus: "0", "N-1", "N". */
const char *rules_bonus_name(enum handicap_bonus bonus);

/* The moves of others that these rules accept, as bits for game_play_allowing. */
int rules_allowance(const struct params *params);

#endif
