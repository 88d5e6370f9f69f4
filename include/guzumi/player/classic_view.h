/* What the networks make of the present position, for people who want to look into them. */
#ifndef GUZUMI_CLASSIC_VIEW_H
#define GUZUMI_CLASSIC_VIEW_H

#include "guzumi/classics/classic.h"
#include "guzumi/player/engine.h"

/* The fate of each point as Schraudolph's network predicts it with COLOR to move, from 1 (Black's)
 * to -1 (White's). Fails if there is no such network for the board's size. */
enum status engine_fates(struct engine *engine, enum color color, double out[BOARD_MAX_POINTS],
                         struct failure *why);

/* Appends its kernels (classic.h). */
enum status engine_kernels(struct engine *engine, struct buffer *out, struct failure *why);

#endif
