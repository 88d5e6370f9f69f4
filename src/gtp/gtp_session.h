/* Shared by the files of GTP commands: the session, the handlers, the parsing of arguments. */
#ifndef GUZUMI_GTP_SESSION_H
#define GUZUMI_GTP_SESSION_H

#include "guzumi/gtp/gtp.h"
#include "guzumi/player/report.h"

#include <stdatomic.h>

struct gtp_session {
    struct engine *engine;
    struct gtp_identity identity;
    /* The opponent's name and rating from CGOS, for records; empty if unknown. */
    char opponent[100], opponent_rating[20];
    /* The running search is bounded by something other than the clock, so the end of a script need
     * not interrupt it. Read by the reading thread. */
    atomic_bool bounded;
};

#define GTP_COMMAND(name, handler, fewest, most, arguments, help) command_run gtp_##handler;
#include "gtp_commands.def"
#undef GTP_COMMAND

static inline struct gtp_session *gtp_session(const struct answer *answer) {
    return answer->context;
}

static inline const struct game *gtp_game(const struct answer *answer) {
    return engine_game(gtp_session(answer)->engine);
}

/* Before a genmove: notes whether it is bounded, and sets up live graphics and chat. */
void gtp_prepare_search(struct gtp_session *session, enum color color);

/* Answers with the message of a failed call, after PREFIX and a colon unless that is NULL; returns
 * whether STATUS is STATUS_OK. */
bool gtp_outcome(struct answer *answer, enum status status, const struct failure *why,
                 const char *prefix);

/* Appends a number for each point, three decimals, rows from the top: GoGui's dboard. */
void gtp_add_board(struct answer *answer, int size, const double numbers[BOARD_MAX_POINTS]);

/* Parse an argument, or answer with GTP's error for it and return false. */
bool gtp_read_color(struct answer *answer, const char *text, enum color *out);
bool gtp_read_vertex(struct answer *answer, int size, const char *text, int *out);
bool gtp_read_int(struct answer *answer, const char *text, int min, int max, int *out);
bool gtp_read_seconds(struct answer *answer, const char *text, double *out);

/* The colour given as argument INDEX, or else the colour to move. */
bool gtp_read_optional_color(struct answer *answer, int index, enum color *out);

/* Appends the name of POINT, a blank before it unless it is the first. */
void gtp_add_vertex(struct answer *answer, int size, int point);

/* --- watching a search ---
 *
 * Analyses in the formats of Leela Zero, KataGo and CGOS, and GoGui's live graphics. */

enum live_format { LIVE_LZ, LIVE_KATA, LIVE_CGOS };

/* An analysis command. */
struct live_request {
    enum live_format format;
    enum color color;
    double interval;              /* seconds */
    int fewest_moves, most_moves; /* to be listed */
    bool ownership, ownership_stdev, moves_ownership, moves_ownership_stdev;
    bool root_info, ignored;
    struct search_bans bans;
};

/* Parses the arguments of an analysis command into *OUT, whose format is set. Returns false after
 * answering an error. */
bool live_read_request(struct answer *answer, struct live_request *out);

/* Appends the line for REPORT in REQUEST's format. */
void live_add_line(struct answer *answer, const struct engine *engine,
                   const struct live_request *request, const struct report *report);

/* Writes REPORT as GoGui's graphics; GoGui reads them from standard error. */
void live_draw(FILE *out, const struct engine *engine, const struct report *report);

/* Writes REPORT as the line that gtp2ogs turns into analysis in OGS's chat. */
void live_chat(FILE *out, const struct engine *engine, const struct report *report);

#endif
