/* A conversation in KataGo's analysis protocol: parses lines and lets a pool answer the queries. */
#ifndef GUZUMI_QUERY_SESSION_H
#define GUZUMI_QUERY_SESSION_H

#include "query_pool.h"

struct query_session {
    struct query_pool *pool;        /* borrowed */
    struct query_settings settings; /* for queries without their own */
};

/* Handles a line: a query or an action; anything else is answered with an error. */
void query_session_take(const struct query_session *session, const char *line, size_t length);

/* Answers a line that was too long to be read (text.h). */
void query_session_refuse_long_line(const struct query_session *session);

#endif
