/* What the softmax policy learns from: games of self-play in which a search has judged positions.
 *
 * One row a ply, game after game. All but the values are small whole numbers: floats, as weight
 * files hold them, are exact. */
#ifndef GUZUMI_POLICY_LESSONS_H
#define GUZUMI_POLICY_LESSONS_H

#include "guzumi/status.h"

#include <stddef.h>

/* Where a game begins, as a row of its own: a move that is none. */
enum { LESSON_BEGIN = -3 };

/* The value of a position that no search has looked at. */
#define LESSON_UNJUDGED (-1.0f)

struct policy_lessons {
    float *played; /* owned; the move: a point, PASS, or LESSON_BEGIN */
    float *best;   /* owned; the search's choice before it */
    float *value;  /* owned; Black's chance of winning by that search, or LESSON_UNJUDGED */
    size_t count, room;
};

void policy_lessons_free(struct policy_lessons *lessons);

/* Makes room for COUNT rows. */
enum status policy_lessons_reserve(struct policy_lessons *lessons, size_t count,
                                   struct failure *why);

enum status policy_lessons_add(struct policy_lessons *lessons, int played, int best, double value,
                               struct failure *why);

#endif
