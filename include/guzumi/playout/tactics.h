/* What a Go player sees at a glance: which moves capture, save a chain, are self-atari, make a
 * pattern or follow the last move. It comes from the sets of the board, exactly and without reading
 * ahead. */
#ifndef GUZUMI_TACTICS_H
#define GUZUMI_TACTICS_H

#include "guzumi/playout/playout.h"

/* Three distances from the last move are told apart: touching it, even diagonally; a jump away;
 * about three points away. */
enum { TACTICS_NEAR = 3 };

/* The smallest board with an opening of its own. */
enum { TACTICS_LARGE = 13 };

struct tactics {
    struct bitset captures;    /* capture something */
    struct bitset saves;       /* give a chain in atari two liberties or more, captures aside */
    struct bitset answers;     /* those of the saves whose chains touch the last move */
    struct bitset self_ataris; /* capture nothing and are in atari */
    struct bitset patterns;    /* MoGo's 3x3 patterns, anywhere */
    struct bitset near[TACTICS_NEAR]; /* by distance from the last move; none after a pass */
    struct bitset edge;               /* on the first line, no stone within two points */
};

/* Where openings are played, on boards of TACTICS_LARGE or more; on smaller ones the sets are
 * empty. A corner is the square of TACTICS_CORNER lines in it. */
enum { TACTICS_CORNER = 6 };
struct opening {
    struct bitset frame;  /* on the third or fourth line, no stone within two points */
    struct bitset astray; /* on the first two lines or beyond the fifth, no stone within two points:
                           * they are not played there */
    struct bitset corners; /* on the third or fourth line from both edges, no stone in the corner */
};

/* Sorts CANDIDATES, legal moves of COLOR. LAST is the point of the last move, PASS or NO_POINT. */
void tactics_find(struct tactics *out, const struct board *board, enum color color, int last,
                  const struct playout_patterns *patterns, const struct bitset *candidates);

/* The same for openings. */
void tactics_find_opening(struct opening *out, const struct board *board,
                          const struct bitset *candidates);

/* Whether COLOR's legal move at POINT captures nothing and leaves its chain one liberty to no
 * purpose. It has one if the chain is small (at most three stones, which may kill from inside) or
 * has a larger shape that kills once captured (square four, pyramid four, bulky five, crossed five,
 * rabbity six), unless the last liberty is an eye of COLOR's. */
bool tactics_is_bad_self_atari(const struct board *board, int point, enum color color);

#endif
