/* The features of the tree's policy, found on a plain board. Shares with src the names of the
 * features and their meaning (move_features.def), and the numbers of patterns. */
#ifndef GUZUMI_REFERENCE_MOVES_H
#define GUZUMI_REFERENCE_MOVES_H

#include "guzumi/network/move_policy.h"

#include "reference_board.h"

/* COUNTS gets how often COLOR's legal move at POINT has each feature, gains aside. LAST and OWN as
 * in struct move_situation. Returns the positions of the longest ladder that was read. */
int reference_move_features(const struct reference_board *board,
                            const uint16_t pattern[SURROUNDINGS], enum color color, int last,
                            int own, int point, int counts[MOVE_WEIGHTS]);

#endif
