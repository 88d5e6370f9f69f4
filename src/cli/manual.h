/* The man page and the shell completions, written from the tables that --help shows: subcommands,
 * options, parameters, presets, GTP commands. All of it goes to standard output.
 *
 * A subcommand keeps its options to itself until it calls cli_parse, so the whole is written by
 * running each subcommand with --help=FORMAT, which writes the part that tells of it. */
#ifndef GUZUMI_MANUAL_H
#define GUZUMI_MANUAL_H

#include "options.h"

/* Writes the part of one subcommand. */
void manual_print_options(enum help_format format, const struct options *options);

/* Writes the whole in FORMAT, which is neither HELP_TEXT nor HELP_ALL. */
void manual_print(enum help_format format);

#endif
