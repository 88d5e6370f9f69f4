/* Unconditional life: stones that stay even if their owner always passes.
 *
 * D. B. Benson, Life in the game of Go, Information Sciences 10 (1976). A region of a colour is a
 * connected set of points without its stones. A region is vital to a chain when each of its empty
 * points is a liberty of the chain. The largest set of chains, each with two vital regions enclosed
 * by chains of the set alone, is unconditionally alive: no sequence of the other side's moves
 * captures one of its stones. */
#ifndef GUZUMI_LIFE_H
#define GUZUMI_LIFE_H

#include "guzumi/go/board.h"

struct life {
    struct bitset alive[2]; /* by colour: the stones of the chains that are unconditionally alive */
    /* Points that these chains alone enclose, and where the other side can't make two eyes whatever
     * is played, because at most one point there, or two beside each other, do not touch them. Its
     * stones there are dead. */
    struct bitset territory[2];
};

/* Takes some microseconds. */
void life_find(struct life *out, const struct board *board);

#endif
