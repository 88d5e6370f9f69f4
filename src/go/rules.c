#include "guzumi/rules.h"

static const struct rules table[] = {
    [RULES_CHINESE] = {.record_name = "Chinese", .agreement = true, .bonus = HANDICAP_BONUS_ALL},
    [RULES_AGA] = {.record_name = "AGA", .agreement = true, .bonus = HANDICAP_BONUS_BUT_ONE},
    [RULES_NEW_ZEALAND] = {.record_name = "NZ", .agreement = true, .suicide = true},
    [RULES_CGOS] = {.record_name = "Tromp-Taylor"},
    [RULES_TROMP_TAYLOR] = {.record_name = "Tromp-Taylor", .suicide = true},
    [RULES_JAPANESE] = {.record_name = "Japanese (counted by area)",
                        .agreement = true,
                        .captures_cost = true},
};

struct rules rules_of(const struct params *params) {
    struct rules rules = table[params->rules];
    /* Behind "rules" the choices stand in the order of what they mean. */
    if (params->handicap_bonus != BY_RULES)
        rules.bonus = (enum handicap_bonus)(params->handicap_bonus - 1);
    if (params->suicide != BY_RULES) rules.suicide = params->suicide == 2;
    return rules;
}

int rules_allowance(const struct params *params) {
    return ALLOW_SUPERKO | (rules_of(params).suicide ? ALLOW_SUICIDE : 0);
}
