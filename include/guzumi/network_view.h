/* What the networks at hand make of the present position, for people who want to see. */
#ifndef GUZUMI_NETWORK_VIEW_H
#define GUZUMI_NETWORK_VIEW_H

#include "guzumi/engine.h"
#include "guzumi/network_print.h"

/* The fate of each point as Schraudolph's network predicts it with COLOR to move, Black's 1 to
 * White's -1. Fails when there is no such network for the board's size. */
enum status engine_fates(struct engine *engine, enum color color, double out[BOARD_MAX_POINTS],
                         struct failure *why);

/* Appends its kernels (network_print.h). */
enum status engine_kernels(struct engine *engine, struct buffer *out, struct failure *why);

#endif
