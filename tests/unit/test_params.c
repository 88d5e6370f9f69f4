#include "guzumi/base/params.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static void defaults_are_the_table_s_and_within_bounds(void **state) {
    (void)state;
    struct params params;
    params_default(&params);
    for (int i = 0; i < param_count; i++) {
        const struct param *p = &param_table[i];
        const void *field = (const char *)&params + p->offset;
        double value = 0;
        switch (p->kind) {
        case PARAM_KIND_INT:
            value = (double)*(const int64_t *)field;
            break;
        case PARAM_KIND_REAL:
        case PARAM_KIND_HALF:
            value = *(const double *)field;
            break;
        case PARAM_KIND_BOOL:
            value = *(const bool *)field;
            break;
        case PARAM_KIND_CHOICE:
            value = *(const int *)field;
            break;
        }
        assert_true(value == p->preset);
        if (p->kind != PARAM_KIND_CHOICE) assert_true(value >= p->min && value <= p->max);
    }
}

static void names_are_unique_and_found(void **state) {
    (void)state;
    for (int i = 0; i < param_count; i++) {
        assert_ptr_equal(param_find(param_table[i].name), &param_table[i]);
        assert_true(strlen(param_table[i].help) > 0);
        assert_int_equal(param_table[i].help[strlen(param_table[i].help) - 1], '.');
    }
    assert_null(param_find("nothing"));
    assert_null(param_find(""));
}

/* What params_format writes, params_set reads and makes the same of it. */
static void assert_round_trip(const struct params *params) {
    struct params copy;
    struct failure why;
    params_default(&copy);
    for (int i = 0; i < param_count; i++) {
        char text[64], again[64];
        params_format(params, &param_table[i], text, sizeof text);
        assert_int_equal(params_set(&copy, param_table[i].name, text, &why), STATUS_OK);
        if (param_table[i].kind == PARAM_KIND_REAL)
            assert_memory_equal((const char *)&copy + param_table[i].offset,
                                (const char *)params + param_table[i].offset, sizeof(double));
        params_format(&copy, &param_table[i], again, sizeof again);
        assert_string_equal(text, again);
    }
}

static void formats_are_read_back(void **state) {
    (void)state;
    struct params params;
    params_default(&params);
    assert_round_trip(&params);
    for (int i = 0; i < preset_count; i++) {
        struct failure why;
        assert_int_equal(params_preset(&params, preset_table[i].name, &why), STATUS_OK);
        assert_round_trip(&params);
    }
    params.alpha = 1.0 / 3;
    params.lambda = 0.1234567890123; /* 13 digits */
    assert_round_trip(&params);
}

static void bounds_can_be_set_and_no_more(void **state) {
    (void)state;
    for (int i = 0; i < param_count; i++) {
        const struct param *p = &param_table[i];
        struct params params;
        struct failure why;
        char text[64];
        params_default(&params);
        if (p->kind == PARAM_KIND_BOOL || p->kind == PARAM_KIND_CHOICE) continue;
        const bool whole = p->kind == PARAM_KIND_INT;
        if (p->max < 0x1p62) {
            snprintf(text, sizeof text, whole ? "%.0f" : "%.17g", p->max);
            assert_int_equal(params_set(&params, p->name, text, &why), STATUS_OK);
            snprintf(text, sizeof text, whole ? "%.0f" : "%.17g", p->max + 1);
            assert_int_equal(params_set(&params, p->name, text, &why), STATUS_INVALID);
            assert_non_null(strstr(why.text, p->name));
        }
        snprintf(text, sizeof text, whole ? "%.0f" : "%.17g", p->min);
        assert_int_equal(params_set(&params, p->name, text, &why), STATUS_OK);
        snprintf(text, sizeof text, whole ? "%.0f" : "%.17g", p->min - 1);
        assert_int_equal(params_set(&params, p->name, text, &why), STATUS_INVALID);
    }
}

static void the_largest_seed(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    params_default(&params);
    assert_int_equal(params_set(&params, "seed", "9223372036854775807", &why), STATUS_OK);
    assert_true(params.seed == INT64_MAX);
    assert_int_equal(params_set(&params, "seed", "9223372036854775808", &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "from 0 to 9223372036854775807"));
    assert_true(params.seed == INT64_MAX);
}

static void every_choice_can_be_chosen(void **state) {
    (void)state;
    for (int i = 0; i < param_count; i++) {
        const struct param *p = &param_table[i];
        if (p->kind != PARAM_KIND_CHOICE) continue;
        struct params params;
        struct failure why;
        params_default(&params);
        char range[PARAM_RANGE_SIZE];
        for (int index = 0; p->words[index]; index++) {
            assert_int_equal(params_set(&params, p->name, p->words[index], &why), STATUS_OK);
            assert_int_equal(*(int *)((char *)&params + p->offset), index);
        }
        assert_int_equal(params_set(&params, p->name, "neither", &why), STATUS_INVALID);
        assert_non_null(strstr(why.text, param_range(p, range)));
        assert_int_equal(params_set(&params, p->name, range, &why), STATUS_INVALID);
        assert_int_equal(params_set(&params, p->name, "", &why), STATUS_INVALID);
    }
}

