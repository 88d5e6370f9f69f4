/* Rules by name, and KataGo's rules in parts. Guzumi's own moves obey the strictest rules, so what
 * matters is how the game is counted and which of the opponent's moves are accepted. */
#include "guzumi/go/rules.h"

#include "guzumi/base/text.h"

#include <string.h>

/* What is not named is false: the score is by area, all stones are alive, suicide is forbidden, and
 * White gets no bonus. */
static const struct rules table[] = {
    [RULES_CHINESE] = {.record_name = "Chinese", .agreement = true, .bonus = HANDICAP_BONUS_ALL},
    [RULES_AGA] = {.record_name = "AGA", .agreement = true, .bonus = HANDICAP_BONUS_BUT_ONE},
    [RULES_NEW_ZEALAND] = {.record_name = "NZ", .agreement = true, .suicide = true},
    [RULES_CGOS] = {.record_name = "Tromp-Taylor"},
    [RULES_TROMP_TAYLOR] = {.record_name = "Tromp-Taylor", .suicide = true},
    [RULES_JAPANESE] = {.record_name = "Japanese", .agreement = true, .territory = true},
};

/* The parameters handicap_bonus and suicide, if set, override what the named rules say. */
struct rules rules_of(const struct params *params) {
    struct rules rules = table[params->rules];
    if (params->handicap_bonus != HANDICAP_BONUS_BY_RULES) rules.bonus = params->handicap_bonus;
    if (params->suicide != SUICIDE_BY_RULES) rules.suicide = params->suicide == SUICIDE_ALLOWED;
    return rules;
}

struct rules rules_unnamed(void) {
    return table[RULES_TROMP_TAYLOR];
}

int rules_allowed(const struct params *params) {
    return rules_of(params).suicide ? ALLOW_SUICIDE : 0;
}

int rules_accepted(const struct params *params) {
    return ALLOW_SUPERKO | rules_allowed(params);
}

/* --- names used by clients --- */

/* Copies NAME to OUT without the separators of "New Zealand" and "tromp_taylor"; "" if it is too
 * long. */
static void plain_name(const char *name, char *out, size_t size) {
    size_t length = 0;
    for (; *name && length + 1 < size; name++)
        if (!strchr(" -_", *name)) out[length++] = *name;
    out[*name ? 0 : length] = 0;
}

bool rules_find(const char *name, struct rules_setting *out) {
    /* By how the game is counted: French and British rules count like AGA's, Korean rules like
     * Japanese ones. */
    static const char *const names[][2] = {
        {"chinese", "chinese"},
        {"chineseogs", "chinese"},
        {"chinesekgs", "chinese"},
        {"aga", "aga"},
        {"bga", "aga"},
        {"french", "aga"},
        {"newzealand", "new-zealand"},
        {"nz", "new-zealand"},
        {"tromptaylor", "tromp-taylor"},
        {"cgos", "cgos"},
        {"japanese", "japanese"},
        {"korean", "japanese"},
    };
    char plain[40];
    plain_name(name, plain, sizeof plain);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!text_equal_nocase(names[i][0], plain)) continue;
        *out = (struct rules_setting){names[i][1], "rules", "rules"};
        return true;
    }
    return false;
}

/* KataGo's names of White's bonus for handicap stones, and ours. */
static const char *const bonus_names[][2] = {
    [HANDICAP_BONUS_NONE] = {"0", "0"},
    [HANDICAP_BONUS_BUT_ONE] = {"N-1", "n-1"},
    [HANDICAP_BONUS_ALL] = {"N", "n"},
};

const char *rules_bonus_name(enum handicap_bonus bonus) {
    return bonus_names[bonus][0];
}

/* The name that has the same way of counting; bonus and suicide are stated in any case. */
struct rules_setting rules_setting_of(const struct rules *rules) {
    const char *name = rules->territory   ? "japanese"
                       : rules->agreement ? "chinese"
                                          : "tromp-taylor";
    return (struct rules_setting){.rules = name,
                                  .bonus = bonus_names[rules->bonus][1],
                                  .suicide = rules->suicide ? "allowed" : "forbidden"};
}

/* Whether VALUE is a word in VALUES. */
static bool is_among(const char *values, const char *value) {
    const size_t length = strlen(value);
    for (; *values; values += strcspn(values, " "), values += *values == ' ')
        if (strncmp(values, value, length) == 0 && strcspn(values, ", ") == length) return true;
    return false;
}

