/* A match: the games of a plan, several at a time, their results appended to a file as they end.
 *
 * What is played does not depend on the number of threads, on the order in which games end, or on
 * where a run was stopped and started again; the seconds and external programs' own chance aside.
 * A sequential plan's test takes in the pairs of games in their order, whichever ended first, so
 * that its verdict depends on the results alone; games that have begun when it falls are played to
 * their ends and kept, but change it no more.
 * The caller ignores SIGPIPE, because external programs may die at any time. */
#ifndef GUZUMI_MATCH_H
#define GUZUMI_MATCH_H

#include "guzumi/plan.h"
#include "guzumi/standings.h"

#include <stdatomic.h>

struct match_progress {
    const struct standings *standings; /* of all games in the file */
    const struct sprt *test;           /* of a sequential plan; or NULL */
    bool over;                         /* nothing more will be played */
    int64_t done, total;               /* games of this shard; TOTAL may stay out of reach when a
                                          test ends the match */
    int64_t played;                    /* of them by this run */
    double elapsed;                    /* seconds of this run */
};

struct match_options {
    const char *results;    /* the file, which is made or continued */
    const char *sgf_folder; /* for the games, made if need be; or NULL */
    int64_t shard, shards;  /* plays the games g with g mod shards = shard - 1 */
    int jobs;               /* games at a time */
    /* Set by the caller, from any thread or a signal handler, to end the match soon. The match sets
     * it itself when it fails. */
    atomic_bool *stop;
    /* Called by the calling thread several times a second, and at last when all is over; or NULL */
    void (*progress)(void *context, const struct match_progress *progress);
    void *context;
};

enum { MATCH_MAX_JOBS = 256 };

/* Plays what the file of results lacks. STATUS_STOPPED when the caller stopped it. After every
 * failure the same call continues the file. */
enum status match_run(const struct plan *plan, const struct match_options *options,
                      struct failure *why);

#endif
