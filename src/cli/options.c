#include "options.h"

#include "guzumi/base/clock.h"
#include "guzumi/base/rng.h"
#include "guzumi/base/system.h"
#include "guzumi/base/text.h"
#include "guzumi/base/threads.h"

#include <string.h>
#include <time.h>

/* Settings take effect in this order, however they are ordered on the command line:
 *
 *     1. the values of options->params, the subcommand's own
 *     2. --preset NAME, the last one given
 *     3. a drawn seed, all processors for threads, where the subcommand wants that
 *     4. --set NAME=VALUE and --NAME VALUE, from left to right
 *
 * Options of the table do not depend on this order. */

enum { MAX_NAME = 64 };

/* The current argument and the rest. An option with its value in the next word moves it on by one
 * more. */
struct cursor {
    int argc;
    char **argv;
    int at;
    uint64_t seen; /* options of the table, a bit each */
};

/* An argument split into its name and, after "=", its value. */
struct word {
    char name[MAX_NAME]; /* truncated; no known name is that long */
    const char *value;   /* NULL without "=" */
};

static struct word cut(const char *argument) {
    struct word word = {.value = strchr(argument, '=')};
    const size_t length = word.value ? (size_t)(word.value++ - argument) : strlen(argument);
    snprintf(word.name, sizeof word.name, "%.*s", (int)(length < 1000 ? length : 1000), argument);
    return word;
}

/* The value behind "=", or the next word, whatever it is: "--komi -3" has a negative number. */
static enum status take_value(const struct options *options, struct cursor *cursor,
                              const struct word *word, const char *argument, const char **out,
                              struct failure *why) {
    if (word->value) {
        *out = word->value;
        return STATUS_OK;
    }
    if (cursor->at + 1 >= cursor->argc)
        return fail(why, STATUS_INVALID, "--%s needs a value, %s; see 'guzumi %s --help'",
                    word->name, argument, options->command);
    *out = cursor->argv[++cursor->at];
    return STATUS_OK;
}

static enum status add(const struct option *o, const char *value, struct failure *why) {
    struct option_list *list = o->out;
    if (list->count == OPTIONS_MAX_LIST)
        return fail(why, STATUS_INVALID, "--%s given more than %d times", o->name,
                    OPTIONS_MAX_LIST);
    list->value[list->count++] = value;
    return STATUS_OK;
}

/* The words of a choice are those that --help shows: "text|json|sgf". */
static enum status choose(const struct option *o, const char *value, struct failure *why) {
    const size_t length = strlen(value);
    const char *word = o->argument;
    for (int index = 0; word; index++) {
        const size_t here = strcspn(word, "|");
        if (here == length && memcmp(word, value, length) == 0) {
            *(int *)o->out = index;
            return STATUS_OK;
        }
        word = word[here] ? word + here + 1 : NULL;
    }
    return fail(why, STATUS_INVALID, "--%s: unknown value '%.60s'; expected %s", o->name, value,
                o->argument);
}

/* Writes the value where the row says. The OPT_ macros have checked that OUT has the type of the
 * kind. */
static enum status store(const struct option *o, const char *value, struct failure *why) {
    int64_t whole;
    double real;
    switch (o->kind) {
    case OPTION_FLAG:
        break;
    case OPTION_TEXT:
    case OPTION_ONCE:
        *(const char **)o->out = value;
        break;
    case OPTION_CHOICE:
        return choose(o, value, why);
    case OPTION_LIST:
        return add(o, value, why);
    case OPTION_INT:
        if (!text_to_int(value, (int64_t)o->min, (int64_t)o->max, &whole))
            return fail(why, STATUS_INVALID,
                        "--%s: '%.60s' is not a whole number from %.0f to %.0f", o->name, value,
                        o->min, o->max);
        *(int64_t *)o->out = whole;
        break;
    case OPTION_REAL:
        if (!text_to_real(value, &real) || real < o->min || real > o->max)
            return fail(why, STATUS_INVALID, "--%s: '%.60s' is not a number from %g to %g", o->name,
                        value, o->min, o->max);
        *(double *)o->out = real;
        break;
    }
    return STATUS_OK;
}

static const struct option *find_option(const struct options *options, const char *name) {
    for (int i = 0; i < options->count; i++)
        if (strcmp(options->table[i].name, name) == 0) return &options->table[i];
    return NULL;
}

