/* The completions of three shells. */
#include "manual_items.h"

#include <string.h>

enum { MAX_WORDS = 400 };

/* Writes TEXT with a backslash before each of the characters of SPECIAL. */
static void put_escaped(const char *text, const char *special) {
    for (; *text; text++) {
        if (strchr(special, *text)) putchar('\\');
        putchar(*text);
    }
}

/* --- bash ---------------------------------------------------------------------------------------
 */

static void bash_name(const struct options *options, const struct manual_item *item) {
    (void)options;
    printf(" --%s", item->name);
}

static void bash_values(const struct options *options, const struct manual_item *item) {
    if (!item->argument) return;
    printf("    %s:--%s) ", options->command, item->name);
    if (manual_is_file(item->argument))
        printf("files=yes ;;\n");
    else
        printf("words='%s' ;;\n", item->values);
}

/* Branches of a case: the values of each option, then what else may stand. */
void bash_options(const struct options *options) {
    char words[MAX_WORDS];
    manual_positional_words(options, words, sizeof words);
    manual_each_option(options, bash_values);
    manual_each_param(options, bash_values);
    printf("    %s:*) %sfirst='%s' words='", options->command,
           manual_is_file(options->positional_names) ? "files=yes " : "", words);
    manual_each_option(options, bash_name);
    manual_each_param(options, bash_name);
    printf("' ;;\n");
}

void bash_completion(void) {
    printf("# bash completion for guzumi, written by 'guzumi manual bash'\n"
           "_guzumi() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) before\n"
           "    local command=${COMP_WORDS[1]} words='' first='' files='' IFS=$' \\t\\n'\n"
           "    # the sign of --name=value is a word to bash\n"
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
    manual_run_subcommands("bash");
    printf("    esac\n"
           "    ((COMP_CWORD == 2)) && words+=\" $first\"\n"
           "    # behind -- there are no options\n"
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

/* --- zsh ----------------------------------------------------------------------------------------
 */

static void zsh_item(const struct options *options, const struct manual_item *item) {
    (void)options;
    printf(" \\\n        \"--%s%s[", item->name, item->argument ? "=" : "");
    put_escaped(item->help, "[]\\\"$`");
    putchar(']');
    if (item->argument) {
        printf(":%s:", item->argument);
        if (manual_is_file(item->argument))
            printf("_files");
        else if (*item->values)
            printf("(%s)", item->values);
    }
    putchar('"');
}

/* A branch of a case. */
void zsh_options(const struct options *options) {
    char words[MAX_WORDS];
    manual_positional_words(options, words, sizeof words);
    printf("    %s) _arguments -S", options->command);
    manual_each_option(options, zsh_item);
    manual_each_param(options, zsh_item);
    if (*words) printf(" \\\n        \"1:what:(%s)\"", words);
    if (manual_is_file(options->positional_names)) printf(" \\\n        \"*:file:_files\"");
    printf(" ;;\n");
}

void zsh_completion(void) {
    printf("#compdef guzumi\n"
           "# zsh completion for guzumi, written by 'guzumi manual zsh'\n"
           "_guzumi() {\n"
           "    local command=gtp\n"
           "    local -a commands=(");
    for (int i = 0; i < subcommand_count; i++) {
        printf("\n        '%s:", subcommand_table[i].name);
        put_escaped(subcommand_table[i].help, "\\:"); /* no quotes in these */
        putchar('\'');
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
    manual_run_subcommands("zsh");
    printf("    esac\n"
           "}\n"
           "_guzumi \"$@\"\n");
}

/* --- fish ---------------------------------------------------------------------------------------
 */

static void fish_condition(const struct options *options) {
    printf("complete -c guzumi -n '__fish_seen_subcommand_from %s'", options->command);
}

static void fish_item(const struct options *options, const struct manual_item *item) {
    fish_condition(options);
    printf(" -l %s -d '", item->name);
    put_escaped(item->help, "'\\");
    putchar('\'');
    if (manual_is_file(item->argument))
        printf(" -r -F");
    else if (item->argument)
        printf(" -x -a '%s'", item->values);
    putchar('\n');
}

/* A line for each option. */
void fish_options(const struct options *options) {
    char words[MAX_WORDS];
    const bool files = manual_is_file(options->positional_names);
    manual_positional_words(options, words, sizeof words);
    manual_each_option(options, fish_item);
    manual_each_param(options, fish_item);
    if (!*words && !files) return;
    if (*words)
        printf("complete -c guzumi -n '__fish_seen_subcommand_from %s; and not "
               "__fish_seen_subcommand_from %s' -a '%s'\n",
               options->command, words, words);
    if (!files) return;
    fish_condition(options);
    printf(" -F\n");
}

void fish_completion(void) {
    printf("# fish completion for guzumi, written by 'guzumi manual fish'\n"
           "complete -c guzumi -f\n");
    for (int i = 0; i < subcommand_count; i++) {
        printf("complete -c guzumi -n __fish_use_subcommand -a %s -d '", subcommand_table[i].name);
        put_escaped(subcommand_table[i].help, "'\\");
        printf("'\n");
    }
    printf("complete -c guzumi -n __fish_use_subcommand -l version -d 'Names the version.'\n");
    manual_run_subcommands("fish");
}
