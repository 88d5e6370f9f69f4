/* Tactics that a Go player sees at a glance: which moves capture, save a chain, are self-atari,
 * make a pattern or are near the last move. They follow from the sets of the board, exactly and
 * without reading ahead. */
#ifndef GUZUMI_TACTICS_H
#define GUZUMI_TACTICS_H

#include "guzumi/playout/playout.h"

/* Classes of distance from the last move: touching it, even diagonally; a jump away; about three
 * points away. */
enum { TACTICS_NEAR = 3 };

/* The smallest board with an opening of its own. */
enum { TACTICS_LARGE = 13 };

struct tactics {
    struct bitset captures; /* capture something */
    struct bitset saves;    /* extend a chain in atari to two liberties or more, captures aside */
    struct bitset answers;  /* saves of chains that touch the last move */
    struct bitset self_ataris;        /* capture nothing and are in atari */
    struct bitset patterns;           /* MoGo's 3x3 patterns, anywhere */
    struct bitset near[TACTICS_NEAR]; /* by distance from the last move; empty after a pass */
    struct bitset edge;               /* on the first line, no stone within two points */
};

/* Opening moves on boards of TACTICS_LARGE or more; on smaller boards the sets are empty. A corner
 * is a square of TACTICS_CORNER lines. */
enum { TACTICS_CORNER = 6 };
struct opening {
    struct bitset frame;     /* on the third or fourth line, no stone within two points */
    struct bitset misplaced; /* on the first two lines or beyond the fifth, no stone within two
                              * points */
    struct bitset corners;   /* on the third or fourth line from both edges of an empty corner */
};

/* Classifies CANDIDATES, legal moves of COLOR. LAST is the point of the last move, PASS or
 * NO_POINT. */
void tactics_find(struct tactics *out, const struct board *board, enum color color, int last,
                  const struct playout_patterns *patterns, const struct bitset *candidates);
void tactics_find_opening(struct opening *out, const struct board *board,
                          const struct bitset *candidates);

/* Whether COLOR's legal move at POINT captures nothing and leaves its chain one liberty to no
 * purpose. It has one if the chain is small (at most three stones, which may kill from inside) or
 * has a larger shape that kills once captured (square four, pyramid four, bulky five, crossed five,
 * rabbity six), unless the last liberty is an eye of COLOR's. */
bool tactics_is_bad_self_atari(const struct board *board, int point, enum color color);

#endif
