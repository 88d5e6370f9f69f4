/* Moves with a number to order them by, the largest first. A cut-off often leaves most moves
 * unsearched, so one selection at a time beats sorting. */
#ifndef GUZUMI_RANKED_MOVES_KERNEL_H
#define GUZUMI_RANKED_MOVES_KERNEL_H

#include "guzumi/go/board.h"

struct ranked_moves {
    int count;
    int16_t point[BOARD_MAX_POINTS];
    float rank[BOARD_MAX_POINTS];
};

static inline void ranked_add(struct ranked_moves *m, int point, float rank) {
    m->point[m->count] = (int16_t)point;
    m->rank[m->count++] = rank;
}

/* Moves the entry with the largest number to the end, removes it and returns its index, where it
 * can still be read. */
static inline int ranked_take(struct ranked_moves *m) {
    int best = 0;
    for (int i = 1; i < m->count; i++)
        if (m->rank[i] > m->rank[best]) best = i;
    const int last = --m->count;
    const int16_t point = m->point[best];
    const float rank = m->rank[best];
    m->point[best] = m->point[last];
    m->rank[best] = m->rank[last];
    m->point[last] = point;
    m->rank[last] = rank;
    return last;
}

#endif
