/* Whom a network plays in training (Schraudolph 1994, section 3): a random mover that fills no eye,
 * the built-in novice, or a program that speaks GTP, each made weaker by a share of random moves.
 */
#ifndef GUZUMI_OPPONENT_H
#define GUZUMI_OPPONENT_H

#include "guzumi/game.h"
#include "guzumi/params.h"
#include "guzumi/rng.h"

struct opponent;

/* COMMAND starts the program of OPPONENT_PROGRAM and is otherwise NULL; borrowed. */
enum status opponent_new(struct opponent **out, enum opponent_kind kind, const char *command,
                         struct failure *why);
void opponent_free(struct opponent *opponent);

/* A new game on an empty board of SIZE. */
enum status opponent_begin(struct opponent *opponent, int size, double komi, struct failure *why);

/* A game that is over: a program that can count says who won it, Black's view with komi counted,
 * into *SCORE, and *TOLD is true. The other opponents leave both alone. */
enum status opponent_score(struct opponent *opponent, bool *told, double *score,
                           struct failure *why);

/* Tells of a move of either side that the opponent did not choose. */
enum status opponent_told(struct opponent *opponent, int point, enum color color,
                          struct failure *why);

/* COLOR's move on BOARD, legal and no eye filled: a point or PASS. With a chance of RANDOM_SHARE it
 * is a random one. A program that resigns or wants what is not legal passes. */
enum status opponent_move(struct opponent *opponent, const struct board *board, enum color color,
                          double random_share, struct rng *rng, int *point, struct failure *why);

#endif
