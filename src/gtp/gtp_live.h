/* Watching a search through GTP: analyses in the formats of Leela Zero, KataGo and CGOS, and
 * GoGui's live graphics. */
#ifndef GUZUMI_GTP_LIVE_H
#define GUZUMI_GTP_LIVE_H

#include "guzumi/player/report.h"

#include "gtp_session.h"

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
 * answering an error. CONTEXT is the session. */
bool live_read_request(void *context, int argc, char **argv, struct answer *answer,
                       struct live_request *out);

/* Appends the line for REPORT in REQUEST's format. */
void live_add_line(struct answer *answer, const struct engine *engine,
                   const struct live_request *request, const struct report *report);

/* Writes REPORT as GoGui's graphics; GoGui reads them from standard error. */
void live_draw(FILE *out, const struct engine *engine, const struct report *report);

/* Writes REPORT as the line that gtp2ogs turns into analysis in OGS's chat. */
void live_chat(FILE *out, const struct engine *engine, const struct report *report);

#endif
