/* The moves among which the simulation policies draw (Gelly et al. 2006, section 3.2), found on a
 * plain board. Which surroundings are patterns is the caller's to say. */
#ifndef GUZUMI_REFERENCE_PLAYOUT_H
#define GUZUMI_REFERENCE_PLAYOUT_H

#include "reference_board.h"

/* Legal moves of COLOR that fill no eye of its own. */
struct reference_set reference_candidates(const struct reference_board *board, enum color color);

/* Candidates that save a chain of COLOR in atari next to the point LAST: by playing its liberty,
 * when the chain has two or more then (captures aside), or by taking a chain that touches it. */
struct reference_set reference_saving_moves(const struct reference_board *board, int last,
                                            enum color color);

/* Candidates around LAST that PATTERN holds. */
struct reference_set reference_pattern_moves(const struct reference_board *board, int last,
                                             enum color color, const struct reference_set *pattern);

/* Candidates that take something. */
struct reference_set reference_capturing_moves(const struct reference_board *board,
                                               enum color color);

/* The tactics of playout.h. Candidates that take the chain at LAST. */
struct reference_set reference_taking_moves(const struct reference_board *board, int last,
                                            enum color color);

/* Candidates on the vital point of a space of MOST points or fewer beside LAST whose walls have one
 * colour. */
struct reference_set reference_nakade_moves(const struct reference_board *board, int last,
                                            enum color color, int most);

/* Candidates that are no self-atari of four stones or more, nor one of LEAST or more whose last
 * liberty is beside another empty point. */
struct reference_set reference_careful_moves(const struct reference_board *board, enum color color,
                                             int least);

#endif
