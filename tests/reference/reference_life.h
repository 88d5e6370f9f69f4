/* Benson's unconditional life, plainly: regions and chains as lists, vitality by looking at each
 * point. Shares nothing with src but the types. */
#ifndef GUZUMI_REFERENCE_LIFE_H
#define GUZUMI_REFERENCE_LIFE_H

#include "reference_board.h"

/* The stones of COLOR's chains that are unconditionally alive. */
void reference_alive(const struct reference_board *board, enum color color,
                     struct reference_set *out);

#endif
