/* guzumi manual: writes the man page and the completions of three shells, for the installation.
 * They come from the same tables as --help: subcommands, options, parameters, presets, GTP
 * commands.
 *
 * Only a subcommand itself knows its options, until it calls cli_parse. So each subcommand is run
 * with --help=FORMAT, which writes the part about it (cli_print_help):
 *
 *     cmd_manual("bash")
 *       bash_completion              the frame of the script
 *         run_subcommands("bash")
 *           cmd_play("--help=bash")
 *             cli_parse
 *               cli_print_help
 *                 bash_options       the branch of this subcommand
 *
 * A format is thus a pair of functions, for a subcommand and for the whole (formats[] below). */
#include "guzumi/gtp/gtp.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* --- options one by one --- */

struct manual_item {
    char name[64];        /* without the dashes in front */
    const char *argument; /* NULL for a flag */
    const char *help;
    char values[2000]; /* the possible ones, separated by blanks; "" if they can't be listed */
};

typedef void manual_visit(const struct options *options, const struct manual_item *item);

static const char lower_case[] = "abcdefghijklmnopqrstuvwxyz0123456789|-";

static void bars_to_blanks(char *text) {
    for (; *text; text++)
        if (*text == '|') *text = ' ';
}

/* "a|b" as "a b", which a shell can offer; "" for anything but lower-case words, such as "0..1" or
 * "NAME=ELO". */
static void list_words(const char *alternatives, char *out, size_t size) {
    const bool words = strchr(alternatives, '|') && !alternatives[strspn(alternatives, lower_case)];
    snprintf(out, size, "%s", words ? alternatives : "");
    bars_to_blanks(out);
}

static struct manual_item make_item(const char *name, const char *argument, const char *help) {
    struct manual_item item = {.argument = argument, .help = help};
    snprintf(item.name, sizeof item.name, "%s", name);
    if (argument) list_words(argument, item.values, sizeof item.values);
    return item;
}

/* The words of a choice are in its range: "tree|td|...". */
static struct manual_item param_item(const struct param *p) {
    struct manual_item item = make_item(p->name, "VALUE", p->help);
    for (char *c = item.name; *c; c++)
        if (*c == '_') *c = '-';
    char range[PARAM_RANGE_SIZE];
    if (p->kind == PARAM_KIND_BOOL || p->kind == PARAM_KIND_CHOICE)
        list_words(param_range(p, range), item.values, sizeof item.values);
    return item;
}

/* Adds WORD and SUFFIX to the values of ITEM. */
static void add_value(struct manual_item *item, const char *word, const char *suffix) {
    const size_t length = strlen(item->values);
    snprintf(item->values + length, sizeof item->values - length, "%s%s%s", length ? " " : "", word,
             suffix);
}

static struct manual_item preset_item(void) {
    struct manual_item item = make_item("preset", "NAME", OPTIONS_PRESET_HELP);
    for (int i = 0; i < preset_count; i++) add_value(&item, preset_table[i].name, "");
    return item;
}

/* Behind --set a shell offers each name with its "=". */
static struct manual_item set_item(const struct options *options) {
    struct manual_item item = make_item("set", "NAME=VALUE", OPTIONS_SET_HELP);
    for (int i = 0; i < param_count; i++)
        if (options_have_param(options, &param_table[i]))
            add_value(&item, param_table[i].name, "=");
    return item;
}

