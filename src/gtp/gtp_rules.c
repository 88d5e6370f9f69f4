#include "gtp_session.h"

#include "guzumi/text.h"

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

static bool set_rules(void *context, const char *name, struct answer *answer) {
    for (size_t i = 0; i < sizeof rule_names / sizeof rule_names[0]; i++) {
        struct failure why;
        if (!text_equal_nocase(rule_names[i].name, name)) continue;
        return gtp_outcome(
            answer,
            engine_set_param(gtp_session(context)->engine, "rules", rule_names[i].value, &why),
            &why, NULL);
    }
    return answer_error(answer,
                        "unknown rules '%.40s'; known are chinese, aga, new-zealand, "
                        "tromp-taylor, cgos and, counted by area, japanese and korean",
                        name);
}

bool gtp_kgs_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return set_rules(context, argv[1], answer);
}

bool gtp_set_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return set_rules(context, argv[1], answer);
}

/* KataGo's terms. The scoring is what it is: area, also when the rules are called Japanese. */
bool gtp_get_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const int rules = engine_params(gtp_session(context)->engine)->rules;
    const bool agreed = rules == RULES_CHINESE || rules == RULES_JAPANESE;
    answer_add(answer,
               "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"POSITIONAL\","
               "\"scoring\":\"AREA\",\"suicide\":false,\"tax\":\"NONE\","
               "\"whiteHandicapBonus\":\"0\"}",
               agreed ? "true" : "false");
    return true;
}
