/* The episode's always-inline kernel: playing one move and recording it. */
#ifndef GUZUMI_EPISODE_KERNEL_H
#define GUZUMI_EPISODE_KERNEL_H

#include "guzumi/shapes/episode.h"

#include "tracker_kernel.h"

/* Plays POINT (or PASS) on the board and enters its afterstate. */
static ALWAYS_INLINE void kernel_append(struct episode *e, struct board *b, struct tracker *t,
                                        int size, struct reading how, int point, bool explored,
                                        bool record) {
    struct trajectory *trajectory = &e->trajectory;
    float value = trajectory->value[trajectory->length];
    if (point == PASS) {
        kernel_pass(b);
    } else {
        kernel_play(b, size, point, e->now.to_move);
        value += kernel_follow(t, size, how, point, e->now.to_move, &b->captured, b->last_captured,
                               record ? &e->log : NULL);
    }
    trajectory_append(trajectory, b, point);
    const int state = trajectory->valued = trajectory->length;
    trajectory->explored[state] = explored;
    trajectory->value[state] = value;
    e->log_end[state] = e->log.count;
    e->now = (struct playout_start){.to_move = color_other(e->now.to_move),
                                    .last_point = point,
                                    .passes = point == PASS ? e->now.passes + 1 : 0};
    trajectory->finished = e->now.passes >= 2;
}

/* --- the log of an episode, by shape --- */

/* The shapes of an episode, each while it lasted: the walk over its log that all learning shares.
 */

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
