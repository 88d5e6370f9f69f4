/* The rules of Go, by the parameters rules, handicap_bonus and suicide.
 *
 * The score is by area or by territory (board.h). The engine's own moves obey the
 * strictest rules: no suicide, no repetition of an earlier position. */
#ifndef GUZUMI_RULES_H
#define GUZUMI_RULES_H

#include "guzumi/base/json.h"
#include "guzumi/base/params.h"
#include "guzumi/go/game.h"

struct rules {
    const char *record_name; /* in game records */
    bool agreement;          /* the players agree on dead stones; else all stones are alive */
    bool territory;          /* territory scoring, with agreement; else area scoring */
    bool suicide;            /* the opponent may commit it */
    enum handicap_bonus
        bonus; /* White's points for handicap stones; never HANDICAP_BONUS_BY_RULES */
};

struct rules rules_of(const struct params *params);

/* Values of the parameters rules, handicap_bonus and suicide. */
struct rules_setting {
    const char *rules, *bonus, *suicide;
};

/* The rules that clients call NAME ("chinese", "aga", "korean", ...). False for unknown or
 * unsupported rules. */
bool rules_find(const char *name, struct rules_setting *out);

/* The settings for RULES. */
struct rules_setting rules_setting_of(const struct rules *rules);

/* The defaults of KataGo's rules objects, {"ko":"SIMPLE",...}: Tromp-Taylor. */
struct rules rules_unnamed(void);

/* Sets KataGo's rule KEY in RULES to VALUE of JSON, or all members of OBJECT. Fails for unsupported
 * rules. Every ko rule is supported, because the engine's own moves obey the strictest. */
enum status rules_take(struct rules *rules, const char *key, const struct json *json, int value,
                       struct failure *why);
enum status rules_take_all(struct rules *rules, const struct json *json, int object,
                           struct failure *why);

/* Sets the rule KEY to VALUE, a word, and leaves the others as they are, but for what the scoring
 * implies: the tax, and by territory the agreement on dead stones. */
enum status rules_set(struct rules *rules, const char *key, const char *value, struct failure *why);

/* KataGo's name of a bonus: "0", "N-1", "N". */
const char *rules_bonus_name(enum handicap_bonus bonus);

/* The opponent's moves that these rules allow and Guzumi does not play, as bits for
 * game_play_allowing: suicide or nothing. */
int rules_allowed(const struct params *params);

/* The same with repetitions, for moves that someone else has judged. */
int rules_accepted(const struct params *params);

#endif