/* A flag takes no value, and a list begins anew in each of the two passes (parse_pass). */
static enum status take_option(const struct options *options, const struct option *o,
                               struct cursor *cursor, const struct word *word,
                               struct failure *why) {
    const uint64_t bit = 1ull << (o - options->table);
    const bool again = cursor->seen & bit;
    cursor->seen |= bit;
    if (o->kind == OPTION_FLAG) {
        if (word->value)
            return fail(why, STATUS_INVALID, "--%s takes no value; see 'guzumi %s --help'", o->name,
                        options->command);
        *(bool *)o->out = true;
        return STATUS_OK;
    }
    if (o->kind == OPTION_ONCE && again)
        return fail(why, STATUS_INVALID, "--%s given twice", o->name);
    if (o->kind == OPTION_LIST && !again) ((struct option_list *)o->out)->count = 0;
    const char *value = NULL;
    const enum status status = take_value(options, cursor, word, o->argument, &value, why);
    return status == STATUS_OK ? store(o, value, why) : status;
}

/* The parameter of --NAME, with dashes for underscores: --move-time is move_time. */
static const struct param *find_param(const char *name) {
    char plain[MAX_NAME];
    snprintf(plain, sizeof plain, "%s", name);
    for (char *c = plain; *c; c++)
        if (*c == '-') *c = '_';
    return param_find(plain);
}

bool options_have_param(const struct options *options, const struct param *param) {
    return param_is_of(param, options->groups);
}

/* A preset sets parameters of several groups. A subcommand has --preset only if it can take all of
 * them, since half a preset would be another player. */
bool options_have_presets(const struct options *options) {
    for (int i = 0; i < preset_count; i++)
        if (!preset_is_of(&preset_table[i], options->groups)) return false;
    return true;
}

/* Fails if the parameter NAME, or NAME=VALUE, can't be set here: setting what a command does not
 * read would be a silent mistake. */
static enum status check_use(const struct options *options, const char *name, struct failure *why) {
    char user[MAX_NAME];
    snprintf(user, sizeof user, "guzumi %s", options->command);
    return params_check_use(name, options->groups, user, why);
}

/* --preset, --set and parameters by name. There are two passes, so that a preset does not undo
 * settings to its left: with PRESETS only --preset is applied, otherwise only the others. *KNOWN is
 * false for any other word. */
static enum status take_param(const struct options *options, struct cursor *cursor,
                              const struct word *word, bool presets, bool *known,
                              struct failure *why) {
    const bool is_preset = strcmp(word->name, "preset") == 0 && options_have_presets(options);
    const bool is_set = strcmp(word->name, "set") == 0 && options->groups;
    const struct param *param = find_param(word->name);
    const char *value = NULL;
    *known = is_preset || is_set || (param && options->groups);
    if (!*known) return STATUS_OK;
    const char *argument = is_preset ? "NAME" : is_set ? "NAME=VALUE" : "VALUE";
    enum status status = take_value(options, cursor, word, argument, &value, why);
    if (status != STATUS_OK || is_preset != presets) return status;
    if (is_preset) return params_preset(options->params, value, why);
    status = check_use(options, is_set ? value : param->name, why);
    if (status != STATUS_OK) return status;
    return is_set ? params_assign(options->params, value, why)
                  : params_set(options->params, param->name, value, why);
}

/* Whether LETTER stands for the first option that begins with it. */
static bool is_letter(const struct options *options, char letter) {
    return letter && options->letters && strchr(options->letters, letter);
}

/* The option for a single dash and a letter ("-j", "-j4"), with WORD as if it were written out; or
 * NULL. */
static const struct option *find_letter(const struct options *options, const char *argument,
                                        struct word *word) {
    for (int i = 0; is_letter(options, argument[1]) && i < options->count; i++) {
        const struct option *o = &options->table[i];
        if (o->name[0] != argument[1] || (o->kind == OPTION_FLAG && argument[2])) continue;
        snprintf(word->name, sizeof word->name, "%s", o->name);
        word->value = argument[2] ? argument + 2 : NULL;
        return o;
    }
    return NULL;
}

/* An argument with one dash or two. Options of the table come first, so that a subcommand may have
 * one with the name of a parameter (--seed of elo). */
static enum status take_named(const struct options *options, struct cursor *cursor, bool presets,
                              struct failure *why) {
    const char *argument = cursor->argv[cursor->at];
    const bool letter = argument[1] != '-';
    struct word word = letter ? (struct word){.value = NULL} : cut(argument + 2);
    const struct option *option =
        letter ? find_letter(options, argument, &word) : find_option(options, word.name);
    if (option) return take_option(options, option, cursor, &word, why);
    bool known = false;
    if (!letter) {
        const enum status status = take_param(options, cursor, &word, presets, &known, why);
        if (known) return status;
    }
    return fail(why, STATUS_INVALID, "unknown option %.60s; see 'guzumi %s --help'", argument,
                options->command);
}

static enum status take_positional(const struct options *options, const char *argument,
                                   struct options_result *result, struct failure *why) {
    if (result->positional_count == options->max_positional)
        return fail(why, STATUS_INVALID, "unexpected argument '%.60s'; see 'guzumi %s --help'",
                    argument, options->command);
    result->positional[result->positional_count++] = argument;
    return STATUS_OK;
}

