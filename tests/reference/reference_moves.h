/* The features of the move policy, found on a plain board. Shares the definitions of the features
 * (move_features.def) and the numbers of patterns with src. */
#ifndef GUZUMI_REFERENCE_MOVES_H
#define GUZUMI_REFERENCE_MOVES_H

#include "guzumi/network/move_policy.h"

#include "reference_board.h"

/* COUNTS gets how often COLOR's legal move at POINT has each feature except gains. LAST and OWN as
 * in struct move_situation. Returns the number of positions of the longest ladder. */
int reference_move_features(const struct reference_board *board,
                            const uint16_t pattern[SURROUNDINGS], enum color color, int last,
                            int own, int point, int counts[MOVE_WEIGHTS]);

#endif
