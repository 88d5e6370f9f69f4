/* Playouts for judging the end of a game: the default policy without moves that put a large chain
 * of one's own into atari, so that a seki stays one and both sides pass. Slower than playout_run.
 */
#ifndef GUZUMI_CAREFUL_H
#define GUZUMI_CAREFUL_H

#include "guzumi/playout.h"

/* Whether playing POINT, legal for COLOR, takes nothing and leaves its chain one liberty for no
 * good reason. Good reasons are to be small (three stones at most, which may kill from inside), to
 * have one of the larger shapes that kill when they are taken (square, pyramid, bulky and crossed
 * five, rabbity six); but never when the last liberty is an eye of one's own. */
bool careful_is_self_atari(const struct board *board, int point, enum color color);

/* Plays BOARD to the end, for at most LIMIT moves. */
void careful_playout(struct board *board, struct playout_start start,
                     const struct playout_patterns *patterns, int limit, struct rng *rng);

#endif
