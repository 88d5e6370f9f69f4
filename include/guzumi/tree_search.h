/* Monte-Carlo tree search: UCT, MC-RAVE, UCT-RAVE (2011 paper, Algorithms 1 and 2).
 *
 * A simulation follows the tree policy from the root as long as the position is in the tree, adds
 * the first one that is not (once it was reached often enough), goes on by the default policy to
 * the end, and is counted at all positions of the tree that it passed; with RAVE each of them
 * counts the result for all moves that its player made from there on.
 *
 * The actions are the moves that fill no eye of one's own and repeat no earlier position of the
 * game or of the path, and the pass, which is a move like the others but at the root, where it is
 * left to the player: it is chosen only when there is no other. Two passes end a simulation with
 * the area score, all stones alive: nobody whose dead stones count passes, and nobody has to fill a
 * seki.
 *
 * The tree stays from run to run: the part that the moves played lead to is gone on with. */
#ifndef GUZUMI_TREE_SEARCH_H
#define GUZUMI_TREE_SEARCH_H

#include "guzumi/search.h"

extern const struct search_method tree_method;

/* Bytes that a position in the tree takes on boards of SIZE, with RAVE or without. */
size_t tree_search_node_bytes(int size, bool has_rave);

#endif
