/* A game: the position with all that led to it, under the rules that Guzumi plays.
 *
 * Area scoring, no suicide, positional superko over the whole game (the empty or set-up board
 * counts), two passes end the game but do not forbid to go on. Komi survives game_clear. The
 * history is unlimited; undo replays it. */
#ifndef GUZUMI_GAME_H
#define GUZUMI_GAME_H

#include "guzumi/board.h"
#include "guzumi/status.h"

#include <stddef.h>

struct move {
    int16_t point; /* or PASS */
    uint8_t color; /* enum color */
};

struct game {
    struct board board;
    struct board start; /* the position before the first move: empty, handicap or set up */
    enum color to_move; /* as the rules would have it; both colours may always be played */
    enum color first;   /* to move at the start */
    int handicap;       /* stones placed before the first move, 0 when none */
    int half_komi;      /* twice the komi, so that it is exact */
    struct move *moves; /* owned; count of them */
    uint64_t *hashes;   /* owned; hashes[i] of the position after i moves, count + 1 of them */
    size_t count, capacity;
};

/* A limit that any sensible komi keeps. */
#define GAME_MAX_KOMI 1000.0

/* An empty board of SIZE, komi 7.5. Free with game_free. */
enum status game_init(struct game *game, int size, struct failure *why);
void game_free(struct game *game);

/* A copy that shares nothing; TO is uninitialised before. */
enum status game_copy(struct game *to, const struct game *from, struct failure *why);

/* An empty board of SIZE (perhaps another), komi kept. */
void game_clear(struct game *game, int size);

/* Komi in whole or half points within GAME_MAX_KOMI; STATUS_INVALID otherwise. */
enum status game_set_komi(struct game *game, double komi, struct failure *why);
double game_komi(const struct game *game);

/* Whether POINT (or PASS) is legal for COLOR, superko included. */
bool game_is_legal(const struct game *game, int point, enum color color);

/* Plays, or returns STATUS_INVALID with "illegal move: ..." naming what is wrong with it. */
enum status game_play(struct game *game, int point, enum color color, struct failure *why);

/* Takes the last COUNT moves back; false, and nothing is changed, when there are fewer. Set-up and
 * handicap stones stay. */
bool game_undo(struct game *game, size_t count);

/* Starts over from a set-up position: POSITION's stones, TO_MOVE to play, no history. */
void game_set_up(struct game *game, const struct board *position, enum color to_move);

/* Fixed handicap of COUNT stones (GTP 2, section 4.1.1), or the points that it would use. */
enum status game_fixed_handicap(struct game *game, int count, struct failure *why);
int game_handicap_points(int size, int count, int points[9]); /* 0 when COUNT doesn't fit SIZE */
int game_max_fixed_handicap(int size);

/* Free handicap on the COUNT given distinct points of an empty board. */
enum status game_free_handicap(struct game *game, const int *points, int count,
                               struct failure *why);

/* The last moves' passes in a row: 0, 1 or more. */
int game_passes(const struct game *game);

/* The last move's point, PASS, or NO_POINT at the start. */
int game_last_point(const struct game *game);

/* Area score with all stones alive, komi taken off, in half points, Black's view. */
int game_half_score(const struct game *game);

/* A result as GTP and SGF write it, "B+3.5", "W+12", "0", into TEXT of 16 bytes or more. */
const char *game_format_score(int half_score, char *text, size_t size);

#endif
