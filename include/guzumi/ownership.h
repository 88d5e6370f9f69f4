/* Who will own each point, by default-policy playouts: the ground for passing, for scoring with
 * dead stones removed, and for showing territory. */
#ifndef GUZUMI_OWNERSHIP_H
#define GUZUMI_OWNERSHIP_H

#include "guzumi/playout.h"

struct ownership {
    int playouts;
    float owner[BOARD_MAX_POINTS]; /* 1 Black's in all playouts, -1 White's, by point */
};

/* Playouts that ownership_estimate makes: enough for the settled to stand out. */
enum { OWNERSHIP_PLAYOUTS = 256 };

/* Plays BOARD to its end OWNERSHIP_PLAYOUTS times, each colour to move in half of them. Depends on
 * the stones alone: the same position always gives the same answer. */
void ownership_estimate(struct ownership *out, const struct board *board,
                        const struct playout_patterns *patterns);

/* The points of the chains that are dead: both sides' stones whose points go to the other side in
 * most playouts. */
void ownership_dead_stones(const struct ownership *ownership, const struct board *board,
                           struct bitset *out);

/* The points that one side owns in nearly every playout. */
void ownership_settled(const struct ownership *ownership, const struct board *board,
                       struct bitset *out);

/* Area score with the DEAD stones removed, Black's view, without komi; OWNER (or NULL) as in
 * board_score_area. */
int ownership_score(const struct board *board, const struct bitset *dead,
                    uint8_t owner[BOARD_MAX_POINTS]);

#endif
