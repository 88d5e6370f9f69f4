/* Merging the shards of a match. */
#ifndef GUZUMI_MERGE_H
#define GUZUMI_MERGE_H

#include "guzumi/match/plan.h"
#include "guzumi/match/results.h"
#include "guzumi/match/standings.h"

struct merge_report {
    int64_t missing, duplicates, conflicts;
    struct buffer notes; /* owned; a line for gaps, for each conflict, for mixed versions */
};

/* Leaves one line of each game in RESULTS, the first one read, in the order of the games. Lines
 * that disagree about a game (in more than seconds, versions and errors) are a conflict.
 * STATUS_INVALID if a line is of another plan. Free REPORT's notes with buffer_free in any case. */
enum status merge_results(struct results *results, const struct plan *plan,
                          struct merge_report *report, struct failure *why);

/* Counts the games of RESULTS, whose players must be the plan's. */
enum status merge_standings(const struct results *results, const struct plan *plan,
                            struct standings *standings, struct failure *why);

/* The test of a sequential plan over RESULTS, which merge_results has put in order: over the pairs
 * before the first one that lacks a game. */
struct sprt merge_test(const struct results *results, const struct plan *plan);

/* Writes a file of results. */
enum status merge_save(const struct results *results, const char *path, struct failure *why);

#endif
