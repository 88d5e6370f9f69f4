#include "guzumi/match/merge.h"

#include "schedule.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void note_conflict(struct merge_report *report, const struct result *kept,
                          const struct result *other) {
    report->conflicts++;
    buffer_print(&report->notes,
                 "conflict: game %" PRId64 ": kept %s-%s %s in %s moves, dropped %s-%s %s in %s "
                 "moves\n",
                 kept->game, kept->column[RESULT_BLACK], kept->column[RESULT_WHITE],
                 kept->column[RESULT_RESULT], kept->column[RESULT_MOVES],
                 other->column[RESULT_BLACK], other->column[RESULT_WHITE],
                 other->column[RESULT_RESULT], other->column[RESULT_MOVES]);
}

/* Keeps the first line of each game. After sorting by game, in the order of reading, the lines of a
 * game are neighbours. */
static void drop_repeated(struct results *results, struct merge_report *report) {
    size_t kept = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct result *line = &results->list[i];
        const struct result *last = kept ? &results->list[kept - 1] : NULL;
        if (!last || last->game != line->game)
            results->list[kept++] = *line;
        else if (results_agree(last, line))
            report->duplicates++;
        else
            note_conflict(report, last, line);
    }
    results->count = kept;
}

/* Appends a range to the line "missing: games 6-7, 14". */
static void note_gap(struct merge_report *report, int64_t from, int64_t to) {
    if (from > to) return;
    buffer_print(&report->notes, report->missing ? ", " : "missing: games ");
    buffer_print(&report->notes, from == to ? "%" PRId64 : "%" PRId64 "-%" PRId64, from, to);
    report->missing += to - from + 1;
}

/* The number of games of a complete match: all, or those up to the verdict of the test. */
static int64_t required_games(const struct results *results, const struct plan *plan) {
    const struct sprt test = merge_test(results, plan);
    return test.verdict == SPRT_OPEN ? plan_total(plan) : 2 * sprt_pairs(&test);
}

static void note_gaps(const struct results *results, int64_t total, struct merge_report *report) {
    int64_t next = 0;
    for (size_t i = 0; i < results->count && results->list[i].game < total; i++) {
        note_gap(report, next, results->list[i].game - 1);
        next = results->list[i].game + 1;
    }
    note_gap(report, next, total - 1);
    if (report->missing) buffer_print(&report->notes, "\n");
}

/* Results of different versions do not measure one player, so name each player that has several,
 * once. VERSIONS: by player, the one version so far, or NOTED. */
static void note_versions(const struct results *results, const struct plan *plan,
                          const char **versions, struct merge_report *report) {
    static const char noted[] = "";
    for (size_t i = 0; i < results->count; i++)
        for (int color = BLACK; color <= WHITE; color++) {
            const struct result *line = &results->list[i];
            const char *version = line->column[RESULT_VERSION_BLACK + color];
            const char **known =
                &versions[plan_find_player(plan, line->column[RESULT_BLACK + color])];
            if (strcmp(version, "-") == 0 || *known == noted) continue;
            if (*known && strcmp(*known, version) != 0) {
                buffer_print(&report->notes, "mixed versions: %s is %s and %s\n",
                             line->column[RESULT_BLACK + color], *known, version);
                version = noted;
            }
            *known = version;
        }
}

enum status merge_results(struct results *results, const struct plan *plan,
                          struct merge_report *report, struct failure *why) {
    *report = (struct merge_report){0};
    for (size_t i = 0; i < results->count; i++) {
        const enum status status = standings_check(&results->list[i], plan, why);
        if (status != STATUS_OK) return status;
    }
    const char **versions = calloc((size_t)plan->player_count, sizeof *versions);
    if (!versions) return out_of_memory(why, "the results");
    results_sort(results);
    drop_repeated(results, report);
    /* The plan's `games` may have been lowered. */
    while (results->count && results->list[results->count - 1].game >= plan_total(plan))
        results->count--;
    note_gaps(results, required_games(results, plan), report);
    note_versions(results, plan, versions, report);
    free(versions);
    return report->notes.failed ? out_of_memory(why, "the report") : STATUS_OK;
}

enum status merge_standings(const struct results *results, const struct plan *plan,
                            struct standings *standings, struct failure *why) {
    const enum status status = standings_init(standings, plan->player_count, why);
    for (size_t i = 0; status == STATUS_OK && i < results->count; i++)
        standings_add_result(standings, &results->list[i], plan);
    return status;
}

/* After merging, game g is line g up to the first gap, so pairs are lines 2k and 2k + 1. */
struct sprt merge_test(const struct results *results, const struct plan *plan) {
    struct sprt test = sprt_start(plan->sprt);
    for (size_t i = 0; plan->is_sequential && i + 1 < results->count; i += 2) {
        const struct result *game = &results->list[i];
        const enum color winners[2] = {game[0].winner, game[1].winner};
        if (game[1].game != (int64_t)i + 1) break;
        sprt_add(&test, schedule_pair_points(plan, game->game / 2, winners));
    }
    return test;
}

enum status merge_save(const struct results *results, const char *path, struct failure *why) {
    struct buffer text = {0};
    buffer_append(&text, results_header, strlen(results_header));
    buffer_append(&text, "\n", 1);
    for (size_t i = 0; i < results->count; i++) results_print(&results->list[i], &text);
    const enum status status = file_save(path, &text, why);
    buffer_free(&text);
    return status;
}
