/* The winner of a position of which only a small part is open, by exhaustive search: proofs within
 * a number of plies, with iterative deepening until one side has one.
 *
 * The open part, the region, is everything that is neither unconditionally alive (reference_life.h)
 * nor territory of such stones in which the other side can't live: outside the region no move
 * changes anything or needs an answer. Scoring is by area with all stones alive, so dead stones in
 * the region have to be captured. Suicide is illegal. A ko bars a point for one move; a pass, which
 * also stands for a move outside, lifts the ko. Two passes end the game, but a pass that lifts a ko
 * does not count, because it could have been a move outside. Repetition wins for nobody: a proof
 * never needs it.
 *
 * By territory each stone costs its player a point until two passes end the game. Play then goes on
 * by area, at no cost, until two more passes: what is dead is what can be captured. */
#ifndef GUZUMI_REFERENCE_SOLVER_H
#define GUZUMI_REFERENCE_SOLVER_H

#include "reference_board.h"

#include <stdint.h>

enum { SOLVER_MAX_REGION = 32, SOLVER_MAX_PLIES = 60 };

/* The result for a move, or for the position. */
enum solver_answer { SOLVER_UNKNOWN, SOLVER_WINS, SOLVER_LOSES };

struct solver {
    int count;                        /* points of the region */
    int point[SOLVER_MAX_REGION];     /* their numbers on the board */
    uint32_t near[SOLVER_MAX_REGION]; /* their neighbours in the region */
    uint32_t beside[2];               /* points next to a living stone, by its colour */
    int outside[2];                   /* points of each colour outside */
    uint32_t stones[2];               /* in the region, at the start */
    int ko;                           /* index of the point barred by ko, or -1 */
    int half_komi;                    /* odd: no draws; by territory plus the cost of the stones on
                                         the board */
    bool by_territory;                /* false at first */
    uint64_t nodes, node_limit;
    struct solver_entry *table; /* owned */
};

/* Finds the region of BOARD. False, with nothing to free, if it has too many points or memory runs
 * out. */
bool solver_open(struct solver *solver, const struct reference_board *board, int half_komi,
                 uint64_t node_limit);
void solver_close(struct solver *solver);

/* The index of a point in the region, or -1 outside. */
int solver_index(const struct solver *solver, int point);

/* Whether COLOR may play the point with that INDEX at the start. */
bool solver_is_legal(const struct solver *solver, int index, enum color color);

/* Whether COLOR wins by that move (an index, or PASS). */
enum solver_answer solver_try(struct solver *solver, int index, enum color color);

#endif
