/* What the man page and the completions have in common: a subcommand's options one by one. */
#ifndef GUZUMI_MANUAL_ITEMS_H
#define GUZUMI_MANUAL_ITEMS_H

#include "cli.h"

struct manual_item {
    char name[64];        /* without the dashes in front */
    const char *argument; /* NULL for a flag */
    const char *help;
    char values[2000]; /* the possible ones, blanks between them; "" when they can't be listed */
};

typedef void manual_visit(const struct options *options, const struct manual_item *item);

/* Visits the options of a subcommand in order, except the parameters by their names. */
void manual_each_option(const struct options *options, manual_visit *visit);

/* Visits the parameters that the subcommand takes. */
void manual_each_param(const struct options *options, manual_visit *visit);

/* Whether an argument so called is the name of a file. */
bool manual_is_file(const char *argument);

/* "a|b" as "a b". Anything else than lower-case words can't be listed: "". */
void manual_list(const char *alternatives, char *out, size_t size);

/* The words that stand for themselves among the positional arguments, blanks between them: "info"
 * of "info FILE", "man bash" of "man|bash", "info count" of "(info FILE | count SIZE)". They stand
 * first. */
void manual_positional_words(const struct options *options, char *out, size_t size);

/* Runs each subcommand with --help=NAME. */
void manual_run_subcommands(const char *name);

/* The parts of one subcommand, and the whole. */
void man_options(const struct options *options);
void man_page(void);
void bash_options(const struct options *options);
void bash_completion(void);
void zsh_options(const struct options *options);
void zsh_completion(void);
void fish_options(const struct options *options);
void fish_completion(void);

#endif
