/* Who will own each point, by playouts and by proof. It is the basis for passing, for scoring with
 * dead stones removed, and for showing territory. */
#ifndef GUZUMI_OWNERSHIP_H
#define GUZUMI_OWNERSHIP_H

#include "guzumi/playout/playout.h"

struct ownership {
    int playouts;
    float mean[BOARD_MAX_POINTS];    /* 1 Black's in all playouts, -1 White's, by point */
    float mean_if_first[2][BOARD_MAX_POINTS]; /* the same by the playouts in which a colour plays first */
};

/* Playouts of ownership_estimate: enough to tell which points are settled. */
enum { OWNERSHIP_PLAYOUTS = 256 };

/* Plays BOARD to the end OWNERSHIP_PLAYOUTS times by the default policy; each colour plays first in
 * half of them. Where life.h proves an owner, the proof counts instead. The answer depends
 * on the stones alone: it is always the same for the same position. */
void ownership_estimate(struct ownership *out, const struct board *board,
                        const struct playout_patterns *patterns);

/* The same for the end of a game, where it matters which stones are dead: as many careful playouts
 * without bad self-atari (tactics.h), which leave a seki alone, are added and count more. */
void ownership_estimate_final(struct ownership *out, const struct board *board,
                              const struct playout_patterns *patterns);

/* The dead stones of both sides: those whose points go to the other side more often than not even
 * when their own side plays first, and that no move of theirs joins to living ones. */
void ownership_dead_stones(const struct ownership *ownership, const struct board *board,
                           struct bitset *out);

/* What COLOR has to fear if it ends the game, the other side having another move. To the DEAD
 * stones come chains of COLOR that lose one of ten playouts and more when that side plays first,
 * but for those on whose liberties neither side can play without putting itself into atari, as in a
 * seki; chains of the other side that live in as many are taken off. */
void ownership_worst_case(const struct ownership *ownership, const struct board *board,
                          enum color color, struct bitset *dead);

/* The stones in seki: they are not DEAD, and have a liberty that nobody owns and that neither side
 * can fill without putting itself into atari. */
void ownership_seki(const struct ownership *ownership, const struct board *board,
                    const struct bitset *dead, struct bitset *out);

/* The points whose owner is certain: |owner| is at least MARGIN, which is above 0 (1: the same in
 * every playout, or proved). */
void ownership_settled(const struct ownership *ownership, float margin, const struct board *board,
                       struct bitset *out);

/* Area score with the DEAD stones removed, Black's view, without komi. OWNER as in
 * board_score_area. */
int ownership_score(const struct board *board, const struct bitset *dead,
                    uint8_t owner[BOARD_MAX_POINTS]);

#endif
