/* The record of a simulated game, which TD learning, RAVE and networks learn from. Whatever plays
 * the game writes it: an epsilon-greedy policy, a playout, a tree or a real opponent.
 *
 *     state 0 --move 1--> state 1 --move 2--> state 2 ... state LENGTH
 *
 * State t is the afterstate of move t. State 0 is the start, which the record does not contain. The
 * colours alternate, and a pass is a move. Only the entries that a game has written are valid, so a
 * record is begun at no cost. */
#ifndef GUZUMI_TRAJECTORY_H
#define GUZUMI_TRAJECTORY_H

#include "guzumi/go/board.h"

#include <assert.h>

enum {
    TRAJECTORY_MAX_MOVES = 3 * BOARD_MAX_SIZE * BOARD_MAX_SIZE,
    TRAJECTORY_STATES = TRAJECTORY_MAX_MOVES + 1
};

/* The longest game of any simulation on a board of SIZE. */
static inline int trajectory_move_limit(int size) {
    return 3 * size * size;
}

struct trajectory {
    enum color first;                 /* plays move 1 */
    int length;                       /* moves */
    int valued;                       /* states 1 to VALUED have a value and can be learnt from */
    bool finished;                    /* ended by two passes, not by the move limit */
    bool rewarded;                    /* moves have rewards in addition to the game's result */
    int16_t point[TRAJECTORY_STATES]; /* of each move, or PASS */
    bool explored[TRAJECTORY_STATES]; /* whether each move was exploratory */
    /* Captured stones: those of move t are taken[taken_end[t - 1]] .. taken[taken_end[t] - 1]. */
    int16_t taken[TRAJECTORY_MAX_MOVES + BOARD_MAX_SIZE * BOARD_MAX_SIZE];
    int16_t taken_end[TRAJECTORY_STATES];
    float value[TRAJECTORY_STATES];  /* linear value of each state, Black's view */
    float reward[TRAJECTORY_STATES]; /* of each move, Black's view, when REWARDED */
    struct bitset stones[2];         /* on the board at the end, by colour */
};

/* Empties the record; COLOR plays the first move. */
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

/* Records a move, a point or PASS, that was just played on BOARD and is not exploratory. */
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