static void choices_mean_what_they_say(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    params_default(&params);
    params_set(&params, "memory", "short", &why);
    assert_int_equal(params.memory, MEMORY_SHORT);
    params_set(&params, "default_policy", "uniform", &why);
    assert_int_equal(params.default_policy, POLICY_UNIFORM);
    params_set(&params, "sharing", "li", &why);
    assert_int_equal(params.sharing, SHARE_LI);
    params_set(&params, "value", "linear", &why);
    assert_int_equal(params.value, VALUE_LINEAR);
    params_set(&params, "shapes", "13", &why);
    assert_int_equal(shapes_mask(params.shapes), 1 | 4);
    params_set(&params, "shapes", "12", &why);
    assert_int_equal(shapes_mask(params.shapes), 1 | 2);
    params_set(&params, "shapes", "123", &why);
    assert_int_equal(shapes_mask(params.shapes), 7);
}

static void bad_values_change_nothing(void **state) {
    (void)state;
    const struct {
        const char *name, *value;
    } bad[] = {
        {"threads", "0"},       {"threads", "two"},      {"threads", "1.5"}, {"threads", ""},
        {"alpha", "nan"},       {"alpha", "-0.1"},       {"alpha", "inf"},   {"alpha", ""},
        {"search_keep", "ja"},  {"memory", "both|long"}, {"nothing", "1"},   {"", "1"},
        {"simulations", "1e3"},
    };
    struct params params, before;
    struct failure why;
    params_default(&params);
    memcpy(&before, &params, sizeof before);
    for (int i = 0; i < COUNT_OF(bad); i++) {
        why.text[0] = 0;
        assert_int_equal(params_set(&params, bad[i].name, bad[i].value, &why), STATUS_INVALID);
        assert_true(strlen(why.text) > 0);
        assert_memory_equal(&params, &before, sizeof before);
    }
}

static void groups_are_where_their_headings_stand(void **state) {
    (void)state;
    int last = 1;
    for (int i = 0; i < param_count; i++) {
        int group = 1;
        while (!param_is_of(&param_table[i], group)) group *= 2;
        assert_true(param_is_of(&param_table[i], PARAMS_ALL));
        assert_false(param_is_of(&param_table[i], PARAMS_ALL & ~group));
        assert_true(group >= last);
        last = group;
    }
    assert_int_equal(last, 1 << (PARAM_GROUPS - 1));
    assert_true(param_is_of(param_find("seed"), PARAMS_GENERAL));
    assert_true(param_is_of(param_find("train_komi"), PARAMS_GAMES));
    assert_true(param_is_of(param_find("simulations"), PARAMS_SEARCH));
    assert_true(param_is_of(param_find("live_gfx"), PARAMS_GTP));
}

static void komi_is_whole_or_half(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    params_default(&params);
    static const char *const good[] = {"0", "-3.5", "6", "7.5", "0.50"};
    for (int i = 0; i < COUNT_OF(good); i++)
        assert_int_equal(params_set(&params, "train_komi", good[i], &why), STATUS_OK);
    assert_int_equal(params_set(&params, "train_komi", "7.3", &why), STATUS_INVALID);
    assert_string_equal(
        why.text, "parameter train_komi: '7.3' is not a whole or half number from -1000 to 1000");
    assert_true(params.train_komi == 0.5);
}

