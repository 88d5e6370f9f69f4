/* The answers of KataGo's analysis protocol. */
#ifndef GUZUMI_QUERY_ANSWER_H
#define GUZUMI_QUERY_ANSWER_H

#include "guzumi/player/report.h"

#include "query.h"

/* Appends the line that tells of REPORT, found by ENGINE at TURN of QUERY. */
void query_answer(const struct query *query, int turn, bool during_search,
                  const struct engine *engine, const struct report *report, struct buffer *out);

/* Appends the line of a turn that was ended before anything was found. */
void query_answer_nothing(const struct query *query, int turn, struct buffer *out);

/* Appends the error line for a query with ID, or without one (NULL). */
void query_answer_fault(const char *id, const struct query_fault *fault, struct buffer *out);

#endif
