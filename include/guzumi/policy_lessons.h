/* What the learnt policies learn from: games of self-play in which a search has judged positions.
 *
 * One row a ply, game after game; a row's choices are the moves that the search visited. All but
 * the values are whole numbers: floats, as weight files hold them, are exact. */
#ifndef GUZUMI_POLICY_LESSONS_H
#define GUZUMI_POLICY_LESSONS_H

#include "guzumi/status.h"

#include <stddef.h>

/* Where a game begins, as a row of its own: a move that is none. */
enum { LESSON_BEGIN = -3 };

/* The value of a position that no search has looked at. */
#define LESSON_UNJUDGED (-1.0f)

struct policy_lessons {
    float *played;  /* owned; the move: a point, PASS, or LESSON_BEGIN */
    float *best;    /* owned; the search's choice before it */
    float *value;   /* owned; Black's chance of winning by that search, or LESSON_UNJUDGED */
    float *choices; /* owned; how many of the choices below are this row's */
    size_t count, room;
    float *choice; /* owned; a point that a search visited */
    float *visits; /* owned; how often */
    size_t choice_count, choice_room;
};

void policy_lessons_free(struct policy_lessons *lessons);

/* Makes room for COUNT rows, and for CHOICES of them all. */
enum status policy_lessons_reserve(struct policy_lessons *lessons, size_t count, size_t choices,
                                   struct failure *why);

/* Adds a row without choices. */
enum status policy_lessons_add(struct policy_lessons *lessons, int played, int best, double value,
                               struct failure *why);

/* Adds a choice to the last row. */
enum status policy_lessons_add_choice(struct policy_lessons *lessons, int point, double visits,
                                      struct failure *why);

/* Forgets all rows from COUNT on. */
void policy_lessons_cut(struct policy_lessons *lessons, size_t count);

#endif
