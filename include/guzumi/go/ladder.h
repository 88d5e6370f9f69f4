/* Ladders, read to their ends: whether a chain can be captured by atari after atari, where its
 * owner extends or captures what holds it.
 *
 * A reading that grows beyond LADDER_POSITIONS positions, or LADDER_DEPTH moves, is given up: the
 * chain counts as safe. A ladder across a 19x19 board takes 60 moves. */
#ifndef GUZUMI_LADDER_H
#define GUZUMI_LADDER_H

#include "guzumi/go/board.h"

enum { LADDER_POSITIONS = 200, LADDER_DEPTH = 100 };

/* Whether the opponent, to move, can capture the chain at POINT, which has two liberties. */
bool ladder_catches(const struct board *board, int point);

/* Whether the owner of the chain at POINT, which is in atari, can save it, being to move. */
bool ladder_escapes(const struct board *board, int point);

#endif