static void apply_rule(struct rules *rules, const char *key, const char *value) {
    const bool on = strcmp(value, "true") == 0;
    if (strcmp(key, "scoring") == 0 || strcmp(key, "score") == 0)
        rules->territory = strcmp(value, "TERRITORY") == 0;
    if (strcmp(key, "suicide") == 0) rules->suicide = on;
    if (strcmp(key, "friendlyPassOk") == 0) rules->agreement = on;
    if (strcmp(key, "whiteHandicapBonus") != 0) return;
    for (int i = HANDICAP_BONUS_NONE; i <= HANDICAP_BONUS_ALL; i++)
        if (strcmp(value, bonus_names[i][0]) == 0) rules->bonus = (enum handicap_bonus)i;
}

/* Sets the rule KEY to VALUE, whatever the other rules are. The list of values is what can be
 * followed, not all that KataGo knows: "tax":"ALL" (stone scoring) and a button have no counting
 * here, whereas any ko rule is kept by a player who never repeats a position. */
static enum status take(struct rules *rules, const char *key, const char *value,
                        struct failure *why) {
    static const char *const known[][2] = {
        {"ko", "POSITIONAL, SITUATIONAL, SIMPLE, SPIGHT"},
        {"scoring", "AREA, TERRITORY"},
        {"score", "AREA, TERRITORY"},
        {"tax", "NONE, SEKI"},
        {"hasButton", "false"},
        {"suicide", "true, false"},
        {"friendlyPassOk", "true, false"},
        {"whiteHandicapBonus", "0, N-1, N"},
    };
    const char *allowed = NULL;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i][0], key) == 0) allowed = known[i][1];
    if (!allowed) return fail(why, STATUS_INVALID, "unknown rule '%.40s'", key);
    if (!is_among(allowed, value))
        return fail(why, STATUS_INVALID, "rule %s '%.40s' can't be followed; expected %s", key,
                    value, allowed);
    apply_rule(rules, key, value);
    return STATUS_OK;
}

enum status rules_take(struct rules *rules, const char *key, const struct json *json, int value,
                       struct failure *why) {
    char text[50];
    json_text(json, value, text, sizeof text);
    return take(rules, key, text, why);
}

static enum status check_tax(const struct rules *rules, const char *tax, struct failure *why) {
    if ((strcmp(tax, "SEKI") == 0) == rules->territory) return STATUS_OK;
    return fail(why, STATUS_INVALID, "rule tax '%s' can't be followed; expected %s", tax,
                rules->territory ? "SEKI with TERRITORY" : "NONE with AREA");
}

/* Rules that come one by one, so that each step must leave a whole set of rules:
 *
 *     before         set                      after
 *     area           scoring TERRITORY        territory and agreement: dead stones are prisoners
 *     territory      friendlyPassOk false     refused: without agreement nothing says what is dead
 *     territory      tax SEKI                 as before, which has it
 *     territory      tax NONE                 refused */
enum status rules_set(struct rules *rules, const char *key, const char *value,
                      struct failure *why) {
    const bool territory = rules->territory;
    const enum status status = take(rules, key, value, why);
    if (status != STATUS_OK) return status;
    if (strcmp(key, "tax") == 0) return check_tax(rules, value, why);
    if (!rules->territory || rules->agreement) return STATUS_OK;
    rules->agreement = true;
    if (!territory) return STATUS_OK;
    return fail(why, STATUS_INVALID,
                "rule friendlyPassOk 'false' can't be followed; expected true with TERRITORY");
}

/* KataGo's "tax" must match its "scoring", because we have no other combination: no tax by area, no
 * points in seki by territory. It is checked last, when the scoring is known. */
enum status rules_take_all(struct rules *rules, const struct json *json, int object,
                           struct failure *why) {
    enum status status = STATUS_OK;
    for (int v = json_first(json, object); v != JSON_NONE && status == STATUS_OK;
         v = json_next(json, v))
        status = rules_take(rules, json_name(json, v), json, v, why);
    const int tax = json_member(json, object, "tax");
    if (status != STATUS_OK || tax == JSON_NONE) return status;
    return check_tax(rules, json_string(json, tax), why);
}
