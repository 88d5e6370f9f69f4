/* The inputs of Ekker's network (2004, section 5.1), from one side's point of view: 32 of them on
 * 5x5, size * size + 7 on other boards.
 *
 *     of each point    liberties of the stone there, 5 at most; negative for the other side's
 *     own, other       the sum over stones of those liberties
 *     difference       own stones less the other side's
 *     own, other       stones on the edge
 *     own, other       1 when a chain of that side is in atari
 *
 * The paper lists "the number of stones on the edge" as one feature but has 32 inputs in all; one
 * for each side gives 32. Each input is scaled to about -1..1: liberties are divided by 5, sums by
 * 5 for each point of the board, the difference by the points of the board, edge stones by the
 * points of the edge. */
#ifndef GUZUMI_LIBERTY_FEATURES_H
#define GUZUMI_LIBERTY_FEATURES_H

#include "guzumi/go/board.h"

enum { LIBERTY_FEATURES_EXTRA = 7, LIBERTY_FEATURES_MAX = BOARD_MAX_SIZE * BOARD_MAX_SIZE + 7 };

static inline int liberty_feature_count(int size) {
    return size * size + LIBERTY_FEATURES_EXTRA;
}

/* Fills OUT with the features of BOARD from SIDE's point of view; points come row by row from A1.
 */
void liberty_features(const struct board *board, enum color side, float *out);

#endif