/* Visits the options of a subcommand in order, except the parameters. */
static void each_option(const struct options *options, manual_visit *visit) {
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

/* Visits the parameters of a subcommand. */
static void each_param(const struct options *options, manual_visit *visit) {
    for (int i = 0; i < param_count; i++) {
        if (!options_have_param(options, &param_table[i])) continue;
        const struct manual_item item = param_item(&param_table[i]);
        visit(options, &item);
    }
}

/* Whether an argument with this name is a file name: FILE, FILE..., PLAN. */
static bool is_file(const char *argument) {
    return argument && (strstr(argument, "FILE") || strstr(argument, "PLAN"));
}

/* The literal words among the positional arguments, separated by blanks: "info" of "info FILE",
 * "man bash" of "man|bash", "info count" of "(info FILE | count SIZE)". They come first. */
static void positional_words(const struct options *options, char *out, size_t size) {
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

/* Runs each subcommand with --help=NAME. Their exit codes do not matter: help can't fail. */
static void run_subcommands(const char *name) {
    char option[32];
    for (int i = 0; i < subcommand_count; i++) {
        snprintf(option, sizeof option, "--help=%s", name);
        subcommand_table[i].run(1, (char *[]){option, NULL});
    }
}

/* --- man page --- */

/* Escapes text for roff, which treats a dot or quote at the start of a line as a request, and
 * backslashes as escapes. A plain "-" would become a hyphen, which nobody can copy into a shell. */
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

/* A hanging paragraph: NAME in bold, ARGUMENT, unless NULL or empty, in italics, then HELP. */
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

/* .SS begins a section, .nf keeps the notes' lines as they are. */
static void man_options(const struct options *options) {
    printf(".SS guzumi %s%s", options->command, *options->positional_names ? " " : "");
    put(options->positional_names);
    printf(" [options]\n");
    put(options->summary);
    putchar('\n');
    each_option(options, put_option);
    put_groups(options->groups);
    if (options->notes) {
        printf(".PP\n.nf\n");
        put(options->notes);
        printf("\n.fi\n");
    }
}

/* The default of the program; a subcommand may have another one, which its --help shows. */
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

/* The groups of parameters stand once, after the commands, which only name the groups that they
 * take. */
static void man_page(void) {
    int count;
    const struct command *commands;
    printf(".TH GUZUMI 1 \"\" \"Guzumi %s\" \"Games\"\n"
           ".SH NAME\nguzumi \\- a Go engine that teaches itself\n"
           ".SH SYNOPSIS\n\\fBguzumi\\fR [\\fICOMMAND\\fR] [\\fIoptions\\fR]\n"
           ".SH DESCRIPTION\n"
           "Without a command Guzumi speaks GTP or, from a terminal, plays.\n"
           "An option's value follows it, after a blank or an equals sign.\n"
           ".SH COMMANDS\n",
           GUZUMI_VERSION);
    run_subcommands("man");
    printf(".SH PRESETS\nThe values of \\fB\\-\\-preset\\fR.\n");
    for (int i = 0; i < preset_count; i++)
        put_entry(preset_table[i].name, NULL, preset_table[i].help);
    printf(
        ".SH PARAMETERS\nEach parameter is an option by its own name, with dashes for underscores, "
        "and can be set\nwith \\fB\\-\\-set\\fR. The default follows the name. A command takes "
        "the groups that it uses.\n");
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
    printf(".SH EXIT STATUS\n0 for success, 1 if the work failed, 2 for invalid arguments.\n");
}

/* --- shells --- */

enum { MAX_WORDS = 400 };

/* Writes TEXT with a backslash before each character in SPECIAL. */
static void put_escaped(const char *text, const char *special) {
    for (; *text; text++) {
        if (strchr(special, *text)) putchar('\\');
        putchar(*text);
    }
}

/* --- bash --- */

static void bash_name(const struct options *options, const struct manual_item *item) {
    (void)options;
    printf(" --%s", item->name);
}

static void bash_values(const struct options *options, const struct manual_item *item) {
    if (!item->argument) return;
    printf("    %s:--%s) ", options->command, item->name);
    if (is_file(item->argument))
        printf("files=yes ;;\n");
    else
        printf("words='%s' ;;\n", item->values);
}

/* Branches of a case, tried from the top: the values of each option, then all other words.
 *
 *     play:--style) words='auto plain color' ;;
 *     play:--load) files=yes ;;
 *     play:*) first='' words=' --color --size ...' ;; */
static void bash_options(const struct options *options) {
    char words[MAX_WORDS];
    positional_words(options, words, sizeof words);
    each_option(options, bash_values);
    each_param(options, bash_values);
    printf("    %s:*) %sfirst='%s' words='", options->command,
           is_file(options->positional_names) ? "files=yes " : "", words);
    each_option(options, bash_name);
    each_param(options, bash_name);
    printf("' ;;\n");
}

/* The script finds the command and the word before the current one, and looks up "command:word".
 * What it knows of bash is in its comments: the "=" of --name=value is a word of its own, and
 * behind --set NAME= the values are those of --name. */
static void bash_completion(void) {
    printf("# bash completion for guzumi, written by 'guzumi manual bash'\n"
           "_guzumi() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) before\n"
           "    local command=${COMP_WORDS[1]} words='' first='' files='' IFS=$' \\t\\n'\n"
           "    # to bash the '=' of --name=value is a separate word\n"
           "    [[ ${COMP_WORDS[at]} == = ]] && ((at--))\n"
           "    [[ $current == = ]] && current=''\n"
           "    before=${COMP_WORDS[at]}\n"
           "    ((at > 1)) && [[ ${COMP_WORDS[at-1]} == --set ]] && before=--${before//_/-}\n"
           "    [[ $command == -* ]] && command=gtp\n"
           "    ((COMP_CWORD == 1)) && [[ $current != -?* ]] && command=''\n"
           "    case $command:$before in\n"
           "    :*) words='--help --version");
    for (int i = 0; i < subcommand_count; i++) printf(" %s", subcommand_table[i].name);
    printf("' ;;\n");
    run_subcommands("bash");
    printf("    esac\n"
           "    ((COMP_CWORD == 2)) && words+=\" $first\"\n"
           "    # no options after --\n"
           "    [[ \" ${COMP_WORDS[*]:1:COMP_CWORD-1} \" == *' -- '* ]] && words=''\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
           "    [[ $current == -* || -z $files ]] && return\n"
           "    compopt -o filenames 2>/dev/null\n"
           "    IFS=$'\\n'\n"
           "    COMPREPLY+=($(compgen -f -- \"$current\"))\n"
           "}\n"
           "complete -F _guzumi guzumi\n");
}

/* --- zsh --- */

/* A spec of _arguments: "--name=[help]:ARGUMENT:_files". In double quotes, so these characters are
 * escaped. */
static void zsh_item(const struct options *options, const struct manual_item *item) {
    (void)options;
    printf(" \\\n        \"--%s%s[", item->name, item->argument ? "=" : "");
    put_escaped(item->help, "[]\\\"$`");
    putchar(']');
    if (item->argument) {
        printf(":%s:", item->argument);
        if (is_file(item->argument))
            printf("_files");
        else if (*item->values)
            printf("(%s)", item->values);
    }
    putchar('"');
}

/* A branch of a case. -S: no options after "--". */
static void zsh_options(const struct options *options) {
    char words[MAX_WORDS];
    positional_words(options, words, sizeof words);
    printf("    %s) _arguments -S", options->command);
    each_option(options, zsh_item);
    each_param(options, zsh_item);
    if (*words) printf(" \\\n        \"1:what:(%s)\"", words);
    if (is_file(options->positional_names)) printf(" \\\n        \"*:file:_files\"");
    printf(" ;;\n");
}

/* _arguments counts words from the command's name, so "guzumi" is shifted away before it is called.
 */
static void zsh_completion(void) {
    printf("#compdef guzumi\n"
           "# zsh completion for guzumi, written by 'guzumi manual zsh'\n"
           "_guzumi() {\n"
           "    local command=gtp\n"
           "    local -a commands=(");
    for (int i = 0; i < subcommand_count; i++) {
        printf("\n        \"%s:", subcommand_table[i].name);
        put_escaped(subcommand_table[i].help, ":\\\"$`");
        putchar('"');
    }
    printf(")\n"
           "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    if [[ $words[2] != -* ]]; then\n"
           "        command=$words[2]\n"
           "        shift words\n"
           "        (( CURRENT-- ))\n"
           "    fi\n"
           "    case $command in\n");
    run_subcommands("zsh");
    printf("    esac\n"
           "}\n"
           "_guzumi \"$@\"\n");
}

/* --- fish --- */

static void fish_condition(const struct options *options) {
    printf("complete -c guzumi -n '__fish_seen_subcommand_from %s'", options->command);
}

static void fish_item(const struct options *options, const struct manual_item *item) {
    fish_condition(options);
    printf(" -l %s -d '", item->name);
    put_escaped(item->help, "'\\");
    putchar('\'');
    if (is_file(item->argument))
        printf(" -r -F");
    else if (item->argument)
        printf(" -x -a '%s'", item->values);
    putchar('\n');
}

/* A line for each option, with the condition that the subcommand has been typed. fish needs no
 * frame: each line stands alone. */
static void fish_options(const struct options *options) {
    char words[MAX_WORDS];
    const bool files = is_file(options->positional_names);
    positional_words(options, words, sizeof words);
    each_option(options, fish_item);
    each_param(options, fish_item);
    if (!*words && !files) return;
    if (*words)
        printf("complete -c guzumi -n '__fish_seen_subcommand_from %s; and not "
               "__fish_seen_subcommand_from %s' -a '%s'\n",
               options->command, words, words);
    if (!files) return;
    fish_condition(options);
    printf(" -F\n");
}

static void fish_completion(void) {
    printf("# fish completion for guzumi, written by 'guzumi manual fish'\n"
           "complete -c guzumi -f\n");
    for (int i = 0; i < subcommand_count; i++) {
        printf("complete -c guzumi -n __fish_use_subcommand -a %s -d '", subcommand_table[i].name);
        put_escaped(subcommand_table[i].help, "'\\");
        printf("'\n");
    }
    printf("complete -c guzumi -n __fish_use_subcommand -l version -d 'Show the version.'\n");
    run_subcommands("fish");
}

/* --- formats --- */

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

void cli_print_help(enum help_format format, const struct options *options) {
    formats[format].options(options);
}

int cmd_manual(int argc, char **argv) {
    const struct options options = {
        .command = "manual",
        .summary = "Write the man page, or the completions of a shell, to standard output.",
        .positional_names = "man|bash|zsh|fish",
        .min_positional = 1,
        .max_positional = 1};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    const enum help_format format = help_format_find(result.positional[0]);
    if (format == HELP_NONE) {
        fail(&why, STATUS_INVALID, "manual: unknown format '%.60s'; expected %s",
             result.positional[0], options.positional_names);
        return cli_fail(&why, EXIT_USAGE);
    }
    formats[format].whole();
    return EXIT_SUCCESS;
}
