#include "guzumi/base/json.h"
#include "guzumi/go/rules.h"

#include "gtp_session.h"

#include <string.h>

static const struct params *params_of(void *context) {
    return engine_params(gtp_session(context)->engine);
}

static bool play_by(void *context, struct rules_setting setting, struct answer *answer) {
    struct failure why;
    return gtp_outcome(answer, engine_set_rules(gtp_session(context)->engine, setting, &why), &why,
                       NULL);
}

static bool set_rules(void *context, const char *name, struct answer *answer) {
    struct rules_setting setting;
    if (rules_find(name, &setting)) return play_by(context, setting, answer);
    return answer_error(answer,
                        "rules '%.40s' can't be followed; known are chinese, aga, new-zealand, "
                        "tromp-taylor, cgos, japanese and korean",
                        name);
}

bool gtp_kgs_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return set_rules(context, argv[1], answer);
}

/* KataGo's other form of rules: {"ko":"POSITIONAL","scoring":"AREA",...}. */
static bool set_json_rules(void *context, const char *text, struct answer *answer) {
    struct rules rules = rules_unnamed();
    struct json *json;
    struct failure why;
    if (json_parse(&json, text, strlen(text), &why) != STATUS_OK)
        return answer_error(answer, "rules are a name or {\"KEY\":VALUE,...}: %s", why.text);
    const enum status status = rules_take_all(&rules, json, JSON_ROOT, &why);
    json_free(json);
    return status == STATUS_OK ? play_by(context, rules_setting_of(&rules), answer)
                               : answer_error(answer, "%s", why.text);
}

bool gtp_set_rules(void *context, int argc, char **argv, struct answer *answer) {
    const char *text = arguments_join(argv, 1, argc - 1);
    return (*text == '{' ? set_json_rules : set_rules)(context, text, answer);
}

/* KataGo's terms. */
bool gtp_get_rules(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    const struct rules rules = rules_of(params_of(context));
    answer_add(answer,
               "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"POSITIONAL\","
               "\"scoring\":\"%s\",\"suicide\":%s,\"tax\":\"%s\","
               "\"whiteHandicapBonus\":\"%s\"}",
               rules.agreement ? "true" : "false", rules.territory ? "TERRITORY" : "AREA",
               rules.suicide ? "true" : "false", rules.territory ? "SEKI" : "NONE",
               rules_bonus_name(rules.bonus));
    return true;
}
