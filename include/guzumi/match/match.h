/* A match plays the games of a plan, several at a time, and appends each result to a file.
 *
 * Apart from the seconds used and the random choices of external programs, the games do not depend
 * on the number of threads, on the order in which they end, or on where a run was stopped and
 * continued. A sequential test adds the pairs of games in the order of their numbers, whichever
 * ended first, so that its verdict depends on the results alone. Games in progress at the verdict
 * are finished and saved, but no longer change it.
 *
 * The caller must ignore SIGPIPE, because external programs may end at any time. */
#ifndef GUZUMI_MATCH_H
#define GUZUMI_MATCH_H

#include "guzumi/match/plan.h"
#include "guzumi/match/standings.h"

#include <stdatomic.h>

struct match_progress {
    const struct standings *standings; /* of all games in the file */
    const struct sprt *test;           /* of a sequential plan; else NULL */
    bool over;                         /* no more games will be played */
    int64_t done, total;               /* games of this shard; a test may end the match before
                                          TOTAL */
    int64_t played;                    /* games played by this run */
};

struct match_options {
    const char *results;    /* the file to create or continue */
    const char *sgf_folder; /* for SGF files, created if missing; or NULL */
    int64_t shard, shards;  /* plays the pairs of games P with P mod SHARDS = SHARD - 1 */
    int jobs;               /* games at a time */
    /* Any thread or signal handler may set it to stop the match. The match sets it when it fails.
     */
    atomic_bool *stop;
    /* Called on the calling thread several times a second, and at the end of a match that was
     * played to its end; or NULL. */
    void (*progress)(void *context, const struct match_progress *progress);
    void *context;
};

enum { MATCH_MAX_JOBS = 256 };

/* Plays the games that are missing in the file of results. STATUS_STOPPED if the caller stopped it.
 * After any failure the same call continues the match, with *STOP cleared. */
enum status match_run(const struct plan *plan, const struct match_options *options,
                      struct failure *why);

#endif
