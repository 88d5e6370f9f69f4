/* A weak opponent that looks one move ahead. It stands in for Wally (Newman 1988), the weak
 * public-domain program of the papers.
 *
 * It plays the move after which
 *
 *     50 (captured stones - own stones in atari) + area + (own liberties - other liberties) / 20
 *
 * is largest and breaks ties at random. Area is the area score with all stones alive, the novice's
 * view. Each stone counts the liberties of its chain, at most 5. The novice fills no eye of its own
 * and passes when no move is left. It reads no ladders, knows no life and death, and sees no threat
 * to chains with two liberties.
 *
 * It is also a search method (novice_search.c). */
#ifndef GUZUMI_NOVICE_H
#define GUZUMI_NOVICE_H

#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"

/* COLOR's move on BOARD: a point, or PASS. */
int novice_move(const struct board *board, enum color color, struct rng *rng);

/* A uniformly random legal move that fills no eye of COLOR's, or PASS. */
int random_candidate(const struct board *board, enum color color, struct rng *rng);

#endif
