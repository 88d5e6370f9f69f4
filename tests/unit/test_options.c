/* The command line's options. */
#include "options.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* The options of an imagined subcommand, and what parsing made of them. */
struct trial {
    bool flag;
    const char *text;
    int64_t whole;
    double real;
    struct option_list list;
    int choice;
    struct params params;
    struct options_result result;
    struct failure why;
    enum status status;
};

enum { MAX_WORDS = 16 };

/* Parses the words of LINE, which blanks separate. The parameters of GROUPS can be set. */
static struct trial try_line(const char *line, int groups) {
    static char copy[400]; /* results point into it */
    char *argv[MAX_WORDS];
    int argc = 0;
    struct trial t = {.text = "default", .whole = 7, .real = 0.5, .choice = 3};
    params_default(&t.params);
    const struct option table[] = {
        {"flag", OPTION_FLAG, &t.flag, 0, 0, NULL, "A flag."},
        {"once", OPTION_ONCE, &t.text, 0, 0, "WORD", "A text."},
        {"text", OPTION_TEXT, &t.text, 0, 0, "WORD", "A text."},
        {"whole", OPTION_INT, &t.whole, -5, 100, "N", "A whole number."},
        {"real", OPTION_REAL, &t.real, -1, 1, "X", "A number."},
        {"list", OPTION_LIST, &t.list, 0, 0, "WORD", "Some texts."},
        {"choice", OPTION_CHOICE, &t.choice, 0, 0, "red|green|greenish", "A word of some."},
    };
    const struct options options = {.command = "trial",
                                    .summary = "Tries options.",
                                    .table = table,
                                    .count = 7,
                                    .groups = groups,
                                    .params = &t.params,
                                    .positional_names = "FROM TO",
                                    .min_positional = 0,
                                    .max_positional = 2,
                                    .letters = "wfo"};
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word && argc < MAX_WORDS; word = strtok(NULL, " "))
        argv[argc++] = word;
    t.status = options_parse(&options, argc, argv, &t.result, &t.why);
    return t;
}

static void expect_message(const char *line, const char *message) {
    const struct trial t = try_line(line, PARAMS_ALL);
    assert_int_equal(t.status, STATUS_INVALID);
    assert_string_equal(t.why.text, message);
}

static void test_defaults_stay(void **state) {
    (void)state;
    const struct trial t = try_line("", PARAMS_ALL);
    assert_int_equal(t.status, STATUS_OK);
    assert_false(t.flag);
    assert_string_equal(t.text, "default");
    assert_int_equal(t.whole, 7);
    assert_true(t.real == 0.5);
    assert_int_equal(t.result.positional_count, 0);
    assert_false(t.result.help);
}

static void test_choices(void **state) {
    (void)state;
    static const char *const lines[] = {"--choice red", "--choice=green", "--choice greenish", ""};
    for (int i = 0; i < COUNT_OF(lines); i++)
        assert_int_equal(try_line(lines[i], PARAMS_ALL).choice, i);
    expect_message("--choice gree", "--choice: unknown value 'gree'; expected red|green|greenish");
    expect_message("--choice=", "--choice: unknown value ''; expected red|green|greenish");
}

/* All values are kept, once each though the line is read twice, for presets first. */
static void test_lists(void **state) {
    (void)state;
    const struct trial none = try_line("--flag", PARAMS_ALL);
    assert_int_equal(none.list.count, 0);
    const struct trial t = try_line("--list a --flag --list=b --list a", PARAMS_ALL);
    assert_int_equal(t.status, STATUS_OK);
    assert_int_equal(t.list.count, 3);
    assert_string_equal(t.list.value[0], "a");
    assert_string_equal(t.list.value[1], "b");
    assert_string_equal(t.list.value[2], "a");
}

static void test_both_ways_to_give_a_value(void **state) {
    (void)state;
    const struct trial a = try_line("--text a --whole -5 --real -0.25 --flag", PARAMS_ALL);
    assert_int_equal(a.status, STATUS_OK);
    assert_true(a.flag);
    assert_string_equal(a.text, "a");
    assert_int_equal(a.whole, -5);
    assert_true(a.real == -0.25);
    const struct trial b = try_line("--text=b=c --whole=100 --real=1e-1", PARAMS_ALL);
    assert_int_equal(b.status, STATUS_OK);
    assert_string_equal(b.text, "b=c");
    assert_int_equal(b.whole, 100);
    assert_true(b.real == 0.1);
    assert_string_equal(try_line("--text=", PARAMS_ALL).text, "");
    assert_string_equal(try_line("--text --flag", PARAMS_ALL).text, "--flag");
    assert_string_equal(try_line("--text a --text b", PARAMS_ALL).text, "b");
}

