/* The moves that the simulation policies draw from (Gelly et al. 2006, section 3.2), found on a
 * plain board. The caller says which points are pattern moves. */
#ifndef GUZUMI_REFERENCE_PLAYOUT_H
#define GUZUMI_REFERENCE_PLAYOUT_H

#include "reference_board.h"

/* Legal moves of COLOR that fill no eye of its own. */
struct reference_set reference_candidates(const struct reference_board *board, enum color color);

/* Candidates that save a chain of COLOR in atari next to the point LAST: on its liberty, if the
 * chain then has two or more (captures aside), or by capturing a chain that touches it. */
struct reference_set reference_saving_moves(const struct reference_board *board, int last,
                                            enum color color);

/* Candidates around LAST that are in PATTERN. */
struct reference_set reference_pattern_moves(const struct reference_board *board, int last,
                                             enum color color, const struct reference_set *pattern);

/* Candidates that capture. */
struct reference_set reference_capturing_moves(const struct reference_board *board,
                                               enum color color);

/* The tactics of playout.h: candidates that capture the chain at LAST, */
struct reference_set reference_taking_moves(const struct reference_board *board, int last,
                                            enum color color);

/* candidates on the vital point of a space beside LAST with at most MOST points and walls of one
 * colour, */
struct reference_set reference_nakade_moves(const struct reference_board *board, int last,
                                            enum color color, int most);

/* candidates where COLOR answers a stone at LAST inside a space of its own, three to MOST points
 * that it walls in: they divide the space, or leave two pairs of empty points, */
struct reference_set reference_answers_inside(const struct reference_board *board, int last,
                                              enum color color, int most);

/* candidates that fill no such space where another move makes two eyes of it: by dividing the
 * space, or by leaving a shape that lives, */
struct reference_set reference_thrifty_moves(const struct reference_board *board, enum color color,
                                             int most);

/* candidates that are no self-atari of four stones or more, nor of LEAST or more whose last liberty
 * has another empty neighbour. */
struct reference_set reference_careful_moves(const struct reference_board *board, enum color color,
                                             int least);

#endif