static void assignments(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    params_default(&params);
    assert_int_equal(params_assign(&params, "alpha=0.25", &why), STATUS_OK);
    assert_true(params.alpha == 0.25);
    const char *const bad[] = {
        "alpha",
        "=1",
        "",
        "alpha=",
        "alpha = 1",
        "alpha=1=2",
        "a_name_that_is_longer_than_any_parameter_and_than_the_buffer_that_holds_it=1",
    };
    for (int i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(params_assign(&params, bad[i], &why), STATUS_INVALID);
    assert_true(params.alpha == 0.25);
}

static void presets_start_from_the_defaults(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    params_default(&params);
    params.alpha = 5;
    assert_int_equal(params_preset(&params, "td-search", &why), STATUS_OK);
    assert_int_equal(params.memory, MEMORY_SHORT);
    assert_true(params.alpha == 0.1);
    assert_int_equal(params_preset(&params, "nothing", &why), STATUS_INVALID);
    assert_non_null(strstr(why.text, "dyna2"));
}

/* The rows' uses. The memory that a search starts from restarts it; its limits do not. */
static void uses_are_the_rows(void **state) {
    (void)state;
    struct params params, changed;
    struct failure why;
    assert_int_equal(param_find("simulations")->use, PARAM_EVERYDAY);
    assert_int_equal(param_find("plies")->use, PARAM_RESEARCH);
    params_default(&params);
    for (int i = 0; i < param_count; i++) {
        const struct param *p = &param_table[i];
        char text[64];
        changed = params;
        if (p->kind == PARAM_KIND_CHOICE)
            snprintf(text, sizeof text, "%s", p->words[p->preset == 0]);
        else
            snprintf(text, sizeof text, "%.17g", p->preset == p->min ? p->max : p->min);
        assert_int_equal(params_set(&changed, p->name, text, &why), STATUS_OK);
        assert_int_equal(params_restart_search(&changed, &params), p->use == PARAM_RESTARTS);
    }
    assert_false(params_restart_search(&params, &params));
    params_default(&changed);
    changed.memory = MEMORY_SHORT;
    assert_true(params_restart_search(&changed, &params));
}

/* What is Guzumi's own stays out of the papers' programs. */
static void presets_are_the_papers_alone(void **state) {
    (void)state;
    struct params params;
    struct failure why;
    for (int i = 0; i < preset_count; i++) {
        const char *name = preset_table[i].name;
        assert_int_equal(params_preset(&params, name, &why), STATUS_OK);
        assert_int_equal(params.network_memory > 0, strcmp(name, "deep-dyna") == 0);
        if (params.network_memory > 0) continue; /* no paper's */
        assert_false(params.avoid_self_atari || params.late_move_reductions);
        const bool is_2008 = strcmp(name, "dyna2-2008") == 0;
        assert_int_equal(params.plies, is_2008 ? 1 : 2);
        if (params.search == SEARCH_GREEDY || params.search == SEARCH_ALPHA_BETA) continue;
        if (params.search >= SEARCH_TERRITORY) continue; /* these simulate nothing */
        assert_false(params.default_tactics || params.search_mean);
        assert_true(params.default_epsilon == 0);
        if (params.search == SEARCH_TREE) {
            assert_int_not_equal(params.heuristic, HEURISTIC_COMBINED);
            assert_true(params.tree_epsilon == 0);
        }
        if (params.search == SEARCH_TREE && params.heuristic_memory == HEURISTIC_LONG) continue;
        assert_true(params.search_guided == 0);
        assert_true(params.search_clear_trace == is_2008 && params.search_alpha == 0.1);
    }
}

/* A preset's name says which search chooses. */
static void presets_name_their_search(void **state) {
    (void)state;
    static const struct {
        const char *preset;
        enum search_choice search;
    } expected[] = {{"td-learning", SEARCH_GREEDY},
                    {"td-search", SEARCH_TD},
                    {"dyna2", SEARCH_TD},
                    {"dyna2-2008", SEARCH_TD},
                    {"alpha-beta", SEARCH_ALPHA_BETA},
                    {"two-phase", SEARCH_TWO_PHASE},
                    {"uct", SEARCH_TREE},
                    {"mc-rave", SEARCH_TREE},
                    {"mc-rave-mse", SEARCH_TREE},
                    {"uct-rave", SEARCH_TREE},
                    {"heuristic-mc-rave", SEARCH_TREE},
                    {"two-phase-tree", SEARCH_TREE},
                    {"deep-dyna", SEARCH_TREE},
                    {"schraudolph", SEARCH_TERRITORY},
                    {"ekker", SEARCH_LIBERTIES},
                    {"novice", SEARCH_NOVICE}};
    struct params params;
    struct failure why;
    for (int i = 0; i < COUNT_OF(expected); i++) {
        assert_int_equal(params_preset(&params, expected[i].preset, &why), STATUS_OK);
        assert_int_equal(params.search, expected[i].search);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_table_s_and_within_bounds),
        cmocka_unit_test(names_are_unique_and_found),
        cmocka_unit_test(formats_are_read_back),
        cmocka_unit_test(bounds_can_be_set_and_no_more),
        cmocka_unit_test(the_largest_seed),
        cmocka_unit_test(every_choice_can_be_chosen),
        cmocka_unit_test(choices_mean_what_they_say),
        cmocka_unit_test(bad_values_change_nothing),
        cmocka_unit_test(groups_are_where_their_headings_stand),
        cmocka_unit_test(komi_is_whole_or_half),
        cmocka_unit_test(assignments),
        cmocka_unit_test(presets_start_from_the_defaults),
        cmocka_unit_test(uses_are_the_rows),
        cmocka_unit_test(presets_are_the_papers_alone),
        cmocka_unit_test(presets_name_their_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
