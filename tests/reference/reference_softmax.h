/* The features of the softmax policy, found on a plain board with whole chains and their liberties.
 * Shares the definitions of the features with src (softmax_features.def). */
#ifndef GUZUMI_REFERENCE_SOFTMAX_H
#define GUZUMI_REFERENCE_SOFTMAX_H

#include "guzumi/playout/softmax.h"

#include "reference_board.h"

/* The eight neighbours of POINT in COLOR's view, row by row, two bits each: BLACK is COLOR. */
unsigned reference_softmax_code(const struct reference_board *board, int point, enum color color);

/* Whether POINT and OTHER are neighbours, diagonally or not. OTHER may be PASS or NO_POINT. */
bool reference_softmax_near(const struct reference_board *board, int point, int other);

/* COUNTS gets how often COLOR's move at the empty POINT has each feature. */
void reference_softmax_features(const struct reference_board *board, enum color color,
                                struct softmax_history history, int point,
                                int counts[SOFTMAX_FEATURES]);

#endif
