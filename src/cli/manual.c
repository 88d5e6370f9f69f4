#include "manual.h"

#include "manual_items.h"

#include <string.h>

static const char lower_case[] = "abcdefghijklmnopqrstuvwxyz0123456789|-";

static void bars_to_blanks(char *text) {
    for (; *text; text++)
        if (*text == '|') *text = ' ';
}

void manual_list(const char *alternatives, char *out, size_t size) {
    const bool words = strchr(alternatives, '|') && !alternatives[strspn(alternatives, lower_case)];
    snprintf(out, size, "%s", words ? alternatives : "");
    bars_to_blanks(out);
}

static struct manual_item make_item(const char *name, const char *argument, const char *help) {
    struct manual_item item = {.argument = argument, .help = help};
    snprintf(item.name, sizeof item.name, "%s", name);
    if (argument) manual_list(argument, item.values, sizeof item.values);
    return item;
}

static struct manual_item param_item(const struct param *p) {
    struct manual_item item = make_item(p->name, "VALUE", p->help);
    for (char *c = item.name; *c; c++)
        if (*c == '_') *c = '-';
    char range[PARAM_RANGE_SIZE];
    if (p->kind == PARAM_KIND_BOOL || p->kind == PARAM_KIND_CHOICE)
        manual_list(param_range(p, range), item.values, sizeof item.values);
    return item;
}

/* Adds WORD and what stands BEHIND it to the values of ITEM. */
static void add_value(struct manual_item *item, const char *word, const char *behind) {
    const size_t length = strlen(item->values);
    snprintf(item->values + length, sizeof item->values - length, "%s%s%s", length ? " " : "", word,
             behind);
}

static struct manual_item preset_item(void) {
    struct manual_item item = make_item("preset", "NAME", OPTIONS_PRESET_HELP);
    for (int i = 0; i < preset_count; i++) add_value(&item, preset_table[i].name, "");
    return item;
}

static struct manual_item set_item(const struct options *options) {
    struct manual_item item = make_item("set", "NAME=VALUE", OPTIONS_SET_HELP);
    for (int i = 0; i < param_count; i++)
        if (options_have_param(options, &param_table[i]))
            add_value(&item, param_table[i].name, "=");
    return item;
}

void manual_each_option(const struct options *options, manual_visit *visit) {
    struct manual_item item;
    for (int i = 0; i < options->count; i++) {
        const struct option *o = &options->table[i];
        if (options->hidden && options->hidden[i]) continue;
        item = make_item(o->name, o->kind == OPTION_FLAG ? NULL : o->argument, o->help);
        visit(options, &item);
    }
    if (options_have_presets(options)) {
        item = preset_item();
        visit(options, &item);
    }
    if (options->groups) {
        item = set_item(options);
        visit(options, &item);
    }
    item = make_item("help", NULL, OPTIONS_HELP_HELP);
    visit(options, &item);
    if (!options->groups) return;
    item = make_item("help-all", NULL, OPTIONS_HELP_ALL_HELP);
    visit(options, &item);
}

void manual_each_param(const struct options *options, manual_visit *visit) {
    for (int i = 0; i < param_count; i++) {
        if (!options_have_param(options, &param_table[i])) continue;
        const struct manual_item item = param_item(&param_table[i]);
        visit(options, &item);
    }
}

bool manual_is_file(const char *argument) {
    return argument && (strstr(argument, "FILE") || strstr(argument, "PLAN"));
}

void manual_positional_words(const struct options *options, char *out, size_t size) {
    const char *at = options->positional_names;
    *out = 0;
    while (*(at += strspn(at, " ()"))) {
        const size_t length = strcspn(at, " ()"), used = strlen(out);
        if (strspn(at, lower_case) == length && *at != '|')
            snprintf(out + used, size - used, "%s%.*s", used ? " " : "", (int)length, at);
        at += length;
    }
    bars_to_blanks(out);
}

void manual_run_subcommands(const char *name) {
    char option[32];
    for (int i = 0; i < subcommand_count; i++) {
        snprintf(option, sizeof option, "--help=%s", name);
        subcommand_table[i].run(1, (char *[]){option, NULL});
    }
}

/* --- formats ------------------------------------------------------------------------------------
 */

static void print_help(const struct options *options) {
    options_print_help(options, false, stdout);
}

static void print_all_help(const struct options *options) {
    options_print_help(options, true, stdout);
}

static const struct {
    void (*options)(const struct options *options);
    void (*whole)(void);
} formats[] = {
    [HELP_TEXT] = {print_help, NULL},           [HELP_ALL] = {print_all_help, NULL},
    [HELP_MAN] = {man_options, man_page},       [HELP_BASH] = {bash_options, bash_completion},
    [HELP_ZSH] = {zsh_options, zsh_completion}, [HELP_FISH] = {fish_options, fish_completion},
};

void manual_print_options(enum help_format format, const struct options *options) {
    formats[format].options(options);
}

void manual_print(enum help_format format) {
    formats[format].whole();
}
