#include "gtp_session.h"

#include "guzumi/rules.h"
#include "guzumi/text.h"

#include <string.h>

/* The clients' names of rules, and the value of the parameter `rules` that is played by. Area is
 * counted under all of them; those with a button, or that score stones, are nothing like it. */
static const struct {
    const char *name, *value;
} rule_names[] = {
    {"chinese", "chinese"},
    {"chinese-ogs", "chinese"},
    {"chinese-kgs", "chinese"},
    {"aga", "aga"},
    {"bga", "aga"},
    {"french", "aga"},
    {"new-zealand", "new-zealand"},
    {"new_zealand", "new-zealand"},
    {"newzealand", "new-zealand"},
    {"nz", "new-zealand"},
    {"tromp-taylor", "tromp-taylor"},
    {"tromp_taylor", "tromp-taylor"},
    {"tromptaylor", "tromp-taylor"},
    {"cgos", "cgos"},
    {"japanese", "japanese"},
    {"korean", "japanese"},
};

static const struct params *params_of(void *context) {
    return engine_params(gtp_session(context)->engine);
}

/* Sets the parameters that rules_of reads. */
static bool play_by(void *context, const char *rules, const char *bonus, const char *suicide,
                    struct answer *answer) {
    const char *const settings[][2] = {
        {"rules", rules}, {"handicap_bonus", bonus}, {"suicide", suicide}};
    struct engine *engine = gtp_session(context)->engine;
    struct failure why;
    enum status status = STATUS_OK;
    for (int i = 0; i < 3 && status == STATUS_OK; i++)
        status = engine_set_param(engine, settings[i][0], settings[i][1], &why);
    return gtp_outcome(answer, status, &why, NULL);
}

static bool set_rules(void *context, const char *name, struct answer *answer) {
    for (size_t i = 0; i < sizeof rule_names / sizeof rule_names[0]; i++)
        if (text_equal_nocase(rule_names[i].name, name))
            return play_by(context, rule_names[i].value, "rules", "rules", answer);
    return answer_error(answer,
                        "rules '%.40s' can't be followed; known are chinese, aga, new-zealand, "
                        "tromp-taylor, cgos and, counted by area, japanese and korean",
                        name);
}

bool gtp_kgs_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return set_rules(context, argv[1], answer);
}

#define RULES_SYNTAX "rules are a name or {\"KEY\":VALUE,...}"

enum { RULE_WORD = 32 };

/* KataGo's names of what White may get for handicap stones, and ours. */
static const char *const bonus_names[][2] = {
    [HANDICAP_BONUS_NONE] = {"\"0\"", "0"},
    [HANDICAP_BONUS_BUT_ONE] = {"\"N-1\"", "n-1"},
    [HANDICAP_BONUS_ALL] = {"\"N\"", "n"},
};

/* KataGo's other form of rules: {"ko":"POSITIONAL","scoring":"AREA",...}, the values that each key
 * may have. Any ko rule will do, since own moves keep to positional superko, the strictest. */
static const struct {
    const char *key, *values;
} json_rules[] = {
    {"\"ko\"", "\"POSITIONAL\" \"SITUATIONAL\" \"SIMPLE\""},
    {"\"scoring\"", "\"AREA\""},
    {"\"tax\"", "\"NONE\""},
    {"\"hasButton\"", "false"},
    {"\"suicide\"", "true false"},
    {"\"friendlyPassOk\"", "true false"},
    {"\"whiteHandicapBonus\"", "\"0\" \"N-1\" \"N\""},
};

/* The words of an object without nested ones: {, }, colon, comma, and what is between them. Copies
 * the next one of *TEXT; false at the end, or when it is longer than any that means something. */
static bool next_word(const char **text, char out[RULE_WORD]) {
    const char *at = *text + strspn(*text, " \t");
    size_t length = *at && strchr("{}:,", *at) ? 1 : strcspn(at, "{}:, \t");
    if (length == 0 || length >= RULE_WORD) return false;
    memcpy(out, at, length);
    out[length] = 0;
    *text = at + length;
    return true;
}

static bool is_next(const char **text, const char *wanted) {
    char word[RULE_WORD];
    return next_word(text, word) && strcmp(word, wanted) == 0;
}

/* Whether VALUE is one of the words of VALUES. */
static bool is_among(const char *values, const char *value) {
    const size_t length = strlen(value);
    for (; *values; values += strcspn(values, " "), values += *values == ' ')
        if (strncmp(values, value, length) == 0 && strcspn(values, " ") == length) return true;
    return false;
}

static void apply_rule(struct rules *rules, const char *key, const char *value) {
    const bool on = strcmp(value, "true") == 0;
    if (strcmp(key, "\"suicide\"") == 0) rules->suicide = on;
    if (strcmp(key, "\"friendlyPassOk\"") == 0) rules->agreement = on;
    if (strcmp(key, "\"whiteHandicapBonus\"") != 0) return;
    for (int i = HANDICAP_BONUS_NONE; i <= HANDICAP_BONUS_ALL; i++)
        if (strcmp(value, bonus_names[i][0]) == 0) rules->bonus = (enum handicap_bonus)i;
}

/* Takes KEY : VALUE into RULES. */
static bool take_rule(const char **text, struct rules *rules, struct answer *answer) {
    char key[RULE_WORD], value[RULE_WORD];
    if (!next_word(text, key) || !is_next(text, ":") || !next_word(text, value))
        return answer_error(answer, RULES_SYNTAX);
    for (size_t i = 0; i < sizeof json_rules / sizeof json_rules[0]; i++) {
        if (strcmp(json_rules[i].key, key) != 0) continue;
        if (!is_among(json_rules[i].values, value))
            return answer_error(answer, "rule %s:%s can't be followed; known are %s", key, value,
                                json_rules[i].values);
        apply_rule(rules, key, value);
        return true;
    }
    return answer_error(answer, "unknown rule %s", key);
}

static bool set_json_rules(void *context, const char *text, struct answer *answer) {
    struct rules rules = rules_of(params_of(context));
    char word[RULE_WORD] = "";
    bool well_formed = is_next(&text, "{");
    while (well_formed) {
        if (!take_rule(&text, &rules, answer)) return false;
        well_formed = next_word(&text, word);
        if (strcmp(word, ",") != 0) break;
    }
    if (!well_formed || strcmp(word, "}") != 0 || text[strspn(text, " \t")])
        return answer_error(answer, RULES_SYNTAX);
    return play_by(context, rules.agreement ? "chinese" : "tromp-taylor",
                   bonus_names[rules.bonus][1], rules.suicide ? "allowed" : "forbidden", answer);
}

bool gtp_set_rules(void *context, int argc, char **argv, struct answer *answer) {
    const char *text = arguments_join(argv, 1, argc - 1);
    return (*text == '{' ? set_json_rules : set_rules)(context, text, answer);
}

/* KataGo's terms. The scoring is what it is: area, also when the rules are called Japanese. */
bool gtp_get_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const struct rules rules = rules_of(params_of(context));
    answer_add(answer,
               "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"POSITIONAL\","
               "\"scoring\":\"AREA\",\"suicide\":%s,\"tax\":\"NONE\","
               "\"whiteHandicapBonus\":%s}",
               rules.agreement ? "true" : "false", rules.suicide ? "true" : "false",
               bonus_names[rules.bonus][0]);
    return true;
}
