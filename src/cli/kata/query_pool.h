/* Queries analyzed in parallel: a queue of turns, threads with an engine each, and one output. */
#ifndef GUZUMI_QUERY_POOL_H
#define GUZUMI_QUERY_POOL_H

#include "query.h"

#include <stdio.h>

struct query_pool;

struct query_pool_setting {
    const struct params *params; /* borrowed */
    const char *weights;         /* a file, or NULL */
    int threads;                 /* positions analyzed at a time */
    FILE *out;
};

/* Starts the threads. Free with query_pool_finish. */
enum status query_pool_new(struct query_pool **out, const struct query_pool_setting *setting,
                           struct failure *why);

/* Moves *QUERY into the pool and queues its turns. */
enum status query_pool_add(struct query_pool *pool, struct query *query, struct failure *why);

/* Terminates the queries with ID (NULL: all), or only their turns among the COUNT of TURNS unless
 * that is NULL. Waiting turns are answered at once, running ones soon. */
void query_pool_end(struct query_pool *pool, const char *id, const int *turns, int count);

/* Later queries are answered as if none had come before them. Otherwise, where one position is
 * analyzed at a time, scores are means with those of the analysis before (engine_analyze). */
void query_pool_forget(struct query_pool *pool);

/* Writes whole lines between those of the threads, without waiting for the reader. */
void query_pool_say(struct query_pool *pool, const struct buffer *lines);

/* Whether writing the answers has failed, for example on a closed pipe. */
bool query_pool_is_broken(const struct query_pool *pool);

/* Waits until every turn is answered and the answers are written. */
void query_pool_wait(struct query_pool *pool);

/* Waits until everything is answered or, with NOW, drops waiting turns and terminates running ones;
 * then frees the pool. Returns the status of the first failure. */
enum status query_pool_finish(struct query_pool *pool, bool now, struct failure *why);

/* --- a conversation: lines in, answers out --- */

struct query_session {
    struct query_pool *pool;        /* borrowed */
    struct query_settings settings; /* for queries without their own */
};

/* Handles a line: a query or an action; anything else is answered with an error. */
void query_session_take(const struct query_session *session, const char *line, size_t length);

/* Answers a line that was too long to be read (text.h). */
void query_session_refuse_long_line(const struct query_session *session);

#endif
