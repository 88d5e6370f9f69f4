/* Problems: positions and their right moves, in a text that a Go player can read.
 *
 *   # a comment
 *   problem The middle of three points
 *   board 9
 *   . . . X O . . . .          rows from the top: X black, O white, . empty
 *   ...
 *   komi 7.5
 *   play W D4                  optional: moves after the position
 *   right B B9                 the colour to move and all right moves (also pass), on one line
 *   because ...                optional: the reason, if no exhaustive search can prove it
 *
 * The komi makes the right moves win the game, and all others lose it. A line is shorter than
 * PROBLEM_TEXT bytes. */
#ifndef GUZUMI_CMD_PROBLEMS_H
#define GUZUMI_CMD_PROBLEMS_H

#include "guzumi/go/game.h"

enum { PROBLEM_TEXT = 400, PROBLEM_MAX_MOVES = 8 };

struct problem {
    int line; /* of its name in the file */
    char name[PROBLEM_TEXT];
    struct board start;
    struct move moves[PROBLEM_MAX_MOVES]; /* after START */
    int move_count;
    double komi;
    enum color to_move;
    struct bitset right; /* points */
    bool passing;        /* whether a pass is right */
    char reason[PROBLEM_TEXT];
};

/* Reads PATH; *OUT has *COUNT problems, at least one, and is freed with free. */
enum status problems_read(const char *path, struct problem **out, int *count, struct failure *why);

/* Whether POINT solves PROBLEM. */
bool problem_is_solved(const struct problem *problem, int point);

#endif
