/* A weak opponent that looks no further than its own move. It stands in for Wally (Newman 1988),
 * the weak public-domain program of the papers.
 *
 * It plays the move after which
 *
 *     50 (stones taken - own stones in atari) + area + (own liberties - other liberties) / 20
 *
 * is largest; ties are broken at random. Area is the score with all stones alive, its own view.
 * Liberties are summed over all stones, at most 5 for each. It fills no eye of its own and passes
 * when no move is left. It reads no ladders, knows no life and death, and sees no threat to chains
 * with two liberties. */
#ifndef GUZUMI_NOVICE_H
#define GUZUMI_NOVICE_H

#include "guzumi/base/rng.h"
#include "guzumi/go/board.h"

/* COLOR's move on BOARD, a point or PASS. */
int novice_move(const struct board *board, enum color color, struct rng *rng);

/* A random legal move that fills no eye, or PASS. */
int random_candidate(const struct board *board, enum color color, struct rng *rng);

#endif