static void test_letters(void **state) {
    (void)state;
    assert_int_equal(try_line("-w 5", 0).whole, 5);
    assert_int_equal(try_line("-w12", 0).whole, 12);
    assert_int_equal(try_line("-w -5", 0).whole, -5);
    assert_true(try_line("-f", 0).flag);
    expect_message("-f1", "unknown option -f1; see 'guzumi trial --help'");
    expect_message("-w", "--whole needs a value, N; see 'guzumi trial --help'");
    expect_message("-t x", "unknown option -t; see 'guzumi trial --help'");
}

static void test_positional_arguments(void **state) {
    (void)state;
    const struct trial t = try_line("x --flag -", PARAMS_ALL);
    assert_int_equal(t.status, STATUS_OK);
    assert_int_equal(t.result.positional_count, 2);
    assert_string_equal(t.result.positional[0], "x");
    assert_string_equal(t.result.positional[1], "-");
    const struct trial dashes = try_line("-- --flag -h", PARAMS_ALL);
    assert_int_equal(dashes.status, STATUS_OK);
    assert_false(dashes.flag);
    assert_string_equal(dashes.result.positional[0], "--flag");
    assert_string_equal(dashes.result.positional[1], "-h");
    expect_message("a b c", "unexpected argument 'c'; see 'guzumi trial --help'");
}

static void test_wanted_arguments(void **state) {
    (void)state;
    const struct options options = {.command = "trial",
                                    .summary = "",
                                    .positional_names = "SIZE",
                                    .min_positional = 1,
                                    .max_positional = 1};
    struct options_result result;
    struct failure why;
    assert_int_equal(options_parse(&options, 0, NULL, &result, &why), STATUS_INVALID);
    assert_string_equal(why.text, "expected SIZE; see 'guzumi trial --help'");
}

static void test_help(void **state) {
    (void)state;
    assert_true(try_line("--help", PARAMS_ALL).result.help);
    assert_true(try_line("--flag -h --nonsense", PARAMS_ALL).result.help);
    assert_int_equal(try_line("--help-all", PARAMS_ALL).result.help, HELP_ALL);
}

static void test_mistakes_are_named(void **state) {
    (void)state;
    expect_message("--nonsense", "unknown option --nonsense; see 'guzumi trial --help'");
    expect_message("--nonsense=3", "unknown option --nonsense=3; see 'guzumi trial --help'");
    expect_message("-x", "unknown option -x; see 'guzumi trial --help'");
    expect_message("-flag", "unknown option -flag; see 'guzumi trial --help'");
    expect_message("--fla", "unknown option --fla; see 'guzumi trial --help'");
    expect_message("--flag=on", "--flag takes no value; see 'guzumi trial --help'");
    expect_message("--text", "--text needs a value, WORD; see 'guzumi trial --help'");
    expect_message("--whole x", "--whole: 'x' is not a whole number from -5 to 100");
    expect_message("--whole 101", "--whole: '101' is not a whole number from -5 to 100");
    expect_message("--whole 1.5", "--whole: '1.5' is not a whole number from -5 to 100");
    expect_message("--real nan", "--real: 'nan' is not a number from -1 to 1");
    expect_message("--real 2", "--real: '2' is not a number from -1 to 1");
}

static void test_twice(void **state) {
    (void)state;
    expect_message("--once 1 --text a --once=2", "--once given twice");
    expect_message("-o 1 --once 2", "--once given twice");
    assert_int_equal(try_line("--flag --flag --text a --text b", PARAMS_ALL).status, STATUS_OK);
}

static void test_parameters(void **state) {
    (void)state;
    const struct trial t =
        try_line("--set simulations=20 --alpha 0.5 --resign-threshold=0.05 --seed 9", PARAMS_ALL);
    assert_int_equal(t.status, STATUS_OK);
    assert_int_equal(t.params.simulations, 20);
    assert_int_equal(t.params.seed, 9);
    assert_true(t.params.alpha == 0.5);
    assert_true(t.params.resign_threshold == 0.05);
    assert_int_equal(try_line("--seed 1 --set seed=2 --seed 3", PARAMS_ALL).params.seed, 3);
    const struct trial bad = try_line("--set seed=x", PARAMS_ALL);
    assert_int_equal(bad.status, STATUS_INVALID);
    assert_non_null(strstr(bad.why.text, "seed"));
    assert_int_equal(try_line("--set seed", PARAMS_ALL).status, STATUS_INVALID);
    expect_message("--seed", "--seed needs a value, VALUE; see 'guzumi trial --help'");
    expect_message("--set", "--set needs a value, NAME=VALUE; see 'guzumi trial --help'");
}

