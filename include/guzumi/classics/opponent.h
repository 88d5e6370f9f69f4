/* Opponents of a network in training (Schraudolph 1994, section 3): a random mover that fills no
 * eye, the built-in novice, or a program that speaks GTP. A fraction of random moves makes each of
 * them weaker. */
#ifndef GUZUMI_OPPONENT_H
#define GUZUMI_OPPONENT_H

#include "guzumi/base/rng.h"
#include "guzumi/go/game.h"
#include "guzumi/learner/learner.h"

/* --- the novice --- */

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
 * It is also a search method (classic_search.c).
 *
 * COLOR's move on BOARD: a point, or PASS. */
int novice_move(const struct board *board, enum color color, struct rng *rng);

/* A uniformly random legal move that fills no eye of COLOR's, or PASS. */
int random_candidate(const struct board *board, enum color color, struct rng *rng);

/* --- opponents --- */

struct opponent;

/* COMMAND starts the program of OPPONENT_PROGRAM, by PLAN's host; both are borrowed. The other
 * kinds need neither. Once *PLAN->stop is set, waiting for the program fails with STATUS_STOPPED.
 */
enum status opponent_new(struct opponent **out, enum opponent_kind kind, const char *command,
                         const struct training_plan *plan, struct failure *why);
/* Accepts NULL. */
void opponent_free(struct opponent *opponent);

/* Begins a new game on an empty board of SIZE. */
enum status opponent_begin(struct opponent *opponent, int size, double komi, struct failure *why);

/* Asks for the score of a game that is over. A program puts its count into *SCORE (points,
 * Black's view, komi included) and sets *COUNTED. The other opponents leave both alone. */
enum status opponent_score(struct opponent *opponent, bool *counted, double *score,
                           struct failure *why);

/* Shows the opponent a move, by either side, that it did not choose. */
enum status opponent_observe(struct opponent *opponent, int point, enum color color,
                             struct failure *why);

/* COLOR's move on BOARD, a point or PASS. It is legal and fills no eye. With probability
 * RANDOM_SHARE it is random. A program that resigns or chooses an illegal move passes. */
enum status opponent_move(struct opponent *opponent, const struct board *board, enum color color,
                          double random_share, struct rng *rng, int *point, struct failure *why);

#endif
