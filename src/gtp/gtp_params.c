#include "guzumi/base/text.h"

#include "gtp_session.h"

#include <string.h>

/* Integers with at most this many values are shown as a list. */
enum { LISTED_NUMBERS = 10 };

static void add_numbers(struct answer *answer, const struct param *p) {
    answer_add(answer, "[list");
    for (int number = (int)p->min; number <= (int)p->max; number++)
        answer_add(answer, "/%d", number);
    answer_add(answer, "] ");
}

/* "[list/a/b] ", GoGui's type of choices. */
static void add_words(struct answer *answer, const char *const *words) {
    answer_add(answer, "[list");
    for (; *words; words++) answer_add(answer, "/%s", *words);
    answer_add(answer, "] ");
}

static void add_typed(struct answer *answer, const struct params *params, const struct param *p) {
    char value[64];
    params_format(params, p, value, sizeof value);
    if (p->kind == PARAM_KIND_BOOL) {
        const bool on = *(const bool *)((const char *)params + p->offset);
        answer_add(answer, "[bool] %s %d\n", p->name, on);
        return;
    }
    if (p->kind == PARAM_KIND_CHOICE)
        add_words(answer, p->words);
    else if (p->kind == PARAM_KIND_INT && p->max - p->min < LISTED_NUMBERS)
        add_numbers(answer, p);
    else
        answer_add(answer, "[string] ");
    answer_add(answer, "%s %s\n", p->name, value);
}

static bool set(void *context, const char *name, const char *value, struct answer *answer) {
    struct failure why;
    enum status status = params_check_use(name, PARAMS_OF_GTP, "GTP", &why);
    if (status == STATUS_OK)
        status = engine_set_param(gtp_session(context)->engine, name, value, &why);
    return gtp_outcome(answer, status, &why, NULL);
}

/* A selection of the parameters that GTP uses. */
enum which { ALL_PARAMS, EVERYDAY_PARAMS, RESEARCH_PARAMS };

static bool is_selected(const struct param *p, enum which which) {
    if (!param_is_of(p, PARAMS_OF_GTP)) return false;
    return which == ALL_PARAMS || (p->use == PARAM_EVERYDAY) == (which == EVERYDAY_PARAMS);
}

/* The first selected parameter from P on; NULL after the last. */
static const struct param *next_param(const struct param *p, enum which which) {
    const struct param *end = param_table + param_count;
    while (p < end && !is_selected(p, which)) p++;
    return p < end ? p : NULL;
}

static bool list_or_set(void *context, int argc, char **argv, enum which which,
                        struct answer *answer) {
    if (argc == 3) return set(context, argv[1], argv[2], answer);
    if (argc == 2) return answer_error(answer, "syntax error: usage is %s [NAME VALUE]", argv[0]);
    const struct params *params = engine_params(gtp_session(context)->engine);
    for (const struct param *p = param_table; (p = next_param(p, which)); p++)
        add_typed(answer, params, p);
    return true;
}

bool gtp_param(void *context, int argc, char **argv, struct answer *answer) {
    return list_or_set(context, argc, argv, ALL_PARAMS, answer);
}

bool gtp_param_play(void *context, int argc, char **argv, struct answer *answer) {
    return list_or_set(context, argc, argv, EVERYDAY_PARAMS, answer);
}

bool gtp_param_research(void *context, int argc, char **argv, struct answer *answer) {
    return list_or_set(context, argc, argv, RESEARCH_PARAMS, answer);
}

/* KataGo's parameters: the one of ours that each sets, or its only possible value. */
static const struct {
    const char *theirs, *ours, *fixed;
} kata_params[] = {
    {"maxVisits", "simulations", NULL},      {"maxPlayouts", "simulations", NULL},
    {"numSearchThreads", "threads", NULL},   {"maxTime", "move_time", NULL},
    {"playoutDoublingAdvantage", NULL, "0"},
};
enum { KATA_PARAMS = sizeof kata_params / sizeof kata_params[0] };

/* The index of NAME, or -1. */
static int find_kata_param(const char *name) {
    int i = KATA_PARAMS - 1;
    while (i >= 0 && strcmp(kata_params[i].theirs, name) != 0) i--;
    return i;
}

bool gtp_set_param(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    const int kata = find_kata_param(argv[1]);
    if (kata < 0) return set(context, argv[1], argv[2], answer);
    if (kata_params[kata].ours) return set(context, kata_params[kata].ours, argv[2], answer);
    double value;
    return (text_to_real(argv[2], &value) && value == 0) ||
           answer_error(answer, "parameter %s: only %s is possible", argv[1],
                        kata_params[kata].fixed);
}

bool gtp_get_param(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    const int kata = find_kata_param(argv[1]);
    if (kata >= 0 && kata_params[kata].fixed) {
        answer_add(answer, "%s", kata_params[kata].fixed);
        return true;
    }
    const struct param *p = param_find(kata < 0 ? argv[1] : kata_params[kata].ours);
    if (!p || !param_is_of(p, PARAMS_OF_GTP))
        return answer_error(answer, "unknown parameter '%.60s'; see kata-list-params", argv[1]);
    char value[64];
    const struct params *params = engine_params(gtp_session(context)->engine);
    answer_add(answer, "%s", params_format(params, p, value, sizeof value));
    return true;
}

bool gtp_list_params(void *context, int argc, char **argv, struct answer *answer) {
    (void)context, (void)argc, (void)argv;
    const char *before = "";
    for (const struct param *p = param_table; (p = next_param(p, ALL_PARAMS)); p++) {
        answer_add(answer, "%s%s", before, p->name);
        before = " ";
    }
    for (int i = 0; i < KATA_PARAMS; i++) answer_add(answer, " %s", kata_params[i].theirs);
    return true;
}

bool gtp_get_random_seed(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc, (void)argv;
    answer_add(answer, "%lld", (long long)engine_params(gtp_session(context)->engine)->seed);
    return true;
}

bool gtp_set_random_seed(void *context, int argc, char **argv, struct answer *answer) {
    (void)argc;
    return set(context, "seed", argv[1], answer);
}
