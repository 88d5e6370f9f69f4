/* The parameters' table, which params.def expands to several times: the words of choices, the rows,
 * the numbers of rows, the groups, the default values. A parameter is one line there, and nothing
 * else in this file knows its name. PARAM_REAL(alpha, 0.1, 0, 100, EVERYDAY, "Step size ...")
 * becomes
 *
 *     double alpha;                                        in struct params
 *     {"alpha", PARAM_KIND_REAL, PARAM_EVERYDAY,           in param_table
 *      offsetof(struct params, alpha), sizeof(double), 0.1, 0, 100, NULL, "Step size ..."},
 *     ROW_OF_alpha,                                        in the numbers of rows
 *     params->alpha = 0.1;                                 in params_default */
#include "guzumi/base/params.h"

#include "guzumi/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 64, MAX_ASSIGNMENT = 128 };

#define WORD(value, word) word,
#define PARAM_ENUM(type, words)                                                                    \
    static const char *const type##_words[] = {words NULL};                                        \
    _Static_assert(sizeof(enum type) == sizeof(int), "choices are read and written as int");
#include "guzumi/base/params.def"

const struct param param_table[] = {
#define PARAM(type, kind, name, preset, min, max, words, use, help)                                \
    {#name,         kind,                                                                          \
     PARAM_##use,   offsetof(struct params, name),                                                 \
     sizeof(type),  (double)(preset),                                                              \
     (double)(min), (double)(max),                                                                 \
     words,         help},
#include "guzumi/base/params.def"
};
const int param_count = (int)(sizeof param_table / sizeof param_table[0]);

/* Rows are numbered, and a group begins with the number of the row that follows. */
enum {
#define PARAM_GROUP(name, word, title) FIRST_OF_##name, BEFORE_##name = FIRST_OF_##name - 1,
#define PARAM(type, kind, name, ...) ROW_OF_##name,
#include "guzumi/base/params.def"
};
const struct param_group param_group_table[PARAM_GROUPS] = {
#define PARAM_GROUP(name, word, title) {word, title, FIRST_OF_##name},
#include "guzumi/base/params.def"
};

/* The bounds of an integer. No double equals INT64_MAX: its row holds 2^63. */
static int64_t least(const struct param *p) {
    return (int64_t)p->min;
}
static int64_t most(const struct param *p) {
    return p->max >= 0x1p63 ? INT64_MAX : (int64_t)p->max;
}

const char *param_range(const struct param *p, char text[PARAM_RANGE_SIZE]) {
    static const char *const on_off[] = {"on", "off", NULL};
    const char *const *words = p->kind == PARAM_KIND_BOOL ? on_off : p->words;
    if (words)
        for (size_t length = 0; *words && length < PARAM_RANGE_SIZE; words++)
            length += (size_t)snprintf(text + length, PARAM_RANGE_SIZE - length, "%s%s",
                                       length ? "|" : "", *words);
    else if (p->kind == PARAM_KIND_INT)
        snprintf(text, PARAM_RANGE_SIZE, "%lld..%lld", (long long)least(p), (long long)most(p));
    else
        snprintf(text, PARAM_RANGE_SIZE, "%g..%g", p->min, p->max);
    return text;
}

/* Groups are consecutive rows: a row belongs to the last group that begins at or before it. */
static int group_of(const struct param *param) {
    int group = PARAM_GROUPS - 1;
    while (param_group_table[group].first > (int)(param - param_table)) group--;
    return group;
}

bool param_is_of(const struct param *param, int groups) {
    return groups & (1 << group_of(param));
}

/* A search keeps its tree or memory from move to move; with another prior or another memory, what
 * is kept would mix two settings. Comparing bytes is exact: each field is set from the same text.
 */
bool params_restart_search(const struct params *after, const struct params *before) {
    for (const struct param *p = param_table; p < param_table + param_count; p++)
        if (p->use == PARAM_RESTARTS &&
            memcmp((const char *)after + p->offset, (const char *)before + p->offset, p->size) != 0)
            return true;
    return false;
}

/* Presets are settings against the default values, which are those of today's program. So a preset
 * of an old program first turns off what came after it. */

/* Turns off features that none of the papers' programs has. */
#define PLAIN "avoid_self_atari=off late_move_reductions=off "

/* The search of the 2012 paper's experiments. */
#define RLGO_2_4                                                                                   \
    PLAIN "search_alpha=0.1 search_lambda=0 search_epsilon=0.1 search_guided=0 default_epsilon=0 " \
          "default_tactics=off search_mean=off"

/* The tree searches of the 2011 paper, with MoGo's original default policy. A simulation is played
 * to its end and then won or lost, by however much (tree_mercy, score_fraction). MC-RAVE has no
 * exploration bonus: RAVE values the actions that the tree has not tried, and one that RAVE does
 * not know either counts as won (fpu=1). */
#define MOGO                                                                                       \
    PLAIN "search=tree default_epsilon=0 tree_epsilon=0 default_tactics=off search_mean=off "      \
          "tree_expand=1 exploration_after=0 tree_mercy=0 score_fraction=0 "
