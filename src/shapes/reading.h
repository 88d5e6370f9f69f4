/* How a tracker reads weights: what tracker.c and episode.c share. */
#ifndef GUZUMI_READING_H
#define GUZUMI_READING_H

#include "guzumi/shapes/tracker.h"

#include "board_kernel.h"

/* Constants in the inner loops. */
struct reading {
    bool li;         /* the LI table as well */
    bool concurrent; /* while other threads may be changing the weights */
};

static ALWAYS_INLINE struct reading reading_of(const struct shape_weights *w) {
    return (struct reading){.li = w->li != NULL, .concurrent = w->concurrent};
}

static ALWAYS_INLINE float read_weight(const struct shape_weights *w, struct reading how,
                                       int region, int32_t code) {
    const float weight = weight_read(&w->table[w->base[region] + code], how.concurrent);
    if (!how.li) return weight;
    return weight + weight_read(&w->li[w->shapes->li_base[region] + code], how.concurrent);
}

/* What a stone of COLOR adds to a code, in units of its cover's. */
static ALWAYS_INLINE int32_t stone_digit(enum color color) {
    return color == BLACK ? 1 : 2;
}

static ALWAYS_INLINE void spoil_gains(struct tracker *t) {
    const int words = size_words(t->weights.shapes->size);
    for (int color = 0; color < 2; color++)
        for (int i = 0; i < words; i++) t->stale[color].word[i] = ~UINT64_C(0);
}

#endif