static void test_preset_comes_first_wherever_it_stands(void **state) {
    (void)state;
    const struct trial t = try_line("--set memory=both --seed 5 --preset td-search", PARAMS_ALL);
    assert_int_equal(t.status, STATUS_OK);
    assert_int_equal(t.params.memory, MEMORY_BOTH);
    assert_int_equal(t.params.seed, 5);
    assert_int_equal(try_line("--preset=td-search", PARAMS_ALL).params.memory, MEMORY_SHORT);
    assert_int_equal(try_line("--preset nonsense", PARAMS_ALL).status, STATUS_INVALID);
}

static void test_no_parameters_to_set(void **state) {
    (void)state;
    assert_int_equal(try_line("--seed 3", 0).status, STATUS_INVALID);
    assert_int_equal(try_line("--set seed=3", 0).status, STATUS_INVALID);
    assert_int_equal(try_line("--preset dyna2", 0).status, STATUS_INVALID);
}

/* A training that takes depth, or a game that takes alpha, would run as if nothing were wrong. */
static void test_parameters_of_other_groups(void **state) {
    (void)state;
    struct trial t = try_line("--alpha 0.5 --set train_komi=6 --seed 2", PARAMS_OF_SHAPES);
    assert_int_equal(t.status, STATUS_OK);
    assert_true(t.params.alpha == 0.5 && t.params.train_komi == 6 && t.params.seed == 2);
    static const char *const refused[] = {"--depth 5", "--set depth=5", "--set=depth=5"};
    for (int i = 0; i < COUNT_OF(refused); i++) {
        t = try_line(refused[i], PARAMS_OF_SHAPES);
        assert_int_equal(t.status, STATUS_INVALID);
        assert_string_equal(t.why.text,
                            "parameter depth (alpha-beta) has no effect on guzumi trial");
    }
    t = try_line("--preset dyna2", PARAMS_OF_SHAPES);
    assert_string_equal(t.why.text, "unknown option --preset; see 'guzumi trial --help'");
    t = try_line("--alpha 3", PARAMS_OF_PLAY);
    assert_string_equal(t.why.text, "parameter alpha (training) has no effect on guzumi trial");
    assert_int_equal(try_line("--preset dyna2 --depth 5", PARAMS_OF_PLAY).status, STATUS_OK);
    assert_int_equal(try_line("--ponder on", PARAMS_OF_PLAY).status, STATUS_INVALID);
    assert_int_equal(try_line("--ponder on", PARAMS_OF_GTP).status, STATUS_OK);
    assert_int_equal(try_line("--lag 1", PARAMS_OF_ANALYSIS).status, STATUS_INVALID);
}

/* What --help says with the parameters of GROUPS, or --help-all, with single blanks between the
 * words; for the caller to free. */
static char *help_with(int groups, bool all) {
    struct params params;
    params_default(&params);
    const struct options options = {.command = "trial",
                                    .summary = "Tries.",
                                    .groups = groups,
                                    .params = &params,
                                    .positional_names = ""};
    FILE *file = tmpfile();
    assert_non_null(file);
    options_print_help(&options, all, file);
    char *text = calloc(1, (size_t)ftell(file) + 1), *end = text;
    rewind(file);
    for (int c; (c = getc(file)) != EOF;)
        if ((c != ' ' && c != '\n') || (end > text && end[-1] != ' '))
            *end++ = (char)(c == '\n' ? ' ' : c);
    fclose(file);
    return text;
}

static void test_help_lists_the_parameters_and_presets(void **state) {
    (void)state;
    static const int groups[] = {0, PARAMS_OF_SHAPES, PARAMS_OF_PLAY, PARAMS_ALL};
    for (int g = 0; g < 2 * COUNT_OF(groups); g++) {
        const int used = groups[g / 2];
        const bool all = g % 2, presets = used == PARAMS_OF_PLAY || used == PARAMS_ALL;
        char *text = help_with(used, all);
        assert_non_null(strstr(text, "Usage: guzumi trial [options]"));
        assert_int_equal(strstr(text, "--set") != NULL, used != 0);
        assert_int_equal(strstr(text, "--help-all") != NULL, used != 0);
        for (int i = 0; i < param_count; i++) {
            const struct param *p = &param_table[i];
            assert_int_equal(strstr(text, p->help) != NULL,
                             param_is_of(p, used) && (all || p->use == PARAM_EVERYDAY));
        }
        for (int i = 0; i < PARAM_GROUPS; i++)
            assert_int_equal(strstr(text, param_group_table[i].title) != NULL,
                             all && (used >> i) & 1);
        for (int i = 0; i < preset_count; i++)
            assert_int_equal(strstr(text, preset_table[i].help) != NULL, all && presets);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults_stay),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_both_ways_to_give_a_value),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_positional_arguments),
        cmocka_unit_test(test_wanted_arguments),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_mistakes_are_named),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_preset_comes_first_wherever_it_stands),
        cmocka_unit_test(test_no_parameters_to_set),
        cmocka_unit_test(test_parameters_of_other_groups),
        cmocka_unit_test(test_help_lists_the_parameters_and_presets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
