/* Queries and answers of KataGo's analysis protocol: a JSON object a line, as its documentation
 * defines them. */
#ifndef GUZUMI_QUERY_H
#define GUZUMI_QUERY_H

#include "guzumi/base/json.h"
#include "guzumi/go/game.h"
#include "guzumi/go/rules.h"
#include "guzumi/player/report.h"

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

#endif
