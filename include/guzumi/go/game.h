/* A game: the position and its history, under the rules that Guzumi plays by.
 *
 * Area or territory scoring, no suicide, positional superko over the whole game (the empty or
 * set-up board counts). Two passes end the game but do not forbid further moves. Moves that only
 * other rules allow can be played with game_play_allowing. Komi, the bonus for handicap stones and
 * the way of scoring survive game_clear. The history is unlimited; undo replays it. */
#ifndef GUZUMI_GAME_H
#define GUZUMI_GAME_H

#include "guzumi/base/params.h"
#include "guzumi/base/status.h"
#include "guzumi/go/board.h"

#include <stddef.h>

struct move {
    int16_t point; /* or PASS */
    uint8_t color; /* enum color */
};

/* START's stones are not a handicap, even if they look like one. */
#define NO_HANDICAP (-1)

struct game {
    struct board board;
    struct board start; /* the position before the first move: empty, handicap or set up */
    enum color to_move; /* by the rules; moves of either colour may always be played */
    enum color first;   /* to move in START */
    int handicap; /* stones placed before the first move, or NO_HANDICAP; 0: derived from START and
                     the moves (game_handicap) */
    bool handicap_recorded;    /* by a game record, so that moves don't change it */
    int half_komi;             /* twice the komi, so that it is exact */
    enum handicap_bonus bonus; /* except HANDICAP_BONUS_BY_RULES */
    bool territory;            /* scored by territory (board.h) */
    int prisoners[2];          /* stones of each colour captured so far */
    int start_prisoners[2];    /* before START */
    struct move *moves;        /* owned; count of them */
    uint64_t *hashes; /* owned; hashes[i] of the position after i moves, count + 1 of them */
    size_t count, capacity;
};

/* No komi is larger than the largest board. */
#define GAME_MAX_KOMI 361.0

/* An empty board of SIZE, komi 7.5. Free with game_free. */
enum status game_init(struct game *game, int size, struct failure *why);
void game_free(struct game *game);

/* A copy that shares nothing with FROM; TO is uninitialised before. */
enum status game_copy(struct game *to, const struct game *from, struct failure *why);

/* An empty board of SIZE (perhaps another), komi kept. */
void game_clear(struct game *game, int size);

/* Komi in whole or half points within GAME_MAX_KOMI; STATUS_INVALID otherwise. */
enum status game_set_komi(struct game *game, double komi, struct failure *why);
double game_komi(const struct game *game);

/* Reads a komi that a client passes on as a person typed it, with a decimal comma or point. */
bool game_read_komi(const char *text, double *out);

/* Converts a komi in odd quarters of a point. Below 4 it counts stones, as in China, of two points
 * each (3.75 becomes 7.5); above that it becomes the half point between the neighbouring integers,
 * under which the same side wins. Returns any other komi unchanged. */
double game_quarter_komi(double komi);

/* The number of handicap stones. If none were placed as such, Black's stones in the starting
 * position (unless White has some there) and Black's moves before White's first move count, if
 * together they are two or more: some clients have no other way to give a handicap. Other clients
 * can only set up a position with handicap stones and with White's stones as moves. So if White's
 * first two moves are consecutive there is no handicap, unless a record states one. */
int game_handicap(const struct game *game);

/* White's compensation in half points: komi and the bonus for handicap stones. */
int game_half_compensation(const struct game *game);

/* Half points that each stone costs its player: 2 by territory, 0 by area. */
int game_stone_cost(const struct game *game);

/* The half points to subtract from twice Black's area: the compensation and the cost of the stones
 * played so far, Black's minus White's. */
int game_half_deduction(const struct game *game);

/* Whether POINT (or PASS) is legal for COLOR, superko included. */
bool game_is_legal(const struct game *game, int point, enum color color);

/* The same under more permissive rules (ALLOWED: the bits of game_play_allowing). */
bool game_is_allowed(const struct game *game, int point, enum color color, int allowed);

/* The moves of COLOR that simulations consider (board_candidates) and superko allows, too. */
struct bitset game_candidates(const struct game *game, enum color color);

/* Plays a move, or returns STATUS_INVALID with "illegal move: ..." and the reason. */
enum status game_play(struct game *game, int point, enum color color, struct failure *why);

/* The same for a move made elsewhere, under more permissive rules: ALLOWED is a set of the bits
 * below. A suicide removes its own chain. */
enum { ALLOW_SUPERKO = 1, ALLOW_SUICIDE = 2, ALLOW_KO = 4, ALLOW_ALL = 7 };
enum status game_play_allowing(struct game *game, int point, enum color color, int allowed,
                               struct failure *why);

/* Takes back the last COUNT moves; returns false, and changes nothing, if there are fewer. Set-up
 * and handicap stones stay. */
bool game_undo(struct game *game, size_t count);

/* Starts a new game from a set-up position: POSITION's stones, TO_MOVE to play, no history, no
 * prisoners. */
void game_set_up(struct game *game, const struct board *position, enum color to_move);

/* The same after stones were changed in the middle of a game. The prisoners stay, and the handicap
 * too if POSITION still has as many black stones. */
void game_edit(struct game *game, const struct board *position, enum color to_move);

/* Fixed handicap of COUNT stones (GTP 2, section 4.1.1), or the points that it would use. */
enum status game_fixed_handicap(struct game *game, int count, struct failure *why);
int game_handicap_points(int size, int count, int points[9]); /* 0 when COUNT doesn't fit SIZE */
int game_max_fixed_handicap(int size);

/* Fails unless a board of SIZE has points for HANDICAP fixed stones (0: none). WHAT, such as
 * "--handicap", is the option for the message. */
enum status game_check_handicap(const char *what, int size, int handicap, struct failure *why);

/* Free handicap on the COUNT given distinct points of an empty board. */
enum status game_free_handicap(struct game *game, const int *points, int count,
                               struct failure *why);

/* The number of consecutive passes at the end of the game so far. */
int game_passes(const struct game *game);

/* The last move's point, PASS, or NO_POINT at the start. */
int game_last_point(const struct game *game);

/* The same for the move before that, the mover's own if the colours alternate. */
int game_own_point(const struct game *game);

/* The area score with all stones alive, in half points, Black's view, after game_half_deduction. */
int game_half_score(const struct game *game);

/* A result as GTP and SGF write it, "B+3.5", "W+12", "0", into TEXT of 16 bytes or more. */
const char *game_format_score(int half_score, char *text, size_t size);

#endif
