/* Life that needs no reading: what stays even when its owner passes for ever.
 *
 * D. B. Benson, Life in the game of Go, Information Sciences 10 (1976). A region of a colour is a
 * connected set of points without its stones. A region is vital to a chain when each of its empty
 * points is a liberty of the chain. The largest set of chains of which each has two vital regions
 * that only chains of the set enclose is unconditionally alive: no sequence of moves of the other
 * side takes one of its stones. */
#ifndef GUZUMI_LIFE_H
#define GUZUMI_LIFE_H

#include "guzumi/board.h"

struct life {
    struct bitset alive[2]; /* by colour: the stones of the chains that are unconditionally alive */
    /* Points enclosed by these alone where the other side can't have two eyes whatever is played,
     * because at most one place is not beside them; its stones there are dead. */
    struct bitset territory[2];
};

/* Some microseconds. */
void life_find(struct life *out, const struct board *board);

#endif
