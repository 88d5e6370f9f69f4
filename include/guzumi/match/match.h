/* A match plays the games of a plan, several at a time, and appends each result to a file.
 *
 * Apart from seconds used and the random choices of external programs, the games do not depend on
 * the number of threads, on the order in which they end, or on where a run was stopped and
 * continued. The test of a sequential plan takes in the pairs of games in their order, whichever
 * ended first, so that its verdict depends on the results alone. Games that are being played when
 * it falls are played to their ends and kept, but no longer change it. The caller must ignore
 * SIGPIPE, because external programs may die at any time. */
#ifndef GUZUMI_MATCH_H
#define GUZUMI_MATCH_H

#include "guzumi/match/plan.h"
#include "guzumi/match/standings.h"

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
    const char *results;    /* the file to make or continue */
    const char *sgf_folder; /* for the games, made if missing; or NULL */
    int64_t shard, shards;  /* plays pairs P of games, P mod SHARDS = SHARD - 1 */
    int jobs;               /* games at a time */
    /* The caller may set it, from any thread or a signal handler, to end the match soon. The match
     * sets it itself when it fails. */
    atomic_bool *stop;
    /* Called on the calling thread several times a second and once at the end; or NULL. */
    void (*progress)(void *context, const struct match_progress *progress);
    void *context;
};

enum { MATCH_MAX_JOBS = 256 };

/* Plays the games that the file of results lacks. Returns STATUS_STOPPED if the caller stopped it.
 * After any failure the same call continues the file. */
enum status match_run(const struct plan *plan, const struct match_options *options,
                      struct failure *why);

#endif
