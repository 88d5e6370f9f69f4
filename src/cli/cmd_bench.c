/* guzumi bench: speeds, and three signatures by which to see whether behaviour has changed. */
#include "bench_against.h"
#include "bench_figures.h"
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

static void print_figure(void *context, const struct bench_figure *figure) {
    (void)context;
    printf("%s %s %s\n", figure->name, figure->value, figure->unit);
    fflush(stdout);
}

int cmd_bench(int argc, char **argv) {
    struct bench bench = {.seconds = 1, .report = print_figure};
    bool signatures_only = false;
    const char *other = NULL;
    int64_t size = 0, rounds = 5;
    params_default(&bench.world.params);
    const struct option table[] = {
        {.name = "seconds",
         .kind = OPTION_REAL,
         .out = &bench.seconds,
         .min = 0.001,
         .max = 3600,
         .argument = "S",
         .help = "Processor time for each figure (1)."},
        {.name = "size",
         .kind = OPTION_INT,
         .out = &size,
         .min = BOARD_MIN_SIZE,
         .max = BOARD_MAX_SIZE,
         .argument = "N",
         .help = "Only the speeds of this board size; otherwise 9 and 19."},
        {.name = "signatures",
         .kind = OPTION_FLAG,
         .out = &signatures_only,
         .help = "Only prints the signatures."},
        {.name = "against",
         .kind = OPTION_TEXT,
         .out = &other,
         .argument = "GUZUMI",
         .help = "Compares with another executable, which the shell finds: both measure in turn, "
                 "and a line has the medians of both, the median of the ratios, the least and the "
                 "greatest."},
        {.name = "rounds",
         .kind = OPTION_INT,
         .out = &rounds,
         .min = 1,
         .max = BENCH_ROUNDS_MAX,
         .argument = "N",
         .help = "Rounds of a comparison (5)."},
    };
    const struct options options = {
        .command = "bench",
        .summary = "Measures speeds on one thread, a line 'name value unit' each, and prints the\n"
                   "signatures of the board, of the values and of play. Speeds are by processor "
                   "time.",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .positional_names = ""};
    struct options_result result;
    struct failure why;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    playout_patterns_init(&bench.world.patterns);
    enum status status = weight_store_new(&bench.world.store, &why);
    if (status == STATUS_OK)
        status = signatures_only ? bench_signatures(&bench, &why)
                 : other         ? bench_against(other, bench.seconds, (int)size, (int)rounds, &why)
                                 : bench_all(&bench, (int)size, &why);
    weight_store_free(bench.world.store);
    return cli_outcome(status, &why);
}
