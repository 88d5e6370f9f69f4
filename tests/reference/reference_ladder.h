/* Ladders read by trying everything on the plain board, for tests: what ladder.h promises
 * without any limit. */
#ifndef GUZUMI_REFERENCE_LADDER_H
#define GUZUMI_REFERENCE_LADDER_H

#include "reference_board.h"

/* POSITIONS counts up by the positions that were looked at. */
bool reference_ladder_catches(const struct reference_board *board, int point, int *positions);
bool reference_ladder_escapes(const struct reference_board *board, int point, int *positions);

#endif
