/* What a Go player sees of a position at a glance: which moves capture, save, put themselves into
 * atari, make a pattern or follow the last move. Exact, by the board's own sets; no reading. */
#ifndef GUZUMI_TACTICS_H
#define GUZUMI_TACTICS_H

#include "guzumi/playout.h"

/* Distances from the last move that are told apart: touching it, even diagonally; a jump away; and
 * about three points away. */
enum { TACTICS_NEAR = 3 };

/* The smallest board with an opening of its own. */
enum { TACTICS_LARGE = 13 };

struct tactics {
    struct bitset captures;    /* take something */
    struct bitset saves;       /* give a chain in atari two liberties or more, captures aside */
    struct bitset answers;     /* of the saves: of chains beside the last move */
    struct bitset self_ataris; /* take nothing and stand in atari */
    struct bitset patterns;    /* MoGo's 3x3 patterns, anywhere */
    struct bitset near[TACTICS_NEAR]; /* by distance from the last move; none after a pass */
    struct bitset edge;               /* on the first line, no stone within two points */
    /* From TACTICS_LARGE on, with no stone within two points: where openings are played, on the
     * third and fourth line, and where they are not, on the first two and beyond the fifth. */
    struct bitset frame, astray;
};

/* Sorts CANDIDATES, legal moves of COLOR; LAST is the last move's point, PASS or NO_POINT. */
void tactics_find(struct tactics *out, const struct board *board, enum color color, int last,
                  const struct playout_patterns *patterns, const struct bitset *candidates);

#endif
