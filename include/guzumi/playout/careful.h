/* Playouts that judge the end of a game: the default policy without moves that put a large chain of
 * one's own into atari. A seki then stays a seki, and both sides pass. They are slower than
 * playout_run. */
#ifndef GUZUMI_CAREFUL_H
#define GUZUMI_CAREFUL_H

#include "guzumi/playout/playout.h"

/* Whether COLOR's legal move at POINT captures nothing and leaves its chain one liberty for no good
 * reason. There are two good reasons: the chain is small (three stones at most, which may kill from
 * inside), or it has one of the larger shapes that kill when they are captured (square four,
 * pyramid four, bulky five, crossed five, rabbity six). Neither counts if the last liberty is an
 * eye of COLOR's. */
bool careful_is_self_atari(const struct board *board, int point, enum color color);

/* Plays BOARD to the end of the game, or for LIMIT moves. */
void careful_playout(struct board *board, struct playout_start start,
                     const struct playout_patterns *patterns, int limit, struct rng *rng);

#endif
