/* Problems: positions with the moves that alone are right, from text that a Go player can read.
 *
 *   # a comment
 *   problem The middle of three points
 *   board 9
 *   . . . X O . . . .          its rows from the top: X is Black's, O is White's, . is empty
 *   ...
 *   komi 7.5
 *   play W D4                  perhaps: moves from there on
 *   right B B9                 who is to move, and all the moves that are right (pass is one), on
 *                              one line
 *   because ...                perhaps: why, where no exhaustive search can show it
 *
 * The komi makes the right moves win the game, and all others lose it. A line is shorter than
 * PROBLEM_TEXT bytes. */
#ifndef GUZUMI_PROBLEM_FILE_H
#define GUZUMI_PROBLEM_FILE_H

#include "guzumi/go/game.h"

enum { PROBLEM_TEXT = 400, PROBLEM_MAX_MOVES = 8 };

struct problem {
    int line; /* of its name in the file */
    char name[PROBLEM_TEXT];
    struct board start;
    struct move moves[PROBLEM_MAX_MOVES]; /* from there on */
    int move_count;
    double komi;
    enum color to_move;
    struct bitset right; /* points */
    bool passing;        /* is right */
    char reason[PROBLEM_TEXT];
};

/* Reads PATH; *OUT has *COUNT problems, at least one, and is freed with free. */
enum status problems_read(const char *path, struct problem **out, int *count, struct failure *why);

/* Whether the move solves it. */
bool problem_is_solved(const struct problem *problem, int point);

/* The right moves, "B9 C9 pass", into TEXT of PROBLEM_TEXT bytes; returns TEXT. */
const char *problem_format_right(const struct problem *problem, char *text);

#endif
