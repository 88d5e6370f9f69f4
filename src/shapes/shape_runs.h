/* The shapes of an episode, each while it lasted: the walk over its log that all learning shares.
 */
#ifndef GUZUMI_SHAPE_RUNS_H
#define GUZUMI_SHAPE_RUNS_H

#include "guzumi/shapes/episode.h"

/* In REGION the shape CODE was active from state SINCE until before state UNTIL, when NEXT took its
 * place; after the last state that is the empty shape. */
struct shape_run {
    int region;
    int32_t code, next;
    int since, until;
};

typedef void run_visitor(void *context, struct shape_run run);

/* Calls VISIT for every run within the states that are learnt from, in the order of their ends. */
static ALWAYS_INLINE void kernel_runs(struct run_work *w, const struct episode *e, int regions,
                                      run_visitor *visit, void *context) {
    const int last = trajectory_last_state(&e->trajectory);
    for (int r = 0; r < regions; r++) {
        w->code[r] = e->start_code[r];
        w->since[r] = 1;
    }
    for (int t = 1, i = 0; t <= last; t++)
        for (; i < e->log_end[t]; i++) {
            const struct shape_change change = e->log.entries[i];
            const int r = change.region;
            if (r == regions) continue; /* not there */
            visit(context, (struct shape_run){r, w->code[r], change.code, w->since[r], t});
            w->code[r] = change.code;
            w->since[r] = t;
        }
    for (int r = 0; r < regions; r++)
        visit(context, (struct shape_run){r, w->code[r], 0, w->since[r], last + 1});
}

#endif
