/* Who wins a position of which only a small part is open, by exhaustive search: plain proofs
 * within a number of plies, deepened until one side has one.
 *
 * The open part, the region, is what is neither unconditionally alive (reference_life.h) nor
 * territory of such stones in which the other side can't live: outside it nobody has a move that
 * changes anything or has to be answered. Play is by area with all stones alive, so dead stones of
 * the region have to be taken; suicide is illegal; a point is barred by ko for one move, and a
 * pass, which stands for a move outside as well, lifts that. Two passes end the game, but a pass
 * that lifts a ko is none of them, as it could have been a move outside. Repetition wins for
 * nobody: a proof never needs it. */
#ifndef GUZUMI_REFERENCE_SOLVER_H
#define GUZUMI_REFERENCE_SOLVER_H

#include "reference_board.h"

#include <stdint.h>

enum { SOLVER_MAX_REGION = 32, SOLVER_MAX_PLIES = 60 };

/* What is known of a move, or of the position. */
enum solver_answer { SOLVER_UNKNOWN, SOLVER_WINS, SOLVER_LOSES };

struct solver {
    int count;                        /* points of the region */
    int point[SOLVER_MAX_REGION];     /* their numbers on the board */
    uint32_t near[SOLVER_MAX_REGION]; /* their neighbours in the region */
    uint32_t beside[2];               /* those beside a living stone of each colour */
    int outside[2];                   /* points of each colour outside */
    uint32_t stones[2];               /* in the region, at the start */
    int ko;                           /* index of the point barred to the mover, or -1 */
    int half_komi;                    /* odd: no draws */
    uint64_t nodes, node_limit;       /* looked at so far, and at most */
    struct solver_entry *table;       /* owned */
};

/* Finds the region of BOARD. False, and nothing to free, when it has too many points, or memory
 * runs out. */
bool solver_open(struct solver *solver, const struct reference_board *board, int half_komi,
                 uint64_t node_limit);
void solver_close(struct solver *solver);

/* The index of a point in the region, -1 when it is outside. */
int solver_index(const struct solver *solver, int point);

/* Whether COLOR may play the point with that INDEX at the start. */
bool solver_is_legal(const struct solver *solver, int index, enum color color);

/* Whether COLOR wins by that move (an index, or PASS). */
enum solver_answer solver_try(struct solver *solver, int index, enum color color);

#endif
