/* The lines of a plan: a key and what it is set to. What only the whole plan can tell is left to
 * plan.c. */
#ifndef GUZUMI_PLAN_KEYS_H
#define GUZUMI_PLAN_KEYS_H

#include "guzumi/base/file.h"
#include "guzumi/match/plan.h"

/* What is known only when the last line has been read. */
struct plan_reader {
    struct plan *plan;
    struct buffer players; /* the players in one form, for the hash */
    const char *anchor;    /* its name, in the text; or NULL */
};

/* Reads TEXT, which is changed and has to last as long as READER. NAME is what messages call it. */
enum status plan_read_lines(struct plan_reader *reader, char *text, const char *name,
                            struct failure *why);

#endif
