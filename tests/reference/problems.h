/* Positions with one correct move, as diagrams; the komi makes that move decide the game. */
#ifndef GUZUMI_PROBLEMS_H
#define GUZUMI_PROBLEMS_H

#include "diagram.h"

struct problem {
    const char *name;
    int size;
    const char *rows; /* from the top; * is the move */
    enum color to_move;
    int half_komi;
};

#define STONES_OF_EIGHT_AND_SIX "* O O O O  X O O O O  X X X X X  O O O O O  . O . . ."
#define STONE_BETWEEN_CHAINS ". X . . .  X X X X X  O O * O O  . O X O .  O O X O O"
#define EYE_SPACE_OF_THREE ". * . X O  X X X X O  O O O O O  O . O . O  . O O O ."
#define LAST_KO ". X O O .  X X X O O  . X O * O  X X X O O  . X O O ."
#define LAST_DAME ". X * O .  X X O O O  . X O . O  X X O O O  . X O O ."
#define WAY_OUT                                                                                    \
    ". O . O . X .  O O O O . X X  X X X X * . X  O O O O . X X"                                   \
    "  . O . O . X .  O O O O . X X  O O O O . X ."
#define CORNER_OF_TWO_ROWS                                                                         \
    ". * . X O O O O .  X X X X O O O . O  O O O O O O O O O  O . O . O O . O O"                   \
    "  X X X X X X X X X  X . X X . X X . X  X X X X X X X X X  X X . X X X . X X"                 \
    "  X X X X X X X X X"

static const struct problem problems[] = {
    {"take eight stones or lose six", 5, STONES_OF_EIGHT_AND_SIX, BLACK, 1},
    {"take six stones or lose eight", 5, STONES_OF_EIGHT_AND_SIX, WHITE, 1},
    {"connect out of atari", 5, STONE_BETWEEN_CHAINS, BLACK, 1},
    {"cut off and take", 5, STONE_BETWEEN_CHAINS, WHITE, -5},
    {"make two eyes", 5, EYE_SPACE_OF_THREE, BLACK, -21},
    {"take the second eye", 5, EYE_SPACE_OF_THREE, WHITE, -21},
    {"take the last ko", 5, LAST_KO, BLACK, 1},
    {"connect the last ko", 5, LAST_KO, WHITE, 1},
    {"fill the last dame", 5, LAST_DAME, BLACK, -8},
    {"fill the last dame as White", 5, LAST_DAME, WHITE, -8},
    {"run out of atari", 7, WAY_OUT, BLACK, -20},
    {"take what would run out", 7, WAY_OUT, WHITE, -20},
    {"live in the corner", 9, CORNER_OF_TWO_ROWS, BLACK, 31},
    {"kill in the corner", 9, CORNER_OF_TWO_ROWS, WHITE, 31},
};

/* A problem on the board; its solution is MOVE. */
struct posed_problem {
    struct board board;
    enum color to_move;
    int half_komi, move;
};

/* PROBLEM as drawn or, if TURN, in another orientation and with swapped colours. */
static inline struct posed_problem problem_pose(const struct problem *problem, bool turn) {
    struct board drawn;
    const int symmetry = turn ? 5 : 0;
    const int mark = diagram_read(&drawn, problem->size, problem->rows);
    return (struct posed_problem){.board = diagram_turned(&drawn, symmetry, turn),
                                  .to_move =
                                      turn ? color_other(problem->to_move) : problem->to_move,
                                  .half_komi = turn ? -problem->half_komi : problem->half_komi,
                                  .move = point_transform(problem->size, symmetry, mark)};
}

#endif
