/* Queries and answers of KataGo's analysis protocol: a JSON object a line, as its documentation
 * defines them. */
#ifndef GUZUMI_QUERY_H
#define GUZUMI_QUERY_H

#include "guzumi/base/json.h"
#include "guzumi/go/game.h"
#include "guzumi/go/rules.h"
#include "guzumi/player/report.h"

#include <stdio.h>

/* The point of view of win rates, scores and ownership. */
enum perspective { VIEW_BLACK, VIEW_WHITE, VIEW_MOVER };

/* The settings of a query or of the configuration. */
struct query_settings {
    int max_visits;  /* 0: as the parameters say */
    double max_time; /* seconds; 0: as the parameters say */
    enum perspective view;
};

struct query {
    char *id;           /* owned */
    struct board start; /* the initial stones */
    enum color first;   /* to move there */
    struct move *moves; /* owned */
    int move_count;
    double komi;
    struct rules_setting rules;
    int *turns;         /* owned; turn_count */
    double *priorities; /* the same; whole numbers */
    int turn_count;
    struct query_settings settings;
    double report_every; /* seconds; infinity: only at the end */
    bool ownership, ownership_stdev, moves_ownership, moves_ownership_stdev, policy;
    struct search_bans bans;
};

/* An error in a query: the field, or NULL, and the reason. */
struct query_fault {
    const char *field;
    struct failure why;
};

/* Applies a setting of the configuration or of overrideSettings; false if its value is invalid.
 * Ignores unknown names. */
bool query_setting(struct query_settings *settings, const char *name, const char *value);

/* Parses JSON, an object with an id; SETTINGS are the defaults. Checks that the moves are legal.
 * Free with query_free in any case. */
enum status query_read(struct query *out, const struct json *json,
                       const struct query_settings *settings, struct query_fault *fault);
void query_free(struct query *query);

/* The colour to move at TURN, after so many moves. */
enum color query_mover(const struct query *query, int turn);

/* Appends a line with a warning to OUT for each field of JSON and of its overrideSettings that has
 * no effect here. */
void query_warn(const struct query *query, const struct json *json, struct buffer *out);

/* --- answers --- */

/* Appends the line for REPORT, found by ENGINE at TURN of QUERY. */
void query_answer(const struct query *query, int turn, bool during_search,
                  const struct engine *engine, const struct report *report, struct buffer *out);

/* Appends the line of a turn that was terminated before any result. */
void query_answer_nothing(const struct query *query, int turn, struct buffer *out);

/* Appends the error line for a query with ID, or without one (NULL). */
void query_answer_fault(const char *id, const struct query_fault *fault, struct buffer *out);

/* --- the pool ---
 *
 * Queries analyzed in parallel: a queue of turns, threads with an engine each, and one output. */

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

#endif
