/* Who will own each point, by playouts and by proof: the ground for passing, for scoring with dead
 * stones removed, and for showing territory. */
#ifndef GUZUMI_OWNERSHIP_H
#define GUZUMI_OWNERSHIP_H

#include "guzumi/playout.h"

struct ownership {
    int playouts;
    float owner[BOARD_MAX_POINTS];    /* 1 Black's in all playouts, -1 White's, by point */
    float first[2][BOARD_MAX_POINTS]; /* the same of those in which a colour plays first */
};

/* Playouts that ownership_estimate makes: enough for the settled to stand out. */
enum { OWNERSHIP_PLAYOUTS = 256 };

/* Plays BOARD to its end OWNERSHIP_PLAYOUTS times by the default policy, each colour to move in
 * half of them; what guzumi/life.h proves takes the place of what was played. Depends on the stones
 * alone: the same position always gives the same answer. */
void ownership_estimate(struct ownership *out, const struct board *board,
                        const struct playout_patterns *patterns);

/* The same for a position at the end of a game, where it matters which stones are dead: as many
 * careful playouts (guzumi/careful.h), which leave a seki alone, have the larger say. */
void ownership_judge(struct ownership *out, const struct board *board,
                     const struct playout_patterns *patterns);

/* The points of the chains that are dead: both sides' stones that go to the other side more often
 * than not even when they play first. */
void ownership_dead_stones(const struct ownership *ownership, const struct board *board,
                           struct bitset *out);

/* The points of the chains that are in seki: not DEAD, and with a liberty that nobody owns and that
 * neither side can fill without putting itself into atari. */
void ownership_seki(const struct ownership *ownership, const struct board *board,
                    const struct bitset *dead, struct bitset *out);

/* The points whose owner is certain to MARGIN (above 0; 1: the same in every playout, or proved).
 */
void ownership_settled(const struct ownership *ownership, float margin, const struct board *board,
                       struct bitset *out);

/* Area score with the DEAD stones removed, Black's view, without komi; OWNER (or NULL) as in
 * board_score_area. */
int ownership_score(const struct board *board, const struct bitset *dead,
                    uint8_t owner[BOARD_MAX_POINTS]);

#endif
