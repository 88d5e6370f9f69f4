/* The record of a simulated game that TD learning, RAVE and networks read, whoever played it: an
 * epsilon-greedy policy, a playout, a tree or a real opponent.
 *
 * Move t = 1, 2, ... leads from state t - 1 to state t (its afterstate). State 0 is the start; the
 * record does not describe it. The colours take turns, and a pass is a move. Only what a game has
 * written is valid, so a record is begun at no cost, however long the last game was. */
#ifndef GUZUMI_TRAJECTORY_H
#define GUZUMI_TRAJECTORY_H

#include "guzumi/go/board.h"

#include <assert.h>

enum {
    TRAJECTORY_MAX_MOVES = 3 * BOARD_MAX_SIZE * BOARD_MAX_SIZE,
    TRAJECTORY_STATES = TRAJECTORY_MAX_MOVES + 1
};

/* Longest game that any simulation plays on a board of SIZE. */
static inline int trajectory_move_limit(int size) {
    return 3 * size * size;
}

struct trajectory {
    enum color first; /* plays move 1 */
    int length;       /* moves */
    int valued;       /* states 1 to VALUED have a value: those that can be learnt from */
    bool finished;    /* ended by two passes, not by its move limit */
    bool rewarded;    /* the moves have rewards beside the game's result */
    int16_t point[TRAJECTORY_STATES]; /* of each move, or PASS */
    bool explored[TRAJECTORY_STATES]; /* whether each move was exploratory */
    /* The captured stones, in order; those of move t end before taken[taken_end[t]]. */
    int16_t taken[TRAJECTORY_MAX_MOVES + BOARD_MAX_SIZE * BOARD_MAX_SIZE];
    int16_t taken_end[TRAJECTORY_STATES];
    float value[TRAJECTORY_STATES];  /* linear value of each state, Black's view */
    float reward[TRAJECTORY_STATES]; /* of each move, Black's view, when REWARDED */
    struct bitset stones[2];         /* on the board at the end, by colour */
};

/* Forgets what was written; COLOR plays the first move. */
static inline void trajectory_begin(struct trajectory *trajectory, enum color color) {
    trajectory->first = color;
    trajectory->length = trajectory->valued = 0;
    trajectory->finished = trajectory->rewarded = false;
    trajectory->taken_end[0] = 0;
}

/* Who plays move T. */
static inline enum color trajectory_color(const struct trajectory *trajectory, int t) {
    return t % 2 ? trajectory->first : color_other(trajectory->first);
}

/* Records a move, a point or PASS, that was just played on BOARD and not exploratory. */
static inline void trajectory_append(struct trajectory *trajectory, const struct board *board,
                                     int point) {
    int end = trajectory->taken_end[trajectory->length];
    const int t = ++trajectory->length;
    assert(t <= TRAJECTORY_MAX_MOVES);
    trajectory->point[t] = (int16_t)point;
    trajectory->explored[t] = false;
    if (board->last_captured > 0) BITSET_FOR_EACH(p, board->captured, board->words) {
            trajectory->taken[end++] = (int16_t)p;
        }
    trajectory->taken_end[t] = (int16_t)end;
}

/* The last state to learn from: it has a value, and is not the state after the second pass. */
static inline int trajectory_last_state(const struct trajectory *trajectory) {
    const int last = trajectory->length - trajectory->finished;
    return trajectory->valued < last ? trajectory->valued : last;
}

#endif
