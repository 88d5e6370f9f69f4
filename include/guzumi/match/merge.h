/* Merging the shards of a match. */
#ifndef GUZUMI_MERGE_H
#define GUZUMI_MERGE_H

#include "guzumi/match/plan.h"
#include "guzumi/match/results.h"
#include "guzumi/match/standings.h"

struct merge_report {
    int64_t missing, duplicates, conflicts;
    struct buffer notes; /* owned; a line for all gaps, for each conflict, for each mixed version */
};

/* Reduces RESULTS to one line for each game, the first one read, in the order of the games. Lines
 * that disagree about a game (see results_agree) are a conflict. STATUS_INVALID if a line belongs
 * to another plan. Free REPORT's notes with buffer_free in any case. */
enum status merge_results(struct results *results, const struct plan *plan,
                          struct merge_report *report, struct failure *why);

/* Counts the games of RESULTS, which merge_results has checked. */
enum status merge_standings(const struct results *results, const struct plan *plan,
                            struct standings *standings, struct failure *why);

/* The test of a sequential plan over RESULTS, which merge_results has sorted: over the pairs before
 * the first incomplete one. */
struct sprt merge_test(const struct results *results, const struct plan *plan);

/* Writes a file of results. */
enum status merge_save(const struct results *results, const char *path, struct failure *why);

#endif
