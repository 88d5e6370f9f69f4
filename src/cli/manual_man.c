/* The man page. */
#include "guzumi/gtp/gtp.h"

#include "manual_items.h"

#include <string.h>

/* Writes text so that nothing of it is taken for a request or an escape of roff. */
static void put(const char *text) {
    bool line_begins = true;
    for (; *text; text++) {
        if (line_begins && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        line_begins = *text == '\n';
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

/* A paragraph with a hanging NAME in bold and ARGUMENT, unless NULL or empty, in italics. */
static void put_entry(const char *name, const char *argument, const char *help) {
    printf(".TP\n\\fB");
    put(name);
    printf("\\fR");
    if (argument && *argument) {
        printf(" \\fI");
        put(argument);
        printf("\\fR");
    }
    putchar('\n');
    put(help);
    putchar('\n');
}

static void put_option(const struct options *options, const struct manual_item *item) {
    char name[sizeof item->name + 2];
    (void)options;
    snprintf(name, sizeof name, "--%s", item->name);
    put_entry(name, item->argument, item->help);
}

static void put_groups(int groups) {
    const char *before = ".PP\nParameters (below): ";
    for (int i = 0; i < PARAM_GROUPS; i++) {
        if (!(groups & 1 << i)) continue;
        printf("%s%s", before, param_group_table[i].word);
        before = ", ";
    }
    if (groups) printf(".\n");
}

void man_options(const struct options *options) {
    printf(".SS guzumi %s%s", options->command, *options->positional_names ? " " : "");
    put(options->positional_names);
    printf(" [options]\n");
    put(options->summary);
    putchar('\n');
    manual_each_option(options, put_option);
    put_groups(options->groups);
    if (options->notes) {
        printf(".PP\n.nf\n");
        put(options->notes);
        printf("\n.fi\n");
    }
}

static void put_param(const struct param *p) {
    char value[64], range[PARAM_RANGE_SIZE];
    struct params defaults;
    params_default(&defaults);
    put_entry(p->name, params_format(&defaults, p, value, sizeof value), p->help);
    putchar('(');
    put(param_range(p, range));
    printf(")\n");
}

static void put_commands(const struct command *commands, int count) {
    for (int i = 0; i < count; i++)
        put_entry(commands[i].name, commands[i].arguments, commands[i].help);
}

void man_page(void) {
    int count;
    const struct command *commands;
    printf(".TH GUZUMI 1 \"\" \"Guzumi %s\" \"Games\"\n"
           ".SH NAME\nguzumi \\- a Go engine that teaches itself\n"
           ".SH SYNOPSIS\n\\fBguzumi\\fR [\\fICOMMAND\\fR] [\\fIoptions\\fR]\n"
           ".SH DESCRIPTION\n"
           "Without a command Guzumi speaks GTP or, from a terminal, plays.\n"
           "An option's value stands behind it or behind an equals sign.\n"
           ".SH COMMANDS\n",
           GUZUMI_VERSION);
    manual_run_subcommands("man");
    printf(".SH PRESETS\nThe names that \\fB\\-\\-preset\\fR takes.\n");
    for (int i = 0; i < preset_count; i++)
        put_entry(preset_table[i].name, NULL, preset_table[i].help);
    printf(".SH PARAMETERS\nEach is an option by its own name, dashes standing for underlines, "
           "and can be given\nto \\fB\\-\\-set\\fR. Behind the name stands the default. Each "
           "command takes the "
           "groups that it uses.\n");
    for (int group = 0; group < PARAM_GROUPS; group++) {
        printf(".SS %s: ", param_group_table[group].word);
        put(param_group_table[group].title);
        putchar('\n');
        for (int i = 0; i < param_count; i++)
            if (param_is_of(&param_table[i], 1 << group)) put_param(&param_table[i]);
    }
    printf(".SH GTP COMMANDS\n");
    commands = protocol_commands(&count);
    put_commands(commands, count);
    commands = gtp_commands(&count);
    put_commands(commands, count);
    printf(".SH EXIT STATUS\n0 when all went well, 1 when the work failed, 2 when the arguments "
           "can't be taken.\n");
}
