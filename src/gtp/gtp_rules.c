#include "gtp_session.h"

#include "guzumi/text.h"

#include <string.h>

/* The clients' names of rules, and the value of the parameter `rules` that comes nearest. Area is
 * counted under all of them; those with a button, or that score stones, are nothing like it. */
static const struct {
    const char *name, *value;
} rule_names[] = {
    {"chinese", "chinese"},
    {"chinese-ogs", "chinese"},
    {"chinese-kgs", "chinese"},
    {"aga", "chinese"},
    {"bga", "chinese"},
    {"french", "chinese"},
    {"new-zealand", "chinese"},
    {"new_zealand", "chinese"},
    {"newzealand", "chinese"},
    {"tromp-taylor", "tromp-taylor"},
    {"tromptaylor", "tromp-taylor"},
    {"cgos", "cgos"},
    {"japanese", "japanese"},
    {"korean", "japanese"},
};

/* Sets the parameter `rules`. */
static bool play_by(void *context, const char *value, struct answer *answer) {
    struct failure why;
    return gtp_outcome(answer, engine_set_param(gtp_session(context)->engine, "rules", value, &why),
                       &why, NULL);
}

static bool set_rules(void *context, const char *name, struct answer *answer) {
    for (size_t i = 0; i < sizeof rule_names / sizeof rule_names[0]; i++)
        if (text_equal_nocase(rule_names[i].name, name))
            return play_by(context, rule_names[i].value, answer);
    return answer_error(answer,
                        "unknown rules '%.40s'; known are chinese, aga, new-zealand, "
                        "tromp-taylor, cgos and, counted by area, japanese and korean",
                        name);
}

bool gtp_kgs_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return set_rules(context, argv[1], answer);
}

/* Whether the players agree about dead stones before they count. */
static bool plays_by_agreement(void *context) {
    const int rules = (int)engine_params(gtp_session(context)->engine)->rules;
    return rules == RULES_CHINESE || rules == RULES_JAPANESE;
}

#define RULES_SYNTAX "rules are a name or {\"KEY\":VALUE,...}"

enum { RULE_WORD = 32 };

/* KataGo's other form of rules: {"ko":"POSITIONAL","scoring":"AREA",...}. Each key has the one
 * value that is played, but for friendlyPassOk, which tells whether dead stones are agreed upon. */
static const struct {
    const char *key, *value; /* NULL: true or false */
} json_rules[] = {
    {"\"ko\"", "\"POSITIONAL\""}, {"\"scoring\"", "\"AREA\""}, {"\"suicide\"", "false"},
    {"\"tax\"", "\"NONE\""},      {"\"hasButton\"", "false"},  {"\"whiteHandicapBonus\"", "\"0\""},
    {"\"friendlyPassOk\"", NULL},
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

/* Takes KEY : VALUE; *AGREED is changed when it says so. */
static bool take_rule(const char **text, bool *agreed, struct answer *answer) {
    char key[RULE_WORD], value[RULE_WORD];
    if (!next_word(text, key) || !is_next(text, ":") || !next_word(text, value))
        return answer_error(answer, RULES_SYNTAX);
    for (size_t i = 0; i < sizeof json_rules / sizeof json_rules[0]; i++) {
        const char *only = json_rules[i].value;
        if (strcmp(json_rules[i].key, key) != 0) continue;
        if (!only && (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)) {
            *agreed = strcmp(value, "true") == 0;
            return true;
        }
        if (only && strcmp(value, only) == 0) return true;
        return answer_error(answer, "rule %s is %s here, not %s", key,
                            only ? only : "true or false", value);
    }
    return answer_error(answer, "unknown rule %s", key);
}

static bool set_json_rules(void *context, const char *text, struct answer *answer) {
    bool agreed = plays_by_agreement(context);
    char word[RULE_WORD] = "";
    bool well_formed = is_next(&text, "{");
    while (well_formed) {
        if (!take_rule(&text, &agreed, answer)) return false;
        well_formed = next_word(&text, word);
        if (strcmp(word, ",") != 0) break;
    }
    if (!well_formed || strcmp(word, "}") != 0 || text[strspn(text, " \t")])
        return answer_error(answer, RULES_SYNTAX);
    return play_by(context, agreed ? "chinese" : "tromp-taylor", answer);
}

bool gtp_set_rules(void *context, int argc, char **argv, struct answer *answer) {
    const char *text = arguments_join(argv, 1, argc - 1);
    return (*text == '{' ? set_json_rules : set_rules)(context, text, answer);
}

/* KataGo's terms. The scoring is what it is: area, also when the rules are called Japanese. */
bool gtp_get_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    answer_add(answer,
               "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"POSITIONAL\","
               "\"scoring\":\"AREA\",\"suicide\":false,\"tax\":\"NONE\","
               "\"whiteHandicapBonus\":\"0\"}",
               plays_by_agreement(context) ? "true" : "false");
    return true;
}
