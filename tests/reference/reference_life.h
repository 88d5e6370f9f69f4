/* Unconditional life and ladders, read plainly. Shares nothing with src but the types. */
#ifndef GUZUMI_REFERENCE_LIFE_H
#define GUZUMI_REFERENCE_LIFE_H

#include "reference_board.h"

/* The stones of COLOR's unconditionally alive chains, by Benson's algorithm: regions and chains as
 * lists, vital regions found point by point. */
void reference_alive(const struct reference_board *board, enum color color,
                     struct reference_set *out);

/* Ladders by exhaustive search: what life.h promises, without any limit. POSITIONS counts the
 * visited positions. */
bool reference_ladder_catches(const struct reference_board *board, int point, int *positions);
bool reference_ladder_escapes(const struct reference_board *board, int point, int *positions);

#endif
