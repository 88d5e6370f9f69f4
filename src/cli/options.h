/* Long options of the command line, by table: --name value, --name=value, --flag.
 *
 * A subcommand says in one struct what it takes; that feeds the parser and --help. One that lets
 * the user set groups of parameters (params.h) also takes --set NAME=VALUE and each parameter by
 * its own name: --resign-threshold 0.05 is --set resign_threshold=0.05. Parameters of other groups
 * are refused. --preset NAME is there where presets have no settings of other groups; it is applied
 * first wherever it stands, the rest in order. */
#ifndef GUZUMI_OPTIONS_H
#define GUZUMI_OPTIONS_H

#include "guzumi/base/params.h"
#include "guzumi/base/status.h"

#include <stdbool.h>
#include <stdio.h>

enum option_kind {
    OPTION_FLAG, /* OUT is a bool, set to true */
    OPTION_TEXT, /* OUT is a const char *, which points into argv */
    OPTION_ONCE, /* the same; given twice it is an error, where else the last one counts */
    OPTION_LIST, /* OUT is a struct option_list of all that were given */
    OPTION_INT,  /* OUT is an int64_t within MIN..MAX */
    OPTION_REAL  /* OUT is a double within MIN..MAX */
};

/* Values of one option, which point into argv. */
enum { OPTIONS_MAX_LIST = 64 };
struct option_list {
    const char *value[OPTIONS_MAX_LIST];
    int count;
};

struct option {
    const char *name; /* without the dashes */
    enum option_kind kind;
    void *out;            /* keeps its value when the option isn't given */
    double min, max;      /* of numbers; integers up to 2^53 */
    const char *argument; /* what --help calls the value, NULL for a flag */
    const char *help;     /* one sentence */
};

struct options {
    const char *command;        /* "perft" */
    const char *summary;        /* one sentence */
    const struct option *table; /* of 64 rows at most */
    int count;
    int groups;            /* of the parameters that can be set (enum param_groups), or 0 */
    struct params *params; /* where they go; holds what applies without a preset */
    bool draws_seed;       /* unless it is given, the parameter seed is another one each time */
    const char *positional_names; /* "SIZE DEPTH", "" for none */
    int min_positional, max_positional;
    const char *letters; /* "j" lets -j, -j 4 and -j4 stand for the first option that begins so */
    const char *notes;   /* lines for the end of --help, or NULL */
    /* By row of the table, or NULL: */
    const char *const *more; /* what --help adds to the row, or NULL */
    const bool *hidden;      /* whether --help leaves it out */
};

enum { OPTIONS_MAX_POSITIONAL = 4096 };

/* What is said of the options that every subcommand, or every one with parameters, has. */
#define OPTIONS_HELP_HELP "Show this help."
#define OPTIONS_HELP_ALL_HELP "Show all parameters."
#define OPTIONS_PRESET_HELP "Start from the settings of a program of the papers."
#define OPTIONS_SET_HELP "Set a parameter; may be repeated."

/* What was asked for by --help (or -h), --help-all and, by `guzumi manual`, with --help=man, bash,
 * ... */
enum help_format { HELP_NONE, HELP_TEXT, HELP_ALL, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH };

/* The format called NAME ("man", "bash", "zsh", "fish"); HELP_NONE when there is none. */
enum help_format help_format_find(const char *name);

struct options_result {
    const char *positional[OPTIONS_MAX_POSITIONAL];
    int positional_count;
    uint64_t given;        /* options of the table, a bit each */
    enum help_format help; /* unless HELP_NONE, nothing else was looked at */
};

/* Parses ARGV[0..ARGC-1], which begin after the subcommand's name. "--" ends the options. */
enum status options_parse(const struct options *options, int argc, char **argv,
                          struct options_result *result, struct failure *why);

/* Whether there is a --preset, and whether the options include PARAM. */
bool options_have_presets(const struct options *options);
bool options_have_param(const struct options *options, const struct param *param);

/* Writes what --help shows: usage, options and, where they can be set, the parameters that people
 * use who do no research (PARAM_EVERYDAY); or ALL of them and the presets. */
void options_print_help(const struct options *options, bool all, FILE *out);

#endif
