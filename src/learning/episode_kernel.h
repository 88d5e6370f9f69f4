/* The episode's always-inline kernel: playing one move and recording it. */
#ifndef GUZUMI_EPISODE_KERNEL_H
#define GUZUMI_EPISODE_KERNEL_H

#include "guzumi/episode.h"

#include "tracker_kernel.h"

/* Plays POINT (or PASS) on the board and enters its afterstate. */
static ALWAYS_INLINE void kernel_append(struct episode *e, struct board *b, struct tracker *t,
                                        int size, bool shared, int point, enum color color,
                                        bool explored, bool record) {
    struct episode_step *next = &e->steps[++e->length];
    if (point == PASS) {
        kernel_pass(b);
        e->last_passes++;
        next->value = next[-1].value;
    } else {
        kernel_play(b, size, point, color);
        kernel_follow(t, size, shared, point, color, &b->captured, b->last_captured,
                      record ? &e->log : NULL);
        e->last_passes = 0;
        next->value = kernel_value(t);
    }
    next->explored = explored;
    next->point = (int16_t)point;
    next->log_end = e->log.count;
    e->last_point = point;
    e->next = color_other(color);
    e->finished = e->last_passes >= 2;
}

#endif
