/* The policy-value network's evaluation of a position without any search, for people who inspect
 * the program and for programs that ask for a raw evaluation. The tree search opens a node with the
 * same numbers, up to the rounding of local shapes. */
#ifndef GUZUMI_NETWORK_VIEW_H
#define GUZUMI_NETWORK_VIEW_H

#include "guzumi/learner/learner.h"
#include "guzumi/network/network.h"

/* Probabilities and values are by point, -1 at points without one. */
struct network_evaluation {
    double policy[BOARD_MAX_POINTS];    /* of the moves that fill no eye; they add up to 1 */
    double ownership[BOARD_MAX_POINTS]; /* from 1 (Black's) to -1 (White's); 0 off the board */
    double score;                       /* in points, Black's view, komi included */
    double win_rate;                    /* 0 to 1, the view of the player to move */
};

/* Evaluates positions of one board size; keeps the weights that it borrows from the store. */
struct network_view;

/* *OUT is NULL if STORE has no network for boards of SIZE. Valid until the store's next load. Free
 * with network_view_free, which accepts NULL. */
enum status network_view_new(struct network_view **out, struct weight_store *store, int size,
                             struct failure *why);
void network_view_free(struct network_view *view);

void network_view_evaluate(struct network_view *view, const struct network_position *position,
                           struct network_evaluation *out);

/* The mover's win rate after each of the MOVES, by point, -1 elsewhere: one evaluation a move. */
void network_view_values(struct network_view *view, const struct network_position *position,
                         const struct bitset *moves, double values[BOARD_MAX_POINTS]);

/* The moves that follow POSITION when both sides play the most probable move, until one has none.
 * Returns their number, at most ROOM. */
int network_view_line(struct network_view *view, const struct network_position *position,
                      int line[], int room);

#endif
