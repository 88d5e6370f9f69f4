/* The count by territory (board.h), point by point: each empty or dead point's space is walked
 * through again, and whoever stands around it is asked. */
#ifndef GUZUMI_REFERENCE_TERRITORY_H
#define GUZUMI_REFERENCE_TERRITORY_H

#include "reference_board.h"

/* Black's view, without komi and the prisoners of the game; OWNER as in score_territory. */
int reference_territory(const struct reference_board *board, const struct reference_set *dead,
                        const struct reference_set *seki, enum color owner[BOARD_MAX_POINTS]);

#endif
