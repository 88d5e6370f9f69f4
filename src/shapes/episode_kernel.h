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

#endif
