/* Long options of the command line, by table: --name value, --name=value, --flag.
 *
 * A subcommand describes its options in one struct, which feeds the parser and --help. If it lets
 * the user set groups of parameters (params.h), it also takes --set NAME=VALUE and each parameter
 * by its own name: --resign-threshold 0.05 is --set resign_threshold=0.05. Parameters of other
 * groups are refused. --preset NAME is available if all presets stay within these groups; it is
 * applied first, the rest in order. */
#ifndef GUZUMI_OPTIONS_H
#define GUZUMI_OPTIONS_H

#include "guzumi/base/params.h"
#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stdio.h>

enum option_kind {
    OPTION_FLAG,   /* OUT is a bool, set to true */
    OPTION_TEXT,   /* OUT is a const char *, pointing into argv */
    OPTION_ONCE,   /* the same, but giving it twice is an error; for other kinds the last one counts
                    */
    OPTION_CHOICE, /* OUT is an int, the index of one of the words in ARGUMENT, "text|json" */
    OPTION_LIST,   /* OUT is a struct option_list of all values */
    OPTION_INT,    /* OUT is an int64_t within MIN..MAX */
    OPTION_REAL    /* OUT is a double within MIN..MAX */
};

/* Values of one option, pointing into argv. */
enum { OPTIONS_MAX_LIST = 64 };
struct option_list {
    const char *value[OPTIONS_MAX_LIST];
    int count;
};

struct option {
    const char *name; /* without the dashes */
    enum option_kind kind;
    void *out;            /* unchanged if the option isn't given */
    double min, max;      /* of numbers; integers up to 2^53 */
    const char *argument; /* name of the value in --help, NULL for a flag */
    const char *help;     /* one sentence */
};

/* Rows of a table. They check the type of OUT. */
#define OPT_FLAG(name, out, help)                                                                  \
    { name, OPTION_FLAG, (bool *){out}, 0, 0, NULL, help }
#define OPT_TEXT(name, out, argument, help)                                                        \
    { name, OPTION_TEXT, (const char **){out}, 0, 0, argument, help }
#define OPT_ONCE(name, out, argument, help)                                                        \
    { name, OPTION_ONCE, (const char **){out}, 0, 0, argument, help }
#define OPT_CHOICE(name, out, words, help)                                                         \
    { name, OPTION_CHOICE, (int *){out}, 0, 0, words, help }
#define OPT_LIST(name, out, argument, help)                                                        \
    { name, OPTION_LIST, (struct option_list *){out}, 0, 0, argument, help }
#define OPT_INT(name, out, min, max, argument, help)                                               \
    { name, OPTION_INT, (int64_t *){out}, min, max, argument, help }
#define OPT_REAL(name, out, min, max, argument, help)                                              \
    { name, OPTION_REAL, (double *){out}, min, max, argument, help }
#define OPT_WEIGHTS(out)                                                                           \
    OPT_TEXT("weights", out, "FILE",                                                               \
             "Use these weights instead of the built-in ones of their kind and board size.")
#define OPTIONS_TABLE(rows) .table = rows, .count = (int)(sizeof(rows) / sizeof(rows)[0])

struct options {
    const char *command;        /* "perft" */
    const char *summary;        /* one sentence */
    const struct option *table; /* of 64 rows at most */
    int count;
    int groups;            /* of the parameters that the user can set (enum param_groups), or 0 */
    struct params *params; /* set by the options; initially the values without a preset */
    bool draws_seed;       /* draw the parameter seed unless it is given */
    bool uses_processors;  /* set the parameter threads to all processors unless it is given */
    const char *positional_names; /* "SIZE DEPTH", "" for none */
    int min_positional, max_positional;
    const char *letters; /* "j": -j, -j 4 and -j4 stand for the first option that begins with j */
    const char *notes;   /* lines for the end of --help, or NULL */
    /* By row of the table, or NULL: */
    const char *const *more; /* text that --help adds, or NULL */
    const bool *hidden;      /* whether --help leaves it out */
};

enum { OPTIONS_MAX_POSITIONAL = 4096 };

/* Help of the options that every subcommand, or every one with parameters, has. */
#define OPTIONS_HELP_HELP "Show this help."
#define OPTIONS_HELP_ALL_HELP "Show all parameters."
#define OPTIONS_PRESET_HELP "Start from the settings of one of the papers' programs."
#define OPTIONS_SET_HELP "Set a parameter; may be repeated."

/* The format of --help (or -h), --help-all and, for `guzumi manual`, --help=man, bash, ... */
enum help_format { HELP_NONE, HELP_TEXT, HELP_ALL, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH };

/* The format called NAME ("man", "bash", "zsh", "fish"), or HELP_NONE. */
enum help_format help_format_find(const char *name);

struct options_result {
    const char *positional[OPTIONS_MAX_POSITIONAL];
    int positional_count;
    uint64_t given;        /* options of the table, a bit each */
    enum help_format help; /* unless HELP_NONE, nothing else was parsed */
};

/* Parses ARGV[0..ARGC-1], the arguments after the subcommand. "--" ends the options. */
enum status options_parse(const struct options *options, int argc, char **argv,
                          struct options_result *result, struct failure *why);

/* Whether there is a --preset, and whether the options include PARAM. */
bool options_have_presets(const struct options *options);
bool options_have_param(const struct options *options, const struct param *param);

/* Writes --help: usage, options and everyday parameters (PARAM_EVERYDAY); or ALL parameters and the
 * presets. */
void options_print_help(const struct options *options, bool all, FILE *out);

#endif
