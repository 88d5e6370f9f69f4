/* Life and death by reading alone: unconditional life, and ladders.
 *
 * Unconditionally alive are stones that stay even if their owner always passes: D. B. Benson, Life
 * in the game of Go, Information Sciences 10 (1976). A region of a colour is a connected set of
 * points without its stones. A region is vital to a chain when each of its empty points is a
 * liberty of the chain. The largest set of chains, each with two vital regions enclosed by chains
 * of the set alone, is unconditionally alive: no sequence of the other side's moves captures one of
 * its stones.
 *
 * A ladder is read to its end: whether a chain can be captured by atari after atari, where its
 * owner extends or captures what holds it. A reading that grows beyond LADDER_POSITIONS positions,
 * or LADDER_DEPTH moves, is given up: the chain counts as safe. A ladder across a 19x19 board takes
 * 60 moves. */
#ifndef GUZUMI_LIFE_H
#define GUZUMI_LIFE_H

#include "guzumi/go/board.h"

/* --- unconditional life --- */

struct life {
    struct bitset alive[2]; /* by colour: the stones of the chains that are unconditionally alive */
    /* Regions enclosed by these chains alone in which the opponent can't make two eyes, because at
     * most one point, or two adjacent points, don't touch the chains. The opponent's stones there
     * are dead. */
    struct bitset territory[2];
};

/* Takes some microseconds. */
void life_find(struct life *out, const struct board *board);

/* --- ladders --- */

enum { LADDER_POSITIONS = 200, LADDER_DEPTH = 100 };

/* Whether the opponent, to move, can capture the chain at POINT, which has two liberties. */
bool ladder_catches(const struct board *board, int point);

/* Whether the owner of the chain at POINT, which is in atari, can save it, being to move. */
bool ladder_escapes(const struct board *board, int point);

#endif
