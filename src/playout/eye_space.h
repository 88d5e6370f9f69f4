/* Small spaces that one colour walls in: nakade, and the moves that make two eyes.
 *
 * A space is a point and the empty points connected to it. COLOR walls it in if no stone of the
 * opponent's is beside it. It counts if it has three points at least and at most as many as the
 * POLICY says. The board knows the surroundings of its points (playout_load with rules). */
#ifndef GUZUMI_EYE_SPACE_H
#define GUZUMI_EYE_SPACE_H

#include "guzumi/playout/playout.h"

#include "playout_board.h"

/* Whether an empty point may be in a space that the opponent of COLOR walls in, as far as its
 * surroundings AROUND show: bits 2 and 3 of struct playout_patterns. */
static ALWAYS_INLINE bool may_be_nakade(const struct playout_patterns *patterns, unsigned around,
                                        enum color color) {
    return patterns->rules[around] >> (2 + (unsigned)color) & 1;
}

/* The vital point of the space around the empty POINT that COLOR walls in, or NO_POINT. */
int eye_space_vital(const struct playout_board *b, int size, int point, enum color color,
                    const struct playout_policy *policy);

/* The answers to a stone that the opponent has just played at LAST in a space that COLOR walls in:
 * the points that divide it, in ascending order; returns their number. In a living row of four,
 * bent or not, that is the one beside the stone X:
 *
 *     . X * .      X * .      . * X      . * X .
 *                      .        .            .        */
int eye_space_answers(const struct playout_board *b, int size, int last, enum color color,
                      const struct playout_policy *policy, int answers[PLAYOUT_NAKADE_MAX]);

/* Whether COLOR would fill a space of its own at the empty POINT, where another point makes two
 * eyes of it. */
bool eye_space_spoils(const struct playout_board *b, int size, int point, enum color color,
                      const struct playout_policy *policy);

/* Whether STONES, COUNT of them and connected, leave a space with a single eye once they are
 * captured, so that losing them kills: one that has a vital point, a square four, or fewer than
 * four points. */
bool eye_space_kills(const struct bitset *stones, int count, int size);

#endif
