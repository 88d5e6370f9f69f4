/* Dispatch to the subcommands. Without one, a terminal plays and a pipe speaks GTP: so the bare
 * path of the program is what GoGui and Sabaki need, and what a person who tries it expects.
 *
 * It is a file of its own so that tests can link everything else of this room. */
#include "guzumi/base/system.h"
#include "guzumi/base/threads.h"

#include "cli.h"
#include "console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(void) {
    printf("Guzumi %s plays Go and teaches itself.\n\n"
           "Usage: guzumi [COMMAND] [options]\n"
           "Without a command it speaks GTP or, from a terminal, plays.\n\nCommands:\n",
           GUZUMI_VERSION);
    for (int i = 0; i < subcommand_count; i++)
        printf("  %-8s %s\n", subcommand_table[i].name, subcommand_table[i].help);
    printf("\n'guzumi COMMAND --help' shows more; 'guzumi --version' shows the version.\n");
}

static int run_subcommand(const char *name, int argc, char **argv) {
    for (int i = 0; i < subcommand_count; i++)
        if (strcmp(subcommand_table[i].name, name) == 0) return subcommand_table[i].run(argc, argv);
    struct failure why;
    fail(&why, STATUS_INVALID, "no command '%.60s'; 'guzumi --help' lists them", name);
    return cli_fail(&why, EXIT_USAGE);
}

static int run(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : "";
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (strcmp(first, "--version") == 0) {
        printf("Guzumi %s\n", GUZUMI_VERSION);
        return EXIT_SUCCESS;
    }
    /* A word is a subcommand; options alone belong to the subcommand that is not named. */
    if (argc > 1 && *first != '-') return run_subcommand(first, argc - 2, argv + 2);
    const int skipped = argc > 0; /* a caller may omit even the program's name */
    return run_subcommand(system_is_terminal(STANDARD_INPUT) ? "play" : "gtp", argc - skipped,
                          argv + skipped);
}

struct invocation {
    int argc;
    char **argv;
    int exit_code;
};

/* A search needs more stack than some systems give the first thread (`ulimit -s`). Hence the
 * program runs on a thread that threads_call makes. */
static void *run_to_end(void *context) {
    struct invocation *i = context;
    i->exit_code = run(i->argc, i->argv);
    /* Output that can't be written, for example to a full disk, must not count as success. */
    struct failure why;
    const enum status status = console_finish(&why);
    if (i->exit_code == EXIT_SUCCESS) i->exit_code = cli_outcome(status, &why);
    return NULL;
}

int main(int argc, char **argv) {
    system_begin(&argc, &argv);
    system_ignore_broken_pipes(); /* a reader that goes away must not end the writing of files */
    struct invocation invocation = {.argc = argc, .argv = argv};
    threads_call(run_to_end, &invocation); /* searches need a large stack */
    return invocation.exit_code;
}
