/* A slow, plain board and game: a two-dimensional array, chains by flood fill, whole positions
 * compared. Shares nothing with src but the types and the numbering of points (point.h). The
 * contracts are those of board.h. */
#ifndef GUZUMI_REFERENCE_BOARD_H
#define GUZUMI_REFERENCE_BOARD_H

#include "guzumi/go/point.h"

#include <stddef.h>

struct reference_board {
    int size;
    enum color at[BOARD_MAX_SIZE][BOARD_MAX_SIZE]; /* [row][column] */
    int ko;                                        /* where ko_color may not play, or NO_POINT */
    enum color ko_color;
};

/* A set of points, by point number. */
struct reference_set {
    bool has[BOARD_MAX_POINTS];
    int count;
};

void reference_init(struct reference_board *board, int size);

/* OFF_BOARD outside the board. */
enum color reference_color(const struct reference_board *board, int point);
void reference_set_color(struct reference_board *board, int point, enum color color);

/* The chain at a point with a stone, and its liberties. */
void reference_chain(const struct reference_board *board, int point, struct reference_set *stones,
                     struct reference_set *liberties);

/* The liberties that the chain of a stone of COLOR at POINT would have without captures. */
int reference_liberties_after(const struct reference_board *board, int point, enum color color);

/* Whether every chain has a liberty. */
bool reference_is_possible(const struct reference_board *board);

/* Whether COLOR may play the point: on the board, empty, not suicide, not the ko. */
bool reference_is_legal(const struct reference_board *board, int point, enum color color);

/* Plays a legal point or PASS; CAPTURED gets the captured stones. */
void reference_play(struct reference_board *board, int point, enum color color,
                    struct reference_set *captured);

bool reference_is_eye(const struct reference_board *board, int point, enum color color);

/* Whether two boards have the same stones. */
bool reference_same_stones(const struct reference_board *a, const struct reference_board *b);

/* Tromp-Taylor's area score, Black's view; OWNER[point] gets BLACK, WHITE or EMPTY. */
int reference_score(const struct reference_board *board, enum color owner[BOARD_MAX_POINTS]);

/* A game under positional superko: every position so far. */
struct reference_game {
    struct reference_board *positions; /* owned; the last one is the current one */
    size_t count, capacity;
};

/* These abort if out of memory. */
void reference_game_init(struct reference_game *game, int size);
void reference_game_free(struct reference_game *game);
const struct reference_board *reference_game_board(const struct reference_game *game);
bool reference_game_is_legal(const struct reference_game *game, int point, enum color color);
void reference_game_play(struct reference_game *game, int point, enum color color);
void reference_game_undo(struct reference_game *game);

#endif