enum help_format help_format_find(const char *name) {
    static const char *const names[] = {"man", "bash", "zsh", "fish"};
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
        if (strcmp(name, names[i]) == 0) return (enum help_format)(HELP_MAN + i);
    return HELP_NONE;
}

/* Help goes before all that stands to its right, mistakes included; nothing else is then done. */
static enum help_format asked_help(const char *argument) {
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) return HELP_TEXT;
    if (strcmp(argument, "--help-all") == 0) return HELP_ALL;
    return strncmp(argument, "--help=", 7) == 0 ? help_format_find(argument + 7) : HELP_NONE;
}

/* One pass over ARGV. Both passes take the options of the table, which is harmless: the second one
 * stores the same values again. */
static enum status parse_pass(const struct options *options, int argc, char **argv, bool presets,
                              struct options_result *result, struct failure *why) {
    struct cursor cursor = {.argc = argc, .argv = argv};
    bool named = true;
    *result = (struct options_result){.positional_count = 0};
    for (; cursor.at < argc; cursor.at++) {
        const char *argument = argv[cursor.at];
        enum status status = STATUS_OK;
        if (named && strcmp(argument, "--") == 0)
            named = false;
        else if (named && (result->help = asked_help(argument)) != HELP_NONE)
            return STATUS_OK;
        else if (named && argument[0] == '-' && argument[1])
            status = take_named(options, &cursor, presets, why);
        else
            status = take_positional(options, argument, result, why);
        if (status != STATUS_OK) return status;
    }
    result->given = cursor.seen;
    if (result->positional_count < options->min_positional)
        return fail(why, STATUS_INVALID, "expected %s; see 'guzumi %s --help'",
                    options->positional_names, options->command);
    return STATUS_OK;
}

/* 31 bits, short enough to type. Processes started in the same second differ by the monotonic
 * clock, in nanoseconds. */
static int64_t draw_seed(void) {
    const double now = clock_now();
    const int64_t date = (int64_t)time(NULL);
    const uint64_t hash = hash_bytes(HASH_START, &date, sizeof date);
    return (int64_t)(hash_bytes(hash, &now, sizeof now) >> 33);
}

static int threads_of_machine(void) {
    const int online = system_processors();
    return online < 1 ? 1 : online < THREADS_MAX ? online : THREADS_MAX;
}

enum status options_parse(const struct options *options, int argc, char **argv,
                          struct options_result *result, struct failure *why) {
    const enum status status = parse_pass(options, argc, argv, true, result, why);
    if (status != STATUS_OK || result->help) return status;
    if (options->draws_seed) options->params->seed = draw_seed(); /* a preset sets no seed */
    if (options->uses_processors) options->params->threads = threads_of_machine();
    return parse_pass(options, argc, argv, false, result, why);
}

/* --- help --- */

/* --help and --help-all, in lines that fit a terminal of 80 columns. */

enum { WIDTH = 79, INDENT = 29, MAX_LEFT = 128 };

/* A paragraph in progress, between INDENT and WIDTH:
 *
 *     |  --name ARGUMENT           help, broken between words           |
 *     0                            INDENT                           WIDTH */
struct paragraph {
    FILE *out;
    int indent, column;
};

/* Writes LENGTH characters without a break, after a blank if SPACED. A piece that does not fit
 * begins a new line at INDENT. */
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

/* Lists of choices may be broken after a bar. */
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

/* LEFT, then TEXT and MORE in the right column, on a new line if LEFT is too long. */
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

/* The option, with its letter if it is the first one with it. */
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

/* "--resign-threshold VALUE", its help, and [range; default]. The default is the one of this
 * subcommand; what is drawn or found by the machine has no number. */
static void print_param(const struct options *options, const struct param *p, FILE *out) {
    char value[64], range[PARAM_RANGE_SIZE], left[MAX_LEFT], more[PARAM_RANGE_SIZE + 80];
    snprintf(left, sizeof left, "--%s VALUE", p->name);
    for (char *c = left; *c; c++)
        if (*c == '_') *c = '-';
    const bool drawn = options->draws_seed && strcmp(p->name, "seed") == 0;
    const bool all = options->uses_processors && strcmp(p->name, "threads") == 0;
    snprintf(more, sizeof more, "[%s; %s]", param_range(p, range),
             drawn ? "drawn"
             : all ? "all processors"
                   : params_format(options->params, p, value, sizeof value));
    print_row(out, left, p->help, more);
}

static void print_presets(FILE *out) {
    fprintf(out, "\nPresets (--preset):\n");
    for (int i = 0; i < preset_count; i++)
        print_row(out, preset_table[i].name, preset_table[i].help, "");
}

/* The parameters that people set; the others are counted, for --help-all. */
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