#define MC_RAVE MOGO "exploration=0 fpu=1 "
#define HEURISTIC_MC_RAVE                                                                          \
    MC_RAVE "rave=hand-selected rave_equivalence=1000 heuristic=local-shape heuristic_visits=50 "  \
            "heuristic_rave=50 "

const struct preset preset_table[] = {
    {"td-learning", PLAIN "search=greedy",
     "RLGO 1.0: greedy on the long-term memory (2012, section 3)."},
    {"td-search", "search=td memory=short " RLGO_2_4,
     "RLGO 2.4: the short-term memory alone (2012, section 4)."},
    {"dyna2", "search=td memory=both " RLGO_2_4, "RLGO 2.4: both memories (2012, section 5)."},
    {"dyna2-2008",
     PLAIN "search=td memory=both plies=1 search_alpha=0.1 search_lambda=0.4 search_epsilon=0.3 "
           "search_moves=10 search_guided=0 default_epsilon=0 default_tactics=off "
           "search_clear_trace=on search_mean=off",
     "Dyna-2-Shape with the settings of the 2008 paper, section 5."},
    {"alpha-beta", PLAIN "search=alpha-beta depth=0",
     "RLGO 1.0 with alpha-beta over the long-term memory (2012, section 3.3.5)."},
    {"two-phase", "search=two-phase memory=both depth=0 " RLGO_2_4,
     "RLGO 2.4: Dyna-2, then alpha-beta over the short-term memory (2012, section 6.1)."},
    /* An untried action is worth more than any tried one, so each is tried once, as UCB1 begins. */
    {"uct", MOGO "rave=none exploration=0.4 fpu=1000 heuristic=none",
     "MoGo: UCT (2011, section 2.5, Algorithm 1)."},
    {"mc-rave", MC_RAVE "rave=hand-selected rave_equivalence=1000 heuristic=none",
     "MoGo: MC-RAVE by the hand-selected schedule (2011, section 4.5)."},
    {"mc-rave-mse", MC_RAVE "rave=minimum-mse rave_bias=0.05 heuristic=none",
     "MoGo: MC-RAVE by the minimum-MSE schedule (2011, section 4.6)."},
    {"uct-rave",
     MOGO "rave=hand-selected rave_equivalence=1000 exploration=0.2 fpu=1 heuristic=none",
     "MoGo: UCT-RAVE (2011, section 4.4)."},
    {"heuristic-mc-rave", HEURISTIC_MC_RAVE "heuristic_memory=long",
     "MoGo: heuristic MC-RAVE, RLGO's local shapes as prior knowledge (2011, section 5.1)."},
    {"two-phase-tree",
     HEURISTIC_MC_RAVE "heuristic_memory=short memory=both search_alpha=0.1 search_lambda=0 "
                       "search_epsilon=0.1 search_guided=0",
     "RLGO and MoGo: TD search, then MC-RAVE from the short-term value (2012, section 6.2)."},
    {"deep-dyna", "search=tree network_memory=0.03",
     "No paper's: Dyna-2 (2008) in the tree, the policy-value network as its long-term memory."},
    {"schraudolph", PLAIN "search=territory pass_when=filled",
     "Schraudolph, Dayan and Sejnowski 1994: one ply over a network that predicts every point's "
     "fate."},
    {"ekker", PLAIN "search=liberties pass_when=filled",
     "Ekker, van der Werf and Schomaker 2004: two plies over a network of liberties, on 5x5."},
    {"novice", PLAIN "search=novice pass_when=filled",
     "A weak player with one rule, in place of the papers' Wally."},
};
const int preset_count = (int)(sizeof preset_table / sizeof preset_table[0]);

void params_default(struct params *params) {
    memset(params, 0, sizeof *params); /* with the padding, so that tests can compare bytes */
#define PARAM(type, kind, name, preset, ...) params->name = preset;
#include "guzumi/base/params.def"
}

const struct param *param_find(const char *name) {
    for (int i = 0; i < param_count; i++)
        if (strcmp(param_table[i].name, name) == 0) return &param_table[i];
    return NULL;
}

/* The field is found by its offset, so that a new parameter needs no code. An integer is not read
 * as a double, which has 53 bits. RULES_GIVEN notes that the rules were chosen by hand: a game
 * record's rules do not replace those. */
