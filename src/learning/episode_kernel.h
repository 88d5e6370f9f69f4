/* The episode's always-inline kernel: playing one move and recording it. */
#ifndef GUZUMI_EPISODE_KERNEL_H
#define GUZUMI_EPISODE_KERNEL_H

#include "guzumi/episode.h"

#include "tracker_kernel.h"

/* Enters the step of a move of E's player to move whose afterstate has VALUE. */
static ALWAYS_INLINE void kernel_step(struct episode *e, int point, float value, bool explored) {
    e->steps[++e->length] = (struct episode_step){
        .value = value, .explored = explored, .point = (int16_t)point, .log_end = e->log.count};
    e->last_passes = point == PASS ? e->last_passes + 1 : 0;
    e->last_point = point;
    e->next = color_other(e->next);
    e->finished = e->last_passes >= 2;
}

/* Plays POINT (or PASS) on the board and enters its afterstate. */
static ALWAYS_INLINE void kernel_append(struct episode *e, struct board *b, struct tracker *t,
                                        int size, bool shared, int point, bool explored,
                                        bool record) {
    float value = e->steps[e->length].value;
    if (point == PASS) {
        kernel_pass(b);
    } else {
        kernel_play(b, size, point, e->next);
        value += kernel_follow(t, size, shared, point, e->next, &b->captured, b->last_captured,
                               record ? &e->log : NULL);
    }
    kernel_step(e, point, value, explored);
}

#endif
