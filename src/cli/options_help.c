/* What --help and --help-all show, in lines that fit a terminal of 80 columns. */
#include "options.h"

#include <string.h>

enum { WIDTH = 79, INDENT = 29, MAX_LEFT = 128 };

/* Text that is being written between INDENT and WIDTH. */
struct paragraph {
    FILE *out;
    int indent, column;
};

/* Writes LENGTH characters that stay together, a blank before them if they are SPACED. */
static void put_piece(struct paragraph *p, const char *piece, int length, bool spaced) {
    bool begins = p->column <= p->indent;
    if (!begins && p->column + spaced + length > WIDTH) {
        fprintf(p->out, "\n%*s", p->indent, "");
        p->column = p->indent;
        begins = true;
    }
    fprintf(p->out, "%s%.*s", spaced && !begins ? " " : "", length, piece);
    p->column += length + (spaced && !begins);
}

/* Lists of choices may continue on the next line behind a bar. */
static void put_text(struct paragraph *p, const char *text) {
    bool spaced = true;
    while (*(text += strspn(text, " \n"))) {
        size_t length = strcspn(text, " \n|");
        length += text[length] == '|';
        put_piece(p, text, (int)length, spaced);
        text += length;
        spaced = text[-1] != '|' || strchr(" \n", *text);
    }
}

/* LEFT, and beside it, or below it where it is too long, TEXT and MORE. */
static void print_row(FILE *out, const char *left, const char *text, const char *more) {
    struct paragraph p = {.out = out, .indent = INDENT, .column = INDENT};
    fprintf(out, "  %s", left);
    if (strlen(left) + 3 > INDENT)
        fprintf(out, "\n%*s", INDENT, "");
    else
        fprintf(out, "%*s", INDENT - 2 - (int)strlen(left), "");
    put_text(&p, text);
    put_text(&p, more);
    putc('\n', out);
}

static void print_named(FILE *out, const char *name, const char *argument, const char *help,
                        const char *more) {
    char left[MAX_LEFT];
    snprintf(left, sizeof left, "--%s%s%s", name, argument ? " " : "", argument ? argument : "");
    print_row(out, left, help, more);
}

/* The option with its letter, if it is the first to begin with one. */
static void print_option(const struct options *options, int index, FILE *out) {
    const struct option *o = &options->table[index];
    bool first = options->letters && strchr(options->letters, o->name[0]);
    for (int i = 0; i < index; i++) first = first && options->table[i].name[0] != o->name[0];
    char name[MAX_LEFT / 2];
    const char letter[] = {first ? o->name[0] : 0, 0};
    snprintf(name, sizeof name, "%s%s%s", o->name, first ? ", -" : "", letter);
    const char *more = options->more ? options->more[index] : NULL;
    print_named(out, name, o->argument, o->help, more ? more : "");
}

static void print_param(const struct options *options, const struct param *p, FILE *out) {
    char value[64], range[PARAM_RANGE_SIZE], left[MAX_LEFT], more[PARAM_RANGE_SIZE + 80];
    snprintf(left, sizeof left, "--%s VALUE", p->name);
    for (char *c = left; *c; c++)
        if (*c == '_') *c = '-';
    const bool drawn = options->draws_seed && strcmp(p->name, "seed") == 0;
    snprintf(more, sizeof more, "[%s; %s]", param_range(p, range),
             drawn ? "drawn" : params_format(options->params, p, value, sizeof value));
    print_row(out, left, p->help, more);
}

static void print_presets(FILE *out) {
    fprintf(out, "\nPresets (--preset):\n");
    for (int i = 0; i < preset_count; i++)
        print_row(out, preset_table[i].name, preset_table[i].help, "");
}

static void print_everyday_params(const struct options *options, FILE *out) {
    int others = 0;
    fprintf(out, "\nParameters [range; default]:\n");
    for (int i = 0; i < param_count; i++) {
        if (!options_have_param(options, &param_table[i])) continue;
        if (param_table[i].use == PARAM_EVERYDAY)
            print_param(options, &param_table[i], out);
        else
            others++;
    }
    fprintf(out, "\n'guzumi %s --help-all' lists %d more for research%s.\n", options->command,
            others, options_have_presets(options) ? ", and the presets" : "");
}

static void print_all_params(const struct options *options, FILE *out) {
    fprintf(out, "\nParameters [range; default]:\n");
    for (int group = 0; group < PARAM_GROUPS; group++) {
        if (!(options->groups & 1 << group)) continue;
        fprintf(out, "\n %s:\n", param_group_table[group].title);
        for (int i = 0; i < param_count; i++)
            if (param_is_of(&param_table[i], 1 << group))
                print_param(options, &param_table[i], out);
    }
}

void options_print_help(const struct options *options, bool all, FILE *out) {
    struct paragraph usage = {.out = out, .indent = 4}, summary = {.out = out};
    put_text(&usage, "Usage: guzumi");
    put_text(&usage, options->command);
    put_text(&usage, options->positional_names);
    put_text(&usage, "[options]");
    putc('\n', out);
    put_text(&summary, options->summary);
    fprintf(out, "\n\nOptions:\n");
    for (int i = 0; i < options->count; i++)
        if (!options->hidden || !options->hidden[i]) print_option(options, i, out);
    if (options_have_presets(options)) print_named(out, "preset", "NAME", OPTIONS_PRESET_HELP, "");
    if (options->groups) print_named(out, "set", "NAME=VALUE", OPTIONS_SET_HELP, "");
    print_named(out, "help", NULL, OPTIONS_HELP_HELP, "");
    if (options->groups) print_named(out, "help-all", NULL, OPTIONS_HELP_ALL_HELP, "");
    if (all && options_have_presets(options)) print_presets(out);
    if (options->groups && all) print_all_params(options, out);
    if (options->groups && !all) print_everyday_params(options, out);
    if (options->notes) fprintf(out, "\n%s\n", options->notes);
}