enum status params_set(struct params *params, const char *name, const char *value,
                       struct failure *why) {
    const struct param *p = param_find(name);
    if (!p)
        return fail(why, STATUS_INVALID, "unknown parameter '%.60s'; see 'guzumi gtp --help-all'",
                    name);
    void *field = (char *)params + p->offset;
    switch (p->kind) {
    case PARAM_KIND_INT: {
        int64_t number;
        const int64_t min = least(p), max = most(p);
        if (!text_to_int(value, min, max, &number))
            return fail(why, STATUS_INVALID,
                        "parameter %s: '%.60s' is not a whole number from %lld to %lld", name,
                        value, (long long)min, (long long)max);
        *(int64_t *)field = number;
        return STATUS_OK;
    }
    case PARAM_KIND_REAL:
    case PARAM_KIND_HALF: {
        double number;
        const bool half = p->kind == PARAM_KIND_HALF;
        if (!text_to_real(value, &number) || number < p->min || number > p->max ||
            (half && 2 * number != floor(2 * number)))
            return fail(why, STATUS_INVALID,
                        "parameter %s: '%.60s' is not a %snumber from %g to %g", name, value,
                        half ? "whole or half " : "", p->min, p->max);
        *(double *)field = number;
        return STATUS_OK;
    }
    case PARAM_KIND_BOOL:
        if (!text_to_bool(value, (bool *)field))
            return fail(why, STATUS_INVALID, "parameter %s: '%.60s' is neither on nor off", name,
                        value);
        return STATUS_OK;
    case PARAM_KIND_CHOICE:
        for (int i = 0; p->words[i]; i++) {
            if (strcmp(p->words[i], value) != 0) continue;
            *(int *)field = i;
            params->rules_given |= field == &params->rules;
            return STATUS_OK;
        }
        return fail(why, STATUS_INVALID, "parameter %s: unknown value '%.60s'; expected %s", name,
                    value, param_range(p, (char[PARAM_RANGE_SIZE]){0}));
    }
    return STATUS_INVALID;
}

/* Copies the part of ASSIGNMENT before its "=" to NAME, truncated to a length that no parameter's
 * name has. */
static void cut_name(const char *assignment, char name[MAX_NAME]) {
    snprintf(name, MAX_NAME, "%.*s", (int)strcspn(assignment, "="), assignment);
}

enum status params_assign(struct params *params, const char *assignment, struct failure *why) {
    char name[MAX_NAME];
    const char *equals = strchr(assignment, '=');
    cut_name(assignment, name);
    if (!equals || !*name)
        return fail(why, STATUS_INVALID, "'%.60s' is not of the form name=value", assignment);
    return params_set(params, name, equals + 1, why);
}

enum status params_check_use(const char *assignment, int groups, const char *user,
                             struct failure *why) {
    char name[MAX_NAME];
    cut_name(assignment, name);
    const struct param *p = param_find(name);
    if (!p || param_is_of(p, groups)) return STATUS_OK;
    return fail(why, STATUS_INVALID, "parameter %s (%s) has no effect on %s", p->name,
                param_group_table[group_of(p)].word, user);
}

/* The fewest digits that read back as X. */
static void print_real(char *text, size_t size, double x) {
    static const int digits[] = {10, 15, 16, 17};
    for (int i = 0; i < 4; i++) {
        snprintf(text, size, "%.*g", digits[i], x);
        if (strtod(text, NULL) == x) return;
    }
}

const char *params_format(const struct params *params, const struct param *p, char *text,
                          size_t size) {
    const void *field = (const char *)params + p->offset;
    switch (p->kind) {
    case PARAM_KIND_INT:
        snprintf(text, size, "%lld", (long long)*(const int64_t *)field);
        break;
    case PARAM_KIND_REAL:
    case PARAM_KIND_HALF:
        print_real(text, size, *(const double *)field);
        break;
    case PARAM_KIND_BOOL:
        snprintf(text, size, "%s", *(const bool *)field ? "on" : "off");
        break;
    case PARAM_KIND_CHOICE:
        snprintf(text, size, "%s", p->words[*(const int *)field]);
        break;
    }
    return text;
}

/* --- presets: settings in a row, "name=value name=value" --- */

/* Copies the setting at *AT and advances *AT to the next one; false at the end. */
static bool next_setting(const char **at, char assignment[MAX_ASSIGNMENT]) {
    const size_t length = strcspn(*at, " ");
    if (length == 0) return false;
    snprintf(assignment, MAX_ASSIGNMENT, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == ' ');
    return true;
}

/* Whether all settings of PRESET belong to GROUPS: `train` offers only presets that train. */
bool preset_is_of(const struct preset *preset, int groups) {
    struct failure ignored;
    char assignment[MAX_ASSIGNMENT];
    for (const char *at = preset->settings; next_setting(&at, assignment);)
        if (params_check_use(assignment, groups, "", &ignored) != STATUS_OK) return false;
    return true;
}

/* A preset begins from the default values: two presets in a row give the second one. */
enum status params_preset(struct params *params, const char *name, struct failure *why) {
    for (int i = 0; i < preset_count; i++) {
        if (strcmp(preset_table[i].name, name) != 0) continue;
        char assignment[MAX_ASSIGNMENT];
        enum status status = STATUS_OK;
        params_default(params);
        for (const char *at = preset_table[i].settings;
             status == STATUS_OK && next_setting(&at, assignment);)
            status = params_assign(params, assignment, why);
        return status;
    }
    char names[200] = "";
    for (int i = 0; i < preset_count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
                 preset_table[i].name);
    return fail(why, STATUS_INVALID, "unknown preset '%.60s'; expected %s", name, names);
}
