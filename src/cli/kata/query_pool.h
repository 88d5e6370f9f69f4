/* Queries worked on side by side: a queue of turns to analyze, threads that each have an engine,
 * and one output. */
#ifndef GUZUMI_QUERY_POOL_H
#define GUZUMI_QUERY_POOL_H

#include "query.h"

#include <stdio.h>

struct query_pool;

struct query_pool_setting {
    const struct params *params; /* borrowed */
    const char *weights;         /* a file, or NULL */
    int threads;                 /* positions analyzed at one time */
    FILE *out;
};

/* Starts the threads. Free with query_pool_finish. */
enum status query_pool_new(struct query_pool **out, const struct query_pool_setting *setting,
                           struct failure *why);

/* Takes over QUERY, which is *QUERY no more, and queues its turns. */
enum status query_pool_add(struct query_pool *pool, struct query *query, struct failure *why);

/* Ends the turns of the queries with ID (NULL: of all), or those whose number is among the COUNT of
 * TURNS unless that is NULL. What waits is answered at once, what runs soon. */
void query_pool_end(struct query_pool *pool, const char *id, const int *turns, int count);

/* Writes whole lines between those of the threads, without waiting for who reads them. */
void query_pool_say(struct query_pool *pool, const struct buffer *lines);

/* Whether nobody takes the answers any more. */
bool query_pool_is_broken(const struct query_pool *pool);

/* Waits until all that was added is answered, and the answers are written. */
void query_pool_wait(struct query_pool *pool);

/* Waits until all is answered, or with NOW drops what waits and ends what runs; then frees. The
 * status is that of the first thing that failed. */
enum status query_pool_finish(struct query_pool *pool, bool now, struct failure *why);

#endif
