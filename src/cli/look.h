/* A look at a position: a search that plays nothing, bounded by the parameters simulations or
 * move_time. */
#ifndef GUZUMI_LOOK_H
#define GUZUMI_LOOK_H

#include "guzumi/player/report.h"

#include <stdatomic.h>

struct look {
    struct report report; /* the last one of the search; its first candidate is the choice */
    int line[REPORT_PV], line_length; /* what it expects from that on; the choice first */
};

/* Looks at ENGINE's position with COLOR to move. STOP, unless NULL, ends the search when it is set.
 * ENGINE has no watch afterwards. */
enum status look_at(struct engine *engine, enum color color, const atomic_bool *stop,
                    struct look *out, struct failure *why);

/* The LENGTH moves of LINE, blanks between them, into TEXT; returns TEXT. */
enum { LINE_TEXT = REPORT_PV * 5 };
const char *line_format(int size, const int line[], int length, char text[LINE_TEXT]);

#endif
