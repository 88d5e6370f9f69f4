/* guzumi merge: the shards of a match put together. */
#include "guzumi/base/file.h"
#include "guzumi/match/merge.h"

#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static enum status read_all(const struct options_result *arguments, struct results *results,
                            struct failure *why) {
    for (int i = 1; i < arguments->positional_count; i++) {
        const enum status status = results_read(results, arguments->positional[i], NULL, why);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

/* Says what came together, on stderr; the table goes to stdout. */
static void report(const struct merge_report *r, int64_t games, const struct plan *plan,
                   const struct standings *standings, const struct sprt *test) {
    if (r->notes.length) fwrite(r->notes.data, 1, r->notes.length, stderr);
    fprintf(stderr,
            "%" PRId64 " of %" PRId64 " games; %" PRId64 " missing, %" PRId64
            " duplicates dropped, %" PRId64 " conflicts\n",
            games, plan_total(plan), r->missing, r->duplicates, r->conflicts);
    standings_print(standings, plan, stdout);
    if (plan->is_sequential) sprt_print(test, plan->players[0].name, plan->players[1].name, stdout);
}

/* Whether OUT is none of the files that are read. */
static enum status spare_all(const struct options_result *arguments, const char *out,
                             struct failure *why) {
    enum status status = file_spare(out, arguments->positional[0], "the plan", why);
    for (int i = 1; status == STATUS_OK && i < arguments->positional_count; i++)
        status = file_spare(out, arguments->positional[i], "a shard's results", why);
    return status;
}

static int merge(const struct plan *plan, const struct options_result *arguments, const char *out) {
    struct failure why;
    struct results results = {0};
    struct merge_report r = {0};
    struct standings standings = {0};
    enum status status = read_all(arguments, &results, &why);
    if (status == STATUS_OK) status = merge_results(&results, plan, &r, &why);
    if (status == STATUS_OK) status = merge_standings(&results, plan, &standings, &why);
    if (status == STATUS_OK) status = merge_save(&results, out, &why);
    if (status == STATUS_OK) {
        const struct sprt test = merge_test(&results, plan);
        report(&r, (int64_t)results.count, plan, &standings, &test);
    }
    const bool whole = r.missing == 0 && r.conflicts == 0;
    standings_free(&standings);
    buffer_free(&r.notes);
    results_free(&results);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_FAILURE);
    return whole ? EXIT_SUCCESS : EXIT_FAILURE;
}

int cmd_merge(int argc, char **argv) {
    const char *out = NULL;
    const struct option table[] = {
        {.name = "out",
         .kind = OPTION_TEXT,
         .out = &out,
         .argument = "FILE",
         .help = "Where to write all results, in the games' order; replaced if it is there."},
    };
    const struct options options = {
        .command = "merge",
        .summary = "Joins the results of a plan's shards, drops duplicates, and names gaps and "
                   "conflicts.\nFails when there are some; the file is written all the same.",
        .table = table,
        .count = sizeof table / sizeof table[0],
        .positional_names = "PLAN FILE...",
        .min_positional = 2,
        .max_positional = OPTIONS_MAX_POSITIONAL};
    struct options_result result;
    struct failure why;
    struct plan plan;
    int exit_code;
    if (!cli_parse(&options, argc, argv, &result, &exit_code)) return exit_code;
    enum status status = STATUS_OK;
    if (!out)
        status =
            fail(&why, STATUS_INVALID, "merge: --out FILE is required: where to write the results");
    if (status == STATUS_OK) status = spare_all(&result, out, &why);
    if (status == STATUS_OK) status = plan_read(&plan, result.positional[0], &why);
    if (status != STATUS_OK) return cli_fail(&why, EXIT_USAGE);
    exit_code = merge(&plan, &result, out);
    plan_free(&plan);
    return exit_code;
}
