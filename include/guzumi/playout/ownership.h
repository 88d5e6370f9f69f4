/* Ownership of points, by playouts and by proof. Passing, scores with dead stones removed and
 * displays of territory are based on it. */
#ifndef GUZUMI_OWNERSHIP_H
#define GUZUMI_OWNERSHIP_H

#include "guzumi/playout/playout.h"

/* By point, 1 where Black owns it at the end of every playout, -1 where White does. */
struct ownership {
    float mean[BOARD_MAX_POINTS];
    float mean_if_first[2][BOARD_MAX_POINTS]; /* over the playouts where that colour moves first */
};

/* Playouts of ownership_estimate: enough to see which points are settled. */
#ifdef GUZUMI_FUZZING /* a thousand inputs a second matter more */
enum { OWNERSHIP_PLAYOUTS = 8 };
#else
enum { OWNERSHIP_PLAYOUTS = 256 };
#endif

/* Plays BOARD to the end OWNERSHIP_PLAYOUTS times by the default policy; each colour moves first in
 * half of them. Proved ownership (life.h) replaces the means. Depends on the stones alone: the same
 * position has the same estimate. */
void ownership_estimate(struct ownership *out, const struct board *board,
                        const struct playout_patterns *patterns);

/* Whether a point of POINTS has |mean| < MARGIN by this estimate, which becomes OUT if none does.
 * Ends, with OUT unset, as soon as no playout can change that: early in most positions. */
bool ownership_is_open(struct ownership *out, const struct board *board,
                       const struct playout_patterns *patterns, const struct bitset *points,
                       float margin);

/* Makes an ESTIMATE of BOARD one for the end of a game, where it matters which stones are dead:
 * adds as many playouts without bad self-ataris (tactics.h), which leave a seki alone, at a larger
 * weight. */
void ownership_add_careful(struct ownership *estimate, const struct board *board,
                           const struct playout_patterns *patterns);

/* Both. */
void ownership_estimate_final(struct ownership *out, const struct board *board,
                              const struct playout_patterns *patterns);

/* The dead stones of both sides: chains whose points go to the opponent more often than not even if
 * their own side moves first, and that no move of theirs connects to a living chain. */
void ownership_dead_stones(const struct ownership *ownership, const struct board *board,
                           struct bitset *out);

/* Changes DEAD to the worst case for COLOR if it ends the game while the opponent has a move left.
 * Adds chains of COLOR that the opponent, moving first, captures in one of ten playouts or more,
 * except those whose liberties neither side can play without bad self-atari, as in a seki. Removes
 * chains of the opponent that live in as many. */
void ownership_worst_case(const struct ownership *ownership, const struct board *board,
                          enum color color, struct bitset *dead);

/* The stones in seki: neither DEAD nor unconditionally alive (life.h), with a liberty that nobody
 * owns and that neither side can play without bad self-atari. */
void ownership_seki(const struct ownership *ownership, const struct board *board,
                    const struct bitset *dead, struct bitset *out);

/* The points with |mean| >= MARGIN > 0. A margin of 1 asks for the same owner in every playout, or
 * a proof. */
void ownership_settled(const struct ownership *ownership, float margin, const struct board *board,
                       struct bitset *out);

/* Area score with the DEAD stones removed, Black's view, without komi. OWNER as in
 * board_score_area. */
int ownership_score(const struct board *board, const struct bitset *dead,
                    uint8_t owner[BOARD_MAX_POINTS]);

#endif
