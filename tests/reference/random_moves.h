/* Random games with many captures and few filled eyes, and tables of weights with exact sums. */
#ifndef GUZUMI_RANDOM_MOVES_H
#define GUZUMI_RANDOM_MOVES_H

#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"

#include "reference_board.h"
#include "reference_shapes.h"

#include <stdlib.h>

/* The points of LEGAL where COLOR captures. */
static inline struct bitset random_captures(const struct board *b, enum color color,
                                            const struct bitset *legal) {
    struct bitset out = {{0}};
    BITSET_FOR_EACH(p, *legal, b->words) {
        struct board after;
        board_copy(&after, b);
        board_play(&after, p, color);
        if (after.last_captured > 0) bitset_add(&out, p);
    }
    return out;
}

static inline struct bitset random_legal(const struct board *b, enum color color) {
    struct bitset out = {{0}};
    for (int p = 0; p < point_limit(b->size); p++)
        if (board_is_legal(b, p, color)) bitset_add(&out, p);
    return out;
}

/* A random legal move of COLOR, or PASS. */
static inline int random_move(const struct board *b, enum color color, struct rng *rng) {
    struct bitset legal = {{0}};
    if (rng_bernoulli(rng, 0.03)) return PASS;
    if (rng_bernoulli(rng, 0.9))
        board_candidates(b, color, &legal);
    else
        legal = random_legal(b, color);
    if (rng_bernoulli(rng, 0.1)) {
        const struct bitset captures = random_captures(b, color, &legal);
        if (!bitset_is_empty(&captures, b->words)) legal = captures;
    }
    const int count = bitset_count(&legal, b->words);
    return count ? bitset_select(&legal, b->words, (int)rng_below(rng, (uint32_t)count)) : PASS;
}

/* Copies stones and ko to a plain board. */
static inline void plain_copy(struct reference_board *to, const struct board *from) {
    reference_init(to, from->size);
    for (int p = 0; p < point_limit(from->size); p++)
        if (board_color(from, p) < EMPTY) reference_set_color(to, p, board_color(from, p));
    to->ko = from->ko;
    to->ko_color = (enum color)from->ko_color;
}

/* Plays MOVES random moves from the empty board, alternating; returns the colour to move. */
static inline enum color random_position(struct board *b, int size, int moves, struct rng *rng) {
    enum color color = BLACK;
    board_init(b, size);
    for (int i = 0; i < moves; i++) {
        board_play(b, random_move(b, color, rng), color);
        color = color_other(color);
    }
    return color;
}

/* COUNT random weights as in reference_weight, then a 0; the caller frees them. */
static inline float *random_weights(int count, struct rng *rng) {
    float *weights = malloc(((size_t)count + 1) * sizeof *weights);
    if (!weights) abort();
    for (int i = 0; i < count; i++) weights[i] = (float)reference_weight(rng_next(rng));
    weights[count] = 0;
    return weights;
}

#endif
